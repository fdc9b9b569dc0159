package dawidskene

import (
	"cmp"
	"math"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
)

// OnlineFDS is Fast Dawid–Skene on a stream of tasks (Sinha et al. 2018, section 5). FDS fits the
// first tasks, in the order of the data; then each further task is processed once, with all of its
// labels:
//
//	its majority vote           (ties by the seed)
//	M-step                      with that class
//	E-step for this task alone
//	M-step                      with the class found
//
// M-steps are updates of counts, so a task costs its own labels. As in the paper, Estimate returns
// the posterior that a task got on arrival, and its class counts from then on. Confusion matrices
// and prior are the final ones.
//
// The paper does not say how many tasks come first; the default is a quarter. There is no
// objective: a streamed task may lower the likelihood of others.
type OnlineFDS struct {
	First        float64 // share of the tasks that are fitted first, in (0, 1]; 0: DefaultFirst
	UniformPrior bool    // hold the class prior at 1/K
	// Again revisits every task with the final parameters after the stream has ended, so that early
	// tasks gain from what was learned later. The paper does not.
	Again  bool
	Stream Stream // which method streams; the zero value is FDS
}

// Stream is a method that takes tasks in as they come.
type Stream int

const (
	StreamFDS    Stream = iota
	StreamDS            // the first tasks by DS; a task counts for every class, by its vote shares and then its posterior
	StreamHybrid        // the first tasks by Hybrid; what follows as in FDS, which Hybrid has turned to by then
)

// DefaultFirst is the share of the tasks that are fitted before the stream.
const DefaultFirst = 0.25

// blocks is in how many steps the stream is taken in.
const blocks = 100

var _ fit.Method = (*OnlineFDS)(nil)

// WithDefaults replaces zero fields by their defaults.
func (m OnlineFDS) WithDefaults() OnlineFDS {
	m.First = cmp.Or(m.First, DefaultFirst)
	return m
}

// Uses implements fit.Method.
func (*OnlineFDS) Uses(has crowd.Parts) (crowd.Parts, error) {
	parts, err := uses(has, false)
	parts.Confusion = false
	return parts, err
}

// Start implements fit.Method.
func (m *OnlineFDS) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	first := int(math.Ceil(m.WithDefaults().First * float64(d.Tasks)))
	assign := [...]Assignment{StreamFDS: Hard, StreamDS: Soft, StreamHybrid: SoftThenHard}[m.Stream]
	own := &DS{UniformPrior: m.UniformPrior, Assign: assign, Accelerate: Never}
	s.OnDemand = false // the stream keeps all posteriors
	offline, err := own.start(part(d, 0, first), s)
	if err != nil {
		return nil, err
	}
	return &online{
		rule: own.rule(d.Classes), soft: m.Stream == StreamDS, again: m.Again, offline: offline, next: first, tolerance: s.Tolerance,
		pass: NewPass(part(d, 0, d.Tasks), 0, s.Seed), model: NewModel(d.Workers, d.Classes),
		given: make([]float64, d.Workers*d.Classes), posterior: make([]float64, d.Tasks*d.Classes),
	}, nil
}

// online is OnlineFDS at work.
type online struct {
	rule      Rule
	soft      bool // tasks count for every class
	again     bool // in the end all tasks are looked at again
	offline   *em  // the first tasks
	streaming bool // the first tasks are done
	next      int  // the next task of the stream
	tolerance float64

	pass      *Pass     // over all tasks; its counts are of the tasks taken in
	model     *Model    // of the last estimate
	given     []float64 // M×K, labels of each worker that count for a class
	posterior []float64 // N×K, of each task taken in: as it was on arrival
	saved     []float64 // the counts that a task touches, before it came
}

// Step is an iteration on the first tasks, then a hundredth of the rest. It reports no Change, so
// that only the end of the stream ends the fit.
func (f *online) Step() (fit.Step, error) {
	step := fit.Step{Objective: math.NaN(), Change: math.NaN(), Flips: -1}
	if !f.streaming {
		s, err := f.offline.Step()
		step.Flips = s.Flips
		if f.streaming = s.Done || s.Change < f.tolerance; f.streaming {
			f.take()
		}
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

// take takes in the first tasks as the fit of them has them now.
func (f *online) take() {
	k := f.pass.data.Classes
	f.pass.reset()
	f.pass.whole = !f.soft
	clear(f.given)
	copy(f.posterior, f.offline.Estimate().Posterior)
	i := 0
	for _, p := range f.offline.passes {
		for _, y := range p.Classes() {
			f.pass.class[i] = y
			f.count(i, f.posterior[i*k:(i+1)*k])
			i++
		}
	}
}

// count adds task i to the counts: for its class or, if tasks count for every class, for each by
// its share in q.
func (f *online) count(i int, q []float64) {
	if !f.soft {
		f.move(i, int(f.pass.class[i]), 1)
		return
	}
	for c, x := range q {
		if x > 0 {
			f.move(i, c, x)
		}
	}
}

// move adds weight to the counts of task i for class y, and to those of its workers' labels.
func (f *online) move(i, y int, weight float64) {
	k := f.pass.data.Classes
	f.pass.move(i, y, weight)
	for _, key := range f.pass.keys(i) {
		f.given[int(key/8)/(k*k)*k+y] += weight
	}
}

// arrive takes in task i.
func (f *online) arrive(i int) {
	p, k := f.pass, f.pass.data.Classes
	q := f.posterior[i*k : (i+1)*k]
	crowd.Share(&p.data, i, q)
	p.class[i] = uint16(p.best(i, q))
	f.save(i)
	f.count(i, q)
	if p.data.Truth(i) != crowd.Unknown || !f.scores(i) {
		return
	}
	f.restore(i)
	copy(q, p.score)
	p.class[i] = uint16(p.best(i, q))
	f.count(i, q)
}

// save keeps the counts that task i will touch. Subtracting shares later would leave rounding
// errors, and a class without evidence must have exactly none.
func (f *online) save(i int) {
	k, c := f.pass.data.Classes, &f.pass.counts
	f.saved = append(f.saved[:0], c.Class...)
	for _, key := range f.pass.keys(i) {
		row := int(key / 8)
		f.saved = append(f.saved, c.Label[row:row+k]...)
		f.saved = append(f.saved, f.given[row/(k*k)*k:][:k]...)
	}
}

// restore undoes what was counted of task i since save.
func (f *online) restore(i int) {
	k, c := f.pass.data.Classes, &f.pass.counts
	copy(c.Class, f.saved)
	at := f.saved[k:]
	for _, key := range f.pass.keys(i) {
		row := int(key / 8)
		copy(c.Label[row:row+k], at)
		copy(f.given[row/(k*k)*k:][:k], at[k:])
		at = at[2*k:]
	}
}

// scores sets the pass's scores to the posterior of task i under the counts, and reports whether
// any class is possible.
func (f *online) scores(i int) bool {
	p, k := f.pass, f.pass.data.Classes
	total := prob.Total(p.counts.Class)
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

// Estimate gives tasks that have not arrived yet the posterior they would have now.
func (f *online) Estimate() *crowd.Estimate {
	if !f.streaming {
		f.take()
	}
	f.rule.Maximise(&f.pass.counts, f.model)
	q := make([]float64, len(f.posterior))
	f.pass.Posterior(f.model, q)
	if !f.again && f.streaming {
		copy(q, f.posterior[:f.next*f.pass.data.Classes])
	}
	return f.model.Estimate(q)
}
