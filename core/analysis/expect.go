package analysis

import (
	"errors"
	"math"

	"concord/core/api"
	"concord/core/calibrate"
	"concord/core/crowd"
	"concord/core/export"
	"concord/core/fit"
	"concord/core/job"
	"concord/core/panel"
	"concord/core/sheet"
)

// foot finds the footing of the answers: without evidence where a task may have several labels, or nothing is known of the posteriors of
// the method.
func (r *Result) foot(c *job.Job, a *export.Answers) (*calibrate.Footing, error) {
	gold := r.Of.Reviewed(r.Data.Gold)
	if !r.Of.Can(api.AskExpect) || r.Entry.Curve.Slope == 0 {
		return &calibrate.Footing{Calibration: calibrate.New(r.Entry.Curve, gold, nil)}, nil
	}
	var known []int32 // of a file: tasks that were judged here are no sample of all
	if g := r.Session.Gold; g != nil {
		known = g.Class
	}
	e, err := calibrate.Observe(r.Data, known, c.Turn)
	if err != nil {
		return nil, err
	}
	if r.dependence, err = r.measure(c, a.Result, known); err != nil {
		return nil, err
	}
	if tell := r.teller(a); tell != nil && e.Speaks() {
		if r.alone, err = e.ErrAlone(r.answers(a), tell, c.Turn); err != nil {
			return nil, err
		}
	}
	return e.Foot(r.answers(a), c.Turn)
}

// answers are a's as package calibrate takes them.
func (r *Result) answers(a *export.Answers) *calibrate.Answers {
	out := &calibrate.Answers{
		Curve: r.Entry.Curve, Data: r.Data, Gold: r.Of.Reviewed(r.Data.Gold), Row: a.Posterior, Label: a.Label, Alone: r.alone,
	}
	if p := r.dependence; p != nil && p.Accuracy.Defined() {
		out.Said = &calibrate.Interval{Value: p.Accuracy.Value, Low: p.Accuracy.Low, High: p.Accuracy.High}
	}
	return out
}

// measure finds out how far workers share their mistakes who are few and label most of the tasks, by the truths that are known; nil:
// they are a crowd.
func (r *Result) measure(c *job.Job, found *fit.Result, known []int32) (*panel.Dependence, error) {
	judges := panel.Judges(&r.Data.Labels)
	if len(judges) < 2 || r.Data.Anonymous {
		return nil, nil
	}
	return panel.Measure(&panel.Panel{Labels: &r.Data.Labels, Judges: judges, Truth: known, Copies: alike(found)}, c.Turn)
}

// alike returns the workers whom a fit counts as one.
func alike(found *fit.Result) (merged fit.Merged) {
	for _, w := range found.Warnings {
		if errors.As(w, &merged) {
			break
		}
	}
	return merged
}

// independent is the member of the consensus whose model takes workers to err on their own.
const independent = "hds"

// teller returns what tells the posteriors of a model that takes workers to err on their own; nil: the method has none.
func (r *Result) teller(a *export.Answers) func(d *crowd.Dataset, from int) []float64 {
	if !r.Entry.Pooled {
		if r.Entry.Curve.Votes == 0 { // shares of votes
			return nil
		}
		return func(d *crowd.Dataset, from int) (q []float64) {
			for i := range d.Tasks {
				q = append(q, a.Posterior(from+i)...)
			}
			return q
		}
	}
	for _, m := range r.members {
		if m.Name == independent && r.Data.Predictions == nil { // its model knows nothing of those
			return func(d *crowd.Dataset, _ int) []float64 { return m.Tell(d) }
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
	if f.Evidence == nil {
		return r.learnFrom(c, f, nil)
	}
	tally, err := r.tally(c, f)
	if err != nil {
		return err
	}
	if f.Calibration.Silent && tally.Checked() >= leastChecked {
		// Truths alone say how accurate workers are.
		e, err := calibrate.Observe(r.Data, r.known(), c.Turn)
		if err != nil {
			return err
		}
		e.Drawn()
		if f, err = e.Foot(r.answers(a), c.Turn); err != nil {
			return err
		}
		f.Prior = calibrate.Unknown()
		if tally, err = r.tally(c, f); err != nil {
			return err
		}
	}
	if err := r.learnFrom(c, f, tally); err != nil {
		return err
	}
	by := r.dependence
	if tally.Checked() > 0 && by != nil {
		if by, err = r.measure(c, a.Result, r.byHand()); err != nil {
			return err
		}
	}
	if r.Expected = r.expected(f, tally, by); r.Expected != nil && r.Expected.Known() {
		half := (r.Expected.High - r.Expected.Low) / 2
		for _, n := range []int{20, 50, 100} {
			if next := tally.Narrowed(n); n < tally.Unknown() && next < half-.005 { // which shows in whole percents
				r.Expected.Narrow = append(r.Expected.Narrow, api.Narrowed{Tasks: n, Half: next})
				half = next
			}
		}
	}
	if r.Expected.Known() && r.Expected.Unknown > 0 { // nothing is promised where nothing shows how right labels are
		r.Look, err = r.look(c, (1-tally.Open())*float64(tally.Unknown()))
	}
	return err
}

// tally counts the answers, and those whose truth is known.
func (r *Result) tally(c *job.Job, f *calibrate.Footing) (*calibrate.Tally, error) {
	t := &calibrate.Tally{Prior: f.Prior}
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
func (r *Result) learnFrom(c *job.Job, f *calibrate.Footing, t *calibrate.Tally) error {
	a := r.Answers
	truth := r.sampled()
	if truth == nil && a.Calibration == f.Calibration {
		return nil
	}
	learnt, err := f.Calibration.Learn(&a.Data.Labels, a.Result.Posterior, truth, lots(a), c.Turn)
	if err != nil {
		return err
	}
	if t != nil && !learnt.Silent && t.All() > 0 {
		learnt.Spread = t.Expect().Spread()
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
func (r *Result) expected(f *calibrate.Footing, t *calibrate.Tally, by *panel.Dependence) *api.Expected {
	x, e := t.Expect(), f.Evidence
	if math.IsNaN(x.Value) {
		return nil
	}
	out := &api.Expected{
		Labelled: t.All(), Checked: t.Checked(), Unknown: t.Unknown(), Learnt: r.Answers.Calibration.Known, Shown: api.Shown{
			Tasks: e.Tasks, Overlap: e.Overlap, PerTask: e.PerTask,
		},
	}
	if s := &out.Shown; e.Overlap > 0 {
		s.Agreement, s.Chance, s.Unanimous = e.Agreement, e.Chance, e.Unanimous
		s.Low, s.High = max(0, e.Agreement-1.96*e.Error), min(1, e.Agreement+1.96*e.Error)
		s.ByChance, s.Contrary, s.Partly, s.Agrees = e.ByChance(), e.Contrary, e.Partly, e.Agrees()
	}
	if by != nil && by.Effective.Defined() && !f.Calibration.Silent {
		out.Shown.Judges, out.Shown.Effective = by.Judges, by.Effective
	}
	if f.Calibration.Silent && t.Unknown() > 0 {
		out.Say(r.Data.Classes, 0, 0)
		return out
	}
	out.Value, out.Low, out.High, out.Alone = x.Value, x.Low, x.High, f.Prior.Independent
	open := t.OfOpen(x)
	out.Say(r.Data.Classes, open.Value, open.Low)
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
func (r *Result) probability(f *calibrate.Footing) func(i int) float64 {
	if r.Answers.Calibration == f.Calibration && !f.Calibration.Silent {
		return func(i int) float64 { return r.Answers.Right[i] }
	}
	q := make([]float64, r.Data.Classes)
	return func(i int) float64 {
		if f.Calibration.Silent {
			f.Calibration.Base(&r.Data.Labels, i, r.Answers.Posterior(i), q)
		} else {
			f.Calibration.Row(&r.Data.Labels, i, r.Answers.Posterior(i), q)
		}
		return q[r.Answers.Label[i]]
	}
}

// Sample returns a table of n tasks to check, drawn at random: task, what workers saw of it unless the table is bare, and truth. The
// truth that is known already comes first, so
// that the list can take the place of a file of truth; that of the others is left to be filled in.
//
// All tasks of unknown truth are equally likely to be drawn, so that whatever is measured on the sample holds for all of them,
// of this result and of others: it needs no weights. They are drawn from strata of equal probability, of equal size. Drawing
// by √(p(1 − p)) would narrow the interval by some 3 % (docs/calibration.md), and would skew every other figure. As the order is
// random, too, a list that is filled in down to some row is a sample just as good, if smaller.
func (r *Result) Sample(c *job.Job, n int, bare bool) (*sheet.Table, error) {
	if r.Expected == nil || n <= 0 {
		return nil, api.Refuse("There is nothing to check: that takes labels that are classes, one a task, and how many tasks to draw.")
	}
	drawn, _, err := r.drawRandom(c, n)
	if err != nil {
		return nil, err
	}
	var known []int
	sampled := r.sampled()
	for i := range sampled {
		if sampled[i] != crowd.Unknown {
			known = append(known, i)
		}
	}
	task := func(row int) int {
		if row < len(known) {
			return known[row]
		}
		return int(drawn[row-len(known)])
	}
	truth := sheet.Text("truth", "", func(row int) string {
		if row < len(known) {
			return r.className(sampled[known[row]])
		}
		return ""
	}, nil)
	return r.listed(c, &sheet.Table{Name: api.FileSample, Size: len(known) + len(drawn)}, task, bare, truth)
}

// listed gives a table a column of tasks, those of what workers saw of them unless it is bare, and others. task is the task of a row.
func (r *Result) listed(c *job.Job, t *sheet.Table, task func(row int) int, bare bool, others ...*sheet.Column) (*sheet.Table, error) {
	var content *export.Content
	if !bare {
		var err error
		if content, err = r.content(c, true); err != nil {
			return nil, err
		}
	}
	names := r.Answers.TaskNames()
	t.Columns = content.Beside(sheet.Row("task", "", names, task), others, func(row int) string { return names.At(task(row)) })
	return t, nil
}

// Checks returns a table of n tasks on which the result and the majority vote differ, for somebody to fill in the truth.
func (r *Result) Checks(c *job.Job, n int, bare bool) (*sheet.Table, error) {
	if name := r.Entry.Name; name != api.MethodDefault {
		return nil, api.Refuse("These checks choose between %s and the majority vote: run that method first, not %s.", api.MethodDefault, name)
	}
	drawn, err := r.Draw(c, &api.Draw{Count: n, Differ: true})
	if err != nil {
		return nil, err
	}
	text := func(name string, of func(row int) string) *sheet.Column { return sheet.Text(name, "", of, nil) }
	return r.listed(c, &sheet.Table{Name: api.FileChecks, Size: len(drawn.Tasks)}, func(row int) int { return drawn.Tasks[row].Task }, bare,
		text(api.MethodDefault, func(row int) string { return drawn.Tasks[row].Label }),
		text(api.MethodBaseline, func(row int) string { return drawn.Tasks[row].Vote }), text("truth", func(int) string { return "" }))
}

// drawRandom draws n of the tasks of unknown truth, and says how many of these there are.
func (r *Result) drawRandom(c *job.Job, n int) (drawn []int32, all int, err error) {
	known, probability := r.knowledge(), r.probability(r.footing)
	order, err := sheet.ByNumber(r.Data.Tasks, func(i int) float64 {
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
