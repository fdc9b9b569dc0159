package dawidskene

import "concord/core/fit"

// CountOptions implements fit.Saver.
func (m *OnlineFDS) CountOptions(k int) fit.CountOptions {
	return (&DS{UniformPrior: m.UniformPrior, Assign: Hard}).CountOptions(k)
}

// CountOptions implements fit.Saver.
func (m *IBCC) CountOptions(classes int) fit.CountOptions {
	own := m.WithDefaults()
	return fit.CountOptions{Right: own.Right, Wrong: own.Wrong / float64(max(classes-1, 1)), Class: own.Class}
}
