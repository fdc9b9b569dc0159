package advise

import (
	"fmt"
	"iter"
	"math"
	"strings"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/metric"
)

// Candidate is a method to compare.
type Candidate struct {
	Name   string
	Method fit.Method
}

// Scored is what a candidate earned.
type Scored struct {
	Name  string
	Score *metric.HeldOutScore // nil where Err
	Err   error                // why the method could not be fitted
	Lost  int                  // the class that it has lost, -1: none
	// Behind is how much worse than the recommended method it predicts, task
	// by task; SE is that of the difference.
	Behind metric.Figure
}

// Advice is the outcome of a comparison.
type Advice struct {
	Scored []Scored // in the order of the candidates
	Best   int      // the recommended one; -1: there is none
	Close  []int    // those that can't be told from it: Behind is less than two standard errors
}

// Comparison cross-validates candidates one after the other. It is not for
// concurrent use.
//
// The method that predicts the labels of whole hidden tasks best is
// recommended, of those that have lost no class. A method has lost a class if
// the tasks it puts there (one in a hundred or more of all labels) are hardly
// ever labelled so, less than half as often as guessing would: it has found
// some pattern in the labels, perhaps "hard", and nothing ties it to the name.
// Such patterns can predict labels well, which is why prediction alone can't be
// trusted there.
type Comparison struct {
	d          *crowd.Dataset
	candidates []Candidate
	held       metric.HeldOut
	settings   fit.Settings
	at         *metric.Validation
	scored     []Scored
}

// Progress tells how far a comparison is.
type Progress struct {
	Candidate   int
	Fold, Folds int
	Step        fit.Step
}

// Compare prepares a comparison. Candidates that can't run on d get an Err.
func Compare(d *crowd.Dataset, candidates []Candidate, seed uint64, s fit.Settings) *Comparison {
	return &Comparison{d: d, candidates: candidates, held: metric.HeldOut{WholeTasks: true, Seed: seed}, settings: s}
}

// Steps goes through all fits of all candidates and yields each step. Breaking
// off and ranging again goes on where it was.
func (c *Comparison) Steps() iter.Seq[Progress] {
	return func(yield func(Progress) bool) {
		for len(c.scored) < len(c.candidates) {
			now := c.candidates[len(c.scored)]
			if c.at == nil {
				c.at = metric.Validate(c.d, now.Method, c.held, c.settings)
			}
			for step := range c.at.Steps() {
				fold, folds := c.at.Folds()
				if !yield(Progress{len(c.scored), fold, folds, step}) {
					return
				}
			}
			s := Scored{Name: now.Name, Lost: -1}
			if s.Score, s.Err = c.at.Result(); s.Err == nil {
				s.Lost = lost(s.Score)
			}
			c.scored, c.at = append(c.scored, s), nil
		}
	}
}

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

// Advice returns what the candidates done so far say.
func (c *Comparison) Advice() *Advice {
	a := &Advice{Scored: append([]Scored(nil), c.scored...), Best: -1}
	top := math.Inf(-1)
	for n, s := range a.Scored {
		if s.Err == nil && s.Lost < 0 && s.Score.Mean.Defined() && s.Score.Mean.Value > top {
			a.Best, top = n, s.Score.Mean.Value
		}
	}
	if a.Best < 0 {
		return a
	}
	best := a.Scored[a.Best].Score
	for n := range a.Scored {
		s := &a.Scored[n]
		if s.Err != nil || n == a.Best {
			continue
		}
		s.Behind = s.Score.Less(best)
		if s.Lost < 0 && s.Behind.Value < 2*s.Behind.SE {
			a.Close = append(a.Close, n)
		}
	}
	return a
}

// Sentence recommends a method and says how sure that is. title names a
// candidate for people.
func (a *Advice) Sentence(title func(int) string) string {
	if a.Best < 0 {
		return "No method can be recommended: none could be fitted to parts of these labels and predict the rest."
	}
	first := fmt.Sprintf("Use %s: it predicts the labels of hidden tasks best", title(a.Best))
	rivals := 0
	for n, s := range a.Scored {
		if n != a.Best && s.Err == nil && s.Lost < 0 {
			rivals++
		}
	}
	switch {
	case rivals == 0:
		return first + ", and there is nothing to compare it with."
	case len(a.Close) == 0:
		return first + ", clearly better than every other method (by more than two standard errors)."
	case len(a.Close) == rivals:
		return first + ", but no method is clearly worse: these labels don't tell them apart."
	}
	var names []string
	for _, n := range a.Close {
		names = append(names, title(n))
	}
	last := names[len(names)-1]
	if len(names) > 1 {
		last = strings.Join(names[:len(names)-1], ", ") + " and " + last
	}
	return fmt.Sprintf("%s. %s can't be told from it (the difference is less than two standard errors); the others are clearly worse.", first, last)
}
