package comparison

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/internal/shared"
)

// Wins, mean win rates, Elo's scores, PageRank and the strengths of Bradley–Terry (ties half a win) are those of Evalica on its three sets;
// and so are those of Davidson, which is what it calls Newman's model. Its eigenvector is that of losses: an item's score is high if those
// that it lost to have high scores. So it is compared with that of votes that say the opposite.
func TestEvalica(t *testing.T) {
	for data, golden := range map[string]string{"llmfao": "llmfao_golden", "evalica_food": "food_golden", "evalica_simple": "simple_golden"} {
		d, items := load(t, data)
		want, newman := map[string]map[string]float64{}, make([]float64, len(items))
		for _, row := range shared.Records(t, "kinds", "oracle", "evalica", golden+".csv") {
			if want[row[0]] == nil {
				want[row[0]] = map[string]float64{}
			}
			want[row[0]][row[1]] = shared.Float(t, row[2])
		}
		opposite := *d
		opposite.Class = make([]uint16, len(d.Class))
		for n, class := range d.Class {
			opposite.Class[n] = class
			if class != crowd.Tied {
				opposite.Class[n] = crowd.SecondWins - class
			}
		}
		wins, _, ties := d.Record()
		bt, tied := rankingOf(t, d, BradleyTerry{Alpha: -1}).Score, rankingOf(t, d, Davidson{Alpha: -1})
		total, count, strength := 0.0, make([]float64, len(items)), make([]float64, len(items))
		for i, s := range bt {
			total += math.Exp(s)
			newman[i] = math.Log(want["newman"][items[i]])
			count[i] = float64(wins[i]) + float64(ties[i])/2
		}
		for i, s := range bt {
			strength[i] = math.Exp(s) / total
		}
		centre(newman, tied.Group)
		if far := furthest(tied.Score, newman); !(far <= 1e-8) {
			t.Errorf("%s, newman: scores differ by %.3g", data, far)
		}
		for algorithm, got := range map[string][]float64{
			"counting": count, "elo": rankingOf(t, d, Elo{}).Score, "bradley_terry": strength, "pagerank": rankingOf(t, d, PageRank{}).Score,
			"average_win_rate": rankingOf(t, d, WinRate{Average: true}).Score, "eigen": rankingOf(t, &opposite, Eigen{}).Score,
		} {
			for i, item := range items {
				if want := want[algorithm][item]; !(math.Abs(got[i]-want) <= 1e-8*max(1, want)) {
					t.Errorf("%s, %s of %s: got %.12g, want %.12g", data, algorithm, item, got[i], want)
				}
			}
		}
	}
}

// penalised is a model with something added to its log posterior.
type penalised struct {
	*model
	added func(x []float64, at int) (value, slope, bend float64) // bend: the second derivative with the sign changed
	x     []float64
}

func (p *penalised) evaluate(x, gradient []float64) float64 {
	objective := p.model.evaluate(x, gradient)
	p.x = append(p.x[:0], x...)
	for at := range x {
		value, slope, bend := p.added(x, at)
		objective += value
		gradient[at] += slope
		p.diagonal[at] += bend
	}
	return objective
}

func (p *penalised) times(v, out []float64) {
	p.model.times(v, out)
	for at := range v {
		_, _, bend := p.added(p.x, at)
		out[at] += v[at] * bend
	}
}

// top climbs to the highest point of a family's log posterior with something added to it.
func top(d *crowd.Dataset, y family, added func(x []float64, at int) (value, slope, bend float64)) *fitted {
	f := y.start(d, nil)
	f.newton = climb(&penalised{model: f.m, added: added}, f.m.begin(), nil)
	for range 200 {
		if f.iterate().Done {
			break
		}
	}
	return f
}

// Programs of a prior with sides leave the advantage of the left without one; all is as theirs without ours.
func TestSidesWithAPrior(t *testing.T) {
	const alpha = .1
	for file, y := range map[string]family{
		"bt_side_map0.1":        {link: logistic{}, ties: dropped, alpha: alpha, side: true},
		"davidson_side_map0.1":  {link: davidson{}, alpha: alpha, side: true},
		"raokupper_side_map0.1": {link: raoKupper{}, alpha: alpha, side: true},
	} {
		for _, data := range []string{"evalica_simple", "tiny_pairs_degenerate"} {
			d, items := load(t, data)
			if _, _, ties := d.Record(); slices.Max(ties) == 0 && file != "bt_side_map0.1" {
				continue // there are no ties
			}
			want, _ := oracle(t, items, "kinds", "oracle", "pairs", data, file+".csv")
			f := top(d, y, func(x []float64, at int) (value, slope, bend float64) {
				if at == len(items) {
					return alpha / 2 * x[at] * x[at], alpha * x[at], -alpha
				}
				return 0, 0, 0
			})
			got, one := f.x[:len(items)], make([]int32, len(items))
			centre(got, one)
			centre(want, one)
			if far := furthest(got, want); !(far <= 1e-8) {
				t.Errorf("%s, %s: scores differ by %.3g", data, file, far)
			}
		}
	}
}

// choix' ilsr_pairwise regularises its Markov chain by alpha, which is the prior Gamma(αn + 1, αn) of the strengths e^s of n items.
func TestChoix(t *testing.T) {
	for _, data := range []string{"tiny_pairs", "tiny_pairs_degenerate", "evalica_food", "evalica_simple", "country", "llmfao", "convarg",
		"reading"} {
		d, items := load(t, data)
		for file, alpha := range map[string]float64{"choix_ilsr_0.01": .01, "choix_ilsr_0.1": .1} {
			want, _ := oracle(t, items, "kinds", "oracle", "pairs", data, file+".csv")
			n := alpha * float64(len(items))
			f := top(d, family{link: logistic{}, ties: dropped}, func(x []float64, at int) (value, slope, bend float64) {
				if at >= len(items) {
					return 0, 0, 0
				}
				e := math.Exp(x[at])
				return n * (x[at] - e), n * (1 - e), n * e
			})
			got, one := f.x[:len(items)], make([]int32, len(items))
			centre(got, one)
			centre(want, one)
			if far := furthest(got, want); !(far <= 1e-8) {
				t.Errorf("%s, %s: scores differ by %.3g", data, file, far)
			}
		}
	}
}

// crowd-kit's Bradley–Terry, made to run all its rounds, gives the strengths without a prior, summing to one.
func TestCrowdKit(t *testing.T) {
	for _, data := range []string{"tiny_pairs", "evalica_food", "country", "llmfao"} {
		d, items := load(t, data)
		want, _ := oracle(t, items, "kinds", "oracle", "pairs", data, "crowdkit_bt_forced.csv")
		got, total := rankingOf(t, d, BradleyTerry{Alpha: -1, Drop: true}).Score, 0.0
		for _, s := range got {
			total += math.Exp(s)
		}
		for i, s := range got {
			if e := math.Exp(s) / total; !(math.Abs(e-want[i]) <= 1e-8) {
				t.Errorf("%s, %s: got %.12g, want %.12g", data, items[i], e, want[i])
			}
		}
	}
}

// In reading, which is left out, two votes are on an item against itself; the reference counts them.
func TestWinRate(t *testing.T) {
	for _, data := range []string{"tiny_pairs", "tiny_pairs_degenerate", "country", "llmfao", "convarg"} {
		d, items := load(t, data)
		want, _ := oracle(t, items, "kinds", "oracle", "pairs", data, "win_rate.csv")
		if far := furthest(rankingOf(t, d, WinRate{}).Score, want); !(far < 1e-8) {
			t.Errorf("%s: shares of wins differ by %.3g", data, far)
		}
	}
}

// The log posterior is no lower than where the reference program stopped, after 19 to 500 rounds of EM (info.json beside its scores), and
// scores and reliabilities are as near as that was to the top. In reading two votes are on an item against itself; the reference counts
// them, as chance.
func TestCrowdBT(t *testing.T) {
	first, second, third := CrowdBT{}, CrowdBT{A: 2, B: 1}, CrowdBT{Lambda: .1, A: 4, B: 2}
	for _, c := range []struct {
		data      string
		method    CrowdBT
		objective float64
		near      float64
	}{
		{"tiny_pairs", first, -10.4186366974109, 1e-6}, {"tiny_pairs", second, -10.4186366974109, 1e-5},
		{"tiny_pairs", third, -14.354779470978322, 1e-4}, {"tiny_pairs_degenerate", first, -7.477396527222197, 1e-6},
		{"tiny_pairs_degenerate", second, -7.477396527235738, 1e-6}, {"tiny_pairs_degenerate", third, -11.570243299900827, 1e-4},
		{"llmfao", first, -2917.5303974700737, 1e-3}, {"llmfao", second, -2797.900767911871, 1e-3},
		{"llmfao", third, -3068.2074365631265, 1e-3}, {"country", first, -1553.6807360333999, 1e-3},
		{"country", second, -1462.941447230797, 2e-3}, {"country", third, -1997.6676117818408, 1e-3},
		{"reading", third, -7392.5510448720115 + 2*math.Ln2, 2e-3},
	} {
		file := map[CrowdBT]string{first: "crowdbt_lam0.5_beta10_1", second: "crowdbt_lam0.5_beta2_1", third: "crowdbt_lam0.1_beta4_2"}[c.method]
		d, items := load(t, c.data)
		s, err := fit.Start(d, c.method, fit.Settings{Tolerance: 1e-6, MaxSteps: 300})
		if err != nil {
			t.Fatal(err)
		}
		for range s.Steps() {
		}
		want, _ := oracle(t, items, "kinds", "oracle", "pairs", c.data, file+".csv")
		r, err := s.Fit().(fit.Ranker).Ranking(nil)
		if err != nil {
			t.Fatal(err)
		}
		centre(want, r.Group)
		if far := furthest(r.Score, want); !(far <= c.near) {
			t.Errorf("%s, %s: scores differ by %.3g", c.data, file, far)
		}
		workers := map[string]bool{}
		reliability := map[string]float64{}
		for _, row := range shared.Records(t, "kinds", "oracle", "pairs", c.data, file+"_workers.csv") {
			reliability[row[0]] = shared.Float(t, row[1])
		}
		for _, row := range shared.Records(t, "kinds", "data", c.data, "pairs.csv") {
			if want, known := reliability[row[0]]; known && !workers[row[0]] && !(math.Abs(r.Skill[len(workers)]-want) <= c.near) {
				t.Errorf("%s, %s: the reliability of %s is %.9g, want %.9g", c.data, file, row[0], r.Skill[len(workers)], want)
			}
			workers[row[0]] = true
		}
		if got := s.Trace()[len(s.Trace())-1].Objective; got < c.objective-1e-5 {
			t.Errorf("%s, %s: got a log posterior of %.9f, want %.9f or more", c.data, file, got, c.objective)
		}
	}
}

// Of each list of rankings, scores are those of reference programs: Plackett–Luce's, also as choix has them; mean ranks, plain and weighted
// by accuracies as the reference has them; Bradley–Terry's of the pairs. Kemeny's order has as few disagreements.
func TestRankings(t *testing.T) {
	type list struct {
		worker, item string
		rank         float64
	}
	tasks := map[string][]list{}
	for _, row := range shared.Records(t, "kinds", "data", "rankings_lee", "rankings.csv") {
		tasks[row[1]] = append(tasks[row[1]], list{row[0], row[2], shared.Float(t, row[3])})
	}
	want, accuracy := map[[3]string]float64{}, map[[2]string]float64{}
	for _, row := range shared.Records(t, "kinds", "oracle", "rankings", "rankings_lee.csv") {
		want[[3]string{row[0], row[1], row[2]}] = shared.Float(t, row[3])
	}
	for _, row := range shared.Records(t, "kinds", "oracle", "rankings", "cut_onecoin_workers.csv") {
		accuracy[[2]string{row[0], row[1]}] = shared.Float(t, row[2])
	}
	compared := map[string]int{}
	for task, rows := range tasks {
		items, workers := map[string]int32{}, map[string]int32{}
		var names, people []string
		by := map[string][]list{}
		for _, l := range rows {
			if _, ok := items[l.item]; !ok {
				items[l.item] = int32(len(items))
				names = append(names, l.item)
			}
			if _, ok := workers[l.worker]; !ok {
				workers[l.worker] = int32(len(workers))
				people = append(people, l.worker)
			}
			by[l.worker] = append(by[l.worker], l)
		}
		r := &crowd.Rankings{Start: []int32{0}}
		for _, w := range people {
			own := by[w]
			slices.SortFunc(own, func(a, b list) int { return int(a.rank - b.rank) })
			for _, l := range own {
				r.Item = append(r.Item, items[l.item])
			}
			r.Start, r.Worker = append(r.Start, int32(len(r.Item))), append(r.Worker, workers[w])
		}
		d := crowd.CompareLists(len(items), len(workers), r)
		for w, a := range accuracies(d, nil) {
			if want := accuracy[[2]string{task, people[w]}]; !(math.Abs(a-want) <= 1e-8) {
				t.Errorf("%s: the accuracy of %s is %.12g, want %.12g", task, people[w], a, want)
			}
		}
		scores := func(method string) []float64 {
			out := make([]float64, len(names))
			for i, n := range names {
				x, ok := want[[3]string{task, method, n}]
				if !ok {
					return nil
				}
				out[i] = x
			}
			compared[method]++
			return out
		}
		others := float64(len(names) - 1)
		for reference, c := range map[string]struct {
			method fit.Method
			scale  float64 // of their scores by ours
			near   float64
		}{
			"pl_mle": {PlackettLuce{Alpha: -1}, 1, 1e-8}, "pl_map_0.1": {PlackettLuce{Alpha: .1}, 1, 1e-8},
			"choix_pl_ilsr": {PlackettLuce{Alpha: -1}, 1, 1e-8}, "bt_mle": {BradleyTerry{Alpha: -1}, 1, 1e-8},
			"bt_map_0.1": {BradleyTerry{Alpha: .1}, 1, 1e-8}, "borda": {Borda{}, others, 1e-8},
			"cut_weighted_borda": {Borda{Weighted: true}, others, 2e-8}, // what its EM leaves
		} {
			want := scores(reference)
			if want == nil {
				continue
			}
			r := rankingOf(t, d, c.method)
			for i := range r.Score {
				r.Score[i] *= c.scale
			}
			centre(r.Score, r.Group)
			centre(want, r.Group)
			if far := furthest(r.Score, want); !(far <= c.near) {
				t.Errorf("%s, %s: scores differ by %.3g", task, reference, far)
			}
			if slices.ContainsFunc(r.SE, func(x float64) bool { return !(x > 0) }) {
				t.Errorf("%s, %s: standard errors are %v", task, reference, r.SE)
			}
		}
		disagree := func(score []float64) (votes int) {
			for i := range d.Tasks {
				from, to := d.Of(i)
				for _, class := range d.Class[from:to] {
					if (score[d.Comparisons.First[i]] > score[d.Comparisons.Second[i]]) == (class == crowd.SecondWins) {
						votes++
					}
				}
			}
			return votes
		}
		if want := scores("kemeny"); want != nil {
			if got, want := disagree(rankingOf(t, d, Kemeny{}).Score), disagree(want); got != want {
				t.Errorf("%s: %d votes disagree with Kemeny's order, want %d", task, got, want)
			}
		}
	}
	for method, n := range compared {
		if n < 20 {
			t.Errorf("%s was compared on %d lists, want 20 or more", method, n)
		}
	}
}

// Rankings of two are comparisons.
func TestPlackettLuceOfPairs(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	r := &crowd.Rankings{Start: []int32{0}}
	for range 300 {
		a := random.Int32N(9)
		b := (a + 1 + random.Int32N(8)) % 9
		if random.Float64() < .8 {
			a, b = min(a, b), max(a, b)
		}
		r.Item, r.Worker = append(r.Item, a, b), append(r.Worker, random.Int32N(20))
		r.Start = append(r.Start, int32(len(r.Item)))
	}
	d := crowd.CompareLists(9, 20, r)
	got, want := rankingOf(t, d, PlackettLuce{}), rankingOf(t, d, BradleyTerry{})
	for what, far := range map[string]float64{"scores": furthest(got.Score, want.Score), "standard errors": furthest(got.SE, want.SE),
		"standard errors by worker": furthest(got.RobustSE, want.RobustSE)} {
		if !(far < 1e-8) {
			t.Errorf("%s differ by %.3g from those of Bradley–Terry", what, far)
		}
	}
}
