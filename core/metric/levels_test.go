package metric_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"concord/core/crowd"
	"concord/core/metric"
)

// The α of each level are those of Agree.
func TestLevels(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 8))
	for range 20 {
		l := &crowd.Labels{Tasks: 30, Workers: 4, Classes: 5, Start: []int32{0}}
		for i := range l.Tasks {
			for j := range l.Workers {
				if r.IntN(3) > 0 {
					l.Worker, l.Class = append(l.Worker, int32(j)), append(l.Class, uint16((i+r.IntN(3))%5))
				}
			}
			l.Start = append(l.Start, int32(len(l.Class)))
		}
		values := []float64{-1, 1, 2, 3.5, 9}
		want, err := metric.Agree(l, metric.Scale{Values: values}, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := metric.Levels(l, values, nil)
		if err != nil || len(got) != 3 {
			t.Fatalf("got %v, %v", got, err)
		}
		for _, a := range []struct {
			level     string
			got, want float64
		}{{"names", got[0], want.Alpha.Nominal.Value}, {"order", got[1], want.Alpha.Ordinal.Value},
			{"numbers", got[2], want.Alpha.Interval.Value}} {
			if math.Abs(a.got-a.want) > 1e-12 {
				t.Errorf("α by %s: got %g, want %g", a.level, a.got, a.want)
			}
		}
		if got, err := metric.Levels(l, nil, nil); err != nil || len(got) != 2 {
			t.Errorf("no numbers: got %v, %v", got, err)
		}
	}
	single := &crowd.Labels{Tasks: 2, Workers: 1, Classes: 3, Start: []int32{0, 1, 2}, Worker: []int32{0, 0}, Class: []uint16{0, 2}}
	if got, err := metric.Levels(single, nil, nil); got != nil || err != nil {
		t.Errorf("one label a task: got %v, %v, want none", got, err)
	}
}
