package gpc

import (
	"math"

	"concord/core/crowd"

	"gonum.org/v1/gonum/floats"
)

// The paper's schedule (its footnote 5).
const (
	sweepsBetween = 3    // at most, before the reliabilities are estimated again
	settledLogZ   = 1e-4 // a change of log Z by less ends it, or the wait for that
	mostSweeps    = 100
)

// Trail is a run by the paper's schedule: one site after the other, each followed by the posterior
// (Rasmussen & Williams 2006, algorithm 3.5), under a fixed kernel.
type Trail struct {
	LogZ   []float64 // after each update of a site if it is watched, else after each sweep
	Rates  []int     // how many updates came before each estimate of the reliabilities
	Sweeps int
}

// site is the likelihood a Φ(f) + b Φ(−f) of a row, and its Gaussian approximation.
type site struct{ logA, logB, tau, nu float64 }

// sequential is such a run under way. Of Σ there is only the upper triangle.
type sequential struct {
	sites  []site
	sigma  [][]float64 // by row, from its diagonal on
	mu, nu []float64
	logDet float64 // log|I + KT|
	column []float64
}

// newSequential starts with empty sites and a squared exponential kernel of scale 1 and length √D.
func newSequential(x [][]float64, sites []site) *sequential {
	n := len(x)
	s := &sequential{sites: sites, sigma: make([][]float64, n), mu: make([]float64, n), nu: make([]float64, n), column: make([]float64, n)}
	for i := range x {
		s.sigma[i] = make([]float64, n-i)
		for j := i; j < n; j++ {
			d := floats.Distance(x[i], x[j], 2)
			s.sigma[i][j-i] = math.Exp(-d * d / 2 / float64(len(x[i])))
		}
	}
	return s
}

// moments returns what EP needs of site i: the cavity, and log Ẑ, mean, variance and P(z = 1) of its product with the likelihood.
func (s *sequential) moments(i int) (m, v, logZ, mean, variance, p float64) {
	t := &s.sites[i]
	v = 1 / (1/s.sigma[i][0] - t.tau)
	m = v * (s.mu[i]/s.sigma[i][0] - t.nu)
	root := math.Sqrt(1 + v)
	eta := m / root
	a, b := t.logA+math.Log(math.Erfc(-eta/math.Sqrt2)/2), t.logB+math.Log(math.Erfc(eta/math.Sqrt2)/2)
	top := math.Max(a, b)
	logZ = top + math.Log(math.Exp(a-top)+math.Exp(b-top))
	density := -eta*eta/2 - math.Log(2*math.Pi)/2
	g := math.Exp(t.logA+density-logZ) - math.Exp(t.logB+density-logZ)
	return m, v, logZ, m + v*g/root, v - v*v/(1+v)*g*(eta+g), math.Exp(a - logZ)
}

// update matches site i and carries the change into the posterior; a site that has no match stays.
func (s *sequential) update(i int) {
	m, v, _, mean, variance, _ := s.moments(i)
	if !(v > 0) || !(variance > 0) {
		return
	}
	t := &s.sites[i]
	tau, nu := 1/variance-1/v, mean/variance-m/v
	more, own := tau-t.tau, s.sigma[i][0]
	grown := 1 + more*own
	if !(grown > 1e-10) {
		return
	}
	pull := (nu-t.nu)*(1-more*own/grown) - more/grown*s.mu[i]
	t.tau, t.nu, s.nu[i] = tau, nu, nu
	for j := range i {
		s.column[j] = s.sigma[j][i-j]
	}
	copy(s.column[i:], s.sigma[i])
	for j, c := range s.column {
		floats.AddScaled(s.sigma[j], -more/grown*c, s.column[j:])
	}
	floats.AddScaled(s.mu, pull, s.column)
	s.logDet += math.Log(grown)
}

// logZ is the approximation of the log marginal likelihood.
func (s *sequential) logZ() float64 {
	z := (floats.Dot(s.nu, s.mu) - s.logDet) / 2
	for i := range s.sites {
		t := &s.sites[i]
		m, v, own, _, _, _ := s.moments(i)
		all := 1/v + t.tau
		z += own - (math.Log(1/v/all)+(m/v+t.nu)*(m/v+t.nu)/all-m*m/v)/2
	}
	return z
}

// certain are the sites of rows whose class is known.
func certain(class []int32) []site {
	sites := make([]site, len(class))
	for i, z := range class {
		sites[i] = site{logA: math.Inf(-1)}
		if z == 1 {
			sites[i] = site{logB: math.Inf(-1)}
		}
	}
	return sites
}

// Follow runs EP by the paper's schedule on binary labels. CONC has a row for every label, as in
// the paper. If watch is set, log Z is computed after every update of a site.
func Follow(d *crowd.Dataset, v Variant, truth []int32, watch bool) Trail {
	x := make([][]float64, d.Tasks)
	for i := range x {
		x[i] = d.Features.Row(i)
	}
	r := &rates{d: d}
	var s *sequential
	switch v.Name {
	case "GOLD":
		s = newSequential(x, certain(truth))
	case "MV":
		s = newSequential(x, certain(Vote(d, 1, 1)))
	case "CONC":
		var rows [][]float64
		var class []int32
		for n, i := range d.TaskOf() {
			rows, class = append(rows, x[i]), append(class, int32(d.Class[n]))
		}
		s = newSequential(rows, certain(class))
	default:
		r.start()
		s = newSequential(x, make([]site, d.Tasks))
		r.set(s)
	}
	var t Trail
	last, before := math.Inf(-1), math.Inf(-1) // log Z a sweep ago; when the reliabilities were last estimated
	for since := 1; t.Sweeps < mostSweeps; since++ {
		for i := range s.sites {
			if s.update(i); watch {
				t.LogZ = append(t.LogZ, s.logZ())
			}
		}
		t.Sweeps++
		z := s.logZ()
		if !watch {
			t.LogZ = append(t.LogZ, z)
		}
		settled := math.Abs(z-last) < settledLogZ
		last = z
		if v.Name != "MA" {
			if settled {
				break
			}
			continue
		}
		if since < sweepsBetween && !settled {
			continue
		}
		if math.Abs(z-before) < settledLogZ {
			break
		}
		before, since = z, 0
		for i := range r.truth {
			_, _, _, _, _, r.truth[i] = s.moments(i)
		}
		r.estimate()
		r.set(s)
		t.Rates = append(t.Rates, t.Sweeps*len(s.sites))
	}
	return t
}

// rates are the reliabilities of the workers.
type rates struct {
	d           *crowd.Dataset
	truth       []float64 // P(z = 1) by task
	alpha, beta []float64
}

// start estimates them from the shares of the labels.
func (r *rates) start() {
	r.truth = make([]float64, r.d.Tasks)
	for i, q := range crowd.Shares(r.d) {
		if i%2 == 1 {
			r.truth[i/2] = q
		}
	}
	r.estimate()
}

// estimate is the paper's (8) and (10), with one pseudo-count each way.
func (r *rates) estimate() {
	n := r.d.Workers
	hit, one, miss, zero := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	for l, i := range r.d.TaskOf() {
		j, q := r.d.Worker[l], r.truth[i]
		one[j], zero[j] = one[j]+q, zero[j]+1-q
		if r.d.Class[l] == 1 {
			hit[j] += q
		} else {
			miss[j] += 1 - q
		}
	}
	r.alpha, r.beta = hit, miss
	for j := range n {
		r.alpha[j], r.beta[j] = (1+hit[j])/(2+one[j]), (1+miss[j])/(2+zero[j])
	}
}

// set carries them into the likelihoods.
func (r *rates) set(s *sequential) {
	for i := range s.sites {
		t := &s.sites[i]
		t.logA, t.logB = 0, 0
		from, to := r.d.Of(i)
		for l := from; l < to; l++ {
			a, b := r.alpha[r.d.Worker[l]], r.beta[r.d.Worker[l]]
			if r.d.Class[l] == 1 {
				t.logA, t.logB = t.logA+math.Log(a), t.logB+math.Log(1-b)
			} else {
				t.logA, t.logB = t.logA+math.Log(1-a), t.logB+math.Log(b)
			}
		}
	}
}
