package comparison

import (
	"concord/core/prob"
	"concord/core/yield"
)

// model is the log posterior of scores s, the left side's advantage b, the tie parameter c, what features z of a vote add, and what is
// particular to each worker: the skill 1 + g, an advantage k of the left side and a tie parameter h. In each vote the first item leads by
//
//	x = (1 + g_w) (s_i − s_j + z β) + (b + k_w) left
//
// and the tie parameter is c + h_w. The penalties are ½ alpha s², ½ alpha b², ½ ridge β² and half of those of own times g², k² and h². The
// parameters stand in one vector: s, b, c, β, and if workers differ g, k and h. Those that the model lacks stay where they are.
type model struct {
	*votes
	link
	alpha      float64
	own        [3]float64 // precision of g, k and h; 0: all workers are alike
	side, tied bool       // b and c are estimated
	copies     []float64  // by worker: how often a resample has them; nil: once
	toward     []float64  // the means of the priors of s and b; nil: 0
	work       *yield.Work

	scale    []float64 // by worker: 1 + g_w
	beta     []float64
	bends    []bend       // by vote
	each     []particular // by worker: scratch
	d        []float64    // by pair: s_i − s_j
	slopes   []float64    // by vote, of the first item's score; nil: nobody asks
	diagonal []float64    // of the information
}

// bend has the second derivatives of a vote's log probability, times its weight, beside what else a product needs of the vote: most of
// a fit's time goes by waiting for these.
type bend struct {
	worker     int32
	left       float32
	xx, xc, cc float64
}

// particular is what a vector holds of a worker, and what is summed up of the votes: the slopes along g, k and h, and how these bend.
type particular struct {
	scale, g, side, tie float64 // 1 + g_w at the x that was evaluated last; g_w, b + k_w and c + h_w of the vector
	slope, bend         [3]float64
}

// ridge is the precision of the prior of β, by standard deviations of features: an item may well lead by three for each.
const ridge = .1

// bound keeps b and c finite where they could grow for ever, as where all votes are ties.
const bound = 10

func (m *model) b() int { return m.items }
func (m *model) c() int { return m.items + 1 }

// betaOf returns β of a vector of parameters or of their derivatives.
func (m *model) betaOf(x []float64) []float64 { return x[m.items+2 : m.globals()] }

// globals is how many parameters there are but for workers' own.
func (m *model) globals() int { return m.items + 2 + m.features }

func (m *model) differ() bool { return m.own[0] > 0 }

// workersOf returns g, k and h of a vector of parameters or of their derivatives, each by worker.
func (m *model) workersOf(x []float64) (g, k, h []float64) {
	own := x[m.globals():]
	return own[:m.workers], own[m.workers : 2*m.workers], own[2*m.workers:]
}

// begin returns the parameters to begin with, and makes room.
func (m *model) begin() []float64 {
	n := m.globals()
	if m.differ() {
		n += 3 * m.workers
	}
	x := make([]float64, n)
	m.scale, m.diagonal = make([]float64, m.workers), make([]float64, n)
	m.bends, m.each, m.d = make([]bend, len(m.weight)), make([]particular, m.workers), make([]float64, len(m.first))
	m.beta = make([]float64, m.features)
	if m.tied {
		x[m.c()] = m.equal(m.ties / m.total)
		m.restrict(x)
	}
	return x
}

// restrict implements posterior.
func (m *model) restrict(x []float64) {
	for at := m.b(); at <= m.c(); at++ {
		x[at] = min(max(x[at], -bound), bound)
	}
}

// preconditioner implements posterior.
func (m *model) preconditioner() []float64 { return m.diagonal }

func (m *model) skills(x []float64) {
	for w := range m.scale {
		m.scale[w] = 1
		if m.differ() {
			m.scale[w] = 1 + x[m.globals()+w]
		}
	}
}

// unpack puts together what a vector holds of each worker.
func (m *model) unpack(x []float64) {
	b, c := x[m.b()], x[m.c()]
	for w := range m.each {
		m.each[w] = particular{scale: m.scale[w], side: b, tie: c}
	}
	if m.differ() {
		g, k, h := m.workersOf(x)
		for w := range m.each {
			m.each[w].g, m.each[w].side, m.each[w].tie = g[w], b+k[w], c+h[w]
		}
	}
}

// scatter adds what was summed up of each worker to a vector.
func (m *model) scatter(sum func(p *particular) *[3]float64, to []float64) {
	if m.differ() {
		g, k, h := m.workersOf(to)
		for w := range m.each {
			own := sum(&m.each[w])
			g[w] += own[0]
			k[w] += own[1]
			h[w] += own[2]
		}
	}
}

func slopesOf(p *particular) *[3]float64 { return &p.slope }
func bendsOf(p *particular) *[3]float64  { return &p.bend }

// evaluate implements posterior. Of the information of skills, which make the objective other than concave, it takes what is positive
// semidefinite (Gauss and Newton).
func (m *model) evaluate(x, gradient []float64) (objective float64) {
	clear(gradient)
	s := x[:m.items]
	m.skills(x)
	m.unpack(x)
	copy(m.beta, m.betaOf(x))
	onBeta, aboutBeta := m.betaOf(gradient), m.betaOf(m.diagonal)
	for at := range m.diagonal {
		m.diagonal[at] = m.precision(at)
	}
	var gb, gc, bb, ties float64
	for p, i := range m.first {
		j := m.second[p]
		from, to := m.of(p)
		if !m.work.Continue(to - from) {
			break
		}
		lead, sum, about := s[i]-s[j], 0.0, 0.0
		m.d[p] = lead
		for n := from; n < to; n++ {
			w, left, weight := &m.each[m.worker[n]], float64(m.left[n]), m.weight[n]
			d := lead
			if m.features > 0 {
				d += prob.Dot(m.beta, m.row(n))
			}
			scale := w.scale
			l, lx, lc, xx, xc, cc := m.terms(m.class[n], scale*d+w.side*left, w.tie)
			objective += weight * l
			lx *= weight
			lc *= weight
			xx *= weight
			cc *= weight
			m.bends[n] = bend{m.worker[n], float32(left), xx, xc * weight, cc}
			sum += lx * scale
			if m.slopes != nil {
				m.slopes[n] = lx * scale
			}
			gb += lx * left
			gc += lc
			about += xx * scale * scale
			bb += xx * left * left
			ties += cc
			for at := range onBeta {
				z := scale * m.row(n)[at]
				onBeta[at] += lx * z
				aboutBeta[at] += xx * z * z
			}
			w.slope[0] += lx * d
			w.slope[1] += lx * left
			w.slope[2] += lc
			w.bend[0] += xx * d * d
			w.bend[1] += xx * left * left
			w.bend[2] += cc
		}
		gradient[i] += sum
		gradient[j] -= sum
		m.diagonal[i] += about
		m.diagonal[j] += about
	}
	m.scatter(slopesOf, gradient)
	m.scatter(bendsOf, m.diagonal)
	gradient[m.b()], gradient[m.c()] = gb, gc
	m.diagonal[m.b()] += bb
	m.diagonal[m.c()] += ties
	if !m.side {
		gradient[m.b()], m.diagonal[m.b()] = 0, 0
	}
	for at := range x {
		precision, off := m.precision(at), x[at]
		if at < len(m.toward) {
			off -= m.toward[at]
		}
		gradient[at] -= precision * off
		objective -= precision / 2 * off * off
	}
	return objective
}

// precision is that of the prior of a parameter.
func (m *model) precision(at int) float64 {
	switch {
	case at == m.c():
		return 0
	case at < m.c():
		return m.alpha
	case at < m.globals():
		return ridge
	}
	own := m.own[(at-m.globals())/m.workers]
	if m.copies != nil {
		own *= m.copies[(at-m.globals())%m.workers]
	}
	return own
}

// times implements posterior.
func (m *model) times(v, out []float64) {
	clear(out)
	m.unpack(v)
	vBeta, oBeta := m.betaOf(v), m.betaOf(out)
	var ob, oc float64
	for p, i := range m.first {
		j := m.second[p]
		from, to := m.of(p)
		if !m.work.Continue((to-from)/4 + 1) {
			return
		}
		lead, vd, sum := m.d[p], v[i]-v[j], 0.0
		for n := from; n < to; n++ {
			vote := &m.bends[n]
			w, left := &m.each[vote.worker], float64(vote.left)
			d, along := lead, vd
			if m.features > 0 {
				d += prob.Dot(m.beta, m.row(n))
				along += prob.Dot(vBeta, m.row(n))
			}
			x := along*w.scale + d*w.g + left*w.side
			u := vote.xx*x + vote.xc*w.tie
			t := vote.xc*x + vote.cc*w.tie
			ob += left * u
			oc += t
			sum += u * w.scale
			for at := range oBeta {
				oBeta[at] += u * w.scale * m.row(n)[at]
			}
			w.slope[0] += u * d
			w.slope[1] += u * left
			w.slope[2] += t
		}
		out[i] += sum
		out[j] -= sum
	}
	m.scatter(slopesOf, out)
	if m.side {
		out[m.b()] = ob
	}
	out[m.c()] = oc
	for at := range v {
		out[at] += m.precision(at) * v[at]
	}
}
