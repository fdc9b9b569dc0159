package ordinal

import (
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
	"concord/core/yield"
)

// The priors, see the package.
const (
	spread       = 2   // of a and β
	startA       = 4   // where a begins
	leastA       = .05 // below, a worker tells nothing apart
	spreadT      = .5  // of thresholds
	leastGap     = .05 // between thresholds
	missed, done = 1, 9
	pseudo       = 1 // added to the counts of g and of p
)

// worker has the parameters of one.
type worker struct {
	a, beta, lapse float64
	guess          []float64
}

// model is the method at work.
type model struct {
	d       *crowd.Dataset
	seed    uint64
	work    *yield.Work
	q, was  []float64 // N×K
	prior   []float64
	workers []worker
	given   []float64 // M, labels
	typical float64   // ā
	t       []float64 // K+1, the thresholds; the first and the last are infinite
	table   []float64 // M×K×K, P(l | k)
	log     []float64 // its logarithm
	seen    []float64 // M×K×K, expected labels that were looked at
}

func newModel(d *crowd.Dataset, s fit.Settings) *model {
	k := d.Classes
	m := &model{
		d: d, seed: s.Seed, work: yield.New(s.Pause), q: crowd.Shares(d), prior: make([]float64, k), workers: make([]worker, d.Workers),
		given: make([]float64, d.Workers), typical: startA, t: make([]float64, k+1), table: make([]float64, d.Workers*k*k),
	}
	prob.Uniform(m.prior)
	m.was, m.log, m.seen = slices.Clone(m.q), make([]float64, len(m.table)), make([]float64, len(m.table))
	m.t[0], m.t[k] = math.Inf(-1), math.Inf(1)
	for l := 1; l < k; l++ {
		m.t[l] = float64(l) - .5
	}
	for _, j := range d.Worker[d.Start[0]:d.Start[d.Tasks]] {
		m.given[j]++
	}
	for j := range m.workers {
		m.workers[j] = worker{startA, 0, float64(missed) / (missed + done), slices.Repeat([]float64{1 / float64(k)}, k)}
		m.tabulate(j)
	}
	return m
}

// edges returns h and o.
func edges(a, beta, upper, lower, k float64) (h, o float64) {
	return a*(upper-k) - beta, a*(lower-k) - beta
}

// logistic is F, softplus log(1 + exp(x)).
func logistic(x float64) float64 {
	if x >= 0 {
		return 1 / (1 + prob.Exp(-x))
	}
	e := prob.Exp(x)
	return e / (1 + e)
}

func softplus(x float64) float64 { return max(x, 0) + prob.Log(1+prob.Exp(-math.Abs(x))) }

// between is log(F(h) − F(o)), by F(h) − F(o) = F(h) F(−o) (1 − exp(o − h)).
func between(h, o float64) float64 {
	v := 0.0
	if !math.IsInf(h, 1) {
		v -= softplus(-h)
	}
	if !math.IsInf(o, -1) {
		v -= softplus(o)
	}
	if !math.IsInf(h, 1) && !math.IsInf(o, -1) {
		v += prob.Log(1 - prob.Exp(o-h))
	}
	return v
}

// slope is the gradient of between and its second derivatives: by h, by o, by h twice, by o twice and by both.
func slope(h, o float64) (gh, go_, hh, oo, ho float64) {
	both := 0.0
	if !math.IsInf(h, 1) && !math.IsInf(o, -1) {
		both = 1 / (prob.Exp(h-o) - 1)
	}
	ho = both * (1 + both)
	if !math.IsInf(h, 1) {
		f := logistic(h)
		gh, hh = 1-f+both, -f*(1-f)-ho
	}
	if !math.IsInf(o, -1) {
		f := logistic(o)
		go_, oo = -f-both, -f*(1-f)-ho
	}
	return gh, go_, hh, oo, ho
}

// tabulate computes P(l | k) of a worker.
func (m *model) tabulate(j int) {
	k, w := m.d.Classes, &m.workers[j]
	for truth := range k {
		for l := range k {
			at := (j*k+truth)*k + l
			h, o := edges(w.a, w.beta, m.t[l+1], m.t[l], float64(truth))
			m.table[at] = (1-w.lapse)*prob.Exp(between(h, o)) + w.lapse*w.guess[l]
			m.log[at] = prob.Log(m.table[at])
		}
	}
}

// Step makes one iteration: parameters from the posterior, and the posterior from these.
func (m *model) Step() (fit.Step, error) {
	before := slices.Clone(m.table)
	m.maximise()
	objective := m.expect()
	change, flips := 0.0, 0
	for at, x := range m.table {
		change += math.Abs(x-before[at]) / float64(max(1, len(before)))
	}
	for i := range m.d.Tasks {
		k := m.d.Classes
		if crowd.Turned(m.was[i*k:(i+1)*k], m.q[i*k:(i+1)*k], i, m.seed) {
			flips++
		}
	}
	return fit.Step{Objective: objective, Change: change, Flips: flips}, m.work.Err()
}

// Settled implements fit.Settler.
func (m *model) Settled(trace []fit.Step) bool { return fit.GainSettled(trace, m.d.Tasks, m.d.Len()) }

// expect computes the posterior of the truth, and returns the objective.
func (m *model) expect() float64 {
	k, total := m.d.Classes, 0.0
	copy(m.was, m.q)
	logPrior := make([]float64, k)
	for c, p := range m.prior {
		logPrior[c] = prob.Log(p)
		total += pseudo * logPrior[c]
	}
	row := make([]float64, k)
	for i := range m.d.Tasks {
		from, to := m.d.Of(i)
		copy(row, logPrior)
		for n := from; n < to; n++ {
			at := int(m.d.Worker[n])*k*k + int(m.d.Class[n])
			for c := range row {
				row[c] += m.log[at+c*k]
			}
		}
		q := m.q[i*k : (i+1)*k]
		switch z := m.d.Truth(i); {
		case z != crowd.Unknown:
			total += row[z]
			m.d.Certain(i, q)
		default:
			total += prob.LogSumExp(row)
			copy(q, row)
			prob.Softmax(q)
		}
		if !m.work.Continue(k * (to - from + 1)) {
			return total
		}
	}
	for j, w := range m.workers {
		if m.given[j] == 0 {
			continue
		}
		total += m.belief(w.a, w.beta) + missed*prob.Log(w.lapse) + done*prob.Log(1-w.lapse)
		for _, g := range w.guess {
			total += pseudo * prob.Log(g)
		}
	}
	for l := 1; l < k; l++ {
		total += beliefT(m.t[l], l)
	}
	return total
}

// belief is the log prior of a and β, and beliefT that of threshold l.
func (m *model) belief(a, beta float64) float64 {
	return -((a-m.typical)*(a-m.typical) + beta*beta) / (2 * spread * spread)
}

func beliefT(t float64, l int) float64 {
	x := (t - float64(l) + .5) / spreadT
	return -x * x / 2
}

// maximise makes the parameters more probable, given the posterior.
func (m *model) maximise() {
	k := m.d.Classes
	for c := range m.prior {
		m.prior[c] = pseudo
	}
	for n, q := range m.q {
		m.prior[n%k] += q
	}
	prob.Normalize(m.prior)
	counts := crowd.Counts(&m.d.Labels, m.q)
	workers, sum := 0.0, 0.0
	for j := range m.workers {
		if m.given[j] > 0 {
			m.improve(j, counts[j*k*k:(j+1)*k*k])
			workers++
			sum += m.workers[j].a
		}
		if !m.work.Continue(20 * k * k) {
			return
		}
	}
	for l := 1; l < k; l++ {
		m.move(l)
	}
	if workers > 0 {
		m.typical = sum / workers
	}
	for j := range m.workers {
		if m.given[j] == 0 {
			m.workers[j].a = m.typical
		}
		m.tabulate(j)
	}
}

// improve finds better parameters of a worker, given the expected number of labels by truth and label.
func (m *model) improve(j int, counts []float64) {
	k, w := m.d.Classes, &m.workers[j]
	seen, guessed, all := m.seen[j*k*k:(j+1)*k*k], make([]float64, k), 0.0
	for at, n := range counts {
		blind := n * w.lapse * w.guess[at%k] / m.table[j*k*k+at]
		seen[at] = n - blind
		guessed[at%k] += blind
		all += blind
	}
	w.lapse = (all + missed) / (m.given[j] + missed + done)
	for l, n := range guessed {
		w.guess[l] = (n + pseudo) / (all + pseudo*float64(k))
	}
	value := func(a, beta float64) float64 {
		v := m.belief(a, beta)
		for at, n := range seen {
			if n > 0 {
				h, o := edges(a, beta, m.t[at%k+1], m.t[at%k], float64(at/k))
				v += n * between(h, o)
			}
		}
		return v
	}
	const s2 = spread * spread
	ga, gb, aa, bb, ab := (m.typical-w.a)/s2, -w.beta/s2, -1./s2, -1./s2, 0.
	for at, n := range seen {
		if n <= 0 {
			continue
		}
		truth := float64(at / k)
		h, o := edges(w.a, w.beta, m.t[at%k+1], m.t[at%k], truth)
		gh, go_, hh, oo, ho := slope(h, o)
		dh, do := finite(m.t[at%k+1]-truth), finite(m.t[at%k]-truth)
		ga += n * (gh*dh + go_*do)
		gb -= n * (gh + go_)
		aa += n * (hh*dh*dh + oo*do*do + 2*ho*dh*do)
		bb += n * (hh + oo + 2*ho)
		ab -= n * (hh*dh + oo*do + ho*(dh+do))
	}
	det := aa*bb - ab*ab
	if !(det > 0) {
		return // never: the function is strictly concave
	}
	da, db := (ab*gb-bb*ga)/det, (ab*ga-aa*gb)/det
	now := value(w.a, w.beta)
	for range halvings {
		if a, beta := max(w.a+da, leastA), w.beta+db; value(a, beta) >= now {
			w.a, w.beta = a, beta
			return
		}
		da, db = da/2, db/2
	}
}

// halvings is how often a step that does not rise is halved before it is given up.
const halvings = 30

// finite is 0 for what is infinite: its derivatives are 0.
func finite(x float64) float64 {
	if math.IsInf(x, 0) {
		return 0
	}
	return x
}

// move finds a better threshold l, between its neighbours.
func (m *model) move(l int) {
	k := m.d.Classes
	value := func(t float64) float64 {
		v := beliefT(t, l)
		for j, w := range m.workers {
			for truth := range k {
				at := (j*k+truth)*k + l
				if n := m.seen[at-1]; n > 0 {
					h, o := edges(w.a, w.beta, t, m.t[l-1], float64(truth))
					v += n * between(h, o)
				}
				if n := m.seen[at]; n > 0 {
					h, o := edges(w.a, w.beta, m.t[l+1], t, float64(truth))
					v += n * between(h, o)
				}
			}
		}
		return v
	}
	t := m.t[l]
	g, gg := (float64(l)-.5-t)/(spreadT*spreadT), -1./(spreadT*spreadT)
	for j, w := range m.workers {
		for truth := range k {
			at := (j*k+truth)*k + l
			if n := m.seen[at-1]; n > 0 {
				gh, _, hh, _, _ := slope(edges(w.a, w.beta, t, m.t[l-1], float64(truth)))
				g, gg = g+n*w.a*gh, gg+n*w.a*w.a*hh
			}
			if n := m.seen[at]; n > 0 {
				_, go_, _, oo, _ := slope(edges(w.a, w.beta, m.t[l+1], t, float64(truth)))
				g, gg = g+n*w.a*go_, gg+n*w.a*w.a*oo
			}
		}
	}
	now, step := value(t), -g/gg
	for range halvings {
		if to := t + step; to > m.t[l-1]+leastGap && to < m.t[l+1]-leastGap && value(to) >= now {
			m.t[l] = to
			return
		}
		step /= 2
	}
}

// Estimate implements fit.Fit.
func (m *model) Estimate() *crowd.Estimate {
	k := m.d.Classes
	e := &crowd.Estimate{Posterior: slices.Clone(m.q), Prior: slices.Clone(m.prior), Confusion: slices.Clone(m.table)}
	unknown := func(of crowd.Of, name, title string, n int, value func(n int) float64) {
		c := crowd.Column{Name: name, Title: title, Of: of, Values: make([]float64, n)}
		for i := range n {
			c.Values[i] = value(i)
		}
		e.Extra = append(e.Extra, c)
	}
	of := func(figure func(j int) float64) func(int) float64 {
		return func(j int) float64 {
			if m.given[j] == 0 {
				return math.NaN()
			}
			return figure(j)
		}
	}
	unknown(crowd.OfWorker, "precision", "Precision", m.d.Workers, of(func(j int) float64 { return m.workers[j].a }))
	unknown(crowd.OfWorker, "bias", "Bias in steps", m.d.Workers, of(m.bias))
	unknown(crowd.OfWorker, "guesses", "Share of guesses", m.d.Workers, of(func(j int) float64 { return m.workers[j].lapse }))
	unknown(crowd.OfClass, "threshold", "Begins at", k, func(l int) float64 {
		if l == 0 {
			return math.NaN()
		}
		return m.t[l]
	})
	return e
}

// bias is how many steps too high a worker's labels are on average.
func (m *model) bias(j int) (steps float64) {
	k := m.d.Classes
	for truth, p := range m.prior {
		for l := range k {
			steps += p * m.table[(j*k+truth)*k+l] * float64(l-truth)
		}
	}
	return steps
}
