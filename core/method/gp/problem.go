package gp

import (
	"math"

	"concord/core/crowd"
)

// problem is one binary classification: class (z = 1) against the rest.
type problem struct {
	fit         *gpc
	class       int
	alpha, beta []float64 // by worker; used by GPC-MA only
	kernel      *Kernel
	bends       *curvature // of log Z by the kernel's parameters
	ep          *ep
	at          []int // by row: its factor, the first of them
	logZ        float64
	learned     float64 // log Z after the last ML-II round
	rounds      int
	moving      bool // the reliabilities have not settled
	done        bool
	unsettled   bool // EP had not settled when it was last stopped
	mirrored    bool // class and rest were exchanged
	image       *image
}

// Reliabilities are kept away from certainty, where one label would decide.
const minReliability = 1e-3

const (
	settledSites  = 1e-4 // EP is converged: the largest change of a site
	settledRates  = 2e-3 // EM is converged: the largest change of a sensitivity or specificity
	roughRates    = 1e-2 // the same before the kernel is learned
	settledLogZ   = 0.1  // ML-II is converged: the gain in log Z of a round, in nats
	settledTrial  = 1e-2 // EP is good enough to compare kernels: log Z is stationary in the sites, its error the square of theirs
	maxSweeps     = 50
	trialSweeps   = 10
	fewSweeps     = 3 // between M-steps; the fixed point is the same
	maxRounds     = 8
	roundEvals    = 12
	startEvals    = 5   // from each of the kernels to start from
	subsetOfGrid  = 200 // tasks on which the starting kernel is chosen
	learnedSubset = 500 // tasks on which a sparse prior's kernel is learnt
)

func newProblem(f *gpc, class int) (*problem, error) {
	p := &problem{fit: f, class: class, learned: math.Inf(-1), moving: true}
	p.start()
	if err := p.begin(); err != nil {
		return nil, err
	}
	return p, p.rebuild()
}

// says reports whether a label names the problem's class.
func (p *problem) says(label uint16) bool { return int(label) == p.class }

// start sets the reliabilities from the soft majority vote: α = β = ½ is a saddle, and starting below ½ leads to the mirrored solution.
func (p *problem) start() {
	d := p.fit.data
	q := crowd.Shares(d)
	p.alpha, p.beta = p.tally(func(i, _ int) float64 { return q[i*d.Classes+p.class] })
}

// rates is the M-step: each worker's sensitivity and specificity given P(z = 1) of each task. It returns the largest change.
func (p *problem) rates(truth []float64) (change float64) {
	alpha, beta := p.tally(func(i, _ int) float64 { return truth[i] })
	for j := range alpha {
		change = math.Max(change, math.Max(math.Abs(alpha[j]-p.alpha[j]), math.Abs(beta[j]-p.beta[j])))
	}
	p.alpha, p.beta = alpha, beta
	return change
}

// tally returns the sensitivity and specificity of each worker j given P(z_i = 1), which may depend on j, with one pseudo-count each way.
func (p *problem) tally(truth func(i, j int) float64) (alpha, beta []float64) {
	d := p.fit.data
	hit, one := make([]float64, d.Workers), make([]float64, d.Workers)
	miss, zero := make([]float64, d.Workers), make([]float64, d.Workers)
	for n, i := range d.TaskOf() {
		j := d.Worker[n]
		q := truth(int(i), int(j))
		one[j] += q
		zero[j] += 1 - q
		if p.says(d.Class[n]) {
			hit[j] += q
		} else {
			miss[j] += 1 - q
		}
	}
	for j := range d.Workers {
		hit[j], miss[j] = rate(hit[j], one[j]), rate(miss[j], zero[j])
	}
	return hit, miss
}

func rate(hits, all float64) float64 {
	return math.Min(math.Max((1+hits)/(2+all), minReliability), 1-minReliability)
}

// factors returns the likelihood terms of rows of x, renumbered, with their present sites.
func (p *problem) factors(rows []int) []factor {
	d := p.fit.data
	var fs []factor
	never := math.Inf(-1)
	for n, row := range rows {
		i, first := p.fit.task[row], len(fs)
		add := func(times, logA, logB float64) {
			fs = append(fs, factor{task: n, times: times, logA: logA, logB: logB})
		}
		class := func(yes bool, times float64) {
			if yes {
				add(times, 0, never)
			} else {
				add(times, never, 0)
			}
		}
		switch {
		case p.fit.gold(i):
			class(int(d.Gold[i]) == p.class, 1)
		case p.fit.method.Kind == Annotators:
			a, b := p.logs(i, -1)
			add(1, a, b)
		case p.fit.method.Kind == Majority:
			class(p.vote(i), 1)
		default:
			yes, no := p.counts(i)
			if yes > 0 {
				class(true, yes)
			}
			if no > 0 {
				class(false, no)
			}
		}
		if p.ep != nil {
			for k := first; k < len(fs); k++ {
				was := &p.ep.factors[p.at[row]+k-first]
				fs[k].tau, fs[k].nu = was.tau, was.nu
			}
		}
	}
	return fs
}

// logs returns log a_i and log b_i, without the labels of one worker (-1: of none).
func (p *problem) logs(i, without int) (a, b float64) {
	d := p.fit.data
	from, to := d.Of(i)
	for n := from; n < to; n++ {
		j := d.Worker[n]
		if int(j) == without {
			continue
		}
		if p.says(d.Class[n]) {
			a += math.Log(p.alpha[j])
			b += math.Log(1 - p.beta[j])
		} else {
			a += math.Log(1 - p.alpha[j])
			b += math.Log(p.beta[j])
		}
	}
	return a, b
}

// counts returns how many labels of task i name the class and how many do not.
func (p *problem) counts(i int) (yes, no float64) {
	from, to := p.fit.data.Of(i)
	for _, l := range p.fit.data.Class[from:to] {
		if p.says(l) {
			yes++
		} else {
			no++
		}
	}
	return yes, no
}

// vote reports whether the class has the majority of the labels of task i.
func (p *problem) vote(i int) bool {
	d := p.fit.data
	votes := make([]float64, d.Classes)
	from, to := d.Of(i)
	for _, l := range d.Class[from:to] {
		votes[l]++
	}
	best, _ := crowd.Best(votes, i, p.fit.seed)
	return best == p.class
}

// rebuild creates the prior and EP for the current kernel, keeping the sites.
func (p *problem) rebuild() error {
	fs := p.factors(p.fit.all)
	var pr prior
	if p.fit.inducing != nil {
		pr = newSparse(p.kernel, p.fit.x, p.fit.inducing)
	} else {
		pr = newExact(p.kernel, p.fit.learn.workspace)
	}
	e, err := anyEP(pr, len(p.fit.x), fs)
	if err != nil {
		return err
	}
	p.ep = e
	p.at = make([]int, len(p.fit.x))
	for k := len(fs) - 1; k >= 0; k-- {
		p.at[fs[k].task] = k
	}
	return nil
}

// emptied takes the sites away.
func emptied(fs []factor) []factor {
	for k := range fs {
		fs[k].tau, fs[k].nu = 0, 0
	}
	return fs
}

// step is one round: a few sweeps of EP and an M-step or, once the reliabilities have settled, EP to convergence and a round of ML-II.
func (p *problem) step() (change float64, err error) {
	sweeps := maxSweeps
	if p.fit.method.Kind == Annotators && p.moving {
		sweeps = fewSweeps
	}
	_, settled, err := p.ep.run(settledSites, sweeps)
	if err != nil {
		return 0, err
	}
	p.unsettled = !settled
	p.logZ = p.ep.logZ()
	if p.fit.method.Kind == Annotators {
		truth := make([]float64, p.fit.data.Tasks)
		for i := range truth {
			truth[i] = p.posterior(i)
		}
		change = p.rates(truth)
		for k := range p.ep.factors {
			f := &p.ep.factors[k]
			if !math.IsInf(f.logA, -1) && !math.IsInf(f.logB, -1) {
				f.logA, f.logB = p.logs(p.fit.task[f.task], -1)
			}
		}
		was := p.moving
		enough := settledRates
		if p.rounds == 0 {
			enough = roughRates
		}
		if p.moving = change > enough; p.moving || was { // once more with EP converged, when the rates have settled
			return math.Max(change, settledRates), nil
		}
	}
	if p.rounds == maxRounds || p.logZ-p.learned < settledLogZ {
		return change, p.end()
	}
	p.learned = p.logZ
	p.rounds++
	moved, err := p.learn()
	if err == nil && !moved && p.rounds > 1 { // after the first the rates have yet to settle
		err = p.end()
	}
	return 1, err
}

// posterior returns P(z = 1) of task i: under the cavity and its labels in GPC-MA, else under the
// latent posterior; from the labels alone if the task has no features.
func (p *problem) posterior(i int) float64 {
	d := p.fit.data
	switch d.Truth(i) {
	case crowd.Unknown:
	case p.class:
		return 1
	default:
		return 0
	}
	row := p.fit.row[i]
	if row < 0 {
		if p.fit.method.Kind == Annotators {
			a, b := p.logs(i, -1)
			return 1 / (1 + math.Exp(b-a))
		}
		yes, no := p.counts(i)
		if yes+no == 0 {
			return 0.5
		}
		return yes / (yes + no)
	}
	if p.fit.method.Kind == Annotators {
		return p.ep.truth(&p.ep.factors[p.at[row]])
	}
	return phi(p.ep.mean[row] / math.Sqrt(1+p.ep.vari[row]))
}

// predict returns P(z = 1) at new points.
func (p *problem) predict(x [][]float64) []float64 {
	q, variance := p.ep.prior.predict(x)
	for t := range q {
		q[t] = phi(q[t] / math.Sqrt(1+variance[t]))
	}
	return q
}
