package gp

import (
	"cmp"
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
)

var (
	_ fit.Advisor = (*gpc)(nil)
)

// Assigns implements fit.Assigner.
func (m *GPC) Assigns() bool { return m.Kind == Annotators }

// Next implements fit.Advisor. The score is the classifier's certainty, |μ|/√(1+σ²) (the paper's
// 11), or with more than two classes the lead of the most probable class. Unlabelled tasks come
// first, then all others but gold. Workers are judged by reliabilities estimated without their own
// labels, so following the crowd does not help.
func (f *gpc) Next(n int, may func(task, worker int) bool, pool *crowd.Features) []fit.Suggestion {
	d, k := f.data, f.data.Classes
	var tasks, unseen []int // unseen: those that nobody labelled, by their place among tasks
	var x [][]float64
	for i := range d.Tasks {
		if !d.Features.Describes(i) || f.gold(i) || !f.anybody(i, may) {
			continue
		}
		if f.row[i] < 0 {
			unseen, x = append(unseen, len(tasks)), append(x, d.Features.Row(i))
		}
		tasks = append(tasks, i)
	}
	if pool != nil {
		for at := range len(pool.X) / len(pool.Names) {
			if i := d.Tasks + at; pool.Describes(at) && f.anybody(i, may) {
				unseen, x, tasks = append(unseen, len(tasks)), append(x, pool.Row(at)), append(tasks, i)
			}
		}
	}
	score := make([]float64, len(tasks)*k) // μ/√(1+σ²) of each class
	posterior := make([]float64, len(tasks)*k)
	for _, p := range f.problems {
		set := func(t int, mean, variance float64) {
			z := mean / math.Sqrt(1+variance)
			score[t*k+p.class], posterior[t*k+p.class] = z, phi(z)
		}
		for t, i := range tasks {
			if i >= d.Tasks { // the pool, which is unseen
				break
			}
			if r := f.row[i]; r >= 0 {
				set(t, p.ep.mean[r], p.ep.vari[r])
			}
		}
		mean, variance := p.ep.prior.predict(x)
		for n, t := range unseen {
			set(t, mean[n], variance[n])
		}
	}
	f.normalise(posterior)
	out := make([]fit.Suggestion, len(tasks))
	for t, i := range tasks {
		z := score[t*k : (t+1)*k]
		s := fit.Suggestion{Task: i, Score: math.Abs(z[k-1]), Worker: -1, Posterior: posterior[t*k : (t+1)*k : (t+1)*k]}
		if k > 2 {
			order := slices.Sorted(slices.Values(z))
			s.Score = order[k-1] - order[k-2]
		}
		out[t] = s
	}
	seen := func(s fit.Suggestion) int {
		if from, to := f.labels(s.Task); from < to {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(out, func(a, b fit.Suggestion) int {
		return cmp.Or(cmp.Compare(seen(a), seen(b)), cmp.Compare(a.Score, b.Score))
	})
	out = out[:min(n, len(out))]
	right := f.Right()
	for at := range out {
		out[at].Posterior = slices.Clone(out[at].Posterior) // not all of them for a few
		if right != nil {
			f.who(&out[at], may, right)
		}
	}
	return out
}

// labels are those of task i; there are none of a task of the pool.
func (f *gpc) labels(i int) (from, to int) {
	if i >= f.data.Tasks {
		return 0, 0
	}
	return f.data.Of(i)
}

// can reports whether worker j has not labelled task i, and may.
func (f *gpc) can(i, j int, may func(task, worker int) bool) bool {
	from, to := f.labels(i)
	return !slices.Contains(f.data.Worker[from:to], int32(j)) && (may == nil || may(i, j))
}

// anybody reports whether there is somebody to label task i, as far as is known.
func (f *gpc) anybody(i int, may func(task, worker int) bool) bool {
	for j := range f.data.Workers {
		if f.can(i, j, may) {
			return true
		}
	}
	return f.data.Anonymous
}

func (f *gpc) Right() []float64 {
	if !f.method.Assigns() {
		return nil // it knows nothing of workers
	}
	var right []float64
	for _, p := range f.problems {
		alpha, beta := p.apart()
		if len(f.problems) == 1 {
			right = append(right, beta...) // two classes: the first is the rest
		}
		right = append(right, alpha...)
	}
	return right
}

// Grow returns a fit to d: this fit's data with other labels by the same workers. It starts from what was learned and keeps the
// kernel, so a few more labels cost a few sweeps. Step it until it is done.
func (f *gpc) Grow(d *crowd.Dataset) (fit.Fit, error) {
	g, err := f.method.prepare(d, f.seed)
	if err != nil {
		return nil, err
	}
	for _, p := range f.problems {
		q := &problem{
			fit: g, class: p.class, kernel: p.kernel, learned: p.learned, rounds: maxRounds, moving: true,
			alpha: slices.Clone(p.alpha), beta: slices.Clone(p.beta), mirrored: p.mirrored,
		}
		if err := q.rebuild(); err != nil {
			return nil, err
		}
		for row, i := range g.task {
			if r := f.row[i]; r >= 0 && f.method.Kind != Concatenated { // one site a task: it is still about right
				was, is := &p.ep.factors[p.at[r]], &q.ep.factors[q.at[row]]
				is.tau, is.nu = was.tau, was.nu
			}
		}
		if err := q.settle(); err != nil {
			return nil, err
		}
		g.problems = append(g.problems, q)
	}
	return g, nil
}

// who picks the best worker for the task, by the paper's (12).
func (f *gpc) who(s *fit.Suggestion, may func(task, worker int) bool, right []float64) {
	m := f.data.Workers
	for j := range m {
		if !f.can(s.Task, j, may) {
			continue
		}
		if q := s.Chance(right, j, m); s.Worker < 0 || q > s.Right+crowd.Tie {
			s.Worker, s.Right = j, q
		}
	}
}

// apart returns each worker's sensitivity and specificity estimated without the worker's own
// labels: the M-step with the worker's factor removed from a_i and b_i and the cavity unchanged.
// Rerunning EP without the labels gives nearly the same (within 0.007 on the oracle) at M times the
// cost.
func (p *problem) apart() (alpha, beta []float64) { return p.tally(p.without) }

// without returns P(z_i = 1) as it is without the labels of worker j.
func (p *problem) without(i, j int) float64 {
	if p.fit.gold(i) {
		return p.posterior(i)
	}
	a, b := p.logs(i, j)
	row := p.fit.row[i]
	if row < 0 {
		return 1 / (1 + math.Exp(b-a))
	}
	return p.ep.truthGiven(&p.ep.factors[p.at[row]], a, b)
}
