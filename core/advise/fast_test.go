package advise_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"concord/core/advise"
	"concord/core/crowd"
)

// timedCrowd is a crowd in which each worker labels 40 tasks, in so many seconds at
// the median.
func timedCrowd(seconds ...float64) (*crowd.Dataset, []float32) {
	rng := rand.New(rand.NewPCG(1, 2))
	var task, worker, class []int32
	for i := range 40 {
		for j := range seconds {
			task, worker, class = append(task, int32(i)), append(worker, int32(j)), append(class, int32(i%2))
		}
	}
	d := &crowd.Dataset{Labels: crowd.NewLabels(40, len(seconds), 2, task, worker, class)}
	took := make([]float32, d.Len())
	for n, j := range d.Worker {
		took[n] = float32(seconds[j] * math.Exp(.3*rng.NormFloat64()))
	}
	return d, took
}

func TestWorkersWhoAreTooFast(t *testing.T) {
	for _, c := range []struct {
		name    string
		seconds []float64
		want    string // who is too fast
	}{
		{"one of five", []float64{8, 10, .4, 12, 6}, "..x.."},
		{"quick, but not beyond reading", []float64{8, 10, 2.6, 12, 6}, "....."},
		{"far below the others, who are slow", []float64{60, 90, 5, 70, 80}, "....."},
		{"a glance is enough for all", []float64{1, .9, .6, 1.1, 1.2}, "....."},
		{"two of seven", []float64{8, .5, .3, 12, 6, 9, 7}, ".xx...."},
		{"too few others", []float64{8, .3, 9}, "..."},
	} {
		d, took := timedCrowd(c.seconds...)
		out := make([]advise.Worker, len(c.seconds))
		advise.FlagFast(d, took, out)
		got := ""
		for _, w := range out {
			switch {
			case len(w.Flags) == 0:
				got += "."
			case w.Flags[0].Kind == advise.Fast:
				got += "x"
			}
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
	// What is not known is not counted, and a few labels tell nothing.
	d, took := timedCrowd(8, 10, .4, 12, 6)
	out := make([]advise.Worker, 5)
	for n, j := range d.Worker {
		if j == 2 && n > 40 {
			took[n] = float32(math.NaN())
		}
	}
	advise.FlagFast(d, took, out)
	if len(out[2].Flags) != 0 {
		t.Errorf("got %+v of nine labels", out[2].Flags)
	}
	d, took = timedCrowd(8, 10, .4, 12, 6)
	advise.FlagFast(d, took, out)
	name := func(int) string { return "" }
	if got := out[2].Flags[0].Reason(name, name); !strings.Contains(got, "median of 40") || !strings.HasPrefix(got, "takes 0.") {
		t.Errorf("got %s", got)
	}
}
