package dawidskene

import (
	"cmp"

	"concord/core/crowd"
	"concord/core/fit"
)

// DS is Dawid and Skene's method, maximum likelihood by EM from the soft majority vote, and the
// variants that share its EM.
//
// One-coin (Tie: fit.TieMatrix) gives each worker one accuracy: j names the truth with probability
// s_j and each other class with (1−s_j)/(K−1), whatever the truth. Its M-step is s_j = Σ_i q_i,y_ij
// / n_j, the expected share of j's labels that are right. It suits workers whose mistakes have no
// direction. Where they have, each step is more likely and may be less accurate: on trec2010 55.7 %
// of tasks are right after the first step and 44.3 % at the end, where counting heads has 54.3 %; EM
// that begins with the truth ends at the same likelihood and 44 %. An estimated prior makes it worse
// there (26 %) and better on zencrowd (84.4 % in place of 82.8 %). crowd-kit estimates the prior; by
// the same steps its posteriors are these. It has 86.2 % on zencrowd because it stops after two: its
// lower bound counts log p_k once for each label in place of each task, so it may fall while the
// likelihood rises.
//
// Class-wise one-coin (Tie: fit.TieRow) gives each worker one accuracy per true class, s_jk = Σ_i
// q_ik [y_ij = k] / Σ_i q_ik over j's labels. It equals DS for two classes and lies between DS and
// one-coin for more. It is the "category-level one-coin" model in the program of Zhang et al. 2014.
//
// Fast DS is Assign: Hard, Hybrid is Assign: SoftThenHard.
//
// Smoothing is a worker seen beforehand who gave s labels to each class, half of them right and half
// drawn from all classes alike: s/2 + s/(2K) on the diagonal and s/(2K) beside it; each class has
// s/K tasks more. So no label is impossible, and the more smoothing, the closer the answer is to
// the plain vote. Cell, as other programs smooth, makes guessers of the workers seen beforehand, and
// K·Cell labels a row drown what real ones say where classes are many (docs/calibration.md).
type DS struct {
	Smoothing    float64    // pseudo-labels of each row of a confusion matrix, pseudo-tasks of all classes together, ≥ 0
	Cell         float64    // pseudo-count of every cell of a confusion matrix and of every class, ≥ 0
	UniformPrior bool       // hold the class prior at 1/K
	Tie          fit.Tie    // which cells of a confusion matrix share a probability
	Assign       Assignment // what a task counts for in the M-step
	Gamma        float64    // SoftThenHard turns hard after the first step with Σ|Δp| < Gamma; 0: DefaultGamma
	Accelerate   Acceleration
}

// Assignment is how the tasks are assigned to classes between two M-steps.
type Assignment int

const (
	// Soft assignments are the posteriors (DS).
	Soft Assignment = iota
	// Hard assigns each task wholly to its most probable class, starting from the majority vote,
	// until no label changes (Fast DS). The objective is the classification likelihood C2. The seed
	// breaks ties when a label is chosen anew; a label still among the best is kept.
	Hard
	// SoftThenHard is Soft until the class prior has nearly settled, then Hard (Hybrid). It traces
	// the log-likelihood throughout, which may fall once steps are hard.
	SoftThenHard
)

// Acceleration says whether every third soft step is extrapolated (Varadhan & Roland 2008). Hard
// steps and Hybrid's never are.
type Acceleration int

const (
	// WhenSettling extrapolates under fit.Settled, and makes the papers' plain steps under fit.Paper.
	WhenSettling Acceleration = iota
	Always
	Never
)

// DefaultGamma is where Hybrid turns hard (Sinha et al. 2018, section 4).
const DefaultGamma = 0.005

var _ fit.Resumer = (*DS)(nil)

// WithDefaults replaces zero fields by their defaults.
func (m DS) WithDefaults() DS {
	m.Gamma = cmp.Or(m.Gamma, DefaultGamma)
	return m
}

// Uses implements fit.Method.
func (m *DS) Uses(has crowd.Parts) (crowd.Parts, error) { return uses(has, m.cells()) }

// Start implements fit.Method.
func (m *DS) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) { return m.start(d, s) }

func (m *DS) rule(classes int) Rule {
	guessed := m.Smoothing / float64(2*classes)
	return Rule{
		Right: m.Cell + m.Smoothing/2 + guessed, Wrong: m.Cell + guessed, Class: m.Cell + 2*guessed, Uniform: m.UniformPrior, Tie: m.Tie,
	}
}

// cells reports whether a fit may keep only the cells of matrices that labels can fill.
func (m *DS) cells() bool {
	return m.Assign == Soft && m.Tie == fit.TieNone && m.Smoothing == 0 && m.Cell == 0
}

// Resume implements fit.Resumer.
func (m *DS) Resume(d *crowd.Dataset, from *crowd.Estimate, s fit.Settings) (fit.Fit, error) {
	f, err := m.start(d, s)
	if err != nil {
		return nil, err
	}
	model, ok := resumed(from, d.Workers, d.Classes)
	if !ok {
		return f, nil
	}
	f.model.take(model)
	f.warm = true
	f.began(f.run(soft, f.model))
	if f.hard {
		f.began(f.run(harden, nil))
	}
	return f, f.err
}

// CountOptions implements fit.Saver.
func (m *DS) CountOptions(classes int) fit.CountOptions {
	r := m.rule(classes)
	return fit.CountOptions{Right: r.Right, Wrong: r.Wrong, Class: r.Class, UniformPrior: r.Uniform, Hard: m.Assign != Soft, Tie: r.Tie}
}
