package comparison

import (
	"math"
	"math/rand/v2"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
)

const (
	byAge, byLength = .8, -.6 // what a unit of a feature of items, and of votes, adds to a lead
	ageUnit         = 3
)

// styled are votes that depend on the items' ages, and on how much longer the left answer is.
func styled(seed uint64, items, workers, votes int) *crowd.Dataset {
	random := rand.New(rand.NewPCG(seed, 11))
	age, score, skill := make([]float64, items), make([]float64, items), make([]float64, workers)
	for i := range score {
		age[i] = ageUnit * random.NormFloat64()
		score[i] = byAge/ageUnit*age[i] + .7*random.NormFloat64()
	}
	for w := range skill {
		skill[w] = math.Exp(.3 * random.NormFloat64())
	}
	all, length := make([]crowd.Vote, votes), make([]float64, votes)
	for n := range all {
		w, a := random.IntN(workers), random.IntN(items)
		b := (a + 1 + random.IntN(items-1)) % items
		length[n] = random.NormFloat64()
		all[n] = crowd.Vote{Worker: int32(w), Left: int32(a), Right: int32(b), Answer: crowd.Right}
		if random.Float64() < 1/(1+math.Exp(-skill[w]*(score[a]-score[b]+byLength*length[n]))) {
			all[n].Answer = crowd.Left
		}
	}
	d := crowd.Compare(items, workers, all, true)
	d.Comparisons.Style = &crowd.Style{
		Items: &crowd.Features{Names: []string{"age"}, X: age},
		Votes: crowd.FirstLessSecond(all, &crowd.Features{Names: []string{"length"}, X: length}),
	}
	return d
}

// What features add is found, and the intervals hold. What ages add is told apart from the items' own scores by their prior alone, and by
// 40 items not well.
func TestStyle(t *testing.T) {
	for name, m := range map[string]fit.Method{"Bradley–Terry": BradleyTerry{Drop: true, Alpha: 2}, "Skill": Skill{}} {
		const draws = 30
		var off, held, robust [2]float64
		for seed := range uint64(draws) {
			r := rankingOf(t, styled(seed, 40, 30, 2500), m)
			for f, want := range []float64{byAge / ageUnit, byLength} {
				c := r.Style[f]
				got, se := c.Value/c.Unit, c.SE/c.Unit
				off[f] += (got - want) / want / draws
				if math.Abs(got-want) < 1.96*se {
					held[f] += 1. / draws
				}
				if math.Abs(got-want) < 1.96*c.RobustSE/c.Unit {
					robust[f] += 1. / draws
				}
			}
		}
		for f, name := range []string{name + ", age", name + ", length"} {
			if math.Abs(off[f]) > .1 {
				t.Errorf("%s: effects are off by %.1f %% on average", name, 100*off[f])
			}
			if min(held[f], robust[f]) < .87 {
				t.Errorf("%s: %.0f %% of the intervals hold, and %.0f %% of those by worker, want about 95", name, 100*held[f], 100*robust[f])
			}
		}
	}
}

// Units make no difference, scores with style add the ages' share, and what is known of the style of votes on a pair enters its answer.
func TestStyleOfAnswers(t *testing.T) {
	d := styled(1, 12, 10, 400)
	r := rankingOf(t, d, Davidson{})
	other := *d
	own, style := *d.Comparisons, *d.Comparisons.Style
	ages := *style.Items
	ages.X = nil
	for _, x := range style.Items.X {
		ages.X = append(ages.X, 1000+365*x)
	}
	style.Items, own.Style, other.Comparisons = &ages, &style, &own
	again := rankingOf(t, &other, Davidson{})
	if far := furthest(r.Score, again.Score); far > 1e-6 || math.Abs(r.Style[0].Unit*365-again.Style[0].Unit) > 1e-6 {
		t.Errorf("in days scores differ by %.3g, and the unit is %v, in years %v", far, again.Style[0].Unit, r.Style[0].Unit)
	}
	const a, b = 2, 5
	want := r.Score[a] - r.Score[b] + r.Style[0].Value/r.Style[0].Unit*(d.Comparisons.Style.Items.X[a]-d.Comparisons.Style.Items.X[b])
	if got := r.WithStyle[a] - r.WithStyle[b]; math.Abs(got-want) > 1e-8 {
		t.Errorf("with style item %d leads by %v, want %v", a, got, want)
	}
	s, err := fit.Start(d, BradleyTerry{}, fit.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	for range s.Steps() {
	}
	r, err = s.Fit().(fit.Ranker).Ranking(nil)
	if err != nil {
		t.Fatal(err)
	}
	row, back := make([]float64, 2), make([]float64, 2)
	for i := range d.Tasks {
		first, second := int(d.Comparisons.First[i]), int(d.Comparisons.Second[i])
		from, to := d.Of(i)
		mean := 0.0
		for n := from; n < to; n++ {
			mean += d.Comparisons.Style.Votes.X[d.Order[n]] / float64(to-from)
		}
		lead := r.WithStyle[first] - r.WithStyle[second] + mean*r.Style[1].Value/r.Style[1].Unit
		s.Fit().(fit.Ranker).Answer(first, second, -1, 0, row)
		s.Fit().(fit.Ranker).Answer(second, first, -1, 0, back)
		if want := 1 / (1 + math.Exp(-lead)); math.Abs(row[0]-want) > 1e-8 || math.Abs(back[1]-want) > 1e-8 {
			t.Fatalf("items %d and %d: got %v, and %v the other way, want %v", first, second, row[0], back[1], want)
		}
	}
}

// Features that are the same everywhere, missing or no numbers at all say nothing, and harm nothing.
func TestPoorStyle(t *testing.T) {
	for name, x := range map[string]float64{"the same": 7, "missing": math.NaN(), "infinite": math.Inf(1)} {
		d := styled(2, 8, 5, 200)
		plain := *d
		bare := *d.Comparisons
		bare.Style, plain.Comparisons = nil, &bare
		f := d.Comparisons.Style.Items
		for n := range f.X {
			f.X[n] = x
		}
		d.Comparisons.Style.Votes = nil
		for _, m := range []fit.Method{BradleyTerry{}, Skill{}} {
			got, want := rankingOf(t, d, m), rankingOf(t, &plain, m)
			if far := furthest(got.Score, want.Score); !(far < 1e-6) || math.Abs(got.Style[0].Value) > 1e-9 {
				t.Errorf("%s, %T: scores differ by %.3g, and the feature adds %v", name, m, far, got.Style[0].Value)
			}
		}
	}
}

// Slopes along what features add are the derivatives of the objective.
func TestDerivativesOfStyle(t *testing.T) {
	for _, own := range [][3]float64{{}, {2, 3, 4}} {
		y := family{link: davidson{}, alpha: .7, side: true, own: own}
		m := y.start(styled(3, 8, 5, 200), nil).m
		x := m.begin()
		random := rand.New(rand.NewPCG(1, 1))
		for at := range x {
			if at != m.c() {
				x[at] += .3 * random.NormFloat64()
			}
		}
		got := make([]float64, len(x))
		m.evaluate(x, got)
		for f := range m.features {
			const step = 1e-5
			at := m.c() + 1 + f
			up, down := append([]float64(nil), x...), append([]float64(nil), x...)
			up[at] += step
			down[at] -= step
			want := (m.evaluate(up, make([]float64, len(x))) - m.evaluate(down, make([]float64, len(x)))) / (2 * step)
			if math.Abs(got[at]-want) > 1e-5 {
				t.Errorf("feature %d: got the slope %v, want %v", f, got[at], want)
			}
		}
	}
}
