package fittest

import (
	"math/rand/v2"
	"slices"

	"concord/core/crowd"
	"concord/core/prob"
)

// sample is a simulated data set with its truth.
type sample struct {
	*crowd.Dataset
	truth []int32   // of classes
	value []float64 // of numbers
}

// world is a kind of data.
type world struct {
	classes int // 0: numbers
	extra   extra
}

type extra int

const (
	none extra = iota
	features
	words
	predictions
	comparisons
)

var worlds = []world{
	{3, none}, {2, none}, {0, none},
	{3, features}, {2, features}, {0, features},
	{3, words}, {2, words}, {0, words},
	{3, predictions}, {2, predictions},
	{3, comparisons},
}

// make draws the world's usual data.
func (w world) make(seed uint64) *sample { return w.draw(seed, 60, 12, 7) }

// draw simulates tasks of per labels each. No vote is tied, so that laws can
// compare labels: each task is drawn until it has a majority.
func (w world) draw(seed uint64, tasks, workers, per int) *sample {
	src := rand.New(rand.NewPCG(seed, 0xfeed))
	s := &sample{Dataset: &crowd.Dataset{Labels: crowd.Labels{Tasks: tasks, Workers: workers, Classes: w.classes}}}
	if w.extra == comparisons {
		s.Comparisons = pairs(tasks)
	}
	var labels []label
	for i := range tasks {
		own := make([]label, min(per, workers))
		for n, j := range src.Perm(workers)[:len(own)] {
			own[n] = label{task: int32(i), worker: int32(j)}
		}
		if w.classes == 0 {
			x := src.NormFloat64()
			s.value = append(s.value, x)
			for n, l := range own {
				own[n].value = x + bias(l.worker) + src.NormFloat64()*(.1+.05*float64(l.worker))
			}
		} else {
			k := int32(i % w.classes)
			if s.Comparisons != nil {
				k = better(s.Comparisons.First[i], s.Comparisons.Second[i])
			}
			s.truth = append(s.truth, k)
			for again := true; again; again = tied(own, w.classes) {
				for n, l := range own {
					own[n].class = say(src, l.worker, k, w.classes)
					own[n].swapped = s.Comparisons != nil && src.IntN(2) == 0
				}
			}
		}
		labels = append(labels, own...)
	}
	s.Dataset = with(s.Dataset, labels)
	w.describe(s, src)
	return s
}

// pairs are tasks of twelve items, each pair once.
func pairs(tasks int) *crowd.Comparisons {
	c := &crowd.Comparisons{Items: 12}
	for a := range int32(c.Items) {
		for b := a + 1; int(b) < c.Items && len(c.First) < tasks; b++ {
			c.First, c.Second = append(c.First, a), append(c.Second, b)
		}
	}
	return c
}

// better is the truth of a pair: the better an item, the larger 7i mod 12, and neighbours tie.
func better(a, b int32) int32 {
	switch d := a*7%12 - b*7%12; {
	case d > 1:
		return crowd.FirstWins
	case d < -1:
		return crowd.SecondWins
	}
	return crowd.Tied
}

func bias(j int32) float64 { return .2 * float64(j%5-2) }

// say draws worker j's label: workers are right with probability 0.95 down to 0.6, and
// odd-numbered ones err towards the next class.
func say(src *rand.Rand, j, truth int32, classes int) int32 {
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

func tied(labels []label, classes int) bool {
	n := make([]int, classes)
	for _, l := range labels {
		n[l.class]++
	}
	slices.Sort(n)
	return classes > 1 && n[classes-1] == n[classes-2]
}

// describe gives the tasks features, words or predictions that depend on their truth.
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
			var seen, count []int32
			for v, c := range n {
				if c > 0 {
					seen, count = append(seen, int32(v)), append(count, c)
				}
			}
			addDocument(b, seen, count)
		}
		s.Words = b
	case predictions:
		p := &crowd.Predictions{P: make([]float64, s.Tasks*w.classes)}
		for i, z := range s.truth {
			row := p.Row(i, w.classes)
			for k := range row {
				row[k] = .2 + src.Float64()
			}
			row[z]++
			prob.Normalize(row)
		}
		s.Predictions = p
	}
}

// addDocument adds a document of the given words to b.
func addDocument(b *crowd.Words, term, count []int32) {
	b.Term, b.Count = append(b.Term, term...), append(b.Count, count...)
	b.Start = append(b.Start, int32(len(b.Term)))
}

// label is one label; value counts among numbers, class among classes, swapped among comparisons.
type label struct {
	task, worker, class int32
	value               float64
	swapped             bool
}

// labelsOf lists the labels of d one by one.
func labelsOf(d *crowd.Dataset) (list []label) {
	for n, i := range d.TaskOf() {
		l := label{task: i, worker: d.Worker[n]}
		if d.Numeric() {
			l.value = d.Value[n]
		} else {
			l.class = int32(d.Class[n])
		}
		if d.Swapped != nil {
			l.swapped = d.Swapped[n]
		}
		list = append(list, l)
	}
	return list
}

// with returns d with other labels and everything else as it is.
func with(d *crowd.Dataset, labels []label) *crowd.Dataset {
	task, worker := make([]int32, len(labels)), make([]int32, len(labels))
	class, value := make([]int32, len(labels)), make([]float64, len(labels))
	for n, l := range labels {
		task[n], worker[n], class[n], value[n] = l.task, l.worker, l.class, l.value
	}
	out := *d
	if d.Classes == 0 {
		out.Labels = crowd.NewValues(d.Tasks, d.Workers, task, worker, value)
	} else {
		out.Labels = crowd.NewLabels(d.Tasks, d.Workers, d.Classes, task, worker, class)
	}
	if d.Comparisons != nil {
		out.Swapped = make([]bool, 0, len(labels))
		for i := range int32(d.Tasks) { // NewLabels keeps the order of a task's labels
			for _, l := range labels {
				if l.task == i {
					out.Swapped = append(out.Swapped, l.swapped)
				}
			}
		}
	}
	return &out
}
