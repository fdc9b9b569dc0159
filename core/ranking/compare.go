package ranking

import (
	"errors"
	"iter"

	"concord/core/advise"
	"concord/core/api"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/metric"
	"concord/core/prob"
	"concord/core/yield"
)

// Foretold is how well a method foretells votes that are hidden from it. Standard errors take the votes of a worker together.
type Foretold struct {
	Err      error    // why the method could not be fitted, or ranks nothing; the rest is empty then
	Accuracy api.Mean // share of decided votes that are for the item held to be better; half of those on equal ones
	Decided  api.Mean // log loss of decided votes, given that they are decided
	All      api.Mean // log loss of all votes
	Behind   api.Mean // by how much All is above the least of all methods; SE is that of the difference
}

// errNoRanking says why a method can't be compared.
var errNoRanking = errors.New("it says nothing of pairs that nobody compared, so no hidden votes can be foretold")

// Comparison cross-validates methods one after the other, by votes that are hidden: each method foretells those of a worker from the
// answers that it expects of that worker. It is not safe for concurrent use. Once settings.Pause has returned an error it is invalid.
type Comparison struct {
	d          *crowd.Dataset
	candidates []advise.Candidate
	folds      int
	seed       uint64
	settings   fit.Settings
	work       *yield.Work

	done    []*foretelling // by candidate
	at      *foretelling   // the candidate at work; nil: none
	fold    int            // and its fold
	session *fit.Session
}

// Compare prepares a comparison by votes that are dealt into so many folds at random; rankings are dealt whole.
func Compare(d *crowd.Dataset, candidates []advise.Candidate, folds int, seed uint64, s fit.Settings) *Comparison {
	return &Comparison{d: d, candidates: candidates, folds: folds, seed: seed, settings: s, work: yield.New(s.Pause)}
}

// Steps runs all fits of all candidates and yields the number of the candidate with each step. After breaking out of the loop, ranging
// again resumes.
func (c *Comparison) Steps() iter.Seq2[int, fit.Step] {
	return func(yield func(int, fit.Step) bool) {
		for len(c.done) < len(c.candidates) {
			if !c.validate(yield) {
				return
			}
			c.done, c.at, c.fold, c.session = append(c.done, c.at), nil, 0, nil
		}
	}
}

// validate runs the fits of one candidate, and reports whether they have ended.
func (c *Comparison) validate(yield func(int, fit.Step) bool) bool {
	n := len(c.done)
	if c.at == nil {
		c.at = newForetelling(c.d)
	}
	for ; c.fold < c.folds && c.at.err == nil; c.fold++ {
		if c.session == nil {
			if c.session, c.at.err = c.start(c.candidates[n].Method); c.at.err != nil {
				return true
			}
		}
		for step := range c.session.Steps() {
			if !yield(n, step) {
				return false
			}
		}
		f, ranks := c.session.Fit().(fit.Ranker)
		switch {
		case c.session.Err() != nil:
			c.at.err = c.session.Err()
		case !ranks:
			c.at.err = errNoRanking
		default:
			c.foretell(f)
		}
		c.session = nil
	}
	if c.at.err == nil {
		c.at.err = c.work.Err()
	}
	return true
}

// start begins to fit a method to what is not hidden in the fold at work.
func (c *Comparison) start(m fit.Method) (*fit.Session, error) {
	d := c.training()
	if err := c.work.Err(); err != nil {
		return nil, err
	}
	return fit.Start(d, m, c.settings)
}

// hidden reports whether vote n, or list n where there are rankings, is hidden in the fold at work.
func (c *Comparison) hidden(n int) bool {
	return int(crowd.Hash(c.seed, uint64(n))%uint64(c.folds)) == c.fold
}

// training is what is not hidden.
func (c *Comparison) training() *crowd.Dataset {
	if r := c.d.Comparisons.Rankings; r != nil {
		kept := &crowd.Rankings{Start: []int32{0}}
		for l, w := range r.Worker {
			if c.hidden(l) {
				continue
			}
			kept.Item = append(kept.Item, r.Item[r.Start[l]:r.Start[l+1]]...)
			kept.Start, kept.Worker = append(kept.Start, int32(len(kept.Item))), append(kept.Worker, w)
			if r.Ranked != nil {
				kept.Ranked = append(kept.Ranked, r.Ranked[l])
			}
		}
		return crowd.CompareLists(c.d.Comparisons.Items, c.d.Workers, kept)
	}
	out := *c.d
	out.Labels = c.d.Empty(c.d.Tasks, c.d.Len())
	for i := range c.d.Tasks {
		from, to := c.d.Of(i)
		if !c.work.Continue(1 + to - from) {
			break
		}
		for n := from; n < to; n++ {
			if !c.hidden(n) {
				out.Append(&c.d.Labels, n)
			}
		}
		out.Start[i+1] = int32(len(out.Worker))
	}
	return &out
}

// foretell has a fit foretell what is hidden.
func (c *Comparison) foretell(f fit.Ranker) {
	if r := c.d.Comparisons.Rankings; r != nil {
		for l, w := range r.Worker {
			if !c.hidden(l) {
				continue
			}
			list := r.Item[r.Start[l]:r.Start[l+1]]
			ranked := len(list)
			if r.Ranked != nil {
				ranked = int(r.Ranked[l])
			}
			for n, a := range list[:ranked] {
				c.work.Continue(4 * len(list))
				for _, b := range list[n+1:] {
					c.at.add(f, a, b, w, 0, crowd.FirstWins, w)
				}
			}
		}
		return
	}
	for i := range c.d.Tasks {
		from, to := c.d.Of(i)
		if !c.work.Continue(4 * (1 + to - from)) {
			return
		}
		a, b := c.d.Comparisons.First[i], c.d.Comparisons.Second[i]
		for n := from; n < to; n++ {
			if !c.hidden(n) {
				continue
			}
			cluster := c.d.Worker[n]
			if c.d.Anonymous {
				cluster = int32(n - int(c.d.Start[0]))
			}
			c.at.add(f, a, b, c.d.Worker[n], sideOf(c.d, n), c.d.Class[n], cluster)
		}
	}
}

// foretelling is how well one method foretells votes, as sums by worker, or by vote where nobody knows the workers.
type foretelling struct {
	err              error
	classes          int
	right, loss, all []float64
	decided, votes   []int32
}

func newForetelling(d *crowd.Dataset) *foretelling {
	n := d.Workers
	if d.Anonymous {
		n = d.Len()
	}
	return &foretelling{classes: d.Classes, right: make([]float64, n), loss: make([]float64, n), all: make([]float64, n),
		decided: make([]int32, n), votes: make([]int32, n)}
}

// add adds a vote about two items.
func (s *foretelling) add(f fit.Ranker, a, b, worker int32, left int, class uint16, cluster int32) {
	const least = 1e-12 // probability of an answer
	var row [3]float64
	f.Answer(int(a), int(b), int(worker), left, row[:s.classes])
	s.all[cluster] -= prob.Log(max(row[class], least))
	s.votes[cluster]++
	if class == crowd.Tied {
		return
	}
	p := row[class] / (row[crowd.FirstWins] + row[crowd.SecondWins])
	s.loss[cluster] -= prob.Log(max(p, least))
	s.decided[cluster]++
	switch {
	case p > .5:
		s.right[cluster]++
	case p == .5:
		s.right[cluster] += .5
	}
}

// Foretold returns how each candidate did, once Steps has come to its end.
func (c *Comparison) Foretold() []Foretold {
	best, out := -1, make([]Foretold, len(c.done))
	const none = "there are no votes to hide"
	for n, s := range c.done {
		if out[n].Err = s.err; s.err != nil {
			continue
		}
		out[n].Accuracy, out[n].Decided = metric.Clustered(s.right, s.decided, none), metric.Clustered(s.loss, s.decided, none)
		out[n].All = metric.Clustered(s.all, s.votes, none)
		if out[n].All.Defined() && (best < 0 || out[n].All.Value < out[best].All.Value) {
			best = n
		}
	}
	for n, s := range c.done {
		if best < 0 || s.err != nil {
			continue
		}
		more := make([]float64, len(s.all))
		for w := range more {
			more[w] = s.all[w] - c.done[best].all[w]
		}
		out[n].Behind = metric.Clustered(more, s.votes, none)
	}
	return out
}

// sideOf is 1 if the first item of label n was on the left, −1 if the second was, 0 if nobody knows.
func sideOf(d *crowd.Dataset, n int) int {
	switch {
	case d.Swapped == nil:
		return 0
	case d.Swapped[n]:
		return -1
	}
	return 1
}
