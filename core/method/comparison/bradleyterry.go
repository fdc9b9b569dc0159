package comparison

import (
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/yield"
)

// BradleyTerry ranks by P(first) = σ(s_i − s_j). Objective: the log posterior,
//
//	Σ_{ij} w_ij log σ(s_i − s_j) − α/2 Σ_i s_i²,   w_ij how often i beat j
//
// which is concave. Ties count as half a win for each item, as if two workers disagreed.
//
// Ralph Allan Bradley and Milton E. Terry. Rank analysis of incomplete block designs: I. The method of paired comparisons. Biometrika
// 39(3/4), 1952.
type BradleyTerry struct {
	Alpha Alpha
	Drop  bool // ties are left out
	Side  bool // the item on the left leads by b besides, b ~ N(0, 1/α), where the sides are known
}

// Thurstone is Bradley–Terry with Φ in place of σ, his case V, with scores in units of the standard deviation of a difference.
//
// L. L. Thurstone. A law of comparative judgment. Psychological Review 34(4), 1927.
type Thurstone struct {
	Alpha Alpha
	Drop  bool
	Side  bool
}

// Davidson is Bradley–Terry with ties: the first wins, the second wins or neither with probabilities that are as
// e^{d/2} : e^{−d/2} : ν.
//
// Roger R. Davidson. On extending the Bradley–Terry model to accommodate ties in paired comparison experiments. Journal of the American
// Statistical Association 65(329), 1970.
type Davidson struct {
	Alpha Alpha // 0: learnt, as Skill does
	Side  bool
}

// RaoKupper is Bradley–Terry with ties: who does not see a lead of more than log θ says that neither wins,
//
//	P(first) = σ(d − log θ),  P(second) = σ(−d − log θ),  else a tie.
//
// P. V. Rao and L. L. Kupper. Ties in paired-comparison experiments: a generalization of the Bradley–Terry model. Journal of the American
// Statistical Association 62(317), 1967.
type RaoKupper struct {
	Alpha Alpha
	Side  bool
}

var (
	_ fit.Method = BradleyTerry{}
	_ fit.Method = Thurstone{}
	_ fit.Method = Davidson{}
	_ fit.Method = RaoKupper{}
)

// Uses implements fit.Method.
func (BradleyTerry) Uses(has crowd.Parts) (crowd.Parts, error) { return uses(has, false, true) }

// Uses implements fit.Method.
func (Thurstone) Uses(has crowd.Parts) (crowd.Parts, error) { return uses(has, false, true) }

// Uses implements fit.Method.
func (Davidson) Uses(has crowd.Parts) (crowd.Parts, error) { return uses(has, false, true) }

// Uses implements fit.Method.
func (RaoKupper) Uses(has crowd.Parts) (crowd.Parts, error) { return uses(has, false, true) }

// Start implements fit.Method.
func (m BradleyTerry) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	return family{link: logistic{}, ties: untied(m.Drop), alpha: m.Alpha.or(1), side: m.Side}.fit(d, s)
}

// Start implements fit.Method.
func (m Thurstone) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	return family{link: probit{}, ties: untied(m.Drop), alpha: m.Alpha.or(1), side: m.Side}.fit(d, s)
}

// Start implements fit.Method.
func (m Davidson) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	work := yield.New(s.Pause)
	f := family{link: davidson{}, alpha: m.Alpha.or(usual[3]), side: m.Side}.start(d, work)
	if m.Alpha == 0 {
		f.settle()
	}
	return f, work.Err()
}

// Start implements fit.Method.
func (m RaoKupper) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	return family{link: raoKupper{}, alpha: m.Alpha.or(1), side: m.Side}.fit(d, s)
}

func untied(drop bool) ties {
	if drop {
		return dropped
	}
	return half
}

func (y family) fit(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	work := yield.New(s.Pause)
	return y.start(d, work), work.Err()
}
