package session

import (
	"strings"
	"testing"

	"concord/core/wire"
)

// Cells that hold several labels are told from names with the same characters in them.
func TestSplits(t *testing.T) {
	by := func(o *wire.Opened) string { by, _ := splits(o); return by }
	for _, c := range []struct{ classes, want string }{
		{"a|b,b,a|c|d,c", "|"},
		{"a;b,b;a,a", ";"},
		{"yes,no", ""},
		{"and/or,neither", ""}, // one of them, whose parts are no classes
		{"1/2,3/4,5/6", ""},    // nor are these
		{"a/b,a/c,b/c,none", "/"},
		{"|a,|b", ""},
	} {
		o := &wire.Opened{Counts: &wire.Counts{ClassNames: strings.Split(c.classes, ",")}}
		if got := by(o); got != c.want {
			t.Errorf("%s: got %q, want %q", c.classes, got, c.want)
		}
		o.Read.Sets = true
		if got := by(o); got != "" {
			t.Errorf("%s, taken apart: got %q", c.classes, got)
		}
	}
}
