package fittest

import (
	"math"
	"math/rand/v2"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
)

func permuteTasks(t tester, b *bench) {
	d := b.data()
	permuted(t, b, d.Dataset, b.usual(t))
	known(d)
	if holes := gapped(d.Dataset, true); refuses(b, holes) == nil {
		permuted(t, b, holes, b.run(t, holes, usual))
	}
}

// gapped returns d with some tasks of one label, some without words and, if unlabelled, some
// without labels.
func gapped(d *crowd.Dataset, unlabelled bool) *crowd.Dataset {
	var kept []label
	last := int32(-1)
	for _, l := range labelsOf(d) {
		if l.task%7 == 2 && unlabelled || l.task%7 == 4 && l.task == last {
			continue
		}
		kept, last = append(kept, l), l.task
	}
	out := with(d, kept)
	if w := d.Words; w != nil {
		out.Words = &crowd.Words{Terms: w.Terms, Start: []int32{0}}
		for i := range d.Tasks {
			from, to := w.Start[i], w.Start[i+1]
			if i%7 == 1 {
				to = from
			}
			addDocument(out.Words, w.Term[from:to], w.Count[from:to])
		}
	}
	return out
}

// refuses returns why the method can't run on d, or nil.
func refuses(b *bench, d *crowd.Dataset) error {
	_, err := b.New().Uses(d.Parts())
	return err
}

// permuted compares x, the answers for d, with those for its tasks in another order.
func permuted(t tester, b *bench, d *crowd.Dataset, x *fit.Result) {
	labels, to := labelsOf(d), rand.New(rand.NewPCG(3, 3)).Perm(d.Tasks)
	for n, l := range labels {
		labels[n].task = int32(to[l.task])
	}
	other := moved(with(d, labels), to)
	b.alike(t, d, x.Estimate, b.run(t, other, usual).Estimate, func(i int) int { return to[i] }, self, nearly)
}

// moved moves the side information of each task i to task to[i].
func moved(d *crowd.Dataset, to []int) *crowd.Dataset {
	other := *d
	if d.Gold != nil {
		other.Gold = make([]int32, d.Tasks)
		for i, k := range d.Gold {
			other.Gold[to[i]] = k
		}
	}
	if f := d.Features; f != nil {
		x := make([]float64, len(f.X))
		for i := range d.Tasks {
			copy(x[to[i]*len(f.Names):], f.Row(i))
		}
		other.Features = &crowd.Features{Names: f.Names, X: x}
	}
	if w := d.Words; w != nil {
		other.Words = reorder(w, to)
	}
	if c := d.Comparisons; c != nil {
		own := &crowd.Comparisons{Items: c.Items, First: make([]int32, d.Tasks), Second: make([]int32, d.Tasks)}
		for i := range d.Tasks {
			own.First[to[i]], own.Second[to[i]] = c.First[i], c.Second[i]
		}
		other.Comparisons = own
	}
	if p := d.Predictions; p != nil {
		other.Predictions = &crowd.Predictions{P: make([]float64, len(p.P))}
		for i := range d.Tasks {
			copy(other.Predictions.Row(to[i], d.Classes), p.Row(i, d.Classes))
		}
	}
	return &other
}

// permuteRows shuffles the rows of a file, which renumbers tasks and workers in the order they are
// met, those without labels last. The seed and the task's number break exact ties of votes or
// posteriors (crowd.Best), so ties depend on the order of the rows in any method. The law therefore
// uses data without tied votes (every task has a label, and those with several have a majority) and
// compares posteriors, which breaking ties does not change.
func permuteRows(t tester, b *bench) {
	d := b.data()
	shuffled(t, b, d.Dataset, b.usual(t))
	known(d)
	if sparse := gapped(d.Dataset, false); refuses(b, sparse) == nil {
		shuffled(t, b, sparse, b.run(t, sparse, usual))
	}
}

// shuffled compares x, the answers for d, with those for its rows in another order.
func shuffled(t tester, b *bench, d *crowd.Dataset, x *fit.Result) {
	t.Helper()
	labels := labelsOf(d)
	shuffle(8, labels)
	tasks := renumber(labels, d.Tasks, func(l *label) *int32 { return &l.task })
	workers := renumber(labels, d.Workers, func(l *label) *int32 { return &l.worker })
	other := moved(with(d, labels), tasks)
	y := b.run(t, other, usual)
	b.alike(t, d, x.Estimate, y.Estimate, func(i int) int { return tasks[i] }, self, nearly)
	b.alikeWorkers(t, d, x.Estimate, y.Estimate, workers)
}

// renumber renumbers the tasks or workers of labels in the order they are met, those without labels
// last, and returns the new number of each.
func renumber(labels []label, n int, of func(*label) *int32) (to []int) {
	to = slices.Repeat([]int{-1}, n)
	next := 0
	number := func(i int) int {
		if to[i] < 0 {
			to[i] = next
			next++
		}
		return to[i]
	}
	for m := range labels {
		at := of(&labels[m])
		*at = int32(number(int(*at)))
	}
	for i := range to {
		number(i)
	}
	return to
}

// reorder moves the words of task i to task to[i].
func reorder(w *crowd.Words, to []int) *crowd.Words {
	from := make([]int, len(to))
	for i, j := range to {
		from[j] = i
	}
	out := &crowd.Words{Terms: w.Terms, Start: []int32{0}}
	for _, i := range from {
		a, z := w.Start[i], w.Start[i+1]
		addDocument(out, w.Term[a:z], w.Count[a:z])
	}
	return out
}

func permuteWorkers(t tester, b *bench) {
	d := b.data()
	to := rand.New(rand.NewPCG(4, 4)).Perm(d.Workers)
	labels := labelsOf(d.Dataset)
	for n, l := range labels {
		labels[n].worker = int32(to[l.worker])
	}
	x, y := b.usual(t), b.run(t, with(d.Dataset, labels), usual)
	b.alike(t, d.Dataset, x.Estimate, y.Estimate, self, self, nearly)
	b.alikeWorkers(t, d.Dataset, x.Estimate, y.Estimate, to)
}

// alikeWorkers fails the test unless the results for worker j of d and for to[j] agree.
func (s *bench) alikeWorkers(t tester, d *crowd.Dataset, x, y *crowd.Estimate, to []int) {
	t.Helper()
	size := d.Classes * d.Classes
	for n, p := range x.Confusion {
		if q := y.Confusion[to[n/size]*size+n%size]; math.Abs(p-q) > nearly {
			t.Errorf("%s: entry %d of worker %d's confusion matrix is %v, and then %v", s.Name, n%size, n/size, p, q)
			return
		}
	}
	for n, c := range x.Extra {
		if c.Of != crowd.OfWorker {
			continue
		}
		for j, p := range c.Values {
			if q := y.Extra[n].Values[to[j]]; !(math.Abs(p-q) <= loosely*(1+math.Abs(p))) && !(math.IsNaN(p) && math.IsNaN(q)) {
				t.Errorf("%s: the %s of worker %d is %v, and then %v", s.Name, c.Name, j, p, q)
				return
			}
		}
	}
}

// loosely is nearly for figures that a flat optimum determines less well than labels.
const loosely = 1e-4

func permuteLabels(t tester, b *bench) {
	d := b.data()
	labels := labelsOf(d.Dataset)
	shuffle(5, labels)
	b.alike(t, d.Dataset, b.usual(t).Estimate, b.run(t, with(d.Dataset, labels), usual).Estimate, self, self, nearly)
}

func shuffle(seed uint64, labels []label) {
	rand.New(rand.NewPCG(seed, seed)).Shuffle(len(labels), func(m, n int) { labels[m], labels[n] = labels[n], labels[m] })
}

func renameClasses(t tester, b *bench) {
	d := b.data()
	if d.Numeric() {
		t.Skipf("numbers have no classes")
	}
	to := func(k int) int { return (k + 1) % d.Classes }
	labels := labelsOf(d.Dataset)
	if d.Comparisons != nil { // the items are numbered from the other end
		to = func(k int) int { return []int{crowd.SecondWins, crowd.FirstWins, crowd.Tied}[k] }
		for n := range labels {
			labels[n].swapped = !labels[n].swapped
		}
	}
	for n, l := range labels {
		labels[n].class = int32(to(int(l.class)))
	}
	other := with(d.Dataset, labels)
	if c := d.Comparisons; c != nil {
		own := &crowd.Comparisons{Items: c.Items}
		for i, a := range c.First {
			own.First = append(own.First, int32(c.Items-1)-c.Second[i])
			own.Second = append(own.Second, int32(c.Items-1)-a)
		}
		other.Comparisons = own
	}
	if p := d.Predictions; p != nil {
		other.Predictions = &crowd.Predictions{P: make([]float64, len(p.P))}
		for n, x := range p.P {
			k := n % d.Classes
			other.Predictions.P[n-k+to(k)] = x
		}
	}
	b.alike(t, d.Dataset, b.usual(t).Estimate, b.run(t, other, usual).Estimate, self, to, nearly)
}
