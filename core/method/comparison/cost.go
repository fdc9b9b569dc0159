package comparison

import (
	"concord/core/crowd"
	"concord/core/fit"
)

// probe is Probe of all methods: evaluations of a link, which are the operations that fits are measured in.
func probe() (flops float64) {
	const votes = 2000
	sum := 0.0
	for n := range votes {
		l, slope, _, bend, _, _ := davidson{}.terms(uint8(n%3), float64(n%17)/8-1, .4)
		sum += l + slope + bend
	}
	if sum != sum {
		panic("comparison: a link is not a number")
	}
	return votes
}

// cost is that of a fit which takes as long as so many evaluations of a link for each vote, and keeps so many numbers of each. Typical fits
// were timed against probe.
func cost(d *crowd.Dataset, links, numbers float64) fit.Cost {
	votes, items := float64(d.Len()), float64(d.Comparisons.Items)
	return fit.Cost{Flops: links * votes, Bytes: 8 * (numbers*votes + 10*(items+float64(d.Workers)))}
}

// informed is cost with the information of scores, which a ranking turns over.
func informed(d *crowd.Dataset, links, numbers float64) fit.Cost {
	c, items := cost(d, links, numbers), float64(d.Comparisons.Items)
	if items > most {
		c.Note = "intervals are approximate, as there are too many items for all their covariances"
		return c
	}
	c.Flops += items * items * items / 50
	c.Bytes += 8 * 5 * items * items
	return c
}

// Cost implements fit.Coster.
func (WinRate) Cost(d *crowd.Dataset) fit.Cost { return cost(d, 3, 3) }

// Cost implements fit.Coster.
func (Eigen) Cost(d *crowd.Dataset) fit.Cost { return cost(d, 5, 3) }

// Cost implements fit.Coster.
func (PageRank) Cost(d *crowd.Dataset) fit.Cost { return cost(d, 5, 3) }

// Cost implements fit.Coster.
func (Elo) Cost(d *crowd.Dataset) fit.Cost { return cost(d, 12, 2) }

// Cost implements fit.Coster.
func (Borda) Cost(d *crowd.Dataset) fit.Cost { return cost(d, 20, 1) }

// Cost implements fit.Coster.
func (BradleyTerry) Cost(d *crowd.Dataset) fit.Cost { return informed(d, 9, 11) }

// Cost implements fit.Coster.
func (Thurstone) Cost(d *crowd.Dataset) fit.Cost { return informed(d, 20, 11) }

// Cost implements fit.Coster.
func (Davidson) Cost(d *crowd.Dataset) fit.Cost { return informed(d, 11, 11) }

// Cost implements fit.Coster.
func (RaoKupper) Cost(d *crowd.Dataset) fit.Cost { return informed(d, 25, 11) }

// Cost implements fit.Coster.
func (Skill) Cost(d *crowd.Dataset) fit.Cost { return informed(d, 28, 12) }

// Cost implements fit.Coster.
func (CrowdBT) Cost(d *crowd.Dataset) fit.Cost { return informed(d, 100, 10) }

// Cost implements fit.Coster.
func (NoisyBT) Cost(d *crowd.Dataset) fit.Cost { return informed(d, 100, 11) }

// Cost implements fit.Coster.
func (PlackettLuce) Cost(d *crowd.Dataset) fit.Cost { return informed(d, 15, 3) }

// Cost implements fit.Coster.
func (Kemeny) Cost(d *crowd.Dataset) fit.Cost {
	c, items := cost(d, 6, 5), float64(d.Comparisons.Items)
	if items > exactly {
		c.Flops += items * items
		c.Note = "the order of more than 15 items that were compared is one that moving a single item makes no better"
	}
	return c
}

// Probe implements fit.Coster.
func (WinRate) Probe() float64 { return probe() }

// Probe implements fit.Coster.
func (Eigen) Probe() float64 { return probe() }

// Probe implements fit.Coster.
func (PageRank) Probe() float64 { return probe() }

// Probe implements fit.Coster.
func (Kemeny) Probe() float64 { return probe() }

// Probe implements fit.Coster.
func (Elo) Probe() float64 { return probe() }

// Probe implements fit.Coster.
func (Borda) Probe() float64 { return probe() }

// Probe implements fit.Coster.
func (BradleyTerry) Probe() float64 { return probe() }

// Probe implements fit.Coster.
func (Thurstone) Probe() float64 { return probe() }

// Probe implements fit.Coster.
func (Davidson) Probe() float64 { return probe() }

// Probe implements fit.Coster.
func (RaoKupper) Probe() float64 { return probe() }

// Probe implements fit.Coster.
func (Skill) Probe() float64 { return probe() }

// Probe implements fit.Coster.
func (CrowdBT) Probe() float64 { return probe() }

// Probe implements fit.Coster.
func (NoisyBT) Probe() float64 { return probe() }

// Probe implements fit.Coster.
func (PlackettLuce) Probe() float64 { return probe() }
