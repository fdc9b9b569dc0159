package humanize

import (
	"strings"
	"testing"
)

func TestNear(t *testing.T) {
	flags := "as exact json out save seed tiers"
	for _, c := range []struct{ typed, names, want string }{
		{"fti", "fit agree compare", "fit"},
		{"fit", "fit agree compare", "fit"},
		{"ouput", flags, "out"},
		{"output", flags, "out"},
		{"Seed", flags, "seed"},
		{"sed", flags, "seed"},
		{"jsno", flags, "json"},
		{"tier", flags, "tiers"},
		{"zzz", flags, ""},
		{"x", flags, ""},
		{"fast", flags, ""},
		{"", flags, ""},
		{"---", flags, ""},
		{"dawid-skene", "Majority·ds·Dawid–Skene", "Dawid–Skene"},
	} {
		names := strings.Fields(c.names)
		if strings.Contains(c.names, "·") {
			names = strings.Split(c.names, "·")
		}
		got := ""
		if n := Near(c.typed, names); n >= 0 {
			got = names[n]
		}
		if got != c.want {
			t.Errorf("%q among %s: got %q, want %q", c.typed, c.names, got, c.want)
		}
	}
}
