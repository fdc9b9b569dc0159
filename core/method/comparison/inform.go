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
		m.scale = make([]float64, m.workers)
		if m.items > most {
			m.begin()
		}
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
		m.inform(n, x, w, votes, own)
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

// inform adds what the votes of worker w say: to n the information of s, b, c and β, and to own their slopes, and what is to be taken from
// the information as the worker's own parameters are not known.
func (m *model) inform(n *information, x []float64, w int, votes []ballot, own *sparse) {
	scale, lead, tie := m.scale[w], x[m.b()], x[m.c()]
	if m.differ() {
		_, k, h := m.workersOf(x)
		lead, tie = lead+k[w], tie+h[w]
	}
	// What b and c have with each other and with k and h is the same as these have with each other: the votes depend on their sums.
	var block [3][3]float64
	var onSide, onTie float64
	for v := range votes {
		v := &votes[v]
		i, j, left, d := v.first, v.second, float64(v.left), x[v.first]-x[v.second]
		z := m.row(int(v.vote))
		d += prob.Dot(z, m.beta)
		_, lx, lc, xx, xc, cc := m.terms(v.class, scale*d+lead*left, tie)
		lx *= v.weight
		xx *= v.weight
		xc *= v.weight
		onSide += lx * left
		onTie += lc * v.weight
		block[0][0] += xx * d * d
		block[0][1] += xx * d * left
		block[0][2] += xc * d
		block[1][1] += xx * left * left
		block[1][2] += xc * left
		block[2][2] += cc * v.weight
		about := xx * scale * scale
		n.a[int(i)*n.size+int(i)] += about
		n.a[int(j)*n.size+int(j)] += about
		n.a[int(i)*n.size+int(j)] -= about
		// Along g and a score x bends besides, which Gauss and Newton leave out.
		each := [4]float64{lx * scale, xx*scale*d - lx, xx * scale * left, xc * scale}
		own.row(j)
		up, down := own.row(i), own.row(j)
		for q, y := range each {
			up[q] += y
			down[q] -= y
		}
		for f, y := range z {
			at := m.c() + 1 + f
			row := own.row(int32(at))
			for q := range each {
				row[q] += y * each[q]
			}
			n.a[at*n.size+int(i)] += y * about
			n.a[at*n.size+int(j)] -= y * about
			for g, other := range z[:f+1] {
				n.a[at*n.size+m.c()+1+g] += y * other * about
			}
		}
	}
	b, c := m.b(), m.c()
	for r, at := range own.entries {
		p, q, y := max(int(at), b), min(int(at), b), &own.rows[r]
		n.a[p*n.size+q] += y[2]
		p, q = max(int(at), c), min(int(at), c)
		n.a[p*n.size+q] += y[3]
	}
	n.a[b*n.size+b] += block[1][1]
	n.a[c*n.size+b] += block[1][2]
	n.a[c*n.size+c] += block[2][2]
	*own.row(int32(b)) = [4]float64{onSide, block[0][1], block[1][1], block[1][2]}
	*own.row(int32(c)) = [4]float64{onTie, block[0][2], block[1][2], block[2][2]}
	if m.differ() {
		for q := range block {
			block[q][q] += m.own[q]
		}
		own.eliminate(&block)
		return
	}
	for r := range own.rows {
		own.rows[r] = [4]float64{own.rows[r][0]}
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
