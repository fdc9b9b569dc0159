package dawidskene

import (
	"concord/core/crowd"
	"concord/core/fit"
	"slices"
)

// Recall returns the estimate of a saved model. fit.Resume starts a refit from it.
func Recall(s *fit.Saved) *crowd.Estimate {
	m := NewModel(s.Workers, s.Classes)
	savedRule(s.Options).Maximise(&Counts{Class: s.Class, Label: flip(s.Counts, s.Classes)}, m)
	copy(m.Prior, s.Prior)
	return m.Estimate(slices.Clone(s.Posterior))
}

// savedRule returns the M-step of a saved model's confusion matrices.
func savedRule(o fit.CountOptions) Rule {
	return Rule{Right: o.Right, Wrong: o.Wrong, Uniform: o.UniformPrior, Tie: o.Tie}
}

// CountOptions implements fit.Saver.
func (m *OnlineFDS) CountOptions(k int) fit.CountOptions {
	return (&DS{UniformPrior: m.UniformPrior, Assign: Hard}).CountOptions(k)
}

// CountOptions implements fit.Saver.
func (m *IBCC) CountOptions(classes int) fit.CountOptions {
	own := m.WithDefaults()
	return fit.CountOptions{Right: own.Right, Wrong: own.Wrong / float64(max(classes-1, 1)), Class: own.Class}
}
