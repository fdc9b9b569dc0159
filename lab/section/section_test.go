package section

import "testing"

// A section takes the place of the one with its title, whether it is in the middle or the last; a new one comes first.
func TestPut(t *testing.T) {
	const there = "# Report\n\nHead.\n\n## A\n\nold a\n\n## A hundred\n\nold b\n"
	for section, want := range map[string]string{
		"## A\n\nnew\n\n":       "# Report\n\nHead.\n\n## A\n\nnew\n\n## A hundred\n\nold b\n",
		"## A hundred\n\nnew\n": "# Report\n\nHead.\n\n## A\n\nold a\n\n## A hundred\n\nnew\n",
		"## New\n\nnew\n\n":     "# Report\n\nHead.\n\n## New\n\nnew\n\n## A\n\nold a\n\n## A hundred\n\nold b\n",
	} {
		if got := Put(there, section); got != want {
			t.Errorf("%q: got %q, want %q", section, got, want)
		}
	}
	for title, want := range map[string]string{"## A": "## A\n\nold a\n\n", "## A hundred": "## A hundred\n\nold b\n", "## B": ""} {
		if got := Of(there, title); got != want {
			t.Errorf("%q: got %q, want %q", title, got, want)
		}
	}
}
