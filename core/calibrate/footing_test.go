package calibrate_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"concord/core/calibrate"
	"concord/core/crowd"
)

// answersOf are the votes of a crowd, as a method that takes their shares for probabilities would have them.
func answersOf(d *crowd.Dataset, c calibrate.Curve) *calibrate.Answers {
	q := crowd.Shares(d)
	k := d.Classes
	a := &calibrate.Answers{Curve: c, Data: d, Row: func(i int) []float64 { return q[i*k : (i+1)*k] }}
	for i := range d.Tasks {
		best, _ := crowd.Best(a.Row(i), i, 1)
		a.Label = append(a.Label, int32(best))
	}
	return a
}

// mixed is a crowd of whose tasks a share has several labels, the others one.
func mixed(tasks, classes int, share, right float64, seed uint64) *crowd.Dataset {
	src := rand.New(rand.NewPCG(seed, 1))
	d := design{}
	for range tasks {
		p, n := src.Perm(12), 1
		if src.Float64() < share {
			n = 5
		}
		of := make([]int32, n)
		for m := range of {
			of[m] = int32(p[m])
		}
		d = append(d, of)
	}
	return d.filled(12, classes, honest(classes, right, src))
}

// The mean probability of the answers is the estimate, a lone label is never more certain than its worker is accurate, and the answer
// stays the most probable class.
func TestProbabilitiesSayWhatTheEstimateSays(t *testing.T) {
	for _, share := range []float64{.15, .5, 1} {
		for _, curve := range []calibrate.Curve{calibrate.Pool, calibrate.Model, calibrate.Vote} {
			d := mixed(400, 3, share, .8, 1)
			a, e := answersOf(d, curve), observe(t, d, nil)
			f, err := e.Foot(a, nil)
			if err != nil {
				t.Fatal(err)
			}
			tally := calibrate.Tally{Prior: f.Prior}
			row, mean := make([]float64, d.Classes), 0.0
			for i := range d.Tasks {
				f.Calibration.Row(&d.Labels, i, a.Row(i), row)
				p, sum := row[a.Label[i]], 0.0
				for _, x := range row {
					sum += x
					if x > p*(1+1e-9) {
						t.Fatalf("task %d: %v makes class %d less probable than another", i, row, a.Label[i])
					}
				}
				if math.Abs(sum-1) > 1e-9 {
					t.Fatalf("task %d: %v does not sum to one", i, row)
				}
				if from, to := d.Of(i); to-from == 1 && p > e.Own(int(d.Worker[from]))+1e-9 {
					t.Errorf("task %d: its only label is right with probability %v, its worker is with %v", i, p, e.Own(int(d.Worker[from])))
				}
				mean += p / float64(d.Tasks)
				tally.Add(p)
			}
			if x := tally.Expect(); math.Abs(x.Value-mean) > 1e-5 || math.Abs(x.Value-f.Prior.Value) > 1e-12 {
				t.Errorf("%g overlap, %+v: the mean probability is %v, the estimate %v of %v", share, curve, mean, x.Value, f.Prior)
			}
			if p := f.Prior; !(p.Low < p.Value && p.Value < p.High && p.High <= 1) {
				t.Errorf("got %+v, want low < value < high", p)
			}
		}
	}
}

// Where nothing shows how right answers are, their probabilities are left as the method has them.
func TestSilentFooting(t *testing.T) {
	d := mixed(50, 2, 0, .9, 2)
	a := answersOf(d, calibrate.Pool)
	f, err := observe(t, d, nil).Foot(a, nil)
	if err != nil {
		t.Fatal(err)
	}
	row := make([]float64, 2)
	f.Calibration.Row(&d.Labels, 0, a.Row(0), row)
	if !f.Calibration.Silent || row[a.Label[0]] != 1 {
		t.Errorf("got silent %v and %v, want silence and certainty", f.Calibration.Silent, row)
	}
	if p := f.Prior; p.Low > .55 || p.High < .95 {
		t.Errorf("got %+v, want about everything from .5 to 1", p)
	}
}

// More agreement is more accuracy, and the interval reaches up to what holds if workers err on their own.
func TestPriorFollowsAgreement(t *testing.T) {
	was := 0.0
	for _, right := range []float64{.6, .7, .8, .9, .97} {
		d := mixed(600, 3, 1, right, 3)
		a := answersOf(d, calibrate.Pool)
		a.Alone = .99
		f, err := observe(t, d, nil).Foot(a, nil)
		if err != nil {
			t.Fatal(err)
		}
		if f.Prior.Value <= was || f.Prior.High < .99 || f.Prior.Independent != .99 {
			t.Errorf("%g right: got %+v after %.3f", right, f.Prior, was)
		}
		was = f.Prior.Value
	}
}

// Some gold tasks leave the mean of the others what is expected of them.
func TestAimLeavesGoldAlone(t *testing.T) {
	d := mixed(300, 2, 1, .8, 4)
	a := answersOf(d, calibrate.Pool)
	a.Gold = make([]int32, d.Tasks)
	for i := range a.Gold {
		if a.Gold[i] = crowd.Unknown; i < 40 {
			a.Gold[i] = a.Label[i]
		}
	}
	f, err := observe(t, d, a.Gold).Foot(a, nil)
	if err != nil {
		t.Fatal(err)
	}
	row, mean := make([]float64, 2), 0.0
	for i := range d.Tasks {
		if f.Calibration.Row(&d.Labels, i, a.Row(i), row); a.Gold[i] == crowd.Unknown {
			mean += row[a.Label[i]] / 260
		}
	}
	if math.Abs(mean-f.Prior.Value) > 1e-5 {
		t.Errorf("got a mean of %v, want %v", mean, f.Prior.Value)
	}
}

// The answers of a panel are as right as makes its labels right as often as they are said to be: less than those of a crowd, where these
// are right less often than they seem, and never more certain than their method.
func TestPanelIsAsRightAsItsLabels(t *testing.T) {
	d := mixed(300, 2, 1, .8, 1)
	a, e := answersOf(d, calibrate.Model), observe(t, d, nil)
	crowd, err := e.Foot(a, nil)
	if err != nil {
		t.Fatal(err)
	}
	before := 0.0
	for _, said := range []float64{.45, .5, .55, .6, .7, .8, .99} {
		a.Said = &calibrate.Interval{Value: said, Low: max(said-.1, .4), High: min(said+.1, 1)}
		f, err := e.Foot(a, nil)
		if err != nil {
			t.Fatal(err)
		}
		p := f.Prior
		if !(0 <= p.Low && p.Low <= p.Value && p.Value <= p.High && p.High <= 1) || p.Value < before {
			t.Errorf("labels are right with probability %g: got %+v, and %g for less", said, p.Interval, before)
		}
		labels, n := 0.0, 0.0
		row := make([]float64, d.Classes)
		for i := range d.Tasks {
			f.Calibration.Row(&d.Labels, i, a.Row(i), row)
			from, to := d.Of(i)
			for _, l := range d.Class[from:to] {
				labels, n = labels+row[l], n+1
			}
		}
		if said >= .55 && said <= .7 && math.Abs(labels/n-said) > .02 {
			t.Errorf("got %g for the labels, want %g", labels/n, said)
		}
		if said < .6 && p.Value >= crowd.Prior.Value {
			t.Errorf("labels are right with probability %g: got %g, a crowd's %g", said, p.Value, crowd.Prior.Value)
		}
		before = p.Value
	}
}
