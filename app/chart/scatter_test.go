package chart

import (
	"strings"
	"testing"
)

// A square of data fills the height of a wide picture, y upwards; the largest dots
// come first, so that small ones lie on top.
func TestScatter(t *testing.T) {
	s := NewScatter([]Dot{{0, 0, 0, 0}, {2, 0, 1, 1}, {0, 2, 0, .6}, {2, 2, 7, .1}}, Size{W: 224, H: 124})
	for i, want := range []Point{{62, 112}, {162, 112}, {62, 12}, {162, 12}} {
		if got := s.Places[i]; got != want {
			t.Errorf("dot %d: got %v, want %v", i, got, want)
		}
	}
	var groups []int
	for _, m := range s.Marks {
		groups = append(groups, m.Group)
	}
	if len(groups) != 4 || groups[0] != 1 || groups[1] != 0 || groups[3] != 7 {
		t.Errorf("got marks of the groups %v", groups)
	}
	if first, last := s.Marks[0].Path, s.Marks[3].Path; !strings.Contains(first, "a") || !strings.Contains(last, "h") {
		t.Errorf("got %q and %q, want a circle and a square", first, last)
	}
	if got := s.Nearest(Point{160, 110}, 10); got != 1 {
		t.Errorf("nearest: got %d, want 1", got)
	}
	if got := s.Nearest(Point{112, 62}, 10); got != -1 {
		t.Errorf("nearest to nothing: got %d", got)
	}
	if one := NewScatter([]Dot{{5, 5, 0, 0}}, Size{W: 100, H: 50}); one.Places[0] != (Point{50, 25}) {
		t.Errorf("a single dot lies at %v", one.Places[0])
	}
}
