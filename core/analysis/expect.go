package analysis

import (
	"iter"
	"math"

	"concord/core/calibrate"
	"concord/core/crowd"
	"concord/core/export"
	"concord/core/job"
	"concord/core/result"
	"concord/core/sorting"
	"concord/core/wire"
)

// expect finds out how many labels need a look; and how many are probably right, if tasks have one label each, by a method
// whose probabilities can be calibrated: how far they are off is known of those alone.
func (r *Result) expect(c *job.Job) error {
	r.Expected = nil
	a := r.Answers
	var err error
	if r.Doubtful, err = a.CountDoubts(c.Turn); err != nil || a.Label == nil || r.Of.Pairs != nil || r.Entry.Curve == (calibrate.Curve{}) {
		return err
	}
	var tally calibrate.Tally
	known, probability := r.knowledge(), r.probability()
	err = c.Over(r.Data.Tasks, func(i int) {
		switch truth, told := known(i); {
		case r.Answers.Votes(i) == 0:
		case told:
			tally.Tell()
		case truth == crowd.Unknown:
			tally.Add(probability(i))
		default:
			tally.Check(probability(i), truth == r.Answers.Label[i])
		}
	})
	x := tally.Expect()
	if err != nil || math.IsNaN(x.Value) {
		return err
	}
	r.Expected = &result.Expected{
		Value: x.Value, Low: x.Low, High: x.High, Checked: tally.Checked(), Unknown: tally.Unknown(), Learnt: r.Answers.Calibration.Known,
	}
	half := tally.Narrowed(0)
	for _, n := range []int{20, 50, 100} {
		if next := tally.Narrowed(n); n < tally.Unknown() && next < half-.005 { // which shows in whole percents
			r.Expected.Narrow = append(r.Expected.Narrow, result.Narrowed{Tasks: n, Half: next})
			half = next
		}
	}
	return nil
}

// knowledge returns what is known of a task: its truth, or crowd.Unknown, and whether the method was told it.
func (r *Result) knowledge() func(i int) (truth int32, told bool) {
	told := r.Data.Gold
	if told == nil {
		told = r.Of.Reviewed(nil)
	}
	return func(i int) (int32, bool) {
		switch {
		case told != nil && told[i] != crowd.Unknown:
			return told[i], true
		case r.truth != nil && r.truth.Class != nil:
			return r.truth.Class[i], false
		}
		return crowd.Unknown, false
	}
}

// probability returns the probability of the label of a task, calibrated by the curve of the method. Those on the screen may have
// learnt from the truths that are to check them here.
func (r *Result) probability() func(i int) float64 {
	q := make([]float64, r.Data.Classes)
	return func(i int) float64 {
		r.Entry.Curve.Row(&r.Data.Labels, i, r.Answers.Posterior(i), q)
		return q[r.Answers.Label[i]]
	}
}

// Sample returns a list of n tasks to check, drawn at random: task and truth. The truth that is known already comes first, so
// that the list can take the place of a file of truth; that of the others is left to be filled in.
//
// All tasks of unknown truth are equally likely to be drawn, so that whatever is measured on the sample holds for all of them,
// of this result and of others: it needs no weights. They are drawn from strata of equal probability, of equal size. Drawing
// by √(p(1 − p)) would narrow the interval by some 3 % (docs/calibration.md), and would skew every other figure. As the order is
// random, too, a list that is filled in down to some row is a sample just as good, if smaller.
func (r *Result) Sample(c *job.Job, n int, safe bool) (*export.File, error) {
	if r.Expected == nil || n <= 0 {
		return nil, wire.Refuse("There is nothing to check: that takes labels that are classes, one a task, and how many tasks to draw.")
	}
	known, probability, all := r.knowledge(), r.probability(), 0
	order, err := sorting.ByNumber(r.Data.Tasks, func(i int) float64 {
		if truth, _ := known(i); truth != crowd.Unknown || r.Answers.Votes(i) == 0 {
			return math.NaN() // comes last
		}
		all++
		return probability(i)
	}, false, c.Turn)
	if err != nil {
		return nil, err
	}
	drawn := calibrate.Draw(all, n, r.settings.Seed)
	names := r.Answers.TaskNames()
	var list iter.Seq[[]string] = func(yield func([]string) bool) {
		for i := range r.Data.Tasks {
			if r.truth == nil || r.truth.Class == nil || r.truth.Class[i] == crowd.Unknown {
				continue
			}
			if !yield([]string{names.At(i), r.trueName(i)}) {
				return
			}
		}
		rows(len(drawn), func(n int) []string { return []string{names.At(int(order[drawn[n]])), ""} })(yield)
	}
	return export.Rows(wire.FileSample, []string{"task", "truth"}, list, safe), nil
}
