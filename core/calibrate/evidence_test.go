package calibrate_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"concord/core/calibrate"
	"concord/core/crowd"
)

// design says which workers label which task.
type design [][]int32

// paired has tasks that two of some workers label.
func paired(tasks, workers int, src *rand.Rand) (d design) {
	for range tasks {
		p := src.Perm(workers)
		d = append(d, []int32{int32(p[0]), int32(p[1])})
	}
	return d
}

// filled draws the labels of a design.
func (d design) filled(workers, classes int, label func(i int, j int32) int32) *crowd.Dataset {
	var task, worker, class []int32
	for i, of := range d {
		for _, j := range of {
			task, worker, class = append(task, int32(i)), append(worker, j), append(class, label(i, j))
		}
	}
	return &crowd.Dataset{Labels: crowd.NewLabels(len(d), workers, classes, task, worker, class)}
}

// honest returns labels that are right with a probability.
func honest(classes int, right float64, src *rand.Rand) func(i int, _ int32) int32 {
	truth := map[int]int{}
	return func(i int, _ int32) int32 {
		if _, ok := truth[i]; !ok {
			truth[i] = src.IntN(classes)
		}
		if src.Float64() < right {
			return int32(truth[i])
		}
		return int32((truth[i] + 1 + src.IntN(classes-1)) % classes)
	}
}

func observe(t *testing.T, d *crowd.Dataset, gold []int32) *calibrate.Evidence {
	t.Helper()
	e, err := calibrate.Observe(d, gold, nil)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// Of task 0 (labels 0 0 1) one pair of three agrees, with weight 1/2; of task 1 (0 0) one of one, with weight 1. Repeats of worker 0 on
// task 1 and the lone label of task 2 don't count. A = (1/2 + 1)/(3/2 + 1) = .6. Of the five labels four are 0: α is
// (.6 − .68)/(1 − .68).
func TestAgreementByHand(t *testing.T) {
	task, worker, class := []int32{0, 0, 0, 1, 1, 1, 2}, []int32{0, 1, 2, 0, 0, 1, 2}, []int32{0, 0, 1, 0, 1, 0, 1}
	d := &crowd.Dataset{Labels: crowd.NewLabels(4, 3, 2, task, worker, class)}
	e := observe(t, d, nil)
	near(t, "A", e.Agreement, .6)
	near(t, "alpha", e.Alpha, (.6-.68)/.32)
	near(t, "unanimous", e.Unanimous, .5)
	near(t, "lone", e.Lone, 1./3)
	near(t, "labels a task", e.PerTask, 7./3)
	if e.Tasks != 3 || e.Overlap != 2 || e.Speaks() {
		t.Errorf("got %d tasks, %d of them shared, and speaks %v; want 3, 2 and silence", e.Tasks, e.Overlap, e.Speaks())
	}
}

func TestImplies(t *testing.T) {
	for _, c := range []struct {
		classes      int
		right, agree float64
	}{{2, .8, .68}, {2, 1, 1}, {3, .8, .64 + .04/2}, {5, .5, .25 + .25/4}} {
		near(t, "accuracy", calibrate.Implies(c.agree, c.classes), c.right)
	}
	if got := calibrate.Implies(.3, 2); got != .5 {
		t.Errorf("less agreement than chance: got %v, want .5", got)
	}
}

// Mean and standard deviation of A by chance are those of many deals of the labels, each worker's over that worker's own places.
func TestChanceIsThatOfDealing(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		name             string
		workers, classes int
		tasks            design
	}{
		{"pairs", 4, 3, paired(150, 4, src)},
		{"all label all", 3, 2, func() (d design) {
			for range 80 {
				d = append(d, []int32{0, 1, 2})
			}
			return d
		}()},
		{"uneven", 4, 4, func() (d design) {
			for i := range 120 {
				d = append(d, []int32{0, 1, 2, 3}[:2+i%3])
			}
			return d
		}()},
	} {
		t.Run(c.name, func(t *testing.T) {
			// Workers lean to different classes, so that chance is not the same for each two.
			d := c.tasks.filled(c.workers, c.classes, func(_ int, j int32) int32 {
				if src.Float64() < .4 {
					return j % int32(c.classes)
				}
				return int32(src.IntN(c.classes))
			})
			e := observe(t, d, nil)
			start, label := d.ByWorker()
			dealt := *d
			dealt.Class = append([]uint16(nil), d.Class...)
			const deals = 4000
			sum, squares := 0.0, 0.0
			for range deals {
				for j := range c.workers {
					own := label[start[j]:start[j+1]]
					src.Shuffle(len(own), func(a, b int) {
						dealt.Class[own[a]], dealt.Class[own[b]] = dealt.Class[own[b]], dealt.Class[own[a]]
					})
				}
				a := observe(t, &dealt, nil).Agreement
				sum, squares = sum+a, squares+a*a
			}
			mean := sum / deals
			sd := math.Sqrt(squares/deals - mean*mean)
			if math.Abs(e.Chance-mean) > 4*sd/math.Sqrt(deals) {
				t.Errorf("mean: got %.4f, want %.4f", e.Chance, mean)
			}
			if got := (e.Agreement - e.Chance) / e.Score; math.Abs(got/sd-1) > .06 {
				t.Errorf("standard deviation: got %.5f, want %.5f", got, sd)
			}
		})
	}
}

// Labels that say nothing are silent, and those of honest workers mostly speak.
func TestSilence(t *testing.T) {
	const crowds = 300
	src := rand.New(rand.NewPCG(3, 4))
	random := func(classes int) func(int, int32) int32 {
		return func(int, int32) int32 { return int32(src.IntN(classes)) }
	}
	for _, c := range []struct {
		name        string
		draw        func() *crowd.Dataset
		least, most float64 // share that speaks
	}{
		{"lone labels", func() *crowd.Dataset {
			d := design{}
			for i := range 100 {
				d = append(d, []int32{int32(i % 7)})
			}
			return d.filled(7, 3, honest(3, .9, src))
		}, 0, 0},
		{"random labels, two a task", func() *crowd.Dataset { return paired(100, 10, src).filled(10, 2, random(2)) }, 0, .01},
		{"random labels of many classes, few tasks", func() *crowd.Dataset { return paired(12, 4, src).filled(4, 12, random(12)) }, 0, .01},
		{"honest, two classes, ten workers", func() *crowd.Dataset { return paired(100, 10, src).filled(10, 2, honest(2, .8, src)) }, .7, 1},
		{"honest, two classes, forty workers", func() *crowd.Dataset { return paired(100, 40, src).filled(40, 2, honest(2, .8, src)) }, .7, 1},
		{"honest, three classes", func() *crowd.Dataset { return paired(100, 10, src).filled(10, 3, honest(3, .8, src)) }, .99, 1},
		{"honest, nine shared tasks", func() *crowd.Dataset { return paired(9, 4, src).filled(4, 5, honest(5, 1, src)) }, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			speak := 0.0
			for range crowds {
				if observe(t, c.draw(), nil).Speaks() {
					speak += 1. / crowds
				}
			}
			if speak < c.least || speak > c.most {
				t.Errorf("speaks in %.3f of the crowds, want %.2f to %.2f", speak, c.least, c.most)
			}
		})
	}
}

// Workers of whom half turn the others' labels round agree no more than chance would, and yet say something.
func TestContrary(t *testing.T) {
	src := rand.New(rand.NewPCG(5, 6))
	all := design{}
	for range 100 {
		all = append(all, []int32{0, 1, 2, 3})
	}
	truth := honest(2, 1, src)
	opposed := func(i int, j int32) int32 {
		l := truth(i, j)
		if src.Float64() < .1 {
			l = 1 - l
		}
		return (l + j%2) % 2
	}
	if e := observe(t, all.filled(4, 2, opposed), nil); e.Speaks() || !e.Contrary {
		t.Errorf("opposed: got %+v, want silence and contrary workers", e)
	}
	contrary := 0
	for range 200 {
		if e := observe(t, all.filled(4, 2, func(int, int32) int32 { return int32(src.IntN(2)) }), nil); e.Contrary {
			contrary++
		}
	}
	if contrary > 3 {
		t.Errorf("random: %d of 200 are contrary, want hardly any", contrary)
	}
}

// Gold tasks speak for lone labels: as accurate as those show the workers to be.
func TestGoldSpeaksForLoneLabels(t *testing.T) {
	d := design{}
	for i := range 60 {
		d = append(d, []int32{int32(i % 3)})
	}
	labels := d.filled(3, 2, func(i int, j int32) int32 { return int32(i / 3 % 2) })
	gold := make([]int32, 60)
	for i := range gold {
		if gold[i] = crowd.Unknown; i < 30 {
			gold[i] = int32(i / 3 % 2)
			if i%3 == 2 { // worker 2 is always wrong
				gold[i] = 1 - gold[i]
			}
		}
	}
	e := observe(t, labels, gold)
	if !e.Speaks() || math.Abs(e.Implied-21./32) > 1e-12 {
		t.Errorf("got %+v, want that it speaks of 21/32", e)
	}
	if good, bad := e.Own(0), e.Own(2); good < .8 || bad > .4 {
		t.Errorf("workers: got %.3f for who is always right, %.3f for who never is", good, bad)
	}
}

// Whatever the labels, figures are finite, and workers' accuracies are probabilities.
func TestEvidenceOfOddData(t *testing.T) {
	odd := map[string]*crowd.Dataset{
		"nothing":    {Labels: crowd.NewLabels(0, 0, 2, nil, nil, nil)},
		"no labels":  {Labels: crowd.NewLabels(3, 2, 2, nil, nil, nil)},
		"one class":  design{{0, 1}, {0, 1}}.filled(2, 1, func(int, int32) int32 { return 0 }),
		"one label":  design{{0}}.filled(1, 2, func(int, int32) int32 { return 1 }),
		"unanimous":  design{{0, 1}, {0, 1}, {1, 2}}.filled(3, 3, func(i int, _ int32) int32 { return int32(i) }),
		"all alike":  paired(50, 5, rand.New(rand.NewPCG(1, 1))).filled(5, 4, func(int, int32) int32 { return 2 }),
		"repeats":    design{{0, 0, 0}, {1, 1}}.filled(2, 2, func(i int, _ int32) int32 { return int32(i) }),
		"contrary":   paired(50, 2, rand.New(rand.NewPCG(1, 1))).filled(2, 2, func(i int, j int32) int32 { return (int32(i) + j) % 2 }),
		"one crowd":  design{make([]int32, 300)}.filled(1, 200, func(int, int32) int32 { return 7 }),
		"many names": paired(40, 30, rand.New(rand.NewPCG(1, 1))).filled(30, 200, func(i int, _ int32) int32 { return int32(i * 5) }),
	}
	for name, d := range odd {
		e := observe(t, d, nil)
		for _, x := range []float64{e.Lone, e.Implied, e.Spread, e.Score, e.Tail} {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				t.Errorf("%s: got %+v", name, e)
			}
		}
		for j := range d.Workers {
			if p := e.Own(j); !(p >= 0 && p <= 1) {
				t.Errorf("%s: accuracy of worker %d is %v", name, j, p)
			}
		}
		if wantSpeaks := name == "many names"; e.Speaks() != wantSpeaks {
			t.Errorf("%s: speaks %v, want %v", name, e.Speaks(), wantSpeaks)
		}
	}
}

// Of many labels a part is looked at, whatever comes in turns.
func TestLabelsInTurns(t *testing.T) {
	d := design{}
	for range 110_000 {
		d = append(d, []int32{0, 1})
	}
	e := observe(t, d.filled(2, 2, func(i int, _ int32) int32 { return int32(i % 2) }), nil)
	if !e.Speaks() || math.Abs(e.Chance-.5) > .01 {
		t.Errorf("got %+v, want a chance of about .5", e)
	}
}

func TestObserveCanBeStopped(t *testing.T) {
	stop := errors.New("stop")
	src := rand.New(rand.NewPCG(5, 6))
	d := paired(20_000, 50, src).filled(50, 4, honest(4, .8, src))
	if _, err := calibrate.Observe(d, nil, func() error { return stop }); err != stop {
		t.Errorf("got %v, want %v", err, stop)
	}
}
