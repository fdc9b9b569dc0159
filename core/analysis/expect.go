package analysis

import (
	"iter"
	"math"

	"concord/core/calibrate"
	"concord/core/crowd"
	"concord/core/export"
	"concord/core/fit"
	"concord/core/job"
	"concord/core/result"
	"concord/core/sorting"
	"concord/core/wire"
)

// footing is what the labels show by themselves of how right the answers are.
type footing struct {
	evidence    *calibrate.Evidence // nil: nothing is known of such answers
	prior       calibrate.Prior
	calibration *calibrate.Calibration // before anything is learnt from truths
}

// foot finds the footing of the answers: none where a task may have several labels, or where nothing is known of the posteriors of the
// method.
func (r *Result) foot(c *job.Job, a *export.Answers) (*footing, error) {
	gold := r.Of.Reviewed(r.Data.Gold)
	if a.Label == nil || r.Of.Pairs != nil || r.Entry.Curve.Slope == 0 {
		return &footing{calibration: calibrate.New(r.Entry.Curve, gold, nil)}, nil
	}
	e, err := calibrate.Observe(r.Data, gold, c.Turn)
	if err != nil {
		return nil, err
	}
	if e.Speaks() {
		if err := r.errAlone(c, a, e); err != nil {
			return nil, err
		}
	}
	return r.footOn(c, a, e, gold)
}

// footOn is the footing on such evidence.
func (r *Result) footOn(c *job.Job, a *export.Answers, e *calibrate.Evidence, gold []int32) (*footing, error) {
	f := &footing{evidence: e, calibration: calibrate.New(r.Entry.Curve, gold, e), prior: calibrate.Unknown(r.Data.Classes)}
	if f.calibration.Silent = !e.Speaks(); f.calibration.Silent {
		return f, nil
	}
	sum, n := 0.0, 0
	x := make([]float64, r.Data.Classes)
	if err := c.Over(r.Data.Tasks, func(i int) {
		if a.Votes(i) > 0 && (gold == nil || gold[i] == crowd.Unknown) {
			f.calibration.Base(&r.Data.Labels, i, a.Posterior(i), x)
			sum += x[a.Label[i]]
			n++
		}
	}); err != nil || n == 0 {
		return f, err
	}
	f.prior = e.Of(r.Entry.Curve, n, sum/float64(n), r.alone)
	f.calibration.Aim(&r.Data.Labels, a.Posterior, func(i int) (int32, bool) { return a.Label[i], true }, f.prior.Value)
	return f, nil
}

// independents is how many labels the share of right answers is computed from at most, were workers to err on their own.
const independents = 200_000

// errAlone computes how many of the answers would be right if workers erred on their own: the mean posterior of the hierarchical
// model, or of the method's own model; where one worker labelled a task, how accurate that worker is.
func (r *Result) errAlone(c *job.Job, a *export.Answers, e *calibrate.Evidence) error {
	tell := func(d *crowd.Dataset, from int) func(i int) []float64 {
		return func(i int) []float64 { return a.Posterior(from + i) }
	}
	if r.Entry.Pooled {
		m := member(r.members, "hds")
		if m == nil {
			return nil
		}
		tell = func(d *crowd.Dataset, _ int) func(i int) []float64 {
			q := m.Tell(d)
			return func(i int) []float64 { return q[i*d.Classes : (i+1)*d.Classes] }
		}
	} else if r.Entry.Curve.Votes == 0 {
		return nil // shares of votes
	}
	const block = 1 << 10
	l := &r.Data.Labels
	every := 1 + l.Len()/independents
	sum, n := 0.0, 0
	for from := 0; from < l.Tasks; from += block * every {
		to := min(from+block, l.Tasks)
		if err := c.Turn(); err != nil {
			return err
		}
		part := &crowd.Dataset{Labels: l.Part(from, to)}
		row := tell(part, from)
		for i := from; i < to; i++ {
			if a.Votes(i) == 0 {
				continue
			}
			n++
			if p, lone := e.Single(l, i); lone {
				sum += p
			} else {
				sum += row(i - from)[a.Label[i]]
			}
		}
	}
	if n > 0 {
		r.alone = sum / float64(n)
	}
	return nil
}

// member returns the member of a panel with that name, or nil.
func member(all []fit.Member, name string) *fit.Member {
	for n := range all {
		if all[n].Name == name {
			return &all[n]
		}
	}
	return nil
}

// leastChecked tasks of known truth give a figure where the labels themselves say nothing.
const leastChecked = 10

// expect finds out how many labels are probably right, where the labels or known truths can say it, and calibrates the probabilities
// of single labels such that they say the same.
func (r *Result) expect(c *job.Job) error {
	r.Expected, r.Look = nil, nil
	a, f := r.Answers, r.footing
	if a.Label == nil {
		return nil
	}
	if f.evidence == nil {
		return r.learnFrom(c, f, nil)
	}
	tally, err := r.tally(c, f)
	if err != nil {
		return err
	}
	if f.calibration.Silent && tally.Checked() >= leastChecked {
		// Truths alone say how accurate workers are.
		e, err := calibrate.Observe(r.Data, r.known(), c.Turn)
		if err != nil {
			return err
		}
		if f, err = r.footOn(c, a, e, r.Of.Reviewed(r.Data.Gold)); err != nil {
			return err
		}
		f.prior = calibrate.Unknown(r.Data.Classes)
		if tally, err = r.tally(c, f); err != nil {
			return err
		}
	}
	if err := r.learnFrom(c, f, tally); err != nil {
		return err
	}
	if r.Expected = r.expected(f, tally); r.Expected != nil && r.Expected.Known() {
		half := (r.Expected.High - r.Expected.Low) / 2
		for _, n := range []int{20, 50, 100} {
			if next := tally.Narrowed(n); n < tally.Unknown() && next < half-.005 { // which shows in whole percents
				r.Expected.Narrow = append(r.Expected.Narrow, result.Narrowed{Tasks: n, Half: next})
				half = next
			}
		}
	}
	if r.Expected.Known() && r.Expected.Unknown > 0 { // nothing is promised where nothing shows how right labels are
		r.Look, err = r.listing().Look(c, (1-tally.Open())*float64(tally.Unknown()))
	}
	return err
}

// tally counts the answers, and those whose truth is known.
func (r *Result) tally(c *job.Job, f *footing) (*calibrate.Tally, error) {
	t := &calibrate.Tally{Prior: f.prior}
	known, probability := r.knowledge(), r.probability(f)
	err := c.Over(r.Data.Tasks, func(i int) {
		switch truth, told := known(i); {
		case r.Answers.Votes(i) == 0:
		case told:
			t.Tell()
		case truth == crowd.Unknown:
			t.Add(probability(i))
		default:
			t.Check(probability(i), truth == r.Answers.Label[i])
		}
	})
	return t, err
}

// learnFrom calibrates the probabilities on a footing and what is known of the truth.
func (r *Result) learnFrom(c *job.Job, f *footing, t *calibrate.Tally) error {
	a := r.Answers
	learnt, err := f.calibration.Learn(&a.Data.Labels, a.Result.Posterior, r.sampled(), lots(a), c.Turn)
	if err != nil {
		return err
	}
	if t != nil && t.Checked() > 0 && t.Unknown() > 0 && !learnt.Silent {
		known := r.knowledge()
		learnt.Aim(&r.Data.Labels, a.Posterior, func(i int) (int32, bool) {
			truth, told := known(i)
			return a.Label[i], !told && truth == crowd.Unknown
		}, t.Open())
	}
	return a.Calibrate(learnt, c.Turn)
}

// expected puts what is expected in words.
func (r *Result) expected(f *footing, t *calibrate.Tally) *result.Expected {
	x, e := t.Expect(), f.evidence
	if math.IsNaN(x.Value) {
		return nil
	}
	out := &result.Expected{
		Labelled: t.All(), Checked: t.Checked(), Unknown: t.Unknown(), Learnt: r.Answers.Calibration.Known, Shown: result.Shown{
			Tasks: e.Tasks, Overlap: e.Overlap, PerTask: e.PerTask,
		},
	}
	if s := &out.Shown; e.Overlap > 0 {
		s.Agreement, s.Chance, s.Unanimous = e.Agreement, e.Chance, e.Unanimous
		s.Low, s.High = max(0, e.Agreement-1.96*e.Error), min(1, e.Agreement+1.96*e.Error)
		s.ByChance = e.ByChance()
	}
	if f.calibration.Silent && t.Unknown() > 0 {
		out.Say(r.Data.Classes)
		return out
	}
	out.Value, out.Low, out.High, out.Alone = x.Value, x.Low, x.High, f.prior.Independent
	out.Say(r.Data.Classes)
	return out
}

// knowledge returns what is known of a task: its truth, or crowd.Unknown, and whether the method was told it.
func (r *Result) knowledge() func(i int) (truth int32, told bool) {
	told := r.Data.Gold
	if told == nil {
		told = r.Of.Reviewed(nil)
	}
	sampled := r.sampled()
	return func(i int) (int32, bool) {
		switch {
		case told != nil && told[i] != crowd.Unknown:
			return told[i], true
		case sampled != nil:
			return sampled[i], false
		}
		return crowd.Unknown, false
	}
}

// sampled returns the classes that are known of tasks which stand for all: by the file of truth, and by the user's check; nil: none.
func (r *Result) sampled() []int32 {
	if r.truth == nil {
		return r.Of.Checked(nil)
	}
	return r.Of.Checked(r.truth.Class)
}

// known returns the classes that are known, by the method or as a truth; nil: none.
func (r *Result) known() []int32 {
	known, out := r.knowledge(), make([]int32, r.Data.Tasks)
	for i := range out {
		out[i], _ = known(i)
	}
	return out
}

// probability returns the probability of the label of a task on a footing. Those on the screen may have learnt from the truths that
// are to check them here.
func (r *Result) probability(f *footing) func(i int) float64 {
	q := make([]float64, r.Data.Classes)
	return func(i int) float64 {
		if f.calibration.Silent {
			f.calibration.Base(&r.Data.Labels, i, r.Answers.Posterior(i), q)
		} else {
			f.calibration.Row(&r.Data.Labels, i, r.Answers.Posterior(i), q)
		}
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
	drawn, _, err := r.drawRandom(c, n)
	if err != nil {
		return nil, err
	}
	names, sampled := r.Answers.TaskNames(), r.sampled()
	var list iter.Seq[[]string] = func(yield func([]string) bool) {
		for i := range sampled {
			if sampled[i] != crowd.Unknown && !yield([]string{names.At(i), r.className(sampled[i])}) {
				return
			}
		}
		rows(len(drawn), func(n int) []string { return []string{names.At(int(drawn[n])), ""} })(yield)
	}
	return export.Rows(wire.FileSample, []string{"task", "truth"}, list, safe), nil
}

// drawRandom draws n of the tasks of unknown truth, and says how many of these there are.
func (r *Result) drawRandom(c *job.Job, n int) (drawn []int32, all int, err error) {
	known, probability := r.knowledge(), r.probability(r.footing)
	order, err := sorting.ByNumber(r.Data.Tasks, func(i int) float64 {
		if truth, _ := known(i); truth != crowd.Unknown || r.Answers.Votes(i) == 0 {
			return math.NaN() // comes last
		}
		all++
		return probability(i)
	}, false, c.Turn)
	if err != nil {
		return nil, 0, err
	}
	for _, place := range calibrate.Draw(all, n, r.settings.Seed) {
		drawn = append(drawn, order[place])
	}
	return drawn, all, nil
}
