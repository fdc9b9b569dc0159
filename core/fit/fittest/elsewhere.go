package fittest

import (
	"math"

	"concord/core/crowd"
	"concord/core/fit"
)

// elsewhere: a method that can fit labels that stay where they are takes the same steps, and believes the same.
func elsewhere(t tester, b *bench) {
	t.Helper()
	remote, ok := b.New().(fit.Remote)
	if !ok {
		t.Skipf("%s needs the labels", b.Name)
		return
	}
	for seed := uint64(1); seed <= 3; seed++ {
		d := b.world.make(seed).Dataset
		d.Gold = nil
		settings := fit.Settings{MaxSteps: 60}
		want, err := fit.Run(d, b.New(), settings)
		if err != nil {
			t.Fatalf("%v", err)
		}
		f, err := remote.StartRemote(NewMemory(d), settings.WithDefaults())
		if err != nil {
			t.Fatalf("elsewhere: %v", err)
		}
		s := fit.Drive(f, d.Tasks, settings)
		for range s.Steps() {
		}
		got, err := s.Result()
		if err != nil {
			t.Fatalf("elsewhere: %v", err)
		}
		if len(got.Trace) != len(want.Trace) || got.Status != want.Status {
			t.Errorf("crowd %d: got %d steps elsewhere, %v, want %d, %v", seed, len(got.Trace), got.Status, len(want.Trace), want.Status)
		}
		for n, q := range told(f, d) {
			if math.Abs(q-want.Posterior[n]) > 1e-8 {
				t.Errorf("crowd %d: got a posterior of %v for entry %d, want %v", seed, q, n, want.Posterior[n])
				return
			}
		}
	}
}

// told is the posterior that a fit tells.
func told(f fit.Fit, d *crowd.Dataset) []float64 {
	if p, ok := f.(fit.Panelist); ok {
		q := make([]float64, d.Tasks*d.Classes)
		for _, m := range p.Panel() {
			for n, x := range m.Tell(d) {
				q[n] += m.Weight * x
			}
		}
		return q
	}
	return f.(fit.Teller).Teller()(d)
}

// Memory is a fit.Source of labels in memory that makes passes as plainly as can be.
type Memory struct {
	data   *crowd.Dataset
	passes map[string][]int // the class of each task, by the key of the pass
}

var _ fit.Source = (*Memory)(nil)

// NewMemory returns a Source of labels.
func NewMemory(d *crowd.Dataset) *Memory { return &Memory{data: d, passes: map[string][]int{}} }

// Shape implements fit.Source.
func (m *Memory) Shape() fit.Shape {
	d := m.data
	s := fit.Shape{Tasks: d.Tasks, Workers: d.Workers, Classes: d.Classes, Labels: d.Len(), Given: make([]float64, d.Workers)}
	for _, j := range d.Worker[d.Start[0]:d.Start[d.Tasks]] {
		s.Given[j]++
	}
	return s
}

// Sample implements fit.Source.
func (m *Memory) Sample(int) (*crowd.Dataset, error) { return m.data, nil }

// Merge implements fit.Source.
func (m *Memory) Merge(group []int32) (fit.Source, error) {
	var task, worker, class []int32
	for i := range m.data.Tasks {
		votes := map[[2]int32]int{} // of a worker or group for a class
		from, to := m.data.Of(i)
		for n := from; n < to; n++ {
			j, l := m.data.Worker[n], int32(m.data.Class[n])
			if g := group[j]; g >= 0 {
				votes[[2]int32{g, l}]++
				continue
			}
			task, worker, class = append(task, int32(i)), append(worker, j), append(class, l)
		}
		for vote, n := range votes {
			most := true
			for other, more := range votes {
				most = most && (other[0] != vote[0] || more <= n)
			}
			if most {
				task, worker, class = append(task, int32(i)), append(worker, vote[0]), append(class, vote[1])
			}
		}
	}
	return NewMemory(&crowd.Dataset{Labels: crowd.NewLabels(m.data.Tasks, m.data.Workers, m.data.Classes, task, worker, class)}), nil
}

// Pass implements fit.Source.
func (m *Memory) Pass(p *fit.Pass) error {
	d, k := m.data, m.data.Classes
	p.Key = string(rune('a' + len(m.passes)))
	p.Class, p.Label = make([]float64, k), make([]float64, d.Workers*k*k)
	now, before := make([]int, d.Tasks), m.passes[p.Before]
	for i := range d.Tasks {
		from, to := d.Of(i)
		q, votes := make([]float64, k), make([]float64, k)
		for c, x := range p.Prior {
			q[c] = math.Log(x)
		}
		for n := from; n < to; n++ {
			j, l := int(d.Worker[n]), int(d.Class[n])
			votes[l]++
			switch p.Rule {
			case fit.Shares:
				q[l]++
			case fit.Soft, fit.Hard:
				for c := range q {
					q[c] += math.Log(p.Table[(j*k+l)*k+c])
				}
			default:
				q[l] += p.Weight[j]
			}
		}
		if p.Rule == fit.VoteShare && total(q) == 0 {
			q = votes
		}
		best, _ := crowd.Best(q, i, 0)
		if p.Rule != fit.Shares {
			best = first(q)
		}
		now[i] = best
		if before != nil {
			if p.Rule == fit.Hard && q[before[i]] > q[best]-crowd.Tie {
				now[i] = before[i]
			}
			if now[i] != before[i] {
				p.Flips++
			}
		}
		switch {
		case p.Rule == fit.Soft:
			p.LogLikelihood += softmax(q)
		case p.Rule == fit.Shares && !p.Chosen && to > from:
			for c := range q {
				q[c] /= float64(to - from)
			}
		default:
			if p.Rule == fit.Hard {
				p.Complete += q[now[i]]
				p.LogLikelihood += softmax(q)
			}
			clear(q)
			q[now[i]] = 1
		}
		for c, x := range q {
			p.Class[c] += x
			for n := from; n < to; n++ {
				p.Label[(int(d.Worker[n])*k+int(d.Class[n]))*k+c] += x
			}
		}
	}
	m.passes[p.Key] = now
	return nil
}

// first is the first of the largest.
func first(q []float64) (best int) {
	for c, x := range q {
		if x > q[best]+crowd.Tie {
			best = c
		}
	}
	return best
}

func total(q []float64) (sum float64) {
	for _, x := range q {
		sum += x
	}
	return sum
}

// softmax makes probabilities of logarithms, and returns the log of their sum.
func softmax(q []float64) float64 {
	top := q[first(q)]
	sum := 0.0
	for c, x := range q {
		q[c] = math.Exp(x - top)
		sum += q[c]
	}
	for c := range q {
		q[c] /= sum
	}
	return top + math.Log(sum)
}
