package spectral

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
)

// OptDS is Opt-D&S of Zhang et al. 2014: Algorithm 1, then EM. Groups taken in
// turn make the answer depend on how workers are numbered; so does any
// partition, which is why the paper's theory asks for many tasks.
type OptDS struct {
	Delta  float64 // least value of an entry of the start before it is normalised; 0: the paper's 1e-6
	Random bool    // draw the three groups of workers by the seed, not by number modulo 3

	start []float64 // M×K×K, in place of stage 1 (tests)
	zero  bool      // rows without evidence are 0, not uniform (tests)
}

var _ fit.Method = (*OptDS)(nil)

// Uses implements fit.Method.
func (*OptDS) Uses(has crowd.Parts) (crowd.Parts, error) {
	u, err := uses(has)
	if err == nil && has.Workers < 3 {
		return crowd.Parts{}, ErrWorkers
	}
	return u, err
}

// Start implements fit.Method: it is stage 1.
func (m *OptDS) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	empty := 1 / float64(d.Classes)
	if m.zero {
		empty = 0
	}
	if m.start != nil {
		return newEM(d, m.start, empty), nil
	}
	src := rand.New(rand.NewPCG(s.Seed, 0))
	start, err := m.stage1(d, src)
	f := newEM(d, start, empty)
	if err != nil {
		f.warnings = append(f.warnings, fmt.Errorf("%w; EM began with the majority vote instead", err))
	}
	return f, nil
}

// stage1 is Algorithm 1.
func (m *OptDS) stage1(d *crowd.Dataset, src *rand.Rand) ([]float64, error) {
	if d.Classes > maxClasses {
		return nil, errMany
	}
	given := crowd.Dataset{Labels: d.Labels} // gold tasks are no part of the moments
	if slices.Contains(named(&given), 0) {
		return nil, errUnused
	}
	group := make([]int, d.Workers)
	for j := range group {
		group[j] = (j + 1) % 3 // mod(1:m,3) in the authors' program
	}
	if m.Random {
		src.Shuffle(len(group), func(a, b int) { group[a], group[b] = group[b], group[a] })
	}
	delta := m.Delta
	if delta == 0 {
		delta = 1e-6 // section 6
	}
	return newMoments(d, group).confusion(delta, src)
}
