package comparison

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/diff/fd"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
	"concord/core/simulate"
	"concord/core/yield"
	"concord/internal/shared"
)

// What the left side adds, with its standard error, and the tie parameters are those of the reference programs (info.json beside their
// scores).
func TestSidesAndTies(t *testing.T) {
	for _, c := range []struct {
		data          string
		method        fit.Method
		side, se, tie float64
	}{
		{"llmfao", BradleyTerry{Alpha: -1, Drop: true, Side: true}, .18807664550978123, .031828156548016226, math.NaN()},
		{"llmfao", Davidson{Alpha: -1, Side: true}, .15967656041941378, .02995421833983822, .3949657400112362},
		{"llmfao", RaoKupper{Alpha: -1, Side: true}, .10224482228162163, .020372803110764507, math.Log(.9444671636874794)},
		{"llmfao", RaoKupper{Alpha: -1}, math.NaN(), math.NaN(), math.Log(.9423483473634712)},
		{"tiny_pairs", Davidson{Alpha: -1, Side: true}, 1.6219644214647415, .8224398189246801, -.32384386260671555},
		{"tiny_pairs", RaoKupper{Alpha: -1, Side: true}, 1.3297770411007195, .6350847840259944, math.Log(.6365910908267759)},
	} {
		d, _ := load(t, c.data)
		r := rankingOf(t, d, c.method)
		for what, pair := range map[string][2]float64{"left side": {r.Side, c.side}, "its error": {r.SideSE, c.se}, "tie": {r.Tie, c.tie}} {
			got, want := pair[0], pair[1]
			if !(math.Abs(got-want) <= 1e-8) && !(math.IsNaN(got) && math.IsNaN(want)) {
				t.Errorf("%s, %T, %s: got %.12g, want %.12g", c.data, c.method, what, got, want)
			}
		}
	}
}

// The covariance of scores without a prior is the pseudo-inverse of the reference program.
func TestCovariance(t *testing.T) {
	for data, file := range map[string]string{"country": "bt_mle_ties_drop_cov", "tiny_pairs": "bt_mle_ties_drop_cov",
		"evalica_food": "bt_mle_ties_drop_cov", "llmfao": "bt_mle_ties_drop_cov"} {
		d, items := load(t, data)
		r := rankingOf(t, d, BradleyTerry{Alpha: -1, Drop: true})
		place := map[string]int{}
		for i, name := range items {
			place[name] = i
		}
		rows := shared.Records(t, "kinds", "oracle", "pairs", data, file+".csv")
		for _, row := range rows {
			for n, other := range rows { // columns are in the order of the rows
				i, j := place[row[0]], place[other[0]]
				if got, want := r.Covariance[i*len(items)+j], shared.Float(t, row[n+1]); math.Abs(got-want) > 1e-8 {
					t.Fatalf("%s, %s and %s: got %.12g, want %.12g", data, row[0], other[0], got, want)
				}
			}
		}
	}
}

// Slopes are the derivatives of the objective, wherever it stands.
func TestDerivatives(t *testing.T) {
	d := crowdOf(3, 8, 5, 200)
	for _, y := range []family{
		{link: logistic{}, ties: half, alpha: .7, side: true}, {link: probit{}, ties: half, alpha: .7, side: true},
		{link: raoKupper{}, alpha: .7, side: true}, {link: davidson{}, alpha: .7, side: true},
		{link: davidson{}, alpha: .7, side: true, own: [3]float64{2, 3, 4}}, {link: raoKupper{}, alpha: .7, own: [3]float64{2, 3, 4}},
	} {
		m := y.start(d, yield.New(nil)).m
		x := m.begin()
		random := rand.New(rand.NewPCG(1, 1))
		for at := range x {
			if at != m.b() && at != m.c() || at == m.b() && m.side || at == m.c() && m.tied {
				x[at] += .3 * random.NormFloat64()
			}
		}
		got := make([]float64, len(x))
		m.evaluate(x, got)
		objective := func(x []float64) float64 { return m.evaluate(x, make([]float64, len(x))) }
		want := fd.Gradient(nil, objective, x, &fd.Settings{Formula: fd.Central})
		if !m.side {
			want[m.b()] = 0
		}
		if far := furthest(got, want); far > 1e-5 {
			t.Errorf("%T: slopes differ by %.3g", y.link, far)
		}
	}
}

// crowdOf simulates votes with ties and sides.
func crowdOf(seed uint64, items, workers, votes int) *crowd.Dataset {
	d, _ := simulated(seed, items, workers, votes)
	return d
}

// simulated returns the scores, too, in units of a worker who in place of all says what they say on average, of pairs on which they don't
// tie: of a skill between theirs.
func simulated(seed uint64, items, workers, votes int) (*crowd.Dataset, []float64) {
	w := simulate.Comparisons{Items: items, Workers: workers, Votes: votes, Skill: .4, Left: .3, Ties: .7}.Draw(seed)
	least, most := 0., 10.
	for range 50 {
		typical, off := (least+most)/2, 0.0
		for i, a := range w.Data.Comparisons.First {
			lead := w.Score[a] - w.Score[w.Data.Comparisons.Second[i]]
			for n, to := w.Data.Of(i); n < to; n++ {
				off += lead * (prob.Logistic(w.Ability[w.Data.Worker[n]]*lead) - prob.Logistic(typical*lead))
			}
		}
		if off > 0 {
			least = typical
		} else {
			most = typical
		}
	}
	for i := range w.Score {
		w.Score[i] *= least
	}
	return w.Data, w.Score
}

// Intervals of scores and ranges of ranks hold about as often as they say.
func TestIntervalsHold(t *testing.T) {
	for _, c := range []struct {
		items, workers, votes, draws int
	}{{15, 30, 900, 40}, {1100, 50, 20_000, 1}} { // the second has too many items for a covariance matrix
		var scores, robust, ranks, all float64
		for seed := range uint64(c.draws) {
			d, truth := simulated(seed, c.items, c.workers, c.votes)
			r := rankingOf(t, d, Skill{})
			for i := range truth {
				rank := int32(1)
				for _, other := range truth {
					if other > truth[i] {
						rank++
					}
				}
				count := func(sum *float64, held bool) {
					if held {
						*sum++
					}
				}
				all++
				count(&scores, math.Abs(r.Score[i]-truth[i]) < 1.96*r.SE[i])
				count(&ranks, r.Low[i] <= rank && rank <= r.High[i])
				if r.RobustSE != nil {
					count(&robust, math.Abs(r.Score[i]-truth[i]) < 1.96*r.RobustSE[i])
				}
			}
		}
		if share := scores / all; share < .92 || share > .98 {
			t.Errorf("%d items: %.1f %% of the intervals of scores hold, want about 95", c.items, 100*share)
		}
		if share := robust / all; share < .9 || share > .98 {
			t.Errorf("%d items: %.1f %% of the intervals by worker hold, want about 95", c.items, 100*share)
		}
		if share := ranks / all; share < .93 {
			t.Errorf("%d items: %.1f %% of the ranges of ranks hold, want 95 or more", c.items, 100*share)
		}
	}
}

// Where each of few workers has tastes of their own, and votes a lot, the intervals by worker hold, and the others don't.
func TestIntervalsOfTastes(t *testing.T) {
	const items, workers, votes, draws, taste = 12, 20, 1600, 40, .8
	var alone, byWorker, ranks, all float64
	for seed := range uint64(draws) {
		random := rand.New(rand.NewPCG(seed, 3))
		score, own := make([]float64, items), make([]float64, items*workers)
		for i := range score {
			score[i] = random.NormFloat64()
		}
		centre(score, make([]int32, items))
		for n := range own {
			own[n] = taste * random.NormFloat64()
		}
		cast := make([]crowd.Vote, votes)
		for n := range cast {
			w, a := random.IntN(workers), random.IntN(items)
			b := (a + 1 + random.IntN(items-1)) % items
			cast[n] = crowd.Vote{Worker: int32(w), Left: int32(a), Right: int32(b), Answer: crowd.Right}
			if random.Float64() < 1/(1+math.Exp(score[b]+own[w*items+b]-score[a]-own[w*items+a])) {
				cast[n].Answer = crowd.Left
			}
		}
		r := rankingOf(t, crowd.Compare(items, workers, cast, true), Skill{})
		for i, s := range score {
			// A worker at random sees a lead that is blurred: the mean of the logistic function of a normal variable.
			want := s / math.Sqrt(1+2*taste*taste*256*3/(225*math.Pi*math.Pi))
			rank := int32(1)
			for _, other := range score {
				if other > s {
					rank++
				}
			}
			all++
			if math.Abs(r.Score[i]-want) < 1.96*r.SE[i] {
				alone++
			}
			if math.Abs(r.Score[i]-want) < 1.96*r.Errors()[i] {
				byWorker++
			}
			if r.Low[i] <= rank && rank <= r.High[i] {
				ranks++
			}
		}
	}
	if share := byWorker / all; share < .92 || share > .98 {
		t.Errorf("%.1f %% of the intervals by worker hold, want about 95", 100*share)
	}
	if share := alone / all; share > .9 {
		t.Errorf("%.1f %% of the intervals by the information alone hold: these votes don't hang together", 100*share)
	}
	if share := ranks / all; share < .94 {
		t.Errorf("%.1f %% of the ranges of ranks hold, want 95 or more", 100*share)
	}
}

// Who always contradicts, always takes the left or always ties is known by it.
func TestOddWorkers(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	const contrary, lefty, tying, workers = 0, 1, 2, 12
	var votes []crowd.Vote
	for range 1500 {
		w, a, b := random.IntN(workers), random.IntN(8), random.IntN(8)
		v := crowd.Vote{Worker: int32(w), Left: int32(a), Right: int32(b), Answer: crowd.Right}
		right := a > b // the better item has the larger number
		if random.Float64() < .1 {
			right = !right
		}
		if right != (w == contrary) {
			v.Answer = crowd.Left
		}
		switch {
		case w == lefty:
			v.Answer = crowd.Left
		case w == tying || random.Float64() < .1:
			v.Answer = crowd.Neither
		}
		votes = append(votes, v)
	}
	d := crowd.Compare(8, workers, votes, true)
	r, err := fit.Run(d, Skill{}, fit.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	column := func(name string) []float64 {
		for _, c := range r.Extra {
			if c.Name == name {
				return c.Values
			}
		}
		t.Fatalf("there is no column %s", name)
		return nil
	}
	skill, left, tie := column("skill"), column("left_pull"), column("tie_pull")
	if skill[contrary] > -.3 {
		t.Errorf("who contradicts has the skill %.2f, want it below zero", skill[contrary])
	}
	for w := range workers {
		if w != lefty && left[w] > left[lefty]-.2 {
			t.Errorf("worker %d is pulled to the left by %.2f, who always takes it by %.2f", w, left[w], left[lefty])
		}
		if w != tying && tie[w] > tie[tying]-.5 {
			t.Errorf("worker %d is pulled to ties by %.2f, who always ties by %.2f", w, tie[w], tie[tying])
		}
	}
}

// Data from which little can be learnt give finite scores, and equal items equal ones.
func TestDegenerate(t *testing.T) {
	one := func(votes ...crowd.Vote) *crowd.Dataset { return crowd.Compare(4, 3, votes, true) }
	ties := []crowd.Vote{{Left: 0, Right: 1, Answer: crowd.Neither}, {Worker: 1, Left: 1, Right: 2, Answer: crowd.Neither},
		{Worker: 2, Left: 3, Right: 0, Answer: crowd.Neither}}
	for name, d := range map[string]*crowd.Dataset{
		"no votes": one(), "an item against itself": one(crowd.Vote{Left: 1, Right: 1}), "one vote": one(crowd.Vote{Left: 0, Right: 1}),
		"always the left": one(crowd.Vote{Left: 0, Right: 1}, crowd.Vote{Left: 1, Right: 0}, crowd.Vote{Left: 2, Right: 3}),
		"all ties":        one(ties...), "islands": one(crowd.Vote{Left: 0, Right: 1}, crowd.Vote{Worker: 1, Left: 2, Right: 3}),
		"always wins, and a tie": one(crowd.Vote{Left: 0, Right: 1}, crowd.Vote{Left: 0, Right: 1}, crowd.Vote{Left: 2, Right: 1},
			crowd.Vote{Left: 2, Right: 3, Answer: crowd.Neither}),
		"one worker": crowd.Compare(3, 1, []crowd.Vote{{Left: 0, Right: 1}, {Left: 1, Right: 2}, {Left: 2, Right: 0}}, false),
	} {
		for _, m := range methods() {
			t.Run(fmt.Sprintf("%s/%T", name, m), func(t *testing.T) {
				s, err := fit.Start(d, m, fit.Settings{})
				if err != nil {
					t.Fatal(err)
				}
				for range s.Steps() {
				}
				r, err := s.Fit().(fit.Ranker).Ranking(nil)
				if err != nil {
					t.Fatal(err)
				}
				for i, x := range r.Score {
					if math.IsNaN(x) || math.Abs(x) > 2000 {
						t.Errorf("the score of item %d is %v", i, x)
					}
					_, places := m.(Kemeny)
					_, eigen := m.(Eigen)
					_, rank := m.(PageRank)
					if byWhom := eigen || rank; name == "all ties" && !places && !byWhom && math.Abs(x-r.Score[0]) > 1e-6 {
						t.Errorf("all tie, and the scores are %v", r.Score)
					}
				}
				for _, x := range r.SE {
					if math.IsInf(x, 0) || x < 0 {
						t.Errorf("standard errors are %v", r.SE)
					}
				}
				e, err := s.Result()
				if err != nil {
					t.Fatal(err)
				}
				for _, p := range e.Posterior {
					if !(p >= 0 && p <= 1) {
						t.Fatalf("the posterior is %v", e.Posterior)
					}
				}
			})
		}
	}
}

// Of votes that are held out in five folds the default foretells more, and surer, than Bradley–Terry. The bounds are of LLMFAO.
func TestHeldOut(t *testing.T) {
	d, _ := load(t, "llmfao")
	foretell := func(m fit.Method) (right, loss float64) {
		n, row := 0.0, make([]float64, 3)
		for fold := range uint64(5) {
			in := func(label int) bool { return crowd.Hash(7, uint64(d.Order[label]))%5 == fold }
			part := *d
			part.Labels = d.Empty(d.Tasks, d.Len())
			for i := range d.Tasks {
				for label, to := d.Of(i); label < to; label++ {
					if !in(label) {
						part.Append(&d.Labels, label)
					}
				}
				part.Start[i+1] = int32(len(part.Worker))
			}
			s, err := fit.Start(&part, m, fit.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			for range s.Steps() {
			}
			for label, i := range d.TaskOf() {
				if !in(label) || d.Class[label] == crowd.Tied {
					continue
				}
				left := 1
				if d.Swapped[label] {
					left = -1
				}
				c := d.Comparisons
				s.Fit().(fit.Ranker).Answer(int(c.First[i]), int(c.Second[i]), int(d.Worker[label]), left, row)
				p := row[d.Class[label]] / (row[0] + row[1])
				n++
				loss -= math.Log(p)
				if p > .5 {
					right++
				}
			}
		}
		return right / n, loss / n
	}
	plain, plainLoss := foretell(BradleyTerry{Drop: true})
	right, loss := foretell(Skill{})
	if right < .726 || loss > .527 || right < plain || loss > plainLoss {
		t.Errorf("got %.4f right and log loss %.4f (Bradley–Terry %.4f and %.4f), want .726 and .527 or better", right, loss, plain, plainLoss)
	}
}

// Ranges of ranks hold the item's own, though of many items with few votes each others nearly always come before the leader.
func TestRangesHoldTheRank(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	for _, items := range []int{40, 2000} {
		var votes []crowd.Vote
		for n := range 2 * items {
			votes = append(votes, crowd.Vote{Worker: int32(n % 50), Left: int32(random.IntN(items)), Right: int32(random.IntN(items)),
				Answer: crowd.Answer(random.IntN(2))})
		}
		r := rankingOf(t, crowd.Compare(items, 50, votes, true), Skill{})
		for i, s := range r.Score {
			rank := int32(1)
			for j, other := range r.Score {
				if r.Group[i] == r.Group[j] && (other > s || other == s && j < i) {
					rank++
				}
			}
			if rank < r.Low[i] || rank > r.High[i] {
				t.Errorf("of %d items, item %d has rank %d, which is not within %d to %d", items, i, rank, r.Low[i], r.High[i])
			}
		}
	}
}

// Of items far apart Davidson's scores are not drawn together as if they were close, since it learns how far apart items are.
func TestDavidsonOfItemsFarApart(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	const items = 15
	var votes []crowd.Vote
	truth := make([]float64, items)
	for i := range truth {
		truth[i] = 6 * (float64(i)/(items-1) - .5)
	}
	for range 900 {
		v := crowd.Vote{Left: int32(random.IntN(items)), Right: int32(random.IntN(items))}
		x := truth[v.Left] - truth[v.Right]
		first, second, tie := davidson{}.odds(x, 0)
		switch u := random.Float64() * (first + second + tie); {
		case u < second:
			v.Answer = crowd.Right
		case u < second+tie:
			v.Answer = crowd.Neither
		}
		votes = append(votes, v)
	}
	d := crowd.Compare(items, 1, votes, true)
	d.Anonymous = true
	slope := func(m fit.Method) float64 {
		r, along, square := rankingOf(t, d, m), 0.0, 0.0
		for i, s := range r.Score {
			along += s * truth[i]
			square += truth[i] * truth[i]
		}
		return along / square
	}
	if learnt, fixed := slope(Davidson{}), slope(Davidson{Alpha: 1}); learnt < fixed+.02 || learnt > 1.1 {
		t.Errorf("scores are %.3f times the truth, and %.3f with a fixed prior; want more, and about 1", learnt, fixed)
	}
}

// An average voter ties as often as all do, though voters' tastes for ties are far apart.
func TestTiesOfAnAverageVoter(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	const items, workers = 8, 40
	var votes []crowd.Vote
	ties := 0.0
	for n := range 4000 {
		v := crowd.Vote{Worker: int32(n % workers), Left: int32(random.IntN(items)), Right: int32(random.IntN(items)),
			Answer: crowd.Answer(random.IntN(2))}
		if v.Left == v.Right {
			continue
		}
		share := .05
		if v.Worker%3 == 0 {
			share = .9
		}
		if random.Float64() < share {
			v.Answer = crowd.Neither
			ties++
		}
		votes = append(votes, v)
	}
	d := crowd.Compare(items, workers, votes, true)
	s, err := fit.Start(d, Skill{}, exact)
	if err != nil {
		t.Fatal(err)
	}
	for range s.Steps() {
	}
	said, row := 0.0, make([]float64, 3)
	for i, first := range d.Comparisons.First {
		from, to := d.Of(i)
		s.Fit().(fit.Ranker).Answer(int(first), int(d.Comparisons.Second[i]), -1, 0, row)
		said += row[crowd.Tied] * float64(to-from) / float64(d.Len())
	}
	if want := ties / float64(len(votes)); math.Abs(said-want) > .02 {
		t.Errorf("%.3f of the votes are ties, and %.3f are expected of an average voter", want, said)
	}
}
