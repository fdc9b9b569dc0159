package dawidskene

import (
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/transport"
	"concord/core/yield"
)

var _ transport.Splitter = (*DS)(nil)

// Cuts implements transport.Splitter.
func (*DS) Cuts(d *crowd.Dataset, sums int) []int {
	return cutsOf(d, partsOf(d.Len(), d.Workers, d.Classes, sums))
}

// Credible implements transport.Splitter. What is saved or asked for holds a table of all workers and classes.
func (*DS) Credible(has crowd.Parts, parts, bytes int) bool {
	k := has.Classes
	return parts <= maxParts && k <= crowd.MaxClasses && has.Workers <= bytes/8/k/k
}

// Lead implements transport.Splitter.
func (m *DS) Lead(has crowd.Parts, s fit.Settings) transport.Lead {
	f := &splitLead{lead: m.lead(has, s)}
	f.next = f.beginning()
	f.now = NewCounts(f.workers, f.classes)
	return f
}

// splitLead is a lead whose passes others make.
type splitLead struct {
	lead
	next job // what is asked for
}

// Ask implements transport.Lead.
func (f *splitLead) Ask() []byte {
	var m transport.Message
	ask(&m, f.next, f.model)
	return m
}

// Take implements transport.Lead.
func (f *splitLead) Take(followers int, counts func(n int) ([]byte, error)) (s fit.Step, done bool, err error) {
	var sums []*Counts // of halves, of quarters …, so that there are few at a time
	for n := range followers {
		c := NewCounts(f.workers, f.classes)
		message, err := counts(n)
		if err == nil {
			err = c.read(message)
		}
		if err != nil {
			return s, false, err
		}
		sums = append(sums, c)
		for m := n + 1; m%2 == 0; m /= 2 {
			both := NewCounts(f.workers, f.classes)
			both.Sum(sums[len(sums)-2:]...)
			sums = append(sums[:len(sums)-2], both)
		}
	}
	if f.steps == 0 {
		f.began(sums[0])
		return s, false, nil
	}
	s, done = f.take(sums[0])
	return s, done, nil
}

// Begin implements transport.Lead.
func (f *splitLead) Begin() { f.next = f.begin() }

// Estimate implements transport.Lead.
func (f *splitLead) Estimate(d *crowd.Dataset, onDemand bool) *crowd.Estimate {
	if onDemand {
		return f.model.told(d)
	}
	return f.model.Estimate(f.model.tell(d))
}

// Save implements transport.Memory. Of the counts only the facts matter once the M-step is made.
func (f *splitLead) Save() []byte {
	var m transport.Message
	for _, x := range f.numbers() {
		m.Float(x.get())
	}
	for _, x := range f.models() {
		m.Floats(x.Prior)
		m.Floats(x.Table)
		m.Floats(x.share)
	}
	return m
}

// Restore implements transport.Memory.
func (f *splitLead) Restore(saved []byte) error {
	m := transport.NewReader(saved)
	for _, x := range f.numbers() {
		v := m.Float()
		if x.most > 0 && !(v >= 0 && v <= x.most && v == math.Trunc(v)) {
			return errNonsense
		}
		x.set(v)
	}
	for _, x := range f.models() {
		m.Floats(x.Prior)
		m.Floats(x.Table)
		m.Floats(x.share)
		x.survey()
	}
	if m.Len() > 0 {
		return errNonsense
	}
	return m.Err()
}

// models are those that a fit remembers.
func (f *splitLead) models() []*Model {
	all := []*Model{f.model}
	if f.squarem != nil {
		all = append(all, f.squarem.models[:]...)
	}
	return all
}

// variable is a number, whole number or truth that a fit remembers.
type variable struct {
	get  func() float64
	set  func(float64)
	most float64 // it is whole, from 0 to this; 0: any number
}

// numbers are all of those.
func (f *splitLead) numbers() (all []variable) {
	number := func(x *float64) {
		all = append(all, variable{func() float64 { return *x }, func(v float64) { *x = v }, 0})
	}
	whole := func(x *int, most float64) {
		all = append(all, variable{func() float64 { return float64(*x) }, func(v float64) { *x = int(v) }, most})
	}
	truth := func(x *bool) {
		all = append(all, variable{func() float64 {
			if *x {
				return 1
			}
			return 0
		}, func(v float64) { *x = v != 0 }, 1})
	}
	const exact = 1 << 53 // whole numbers, in a float64
	truth(&f.hard)
	truth(&f.whole)
	whole(&f.steps, exact)
	whole((*int)(&f.next), float64(hard))
	number(&f.change)
	number(&f.last)
	number(&f.now.LogLikelihood)
	number(&f.now.Complete)
	whole(&f.now.Impossible, exact)
	whole(&f.now.Flips, exact)
	if q := f.squarem; q != nil {
		whole(&q.at, float64(len(q.models)-1))
		number(&q.longest)
		truth(&q.ended)
		truth(&q.ahead)
		number(&q.moved)
		whole(&q.before, exact)
	}
	return all
}

// Follow implements transport.Splitter.
func (m *DS) Follow(d *crowd.Dataset, first int, cuts []int, s fit.Settings) transport.Follower {
	f := &follower{server{model: NewModel(d.Workers, d.Classes)}}
	f.work = yield.New(s.Pause)
	key := newKeys(d, s.Scratch, f.work)
	for n := range len(cuts) - 1 {
		p := newPass(part(d, cuts[n], cuts[n+1]), first+cuts[n], s.Seed, key, f.work)
		p.data.Worker = nil // its keys hold what a pass needs of it
		f.passes, f.of = append(f.passes, p), append(f.of, p.Counts())
	}
	f.total = totalOf(f.of, d)
	return f
}

// follower is a server that answers with counts alone.
type follower struct{ server }

// Do implements transport.Follower.
func (f *follower) Do(message []byte) ([]byte, error) {
	var answer answer
	f.line = &answer
	if err := f.do(transport.NewReader(message)); err != nil {
		return nil, err
	}
	return answer, f.Err()
}

// answer is a line that keeps the one message that is sent.
type answer []byte

func (a *answer) Send(message []byte) error {
	*a = slices.Clone(message)
	return nil
}

func (*answer) Receive() ([]byte, error) { return nil, transport.ErrLost }

// Save implements transport.Memory: the class of each task so far.
func (f *follower) Save() []byte {
	var m transport.Message
	for _, p := range f.passes {
		m.Uint16s(p.class)
	}
	return m
}

// Restore implements transport.Memory.
func (f *follower) Restore(saved []byte) error {
	m := transport.NewReader(saved)
	for _, p := range f.passes {
		m.Uint16s(p.class)
		for _, k := range p.class {
			if int(k) >= p.data.Classes {
				return errNonsense
			}
		}
	}
	if m.Len() > 0 {
		return errNonsense
	}
	return m.Err()
}
