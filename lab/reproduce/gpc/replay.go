package gpc

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
)

// Pick is a way to choose the next label.
type Pick int

const (
	PickBoth   Pick = iota // the task that fit.Advisor.Next names, and of those who labelled it the worker
	PickTask               // that task, any worker
	PickRandom             // any task, any worker
)

// Replay simulates active learning on existing labels, as if they had been requested
// one after the other. It shows how many of them would have been enough.
//
// It starts with all labels of a few random tasks, and with those of tasks that can't
// be chosen because they have no features or their truth is known. Then it requests
// one label at a time, of unlabelled tasks while there are any. After every batch the
// fit grows (grower); it is made from scratch whenever the labels have grown by
// half, and at the end.
type Replay struct {
	Pick  Pick
	Start int    // tasks that are labelled at first; 0: a tenth, at least 20
	Batch int    // labels between two fits; 0: 10
	Once  bool   // fit from scratch on the first tasks only, and grow from there
	Seed  uint64 // of the first tasks, and of what is random
}

// grower is a fit that can continue with other labels of the same workers at little cost.
type grower interface {
	Grow(d *crowd.Dataset) (fit.Fit, error)
}

// Stage is the state of a replay after a batch.
type Stage struct {
	Labels int     // given so far
	Asked  int     // of those, requested after the start
	Fit    fit.Fit // to these labels; it covers all tasks
}

// growSteps limits the steps of a fit that has grown: a few more labels change it little, and the next batch continues it.
const growSteps = 8

// Run replays the labels of d with a method whose fits are a fit.Advisor. It yields
// the start and then the stage after every batch, until all labels have been asked
// for or the loop is left.
func (r Replay) Run(d *crowd.Dataset, m fit.Method) iter.Seq2[Stage, error] {
	return func(yield func(Stage, error) bool) {
		p := newPool(d, r.Seed)
		p.open(min(cmp.Or(r.Start, max(d.Tasks/10, 20)), d.Tasks))
		batch := cmp.Or(r.Batch, 10)
		var s Stage
		learned := 0 // labels at the last fit from scratch
		for asked := 0; asked > 0 || s.Fit == nil; {
			s.Asked, s.Labels = s.Asked+asked, p.given
			var err error
			if g, ok := s.Fit.(grower); !ok || !r.Once && (2*s.Labels >= 3*learned || s.Labels == len(p.taken)) {
				learned = s.Labels
				s.Fit, err = whole(p.labels(), m, r.Seed)
			} else {
				s.Fit, err = grown(g, p.labels())
			}
			advisor, ok := s.Fit.(fit.Advisor)
			if err == nil && !ok {
				err = errors.New("the method does not say what to label next")
			}
			if err != nil {
				yield(s, fmt.Errorf("with %d labels: %w", s.Labels, err))
				return
			}
			if !yield(s, nil) {
				return
			}
			asked = p.ask(r.Pick, batch, advisor)
		}
	}
}

// whole fits from scratch.
func whole(d *crowd.Dataset, m fit.Method, seed uint64) (fit.Fit, error) {
	s, err := fit.Start(d, m, fit.Settings{Seed: seed})
	if err != nil {
		return nil, err
	}
	for range s.Steps() {
	}
	_, err = s.Result()
	return s.Fit(), err
}

func grown(f grower, d *crowd.Dataset) (fit.Fit, error) {
	g, err := f.Grow(d)
	if err != nil {
		return nil, err
	}
	for range growSteps {
		s, err := g.Step()
		if err != nil || s.Done {
			return g, err
		}
	}
	return g, nil
}

// pool holds the labels that may be requested.
type pool struct {
	d     *crowd.Dataset
	seed  uint64
	order []int  // the tasks, shuffled
	taken []bool // by label
	given int
}

func newPool(d *crowd.Dataset, seed uint64) *pool {
	p := &pool{d: d, seed: seed, order: make([]int, d.Tasks), taken: make([]bool, len(d.Worker))}
	for i := range p.order {
		p.order[i] = i
	}
	slices.SortFunc(p.order, func(a, b int) int {
		return cmp.Or(cmp.Compare(crowd.Hash(seed, uint64(a)), crowd.Hash(seed, uint64(b))), a-b)
	})
	return p
}

// open takes all labels of the first n tasks that can be chosen, and of those that can't.
func (p *pool) open(n int) {
	for _, i := range p.order {
		from, to := p.d.Of(i)
		open := p.d.Features == nil || !p.d.Features.Describes(i) || p.d.Truth(i) != crowd.Unknown
		if !open && from < to && n > 0 {
			open = true
			n--
		}
		for l := from; open && l < to; l++ {
			p.take(l)
		}
	}
}

func (p *pool) take(label int) {
	p.taken[label] = true
	p.given++
}

// any returns a random remaining label of the task, or −1.
func (p *pool) any(task int) int {
	rank := func(label int) uint64 { return crowd.Hash(p.seed, uint64(p.d.Tasks+label)) }
	best := -1
	for l := range p.labelsOf(task, false) {
		if best < 0 || rank(l) < rank(best) {
			best = l
		}
	}
	return best
}

// by returns a remaining label of the task by the worker, or −1.
func (p *pool) by(task, worker int) int {
	for l := range p.labelsOf(task, false) {
		if int(p.d.Worker[l]) == worker {
			return l
		}
	}
	return -1
}

// labelsOf yields the labels of the task that are taken, or those that remain.
func (p *pool) labelsOf(task int, taken bool) iter.Seq[int] {
	return func(yield func(int) bool) {
		from, to := p.d.Of(task)
		for l := from; l < to; l++ {
			if p.taken[l] == taken && !yield(l) {
				return
			}
		}
	}
}

// ask takes up to n labels of different tasks and returns how many it took.
func (p *pool) ask(how Pick, n int, f fit.Advisor) (asked int) {
	ask := func(label int) {
		if label >= 0 && asked < n {
			p.take(label)
			asked++
		}
	}
	if how == PickRandom {
		for _, fresh := range []bool{true, false} { // tasks without a label first, as Next has it
			for _, i := range p.order {
				if p.fresh(i) == fresh {
					ask(p.any(i))
				}
			}
			if asked > 0 {
				return asked
			}
		}
		return 0
	}
	may := func(task, worker int) bool { return p.by(task, worker) >= 0 }
	for _, next := range f.Next(p.d.Tasks, may, nil) {
		switch {
		case asked == n:
			return asked
		case how == PickTask:
			ask(p.any(next.Task))
		case next.Worker >= 0:
			ask(p.by(next.Task, next.Worker))
		}
	}
	return asked
}

// fresh reports whether none of the task's labels has been taken.
func (p *pool) fresh(task int) bool {
	from, to := p.d.Of(task)
	return !slices.Contains(p.taken[from:to], true)
}

// labels are those taken.
func (p *pool) labels() *crowd.Dataset {
	var task, worker, class []int32
	for i := range p.d.Tasks {
		for l := range p.labelsOf(i, true) {
			task, worker, class = append(task, int32(i)), append(worker, p.d.Worker[l]), append(class, int32(p.d.Class[l]))
		}
	}
	return &crowd.Dataset{
		Labels:   crowd.NewLabels(p.d.Tasks, p.d.Workers, p.d.Classes, task, worker, class),
		Features: p.d.Features, Gold: p.d.Gold,
	}
}
