package crowd

import (
	"fmt"
	"testing"
)

func TestJoinPutsTheLabelsOfEachTaskTogether(t *testing.T) {
	a := NewLabels(3, 2, 2, []int32{0, 0, 2}, []int32{0, 1, 1}, []int32{0, 1, 1})
	b := NewLabels(5, 3, 2, []int32{0, 1, 4, 4}, []int32{2, 2, 0, 2}, []int32{1, 0, 0, 1})
	l := Join(&a, &b)
	want := "[0 3 4 5 5 7] [0 1 2 2 1 0 2] [0 1 1 0 1 0 1]"
	if got := fmt.Sprint(l.Start, l.Worker, l.Class); got != want || l.Tasks != 5 || l.Workers != 3 {
		t.Errorf("got %s, want %s", got, want)
	}
	none := NewLabels(0, 0, 2, nil, nil, nil)
	if l := Join(&none, &b); fmt.Sprint(l.Start, l.Worker) != fmt.Sprint(b.Start, b.Worker) {
		t.Errorf("joined to nothing: got %v", l)
	}
	nothing := NewLabels(3, 2, 2, nil, nil, nil)
	if l := Join(&a, &nothing); fmt.Sprint(l.Start, l.Worker) != fmt.Sprint(a.Start, a.Worker) {
		t.Errorf("nothing joined: got %v", l)
	}
}

// The sides and the order of votes are joined where both know them.
func TestJoinKeepsSidesAndOrder(t *testing.T) {
	a := Compare(3, 2, []Vote{{Left: 0, Right: 1}, {Left: 2, Right: 1}, {Left: 1, Right: 0}}, true)
	b := Compare(3, 2, []Vote{{Left: 1, Right: 0}, {Left: 1, Right: 2}}, true)
	l := Join(&a.Labels, &b.Labels)
	if got, want := fmt.Sprint(l.Start, l.Swapped, l.Order), "[0 3 5] [false true true true false] [0 2 3 1 4]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	b.Swapped = nil
	if l := Join(&a.Labels, &b.Labels); l.Swapped != nil || len(l.Order) != 5 {
		t.Errorf("got sides %v and the order %v, where some sides are not known", l.Swapped, l.Order)
	}
	none := Compare(3, 2, nil, true)
	if l := Join(&none.Labels, &a.Labels); fmt.Sprint(l.Swapped, l.Order) != fmt.Sprint(a.Swapped, a.Order) {
		t.Errorf("joined to nothing: got sides %v and the order %v", l.Swapped, l.Order)
	}
}
