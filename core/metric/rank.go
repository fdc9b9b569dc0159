package metric

import (
	"concord/core/api"
	"concord/core/crowd"
	"concord/core/prob"
)

// RankError is the mean absolute error of ranks: how many places the answers are from the
// truth (N; crowd.Unknown: none). place is the place of each class in their order; a
// truth beyond them, which no worker ever chose, is left out.
func RankError(answer, truth, place []int32, seed uint64) api.Figure {
	var known []int
	for i, t := range truth {
		if t != crowd.Unknown && int(t) < len(place) {
			known = append(known, i)
		}
	}
	if len(known) == 0 {
		return api.Undefined(api.NoTruth)
	}
	const apart, tasks, dim = 0, 1, 2
	s := newSums(len(known), dim, seed)
	for n, i := range known {
		at := s.of(n)
		d := place[answer[i]] - place[truth[i]]
		at[apart] += float64(max(d, -d))
		at[tasks]++
	}
	return s.figures(len(known), nil, measure{of: ratio(apart, tasks)})[0]
}

// weightedKappa is the weighted κ of Cohen 1968 of two raters, from how often each names
// each class (K, by place) and from the mean of δ over the tasks that both labelled,
//
//	κ_w = 1 − Σ_ck p_ck δ(c,k) / Σ_ck p_c· p_·k δ(c,k)
//
// with δ of places d apart being d(d+1)/(K(K−1)): one less Gwet's ordinal
// weights, as in AC2 (agree.weigh). What chance gives takes time linear in the
// classes, since E|X−Y| = Σ_t F(t)(1−G(t)) + G(t)(1−F(t)).
func weightedKappa(apart float64, row, column []float64) (float64, bool) {
	k := float64(len(row))
	if k < 2 {
		return 0, false
	}
	ofRow, ofColumn := prob.Total(row), prob.Total(column)
	var f, g, step, x, y, xx, yy float64
	for c := range row {
		p, q, v := row[c]/ofRow, column[c]/ofColumn, float64(c)
		x, y = x+p*v, y+q*v
		xx, yy = xx+p*v*v, yy+q*v*v
		f, g = f+p, g+q
		step += f*(1-g) + g*(1-f)
	}
	chance := (xx - 2*x*y + yy + step) / (k * (k - 1))
	if !(chance > 1e-12) {
		return 0, false
	}
	return 1 - apart/chance, true
}

// apart is δ of weightedKappa: how much two classes of k, so many places apart, disagree.
func apart(places int32, k int) float64 {
	d := float64(max(places, -places))
	return d * (d + 1) / (float64(k) * float64(k-1))
}
