package comparison

import (
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
	"concord/core/yield"
)

// CrowdBT is Bradley–Terry whose workers say the opposite of what they see with probability 1 − η_w:
//
//	P(w says i beats j) = η_w σ(s_i − s_j) + (1 − η_w) σ(s_j − s_i),   η_w ~ Beta(A, B)
//
// In place of a prior of its own, each item has won and lost Lambda times against a virtual one. Ties are left out.
//
// Objective: the log posterior of scores and η. Newton's method climbs it, with Fisher's information; EM, which takes the votes that say
// what their workers saw for those of Bradley–Terry, would take hundreds of steps.
//
// Departure: the authors learn online, as they choose the pairs to ask.
//
// Xi Chen, Paul N. Bennett, Kevyn Collins-Thompson, Eric Horvitz. Pairwise ranking aggregation in a crowdsourced setting. WSDM 2013.
type CrowdBT struct {
	Lambda float64 // 0: 0.5, as the authors have it
	A, B   float64 // 0: 10 and 1, as the authors have it
}

// NoisyBT is Bradley–Terry whose workers look with probability γ_w, and choose by the side otherwise:
//
//	P(w says i beats j) = γ_w σ(s_i − s_j) + (1 − γ_w) q,   q = q_w if i is on the left, 1 − q_w if j is, ½ if nobody knows
//
// with s ~ N(0, 1/α), γ_w ~ Beta(4, 2) and q_w ~ Beta(2, 2). Ties are left out. Objective: the log posterior, climbed as that of CrowdBT.
//
// The model is crowd-kit's. Its program 1.4.1 does not maximise it: of a worker's votes the gradient has the last alone.
//
// Dmitry Ustalov, Nikita Pavlichenko, Boris Tseitlin. Learning from crowds with Crowd-Kit. Journal of Open Source Software 9(96), 2024.
type NoisyBT struct {
	Alpha Alpha
}

var (
	_ fit.Method = CrowdBT{}
	_ fit.Method = NoisyBT{}
	_ fit.Ranker = (*mixture)(nil)
)

// Uses implements fit.Method.
func (CrowdBT) Uses(has crowd.Parts) (crowd.Parts, error) { return uses(has, true, false) }

// Uses implements fit.Method.
func (NoisyBT) Uses(has crowd.Parts) (crowd.Parts, error) { return uses(has, true, false) }

// Start implements fit.Method.
func (m CrowdBT) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	f := &mixture{d: d, a: 10, b: 1, opposite: true}
	if m.A > 0 {
		f.a = m.A
	}
	if m.B > 0 {
		f.b = m.B
	}
	lambda := m.Lambda
	if lambda == 0 {
		lambda = .5
	}
	return f.start(s, 0, lambda)
}

// Start implements fit.Method.
func (m NoisyBT) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	return (&mixture{d: d, a: 4, b: 2}).start(s, m.Alpha.or(1), 0)
}

// mixture is a fit of workers who say what they see with some probability, and else the opposite, or what their side pulls them to. The
// parameters are the scores, that of the virtual item, and by worker the log odds of look and, unless they say the opposite, of pull.
type mixture struct {
	*newton
	d             *crowd.Dataset
	all           *votes // by worker
	opposite      bool
	alpha, lambda float64
	a, b          float64   // of the prior of look
	look, pull    []float64 // by worker: η or γ, and q
	mean          float64   // of look

	onLead, onLook, onPull []float64 // by vote: the root of its information of the lead, and of log odds
	diagonal               []float64 // of the information
	against                []float64 // by item: the information of its votes against the virtual one
	work                   *yield.Work
}

func (f *mixture) start(s fit.Settings, alpha, lambda float64) (fit.Fit, error) {
	f.work = yield.New(s.Pause)
	f.alpha, f.lambda = alpha, lambda
	f.all = count(f.d, true, dropped, nil, f.work)
	f.look, f.pull = make([]float64, f.all.workers), make([]float64, f.all.workers)
	size := f.all.items + 1 + f.all.workers
	if !f.opposite {
		size += f.all.workers
		f.onPull = make([]float64, len(f.all.weight))
	}
	f.onLead, f.onLook = make([]float64, len(f.all.weight)), make([]float64, len(f.all.weight))
	f.diagonal, f.against = make([]float64, size), make([]float64, f.all.items)
	x := make([]float64, size)
	looks, _ := f.workersOf(x)
	for w := range looks {
		looks[w] = prob.Log(f.a / f.b)
	}
	f.newton = climb(f, x, f.work)
	f.longest = 2 // further than that, log odds are not as parabolas have them
	return f, f.work.Err()
}

// workersOf returns what is particular to workers of a vector of parameters or of their derivatives.
func (f *mixture) workersOf(x []float64) (looks, pulls []float64) {
	own := x[f.all.items+1:]
	return own[:f.all.workers], own[f.all.workers:]
}

// other is how likely a worker who does not say what they see names the first item, and how that grows with its lead, where p is how likely
// the first is seen to win, and bump how that grows.
func (f *mixture) other(w, left int, p, bump float64) (first, grows float64) {
	switch {
	case f.opposite:
		return 1 - p, -bump
	case left == 0:
		return .5, 0
	case left > 0:
		return f.pull[w], 0
	}
	return 1 - f.pull[w], 0
}

// evaluate implements posterior.
func (f *mixture) evaluate(x, gradient []float64) (objective float64) {
	clear(gradient)
	clear(f.diagonal)
	looks, pulls := f.workersOf(x)
	onLooks, onPulls := f.workersOf(gradient)
	aboutLooks, aboutPulls := f.workersOf(f.diagonal)
	for w, own := range looks {
		look := prob.Logistic(own)
		f.look[w] = look
		objective += times(f.a-1, look) + times(f.b-1, 1-look)
		onLooks[w] = (f.a-1)*(1-look) - (f.b-1)*look
		aboutLooks[w] = (f.a + f.b - 2) * look * (1 - look)
	}
	f.mean = prob.Mean(f.look)
	for w, own := range pulls {
		pull := prob.Logistic(own)
		f.pull[w] = pull
		objective += prob.Log(pull) + prob.Log(1-pull)
		onPulls[w] = 1 - 2*pull
		aboutPulls[w] = 2 * pull * (1 - pull)
	}
	for p, i := range f.all.first {
		j := f.all.second[p]
		from, to := f.all.of(p)
		if !f.work.Continue(to - from) {
			break
		}
		won := prob.Logistic(x[i] - x[j])
		grows := won * (1 - won)
		var sum, about float64
		for n := from; n < to; n++ {
			w, weight := int(f.all.worker[n]), f.all.weight[n]
			look := f.look[w]
			other, otherGrows := f.other(w, int(f.all.left[n]), won, grows)
			first := look*won + (1-look)*other
			slope := 1 / first // of the log probability along that of the first
			if f.all.class[n] == crowd.SecondWins {
				slope = -1 / (1 - first)
				objective += weight * prob.Log(1-first)
			} else {
				objective += weight * prob.Log(first)
			}
			lead, own := look*grows+(1-look)*otherGrows, look*(1-look)*(won-other)
			root := math.Sqrt(weight / (first * (1 - first)))
			f.onLead[n], f.onLook[n] = root*lead, root*own
			slope *= weight
			sum += slope * lead
			about += f.onLead[n] * f.onLead[n]
			onLooks[w] += slope * own
			aboutLooks[w] += f.onLook[n] * f.onLook[n]
			if !f.opposite {
				pull := float64(f.all.left[n]) * (1 - look) * f.pull[w] * (1 - f.pull[w])
				f.onPull[n] = root * pull
				onPulls[w] += slope * pull
				aboutPulls[w] += f.onPull[n] * f.onPull[n]
			}
		}
		gradient[i] += sum
		gradient[j] -= sum
		f.diagonal[i] += about
		f.diagonal[j] += about
	}
	for at := f.all.items + 1; at < len(x); at++ {
		if math.Abs(x[at]) == furthestOdds && x[at]*gradient[at] > 0 {
			gradient[at], f.diagonal[at] = 0, 0 // it stays there
		}
	}
	virtual := f.all.items
	for i := range f.against {
		d := x[i] - x[virtual]
		won, q, grows := logSigma(d)
		lost, _, _ := logSigma(-d)
		objective += f.lambda*(won+lost) - f.alpha/2*x[i]*x[i]
		slope := f.lambda * (2*q - 1)
		f.against[i] = 2 * f.lambda * grows
		gradient[i] += slope - f.alpha*x[i]
		gradient[virtual] -= slope
		f.diagonal[i] += f.against[i] + f.alpha
		f.diagonal[virtual] += f.against[i]
	}
	return objective
}

// times implements posterior.
func (f *mixture) times(v, out []float64) {
	clear(out)
	looks, pulls := f.workersOf(v)
	onLooks, onPulls := f.workersOf(out)
	for w, own := range looks {
		onLooks[w] = own * (f.a + f.b - 2) * f.look[w] * (1 - f.look[w])
	}
	for w, own := range pulls {
		onPulls[w] = own * 2 * f.pull[w] * (1 - f.pull[w])
	}
	for p, i := range f.all.first {
		j := f.all.second[p]
		from, to := f.all.of(p)
		if !f.work.Continue((to-from)/4 + 1) {
			return
		}
		d, sum := v[i]-v[j], 0.0
		for n := from; n < to; n++ {
			w := f.all.worker[n]
			u := f.onLead[n]*d + f.onLook[n]*looks[w]
			if !f.opposite {
				u += f.onPull[n] * pulls[w]
				onPulls[w] += u * f.onPull[n]
			}
			sum += u * f.onLead[n]
			onLooks[w] += u * f.onLook[n]
		}
		out[i] += sum
		out[j] -= sum
	}
	virtual := f.all.items
	for i, about := range f.against {
		u := about * (v[i] - v[virtual])
		out[i] += u + f.alpha*v[i]
		out[virtual] -= u
	}
}

// times is n log p, 0 where n is 0.
func times(n, p float64) float64 {
	if n == 0 {
		return 0
	}
	return n * prob.Log(p)
}

// preconditioner implements posterior.
func (f *mixture) preconditioner() []float64 { return f.diagonal }

// restrict implements posterior: log odds that grow for ever stop where an answer in a billion is another.
func (f *mixture) restrict(x []float64) {
	own := x[f.all.items+1:]
	for w := range own {
		own[w] = min(max(own[w], -furthestOdds), furthestOdds)
	}
}

const furthestOdds = 20

// Step implements fit.Fit. Change is the largest change of a score.
func (f *mixture) Step() (fit.Step, error) {
	before := slices.Clone(f.x[:f.all.items])
	step := f.iterate()
	step.Change = 0
	for i, x := range before {
		step.Change = max(step.Change, math.Abs(f.x[i]-x))
	}
	return step, f.work.Err()
}

func (f *mixture) answer(a, b, worker, left int) (first, second, tie float64) {
	p := prob.Logistic(f.x[a] - f.x[b])
	if worker >= 0 {
		other, _ := f.other(worker, left, p, 0)
		return withTies(f.look[worker]*p+(1-f.look[worker])*other, f.all.share())
	}
	other := .5
	if f.opposite {
		other = 1 - p
	}
	return withTies(f.mean*p+(1-f.mean)*other, f.all.share())
}

// Answer implements fit.Ranker.
func (f *mixture) Answer(a, b, worker, left int, row []float64) {
	answers(f.answer).write(a, b, worker, left, row)
}

// Estimate implements fit.Fit.
func (f *mixture) Estimate() *crowd.Estimate {
	extra := []crowd.Column{crowd.NewColumn(crowd.OfWorker, "reliability", "Reliability", f.look)}
	if !f.opposite {
		extra = append(extra, crowd.NewColumn(crowd.OfWorker, "left_pull", "Pull to the left", f.pull))
	}
	return estimate(f.d, f.answer, extra...)
}

// Warnings implements fit.Warner.
func (f *mixture) Warnings() []error { return islands(f.d) }

// Ranking implements fit.Ranker. The information is Fisher's, workers' parameters being taken as known.
func (f *mixture) Ranking(pause func() error) (*crowd.Ranking, error) {
	f.work = yield.New(pause)
	items := f.all.items
	r := newRanking(f.d, f.x[:items])
	f.evaluate(f.x, make([]float64, len(f.x)))
	r.Skill = slices.Clone(f.look)
	prior := make([]float64, items)
	for i, about := range f.against {
		prior[i] = f.alpha + about
	}
	rank(r, f.all.information(f.x, prior, f.work, func(n int, d float64) (slope, bend float64) {
		w, p, grows := int(f.all.worker[n]), prob.Logistic(d), bump(d)
		other, otherGrows := f.other(w, int(f.all.left[n]), p, grows)
		first := f.look[w]*p + (1-f.look[w])*other
		grows = f.look[w]*grows + (1-f.look[w])*otherGrows
		bend = grows * grows / (first * (1 - first))
		if f.all.class[n] == crowd.SecondWins {
			return -grows / (1 - first), bend
		}
		return grows / first, bend
	}), f.work)
	return r, f.work.Err()
}
