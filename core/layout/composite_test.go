package layout

import (
	"strings"
	"testing"
)

// Different parts make different names, whatever stands in them.
func TestJoinTask(t *testing.T) {
	join := func(parts ...string) string {
		return string(JoinTask(nil, len(parts), func(n int) []byte { return []byte(parts[n]) }))
	}
	for _, test := range []struct {
		parts []string
		want  string
	}{
		{[]string{"i1", "A"}, "i1 · A"},
		{[]string{"i1", "A", "x"}, "i1 · A · x"},
		{[]string{"a · b", "c"}, "a ·· b · c"},
		{[]string{"", "A"}, ""},
		{[]string{"i1", ""}, ""},
	} {
		if got := join(test.parts...); got != test.want {
			t.Errorf("%q: got %q, want %q", test.parts, got, test.want)
		}
	}
	seen := map[string]string{}
	for _, a := range []string{"a", "a ·", "a · b", "·", "a·b", "··"} {
		for _, b := range []string{"b", "· b", "b · c", "·", "··", "a"} {
			parts := strings.Join([]string{a, b}, "\x00")
			if was, ok := seen[join(a, b)]; ok {
				t.Errorf("%q and %q: got the same name %q", was, parts, join(a, b))
			}
			seen[join(a, b)] = parts
		}
	}
}
