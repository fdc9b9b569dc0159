package consensus

import (
	"math"
	"slices"

	"concord/core/advise"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
	"concord/core/yield"
)

// How far weights lie from none, and how far the others from what they are beforehand.
var weightSpreads = [...]float64{0, .25, .5, 1, 2}

const (
	panelSpread = 1.
	shiftSpread = .5
	// leastPanel is the least probability that the panel's posterior counts as.
	leastPanel = 1e-3
	// leastScore keeps a single gold task that was held to be impossible from deciding all.
	leastScore = 1e-6
	// learningRate is what a gold task counts in the weights of rules: at most 1. The less, the less they follow the luck of the gold; from .2
	// to .5 accuracies are about the same (docs/decisions.md).
	learningRate = .3
	// leastGold is how many gold tasks it takes, and truthsPerWeight how many for each weight: with fewer, crowds of many workers got
	// worse (docs/calibration.md).
	leastGold, truthsPerWeight = 10, 2
	// leastOthers is how many of these are not of their most frequent class: if none is, who always says that class is always right.
	leastOthers = 5
	// mostGold and mostWeights bound how long it takes.
	mostGold, mostWeights = 1000, 100
	// blindLabels bounds the labels that the panel without truths sees besides those of the gold tasks.
	blindLabels = 200_000
)

// goldTasks returns the tasks with labels whose class is known, or nil if they are too few to weigh the workers who labelled them. Of very
// many some are looked at.
func goldTasks(d *crowd.Dataset) []int {
	if d.Gold == nil || d.Classes < 2 {
		return nil
	}
	var tasks []int
	for i := range d.Tasks {
		if from, to := d.Of(i); d.Truth(i) != crowd.Unknown && from < to {
			tasks = append(tasks, i)
		}
	}
	if every := 1 + len(tasks)/mostGold; every > 1 {
		n := 0
		for at, i := range tasks {
			if advise.Looks(at, every) {
				tasks[n] = i
				n++
			}
		}
		tasks = tasks[:n]
	}
	met, workers := make([]bool, d.Workers), 0
	classes := make([]int, d.Classes)
	for _, i := range tasks {
		classes[d.Truth(i)]++
		from, to := d.Of(i)
		for _, j := range d.Worker[from:to] {
			if !met[j] {
				met[j] = true
				workers++
			}
		}
	}
	few := len(tasks) < leastGold || len(tasks)-slices.Max(classes) < leastOthers
	if few || truthsPerWeight*workers > len(tasks) || workers > mostWeights {
		return nil
	}
	return tasks
}

// learn learns the mixture from the gold tasks of the data that the members were fitted to.
func (p *panel) learn() error {
	p.learnt = true
	d := p.voices
	tasks := goldTasks(d)
	if tasks == nil {
		return nil
	}
	said, err := p.blind(d, tasks)
	if err != nil {
		return err
	}
	s := newStudy(d, tasks, said, p.settings.Pause)
	p.weighed = &fit.Weighed{Tasks: len(tasks), Worker: -1}
	if p.weighed.Contrary = s.contrary(); p.weighed.Contrary {
		return nil
	}
	p.mixture = s.mix()
	if p.mixture == nil {
		return s.work.Err()
	}
	p.filled = false
	s.describe(p.mixture, p.weighed)
	return nil
}

// contrary reports whether no worker is right on gold more often than one who guesses: nothing is learnt from that but that gold and
// labels don't mean the same.
func (s *study) contrary() bool {
	for j := range s.right {
		if s.right[j]*float64(s.l.Classes) > s.all[j] {
			return false
		}
	}
	return true
}

// describe says which worker counts most in a mixture, if one counts more than the panel.
func (s *study) describe(m *mixture, w *fit.Weighed) {
	say, panel := make([]float64, s.l.Workers), 0.0
	for n, r := range m.rules {
		for j, x := range r.worker {
			say[j] += m.weight[n] * x
		}
		if r.alone < 0 {
			panel += m.weight[n] * r.panel
		}
	}
	for j, x := range say {
		if x > panel {
			panel, w.Worker, w.Right, w.Of = x, j, int(s.right[j]), int(s.all[j])
		}
	}
}

// blind returns what the panel says of tasks, len(tasks)×K, if it is told no truth.
func (p *panel) blind(d *crowd.Dataset, tasks []int) ([]float64, error) {
	some := *d
	at := tasks
	if every := 1 + d.Len()/blindLabels; every > 1 {
		var keep []int
		at = nil
		for i, next := 0, 0; i < d.Tasks; i++ {
			gold := next < len(tasks) && tasks[next] == i
			if gold {
				at = append(at, len(keep))
				next++
			}
			if gold || advise.Looks(i, every) {
				keep = append(keep, i)
			}
		}
		some = *d.Only(keep)
	}
	some.Gold = nil
	b := &panel{data: &some, all: p.all, settings: p.settings, start: fit.Start, looked: true, learnt: true}
	if err := b.begin(&some); err != nil {
		return nil, err
	}
	for n := 0; n < p.settings.MaxSteps; n++ {
		step, err := b.Step()
		if err != nil {
			return nil, err
		}
		if step.Done {
			break
		}
	}
	b.fill()
	k := d.Classes
	q := make([]float64, 0, len(tasks)*k)
	for _, i := range at {
		q = append(q, b.room[i*k:(i+1)*k]...)
	}
	return q, nil
}

// study is what is learnt from.
type study struct {
	l      *crowd.Labels
	tasks  []int
	truth  []int
	said   []float64 // log q, len(tasks)×K
	column []int     // M, the place of the worker's weight among those of a regression without shifts; 0: none
	n      int       // of these, with that of the panel
	right  []float64 // M, labels of gold tasks that name their class
	all    []float64 // M, labels of gold tasks
	work   *yield.Work
}

func newStudy(d *crowd.Dataset, tasks []int, q []float64, pause func() error) *study {
	s := &study{l: &d.Labels, tasks: tasks, said: make([]float64, len(q)), column: make([]int, d.Workers), n: 1, work: yield.New(pause)}
	s.right, s.all = make([]float64, d.Workers), make([]float64, d.Workers)
	logs(q, s.said)
	for at, i := range tasks {
		s.truth = append(s.truth, d.Truth(i))
		s.count(at, 1)
		from, to := d.Of(i)
		for _, j := range d.Worker[from:to] {
			if s.column[j] == 0 {
				s.column[j] = s.n
				s.n++
			}
		}
	}
	return s
}

// of returns log q of the task at a place among those learnt from.
func (s *study) of(at int) []float64 {
	k := s.l.Classes
	return s.said[at*k : (at+1)*k]
}

// mix fits all rules, and weighs them.
func (s *study) mix() *mixture {
	m := &mixture{}
	var each [][]float64
	for _, shifts := range []bool{false, true} {
		if weights := s.n - 1 + s.l.Classes; shifts && (truthsPerWeight*weights > len(s.tasks) || weights > mostWeights) {
			break
		}
		for _, spread := range weightSpreads {
			r := newRegression(s, spread, shifts)
			m.rules = append(m.rules, r.fit())
			each = append(each, r.without())
		}
	}
	regressions, odds := float64(len(m.rules)), s.excess()
	if odds > 0 {
		best, alone := s.alone(&m.rules[0], each[0])
		odds /= float64(len(best))
		for _, r := range best {
			m.rules, each = append(m.rules, r), append(each, alone)
		}
	}
	if s.work.Err() != nil {
		return nil
	}
	for n, p := range each {
		prior := odds
		if m.rules[n].alone < 0 {
			prior = 1 / regressions
		}
		m.weight = append(m.weight, prob.Log(prior)+learningRate*s.score(p))
	}
	prob.Softmax(m.weight)
	return m
}

// excess is the design effect of the labels of gold tasks less 1, as far as that is more than its standard error. The design effect is the
// variance of how many labels of a task are right, divided by what it would be if workers erred independently.
func (s *study) excess() float64 {
	square, variance := 0.0, 0.0
	for at, i := range s.tasks {
		off := 0.0
		from, to := s.l.Of(i)
		for n := from; n < to; n++ {
			j := s.l.Worker[n]
			right := s.right[j] / s.all[j]
			if off -= right; int(s.l.Class[n]) == s.truth[at] {
				off++
			}
			variance += right * (1 - right)
		}
		square += off * off
	}
	if variance == 0 {
		return 0
	}
	return max(0, square/variance-1-math.Sqrt(2/float64(len(s.tasks))))
}

// score returns the log score of the gold tasks, given the probabilities of their classes.
func (s *study) score(p []float64) (sum float64) {
	for at, z := range s.truth {
		sum += prob.Log(max(p[at*s.l.Classes+z], leastScore))
	}
	return sum
}

// alone returns the rules of the workers who are right most often on gold (several: as often), and the probabilities of the classes of
// each gold task if they are chosen without it. The panel's are of the rule of the panel alone.
func (s *study) alone(panel *rule, each []float64) (best []rule, out []float64) {
	k := s.l.Classes
	p := make([]float64, k)
	for at, i := range s.tasks {
		s.count(at, -1)
		without := s.best(panel)
		s.count(at, 1)
		row := make([]float64, k)
		for n := range without {
			r := &without[n]
			if from, to := s.l.Of(i); slices.Contains(s.l.Worker[from:to], int32(r.alone)) {
				r.scores(s.l, i, s.of(at), p)
				prob.Softmax(p)
			} else {
				copy(p, each[at*k:(at+1)*k])
			}
			for c, x := range p {
				row[c] += x / float64(len(without))
			}
		}
		out = append(out, row...)
		if !s.work.Continue(s.l.Workers) {
			break
		}
	}
	return s.best(panel), out
}

// count adds the labels of the task at a place to those of their workers, or takes them away.
func (s *study) count(at int, by float64) {
	from, to := s.l.Of(s.tasks[at])
	for n := from; n < to; n++ {
		j := s.l.Worker[n]
		s.all[j] += by
		if int(s.l.Class[n]) == s.truth[at] {
			s.right[j] += by
		}
	}
}

// best returns the rules of the workers who are right most often on the gold that is counted.
func (s *study) best(panel *rule) (best []rule) {
	top := 0.0
	accuracy := func(j int) float64 { return (s.right[j] + 1) / (s.all[j] + 2) }
	for j, n := range s.all {
		if n > 0 {
			top = max(top, accuracy(j))
		}
	}
	for j, n := range s.all {
		if n > 0 && accuracy(j) == top {
			r := rule{panel: panel.panel, worker: make([]float64, s.l.Workers), alone: j}
			r.worker[j] = max(0, prob.Log(top*float64(s.l.Classes-1)/(1-top)))
			best = append(best, r)
		}
	}
	return best
}
