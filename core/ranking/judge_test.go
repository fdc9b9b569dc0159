package ranking_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"concord/core/advise"
	"concord/core/calibrate"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/method/comparison"
	"concord/core/ranking"
	"concord/core/workers"
)

func judged(t testing.TB, d *crowd.Dataset, m fit.Method) *ranking.Judged {
	t.Helper()
	r, f := fitted(t, d, m)
	j, err := ranking.Judge(d, r, f, nil)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// all are the votes of a data set, in its order.
func all(d *crowd.Dataset) []crowd.Vote {
	var votes []crowd.Vote
	for i := range d.Tasks {
		for n, to := d.Of(i); n < to; n++ {
			v := crowd.Vote{Worker: d.Worker[n], Left: d.Comparisons.First[i], Right: d.Comparisons.Second[i], Answer: crowd.Answer(d.Class[n])}
			if d.Swapped != nil && d.Swapped[n] {
				v.Left, v.Right = v.Right, v.Left
				if v.Answer != crowd.Neither {
					v.Answer = crowd.Right - v.Answer
				}
			}
			votes = append(votes, v)
		}
	}
	return votes
}

// Agreement with the ranking without a worker is that with a ranking fitted again without the worker's votes, to .01 on
// average.
func TestAgreementWithoutOneself(t *testing.T) {
	const sampled = 3
	for _, c := range []struct {
		data   string
		method fit.Method
	}{
		{"country", comparison.Skill{}}, {"llmfao", comparison.Skill{}}, {"country", comparison.WinRate{}}, {"llmfao", comparison.Davidson{}},
		{"country", comparison.Thurstone{}}, {"llmfao", comparison.CrowdBT{}},
	} {
		d := load(t, c.data)
		votes, j := all(d), judged(t, d, c.method)
		var enough []int
		for w := range j.Workers {
			if j.Workers[w].Shared >= advise.Fewest {
				enough = append(enough, w)
			}
		}
		off := 0.0
		for n := range sampled {
			w := enough[n*len(enough)/sampled]
			rest := slices.DeleteFunc(slices.Clone(votes), func(v crowd.Vote) bool { return v.Worker == int32(w) })
			without := crowd.Compare(d.Comparisons.Items, d.Workers, rest, true)
			_, f := fitted(t, without, c.method)
			agrees, decided := 0.0, 0.0
			for _, v := range votes {
				if v.Worker != int32(w) || v.Answer == crowd.Neither {
					continue
				}
				var row [3]float64
				f.Answer(int(v.Left), int(v.Right), -1, 0, row[:without.Classes])
				decided++
				if row[v.Answer] > row[crowd.Right-v.Answer] {
					agrees++
				}
			}
			off += math.Abs(j.Workers[w].Agreement.Value-agrees/decided) / sampled
		}
		if !(off <= .01) {
			t.Errorf("%s, %T: agreement is %.4f off on average, want .01 at most", c.data, c.method, off)
		}
	}
}

// Honest workers of all sorts, with few votes or many, are hardly ever flagged: of 200, four may be, as for classes.
func TestHonestWorkersAreNotFlagged(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	for _, m := range []fit.Method{comparison.Skill{}, comparison.BradleyTerry{}} {
		accused, weak, workers := 0, 0, 0
		for range 25 {
			crew := make([]voter, 24)
			for w := range crew {
				crew[w] = voter{votes: 10 << random.IntN(6), skill: .4 + 1.2*random.Float64(), left: .4 * random.NormFloat64(),
					ties: math.Exp(random.NormFloat64())}
			}
			spread := .5 + 2*random.Float64()
			score := normals(20, random)
			for i := range score {
				score[i] *= spread
			}
			for w, x := range judged(t, crowd.Compare(len(score), len(crew), vote(score, crew, random), true), m).Workers {
				workers++
				accused += len(x.Flags)
				if crew[w].skill >= .9 && x.Below < .01 {
					weak++
				}
			}
		}
		if accused > workers/50 || weak > workers/100 {
			t.Errorf("%T: of %d honest workers %d are flagged, and %d as good as the average are below it", m, workers, accused, weak)
		}
	}
}

// With enough votes, who clicks at random is found, and with few who contradicts the others or always gives the same answer; nobody else.
func TestFlagsFindTheSuspects(t *testing.T) {
	const seeds = 20
	found := map[advise.Kind]int{}
	random := rand.New(rand.NewPCG(6, 6))
	for range seeds {
		crew := append(times(15, voter{votes: 200, skill: 1, left: .2, ties: .5}), voter{votes: 300, ties: .7}, voter{votes: 100, skill: -1},
			voter{votes: 60, left: 20}, voter{votes: 60, left: -20}, voter{votes: 60, ties: 1e6}, voter{votes: 9, left: 20})
		score := normals(30, random)
		for i := range score {
			score[i] *= 1.5
		}
		j := judged(t, crowd.Compare(len(score), len(crew), vote(score, crew, random), true), comparison.Skill{})
		for w, x := range j.Workers {
			want, suspect := map[int]advise.Flag{15: {Kind: advise.Random}, 16: {Kind: advise.Inverted}, 17: {Kind: advise.Constant},
				18: {Kind: advise.Constant, Class: int(crowd.Right)}, 19: {Kind: advise.Constant, Class: int(crowd.Neither)}}[w]
			for _, f := range x.Flags {
				if !suspect || f.Kind != want.Kind || f.Class != want.Class {
					t.Errorf("worker %d is flagged: %+v", w, f)
				}
				found[f.Kind]++
			}
		}
		if v := j.Voters[17]; v.Left.Value != 1 || v.LeftZ < 5 || v.Decided != 60 {
			t.Errorf("always left: got %+v", v)
		}
		if v := j.Voters[19]; v.TieShare.Value != 1 || v.Left.Defined() || j.Workers[19].Agreement.Defined() {
			t.Errorf("always a tie: got %+v, %+v", v, j.Workers[19])
		}
	}
	for k, least := range map[advise.Kind]int{advise.Random: 3 * seeds / 4, advise.Inverted: seeds - 1, advise.Constant: 3*seeds - 2} {
		if found[k] < least {
			t.Errorf("%v: found %d times, want %d", k, found[k], least)
		}
	}
}

// core/workers says of voters what it says of those who label tasks.
func TestVerdicts(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	crew := append(times(12, voter{votes: 150, skill: 1.2}), voter{votes: 60, left: 20}, voter{votes: 150, skill: -1},
		voter{votes: 9, skill: 1})
	score := normals(20, random)
	d := crowd.Compare(len(score), len(crew), vote(score, crew, random), true)
	j := judged(t, d, comparison.Skill{})
	s := workers.Stand(workers.Crowd{Answers: make([]int32, d.Tasks), Each: 1, Spread: calibrate.Drift, Workers: strconv.Itoa,
		Labels: func(k int) string { return []string{"left", "right", "tie"}[k] }},
		&workers.Cohort{Data: d, Accuracy: make([]calibrate.Interval, d.Workers), Judged: j.Workers, Compared: d.Tasks})
	for w, want := range map[int]string{
		0: "No evidence of a problem", 12: "Always answers “left”", 13: "Below chance", 14: "Not enough labels yet",
	} {
		if got := s.All[w].Verdict.Says; got != want {
			t.Errorf("worker %d: got %q, want %q", w, got, want)
		}
	}
}

// The pairs of a ranking hang together: who ranks at random eight items once has said seven things, not 28.
func TestRankingsCountByItems(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	const items, workers, lists, size = 16, 20, 4, 8
	accused, few := 0, 0
	for range 25 {
		score := normals(items, random)
		r := &crowd.Rankings{Start: []int32{0}}
		for w := range int32(workers) {
			for range lists {
				noise := make([]float64, items) // Plackett–Luce, by Gumbel's distribution
				for i := range noise {
					noise[i] = score[i] - math.Log(random.ExpFloat64())
				}
				list := random.Perm(items)[:size]
				slices.SortFunc(list, func(a, b int) int { return cmp.Compare(noise[b], noise[a]) })
				for _, i := range list {
					r.Item = append(r.Item, int32(i))
				}
				r.Start, r.Worker = append(r.Start, int32(len(r.Item))), append(r.Worker, w)
			}
		}
		for w, x := range judged(t, crowd.CompareLists(items, workers, r), comparison.PlackettLuce{}).Workers {
			if accused += len(x.Flags); x.Below < .01 {
				few++
			}
			if want := lists * (size - 1); x.Shared != want || x.Labels != lists*size*(size-1)/2 {
				t.Fatalf("worker %d: got %d of %d votes that count, want %d", w, x.Shared, x.Labels, want)
			}
		}
	}
	if accused > 10 || few > 10 {
		t.Errorf("of 500 honest workers %d are flagged and %d below average", accused, few)
	}
}

// Worker 0 votes twice on one pair, once either way, and once on another; the others say the opposite of the first twice.
func TestVoters(t *testing.T) {
	d := crowd.Compare(3, 3, []crowd.Vote{
		{Worker: 0, Left: 0, Right: 1}, {Worker: 0, Left: 1, Right: 0}, {Worker: 0, Left: 1, Right: 2, Answer: crowd.Neither},
		{Worker: 1, Left: 0, Right: 1, Answer: crowd.Right}, {Worker: 2, Left: 1, Right: 0}, {Worker: 2, Left: 2, Right: 0, Answer: crowd.Right},
	}, true)
	r, f := fitted(t, d, comparison.Davidson{})
	j, err := ranking.Judge(d, r, f, nil)
	if err != nil {
		t.Fatal(err)
	}
	v := j.Voters[0]
	if v.Votes != 3 || v.Decided != 2 || v.Ties != 1 || v.Left.Value != 1 || v.TieShare.N != 3 || v.Skill.Defined() {
		t.Errorf("got %+v", v)
	}
	near(t, "two votes on the same pair, one either way", v.Self.Value, 0, 0)
	near(t, "one vote of the two is that of both others", v.Shared.Value, .5, 0)
	near(t, "an average worker, a pair either way", v.ExpectedLeft, .5, 1e-12)
	near(t, "both on the left, of two coins", v.LeftZ, 1/math.Sqrt(variance(f)), 1e-12)
	if v := j.Voters[1]; v.Self.Defined() || v.Shared.Value != 2./3 {
		t.Errorf("got %+v", v)
	}
	if x := j.Workers[0]; x.Shared != 2 || x.Labels != 3 || x.Agreement.Value != .5 || x.Below != 1 || len(x.Flags) > 0 {
		t.Errorf("got %+v", x)
	}
	d.Anonymous = true
	if _, err := ranking.Judge(d, r, f, nil); err == nil {
		t.Error("nobody knows whose votes these are: got no error")
	}
}

// variance is that of the two votes of worker 0 above.
func variance(f fit.Ranker) float64 {
	var row [3]float64
	f.Answer(0, 1, -1, 1, row[:])
	p := row[0] / (row[0] + row[1])
	return 2 * p * (1 - p)
}

// Intervals of skills hold as often as they say where skills are as the prior has them.
func TestSkillIntervals(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	held, all := 0.0, 0.0
	for range 10 {
		crew := make([]voter, 60)
		mean := 0.0
		for w := range crew {
			crew[w] = voter{votes: 60, skill: 1 + .35*random.NormFloat64(), ties: .5}
			mean += crew[w].skill / 60
		}
		j := judged(t, crowd.Compare(20, len(crew), vote(normals(20, random), crew, random), true), comparison.Skill{})
		unit := 0.0 // skills are in units of a typical worker's
		for _, v := range j.Voters {
			unit += v.Skill.Value / float64(len(j.Voters))
		}
		for w, v := range j.Voters {
			if all++; v.Skill.Low <= crew[w].skill/mean*unit && crew[w].skill/mean*unit <= v.Skill.High {
				held++
			}
		}
	}
	near(t, "share of intervals that hold", held/all, .95, .02)
}

// One worker, all ties, an item against itself, islands, and no votes at all: figures or reasons, and never NaN in a verdict.
func TestOddVotes(t *testing.T) {
	for name, votes := range map[string][]crowd.Vote{
		"none":       nil,
		"one":        {{Left: 0, Right: 1}},
		"itself":     {{Left: 1, Right: 1}},
		"one worker": {{Left: 0, Right: 1}, {Left: 1, Right: 2}, {Left: 2, Right: 0}},
		"all ties":   {{Left: 0, Right: 1, Answer: crowd.Neither}, {Worker: 1, Left: 0, Right: 1, Answer: crowd.Neither}},
		"islands":    {{Left: 0, Right: 1}, {Worker: 1, Left: 2, Right: 3}, {Worker: 1, Left: 1, Right: 0}},
	} {
		for _, m := range []fit.Method{
			comparison.Skill{}, comparison.WinRate{}, comparison.Elo{}, comparison.CrowdBT{}, comparison.BradleyTerry{Alpha: -1},
		} {
			d := crowd.Compare(5, 3, votes, true)
			r, f := fitted(t, d, m)
			j, err := ranking.Judge(d, r, f, nil)
			if err != nil {
				t.Fatal(err)
			}
			for w, x := range j.Workers {
				v := j.Voters[w]
				for _, figure := range []float64{x.Agreement.Value, x.Accuracy.Value, x.Below, x.Expected, v.SE, v.LeftZ, v.ExpectedLeft, v.Left.Value,
					v.Self.Value, v.Shared.Value, v.TieShare.Value} {
					if math.IsNaN(figure) || math.IsInf(figure, 0) {
						t.Errorf("%s, %T: worker %d: got %+v %+v", name, m, w, x, v)
					}
				}
			}
			if _, err := ranking.FindTriads(d, 3, nil); err != nil {
				t.Error(err)
			}
			if _, err := ranking.Meet(d, f, []int32{4, 1, 0}, nil); err != nil {
				t.Error(err)
			}
			asks, err := ranking.Next(d, r, f, 7, nil)
			if (err != nil) != (r.SE == nil) {
				t.Errorf("%s, %T: got %v", name, m, err)
			}
			for _, a := range asks {
				if math.IsNaN(a.Gain) || a.Votes < 1 {
					t.Errorf("%s, %T: got %+v", name, m, a)
				}
			}
		}
	}
}
