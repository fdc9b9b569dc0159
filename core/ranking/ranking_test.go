package ranking_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/method/comparison"
	"concord/core/metric"
	"concord/core/ranking"
	"concord/internal/shared"
)

// load reads a file of comparisons of the reference data, in columns worker, left, right, label.
func load(t testing.TB, name string) *crowd.Dataset {
	t.Helper()
	items, workers := map[string]int32{}, map[string]int32{}
	number := func(of map[string]int32, name string) int32 {
		if _, known := of[name]; !known {
			of[name] = int32(len(of))
		}
		return of[name]
	}
	var votes []crowd.Vote
	for _, row := range shared.Records(t, "kinds", "data", name, "pairs.csv") {
		v := crowd.Vote{Worker: number(workers, row[0]), Left: number(items, row[1]), Right: number(items, row[2]), Answer: crowd.Neither}
		switch row[3] {
		case row[1]:
			v.Answer = crowd.Left
		case row[2]:
			v.Answer = crowd.Right
		}
		votes = append(votes, v)
	}
	return crowd.Compare(len(items), len(workers), votes, true)
}

// fitted fits a method.
func fitted(t testing.TB, d *crowd.Dataset, m fit.Method) (*crowd.Ranking, fit.Ranker) {
	t.Helper()
	s, err := fit.Start(d, m, fit.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	for range s.Steps() {
	}
	f := s.Fit().(fit.Ranker)
	r, err := f.Ranking(nil)
	if err != nil {
		t.Fatal(err)
	}
	return r, f
}

// voter is a simulated worker.
type voter struct {
	votes int
	skill float64 // how strongly the answers follow the scores; 0: not at all, negative: against them
	left  float64 // what the left side adds
	ties  float64 // the odds of a tie against equal items, in halves; 0: none
}

func times(n int, v voter) []voter {
	out := make([]voter, n)
	for w := range out {
		out[w] = v
	}
	return out
}

// vote draws the votes of workers about items with scores.
func vote(score []float64, crew []voter, random *rand.Rand) []crowd.Vote {
	var votes []crowd.Vote
	for w, v := range crew {
		for range v.votes {
			a := random.IntN(len(score))
			b := (a + 1 + random.IntN(len(score)-1)) % len(score)
			votes = append(votes, v.ask(int32(w), int32(a), int32(b), score, random))
		}
	}
	return votes
}

func (v voter) ask(w, a, b int32, score []float64, random *rand.Rand) crowd.Vote {
	x := v.skill*(score[a]-score[b]) + v.left
	left, right := math.Exp(x/2), math.Exp(-x/2)
	answer := crowd.Neither
	switch u := random.Float64() * (left + right + v.ties); {
	case u < left:
		answer = crowd.Left
	case u < left+right:
		answer = crowd.Right
	}
	return crowd.Vote{Worker: w, Left: a, Right: b, Answer: answer}
}

func normals(n int, random *rand.Rand) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = random.NormFloat64()
	}
	return out
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) && !(math.IsNaN(got) && math.IsNaN(want)) {
		t.Errorf("%s: got %.10g, want %.10g", what, got, want)
	}
}

// Three items: 0 beats 1 in three votes of four, 2 ties with 1 once, and nobody compared 3.
func TestMeet(t *testing.T) {
	d := crowd.Compare(4, 1, []crowd.Vote{
		{Left: 0, Right: 1, Answer: crowd.Left}, {Left: 1, Right: 0, Answer: crowd.Right}, {Left: 0, Right: 1, Answer: crowd.Left},
		{Left: 0, Right: 1, Answer: crowd.Right}, {Left: 2, Right: 1, Answer: crowd.Neither},
	}, true)
	_, f := fitted(t, d, comparison.Davidson{})
	m, err := ranking.Meet(d, f, []int32{1, 0, 3, 2}, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := m.At(1, 0)
	if got.Wins != 3 || got.Losses != 1 || got.Ties != 0 || got.Share() != .75 {
		t.Errorf("0 against 1: got %+v", got)
	}
	var row [3]float64
	f.Answer(0, 1, -1, 0, row[:])
	mean := row[0] + row[2]/2
	near(t, "expected", got.Expected, mean, 1e-15)
	near(t, "z", got.Z, (.75-mean)/math.Sqrt((row[0]+row[2]/4-mean*mean)/4), 1e-12)
	back := m.At(0, 1)
	if back.Wins != 1 || back.Losses != 3 || back.Z != -got.Z || back.Expected != 1-got.Expected {
		t.Errorf("1 against 0: got %+v, want %+v turned", back, got)
	}
	if tied := m.At(3, 0); tied.Ties != 1 || tied.Share() != .5 {
		t.Errorf("2 against 1: got %+v", tied)
	}
	if none := m.At(2, 1); none.Votes() != 0 || none.Z != 0 || !math.IsNaN(none.Share()) {
		t.Errorf("3 met nobody: got %+v", none)
	}
}

// The probability that an item is truly better comes true as often as it says, and those of answers are the fit's.
func TestBetween(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	var said, happened, pairs float64
	for range 20 {
		score := normals(20, random)
		d := crowd.Compare(20, 30, vote(score, times(30, voter{votes: 15, skill: 1, ties: 1}), random), true)
		r, f := fitted(t, d, comparison.Davidson{})
		for a := range score {
			for b := range a {
				c := ranking.Between(r, f, a, b, d.Classes)
				p, better := c.Truly, score[a] > score[b]
				if p < .5 {
					p, better = 1-p, !better
				}
				near(t, "turned", 1-c.Truly, ranking.Between(r, f, b, a, d.Classes).Truly, 1e-12)
				near(t, "answers", c.First+c.Second+c.Tie, 1, 1e-12)
				if c.Tie <= 0 || c.Truly > .5 != (c.First > c.Second) {
					t.Errorf("got %+v of %d and %d", c, a, b)
				}
				said, pairs = said+p, pairs+1
				if better {
					happened++
				}
			}
		}
	}
	near(t, "share of pairs that are as said", happened/pairs, said/pairs, .015)
	d := crowd.Compare(4, 1, []crowd.Vote{{Left: 0, Right: 1}, {Left: 2, Right: 3}}, true)
	r, f := fitted(t, d, comparison.BradleyTerry{})
	if c := ranking.Between(r, f, 0, 2, d.Classes); !math.IsNaN(c.Truly) || c.First != .5 || c.Tie != 0 {
		t.Errorf("between islands: got %+v", c)
	}
}

// What takes long can be broken off, and says so.
func TestAllCanBeBrokenOff(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	for _, items := range []int{200, 1500} {
		d := crowd.Compare(items, 200, vote(normals(items, random), times(200, voter{votes: 300, skill: 1}), random), true)
		r, f := fitted(t, d, comparison.Skill{})
		for name, run := range map[string]func(pause func() error) error{
			"meet":   func(pause func() error) error { _, err := ranking.Meet(d, f, []int32{0, 1, 2}, pause); return err },
			"triads": func(pause func() error) error { _, err := ranking.FindTriads(d, 3, pause); return err },
			"judge":  func(pause func() error) error { _, err := ranking.Judge(d, r, f, pause); return err },
			"next":   func(pause func() error) error { _, err := ranking.Next(d, r, f, 200, pause); return err },
		} {
			stop, pauses := errors.New("stop"), 0
			if err := run(func() error { pauses++; return nil }); err != nil || pauses < 4 {
				t.Errorf("%s: %d pauses, %v", name, pauses, err)
			}
			for _, last := range []int{1, pauses / 2, pauses} {
				n := 0
				err := run(func() error {
					if n++; n == last {
						return stop
					}
					return nil
				})
				if err != stop {
					t.Errorf("%s, %d items, broken off at pause %d of %d: got %v", name, items, last, pauses, err)
				}
			}
		}
	}
}

// α is the same however items are numbered, and counts a tie as half a difference: two workers see the order of 60 items in 85 of 100
// answers, which are the same in .745, and say of some that neither is better.
func TestAgreementIsThatOfPairs(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 1))
	numbers := random.Perm(60)
	for name, number := range map[string]func(i int) int32{
		"as ranked": func(i int) int32 { return int32(i) }, "at random": func(i int) int32 { return int32(numbers[i]) },
	} {
		random := rand.New(rand.NewPCG(6, 4))
		var sure, tied []crowd.Vote
		for a := range 60 {
			for b := range a {
				for w := range int32(2) {
					v := crowd.Vote{Worker: w, Left: number(b), Right: number(a)}
					if random.Float64() > .85 {
						v.Answer = crowd.Right
					}
					sure = append(sure, v)
					if random.Float64() < .2 {
						v.Answer = crowd.Neither
					}
					tied = append(tied, v)
				}
			}
		}
		d := crowd.Compare(60, 2, sure, true)
		a, err := metric.Agree(ranking.BothWays(&d.Labels), metric.Scale{Values: []float64{0, 1}, Nominal: true}, nil)
		if err != nil {
			t.Fatal(err)
		}
		near(t, name+": α", a.Alpha.Nominal.Value, 2*a.Percent.Value-1, .002)
		near(t, name+": same", a.Percent.Value, .745, .02)
		if !(a.Alpha.Nominal.Low < a.Alpha.Nominal.Value && a.Alpha.Nominal.Low > .4) {
			t.Errorf("%s: got %+v", name, a.Alpha.Nominal)
		}
		d = crowd.Compare(60, 2, tied, true)
		a, err = metric.Agree(ranking.BothWays(&d.Labels), metric.Scale{Values: []float64{0, 1, .5}, Nominal: true}, nil)
		if err != nil {
			t.Fatal(err)
		}
		// Without a tie E y y' is .49/4 of answers ±½ and of the variance ¼, with ties .64 of that, of .8 of the variance.
		near(t, name+": α with ties", a.Alpha.Interval.Value, .8*.49, .04)
	}
}

// Percent agreement on the pairs of complete rankings is Kendall's τ, of two workers on average.
func TestAgreementOfRankings(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 1))
	const items, judges = 7, 6
	r := &crowd.Rankings{Start: []int32{0}}
	place := make([][]float64, judges)
	for w := range place {
		place[w] = make([]float64, items)
		order := random.Perm(items)
		if w > 0 {
			order = []int{0, 1, 2, 3, 4, 5, 6}
			order[w-1], order[w] = order[w], order[w-1]
		}
		for at, i := range order {
			place[w][i] = float64(at + 1)
			r.Item = append(r.Item, int32(i))
		}
		r.Start, r.Worker = append(r.Start, int32(len(r.Item))), append(r.Worker, int32(w))
	}
	d := crowd.CompareLists(items, judges, r)
	a, err := metric.Agree(ranking.BothWays(&d.Labels), metric.Scale{Values: []float64{0, 1}, Nominal: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	mean := 0.0
	for w := range judges {
		for v := range w {
			mean += tau(place[w], place[v]) / (judges * (judges - 1) / 2)
		}
	}
	near(t, "τ", 2*a.Percent.Value-1, mean, 1e-12)
}
