package crowd

// Costs are what wrong labels cost: Of[k·K+l] where the truth is k and the label
// is l, none of them below zero.
type Costs struct {
	Classes int
	Of      []float64 // K×K, row = truth
}

// Say returns the expected cost of saying label l where the truth has the
// posterior q: Σ_k q_k c_kl.
func (c *Costs) Say(q []float64, l int) float64 {
	sum := 0.0
	for k, p := range q {
		sum += p * c.Of[k*c.Classes+l]
	}
	return sum
}

// Least returns the label of least expected cost and that cost. Ties go to the most
// probable label, then to the first.
func (c *Costs) Least(q []float64) (label int, cost float64) {
	cost = c.Say(q, 0)
	for l := 1; l < c.Classes; l++ {
		x := c.Say(q, l)
		if x < cost*(1-Tie) || x <= cost*(1+Tie) && q[l] > q[label]*(1+Tie) {
			label, cost = l, x
		}
	}
	return label, cost
}

// Guess returns the expected cost of a label that is drawn from q where the truth
// is drawn from q too: Σ_kl q_k q_l c_kl, the expected cost of a soft label
// (Ipeirotis, Provost & Wang 2010, Algorithm 2).
func (c *Costs) Guess(q []float64) float64 {
	sum := 0.0
	for l, p := range q {
		sum += p * c.Say(q, l)
	}
	return sum
}

// Saved returns the share of a spammer's cost that a worker's labels save, given
// the class shares (K) and the worker's confusion matrix (K×K, row = truth). A
// label l of the worker is worth the soft label p(k|l) ∝ p_k π_kl.
//
// Random is 1 − Σ_l p(l) Guess(p(·|l)) / Guess(p): against a spammer who draws
// labels from the class shares. Strategic is 1 − Σ_l p(l) Least(p(·|l)) / Least(p):
// against one who always gives the label of least cost. ok is false if the spammer's
// labels cost nothing. Random may be negative for some costs; Strategic never is, apart
// from rounding.
func (c *Costs) Saved(shares, confusion []float64) (random, strategic float64, ok bool) {
	n := c.Classes
	_, least := c.Least(shares)
	guess := c.Guess(shares)
	if !(least > 0) || !(guess > 0) {
		return 0, 0, false
	}
	soft := make([]float64, n)
	expected, smallest := 0.0, 0.0
	for l := range n {
		says := 0.0
		for k, p := range shares {
			soft[k] = p * confusion[k*n+l]
			says += soft[k]
		}
		if says == 0 {
			continue
		}
		for k := range soft {
			soft[k] /= says
		}
		_, x := c.Least(soft)
		expected += says * c.Guess(soft)
		smallest += says * x
	}
	return 1 - expected/guess, 1 - smallest/least, true
}
