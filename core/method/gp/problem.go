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
	ep          *ep
	at          []int // by task: its factor, -1 without (GPC-MA)
	logZ        float64
	learned     float64 // log Z after the last ML-II round
	rounds      int
	done        bool
	unsettled   bool
}

// Reliabilities are kept away from certainty, where one label would decide.
const minReliability = 1e-3

const (
	settledSites  = 1e-4 // EP is converged: the largest change of a site
	settledRates  = 2e-3 // EM is converged: the largest change of a sensitivity or specificity
	settledLogZ   = 0.02 // ML-II is converged: the gain in log Z of a round, in nats
	maxSweeps     = 50
	maxRounds     = 8
	roundEvals    = 15
	subsetOfGrid  = 300 // tasks on which the starting kernel is chosen
	learnedSubset = 500 // tasks on which a sparse prior's kernel is learnt
)

func newProblem(f *gpc, class int) (*problem, error) {
	p := &problem{fit: f, class: class, learned: math.Inf(-1)}
	p.start()
	kernel, err := p.grid()
	if err != nil {
		return nil, err
	}
	p.kernel = kernel
	return p, p.rebuild()
}

// says reports whether a label names the problem's class.
func (p *problem) says(label uint16) bool { return int(label) == p.class }

// start sets the reliabilities from the soft majority vote: α = β = ½ is a
// saddle, and a start below ½ leads to the mirrored solution.
func (p *problem) start() {
	d := p.fit.data
	q := crowd.Shares(d)
	truth := make([]float64, d.Tasks)
	for i := range truth {
		truth[i] = q[i*d.Classes+p.class]
	}
	p.alpha, p.beta = make([]float64, d.Workers), make([]float64, d.Workers)
	p.rates(truth)
}

// rates is the M-step: sensitivity and specificity of each worker given
// P(z = 1) of each task, with one pseudo-count for and one against. It returns
// the largest change.
func (p *problem) rates(truth []float64) (change float64) {
	d := p.fit.data
	hit, one := make([]float64, d.Workers), make([]float64, d.Workers)
	miss, zero := make([]float64, d.Workers), make([]float64, d.Workers)
	for i := range d.Tasks {
		from, to := d.Of(i)
		for n := from; n < to; n++ {
			j := d.Worker[n]
			one[j] += truth[i]
			zero[j] += 1 - truth[i]
			if p.says(d.Class[n]) {
				hit[j] += truth[i]
			} else {
				miss[j] += 1 - truth[i]
			}
		}
	}
	for j := range d.Workers {
		a, b := rate(hit[j], one[j]), rate(miss[j], zero[j])
		change = math.Max(change, math.Max(math.Abs(a-p.alpha[j]), math.Abs(b-p.beta[j])))
		p.alpha[j], p.beta[j] = a, b
	}
	return change
}

func rate(hits, all float64) float64 {
	return math.Min(math.Max((1+hits)/(2+all), minReliability), 1-minReliability)
}

// factors returns the likelihood terms of the tasks for which keep is true (by
// row of x), numbered anew.
func (p *problem) factors(keep []int) []factor {
	d := p.fit.data
	number := make([]int, len(p.fit.x))
	for i := range number {
		number[i] = -1
	}
	for n, r := range keep {
		number[r] = n
	}
	var fs []factor
	add := func(row int, times, logA, logB float64) {
		fs = append(fs, factor{task: number[row], times: times, logA: logA, logB: logB})
	}
	for i := range d.Tasks {
		row := p.fit.row[i]
		if row < 0 || number[row] < 0 {
			continue
		}
		if d.Gold != nil && d.Gold[i] != crowd.Unknown {
			if int(d.Gold[i]) == p.class {
				add(row, 1, 0, math.Inf(-1))
			} else {
				add(row, 1, math.Inf(-1), 0)
			}
			continue
		}
		if from, to := d.Of(i); from == to {
			continue
		}
		switch p.fit.method.Kind {
		case Annotators:
			a, b := p.logs(i)
			add(row, 1, a, b)
		case Majority:
			if p.vote(i) {
				add(row, 1, 0, math.Inf(-1))
			} else {
				add(row, 1, math.Inf(-1), 0)
			}
		case Concatenated:
			yes, no := p.counts(i)
			if yes > 0 {
				add(row, yes, 0, math.Inf(-1))
			}
			if no > 0 {
				add(row, no, math.Inf(-1), 0)
			}
		}
	}
	return fs
}

// logs returns log a_i and log b_i.
func (p *problem) logs(i int) (a, b float64) {
	d := p.fit.data
	from, to := d.Of(i)
	for n := from; n < to; n++ {
		j := d.Worker[n]
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

// rebuild makes the prior and EP for the current kernel, keeping the sites
// that there are.
func (p *problem) rebuild() error {
	keep := make([]int, len(p.fit.x))
	for i := range keep {
		keep[i] = i
	}
	fs := p.factors(keep)
	if p.ep != nil {
		for k := range fs {
			fs[k].tau, fs[k].nu = p.ep.factors[k].tau, p.ep.factors[k].nu
		}
	}
	e, err := newEP(newExact(p.kernel, p.fit.x), len(p.fit.x), fs)
	if err == errIndefinite { // sites of another kernel: start from none
		for k := range fs {
			fs[k].tau, fs[k].nu = 0, 0
		}
		e, err = newEP(newExact(p.kernel, p.fit.x), len(p.fit.x), fs)
	}
	if err != nil {
		return err
	}
	p.ep = e
	p.at = make([]int, len(p.fit.x))
	for i := range p.at {
		p.at[i] = -1
	}
	for k := range fs {
		p.at[fs[k].task] = k
	}
	return nil
}

// step is one round: EP to convergence and an M-step, or, once the
// reliabilities have settled, a round of ML-II.
func (p *problem) step() (change float64, err error) {
	_, settled, err := p.ep.run(settledSites, maxSweeps)
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
				f.logA, f.logB = p.logs(p.fit.task[f.task])
			}
		}
		if change > settledRates {
			return change, nil
		}
	}
	if p.rounds == maxRounds || p.logZ-p.learned < settledLogZ {
		p.done = true
		return change, nil
	}
	p.learned = p.logZ
	p.rounds++
	return 1, p.learn()
}

// posterior returns P(z = 1) of task i of the data: under the cavity and the
// labels of i where GPC-MA has labels, else under the latent posterior; from
// the labels alone where the task has no features.
func (p *problem) posterior(i int) float64 {
	d := p.fit.data
	if d.Gold != nil && d.Gold[i] != crowd.Unknown {
		if int(d.Gold[i]) == p.class {
			return 1
		}
		return 0
	}
	row := p.fit.row[i]
	if row < 0 {
		if p.fit.method.Kind == Annotators {
			a, b := p.logs(i)
			return 1 / (1 + math.Exp(b-a))
		}
		yes, no := p.counts(i)
		if yes+no == 0 {
			return 0.5
		}
		return yes / (yes + no)
	}
	if k := p.at[row]; k >= 0 && p.fit.method.Kind == Annotators {
		return p.ep.truth(&p.ep.factors[k])
	}
	return phi(p.ep.mean[row] / math.Sqrt(1+p.ep.vari[row]))
}
