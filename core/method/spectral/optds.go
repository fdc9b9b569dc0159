package spectral

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
)

// OptDS is Opt-D&S of Zhang et al. 2014: Algorithm 1, then EM.
type OptDS struct {
	Delta    float64 // least value of an entry of the start before it is normalised; 0: the paper's 1e-6
	Validate bool    // Δ is chosen by cross-validation, as the paper advises
	Groups   Groups

	// The majority vote competes with the spectral start: EM begins with the one under which labels left
	// out are more probable, and estimates the shares of the classes. Otherwise EM begins with the
	// spectral start and holds all classes equally common, as in the paper.
	ChooseStart bool

	start []float64 // M×K×K, in place of stage 1 (tests)
	zero  bool      // rows without evidence are 0, not uniform (tests)
}

// Groups says how workers are split into the three groups to compare. The paper allows any partition, so its theory asks for many tasks.
type Groups int

const (
	GroupsTried  Groups = iota // several partitions are tried, and the best is kept
	GroupsInTurn               // by number modulo 3, as in the authors' program: the order of the rows decides
	GroupsRandom               // drawn by the seed, as in the paper: so does the order of the rows
)

var _ fit.Method = (*OptDS)(nil)

// WithDefaults replaces zero fields by their defaults.
func (m OptDS) WithDefaults() OptDS {
	m.Delta = cmp.Or(m.Delta, 1e-6) // section 6
	return m
}

// Uses implements fit.Method.
func (*OptDS) Uses(has crowd.Parts) (crowd.Parts, error) {
	parts, err := uses(has)
	return fit.Uses(parts, err, fit.Need(has.Workers >= 3, ErrWorkers))
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
	start, group, err := m.begin(d, s, empty)
	if err != nil && !slices.Contains(noMoments, err) {
		return nil, err
	}
	if err != nil {
		err = fmt.Errorf("%w; EM began with the majority vote instead", err)
	} else if m.ChooseStart {
		spectral, failed := foretells(d, group, s)
		if failed != nil {
			return nil, failed
		}
		if !spectral {
			start, group, err = nil, nil, errVote
		}
	}
	f := newEM(d, start, empty)
	f.group, f.estimated = group, m.ChooseStart
	if err != nil {
		f.warnings = append(f.warnings, err)
	}
	if f.estimated && start == nil {
		f.prior = f.shares(0)
	}
	return f, nil
}

// begin returns where EM begins, and the groups of workers that led there.
func (m *OptDS) begin(d *crowd.Dataset, s fit.Settings, empty float64) (start []float64, group []int, err error) {
	given := crowd.Dataset{Labels: d.Labels} // gold tasks are no part of the moments
	switch {
	case d.Classes > maxClasses:
		return nil, nil, errMany
	case slices.Contains(named(&given), 0):
		return nil, nil, errUnused
	case m.Validate:
		return m.validated(d, s, empty)
	case m.Groups == GroupsTried:
		return m.search(d, s, empty)
	}
	group = make([]int, d.Workers)
	for j := range group {
		group[j] = (j + 1) % 3 // mod(1:m,3) in the authors' program
	}
	src := rand.New(rand.NewPCG(s.Seed, 0))
	if m.Groups == GroupsRandom {
		src.Shuffle(len(group), func(a, b int) { group[a], group[b] = group[b], group[a] })
	}
	start, err = m.stage1(d, group, src)
	return start, group, err
}

// validated chooses Δ once groups are chosen by the paper's.
func (m *OptDS) validated(d *crowd.Dataset, s fit.Settings, empty float64) (start []float64, group []int, err error) {
	paper := OptDS{Groups: m.Groups}
	if _, group, err = paper.begin(d, s, empty); err != nil {
		return nil, nil, err
	}
	scores, err := crossValidate(d, group, s)
	if err != nil {
		return nil, nil, err
	}
	chosen := OptDS{Delta: best(scores)}
	start, err = chosen.stage1(d, group, rand.New(rand.NewPCG(s.Seed, 0)))
	return start, group, err
}

// stage1 is Algorithm 1.
func (m *OptDS) stage1(d *crowd.Dataset, group []int, src *rand.Rand) ([]float64, error) {
	raw, err := newMoments(&crowd.Dataset{Labels: d.Labels}, group).solved(src)
	if err != nil {
		return nil, err
	}
	return raised(raw, d.Classes, m.WithDefaults().Delta), nil
}
