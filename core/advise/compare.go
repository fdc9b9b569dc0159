package advise

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/metric"
)

// Candidate is a method to compare.
type Candidate struct {
	Name    string
	Method  fit.Method
	Default bool // for these labels: recommended, whatever predicts hidden ones better
}

// Scored is what a candidate earned.
type Scored struct {
	Err  error // why the method could not be fitted; the rest is empty then
	Lost int   // the class that it has lost, -1: none

	Tasks  *metric.HeldOutScore // by hidden tasks; by hidden labels where labels are numbers
	Behind api.Mean             // how much worse than the best by Tasks, task by task; SE is that of the difference
	Labels *metric.HeldOutScore // by hidden labels; nil where the method is not on the short list
}

// Advice is the outcome of a comparison.
type Advice struct {
	Scored []Scored // in the order of the candidates
	Best   int      // the recommended one; -1: there is none
	Ahead  int      // the one that predicts best; -1: there is none
	Short  []int    // the short list, Best among it, in the order of the candidates
	Near   []int    // those off the short list that are less than two standard errors behind
}

// Comparison cross-validates candidates one after the other. It is not safe for
// concurrent use.
//
// The short list holds the method that predicts the labels of whole hidden tasks best
// and those at most one standard error of the difference behind (the one-standard-error
// rule of Breiman et al. 1984, section 3.4.3). Of these, the one that predicts single
// hidden labels best is ahead. The first round tests how well the answers tell
// workers apart, given all labels of a task; the second what the posterior is worth.
//
// But where there is a default, that is recommended. Shared mistakes are predictable, too: hidden labels prefer another method to
// the consensus on most real crowds, also where it is ten points worse, and no bound on how far ahead it must be gains anything
// (docs/advice.md). The method that predicts best is only named.
//
// A method that has lost a class is never recommended: the tasks it puts there (at least
// one in a hundred labels) are labelled so less than half as often as by guessing. It has
// found some other pattern, perhaps "hard". Such patterns can predict labels well, so
// prediction alone can't be trusted there.
type Comparison struct {
	// Pause is called from time to time between steps (nil: never). Once it has returned an error the comparison is invalid.
	Pause func() error

	d          *crowd.Dataset
	candidates []Candidate
	seed       uint64
	settings   fit.Settings
	at         *metric.Validation
	scored     []Scored
	short      []int // nil before all candidates have been scored by tasks
	labelled   int   // of the short list, those scored by labels
}

// Compare prepares a comparison. Candidates that can't run on d get an Err.
func Compare(d *crowd.Dataset, candidates []Candidate, seed uint64, s fit.Settings) *Comparison {
	return &Comparison{d: d, candidates: candidates, seed: seed, settings: s}
}

// Steps runs all fits of all candidates and yields the number of the candidate with each step. After breaking out of the loop, ranging
// again resumes.
func (c *Comparison) Steps() iter.Seq2[int, fit.Step] {
	return func(yield func(int, fit.Step) bool) {
		for len(c.scored) < len(c.candidates) {
			n := len(c.scored)
			score, err, stopped := c.validate(n, metric.HeldOut{WholeTasks: true, Seed: c.seed, Pause: c.Pause}, yield)
			if stopped {
				return
			}
			s := Scored{Tasks: score, Err: err, Lost: -1}
			if err == nil {
				s.Lost = lost(score)
			}
			c.scored = append(c.scored, s)
		}
		if c.short == nil {
			c.short = c.shortList()
		}
		for c.labelled < len(c.short) && len(c.short) > 1 && !c.d.Numeric() {
			n := c.short[c.labelled]
			score, err, stopped := c.validate(n, metric.HeldOut{Seed: c.seed, Pause: c.Pause}, yield)
			if stopped {
				return
			}
			c.scored[n].Labels, c.scored[n].Err = score, err
			c.labelled++
		}
	}
}

// validate runs one validation, unless yield stops it.
func (c *Comparison) validate(n int, h metric.HeldOut, yield func(int, fit.Step) bool) (
	score *metric.HeldOutScore, err error, stopped bool,
) {
	if c.at == nil {
		c.at = metric.Validate(c.d, c.candidates[n].Method, h, c.settings)
	}
	for step := range c.at.Steps() {
		if !yield(n, step) {
			return nil, nil, true
		}
	}
	score, err = c.at.Result()
	c.at = nil
	return score, err, false
}

// shortList returns the best by tasks and those within one standard error, and sets everybody's Behind.
func (c *Comparison) shortList() []int {
	best, top := -1, math.Inf(-1)
	for n, s := range c.scored {
		if s.able() && s.Tasks.Mean.Value > top {
			best, top = n, s.Tasks.Mean.Value
		}
	}
	short := []int{}
	for n := range c.scored {
		s := &c.scored[n]
		if best < 0 || s.Err != nil || !s.Tasks.Mean.Defined() {
			continue
		}
		if n != best {
			s.Behind = s.Tasks.Less(c.scored[best].Tasks)
		}
		if s.able() && s.Behind.Value <= s.Behind.SE {
			short = append(short, n)
		}
	}
	return short
}

// able reports whether a method can be recommended.
func (s *Scored) able() bool { return s.Err == nil && s.Lost < 0 && s.Tasks.Mean.Defined() }

// lost returns the most frequent class that a method has lost, or -1.
func lost(s *metric.HeldOutScore) int {
	worst, k := -1, float64(len(s.Share))
	for c, share := range s.Share {
		if share >= 0.01 && s.Own[c] < 0.5/k && (worst < 0 || share > s.Share[worst]) {
			worst = c
		}
	}
	return worst
}

// Advice returns the outcome, once Steps has come to its end.
func (c *Comparison) Advice() *Advice {
	a := &Advice{Scored: slices.Clone(c.scored), Ahead: -1, Short: c.short}
	top := math.Inf(-1)
	for _, n := range c.short {
		s := &c.scored[n]
		if s.Err != nil {
			continue
		}
		value := -s.Behind.Value
		if s.Labels != nil && s.Labels.Mean.Defined() {
			value = s.Labels.Mean.Value
		}
		if value > top {
			a.Ahead, top = n, value
		}
	}
	a.Best = a.Ahead
	for n := range c.scored {
		s := &c.scored[n]
		if c.candidates[n].Default && s.able() {
			a.Best = n
		}
		if s.able() && s.Behind.Value > s.Behind.SE && s.Behind.Value < 2*s.Behind.SE {
			a.Near = append(a.Near, n)
		}
	}
	return a
}

// Sentence recommends a method and says how certain that is. title is the name of a candidate for people.
func (a *Advice) Sentence(title func(int) string) string {
	if a.Best < 0 {
		return "No method can be recommended: none could be fitted to a part of these labels and predict the rest."
	}
	able := 0
	for _, s := range a.Scored {
		if s.able() {
			able++
		}
	}
	use := "Use " + title(a.Best)
	switch {
	case able == 1:
		return use + ": there is nothing to compare it with."
	case a.Ahead != a.Best:
		return use + ", the default: it is seldom far from the best. " + title(a.Ahead) + " predicts hidden labels best here, but on real " +
			"crowds whose truth is known such scores chose no better methods, since shared mistakes are predictable, too. Check the tasks " +
			"where the two differ to know."
	case len(a.Short) == 1 && len(a.Near) == 0:
		return use + ": it predicts the labels of hidden tasks clearly better than every other method (by more than two standard errors)."
	case len(a.Short) == 1:
		return fmt.Sprintf("%s: it predicts the labels of hidden tasks best, though not by much: %s within two standard errors.", use,
			come(list(a.Near, title)))
	case len(a.Short) == able:
		return use + ": it predicts single hidden labels best, but these labels hardly tell the methods apart (all are within one " +
			"standard error)."
	}
	return fmt.Sprintf("%s: %s predict the labels of hidden tasks about equally well (within one standard error), and of these it "+
		"predicts single hidden labels best.",
		use, strings.Join(list(a.Short, title), ", "))
}

// list names candidates.
func list(which []int, title func(int) string) []string {
	var names []string
	for _, n := range which {
		names = append(names, title(n))
	}
	return names
}

// come joins names with their verb.
func come(names []string) string {
	if len(names) == 1 {
		return names[0] + " comes"
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1] + " come"
}
