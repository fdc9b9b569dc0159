// Package dawidskene is the Dawid–Skene family: DS (maximum likelihood by EM) with its one-coin,
// fast and hybrid variants; IBCC, which replaces point estimates by distributions; and OnlineFDS,
// for tasks that arrive as a stream. Package fold adds new labels to a saved fit of any of them.
//
// Task i has a true class k with probability p_k. Worker j labels it l with probability π_j[k][l],
// independently of the other workers. A worker may label a task more than once, as observer 1 of
// the 1979 paper does; every label counts.
//
//	Dawid & Skene          here
//	T_ij                   posterior q_ik; recomputed in each pass, not stored
//	p_j, Eq. (2.4)         Model.Prior
//	π^(k)_jl, Eq. (2.3)    Model.Table, label before truth
//	n^(k)_il               the labels themselves
//	Eq. (2.5)              Pass.posterior, and the kernels
//
// The objective of DS is the log-likelihood Σ_i log Σ_k p_k Π_j π_j[k][y_ij], or the log posterior
// with smoothing or prior counts; that of FDS is the classification log-likelihood C2 = Σ_i log
// max_k p_k Π_j π_j[k][y_ij]. Neither ever falls.
//
// A fit has converged when its labels have settled: DS and IBCC once the objective has moved by less
// than 1e-7 per label in each of nine steps, in all of which one label in ten thousand changed at
// most; Hierarchical, whose bound moves with its prior, once Σ|Δp| < 1e-4 and no label has changed in
// nine steps, or no more than that in 25. Of 100,000 tasks or more, where so many change that their decay tells
// how many are still to come, half as many to come are enough, for DS and IBCC after three such steps.
// FDS and Hybrid have converged when no label changes any more. By the papers' rule (fit.Paper) a fit
// ends when Σ|Δp| < 1e-4, with labels that may still change.
//
// Departures: a row of π without evidence is uniform (the paper divides 0 by 0; programs differ and
// reach different optima). A task that no class can explain falls back to its vote shares and is
// left out of the log-likelihood. FDS keeps a label that is still among the best; the paper's
// program draws ties anew in every step and may never stop. Gold tasks keep their known class and
// contribute only its term to the likelihood.
//
// Dawid, A. P., Skene, A. M. (1979). Maximum likelihood estimation of observer error-rates using
// the EM algorithm. Applied Statistics 28, 20–28.
// Sinha, V. B., Rao, S., Balasubramanian, V. N. (2018). Fast Dawid-Skene: a fast vote aggregation
// scheme for sentiment classification. arXiv:1803.02781.
// Zhang, Y., Chen, X., Zhou, D., Jordan, M. (2014). Spectral methods meet EM. NeurIPS (one-coin).
// Varadhan, R., Roland, C. (2008). Simple and globally convergent methods for accelerating the
// convergence of any EM algorithm. Scandinavian Journal of Statistics 35, 335–353 (DS.Accelerate).
package dawidskene
