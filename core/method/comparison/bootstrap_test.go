package comparison

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
)

// Intervals by the bootstrap are about as wide as those by worker, whoever the workers are; the same seed gives the same.
func TestBootstrap(t *testing.T) {
	d := crowdOf(4, 10, 60, 800)
	unknown := *d
	unknown.Anonymous, unknown.Workers, unknown.Worker = true, 1, make([]int32, len(d.Worker))
	for _, c := range []struct {
		d *crowd.Dataset
		m fit.Method
	}{{d, BradleyTerry{}}, {d, Davidson{Side: true}}, {d, Skill{}}, {&unknown, RaoKupper{}}} {
		s, err := fit.Start(c.d, c.m, fit.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		for range s.Steps() {
		}
		f := s.Fit().(fit.Bootstrapper)
		r, err := f.Ranking(nil)
		if err != nil {
			t.Fatal(err)
		}
		b, err := f.Bootstrap(200, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		few, _ := f.Bootstrap(40, 1, nil)
		if same, _ := f.Bootstrap(40, 1, nil); !reflect.DeepEqual(few, same) {
			t.Errorf("%T: the same seed gave two answers", c.m)
		}
		for i, se := range r.Errors() {
			if ratio := (b.High[i] - b.Low[i]) / (2 * 1.96 * se); ratio < .65 || ratio > 1.5 {
				t.Errorf("%T, item %d: the interval is %.2f times as wide", c.m, i, ratio)
			}
			if b.Low[i] > r.Score[i] || b.High[i] < r.Score[i] || b.RankLow[i] < 1 || b.RankHigh[i] > 10 || b.RankLow[i] > b.RankHigh[i] {
				t.Errorf("%T, item %d: %v is between %v and %v, its rank between %d and %d", c.m, i, r.Score[i], b.Low[i], b.High[i],
					b.RankLow[i], b.RankHigh[i])
			}
		}
	}
}

func TestBootstrapIsCancelled(t *testing.T) {
	stop, pauses := errors.New("stop"), 0
	s, err := fit.Start(crowdOf(4, 10, 60, 1500), Skill{}, fit.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Fit().(fit.Bootstrapper).Bootstrap(1_000_000, 1, func() error {
		if pauses++; pauses > 20 {
			return stop
		}
		return nil
	})
	if !errors.Is(err, stop) {
		t.Errorf("got the error %v, want %v", err, stop)
	}
}

// Poor data give finite intervals.
func TestBootstrapOfPoorData(t *testing.T) {
	for name, d := range map[string]*crowd.Dataset{
		"no votes": crowd.Compare(3, 2, nil, false), "one vote": crowd.Compare(3, 2, []crowd.Vote{{Left: 0, Right: 1}}, false),
		"all ties": crowd.Compare(3, 2, []crowd.Vote{{Left: 0, Right: 1, Answer: crowd.Neither}, {Left: 2, Right: 1, Answer: crowd.Neither}},
			true),
	} {
		for _, m := range []fit.Method{BradleyTerry{}, BradleyTerry{Alpha: -1}, Skill{}} {
			s, err := fit.Start(d, m, fit.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			b, err := s.Fit().(fit.Bootstrapper).Bootstrap(40, 1, nil)
			if err != nil {
				t.Fatal(err)
			}
			for i := range b.Low {
				if math.IsNaN(b.Low[i]) || math.IsInf(b.Low[i], 0) || math.IsNaN(b.High[i]) || math.IsInf(b.High[i], 0) {
					t.Errorf("%s, %T: the intervals are %s", name, m, fmt.Sprint(b.Low, b.High))
				}
			}
		}
	}
}

// Forecasts grow with the votes, and the probe does what it says.
func TestCost(t *testing.T) {
	small, large := crowdOf(1, 10, 20, 500), crowdOf(1, 10, 20, 5000)
	for _, m := range append(methods(), Borda{}, PlackettLuce{}) {
		c := m.(fit.Coster)
		if few, many := c.Cost(small), c.Cost(large); !(few.Flops > 0 && many.Flops > 2*few.Flops && many.Bytes > 2*few.Bytes) {
			t.Errorf("%T: got %+v for 500 votes and %+v for 5,000", m, few, many)
		}
		if c.Probe() <= 0 {
			t.Errorf("%T: the probe does nothing", m)
		}
	}
}
