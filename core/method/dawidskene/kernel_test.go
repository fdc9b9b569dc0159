package dawidskene

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
	"concord/internal/race"
)

// reference is the E-step as the equations have it: logarithms, one task at a
// time, nothing clever. It returns the posteriors N×K, what each task adds to
// the log-likelihood, and which tasks no class can explain.
func reference(d *crowd.Dataset, m *Model) (q, logs []float64, impossible []bool) {
	k := d.Classes
	logs, impossible = make([]float64, d.Tasks), make([]bool, d.Tasks)
	for i := range d.Tasks {
		row := make([]float64, k)
		for c := range row {
			row[c] = prob.Log(m.Prior[c])
			from, to := d.Of(i)
			for n := from; n < to; n++ {
				row[c] += prob.Log(m.Table[(int(d.Worker[n])*k+int(d.Class[n]))*k+c])
			}
		}
		if d.Gold != nil && d.Gold[i] != crowd.Unknown {
			logs[i] = row[d.Gold[i]]
			clear(row)
			row[d.Gold[i]] = 1
		} else if logs[i] = prob.Softmax(row); math.IsInf(logs[i], -1) {
			crowd.Share(d, i, row)
		}
		impossible[i] = math.IsInf(logs[i], -1)
		q = append(q, row...)
	}
	return q, logs, impossible
}

// tally is what a pass over d with posteriors q must count.
func tally(d *crowd.Dataset, q, logs []float64, impossible []bool) *Counts {
	k := d.Classes
	c := NewCounts(d.Workers, k)
	var sum prob.Sum
	for i := range d.Tasks {
		if impossible[i] {
			c.Impossible++
		} else {
			sum.Add(logs[i])
		}
		from, to := d.Of(i)
		for t := range k {
			c.Class[t] += q[i*k+t]
			for n := from; n < to; n++ {
				c.Label[(int(d.Worker[n])*k+int(d.Class[n]))*k+t] += q[i*k+t]
			}
		}
	}
	c.LogLikelihood = sum.Value()
	return c
}

// mixed makes tasks of every kind: none, few and hundreds of labels, repeated
// labels, gold.
func mixed(src *rand.Rand, classes int) *crowd.Dataset {
	const tasks, workers = 60, 30
	var task, worker, class []int32
	gold := make([]int32, tasks)
	for i := range tasks {
		n := []int{0, 1, 2, 3, 5, 8, 15, 16, 17, 33, 64, 700}[src.IntN(12)]
		for range n {
			task = append(task, int32(i))
			worker = append(worker, int32(src.IntN(workers)))
			class = append(class, int32(src.IntN(classes)))
		}
		gold[i] = crowd.Unknown
		if src.IntN(10) == 0 {
			gold[i] = int32(src.IntN(classes))
		}
	}
	return &crowd.Dataset{Labels: crowd.NewLabels(tasks, workers, classes, task, worker, class), Gold: gold}
}

// alike makes many tasks of each number of labels, with gold between them: some
// more than a kernel does at once.
func alike(src *rand.Rand, classes int) *crowd.Dataset {
	const workers = 30
	var task, worker, class, gold []int32
	for labels := range 15 {
		tasks := 25
		if labels == 5 {
			tasks = batch + 30
		}
		for range tasks {
			for range labels {
				task = append(task, int32(len(gold)))
				worker = append(worker, int32(src.IntN(workers)))
				class = append(class, int32(src.IntN(classes)))
			}
			g := int32(crowd.Unknown)
			if src.IntN(60) == 0 {
				g = int32(src.IntN(classes))
			}
			gold = append(gold, g)
		}
	}
	return &crowd.Dataset{Labels: crowd.NewLabels(len(gold), workers, classes, task, worker, class), Gold: gold}
}

// models are parameters of every kind, harmless and extreme.
var models = []struct {
	name string
	draw func(src *rand.Rand) float64 // an entry before its row is made to sum to one
}{
	{"even", func(src *rand.Rand) float64 { return 1 + src.Float64() }},
	{"skilled", func(src *rand.Rand) float64 { return math.Exp(-6 * src.Float64()) }},
	{"with zeros", func(src *rand.Rand) float64 { return max(0, src.Float64()-.05) }},
	{"mostly zeros", func(src *rand.Rand) float64 { return max(0, src.Float64()-.7) }},
	{"some tiny", func(src *rand.Rand) float64 {
		if src.IntN(20) == 0 {
			return 0x1p-150
		}
		return .5 + src.Float64()
	}},
	{"tiny", func(src *rand.Rand) float64 { return math.Exp(-700 * src.Float64() * src.Float64()) }},
	{"subnormal", func(src *rand.Rand) float64 { return math.Ldexp(src.Float64(), -src.IntN(1074)) }},
}

// Each kernel does what the equations say, for every number of classes, number
// of labels and kind of parameters.
func TestKernels(t *testing.T) {
	race.Skip(t)
	for classes := 1; classes <= 8; classes++ {
		for _, kind := range models {
			for seed := range uint64(2) {
				t.Run(fmt.Sprintf("classes=%d/%s/%d", classes, kind.name, seed), func(t *testing.T) {
					src := rand.New(rand.NewPCG(seed, uint64(classes)))
					for _, d := range []*crowd.Dataset{mixed(src, classes), alike(src, classes)} {
						m := drawModel(src, d, kind.draw)
						testSoft(t, d, m)
						testHard(t, d, m)
					}
				})
			}
		}
	}
}

// A processor's own kernels give the same bits as those for all.
func TestOwnKernels(t *testing.T) {
	race.Skip(t)
	for classes := 1; classes <= 9; classes++ {
		for _, kind := range models {
			src := rand.New(rand.NewPCG(1, uint64(classes)))
			for _, d := range []*crowd.Dataset{mixed(src, classes), alike(src, classes)} {
				m := drawModel(src, d, kind.draw)
				own, plain := NewPass(d, 0, 1), NewPass(d, 0, 1)
				plain.inner = plainKernels(classes)
				for _, pass := range []func(p *Pass){
					(*Pass).StartSoft,
					func(p *Pass) { p.Soft(m) },
					(*Pass).StartHard,
					func(p *Pass) { p.Hard(m) },
				} {
					pass(own)
					pass(plain)
					if !reflect.DeepEqual(own.Counts(), plain.Counts()) {
						t.Errorf("%d classes, %s: the counts differ", classes, kind.name)
					}
					if !slices.Equal(own.Classes(), plain.Classes()) {
						t.Errorf("%d classes, %s: the classes differ", classes, kind.name)
					}
				}
				q, want := make([]float64, d.Tasks*classes), make([]float64, d.Tasks*classes)
				own.Posterior(m, q)
				plain.Posterior(m, want)
				if !slices.Equal(q, want) {
					t.Errorf("%d classes, %s: the posteriors differ", classes, kind.name)
				}
			}
		}
	}
}

// drawModel draws the parameters of a model for d.
func drawModel(src *rand.Rand, d *crowd.Dataset, draw func(*rand.Rand) float64) *Model {
	m, c := NewModel(d.Workers, d.Classes), NewCounts(d.Workers, d.Classes)
	for _, part := range [][]float64{c.Class, c.Label} {
		for n := range part {
			part[n] = draw(src)
		}
	}
	Rule{}.Maximise(c, m)
	return m
}

func testSoft(t *testing.T, d *crowd.Dataset, m *Model) {
	q, logs, impossible := reference(d, m)
	want := tally(d, q, logs, impossible)
	p := NewPass(d, 0, 1)
	p.StartSoft()
	before := append([]uint16(nil), p.Classes()...)
	p.Soft(m)
	sameCounts(t, "soft", p.Counts(), want)
	flips := 0
	for i, y := range p.Classes() {
		row := q[i*d.Classes : (i+1)*d.Classes]
		if !stay(row, int(y)) {
			t.Errorf("task %d: class %d is not the most probable of %v", i, y, row)
		}
		if y != before[i] {
			flips++
		}
	}
	if p.Counts().Flips != flips {
		t.Errorf("flips: got %d, want %d", p.Counts().Flips, flips)
	}
	got := make([]float64, len(q))
	p.Posterior(m, got)
	for n := range q {
		near(t, "posterior", n, got[n], q[n], 1e-10)
	}
}

func testHard(t *testing.T, d *crowd.Dataset, m *Model) {
	q, logs, impossible := reference(d, m)
	k := d.Classes
	p := NewPass(d, 0, 1)
	p.StartHard()
	for range 2 { // the second finds nothing to do
		p.Hard(m)
		hard := make([]float64, len(q))
		var complete prob.Sum
		for i, y := range p.Classes() {
			hard[i*k+int(y)] = 1
			if !stay(q[i*k:(i+1)*k], int(y)) {
				t.Errorf("task %d: class %d is not the most probable of %v", i, y, q[i*k:(i+1)*k])
			}
			if !impossible[i] {
				complete.Add(logs[i] + prob.Log(q[i*k+int(y)]))
			}
		}
		want := tally(d, hard, logs, impossible)
		sameCounts(t, "hard", p.Counts(), want)
		near(t, "complete log-likelihood", 0, p.Counts().Complete, complete.Value(), 1e-10*math.Abs(complete.Value()))
	}
	if p.Counts().Flips != 0 {
		t.Errorf("a second hard pass of the same model changes %d labels", p.Counts().Flips)
	}
}

func sameCounts(t *testing.T, what string, got, want *Counts) {
	t.Helper()
	for k := range want.Class {
		near(t, what+" class count", k, got.Class[k], want.Class[k], 1e-9)
	}
	for n := range want.Label {
		near(t, what+" label count", n, got.Label[n], want.Label[n], 1e-9)
	}
	near(t, what+" log-likelihood", 0, got.LogLikelihood, want.LogLikelihood, 1e-11*math.Abs(want.LogLikelihood))
	if got.Impossible != want.Impossible {
		t.Errorf("%s: %d tasks are impossible, want %d", what, got.Impossible, want.Impossible)
	}
}

// No step allocates.
func TestStepAllocatesNothing(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 1))
	for classes := 1; classes <= 6; classes++ {
		d := mixed(src, classes)
		d.Gold = nil
		for name, m := range map[string]fit.Method{"DS": &DS{}, "FDS": &DS{Assign: Hard}, "SQUAREM": &DS{Accelerate: Always}} {
			f := begin(t, m, d)
			if n := testing.AllocsPerRun(5, func() { advance(t, f) }); n != 0 {
				t.Errorf("%s, %d classes: a step allocates %v times", name, classes, n)
			}
		}
	}
}

// A posterior of less than the smallest number is rounded beside the largest
// one, as exp(L−max) is, before it is divided by the sum: 0.6 of the smallest
// number is one of them, and 1/1.8 of that is still one; 0.6/1.8 would be none.
// Whether it is none decides when a row loses its evidence.
func TestFaintPosteriorIsRoundedAsLogarithmsRound(t *testing.T) {
	for classes := 3; classes <= 6; classes++ {
		d := &crowd.Dataset{Labels: crowd.NewLabels(1, 2, classes, []int32{0, 0}, []int32{0, 1}, []int32{0, 0})}
		m := NewModel(2, classes)
		table := make([]float64, len(m.Table))
		copy(table, []float64{1, .8, 0x1p-537})
		copy(table[classes*classes:], []float64{1, 1, .6 * 0x1p-537})
		m.Set(m.Prior, table)
		want, _, _ := reference(d, m)
		p := NewPass(d, 0, 1)
		p.StartSoft()
		p.Soft(m)
		if got := p.Counts().Class[2]; got != want[2] || got != 0x1p-1074 {
			t.Errorf("%d classes: got %g, want %g", classes, got, want[2])
		}
	}
}
