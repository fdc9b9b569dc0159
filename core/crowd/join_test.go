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
