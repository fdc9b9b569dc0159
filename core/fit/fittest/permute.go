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
	if holes := gapped(d.Dataset); refuses(b, holes) == nil {
		permuted(t, b, holes, b.run(t, holes, usual))
	}
}

// gapped returns d with tasks that have no label, and some that have one.
func gapped(d *crowd.Dataset) *crowd.Dataset {
	keep := func(n int, task []int32) bool {
		switch task[n] % 7 {
		case 2:
			return false
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
	if d.Numeric() {
		return with(d, task[:left], worker[:left], nil, value[:left])
	}
	return with(d, task[:left], worker[:left], class[:left], nil)
}

// refuses is why the method can't run on d, nil if it can.
func refuses(b *bench, d *crowd.Dataset) error {
	_, err := b.New().Uses(d.Parts())
	return err
}

// permuted compares the answers for d, x, with those for its tasks in another order.
func permuted(t tester, b *bench, d *crowd.Dataset, x *fit.Result) {
	to := rand.New(rand.NewPCG(3, 3)).Perm(d.Tasks)
	task, worker, class, value := long(d)
	for n, i := range task {
		task[n] = int32(to[i])
	}
	other := with(d, task, worker, class, value)
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
	b.alike(t, d, x.Estimate, b.run(t, other, usual).Estimate, func(i int) int { return to[i] }, self, nearly)
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
	size := d.Classes * d.Classes
	for n, p := range x.Confusion {
		if q := y.Confusion[to[n/size]*size+n%size]; math.Abs(p-q) > nearly {
			t.Errorf("%s: entry %d of worker %d's confusion matrix is %v, and then %v", b.Name, n%size, n/size, p, q)
			return
		}
	}
}

func permuteLabels(t tester, b *bench) {
	d := b.data()
	task, worker, class, value := long(d.Dataset)
	rand.New(rand.NewPCG(5, 5)).Shuffle(len(task), func(m, n int) {
		task[m], task[n] = task[n], task[m]
		worker[m], worker[n] = worker[n], worker[m]
		if d.Numeric() {
			value[m], value[n] = value[n], value[m]
		} else {
			class[m], class[n] = class[n], class[m]
		}
	})
	b.alike(t, d.Dataset, b.usual(t).Estimate,
		b.run(t, with(d.Dataset, task, worker, class, value), usual).Estimate, self, self, nearly)
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
