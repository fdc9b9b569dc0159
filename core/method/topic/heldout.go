package topic

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/internal/humanize"
)

// The bound of a supervised topic model goes on rising while its predictions get worse: it has hundreds of words of a text to explain,
// and a few labels. So a fit stops by labels held out. A second fit, the trial, learns from nine tenths of the labelled texts, two
// steps ahead for each step of the fit to all of them, and after 1, 2, 4, 8 … passes over the texts it predicts the labels of the
// others. Where it predicts them worse than at its best look, by more than the standard error of the difference over the texts, it is
// over; so it is where three looks in a row tell nothing. The fit has then made half as many steps as the trial, and ends: with as
// many as were best, or with more that are as good as the labels can tell. Where labels are mostly wrong they tell little, and more
// steps go on to help. The answer so comes from all labels, at three times the cost of its steps.

const (
	heldShare  = 10   // one in so many labelled texts is held out
	heldLeast  = 20   // of fewer texts, which of two fits predicts better is chance
	heldLooks  = 3    // in a row may tell nothing
	heldSlack  = 1e-9 // losses are of the order of one; what differs by less is equal
	heldStream = 0x68656c64
	aheadOf    = 2 // steps of the trial for each step of the fit
)

// trial is a fit that can tell how badly it predicts texts that it has not seen.
type trial interface {
	step() (fit.Step, error)
	loss(held *crowd.Dataset) ([]float64, error) // of each text
}

// validation watches a fit by labels held out.
type validation struct {
	rest, held *crowd.Dataset // held is nil where there are too few labels to hold some out
	unit       int            // steps in which a fit sees every text
	limit      int            // of the steps of the fit
	settings   fit.Settings
	notes      []error

	ahead *course // of the trial; nil: nothing is watched
	done  int     // steps of the fit
}

// newValidation holds labels out if the rule to stop by, or the search for settings, asks for them.
func newValidation(d *crowd.Dataset, p Prior, s fit.Settings) *validation {
	v := &validation{settings: s, limit: s.MaxSteps, unit: 1}
	if p.Batch > 0 {
		v.unit = (d.Tasks + p.Batch - 1) / p.Batch
	}
	if v.watches() || p.Tune {
		v.rest, v.held = holdOut(d, s.Seed)
	}
	if v.held == nil && (s.Stop == fit.Settled || p.Tune) {
		without := "it stops by the papers’ rule"
		if p.Tune {
			without = "it searches for no settings"
		}
		v.note("too few different texts have labels to hold a tenth of them out (that takes %d): %s", heldShare*heldLeast, without)
	}
	return v
}

func (v *validation) note(format string, args ...any) {
	v.notes = append(v.notes, fmt.Errorf(format, args...))
}

// watches reports whether the fit ends by a rule rather than after as many steps as were asked for.
func (v *validation) watches() bool {
	return v.settings.Stop == fit.Settled || v.settings.Stop == fit.Paper && v.settings.Tolerance > 0
}

// watch begins the trial.
func (v *validation) watch(begin func(rest *crowd.Dataset) trial) {
	if v.held != nil && v.watches() {
		v.ahead = &course{trial: begin(v.rest), held: v.held, next: v.unit}
	}
}

// follow has the trial keep ahead of a step of the fit.
func (v *validation) follow(s fit.Step, err error) (fit.Step, error) {
	v.done++
	for n := 0; v.ahead != nil && n < aheadOf && !v.ahead.over(); n++ {
		if _, failed := v.ahead.step(); failed != nil {
			v.ahead = nil
			v.note("a fit without the labels held out failed (%w): it stops by the papers’ rule", failed)
		}
	}
	return s, err
}

// Overfits implements fit.Validator.
func (v *validation) Overfits() bool {
	return v.ahead != nil && v.ahead.over() && v.done >= v.ahead.best
}

// Warnings implements fit.Warner.
func (v *validation) Warnings() []error {
	out := slices.Clone(v.notes)
	if v.Overfits() && v.ahead.worse && v.done == v.limit && v.done > v.ahead.best {
		out = append(out, fmt.Errorf("it ended at its limit of %s, and predicted labels held out best after %s: new texts are predicted better "+
			"with so many, or with the default rule to stop by", humanize.Count(v.limit, "step"), humanize.Count(v.ahead.best, "step")))
	}
	return out
}

// course is a trial on its way.
type course struct {
	trial trial
	held  *crowd.Dataset
	made  int       // steps
	next  int       // after how many it is looked at
	best  int       // and after how many it predicted best,
	least []float64 // with these losses
	alike int       // looks in a row that were no better, as far as can be told
	worse bool      // than at its best
}

// over reports whether more steps of the trial would tell nothing.
func (c *course) over() bool { return c.worse || c.alike == heldLooks }

func (c *course) step() (fit.Step, error) {
	s, err := c.trial.step()
	if c.made++; err != nil || c.made < c.next {
		return s, err
	}
	loss, err := c.trial.loss(c.held)
	if err != nil {
		return s, err
	}
	c.next = 2 * c.made
	more, half := c.rise(loss)
	if c.alike++; c.best == 0 || more < -half-heldSlack {
		c.alike = 0
	}
	if c.worse = more > half+heldSlack; c.best == 0 || more < 0 {
		c.best, c.least = c.made, loss
	}
	return s, nil
}

// rise returns by how much losses are above those of the best look, in the mean, and its standard error over the texts.
func (c *course) rise(loss []float64) (mean, err float64) {
	if c.best == 0 {
		return 0, 0
	}
	n := float64(len(loss))
	for i, x := range loss {
		mean += (x - c.least[i]) / n
	}
	for i, x := range loss {
		err += (x - c.least[i] - mean) * (x - c.least[i] - mean)
	}
	return mean, math.Sqrt(err / (n * max(n-1, 1)))
}

// holdOut parts the texts into those to learn from and a tenth of those with labels. A hash of its words decides about a text, so
// neither the order of the texts nor a copy of a text matters. There is no held if that leaves too few.
func holdOut(d *crowd.Dataset, seed uint64) (rest, held *crowd.Dataset) {
	hash := make([]uint64, d.Tasks)
	var labelled []int
	for i := range hash {
		if hash[i] = content(d.Words, i, seed^heldStream); d.HasEvidence(i) && d.Words.Start[i] < d.Words.Start[i+1] {
			labelled = append(labelled, i)
		}
	}
	n := len(labelled) / heldShare
	if n < heldLeast {
		return d, nil
	}
	slices.SortFunc(labelled, func(a, b int) int { return cmp.Compare(hash[a], hash[b]) })
	limit := hash[labelled[n]] // of copies that lie across it all are learned from
	ask := labelled[:0]
	for _, i := range labelled {
		if hash[i] < limit {
			ask = append(ask, i)
		}
	}
	if len(ask) < heldLeast {
		return d, nil
	}
	slices.Sort(ask)
	learn := make([]int, 0, d.Tasks-len(ask))
	for i := range d.Tasks {
		if _, out := slices.BinarySearch(ask, i); !out {
			learn = append(learn, i)
		}
	}
	return pick(d, learn), pick(d, ask)
}

// pick returns these tasks with their labels, known classes and words.
func pick(d *crowd.Dataset, tasks []int) *crowd.Dataset {
	out := &crowd.Dataset{Labels: crowd.Labels{Tasks: len(tasks), Workers: d.Workers, Classes: d.Classes, Start: []int32{0}}}
	labels, words := 0, 0
	for _, i := range tasks {
		from, to := d.Of(i)
		labels, words = labels+to-from, words+int(d.Words.Start[i+1]-d.Words.Start[i])
	}
	out.Worker = make([]int32, 0, labels)
	out.Words = &crowd.Words{Terms: d.Words.Terms, Start: []int32{0}, Term: make([]int32, 0, words), Count: make([]int32, 0, words)}
	if d.Numeric() {
		out.Value = make([]float64, 0, labels)
	} else {
		out.Class = make([]uint16, 0, labels)
	}
	for _, i := range tasks {
		from, to := d.Of(i)
		out.Worker = append(out.Worker, d.Worker[from:to]...)
		if d.Numeric() {
			out.Value = append(out.Value, d.Value[from:to]...)
		} else {
			out.Class = append(out.Class, d.Class[from:to]...)
		}
		out.Start = append(out.Start, int32(len(out.Worker)))
		if d.Gold != nil {
			out.Gold = append(out.Gold, d.Gold[i])
		}
		a, b := d.Words.Start[i], d.Words.Start[i+1]
		out.Words.Term, out.Words.Count = append(out.Words.Term, d.Words.Term[a:b]...), append(out.Words.Count, d.Words.Count[a:b]...)
		out.Words.Start = append(out.Words.Start, int32(len(out.Words.Term)))
	}
	return out
}
