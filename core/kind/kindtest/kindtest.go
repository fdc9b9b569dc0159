// Package kindtest has the laws that every kind of answers obeys.
package kindtest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/kind"
	"concord/core/labels"
)

// Room is a kind with what it takes to make answers of it up.
type Room struct {
	kind.Kind
	Draw func(r *rand.Rand, task int) kind.Answer // any answer that a worker may give to a task
	// Say makes the labels of a crowd where worker j answers these tasks, in this order, with said(task, j); nil: the worker doesn't.
	Say   func(tasks []int, workers int, said func(task, j int) kind.Answer) *labels.Set
	Valid func(a kind.Answer, task int) bool
	// Rename numbers the classes of an answer in another order; nil: there are none.
	Rename  func(a kind.Answer, to []int) kind.Answer
	Classes int
	Alpha   func(a *api.Agreement) api.Figure // α with the distance of the kind; nil: there is none between answers to different tasks
}

// Names are names of tasks, workers or classes.
type Names []string

// Numbered returns n names.
func Numbered(prefix string, n int) (names Names) {
	for i := range n {
		names = append(names, fmt.Sprint(prefix, i))
	}
	return names
}

func (n Names) Len() int                       { return len(n) }
func (n Names) At(i int) string                { return n[i] }
func (n Names) Append(to []byte, i int) []byte { return append(to, n[i]...) }
func (n Names) Find(name string) (int, bool) {
	i := slices.Index(n, name)
	return max(0, i), i >= 0
}

// All returns the numbers of so many tasks.
func All(tasks int) (all []int) {
	for i := range tasks {
		all = append(all, i)
	}
	return all
}

// Laws checks all of them.
func Laws(t *testing.T, k Room) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		tasks, workers := 1+r.IntN(20), 1+r.IntN(6)
		all := map[[2]int]kind.Answer{}
		for i := range tasks {
			for j := range workers {
				if j == i%workers || r.IntN(2) == 0 {
					all[[2]int{i, j}] = k.Draw(r, i)
				}
			}
		}
		said := func(i, j int) kind.Answer { return all[[2]int{i, j}] }
		name := func(law string) string { return fmt.Sprintf("%s/seed=%d", law, seed) }
		set := k.Say(All(tasks), workers, said)
		t.Run(name("unanimous"), func(t *testing.T) { k.unanimous(t, r, tasks, workers) })
		t.Run(name("questions"), func(t *testing.T) { k.questions(t, set) })
		t.Run(name("valid"), func(t *testing.T) { k.valid(t, r, set) })
		t.Run(name("same"), func(t *testing.T) { k.same(t, tasks, workers, said) })
		t.Run(name("permuted"), func(t *testing.T) { k.permuted(t, r, tasks, workers, said) })
		t.Run(name("distance"), func(t *testing.T) { k.distance(t, r, set, tasks) })
		t.Run(name("alpha"), func(t *testing.T) { k.alpha(t, set, tasks, workers, said) })
	}
}

// Fuzz has the fuzzer choose unanimous crowds.
func Fuzz(f *testing.F, k Room) {
	f.Add(uint64(1), uint8(3), uint8(2))
	f.Fuzz(func(t *testing.T, seed uint64, tasks, workers uint8) {
		k.unanimous(t, rand.New(rand.NewPCG(seed, 2)), 1+int(tasks)%50, 1+int(workers)%9)
	})
}

func (k Room) cut(t *testing.T, set *labels.Set) kind.Cut {
	t.Helper()
	c, err := k.Cut(set, &api.Choices{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// settle answers each question by the majority, or the mean.
func settle(c kind.Cut) (s kind.Settled) {
	d := c.Questions().Data
	if c.Info().Numbers {
		for i := range d.Tasks {
			from, to := d.Of(i)
			sum := 0.0
			for _, x := range d.Value[from:to] {
				sum += x / float64(to-from)
			}
			s.Value = append(s.Value, sum)
		}
		return s
	}
	shares := crowd.Shares(d)
	for i := range d.Tasks {
		best, _ := crowd.Best(shares[i*d.Classes:(i+1)*d.Classes], i, 1)
		s.Class = append(s.Class, int32(best))
	}
	return s
}

// near compares numbers up to rounding, and classes exactly.
func near(a, b kind.Answer) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Abs(x-y) <= 1e-9*max(1, math.Abs(x)) })
}

// unanimous: what all workers say is the answer.
func (k Room) unanimous(t *testing.T, r *rand.Rand, tasks, workers int) {
	truth := make([]kind.Answer, tasks)
	for i := range truth {
		truth[i] = k.Draw(r, i)
	}
	c := k.cut(t, k.Say(All(tasks), workers, func(i, _ int) kind.Answer { return truth[i] }))
	s := settle(c)
	for i, want := range truth {
		if got := c.Join(nil, i, s); !near(got, want) {
			t.Errorf("task %d: got %v, want %v as all workers say", i, got, want)
		}
	}
}

// questions belong to their tasks, answers and questions become each other, and answers are read as they are written.
func (k Room) questions(t *testing.T, set *labels.Set) {
	c := k.cut(t, set)
	s, all := settle(c), c.Questions().Data.Tasks
	if c.Answers() != set {
		t.Error("a cut keeps what it is made of")
	}
	if c.Whole() && (all != set.Data.Tasks || c.Questions().Data.Classes != set.Data.Classes) {
		t.Errorf("got %d questions about %d tasks, want one for each, about the same classes", all, set.Data.Tasks)
	}
	next := 0
	for i := range set.Data.Tasks {
		from, to := c.Of(i)
		if from != next || to <= from {
			t.Fatalf("task %d: got the questions %d to %d, want some from %d on", i, from, to, next)
		}
		for q := from; q < to; q++ {
			if task, place := c.Task(q); task != i || place != q-from {
				t.Errorf("question %d: got place %d of task %d, want %d of %d", q, place, task, q-from, i)
			}
		}
		next = to
		a := c.Join(nil, i, s)
		back := kind.Settled{Class: slices.Repeat([]int32{crowd.Unknown}, all), Value: make([]float64, all)}
		if c.Info().Numbers {
			back.Class = nil
		}
		if c.Split(a, i, back); !reflect.DeepEqual(c.Join(nil, i, back), a) {
			t.Errorf("task %d: got %v, want %v, which it was split from", i, c.Join(nil, i, back), a)
		}
		for n := range k.Classes {
			q, class := c.Class(i, n)
			if got, want := back.Class[q] == int32(class), slices.Contains(a, float64(n)); q < from || q >= to || got != want {
				t.Errorf("task %d: got class %d: %v, want %v", i, n, got, want)
			}
		}
		text := c.Text(a, set.Classes.At)
		if got, err := c.Parse(text); c.Info().Can(api.AskReview) && (err != nil || !reflect.DeepEqual(got, a)) {
			t.Errorf("%q: got %v, %v, want %v", text, got, err, a)
		}
		if x := c.Rank(a, func(k int) int { return k }); math.IsNaN(x) {
			t.Errorf("task %d: %v has no rank", i, a)
		}
	}
	if next != all {
		t.Errorf("got questions up to %d, want %d", next, all)
	}
	unknown := kind.Settled{Class: slices.Repeat([]int32{crowd.Unknown}, all)}
	if a := c.Join(nil, 0, unknown); a != nil || c.Text(a, nil) != "" || !math.IsNaN(c.Rank(a, nil)) {
		t.Errorf("got %v, want nothing where no answer is known", a)
	}
}

// valid: whatever estimates say, the answer is one.
func (k Room) valid(t *testing.T, r *rand.Rand, set *labels.Set) {
	c := k.cut(t, set)
	d := c.Questions().Data
	var s kind.Settled
	for range d.Tasks {
		if c.Info().Numbers {
			s.Value = append(s.Value, r.NormFloat64()*1e300)
		} else {
			s.Class = append(s.Class, int32(r.IntN(d.Classes)))
		}
	}
	for i := range set.Data.Tasks {
		if a := c.Join(nil, i, s); a == nil || !k.Valid(a, i) {
			t.Errorf("task %d: got %v of any estimates", i, a)
		}
	}
}

// same: the same answers make the same questions.
func (k Room) same(t *testing.T, tasks, workers int, said func(i, j int) kind.Answer) {
	a, b := k.cut(t, k.Say(All(tasks), workers, said)), k.cut(t, k.Say(All(tasks), workers, said))
	if !reflect.DeepEqual(a.Questions().Data, b.Questions().Data) {
		t.Error("the same answers make other questions")
	}
}

// permuted: the order of tasks, workers and classes changes nothing but the order.
func (k Room) permuted(t *testing.T, r *rand.Rand, tasks, workers int, said func(i, j int) kind.Answer) {
	task, worker, class := r.Perm(tasks), r.Perm(workers), r.Perm(k.Classes)
	rename := func(a kind.Answer) kind.Answer {
		if a == nil || k.Rename == nil {
			return a
		}
		return k.Rename(a, class)
	}
	first := k.cut(t, k.Say(All(tasks), workers, said))
	other := k.cut(t, k.Say(task, workers, func(i, j int) kind.Answer { return rename(said(i, worker[j])) }))
	s, o := settle(first), settle(other)
	for i := range tasks {
		if tied(other, i) != tied(first, task[i]) {
			t.Errorf("task %d is tied in one order only", i)
		}
		if tied(other, i) {
			continue // the seed decides
		}
		if got, want := other.Join(nil, i, o), rename(first.Join(nil, task[i], s)); !near(got, want) {
			t.Errorf("task %d: got %v, want %v", i, got, want)
		}
	}
}

// tied reports whether a question about a task has a tied majority.
func tied(c kind.Cut, i int) bool {
	d := c.Questions().Data
	from, to := c.Of(i)
	for q := from; q < to && !c.Info().Numbers; q++ {
		one := crowd.Dataset{Labels: d.Part(q, q+1)}
		if _, tie := crowd.Best(crowd.Shares(&one), q, 1); tie {
			return true
		}
	}
	return false
}

// distance: zero to itself, the same both ways, from 0 to 1.
func (k Room) distance(t *testing.T, r *rand.Rand, set *labels.Set, tasks int) {
	d := k.cut(t, set).Distance()
	for range 50 {
		i := r.IntN(tasks)
		a, b := k.Draw(r, i), k.Draw(r, i)
		if x, y := d(a, b), d(b, a); x != y || !(x >= 0 && x <= 1) || d(a, a) != 0 || d(b, b) != 0 {
			t.Errorf("%v and %v: got %g and %g", a, b, x, y)
		}
	}
}

// alpha: Krippendorff's α by its definition with the distance is the one that Agree finds.
func (k Room) alpha(t *testing.T, set *labels.Set, tasks, workers int, said func(i, j int) kind.Answer) {
	c := k.cut(t, set)
	found, err := k.Agree(c, nil, nil, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	if k.Alpha == nil {
		return
	}
	got := k.Alpha(found)
	d := c.Distance()
	var all []kind.Answer // of tasks with two or more
	observed := 0.0
	for i := range tasks {
		var of []kind.Answer
		for j := range workers {
			if a := said(i, j); a != nil {
				of = append(of, a)
			}
		}
		if len(of) < 2 {
			continue
		}
		for _, a := range of {
			for _, b := range of {
				observed += d(a, b) / float64(len(of)-1)
			}
		}
		all = append(all, of...)
	}
	expected := 0.0
	for _, a := range all {
		for _, b := range all {
			expected += d(a, b)
		}
	}
	n := float64(len(all))
	if expected == 0 {
		if got.Defined() {
			t.Errorf("got α %g, want none where all is the same", got.Value)
		}
		return
	}
	if want := 1 - (n-1)*observed/expected; !got.Defined() || math.Abs(got.Value-want) > 1e-9 {
		t.Errorf("got α %g, want %g", got.Value, want)
	}
}
