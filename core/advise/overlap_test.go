package advise_test

import (
	"strings"
	"testing"

	"concord/core/advise"
	"concord/core/crowd"
)

func TestOverlap(t *testing.T) {
	of := func(anonymous bool, tasks ...[]int32) advise.Overlap {
		var task, worker, class []int32
		for i, workers := range tasks {
			for _, j := range workers {
				task, worker, class = append(task, int32(i)), append(worker, j), append(class, 0)
			}
		}
		d := &crowd.Dataset{Labels: crowd.NewLabels(len(tasks), 9, 2, task, worker, class)}
		d.Anonymous = anonymous
		var o advise.Overlap
		for i := range d.Tasks {
			from, to := d.Of(i)
			o.Add(d, from, to)
		}
		return o
	}
	one, twice, pair := []int32{1}, []int32{3, 3}, []int32{1, 4}
	if got, want := of(false, one, twice, pair, nil), (advise.Overlap{Labelled: 3, Shared: 1}); got != want {
		t.Errorf("got %+v, want %+v: a worker who repeats is no second one", got, want)
	}
	if got, want := of(true, one, twice, nil), (advise.Overlap{Labelled: 2, Shared: 1}); got != want {
		t.Errorf("anonymous: got %+v, want %+v", got, want)
	}
	for _, c := range []struct {
		advise.Overlap
		want string
	}{
		{advise.Overlap{}, ""},
		{advise.Overlap{Labelled: 1000}, "No task has labels of two workers"},
		{advise.Overlap{Labelled: 1000, Shared: 1}, "Only one of 1,000 labelled tasks has"},
		{advise.Overlap{Labelled: 1000, Shared: 99}, "Only 99 of 1,000 labelled tasks have"},
		{advise.Overlap{Labelled: 1000, Shared: 100}, ""},
		{advise.Overlap{Labelled: 3, Shared: 3}, ""},
	} {
		got := c.Thin(false)
		if got == "" != (c.want == "") || !strings.HasPrefix(got, c.want) {
			t.Errorf("%+v: got %q, want %q …", c.Overlap, got, c.want)
		}
	}
	if got := (advise.Overlap{Labelled: 5}).Thin(true); !strings.Contains(got, "(mean or median)") {
		t.Errorf("numbers: got %q", got)
	}
}
