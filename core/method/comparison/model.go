package comparison

import (
	"math"

	"concord/core/crowd"
	"concord/core/prob"
	"concord/core/yield"
)

// model is the log posterior of scores s, the left side's advantage b, the tie parameter c, what features z of a vote add, and what is
// particular to each worker: the skill 1 + g, an advantage k of the left side and a tie parameter h. In each vote the item on the left (the
// first, if nobody knows) leads by
//
//	x = (1 + g_w) (s_i − s_j + z β) + (b + k_w) known,   known = 1 if sides are known, else 0
//
// and the tie parameter is c + h_w. The penalties are ½ alpha s², ½ alpha b², ½ ridge β² and half of those of own times g², k² and h². The
// parameters stand in one vector: s, b, c, β, and if workers differ g, k and h. Those that the model lacks stay where they are.
type model struct {
	*votes
	link
	alpha      float64
	own        [3]float64 // precision of g, k and h; 0: all workers are alike
	held       bool       // g, k and h stay where they are
	side, tied bool       // b and c are estimated
	copies     []float64  // by worker: how often a resample has them; nil: once
	toward     []float64  // the means of the priors of s and b; nil: 0
	work       *yield.Work

	// Votes stand by worker, those of w at from[w] to from[w+1], so that what is the worker's own is at hand, and items are few enough to be.
	from  []int32
	views []view
	said  []said
	known float64 // 1: sides are known; 0: they are not

	item         []item
	scale        []float64 // by worker: 1 + g_w
	beta         []float64
	lead, powers []float64    // of the votes at hand
	styles       [][2]float64 // of the votes at hand: what features add to two vectors
	slopes       []float64    // by vote as counted, of the first item's score; nil: nobody asks

	// At the x that was evaluated last.
	likelihood   float64
	slope, curve []float64 // of the log likelihood: the gradient, and the diagonal of the information
	prior        []float64 // precisions
	diagonal     []float64 // of the information, with that of the prior
}

// view is a vote as products need it: the items, left and right if that is known, and the second derivatives of the log probability with
// the sign changed, times the weight. Most of a fit's time goes by waiting for these.
type view struct {
	up, down   int32
	xx, xc, cc float64
}

// said is what else there is to know of a vote.
type said struct {
	weight float64
	vote   int32 // its number as counted
	class  uint8 // crowd.FirstWins: up wins
	turned bool  // up is the second of the pair
}

// item is what is at hand of an item: its score, its entry of a vector, and what is summed up of the votes.
type item struct{ score, along, slope, curve float64 }

// particular is what a worker makes of a lead.
type particular struct{ scale, side, tie float64 }

// sums are what the votes of a worker add up to: the slopes along g, k and h, and how these bend.
type sums struct{ slope, curve [3]float64 }

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

// atHand is how many votes are looked at together.
const atHand = 256

// begin returns the parameters to begin with, and makes room.
func (m *model) begin() []float64 {
	n := m.globals()
	if m.differ() {
		n += 3 * m.workers
	}
	row := func(n int) []float64 { return make([]float64, n) }
	x := row(n)
	m.slope, m.curve, m.prior, m.diagonal = row(n), row(n), row(n), row(n)
	m.item, m.scale, m.beta = make([]item, m.items), row(m.workers), row(m.features)
	m.lead, m.powers = row(atHand), row(atHand)
	if m.features > 0 {
		m.styles = make([][2]float64, atHand)
	}
	m.arrange()
	if m.tied {
		x[m.c()] = m.equal(m.ties / m.total)
		m.restrict(x)
	}
	return x
}

// arrange puts the votes of each worker one after the other.
func (m *model) arrange() {
	start, ballots := m.byWorker()
	m.from, m.views, m.said = start, make([]view, len(ballots)), make([]said, len(ballots))
	if m.known = 0; m.sides {
		m.known = 1
	}
	for n, b := range ballots {
		m.views[n] = view{up: b.first, down: b.second}
		m.said[n] = said{weight: b.weight, vote: b.vote, class: b.class}
		if b.left < 0 {
			m.views[n] = view{up: b.second, down: b.first}
			m.said[n].turned = true
			if b.class != crowd.Tied {
				m.said[n].class = crowd.SecondWins - b.class
			}
		}
	}
}

// weigh looks up the weights of votes, which have changed.
func (m *model) weigh() {
	for n := range m.said {
		m.said[n].weight = m.weight[m.said[n].vote]
	}
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

// particulars are those of worker w, with the sides and ties of a vector.
func (m *model) particulars(x []float64, w int) particular {
	p := particular{m.scale[w], x[m.b()], x[m.c()]}
	if m.differ() {
		_, k, h := m.workersOf(x)
		p.side += k[w]
		p.tie += h[w]
	}
	p.side *= m.known
	return p
}

// evaluate implements posterior. Of the information of skills, which make the objective other than concave, it takes what is positive
// semidefinite (Gauss and Newton).
func (m *model) evaluate(x, gradient []float64) (objective float64) {
	m.look(x)
	return m.weighed(x, gradient)
}

// weighed is evaluate at the x that was looked at last, when precisions may have changed.
func (m *model) weighed(x, gradient []float64) (objective float64) {
	objective = m.likelihood
	for at := range x {
		precision, off := m.precision(at), x[at]
		if at < len(m.toward) {
			off -= m.toward[at]
		}
		m.prior[at] = precision
		m.diagonal[at] = m.curve[at] + precision
		gradient[at] = m.slope[at] - precision*off
		objective -= precision / 2 * off * off
	}
	if !m.side {
		gradient[m.b()], m.diagonal[m.b()] = 0, 0
	}
	if m.held {
		clear(gradient[m.globals():])
		clear(m.diagonal[m.globals():])
	}
	return objective
}

// look sums up the log likelihood at x.
func (m *model) look(x []float64) {
	m.skills(x)
	copy(m.beta, m.betaOf(x))
	for i := range m.item {
		m.item[i] = item{score: x[i]}
	}
	clear(m.slope)
	clear(m.curve)
	m.likelihood = 0
	var all sums
	for w := range m.workers {
		p, own := m.particulars(x, w), sums{}
		for from, end := int(m.from[w]), int(m.from[w+1]); from < end; from += atHand {
			to := min(from+atHand, end)
			if !m.work.Continue(to - from) {
				return
			}
			m.lookAt(m.views[from:to], m.said[from:to], &p, &own)
		}
		own.slope[1] *= m.known
		own.curve[1] *= m.known
		for n := range own.slope {
			all.slope[n] += own.slope[n]
			all.curve[n] += own.curve[n]
			if m.differ() {
				at := m.globals() + n*m.workers + w
				m.slope[at], m.curve[at] = own.slope[n], own.curve[n]
			}
		}
	}
	for i := range m.item {
		m.slope[i], m.curve[i] = m.item[i].slope, m.item[i].curve
	}
	m.slope[m.b()], m.curve[m.b()] = all.slope[1], all.curve[1]
	m.slope[m.c()], m.curve[m.c()] = all.slope[2], all.curve[2]
}

// signs are what the derivative of a vote's log probability along x/2, and that along the tie parameter, have in place of the
// probabilities that they are expected to have, by class.
var signs = [4]struct{ side, tie float64 }{crowd.FirstWins: {side: .5}, crowd.SecondWins: {side: -.5}, crowd.Tied: {tie: 1}}

// lookAt sums up some votes of one worker. Davidson's model and the logistic one, which is Davidson's with ν = 0, are computed here: a
// vote takes one exponential, and logarithms are taken of products of many votes.
func (m *model) lookAt(views []view, said []said, p *particular, own *sums) {
	const (
		far  = 300   // up to which e^{x/2} and ν, and products of several, are numbers
		much = 1e130 // a product that is not multiplied further
	)
	lead, powers, items := m.lead[:len(views)], m.powers[:len(views)], m.item
	said = said[:len(views)]
	for n := range views {
		v := &views[n]
		lead[n] = items[v.up].score - items[v.down].score
	}
	if m.features > 0 {
		for n := range lead {
			lead[n] += said[n].sign() * prob.Dot(m.beta, m.row(int(said[n].vote)))
		}
	}
	scale, side, tie, nu := p.scale, p.side, p.tie, 0.0
	quick := true
	switch m.link.(type) {
	case davidson:
		nu = prob.Exp(tie)
		quick = math.Abs(tie) < far
	case logistic:
	default:
		quick = false
	}
	if quick {
		for n, d := range lead {
			powers[n] = (scale*d + side) / 2
		}
		prob.ExpAll(powers)
	}
	product, likelihood := 1.0, 0.0
	slope, curve := own.slope, own.curve
	for n := range views {
		v, a, d := &views[n], &said[n], lead[n]
		x, weight := scale*d+side, a.weight
		var l, lx, lc, xx, xc, cc float64
		if quick && x > -far && x < far {
			e, sign := powers[n], &signs[a.class&3]
			inverse := 1 / e
			z := e + inverse + nu
			share := 1 / z
			first, second, none := e*share, inverse*share, nu*share
			some, mean := first+second, (first-second)/2
			l = sign.side*x + sign.tie*tie
			lx, lc = sign.side-mean, sign.tie-none
			xx, xc, cc = first*second+some*none/4, -mean*none, some*none
			if weight == 1 {
				if product *= z; product > much {
					likelihood -= prob.Log(product)
					product = 1
				}
			} else {
				l -= prob.Log(z)
			}
		} else {
			l, lx, lc, xx, xc, cc = m.terms(a.class, x, tie)
		}
		likelihood += weight * l
		lx *= weight
		xx *= weight
		cc *= weight
		v.xx, v.xc, v.cc = xx, xc*weight, cc
		powers[n] = lx
		up, down := &items[v.up], &items[v.down]
		along, about := lx*scale, xx*scale*scale
		up.slope += along
		down.slope -= along
		up.curve += about
		down.curve += about
		slope[0] += lx * d
		slope[1] += lx
		slope[2] += lc * weight
		curve[0] += xx * d * d
		curve[1] += xx
		curve[2] += cc
	}
	own.slope, own.curve = slope, curve
	m.likelihood += likelihood - prob.Log(product)
	if m.slopes != nil {
		for n, lx := range powers {
			m.slopes[said[n].vote] = said[n].sign() * lx * scale
		}
	}
	if m.features > 0 {
		onBeta, aboutBeta := m.betaOf(m.slope), m.betaOf(m.curve)
		for n, lx := range powers {
			for at, z := range m.row(int(said[n].vote)) {
				z *= scale * said[n].sign()
				onBeta[at] += lx * z
				aboutBeta[at] += views[n].xx * z * z
			}
		}
	}
}

// sign is 1, or −1 if up is the second of the pair.
func (a *said) sign() float64 {
	if a.turned {
		return -1
	}
	return 1
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
	for i := range m.item {
		m.item[i].along, m.item[i].slope = v[i], 0
	}
	var side, tie float64
	for w := range m.workers {
		p, g, sum := m.particulars(v, w), 0.0, [3]float64{}
		if m.differ() {
			g = v[m.globals()+w]
		}
		for from, end := int(m.from[w]), int(m.from[w+1]); from < end; from += atHand {
			to := min(from+atHand, end)
			if !m.work.Continue((to-from)/4 + 1) {
				return
			}
			m.timesAt(m.views[from:to], m.said[from:to], v, out, &p, g, &sum)
		}
		sum[1] *= m.known
		side += sum[1]
		tie += sum[2]
		for n := range sum {
			if m.differ() && !m.held {
				out[m.globals()+n*m.workers+w] = sum[n]
			}
		}
	}
	for i := range m.item {
		out[i] = m.item[i].slope
	}
	if m.side {
		out[m.b()] = side
	}
	out[m.c()] = tie
	for at := range v {
		out[at] += m.prior[at] * v[at]
	}
}

// timesAt is times for some votes of one worker, whose entries of the vector are g and p, except for p.scale.
func (m *model) timesAt(views []view, said []said, v, out []float64, p *particular, g float64, sum *[3]float64) {
	var styles [][2]float64
	if m.features > 0 {
		styles = m.styles[:len(views)]
		for n := range styles {
			row, sign := m.row(int(said[n].vote)), said[n].sign()
			styles[n] = [2]float64{sign * prob.Dot(m.beta, row), sign * prob.Dot(m.betaOf(v), row)}
		}
	}
	items, scale, side, tie := m.item, p.scale, p.side, p.tie
	onG, onSide, onTie := sum[0], sum[1], sum[2]
	for n := range views {
		v := &views[n]
		up, down := &items[v.up], &items[v.down]
		d, along := up.score-down.score, up.along-down.along
		if n < len(styles) {
			d += styles[n][0]
			along += styles[n][1]
		}
		x := along*scale + d*g + side
		u := v.xx*x + v.xc*tie
		by := u * scale
		up.slope += by
		down.slope -= by
		onG += u * d
		onSide += u
		onTie += v.xc*x + v.cc*tie
		if n < len(styles) {
			styles[n][0] = by
		}
	}
	*sum = [3]float64{onG, onSide, onTie}
	onBeta := m.betaOf(out)
	for n := range styles {
		by := styles[n][0] * said[n].sign()
		for at, z := range m.row(int(said[n].vote)) {
			onBeta[at] += by * z
		}
	}
}
