package advise

import (
	"math"
	"testing"

	"concord/core/crowd"
	"concord/core/simulate"
)

// The laws of an outlook: it begins at what is right now, neither curve falls, labels where they help most bring no less than as many
// spread evenly, and what misleads everybody stays wrong.
func TestOutlook(t *testing.T) {
	for name, w := range map[string]*simulate.World{
		"two classes":   simulate.DawidSkene{Tasks: 300, Workers: 10, Classes: 2, PerTask: 3}.Draw(1),
		"three classes": simulate.DawidSkene{Tasks: 300, Workers: 10, Classes: 3, PerTask: 2}.Draw(2),
		"many classes":  simulate.DawidSkene{Tasks: 200, Workers: 10, Classes: 30, PerTask: 2}.Draw(3),
		"many tasks":    simulate.DawidSkene{Tasks: lookedAt + 5000, Workers: 50, Classes: 2, PerTask: 3}.Draw(4),
	} {
		q := run(t, w.Data).Posterior
		known := *w.Data
		known.Gold = make([]int32, w.Data.Tasks)
		for i := range known.Gold {
			if known.Gold[i] = crowd.Unknown; i%3 == 1 {
				known.Gold[i] = w.Truth[i]
			}
		}
		for _, d := range []*crowd.Dataset{w.Data, &known} {
			o, err := Foresee(d, q, .8, nil)
			if err != nil {
				t.Fatal(err)
			}
			if o.Even(0) != .8 || o.Targeted(0) != .8 {
				t.Errorf("%s: as it is: got %v and %v right, want .8", name, o.Even(0), o.Targeted(0))
			}
			was := o.Right
			for n := range 4*o.Most() + 5 {
				more := float64(n) / 4
				even, targeted := o.Even(more), o.Targeted(more)
				if even < was || targeted < even-1e-12 || targeted > 1-o.Misled+1e-12 {
					t.Errorf("%s: with %g more labels got %.6f right, after %.6f, and %.6f where they help most, at most %.6f",
						name, more, even, was, targeted, 1-o.Misled)
				}
				was = even
			}
			if was == .8 {
				t.Errorf("%s: no gain", name)
			}
		}
	}
}

// Two tasks by hand: with one label more A is Σ_l max_k q_k P(l | k), with P the matrix of all labels so far.
func TestOutlookByHand(t *testing.T) {
	d := &crowd.Dataset{Labels: crowd.NewLabels(2, 1, 2, []int32{0, 1}, []int32{0, 0}, []int32{0, 1})}
	q := []float64{.6, .4, .1, .9}
	o, err := Foresee(d, q, .75, nil)
	if err != nil {
		t.Fatal(err)
	}
	confusion, err := pooled(&d.Labels, q, nil)
	if err != nil {
		t.Fatal(err)
	}
	// A label of class l has the probability of row k where k is true.
	best := func(a, b float64) float64 {
		return max(a*confusion[0], b*confusion[2]) + max(a*confusion[1], b*confusion[3])
	}
	gain := (best(.6, .4) - .6 + best(.1, .9) - .9) / 2
	near(t, "the share that misleads", o.Misled, Shared*(.4+.1)/2, 1e-12)
	near(t, "one more label each", o.Even(1), .75+(1-o.Misled/.25)*gain, 1e-12)
	near(t, "half a label each", o.Even(.5), .75+(1-o.Misled/.25)*gain/2, 1e-12)
}

// Where answers are wrong no more often than tasks mislead, more labels bring nothing.
func TestOutlookWhereMistakesAreShared(t *testing.T) {
	w := simulate.DawidSkene{Tasks: 300, Workers: 10, Classes: 2, PerTask: 3, Low: .55, High: .65}.Draw(1)
	o, err := Foresee(w.Data, crowd.Shares(w.Data), .97, nil)
	if err != nil {
		t.Fatal(err)
	}
	if o.Misled < .03 || o.Even(2) != .97 || o.Targeted(2) != .97 {
		t.Errorf("%.3f mislead: got %.4f and %.4f right, want .97", o.Misled, o.Even(2), o.Targeted(2))
	}
}

// The promise is kept where no task misleads: the gain is that of the plan.
func TestOutlookIsThePlan(t *testing.T) {
	w := simulate.DawidSkene{Tasks: 500, Workers: 20, Classes: 3, PerTask: 3}.Draw(1)
	q := run(t, w.Data).Posterior
	o, err := Foresee(w.Data, q, .8, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := plan(t, w.Data, q)
	for _, budget := range []int{1, 50, 500} {
		_, gain := first(p, budget)
		got, want := o.Targeted(float64(budget)/500), o.With(gain)
		if math.Abs(got-want) > 1e-12 {
			t.Errorf("%d labels: got %.12f right, want %.12f", budget, got, want)
		}
	}
}
