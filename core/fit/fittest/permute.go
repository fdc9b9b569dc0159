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

// gapped returns d with tasks that have one label, some without words and, if they may
// be unlabelled, some without a label.
func gapped(d *crowd.Dataset, unlabelled bool) *crowd.Dataset {
	keep := func(n int, task []int32) bool {
		switch task[n] % 7 {
		case 2:
			return !unlabelled
		case 4:
			return n == 0 || task[n-1] != task[n]
		}
		return true
	}
	task, worker, class, value := long(d)
	left := 0
	all := slices.Clone(task)
	for n := range all {
		if !keep(n, all) {
			continue
		}
		task[left], worker[left] = task[n], worker[n]
		if d.Numeric() {
			value[left] = value[n]
		} else {
			class[left] = class[n]
		}
		left++
	}
	if class != nil {
		class = class[:left]
	} else {
		value = value[:left]
	}
	out := with(d, task[:left], worker[:left], class, value)
	if w := d.Words; w != nil {
		out.Words = &crowd.Words{Terms: w.Terms, Start: []int32{0}}
		for i := range d.Tasks {
			if from, to := w.Start[i], w.Start[i+1]; i%7 != 1 {
				out.Words.Term = append(out.Words.Term, w.Term[from:to]...)
				out.Words.Count = append(out.Words.Count, w.Count[from:to]...)
			}
			out.Words.Start = append(out.Words.Start, int32(len(out.Words.Term)))
		}
	}
	return out
}

// refuses returns why the method can't run on d, or nil.
func refuses(b *bench, d *crowd.Dataset) error {
	_, err := b.New().Uses(d.Parts())
	return err
}

// permuted compares the answers for d, x, with those for its tasks in another order.
func permuted(t tester, b *bench, d *crowd.Dataset, x *fit.Result) {
	task, worker, class, value := long(d)
	to := rand.New(rand.NewPCG(3, 3)).Perm(d.Tasks)
	for n, i := range task {
		task[n] = int32(to[i])
	}
	other := moved(with(d, task, worker, class, value), to)
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
	return &other
}

// permuteRows shuffles the rows of a file, so that tasks and workers are numbered in
// another order, that in which they are met first; those without labels come last.
// Exact ties of votes or posteriors are broken by the seed and the number of the task
// (crowd.Best), and so by the order of the rows. No method can avoid that, so the law
// uses data without tied votes: every task has a label, and tasks with several labels
// have a majority. It compares posteriors, which breaking a tie does not change.
func permuteRows(t tester, b *bench) {
	d := b.data()
	shuffled(t, b, d.Dataset, b.usual(t))
	known(d)
	if sparse := gapped(d.Dataset, false); refuses(b, sparse) == nil {
		shuffled(t, b, sparse, b.run(t, sparse, usual))
	}
}

// shuffled compares the answers for d, x, with those for its rows in another order.
func shuffled(t tester, b *bench, d *crowd.Dataset, x *fit.Result) {
	t.Helper()
	task, worker, class, value := long(d)
	shuffle(8, task, worker, class, value)
	tasks, workers := inOrder(task, d.Tasks), inOrder(worker, d.Workers)
	other := moved(with(d, task, worker, class, value), tasks)
	y := b.run(t, other, usual)
	b.alike(t, d, x.Estimate, y.Estimate, func(i int) int { return tasks[i] }, self, nearly)
	b.alikeWorkers(t, d, x.Estimate, y.Estimate, workers)
}

// inOrder numbers indices anew, in the order in which they are met, and returns the new
// number of each.
func inOrder(index []int32, n int) (to []int) {
	to = slices.Repeat([]int{-1}, n)
	next := 0
	for m, i := range index {
		if to[i] < 0 {
			to[i] = next
			next++
		}
		index[m] = int32(to[i])
	}
	for i := range to {
		if to[i] < 0 {
			to[i] = next
			next++
		}
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
		out.Term = append(out.Term, w.Term[a:z]...)
		out.Count = append(out.Count, w.Count[a:z]...)
		out.Start = append(out.Start, int32(len(out.Term)))
	}
	return out
}

func permuteWorkers(t tester, b *bench) {
	d := b.data()
	to := rand.New(rand.NewPCG(4, 4)).Perm(d.Workers)
	task, worker, class, value := long(d.Dataset)
	for n, j := range worker {
		worker[n] = int32(to[j])
	}
	x, y := b.usual(t), b.run(t, with(d.Dataset, task, worker, class, value), usual)
	b.alike(t, d.Dataset, x.Estimate, y.Estimate, self, self, nearly)
	b.alikeWorkers(t, d.Dataset, x.Estimate, y.Estimate, to)
}

// alikeWorkers fails the test if the results for worker j of d and for to[j] differ.
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

// loosely is nearly for figures that a flat top determines less well than labels.
const loosely = 1e-4

func permuteLabels(t tester, b *bench) {
	d := b.data()
	task, worker, class, value := long(d.Dataset)
	shuffle(5, task, worker, class, value)
	b.alike(t, d.Dataset, b.usual(t).Estimate,
		b.run(t, with(d.Dataset, task, worker, class, value), usual).Estimate, self, self, nearly)
}

// shuffle puts labels in another order; of class and value one may be nil.
func shuffle(seed uint64, task, worker, class []int32, value []float64) {
	rand.New(rand.NewPCG(seed, seed)).Shuffle(len(task), func(m, n int) {
		task[m], task[n] = task[n], task[m]
		worker[m], worker[n] = worker[n], worker[m]
		if class != nil {
			class[m], class[n] = class[n], class[m]
		}
		if value != nil {
			value[m], value[n] = value[n], value[m]
		}
	})
}

func renameClasses(t tester, b *bench) {
	d := b.data()
	if d.Numeric() {
		t.Skipf("numbers have no classes")
	}
	to := func(k int) int { return (k + 1) % d.Classes }
	task, worker, class, value := long(d.Dataset)
	for n, l := range class {
		class[n] = int32(to(int(l)))
	}
	b.alike(t, d.Dataset, b.usual(t).Estimate,
		b.run(t, with(d.Dataset, task, worker, class, value), usual).Estimate, self, to, nearly)
}
