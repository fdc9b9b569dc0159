package fittest

import (
	"math/rand/v2"

	"concord/core/crowd"
)

// sample is a simulated data set with its truth.
type sample struct {
	*crowd.Dataset
	truth []int32   // of classes
	value []float64 // of numbers
}

// world is a kind of data.
type world struct {
	name    string
	classes int // 0: numbers
	extra   extra
	make    func(seed uint64) *sample
}

type extra int

const (
	none extra = iota
	features
	words
)

var worlds = []world{
	newWorld("three classes", 3, none),
	newWorld("two classes", 2, none),
	newWorld("numbers", 0, none),
	newWorld("three classes with features", 3, features),
	newWorld("two classes with features", 2, features),
	newWorld("numbers with features", 0, features),
	newWorld("three classes with words", 3, words),
	newWorld("two classes with words", 2, words),
	newWorld("numbers with words", 0, words),
}

func newWorld(name string, classes int, x extra) world {
	w := world{name: name, classes: classes, extra: x}
	w.make = func(seed uint64) *sample { return w.draw(seed, 60, 12, 7) }
	return w
}

// draw simulates tasks of per labels each. No vote is tied, so that laws can
// compare labels: each task is drawn until it has a majority.
func (w world) draw(seed uint64, tasks, workers, per int) *sample {
	src := rand.New(rand.NewPCG(seed, 0xfeed))
	s := &sample{}
	var task, worker, class []int32
	var value []float64
	for i := range tasks {
		who := src.Perm(workers)[:min(per, workers)]
		if w.classes == 0 {
			x := src.NormFloat64()
			s.value = append(s.value, x)
			for _, j := range who {
				task, worker = append(task, int32(i)), append(worker, int32(j))
				value = append(value, x+bias(j)+src.NormFloat64()*(.1+.05*float64(j)))
			}
			continue
		}
		k := int32(i % w.classes)
		s.truth = append(s.truth, k)
		for {
			says := make([]int32, len(who))
			for n, j := range who {
				says[n] = say(src, j, k, w.classes)
			}
			if !tied(says, w.classes) {
				class = append(class, says...)
				break
			}
		}
		for _, j := range who {
			task, worker = append(task, int32(i)), append(worker, int32(j))
		}
	}
	if w.classes == 0 {
		s.Dataset = &crowd.Dataset{Labels: crowd.NewValues(tasks, workers, task, worker, value)}
	} else {
		s.Dataset = &crowd.Dataset{Labels: crowd.NewLabels(tasks, workers, w.classes, task, worker, class)}
	}
	w.describe(s, src)
	return s
}

func bias(j int) float64 { return .2 * float64(j%5-2) }

// say draws worker j's label: workers are right with probability 0.95 down to 0.6, and
// odd-numbered ones err towards the next class.
func say(src *rand.Rand, j int, truth int32, classes int) int32 {
	right := .95 - .35*float64(j%12)/11
	switch {
	case src.Float64() < right:
		return truth
	case j%2 == 1:
		return (truth + 1) % int32(classes)
	default:
		return int32(src.IntN(classes))
	}
}

func tied(says []int32, classes int) bool {
	n := make([]int, classes)
	for _, l := range says {
		n[l]++
	}
	most, times := 0, 0
	for _, x := range n {
		switch {
		case x > most:
			most, times = x, 1
		case x == most:
			times++
		}
	}
	return times > 1
}

// describe gives the tasks features or words that depend on their truth.
func (w world) describe(s *sample, src *rand.Rand) {
	about := func(i int) float64 {
		if w.classes == 0 {
			return s.value[i]
		}
		return float64(s.truth[i])
	}
	switch w.extra {
	case features:
		f := &crowd.Features{Names: []string{"x", "y", "z"}}
		for i := range s.Tasks {
			x := about(i)
			f.X = append(f.X, x+.3*src.NormFloat64(), -x*x+.3*src.NormFloat64(), src.NormFloat64())
		}
		s.Features = f
	case words:
		const terms, length = 24, 30
		b := &crowd.Words{Terms: terms, Start: []int32{0}}
		for i := range s.Tasks {
			n := make([]int32, terms)
			topic := int(about(i)*2+6) % 4 // each topic owns a quarter of the terms
			for range length {
				if src.Float64() < .7 {
					n[topic*terms/4+src.IntN(terms/4)]++
				} else {
					n[src.IntN(terms)]++
				}
			}
			for v, c := range n {
				if c > 0 {
					b.Term, b.Count = append(b.Term, int32(v)), append(b.Count, c)
				}
			}
			b.Start = append(b.Start, int32(len(b.Term)))
		}
		s.Words = b
	}
}

// long returns the labels of d one by one.
func long(d *crowd.Dataset) (task, worker, class []int32, value []float64) {
	for i := range d.Tasks {
		from, to := d.Of(i)
		for n := from; n < to; n++ {
			task, worker = append(task, int32(i)), append(worker, d.Worker[n])
			if d.Numeric() {
				value = append(value, d.Value[n])
			} else {
				class = append(class, int32(d.Class[n]))
			}
		}
	}
	return task, worker, class, value
}

// with returns d with other labels and everything else as it is.
func with(d *crowd.Dataset, task, worker, class []int32, value []float64) *crowd.Dataset {
	out := *d
	if d.Numeric() {
		out.Labels = crowd.NewValues(d.Tasks, d.Workers, task, worker, value)
	} else {
		out.Labels = crowd.NewLabels(d.Tasks, d.Workers, d.Classes, task, worker, class)
	}
	return &out
}
