package dawidskene

import (
	"concord/core/crowd"
	"concord/core/fit"
)

// Recall returns the estimate of a saved model. fit.Resume starts a refit from it.
func Recall(s *fit.Saved) *crowd.Estimate {
	m := NewModel(s.Workers, s.Classes)
	savedRule(s.Options, s.Workers, s.Classes).Maximise(&Counts{Class: s.Class, Label: flip(s.Counts, s.Classes)}, m)
	copy(m.Prior, s.Prior)
	return m.Estimate(append([]float64(nil), s.Posterior...))
}

// savedRule returns the M-step of a saved model's confusion matrices.
func savedRule(o fit.CountOptions, workers, classes int) Rule {
	r := Rule{Smoothing: o.Wrong, Uniform: o.UniformPrior, Tie: o.Tie}
	if o.Right == o.Wrong {
		return r
	}
	r.Smoothing, r.Pseudo = 0, make([]float64, workers*classes*classes)
	for n := range r.Pseudo {
		r.Pseudo[n] = o.Wrong
		if cell := n % (classes * classes); cell/classes == cell%classes {
			r.Pseudo[n] = o.Right
		}
	}
	return r
}

// CountOptions implements fit.Saver.
func (v variant) CountOptions(int) fit.CountOptions {
	r := v.rule
	return fit.CountOptions{
		Right: r.Smoothing, Wrong: r.Smoothing, Class: r.Smoothing, UniformPrior: r.Uniform, Hard: v.hard || v.gamma > 0, Tie: r.Tie,
	}
}

// CountOptions implements fit.Saver.
func (m *DS) CountOptions(k int) fit.CountOptions { return m.variant().CountOptions(k) }

// CountOptions implements fit.Saver.
func (m *FDS) CountOptions(k int) fit.CountOptions { return m.variant().CountOptions(k) }

// CountOptions implements fit.Saver.
func (m *Hybrid) CountOptions(k int) fit.CountOptions { return m.variant().CountOptions(k) }

// CountOptions implements fit.Saver.
func (m *OneCoin) CountOptions(k int) fit.CountOptions { return m.variant().CountOptions(k) }

// CountOptions implements fit.Saver.
func (m *ClassCoin) CountOptions(k int) fit.CountOptions { return m.variant().CountOptions(k) }

// CountOptions implements fit.Saver.
func (m *OnlineFDS) CountOptions(k int) fit.CountOptions {
	return variant{rule: m.rule(), hard: true}.CountOptions(k)
}

// CountOptions implements fit.Saver.
func (m *IBCC) CountOptions(classes int) fit.CountOptions {
	own := m.WithDefaults()
	return fit.CountOptions{Right: own.Right, Wrong: own.Wrong / float64(max(classes-1, 1)), Class: own.Class}
}
