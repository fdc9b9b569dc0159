package comparison

import (
	"math"
	"math/rand/v2"
	"slices"

	"concord/core/crowd"
	"concord/core/prob"
	"concord/core/yield"
)

// most is how many items may have a covariance matrix. The variances of more are the first terms of a series,
//
//	1/a_ii + Σ_j a_ij²/(a_ii² a_jj)
//
// and their errors are taken for independent: each is compared with few of the others.
const most = 1000

// information is that of scores and of what else is not eliminated.
type information struct {
	items, size int       // size: with the parameters after the scores
	a           []float64 // size×size
	squares     []float64 // size×size: Σ u uᵀ over workers, u the slope of the log probability of a worker's votes
	prior       []float64 // size: the precision of the prior
	workers     float64   // who voted
	known       bool      // whose votes are whose
	waiting     waiting
	sums        [][2]float64 // size×size, of one half: of squares, and of what is to be taken from a; until they are folded

	// Of more than most items, in place of a: a_ii and Σ_j a_ij²/a_jj, and in place of squares their diagonal.
	diagonal, neighbours, own []float64
}

func newInformation(items, more int) *information {
	n := &information{items: items, size: items + more, prior: make([]float64, items+more)}
	if items > most {
		n.diagonal, n.neighbours, n.own = make([]float64, items), make([]float64, items), make([]float64, items)
	} else {
		n.a, n.sums = make([]float64, n.size*n.size), make([][2]float64, n.size*n.size)
	}
	return n
}

// meet adds what items i and j, between which there is so much information, tell of each other. The diagonal is there.
func (n *information) meet(i, j int32, between float64) {
	n.neighbours[i] += between * between / n.diagonal[j]
	n.neighbours[j] += between * between / n.diagonal[i]
}

// sparse are what a worker's votes say of few of the parameters: of each, the slope of their log probability, and what is to be taken from
// the information as the worker's own parameters are not known.
type sparse struct {
	place   []int32 // by parameter: its row, from 1; 0: none
	entries []int32 // the parameter of each row
	rows    [][4]float64
}

func newSparse(n int) *sparse { return &sparse{place: make([]int32, n)} }

// row returns the row of a parameter.
func (u *sparse) row(at int32) *[4]float64 {
	if u.place[at] == 0 {
		u.entries, u.rows = append(u.entries, at), append(u.rows, [4]float64{})
		u.place[at] = int32(len(u.entries))
	}
	return &u.rows[u.place[at]-1]
}

func (u *sparse) clear() {
	for _, e := range u.entries {
		u.place[e] = 0
	}
	u.entries, u.rows = u.entries[:0], u.rows[:0]
}

// newRanking returns a ranking of scores.
func newRanking(d *crowd.Dataset, score []float64) *crowd.Ranking {
	r := &crowd.Ranking{Score: slices.Clone(score), Side: math.NaN(), SideSE: math.NaN(), Tie: math.NaN()}
	r.Group, _ = d.Meeting()
	return r
}

// waiting are rows of several workers, each sorted by parameter: those of worker w are the entries start[w] to start[w+1]. They are added
// together, while a row of the matrices is at hand.
type waiting struct {
	start []int
	rows  []placed
}

// placed is the row of a parameter.
type placed struct {
	at  int
	row [4]float64
}

// enough is how many rows a processor keeps at hand.
const enough = 1 << 13

// add adds what a worker's votes say: to squares the square of the slope, from the information that of the others. The matrices are yet to
// be folded.
func (n *information) add(u *sparse) {
	if n.items > most {
		for r, p := range u.entries {
			n.own[p] += u.rows[r][0] * u.rows[r][0]
		}
		return
	}
	if len(n.waiting.start) == 0 {
		n.waiting.start = append(n.waiting.start, 0)
	}
	b := &n.waiting
	slices.Sort(u.entries)
	for _, p := range u.entries {
		b.rows = append(b.rows, placed{int(p), u.rows[u.place[p]-1]})
	}
	b.start = append(b.start, len(b.rows))
	if len(b.rows) >= enough {
		n.flush()
	}
}

func (n *information) flush() {
	b := &n.waiting
	next := slices.Clone(b.start)
	for p := range n.size {
		sums := n.sums[p*n.size:][:p+1]
		for w := range len(b.start) - 1 {
			m := next[w]
			if m == b.start[w+1] || b.rows[m].at != p {
				continue
			}
			next[w]++
			rows := b.rows[b.start[w] : m+1]
			r := &b.rows[m].row
			r0, r1, r2, r3 := r[0], r[1], r[2], r[3] // in WebAssembly an array would be read from memory each time
			for k := range rows {
				o := &rows[k]
				sum := &sums[o.at]
				sum[0] += r0 * o.row[0]
				sum[1] += r1*o.row[1] + r2*o.row[2] + r3*o.row[3]
			}
		}
	}
	b.start, b.rows = b.start[:1], b.rows[:0]
}

// fold makes of what was summed up matrices. Entries of a may stand on either side of the diagonal, or in part on both.
func (n *information) fold(work *yield.Work) {
	if len(n.waiting.rows) > 0 {
		n.flush()
	}
	n.squares = make([]float64, n.size*n.size)
	for p := range n.size {
		if !work.Continue(p/4 + 1) {
			return
		}
		for q, sum := range n.sums[p*n.size:][:p+1] {
			at, across := p*n.size+q, q*n.size+p
			n.squares[at], n.squares[across] = sum[0], sum[0]
			n.a[at] -= sum[1]
			if q < p {
				n.a[at] += n.a[across]
				n.a[across] = n.a[at]
			}
		}
	}
	n.sums = nil
}

// rest are the standard errors of the parameters after the scores, by the information and by worker; nil: not known.
type rest struct{ se, robust []float64 }

// rank completes a ranking that has scores and groups: standard errors, covariance and ranges of ranks.
func rank(r *crowd.Ranking, n *information, work *yield.Work) (others rest) {
	centre(r.Score, r.Group)
	r.SE = make([]float64, n.items)
	if n.items > most {
		for i, d := range n.diagonal {
			r.SE[i] = math.Sqrt(1/d + n.neighbours[i]/(d*d))
		}
		unknown(r.SE, r.Group)
		if n.known && n.workers > 1 {
			r.RobustSE = make([]float64, n.items)
			for i, d := range n.diagonal {
				// What the series leaves out would be missing twice.
				r.RobustSE[i] = n.few() * r.SE[i] * math.Sqrt(max((n.own[i]*n.workers/(n.workers-1)+n.prior[i])/d, 1))
			}
		}
		errors := r.Errors()
		ranges(r, work, func(noise, out []float64) {
			for i, se := range errors {
				out[i] = se * noise[i]
			}
		})
		return others
	}
	root, ok := n.root(r.Group, work)
	if !ok {
		unknown(r.SE, make([]int32, n.items))
		return others
	}
	c := n.covariance(root, r.Group, work)
	for p := range n.size {
		others.se = append(others.se, math.Sqrt(max(c[p*n.size+p], 0)))
	}
	for i := range n.items {
		r.Covariance = append(r.Covariance, c[i*n.size:][:n.items]...)
	}
	copy(r.SE, others.se)
	unknown(r.SE, r.Group)
	if n.known && n.workers > 1 {
		others.robust = n.robust(c, work)
		r.RobustSE = slices.Clone(others.robust[:n.items])
		unknown(r.RobustSE, r.Group)
		others.robust = others.robust[n.items:]
	}
	others.se = others.se[n.items:]
	wider := make([]float64, n.items)
	for i := range wider {
		wider[i] = 1
		if r.RobustSE != nil && r.SE[i] > 0 {
			wider[i] = r.RobustSE[i] / r.SE[i]
		}
	}
	ranges(r, work, func(noise, out []float64) {
		for p := range out {
			out[p] = wider[p] * prob.Dot(root[p*n.size+p:(p+1)*n.size], noise[p:])
		}
	})
	return others
}

// unknown makes what is known of items that nobody compared with another NaN.
func unknown(x []float64, group []int32) {
	count := sizes(group)
	for i, g := range group {
		if count[g] < 2 || x[i] == 0 {
			x[i] = math.NaN()
		}
	}
}

func sizes(group []int32) []int {
	count := make([]int, len(group))
	for _, g := range group {
		count[g]++
	}
	return count
}

// centre subtracts from the scores, which may be a row of a larger vector, the mean of each group.
func centre(score []float64, group []int32) {
	count, sum := sizes(group), make([]float64, len(group))
	for i, g := range group {
		sum[g] += score[i]
	}
	for i, g := range group {
		score[i] -= sum[g] / float64(count[g])
	}
}

// root returns a matrix R, upper triangular, with R Rᵀ the inverse of the information; false: there is none. What is the same for all
// items of a group, of which votes say nothing, gets some information: scores are centred afterwards.
func (n *information) root(group []int32, work *yield.Work) (r []float64, ok bool) {
	size, l := n.size, slices.Clone(n.a)
	count, mean := sizes(group), 0.0
	for i := range n.items {
		mean += l[i*size+i] / float64(n.items)
	}
	for i, g := range group {
		for j, h := range group {
			if g == h {
				l[i*size+j] += mean / float64(count[g])
			}
		}
	}
	for p := range size {
		if !(l[p*size+p] > 0) {
			l[p*size+p] = 1 // not estimated
		}
	}
	for i := 0; i < size; i += 2 { // two rows at a time read the others half as often
		if !work.Continue(i * i / 4) {
			return nil, false
		}
		row, next := l[i*size:][:size], l[min(i+1, size-1)*size:][:size]
		for j := range i {
			other, d := l[j*size:][:j], l[j*size+j]
			x, y := prob.Dots(other, row, next)
			row[j] = (row[j] - x) / d
			if i+1 < size {
				next[j] = (next[j] - y) / d
			}
		}
		for k := i; k < min(i+2, size); k++ {
			if k > i {
				next[i] = (next[i] - prob.Dot(row[:i], next)) / row[i]
				row = next
			}
			d := row[k] - prob.Dot(row[:k], row)
			if !(d > 1e-12*n.a[k*size+k]) {
				return nil, false
			}
			row[k] = math.Sqrt(d)
		}
	}
	r = make([]float64, size*size)
	for j := 0; j < size; j += 2 {
		if !work.Continue((size - j) * (size - j) / 4) {
			return nil, false
		}
		row := r[j*size:][:size]
		row[j] = 1 / l[j*size+j]
		if j+1 == size {
			break
		}
		next := r[(j+1)*size:][:size]
		next[j+1] = 1 / l[(j+1)*size+j+1]
		row[j+1] = -row[j] * l[(j+1)*size+j] * next[j+1]
		for i := j + 2; i < size; i++ {
			other, d := l[i*size:][:size], l[i*size+i]
			x, y := prob.Dots(other[j+1:i], row[j+1:], next[j+1:])
			row[i], next[i] = -(row[j]*other[j]+x)/d, -y/d
		}
	}
	return r, true
}

// covariance returns R Rᵀ, of centred scores.
func (n *information) covariance(root []float64, group []int32, work *yield.Work) []float64 {
	size := n.size
	c := make([]float64, size*size)
	for p := 0; p < size; p += 2 {
		if !work.Continue((size - p) * (size - p) / 4) {
			return c
		}
		next := min(p+1, size-1)
		for q := p; q < size; q++ { // root[next] is 0 before its own column
			x, y := prob.Dots(root[q*size+q:(q+1)*size], root[p*size+q:], root[next*size+q:])
			c[p*size+q], c[q*size+p] = x, x
			c[next*size+q], c[q*size+next] = y, y
		}
	}
	for range 2 { // along rows, and along columns
		for p := range size {
			centre(c[p*size:][:n.items], group)
		}
		for p := range size {
			for q := range p {
				c[p*size+q], c[q*size+p] = c[q*size+p], c[p*size+q]
			}
		}
	}
	return c
}

// few is how much wider intervals by worker are for being learnt from M workers: the first term of Student's t. In simulations of two to
// eight workers (lab/comparison) they hold in 93 to 97 % of cases; without it, in 84 to 92 %.
func (n *information) few() float64 { return 1 + 1.21/n.workers }

// robust returns standard errors that hold if only different workers are independent: those of C (Σ u uᵀ M/(M − 1) + P) C, where P is the
// precision of the prior (White 1982; where the model holds, the sum is C⁻¹).
func (n *information) robust(c []float64, work *yield.Work) []float64 {
	out, many := make([]float64, n.size), n.workers/(n.workers-1)
	for i := 0; i < n.size; i += 2 {
		if !work.Continue(n.size * n.size / 4) {
			return out
		}
		other := min(i+1, n.size-1)
		row, next := c[i*n.size:][:n.size], c[other*n.size:][:n.size]
		var sum, sumNext float64
		for p, x := range row { // of a symmetric matrix one half is enough
			squares, y := n.squares[p*n.size:][:p+1], next[p]
			a, b := prob.Dots(squares[:p], row, next)
			sum += x * (many*(2*a+squares[p]*x) + n.prior[p]*x)
			sumNext += y * (many*(2*b+squares[p]*y) + n.prior[p]*y)
		}
		out[i], out[other] = n.few()*math.Sqrt(sum), n.few()*math.Sqrt(sumNext)
	}
	return out
}

// drawn is how many scores are drawn to see which ranks they lead to: fewer where there are many, each of which takes longer.
func drawn(items int) int { return min(1000, max(200, 200_000/max(items, 1))) }

// ranges finds the ranks between which items are with probability 95 % or, since ranks are whole numbers, a little more. errors turns
// independent normal numbers into errors of scores.
func ranges(r *crowd.Ranking, work *yield.Work, errors func(noise, out []float64)) {
	random := rand.New(rand.NewPCG(1, 1))
	noise := make([]float64, len(r.Score)+len(r.Style)+2)
	r.Low, r.High = within(r.Group, drawn(len(r.Score)), work, func(out []float64) {
		work.Continue(len(r.Covariance) / 16)
		for p := range noise {
			noise[p] = random.NormFloat64()
		}
		errors(noise, out)
		for i := range out {
			out[i] += r.Score[i]
		}
	})
	// Errors spread scores, so of many items whose errors are large others nearly always come before the leader.
	for i, place := range newPlacing(r.Group).places(r.Score) {
		r.Low[i], r.High[i] = min(r.Low[i], place), max(r.High[i], place)
	}
}

// within returns the ranks between which items are in 95 % of the draws of their scores: the narrowest range of each.
func within(group []int32, draws int, work *yield.Work, draw func(score []float64)) (low, high []int32) {
	items, by := len(group), newPlacing(group)
	score, ranks := make([]float64, items), make([]int32, items*draws)
	low, high = make([]int32, items), make([]int32, items)
	for n := range draws {
		if !work.Continue(items * 8) {
			return low, high
		}
		draw(score)
		for i, place := range by.places(score) {
			ranks[i*draws+n] = place
		}
	}
	for i := range items {
		own := ranks[i*draws:][:draws]
		slices.Sort(own)
		low[i], high[i] = narrowest(own)
	}
	return low, high
}

// narrowest returns the shortest range with 95 % of sorted ranks, and of several as short the one with most. With half of the rest beyond
// either end it would be rounded outwards twice. Between k of n draws another one is with probability (k − 1)/(n + 1).
func narrowest(ranks []int32) (low, high int32) {
	enough, most := min((19*(len(ranks)+1)+19)/20+1, len(ranks)), 0
	for from := 0; from+enough <= len(ranks); from++ {
		to := from + enough
		for to < len(ranks) && ranks[to] == ranks[to-1] {
			to++
		}
		first, last := ranks[from], ranks[to-1]
		if most == 0 || last-first < high-low || last-first == high-low && to-from > most {
			low, high, most = first, last, to-from
		}
	}
	return low, high
}

// placing finds the places of items in their groups.
type placing struct {
	group              []int32
	order, next, place []int32
}

func newPlacing(group []int32) *placing {
	return &placing{group, make([]int32, len(group)), make([]int32, len(group)), make([]int32, len(group))}
}

// places returns the place of each item, from 1, which holds until the next call. Of equal scores the first item comes first.
func (p *placing) places(score []float64) []int32 {
	for i := range p.order {
		p.order[i] = int32(i)
	}
	slices.SortFunc(p.order, func(a, b int32) int {
		switch {
		case score[a] > score[b]:
			return -1
		case score[a] < score[b]:
			return 1
		}
		return int(a - b)
	})
	clear(p.next)
	for _, i := range p.order {
		p.next[p.group[i]]++
		p.place[i] = p.next[p.group[i]]
	}
	return p.place
}
