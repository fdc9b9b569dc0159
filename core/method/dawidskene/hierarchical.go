package dawidskene

import (
	"concord/core/crowd"
	"concord/core/fit"
)

// Hierarchical is Bayesian Dawid–Skene whose workers come from one crowd: the prior of
// every confusion matrix is learnt from all of them, so that a worker with few labels
// is taken for what workers here usually are, mistakes included.
//
//	u_j ~ N(β, σ²),  a_j = 1/(1 + e^−u_j)            accuracy of worker j
//	e_kl ∝ 1 + Σ_j c_jkl,  l ≠ k                     what the crowd says by mistake
//	π_j[k] ~ Dir(s m_jk),  m_jkk = a_j,  m_jkl = (1 − a_j) e_kl
//	p ~ Dir(1)   z_i ~ p   y_ij ~ π_j[z_i]
//
// where c_jkl are the expected counts of worker j's labels. q(z) q(p) q(π) is updated
// as in IBCC. Before that, in each step, the parameters above move to their most
// probable values given the counts (empirical Bayes):
//
//	u_j   Newton's method on log N(u_j; β, σ²) and the binomial likelihood of the right labels
//	β     (1 + Σ u_j/σ²) / (1 + M/σ²), with the prior N(1, 1): a crowd is better than chance
//	σ²    (Σ (u_j − β)² + v_j + 2) / (M + 2), with v_j = 1/(N_j a_j (1 − a_j) + 1/σ²), the
//	      variance of u_j (Laplace): a prior worth two workers with variance 1
//	s     Minka's fixed point for a Dirichlet's precision, with the prior 5/(5 + s)², once
//	      the posteriors are better than vote shares
//
// Objective: the evidence lower bound of IBCC under the prior of the step. As the prior
// moves, it may fall. Under fit.Settled every third step is extrapolated (leap).
//
// The crowd of workers is that of Paun et al. 2018 and of Passonneau & Carpenter 2014,
// with point estimates in place of sampling, and one accuracy a worker in place of one
// for each class.
//
// Silviu Paun et al. Comparing Bayesian models of annotation. TACL 6, 2018. Thomas
// Minka. Estimating a Dirichlet distribution. 2000.
type Hierarchical struct{}

var _ fit.Resumer = (*Hierarchical)(nil)

// Uses implements fit.Method.
func (*Hierarchical) Uses(has crowd.Parts) (crowd.Parts, error) { return uses(has, true) }

// Start implements fit.Method.
func (m *Hierarchical) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	return m.ibcc().Start(d, s)
}

// Resume implements fit.Resumer.
func (m *Hierarchical) Resume(d *crowd.Dataset, from *crowd.Estimate, s fit.Settings) (fit.Fit, error) {
	return m.ibcc().Resume(d, from, s)
}

func (*Hierarchical) ibcc() *IBCC { return &IBCC{hierarchical: true} }
