package comparison

import (
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/prob"
	"concord/core/yield"
)

// Ranking implements fit.Ranker.
func (f *fitted) Ranking(pause func() error) (*crowd.Ranking, error) {
	m := *f.m
	m.work = yield.New(pause)
	if !m.differ() { // then votes were counted for all workers together
		m.votes = count(f.d, true, m.how, f.style, m.work)
		m.begin()
	}
	r := newRanking(f.d, f.x[:m.items])
	if f.style != nil {
		r.Style = f.style.coefficients(m.betaOf(f.x))
	}
	n := m.information(f.x)
	n.known = !f.d.Anonymous
	others := rank(r, n, m.work)
	if m.side {
		r.Side = f.x[m.b()]
	}
	if m.tied {
		r.Tie = f.x[m.c()]
	}
	if others.se != nil && m.side {
		r.SideSE = others.se[0]
	}
	for c := range r.Style {
		if others.se != nil {
			r.Style[c].SE = others.se[2+c]
		}
		if others.robust != nil {
			r.Style[c].RobustSE = others.robust[2+c]
		}
	}
	if f.style != nil && f.style.of.Items != nil {
		r.WithStyle = f.style.with(r.Score, m.betaOf(f.x))
		centre(r.WithStyle, r.Group)
	}
	stretch(r, f.typical())
	if m.differ() {
		r.Skill, r.SkillSE = f.skill(), make([]float64, m.workers)
		for w, d := range m.diagonal[m.globals():][:m.workers] {
			r.SkillSE[w] = 1 / (math.Sqrt(d) * f.typical())
		}
	}
	return r, m.work.Err()
}

// stretch puts scores in other units.
func stretch(r *crowd.Ranking, by float64) {
	for _, x := range [][]float64{r.Score, r.SE, r.RobustSE, r.WithStyle} {
		for i := range x {
			x[i] *= by
		}
	}
	for c := range r.Style {
		r.Style[c].Value *= by
		r.Style[c].SE *= by
		r.Style[c].RobustSE *= by
	}
	for n := range r.Covariance {
		r.Covariance[n] *= by * by
	}
}

// information returns that of s, b, c and β at x, whose votes are counted by worker.
func (m *model) information(x []float64) *information {
	n := newInformation(m.items, m.globals()-m.items)
	if m.items > most {
		slope := make([]float64, len(m.weight))
		m.slopes = slope
		m.evaluate(x, make([]float64, len(x)))
		m.slopes = nil
		copy(n.diagonal, m.diagonal)
		bend := make([]float64, len(m.weight))
		for v, a := range m.said {
			scale := m.scale[m.worker[a.vote]]
			bend[a.vote] = m.views[v].xx * scale * scale
		}
		for p, i := range m.first {
			from, to := m.of(p)
			n.meet(i, m.second[p], prob.Total(bend[from:to]))
		}
		for p := range n.prior {
			n.prior[p] = m.precision(p)
		}
		m.gather(n, slope, m.work)
		return n
	}
	m.skills(x)
	copy(m.beta, m.betaOf(x))
	for p := range n.size {
		n.prior[p] = m.precision(p)
		n.a[p*n.size+p] = n.prior[p]
	}
	start, ballots := m.byWorker()
	about := &share{at: []int32{0, 0, int32(m.b()), int32(m.c())}, dx: make([]float64, 4+m.features), dc: make([]float64, 4+m.features)}
	for f := range m.features {
		about.at = append(about.at, int32(m.c()+1+f))
	}
	own := newSparse(n.size)
	for w := range m.workers {
		votes := ballots[start[w]:start[w+1]]
		if len(votes) == 0 {
			continue
		}
		if !m.work.Continue(8 * len(votes)) {
			return n
		}
		n.workers++
		var block [3][3]float64
		for q := range block {
			block[q][q] = m.own[q]
		}
		for v := range votes {
			m.vote(x, w, &votes[v], n, about, own, &block)
		}
		if m.differ() {
			own.eliminate(&block)
		}
		m.work.Continue(len(own.entries) * len(own.entries))
		n.add(own)
		own.clear()
	}
	n.fold(m.work)
	for _, p := range []struct {
		at   int
		free bool
	}{{m.b(), m.side}, {m.c(), m.tied}} {
		if p.free {
			continue
		}
		for q := range n.size {
			n.a[p.at*n.size+q], n.a[q*n.size+p.at], n.squares[p.at*n.size+q], n.squares[q*n.size+p.at] = 0, 0, 0, 0
		}
	}
	return n
}

// share is what one vote is about: the parameters s_i, s_j, b, c and β, and the derivatives of x and of the tie parameter along them.
type share struct {
	at     []int32
	dx, dc []float64
}

// vote adds what a vote of worker w says: to the information of s, b, c and β, to their slope, and to the information that the worker's own
// parameters have with them and with each other.
func (m *model) vote(x []float64, w int, v *ballot, n *information, about *share, own *sparse, block *[3][3]float64) {
	i, j, left := v.first, v.second, float64(v.left)
	d, scale, lead, tie := x[i]-x[j], m.scale[w], x[m.b()], x[m.c()]
	if m.differ() {
		_, k, h := m.workersOf(x)
		lead, tie = lead+k[w], tie+h[w]
	}
	about.at[0], about.at[1] = i, j
	copy(about.dx, []float64{scale, -scale, left, 0})
	about.dc[3] = 1
	for f, z := range m.row(int(v.vote)) {
		about.dx[4+f] = scale * z
		d += z * m.beta[f]
	}
	_, lx, lc, xx, xc, cc := m.terms(v.class, scale*d+lead*left, tie)
	weight := v.weight
	ox, oc := [3]float64{d, left, 0}, [3]float64{0, 0, 1} // the derivatives along g, k and h
	bend := func(x, c, y, e float64) float64 { return weight * (xx*x*y + xc*(x*e+c*y) + cc*c*e) }
	for p, at := range about.at {
		dx, dc := about.dx[p], about.dc[p]
		for q, other := range about.at[:p+1] {
			n.a[int(at)*n.size+int(other)] += bend(dx, dc, about.dx[q], about.dc[q])
		}
		row := own.row(at)
		row[0] += weight * (lx*dx + lc*dc)
		if m.differ() {
			curve := weight * lx * dx / scale // what x bends along g and a score, which Gauss and Newton leave out
			if p == 2 {
				curve = 0
			}
			row[1] += bend(dx, dc, ox[0], oc[0]) - curve
			row[2] += bend(dx, dc, ox[1], oc[1])
			row[3] += bend(dx, dc, ox[2], oc[2])
		}
	}
	for p := range block {
		for q := range block {
			block[p][q] += bend(ox[p], oc[p], ox[q], oc[q])
		}
	}
}

// eliminate makes of the information that a worker's own parameters have with others, and with each other, what is to be taken from the
// others' as these parameters are not known (Schur's complement, one parameter at a time): the squares of the rows.
func (u *sparse) eliminate(block *[3][3]float64) {
	for p := range block {
		for q := p + 1; q < len(block); q++ {
			share := block[p][q] / block[p][p]
			for e := range u.rows {
				u.rows[e][1+q] -= share * u.rows[e][1+p]
			}
			for r := p + 1; r < len(block); r++ {
				block[q][r] -= share * block[p][r]
			}
		}
		root := 1 / math.Sqrt(block[p][p])
		for e := range u.rows {
			u.rows[e][1+p] *= root
		}
	}
}

// information returns that of scores alone, of votes counted by worker. terms says of vote n, where the first item leads by d, how its log
// probability grows with d, and how much information it has of d.
func (v *votes) information(score, prior []float64, work *yield.Work, terms func(n int, d float64) (slope, bend float64)) *information {
	n := newInformation(v.items, 0)
	n.known = true
	slopes, pairs := make([]float64, len(v.worker)), make([]float64, len(v.first))
	diagonal := slices.Clone(prior)
	for p, i := range v.first {
		j := v.second[p]
		from, to := v.of(p)
		if !work.Continue(to - from) {
			return n
		}
		for m := from; m < to; m++ {
			slope, bend := terms(m, score[i]-score[j])
			slopes[m] = slope * v.weight[m]
			pairs[p] += bend * v.weight[m]
		}
		diagonal[i] += pairs[p]
		diagonal[j] += pairs[p]
	}
	copy(n.prior, prior)
	if v.items > most {
		copy(n.diagonal, diagonal)
		for p, i := range v.first {
			n.meet(i, v.second[p], pairs[p])
		}
		v.gather(n, slopes, work)
		return n
	}
	for i, d := range diagonal {
		n.a[i*n.size+i] = d
	}
	for p, i := range v.first {
		j := v.second[p]
		n.a[int(i)*n.size+int(j)] -= pairs[p]
	}
	v.gather(n, slopes, work)
	n.fold(work)
	return n
}

// gather adds to n what each worker's votes say of the scores, where slopes are those of the log probability of each vote.
func (v *votes) gather(n *information, slopes []float64, work *yield.Work) {
	start, ballots := v.byWorker()
	u := newSparse(n.size)
	for w := range v.workers {
		own := ballots[start[w]:start[w+1]]
		for _, b := range own {
			u.row(b.first)[0] += slopes[b.vote]
			u.row(b.second)[0] -= slopes[b.vote]
		}
		if len(own) > 0 {
			n.workers++
		}
		if !work.Continue(len(u.entries) * len(u.entries)) {
			return
		}
		n.add(u)
		u.clear()
	}
}

// ballot is a vote with the items that it is about.
type ballot struct {
	first, second, vote int32
	left                int8
	class               uint8
	weight              float64
}

// byWorker returns the votes of each worker, one after the other: those of w are the entries start[w] to start[w+1].
func (v *votes) byWorker() (start []int32, ballots []ballot) {
	start, ballots = make([]int32, v.workers+1), make([]ballot, len(v.worker))
	for _, w := range v.worker {
		start[w+1]++
	}
	for w := range v.workers {
		start[w+1] += start[w]
	}
	next := slices.Clone(start)
	for p, i := range v.first {
		for n, to := v.of(p); n < to; n++ {
			w := v.worker[n]
			ballots[next[w]] = ballot{i, v.second[p], int32(n), v.left[n], v.class[n], v.weight[n]}
			next[w]++
		}
	}
	return start, ballots
}
