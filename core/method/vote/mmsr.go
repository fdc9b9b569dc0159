package vote

import (
	"fmt"
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
	"concord/internal/humanize"
)

// MMSR is the matrix mean-subsequence-reduced method of Ma & Olshevsky 2020: it infers workers'
// skills from how often pairs of them agree, such that a few workers who answer arbitrarily cannot
// spoil it.
//
// The model is one-coin with adversaries: worker j names the truth with probability p_j, else any
// other class alike. With the skill s_j = (K p_j − 1)/(K−1), the excess agreement of a pair
// (newPairs) has expectation s_j s_j': skills are a rank-one factor of a matrix known for the pairs
// with common tasks.
//
//	algorithm 1   v_j ← mean of |C_ij|/u_i over the workers i met, without the F
//	              largest and the F smallest (fewer: those beyond v_j itself);
//	              u from v likewise, until u vᵀ rests
//	signs         from the sparsest-cut eigenvector of the signs of C (signs.go)
//	weights       log((K−1) p_j/(1−p_j)), skills held 1/√N off their bounds
//
// The posterior is the one-coin posterior under these weights and a uniform prior. F, the number of
// adversaries withstood among those a worker meets, is by default half the smallest such number
// less one, at least zero, as in the authors' program.
//
// Departures: the start is u = v = 1 rather than random. The skill is √(u_j v_j): the authors' u up
// to scale if all pairs are connected, and right also if not. A worker who shares no task with
// anyone cannot be judged and gets the mean skill of the others (theirs: no vote).
//
// Qianqian Ma and Alex Olshevsky. Adversarial crowdsourcing through robust rank-one matrix
// completion. NeurIPS 2020, arXiv:2010.12181.
type MMSR struct {
	weighted
	F int // adversaries withstood; 0: the authors' rule; negative: none
}

var _ fit.Method = MMSR{}

// Start implements fit.Method.
func (m MMSR) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	b := newBallot(d, s, false, 1)
	p, err := newPairs(d, b.work)
	if err != nil {
		return nil, err
	}
	f := &mmsr{ballot: b, pairs: p, f: m.F}
	fewest, most := math.MaxInt, 0
	for j := range d.Workers {
		from, to := p.of(j)
		most = max(most, to-from)
		if f.given[j] > 0 {
			fewest = min(fewest, to-from)
		}
	}
	if f.f == 0 && fewest < math.MaxInt {
		f.f = fewest/2 - 1
	}
	f.f = max(f.f, 0)
	f.sorted = make([]float64, 0, most)
	f.u, f.v = slices.Repeat([]float64{1}, d.Workers), slices.Repeat([]float64{1}, d.Workers)
	f.u0, f.v0 = slices.Clone(f.u), slices.Clone(f.v)
	f.signs, f.skill = p.signs(), make([]float64, d.Workers)
	f.weigh()
	f.vote()
	return f, f.work.Err()
}

type mmsr struct {
	*ballot
	*pairs
	f      int
	u, v   []float64 // M
	u0, v0 []float64 // M, before the step
	signs  []float64 // M: 1, −1, or 0 for a worker who met nobody
	skill  []float64 // M, s_j
	alone  int       // workers who gave labels and met nobody
	sorted []float64 // scratch
}

// Step is one round of algorithm 1. Its Change is the Frobenius norm by which
// u vᵀ moved.
func (m *mmsr) Step() (fit.Step, error) {
	copy(m.u0, m.u)
	copy(m.v0, m.v)
	m.reduce(m.v, m.u)
	m.reduce(m.u, m.v)
	m.weigh()
	return fit.Step{Objective: math.NaN(), Change: m.moved(), Flips: m.vote()}, m.work.Err()
}

// reduce sets each x_j to the reduced mean of |C_ij|/y_i.
func (m *mmsr) reduce(x, y []float64) {
	for j := range x {
		from, to := m.of(j)
		t := m.sorted[:0]
		for n := from; n < to; n++ {
			t = append(t, math.Abs(m.c[n])/y[m.other[n]])
		}
		slices.Sort(t)
		low, high := 0, len(t)
		for low < min(m.f, high) && t[low] < x[j] {
			low++
		}
		for high > max(len(t)-m.f, low) && t[high-1] > x[j] {
			high--
		}
		if low == high {
			continue // nothing is left: stay
		}
		if x[j] = prob.Mean(t[low:high]); x[j] == 0 {
			x[j] = 1 / math.Sqrt(float64(m.d.Tasks)) // as the authors: no ratio may divide by zero
		}
	}
}

// moved returns ‖u vᵀ − u₀ v₀ᵀ‖ = ‖u (v−v₀)ᵀ + (u−u₀) v₀ᵀ‖, a form that stays exact for small
// moves.
func (m *mmsr) moved() float64 {
	var uu, dvdv, dudu, v0v0, udu, dvv0 float64
	for j := range m.u {
		du, dv := m.u[j]-m.u0[j], m.v[j]-m.v0[j]
		uu += m.u[j] * m.u[j]
		dvdv += dv * dv
		dudu += du * du
		v0v0 += m.v0[j] * m.v0[j]
		udu += m.u[j] * du
		dvv0 += dv * m.v0[j]
	}
	return math.Sqrt(max(0, uu*dvdv+dudu*v0v0+2*udu*dvv0))
}

// weigh turns u and v into skills and the skills into weights.
func (m *mmsr) weigh() {
	k, n := float64(m.d.Classes), float64(m.d.Tasks)
	off := min(1/math.Sqrt(max(n, 1)), 0.5) // with fewer than four tasks 1/√N would leave no skill at all
	sum, judged := 0.0, 0.0
	for j := range m.u {
		s := m.signs[j] * math.Sqrt(m.u[j]*m.v[j])
		m.skill[j] = max(min(s, 1-off), -1/max(k-1, 1)+off)
		if m.signs[j] != 0 {
			sum += m.skill[j]
			judged++
		}
	}
	mean := 0.5 // where nobody can be judged any positive skill gives the plain vote
	if judged > 0 && sum > 0 {
		mean = sum / judged
	}
	m.alone = 0
	for j, s := range m.skill {
		if m.signs[j] == 0 {
			s = mean
			m.skill[j] = s
			if m.given[j] > 0 {
				m.alone++
			}
		}
		p := m.accuracy(s)
		if m.weight[j] = 0; k > 1 {
			m.weight[j] = prob.Log((k - 1) * p / (1 - p))
		}
	}
}

// accuracy returns p for a skill s.
func (m *mmsr) accuracy(s float64) float64 {
	k := float64(m.d.Classes)
	return (s*(k-1) + 1) / k
}

func (m *mmsr) Estimate() *crowd.Estimate {
	e := m.with(column("weight", "Weight", m.weight))
	e.Prior = make([]float64, m.d.Classes)
	prob.Uniform(e.Prior)
	accuracy := make([]float64, len(m.skill))
	for j, s := range m.skill {
		accuracy[j] = m.accuracy(s)
	}
	e.Confusion = crowd.OneCoin(accuracy, m.d.Classes)
	return e
}

func (m *mmsr) Warnings() []error {
	if m.alone == 0 {
		return nil
	}
	return []error{fmt.Errorf("workers who share no task with anyone: %s; they cannot be judged, and count as the average worker",
		humanize.Number(m.alone))}
}
