package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
)

// town is a crowd that compares items whose scores are drawn from N(0, spread²).
type town struct {
	title                 string
	items, workers, votes int
	spread                float64
	skill, side, ties     float64 // how far workers differ: standard deviations of g, k and h of comparison.Skill
	nu                    float64 // Davidson's; 0: nobody ties
	taste                 float64 // standard deviation of what each worker makes of each item besides
	groups                int     // of items that nobody compares with those of others; 0: 1
	list                  int     // how many items each vote ranks (Plackett–Luce); 0: votes are on pairs
	anonymous             bool    // nobody knows whose votes are whose
}

func towns() []town {
	return []town{
		{title: "alike, no ties", items: 20, workers: 50, votes: 800, spread: 1},
		{title: "alike, ties", items: 20, workers: 50, votes: 800, spread: 1, nu: 1},
		{title: "differ, ties", items: 20, workers: 50, votes: 1500, spread: 1, skill: .6, side: .4, ties: .8, nu: 1},
		{title: "differ, few votes each", items: 30, workers: 400, votes: 2000, spread: 1, skill: .6, side: .4, ties: .8, nu: 1},
		{title: "close items", items: 40, workers: 100, votes: 4000, spread: .4, skill: .6, side: .4, ties: .8, nu: 1},
		{title: "far apart", items: 30, workers: 60, votes: 1500, spread: 2, skill: .4, nu: .5},
		{title: "alike, 4 workers", items: 12, workers: 4, votes: 600, spread: 1},
		{title: "tastes, 2 workers", items: 12, workers: 2, votes: 600, spread: 1, taste: .7},
		{title: "tastes, 4 workers", items: 12, workers: 4, votes: 600, spread: 1, taste: .7},
		{title: "tastes, 8 workers", items: 12, workers: 8, votes: 600, spread: 1, taste: .7},
		{title: "tastes, 20 workers", items: 20, workers: 20, votes: 2000, spread: 1, taste: .7},
		{title: "tastes, 100 workers", items: 20, workers: 100, votes: 3000, spread: 1, taste: .7},
		{title: "tastes, 600 workers", items: 20, workers: 600, votes: 6000, spread: 1, taste: .7},
		{title: "five votes each", items: 20, workers: 300, votes: 1500, spread: 1, skill: .6, side: .4, ties: .8, nu: 1},
		{title: "no signal", items: 20, workers: 50, votes: 1000, nu: .5},
		{title: "islands", items: 24, workers: 60, votes: 1500, spread: 1, skill: .4, nu: .5, groups: 3},
		{title: "one worker", items: 12, workers: 1, votes: 300, spread: 1, nu: .5},
		{title: "unknown workers", items: 20, workers: 50, votes: 1500, spread: 1, nu: 1, anonymous: true},
		{title: "1,100 items", items: 1100, workers: 300, votes: 33_000, spread: 1, skill: .4, nu: .5},
		{title: "a list of 10 each", items: 10, workers: 60, votes: 60, spread: 1, list: 10},
		{title: "a list of 10 each, differ", items: 10, workers: 60, votes: 60, spread: 1, skill: .6, list: 10},
		{title: "a list of 5 of 20 each", items: 20, workers: 200, votes: 200, spread: 1, skill: .4, list: 5},
		{title: "a list of 10 each, tastes", items: 10, workers: 60, votes: 60, spread: 1, taste: .7, list: 10},
		{title: "10 lists of 5 of 20 each", items: 20, workers: 40, votes: 400, spread: 1, skill: .6, list: 5},
	}
}

// draw returns votes, and what they tell of the items at best.
func (t town) draw(random *rand.Rand) (*crowd.Dataset, []float64) {
	score, mean := make([]float64, t.items), 0.0
	for i := range score {
		score[i] = t.spread * random.NormFloat64()
		mean += score[i] / float64(t.items)
	}
	for i := range score {
		score[i] -= mean
	}
	g, k, h := make([]float64, t.workers), make([]float64, t.workers), make([]float64, t.workers)
	taste := make([]float64, t.workers*t.items)
	for w := range g {
		g[w], k[w], h[w] = t.worker(random)
	}
	for n := range taste {
		taste[n] = t.taste * random.NormFloat64()
	}
	size := t.items / max(t.groups, 1)
	var votes []crowd.Vote
	lists := &crowd.Rankings{Start: []int32{0}}
	for n := range t.votes {
		w, a := random.IntN(t.workers), random.IntN(t.items)
		if t.list > 0 {
			w = n % t.workers
			lists.Item = append(lists.Item, t.rank(random, func(i int) float64 { return g[w]*score[i] + taste[w*t.items+i] })...)
			lists.Start, lists.Worker = append(lists.Start, int32(len(lists.Item))), append(lists.Worker, int32(w))
			continue
		}
		b := a - a%size + (a%size+1+random.IntN(size-1))%size
		x := g[w]*(score[a]-score[b]) + k[w] + taste[w*t.items+a] - taste[w*t.items+b]
		left, right, tie := math.Exp(x/2), math.Exp(-x/2), t.nu*math.Exp(h[w])
		answer := crowd.Neither
		switch u := random.Float64() * (left + right + tie); {
		case u < left:
			answer = crowd.Left
		case u < left+right:
			answer = crowd.Right
		}
		votes = append(votes, crowd.Vote{Worker: int32(w), Left: int32(a), Right: int32(b), Answer: answer})
	}
	truth := t.told(random, score)
	if t.list > 0 {
		return crowd.CompareLists(t.items, t.workers, lists), truth
	}
	d := crowd.Compare(t.items, t.workers, votes, true)
	d.Anonymous = t.anonymous
	return d, truth
}

// rank draws a list, the best first: the larger of scores and Gumbel's noise.
func (t town) rank(random *rand.Rand, score func(i int) float64) (list []int32) {
	seen := make([]float64, t.items)
	for _, i := range random.Perm(t.items)[:t.list] {
		seen[i] = score(i) - math.Log(random.ExpFloat64())
		list = append(list, int32(i))
	}
	slices.SortFunc(list, func(a, b int32) int { return cmp.Compare(seen[b], seen[a]) })
	return list
}

// told returns the scores with which the Bradley–Terry model comes nearest to what workers say on average, of all pairs on which they don't
// tie: what comparisons tell of items, whatever a method makes of workers. Tastes blur leads as if scores were closer.
func (t town) told(random *rand.Rand, score []float64) []float64 {
	if t.spread == 0 {
		return score
	}
	const blur = 256 * 3 / (225 * math.Pi * math.Pi) // of the mean of the logistic function of a normal variable
	closer := 1 / math.Sqrt(1+blur*2*t.taste*t.taste)
	win := make([]float64, t.items*t.items)
	draws, size := 400, t.items/max(t.groups, 1)
	if t.items > 100 { // one worker or another makes little of so many pairs
		draws = 20
	}
	for range draws {
		g, k, h := t.worker(random)
		for i := range t.items {
			for j := i - i%size; j < i; j++ {
				for _, left := range []float64{-1, 1} {
					x := g*closer*(score[i]-score[j]) + k*left
					first, second := math.Exp(x/2), math.Exp(-x/2)
					all := first + second + t.nu*math.Exp(h)
					win[i*t.items+j] += first / all
					win[j*t.items+i] += second / all
				}
			}
		}
	}
	strength := make([]float64, t.items) // Newman's iteration
	for i := range strength {
		strength[i] = 1
	}
	for range 300 {
		for i := range strength {
			var up, down float64
			for j, other := range strength {
				up += win[i*t.items+j] * other / (strength[i] + other)
				down += win[j*t.items+i] / (strength[i] + other)
			}
			strength[i] = up / down
		}
	}
	out := make([]float64, t.items)
	for from := 0; from < t.items; from += size {
		mean := 0.0
		for _, x := range strength[from : from+size] {
			mean += math.Log(x) / float64(size)
		}
		for i := from; i < from+size; i++ {
			out[i] = math.Log(strength[i]) - mean
		}
	}
	return out
}

// worker draws the skill, the pull to the left and the pull to ties of a worker.
func (t town) worker(random *rand.Rand) (g, k, h float64) {
	g, h = math.Exp(t.skill*random.NormFloat64()), t.ties*random.NormFloat64()
	if t.side > 0 {
		k = .2 + t.side*random.NormFloat64()
	}
	return g, k, h
}

// held is how often intervals of 95 % hold: by the information of the votes, as they are shown, and by the bootstrap. Scores are slope
// times what they should be.
type held struct {
	information, shown, bootstrap, ranks, bootstrapRanks, all, width float64
	along, square                                                    float64 // slope = along/square
	sure, wrong                                                      float64 // leaders that are sure to be the best, and those that aren't
}

func (t town) measure(m fit.Method, draws, resamples int, seed uint64) (h held, err error) {
	random := rand.New(rand.NewPCG(seed, 2))
	for range draws {
		d, truth := t.draw(random)
		ranker, err := finished(d, m)
		if err != nil {
			return h, err
		}
		r, err := ranker.Ranking(nil)
		if err != nil {
			return h, err
		}
		if r.SE == nil {
			return h, nil
		}
		h.add(r, truth)
		bootstrapper, ok := ranker.(fit.Bootstrapper)
		if !ok || resamples == 0 || t.items > 100 {
			continue
		}
		b, err := bootstrapper.Bootstrap(resamples, seed, nil)
		if err != nil {
			return h, err
		}
		for i, x := range truth {
			low, high := places(truth, r.Group, i)
			h.bootstrap += one(b.Low[i] <= x && x <= b.High[i])
			h.bootstrapRanks += one(b.RankLow[i] <= high && low <= b.RankHigh[i])
		}
	}
	return h, nil
}

// add counts the intervals of a ranking.
func (h *held) add(r *crowd.Ranking, truth []float64) {
	for i, s := range r.Score {
		low, high := places(truth, r.Group, i)
		h.along += s * truth[i]
		h.square += truth[i] * truth[i]
		h.all++
		h.information += one(math.Abs(s-truth[i]) <= 1.959964*r.SE[i])
		h.shown += one(math.Abs(s-truth[i]) <= 1.959964*r.Errors()[i])
		h.width += float64(r.High[i] - r.Low[i] + 1)
		h.ranks += one(r.Low[i] <= high && low <= r.High[i])
		if r.High[i] == 1 {
			h.sure++
			h.wrong += one(low != 1 || high != 1)
		}
	}
}

// places are the ranks of an item in its group: several, if others have the same score.
func places(score []float64, group []int32, i int) (low, high int32) {
	low = 1
	for j, other := range score {
		if group[i] == group[j] {
			high += int32(one(other >= score[i]))
			low += int32(one(other > score[i]))
		}
	}
	return low, high
}

func one(holds bool) float64 {
	if holds {
		return 1
	}
	return 0
}

// cover prints how often the intervals of scores and ranks hold in simulated crowds.
func cover(to io.Writer, draws int, seed uint64) error {
	fmt.Fprintln(to, "| crowd | method | slope | information | shown | bootstrap | ranks | ranks, bootstrap | ranks in a range | "+
		"sure leaders | wrong |\n|---|---|---|---|---|---|---|---|---|---|---|")
	const resamples = 200
	for _, t := range towns() {
		for _, m := range covered(t) {
			h, err := t.measure(m.method, draws, resamples, seed)
			if err != nil {
				return err
			}
			io.WriteString(to, h.row(t, m.title))
		}
	}
	return nil
}

func (h *held) row(t town, method string) string {
	share := func(x float64) string {
		if x == 0 {
			return "–"
		}
		return fmt.Sprintf("%.1f %%", 100*x/h.all)
	}
	slope := "–"
	if h.square > 0 {
		slope = fmt.Sprintf("%.3f", h.along/h.square)
	}
	return fmt.Sprintf("| %s | %s | %s | %s | %s | %s | %s | %s | %.1f of %d | %.0f | %.0f |\n", t.title, method, slope, share(h.information),
		share(h.shown), share(h.bootstrap), share(h.ranks), share(h.bootstrapRanks), h.width/h.all, t.items/max(t.groups, 1), h.sure, h.wrong)
}
