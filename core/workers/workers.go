// Package workers sums up how the workers of a crowd stand: how accurate each is, what speaks against them, what changes without
// them, and into which tier they fall. The table of workers, its download, the report and the page all show the same.
package workers

import (
	"fmt"
	"math"
	"slices"

	"concord/core/advise"
	"concord/core/api"
	"concord/core/calibrate"
	"concord/core/crowd"
	"concord/core/metric"
	"concord/internal/humanize"
)

// Cohort is the labels by which workers are judged, and what is known of each worker by them.
type Cohort struct {
	Data     *crowd.Dataset
	Accuracy []calibrate.Interval // by worker
	Judged   []advise.Worker      // by worker; nil: not yet, or there are too many labels
	Compared int                  // tasks on which copying was looked for
	Took     []float32            // seconds that each label took; nil: unknown
}

// Crowd is what all of them have in common.
type Crowd struct {
	Answers         []int32          // of each task, the class that the method says
	Truth           []int32          // of each task, crowd.Unknown where it isn't known; nil: of no task
	Each            int              // labels that make one answer of a worker: more than one where a task may have several classes
	Spread          float64          // standard deviation of the estimate of how many of all labels are right; NaN: there is none
	Chance          bool             // the workers agree no more than chance would
	Votes           bool             // labels compare two items, and a ranking of these judges the workers
	Pending         bool             // workers are still to be compared with each other: there are no verdicts and no tiers yet
	Workers, Labels func(int) string // names of the workers, and of the classes
}

// Standings are how the workers of a crowd stand.
type Standings struct {
	Crowd
	All     []api.Standing // by worker
	Average float64        // accuracy of a label of the crowd; 0: unknown
	Tiers   *api.Tiers
	Sampled string // what was found out by some of the tasks only, a sentence; empty: nothing
}

// averageLabels of the average worker are added to those of each one: as many as in the confusion matrices by which
// workers are judged (package advise). Measured on 262 workers of public sets, of whom all but 1, 3 or 8 labels were
// hidden: the root mean square error falls from 0.30, 0.19 and 0.15 to 0.16, 0.15 and 0.14.
const averageLabels = 2

// Stand returns how the workers stand by their own labels.
func Stand(of Crowd, c *Cohort) *Standings {
	s := &Standings{Crowd: of, All: make([]api.Standing, c.Data.Workers)}
	n := s.count(c)
	if !s.silent() {
		right := 0.0
		for j, given := range n.given {
			if given > 0 {
				right += c.Accuracy[j].Value * float64(given)
			}
		}
		s.Average = right / float64(max(1, c.Data.Len()))
	}
	below := s.below(c)
	for j := range s.All {
		s.stand(c, n, j, below[j])
	}
	if !s.Pending && !s.Votes { // tiers are of accuracies
		s.cut()
	}
	if c.Judged != nil && c.Compared < c.Data.Tasks {
		s.Sampled = fmt.Sprintf("Copying was checked on %s of %s, evenly spread.", humanize.Number(c.Compared),
			humanize.Count(c.Data.Tasks, "task"))
	}
	return s
}

// Exclude fills in how workers stand whose labels don't count, by a cohort in which they take part.
func (s *Standings) Exclude(workers []int, c *Cohort) {
	n, below := s.count(c), s.below(c)
	for _, j := range workers {
		s.stand(c, n, j, below[j])
		x := &s.All[j]
		x.Excluded, x.Turns, x.Gain, x.Tier, x.Verdict.Rank = true, 0, 0, "", rankExcluded
	}
}

// counts are what can be counted of each worker.
type counts struct {
	given, right, known []int     // labels; of them, those that are right; those whose truth is known
	seconds             []float64 // that a label takes, the median; 0: unknown
}

func (s *Standings) count(c *Cohort) *counts {
	d := c.Data
	n := &counts{make([]int, d.Workers), make([]int, d.Workers), make([]int, d.Workers), make([]float64, d.Workers)}
	took := make([][]float32, d.Workers)
	for i := range d.Tasks {
		from, to := d.Of(i)
		for at := from; at < to; at++ {
			j := d.Worker[at]
			n.given[j]++
			if s.Truth != nil && s.Truth[i] != crowd.Unknown {
				n.known[j]++
				if s.Truth[i] == int32(d.Class[at]) {
					n.right[j]++
				}
			}
			if c.Took != nil && c.Took[at] == c.Took[at] {
				took[j] = append(took[j], c.Took[at])
			}
		}
	}
	for j, x := range took {
		if slices.Sort(x); len(x) > 0 {
			n.seconds[j] = float64(x[(len(x)-1)/2]+x[len(x)/2]) / 2
		}
	}
	return n
}

// silent reports whether nothing can be said of how many labels are right.
func (s *Standings) silent() bool { return s.Votes || s.Chance || math.IsNaN(s.Spread) }

// stand fills in how worker j stands by what a cohort knows. below: the worker is below the average.
func (s *Standings) stand(c *Cohort, n *counts, j int, below bool) {
	x := &s.All[j]
	x.Labels = n.given[j] / max(1, s.Each)
	if n.given[j] == 0 {
		none := api.Undefined("the worker gave no labels")
		x.Accuracy, x.True, x.Others = none, none, none
		x.Verdict = api.Verdict{Kind: api.Silent, Says: "No " + s.nouns().label + "s"}
		return
	}
	x.True = metric.Wilson(float64(n.right[j]), n.known[j])
	x.Accuracy = api.Undefined("votes are a matter of opinion")
	if !s.Votes {
		right := 0.0
		if !s.silent() {
			right = c.Accuracy[j].Value
		}
		x.Accuracy = s.accuracy(right, n.given[j], x.True)
	}
	x.Others, x.Seconds = api.Undefined(s.unjudged()), n.seconds[j]
	if c.Judged != nil {
		w := &c.Judged[j]
		x.Others, x.Turns = w.Agreement, len(w.Turns)
		for _, t := range w.Turns {
			switch {
			case s.Truth == nil || s.Truth[t.Task] == crowd.Unknown:
			case s.Truth[t.Task] == t.To:
				x.Gain++
			case s.Truth[t.Task] == s.Answers[t.Task]:
				x.Gain--
			}
		}
	}
	x.Verdict = s.verdict(c, j, below)
}

// accuracy returns what to expect of a worker; where the labels can't tell, what the known truths say, if there are any.
func (s *Standings) accuracy(right float64, labels int, known api.Figure) api.Figure {
	switch {
	case !s.silent():
		return expect(right, labels, s.Average, s.Spread)
	case known.Defined():
		return known
	case s.Chance:
		return api.Undefined("the workers agree no more than chance would")
	}
	return api.Undefined("too few tasks have labels of several workers")
}

// expect returns how many of a worker's labels to expect right, of whom so many are probably right: as the labels of a
// worker would say who gave two average ones besides. The interval has the spread of so few labels (a Beta distribution)
// and, beside that, the error of probabilities (calibrate.WorkerSpread), which grows with the spread of the file's estimate.
func expect(right float64, labels int, average, spread float64) api.Figure {
	n := float64(labels)
	good := right*n + averageLabels*average
	value := good / (n + averageLabels)
	low, high := metric.Credible(good, n+averageLabels-good)
	drift := 1.96 * calibrate.WorkerSpread(spread)
	wider := func(x float64) float64 { return math.Sqrt(x*x + drift*drift) }
	return api.Figure{
		Value: value, Low: max(0, value-wider(value-low)), High: min(1, value+wider(high-value)),
		N: labels, Interval: true,
	}
}
