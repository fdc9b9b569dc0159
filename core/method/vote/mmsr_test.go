package vote

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/internal/shared"
)

// mt19937 draws numpy's RandomState(seed).uniform(), with which crowd-kit starts
// (Matsumoto & Nishimura 1998).
func mt19937(seed uint32, n int) []float64 {
	var s [624]uint32
	s[0] = seed
	for i := 1; i < len(s); i++ {
		s[i] = 1812433253*(s[i-1]^s[i-1]>>30) + uint32(i)
	}
	at := len(s)
	next := func() uint32 {
		if at == len(s) {
			for i := range s {
				y := s[i]&0x80000000 | s[(i+1)%624]&0x7fffffff
				s[i] = s[(i+397)%624] ^ y>>1
				if y&1 == 1 {
					s[i] ^= 0x9908b0df
				}
			}
			at = 0
		}
		y := s[at]
		at++
		y ^= y >> 11
		y ^= y << 7 & 0x9d2c5680
		y ^= y << 15 & 0xefc60000
		return y ^ y>>18
	}
	u := make([]float64, n)
	for i := range u {
		u[i] = (float64(next()>>5)*67108864 + float64(next()>>6)) / 9007199254740992
	}
	return u
}

// crowd-kit's M-MSR from its own random start. Two faults of the reference are
// kept out of the comparison:
//
//   - It takes the pairs of workers who share no task for pairs who disagree
//     when it looks for signs (its C is −1/(K−1) there, the authors' is 0):
//     61 of the 164 workers of RTE come out worse than chance. So its signs are
//     given to ours, and the skills compared; only bluebird, where every two
//     workers share tasks, is compared with the signs found here.
//   - Where a worker met at most one other it computes F = −1, and numpy's
//     y[-1:] keeps the largest ratio alone. So trec, where that happens, is left out.
//
// The tolerance is what rests when it stops: ‖Δ uvᵀ‖ < 1e-10.
func TestMMSROracle(t *testing.T) {
	steps := map[string]int{"bluebird": 179, "rte": 118, "dog": 13, "web": 27} // shared/oracle/summary.csv
	for _, set := range sets[:4] {
		s := shared.Load(t, set.data, set.file)
		started, err := MMSR{}.Start(s.Data, fit.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		m := started.(*mmsr)
		order := make(map[string]int) // crowd-kit numbers workers as they appear
		for _, r := range shared.Records(t, "data", set.data, set.file) {
			if _, ok := order[r[1]]; !ok {
				order[r[1]] = len(order)
			}
		}
		random := mt19937(0, len(s.Workers))
		at := make(map[string]int)
		for j, w := range s.Workers {
			m.u[j], m.v[j], at[w] = random[order[w]], random[order[w]], j
		}
		for range steps[set.oracle] {
			if _, err := m.Step(); err != nil {
				t.Fatal(err)
			}
		}
		if set.oracle != "bluebird" {
			for _, r := range shared.Records(t, "oracle", set.oracle, "ck_mmsr_skills.csv") {
				m.signs[at[r[0]]] = math.Copysign(1, shared.Float(t, r[1]))
			}
			m.weigh()
		}
		rows(t, s.Workers, m.weight, 1e-8, []int{1}, "oracle", set.oracle, "ck_mmsr_skills.csv")
	}
}

// With exact skills the reduced means are exact: |C_ij|/u_i = s_j for every i.
func TestMMSRRecovers(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const tasks, workers, k = 4000, 20, 3
	p := make([]float64, workers)
	for j := range p {
		p[j] = 0.5 + 0.4*random.Float64()
	}
	p[3] = 0.1 // worse than chance
	var task, worker, class []int32
	for i := range int32(tasks) {
		truth := random.Int32N(k)
		for j := range int32(workers) {
			if random.Float64() < 0.5 {
				continue
			}
			l := truth
			if random.Float64() > p[j] {
				l = (truth + 1 + random.Int32N(k-1)) % k
			}
			task, worker, class = append(task, i), append(worker, j), append(class, l)
		}
	}
	d := &crowd.Dataset{Labels: crowd.NewLabels(tasks, workers, k, task, worker, class)}
	r := run(t, d, MMSR{}, fit.Settings{})
	for j := range p {
		if got := r.Confusion[j*k*k]; math.Abs(got-p[j]) > 0.04 {
			t.Errorf("worker %d: accuracy %.3f, want %.3f", j, got, p[j])
		}
	}
}

// A gang of six of twenty that always names the same wrong class is withstood.
func TestMMSRWithstands(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	const tasks, workers, gang = 1000, 20, 6
	truth := make([]int32, tasks)
	var task, worker, class []int32
	for i := range int32(tasks) {
		truth[i] = random.Int32N(2)
		for j := range int32(workers) {
			l := truth[i]
			switch {
			case j < gang:
				l = 1 - l
			case random.Float64() > 0.7:
				l = 1 - l
			}
			task, worker, class = append(task, i), append(worker, j), append(class, l)
		}
	}
	d := &crowd.Dataset{Labels: crowd.NewLabels(tasks, workers, 2, task, worker, class)}
	r := run(t, d, MMSR{F: gang}, fit.Settings{})
	labels, _ := r.Labels(2, 0)
	wrong := 0
	for i := range labels {
		if labels[i] != truth[i] {
			wrong++
		}
	}
	if wrong > tasks/100 {
		t.Errorf("%d of %d labels are wrong, want at most 1 %%", wrong, tasks)
	}
}

// Two pairs of workers who never meet, and one worker alone.
func TestMMSRParts(t *testing.T) {
	d := &crowd.Dataset{Labels: crowd.NewLabels(5, 5, 2,
		[]int32{0, 0, 1, 1, 2, 2, 3, 3, 4},
		[]int32{0, 1, 0, 1, 2, 3, 2, 3, 4},
		[]int32{0, 0, 1, 1, 1, 1, 0, 0, 1})}
	r := run(t, d, MMSR{}, fit.Settings{})
	labels, ties := r.Labels(2, 0)
	if want := []int32{0, 1, 1, 0, 1}; !slices.Equal(labels, want) || ties != 0 {
		t.Errorf("got %v, %d ties; want %v and none", labels, ties, want)
	}
	if len(r.Warnings) != 1 {
		t.Errorf("got warnings %v, want one about the worker alone", r.Warnings)
	}
	p, err := newPairs(d, nil)
	if err != nil {
		t.Fatal(err)
	}
	signs := []float64{1, 1, -1, -1, 0}
	if p.turn(signs); !slices.Equal(signs, []float64{1, 1, 1, 1, 0}) {
		t.Errorf("turned part by part: got %v", signs)
	}
}
