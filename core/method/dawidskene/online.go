package dawidskene

import (
	"math"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
)

// OnlineFDS is Fast Dawid–Skene on a stream of tasks (Sinha et al. 2018, section
// 5): the first tasks, in the order of the data, are fitted by FDS; then each
// further task is taken in once, with all of its labels:
//
//	its majority vote           (ties by the seed)
//	M-step                      with that class
//	E-step for this task alone
//	M-step                      with the class found
//
// A task costs its own labels: the M-steps are changes to counts. The class a
// task got on arrival counts from then on, as in the paper. What is
// believed in the end, Estimate, is read off the final parameters for every
// task, as for all methods: early tasks gain by what was learnt later, at the
// cost of one more look at each.
//
// The paper does not say how many tasks come first; a quarter do by default.
// There is no objective: a streamed task may lower the likelihood of others.
type OnlineFDS struct {
	First        float64 // share of the tasks that are fitted first, in (0, 1]; 0: DefaultFirst
	UniformPrior bool    // hold the class prior at 1/K
}

// DefaultFirst is the share of the tasks that are fitted before the stream.
const DefaultFirst = 0.25

// blocks is in how many steps the stream is taken in.
const blocks = 100

var _ fit.Method = (*OnlineFDS)(nil)

// Uses implements fit.Method.
func (*OnlineFDS) Uses(has crowd.Parts) (crowd.Parts, error) {
	parts, err := uses(has)
	parts.Initial = false
	return parts, err
}

// Start implements fit.Method.
func (m *OnlineFDS) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	share := m.First
	if share == 0 {
		share = DefaultFirst
	}
	first := int(math.Ceil(share * float64(d.Tasks)))
	rule := Rule{Uniform: m.UniformPrior}
	s.Crew = nil // what the first tasks are is looked up here
	offline, err := start(part(d, 0, first), rule, s, true, 0)
	if err != nil {
		return nil, err
	}
	f := &online{
		rule: rule, offline: offline, next: first, tolerance: s.Tolerance,
		pass: NewPass(part(d, 0, d.Tasks), 0, s.Seed), model: NewModel(d.Workers, d.Classes),
		given: make([]float64, d.Workers*d.Classes),
	}
	f.take()
	return f, nil
}

// online is OnlineFDS at work.
type online struct {
	rule      Rule
	offline   *em  // the first tasks
	streaming bool // the first tasks are done
	next      int  // the next task of the stream
	tolerance float64

	pass  *Pass     // over all tasks; its classes are those they got on arrival, its counts of the tasks taken in
	model *Model    // of the last estimate
	given []float64 // M×K, labels of each worker that count for a class
}

// Step is an iteration of FDS on the first tasks, then a hundredth of the rest.
// It tells no Change, so that only the end of the stream ends the fit.
func (f *online) Step() (fit.Step, error) {
	step := fit.Step{Objective: math.NaN(), Change: math.NaN(), Flips: -1}
	if !f.streaming {
		s, err := f.offline.Step()
		f.take()
		step.Flips = s.Flips
		f.streaming = s.Done || s.Change < f.tolerance
		step.Done = f.streaming && f.next == f.pass.data.Tasks
		return step, err
	}
	tasks := f.pass.data.Tasks
	for range (tasks + blocks - 1) / blocks {
		if f.next < tasks {
			f.arrive(f.next)
			f.next++
		}
	}
	step.Done = f.next == tasks
	return step, nil
}

// take copies the classes of the first tasks and counts them anew.
func (f *online) take() {
	f.pass.reset()
	clear(f.given)
	i := 0
	for _, p := range f.offline.passes {
		for _, y := range p.Classes() {
			f.pass.class[i] = y
			f.move(i, int(y), 1)
			i++
		}
	}
	f.pass.whole = true
}

// move adds weight to the counts of task i for class y.
func (f *online) move(i, y int, weight float64) {
	k := f.pass.data.Classes
	f.pass.move(i, y, weight)
	for _, key := range f.pass.keys(i) {
		f.given[int(key/8)/(k*k)*k+y] += weight
	}
}

// arrive takes in task i.
func (f *online) arrive(i int) {
	p := f.pass
	crowd.Share(&p.data, i, p.score)
	y := p.best(i, p.score)
	f.move(i, y, 1)
	if p.gold(i) == crowd.Unknown && f.scores(i) && !stay(p.score, y) {
		f.move(i, y, -1)
		y = p.best(i, p.score)
		f.move(i, y, 1)
	}
	p.class[i] = uint16(y)
}

// scores sets the pass's scores to the posterior of task i under the counts,
// and reports whether any class is possible.
func (f *online) scores(i int) bool {
	p, k := f.pass, f.pass.data.Classes
	total := 0.0
	for _, n := range p.counts.Class {
		total += n
	}
	for c, n := range p.counts.Class {
		p.score[c] = 0
		if !f.rule.Uniform {
			p.score[c] = prob.Log(n / total)
		}
	}
	for _, key := range p.keys(i) {
		row, given := p.counts.Label[key/8:], f.given[int(key/8)/(k*k)*k:]
		for c := range p.score {
			if given[c] > 0 {
				p.score[c] += prob.Log(row[c] / given[c])
			} else {
				p.score[c] -= prob.Log(float64(k)) // a row without evidence has no say
			}
		}
	}
	return !math.IsInf(prob.Softmax(p.score), -1)
}

// Estimate implements fit.Fit.
func (f *online) Estimate() *crowd.Estimate {
	f.rule.Maximise(&f.pass.counts, f.model)
	q := make([]float64, f.pass.data.Tasks*f.pass.data.Classes)
	f.pass.Posterior(f.model, q)
	return f.model.Estimate(q)
}
