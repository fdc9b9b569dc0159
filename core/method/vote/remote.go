package vote

import (
	"cmp"

	"concord/core/crowd"
	"concord/core/fit"
)

// newRemote returns a ballot of labels that stay where they are, after its first vote, in which every worker weighs the same.
func newRemote(from fit.Source, scale, weight float64) (*ballot, error) {
	shape := from.Shape()
	b := &ballot{
		d:    &crowd.Dataset{Labels: crowd.Labels{Tasks: shape.Tasks, Workers: shape.Workers, Classes: shape.Classes}},
		from: from, scale: scale, given: shape.Given,
		weight: make([]float64, shape.Workers), power: make([]float64, shape.Workers),
		right: make([]int, shape.Workers), share: make([]float64, shape.Workers),
	}
	for j := range b.weight {
		b.weight[j] = weight
	}
	b.vote()
	return b, b.err
}

// remote has the source take a vote.
func (b *ballot) remote() (flips int) {
	p := &fit.Pass{Rule: fit.Vote, Weight: b.weight, Before: b.last}
	if b.scale == 0 {
		p.Rule = fit.VoteShare
	}
	if b.err == nil {
		b.err = b.from.Pass(p)
	}
	if b.err != nil {
		return 0
	}
	b.last = p.Key
	k := b.d.Classes
	for j := range b.right {
		right := 0.0
		for l := range k {
			right += p.Label[(j*k+l)*k+l]
		}
		b.right[j] = int(right + .5)
	}
	return p.Flips
}

// failed is why the ballot ended early.
func (b *ballot) failed() error { return cmp.Or(b.err, b.work.Err()) }

// weights are the posteriors as sums over labels.
func (b *ballot) weights(link fit.Link, scale float64) fit.Scores {
	s := fit.Scores{Link: link, Weight: make([]float64, len(b.weight))}
	for j, v := range b.weight {
		s.Weight[j] = scale * v
	}
	return s
}

// StartRemote implements fit.Remote.
func (Majority) StartRemote(fit.Source, fit.Settings) (fit.Fit, error) { return remoteMajority{}, nil }

type remoteMajority struct{ fit.Once }

func (remoteMajority) Estimate() *crowd.Estimate { return &crowd.Estimate{} }

// Teller implements fit.Teller.
func (remoteMajority) Teller() func(d *crowd.Dataset) []float64 {
	return func(d *crowd.Dataset) []float64 {
		q := make([]float64, d.Tasks*d.Classes)
		crowd.ShareRange(d, 0, d.Tasks, q)
		return q
	}
}

// Scores implements fit.Scorer.
func (remoteMajority) Scores() fit.Scores { return fit.Scores{Link: fit.Proportional} }

// StartRemote implements fit.Remote.
func (m Wawa) StartRemote(from fit.Source, _ fit.Settings) (fit.Fit, error) {
	b, err := newRemote(from, 0, 1)
	return &wawa{b}, err
}

// Scores implements fit.Scorer.
func (w *wawa) Scores() fit.Scores { return w.weights(fit.Proportional, 1) }

// StartRemote implements fit.Remote.
func (m ZeroBasedSkill) StartRemote(from fit.Source, _ fit.Settings) (fit.Fit, error) {
	m = m.WithDefaults()
	b, err := newRemote(from, 0, 1/float64(from.Shape().Classes))
	return &zbs{ballot: b, m: m, rate: m.Rate}, err
}

// Scores implements fit.Scorer.
func (z *zbs) Scores() fit.Scores { return z.weights(fit.Proportional, 1) }

// StartRemote implements fit.Remote.
func (m IWMV) StartRemote(from fit.Source, _ fit.Settings) (fit.Fit, error) {
	k := float64(from.Shape().Classes)
	b, err := newRemote(from, k/max(k-1, 1), 1)
	if err != nil {
		return nil, err
	}
	return &iwmv{ballot: b, accuracy: append([]float64(nil), b.agreement()...)}, nil
}

// Scores implements fit.Scorer.
func (m *iwmv) Scores() fit.Scores { return m.weights(fit.Softmax, m.scale) }
