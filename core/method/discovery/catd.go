package discovery

import (
	"cmp"
	"math"

	"gonum.org/v1/gonum/mathext"

	"concord/core/crowd"
	"concord/core/fit"
)

// CATD is confidence-aware truth discovery (Li et al. 2014): the weight of a worker is
// cautious where there are few labels. If the errors of worker j are normal with variance
// σ_j², then D_j/σ_j² is χ² distributed with n_j degrees of freedom, and σ_j² lies below
// D_j/χ²(α/2, n_j) with confidence 1 − α/2, where χ²(α/2, n) is the quantile of that
// probability. Minimising the variance of the weighted answers under that bound gives
//
//	w_j = χ²(α/2, n_j) / D_j
//
// so that a worker with one label counts for next to nothing: χ²(0.025, 1) = 0.001.
//
// A worker who never differs would get an infinite weight: D_j is at least Least, in units
// of the mean loss of all labels. The paper does not say; the program of Zheng et al. 2017
// has 10⁻⁹, so that whoever never differs decides alone. Half a mean loss is as if half a
// label of each worker had been as bad as others are.
//
// Of numbers, d is (x − y)² and the truth the weighted mean.
//
// Qi Li, Yaliang Li, Jing Gao, Lu Su, Bo Zhao, Murat Demirbas, Wei Fan, Jiawei Han. A
// confidence-aware approach for truth discovery on long-tail data. PVLDB 8(4), 2014.
type CATD struct {
	Alpha float64 // 1 − confidence; 0: 0.05
	Least float64 // the least loss of a worker; 0: 0.5
}

var _ fit.Method = CATD{}

// WithDefaults replaces zero fields by their defaults.
func (m CATD) WithDefaults() CATD {
	m.Alpha, m.Least = cmp.Or(m.Alpha, 0.05), cmp.Or(m.Least, 0.5)
	return m
}

// Uses implements fit.Method.
func (CATD) Uses(has crowd.Parts) (crowd.Parts, error) { return uses(has) }

// Start implements fit.Method.
func (m CATD) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	rule := &confidence{least: m.WithDefaults().Least, alpha: m.WithDefaults().Alpha, quantile: map[float64]float64{}}
	if d.Numeric() {
		return startNumbers(d, rule, squared{}, s.Pause)
	}
	return startVotes(d, rule, s.Pause)
}

// confidence is CATD's rule.
type confidence struct {
	alpha, least float64
	quantile     map[float64]float64 // χ²(α/2, n) by n
}

// weigh implements weigher.
func (c *confidence) weigh(loss, labels, weight []float64) {
	total, all := 0.0, 0.0
	for j, d := range loss {
		total += d
		all += labels[j]
	}
	for j, d := range loss {
		weight[j] = 1
		if total > 0 && labels[j] > 0 {
			weight[j] = c.chi(labels[j]) / max(d, c.least*total/all)
		}
	}
}

// chi returns χ²(α/2, n), rounded: special functions differ in their last digits from
// platform to platform.
func (c *confidence) chi(n float64) float64 {
	x, ok := c.quantile[n]
	if !ok {
		const digits = 1e10
		x = 2 * mathext.GammaIncRegInv(n/2, c.alpha/2)
		scale := math.Pow(10, math.Ceil(math.Log10(x)))
		x = math.Round(x/scale*digits) / digits * scale
		c.quantile[n] = x
	}
	return x
}
