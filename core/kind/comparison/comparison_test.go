package comparison_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/kind"
	"concord/core/kind/comparison"
	"concord/core/kind/kindtest"
	"concord/core/labels"
)

const tie = -1

// items are those of a task of the laws.
func items(task int) (a, b int32) { return int32(2 * task), int32(2*task + 1) }

// pairs names the tasks of a set.
func pairs(names kindtest.Names, c *crowd.Comparisons) (of kindtest.Names) {
	for i, a := range c.First {
		of = append(of, names.At(int(a))+" vs. "+names.At(int(c.Second[i])))
	}
	return of
}

func room() kindtest.Room {
	return kindtest.Room{
		Kind: comparison.Kind{},
		Draw: func(r *rand.Rand, task int) kind.Answer {
			a, b := items(task)
			return kind.Answer{[]float64{float64(a), float64(b), tie}[r.IntN(3)]}
		},
		Say: func(tasks []int, workers int, said func(task, j int) kind.Answer) *labels.Set {
			var votes []crowd.Vote
			for _, task := range tasks {
				a, b := items(task)
				for j := range workers {
					answer := said(task, j)
					if answer == nil {
						continue
					}
					left, right := a, b
					if j%2 == 1 {
						left, right = b, a
					}
					v := crowd.Vote{Worker: int32(j), Left: left, Right: right}
					switch int32(answer[0]) {
					case right:
						v.Answer = crowd.Right
					case tie:
						v.Answer = crowd.Neither
					}
					votes = append(votes, v)
				}
			}
			names := kindtest.Numbered("item ", 2*len(tasks))
			d := crowd.Compare(len(names), workers, votes, true)
			return &labels.Set{Data: d, Items: names, Tasks: pairs(names, d.Comparisons), Workers: kindtest.Numbered("w", workers),
				Classes: kindtest.Names{"first", "second", "tie"}[:d.Classes]}
		},
		Valid: func(a kind.Answer, task int) bool {
			first, second := items(task)
			return len(a) == 1 && (a[0] == tie || int32(a[0]) == first || int32(a[0]) == second)
		},
	}
}

func TestLaws(t *testing.T) { kindtest.Laws(t, room()) }

// FuzzUnanimous cuts what unanimous workers say, and joins it again: nothing is lost.
func FuzzUnanimous(f *testing.F) { kindtest.Fuzz(f, room()) }

// Three workers about two pairs: a, a and a tie; and b, b and b. Both ways round these are 5 votes for the first, 5 for the second and 2
// ties. With a tie halfway, the squares of the differences are 2(¼ + ¼)/2 = ½ within the first pair, either way round, and among all 132
// ordered pairs of votes 2(5·5·1 + 5·2·¼ + 5·2·¼) = 60: α is 1 − 11·1/60.
func TestAgreementWithTies(t *testing.T) {
	said := [][]float64{{0, 0, tie}, {3, 3, 3}}
	c, err := comparison.Kind{}.Cut(room().Say(kindtest.All(2), 3, func(task, j int) kind.Answer { return kind.Answer{said[task][j]} }), nil)
	if err != nil {
		t.Fatal(err)
	}
	a, err := comparison.Kind{}.Agree(c, nil, nil, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := a.Alpha.Interval.Value, 1-11./60; math.Abs(got-want) > 1e-12 {
		t.Errorf("got α %g, want %g", got, want)
	}
	if got, want := a.Percent.Value, (1./3+1)/2; math.Abs(got-want) > 1e-12 {
		t.Errorf("got %g of pairs of votes alike, want %g", got, want)
	}
	if len(a.Classes) != 1 || a.Classes[0].Class != "tie" {
		t.Errorf("got the classes %+v, want the tie alone: which item is the first means nothing", a.Classes)
	}
	if first := a.Figures()[0]; first.Name != "alpha-interval" || !strings.Contains(first.Title, "tie") {
		t.Errorf("the first figure is %s, %q", first.Name, first.Title)
	}
	if !strings.Contains(a.Over(), "pairs") || a.Paradox() != "" {
		t.Errorf("got %q, %q", a.Over(), a.Paradox())
	}
}

// Agreement is the same whichever item of a pair is the first, as where a file names the winner first, and as sure.
func TestAgreementWhicheverIsFirst(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 1))
	winners, mixed := make([][]float64, 200), make([][]float64, 200)
	for i := range winners {
		for range 4 {
			k := 0
			if random.Float64() < .2 {
				k = 1
			}
			winners[i] = append(winners[i], float64(2*i+k))
			mixed[i] = append(mixed[i], float64(2*i+(k^i%2)))
		}
	}
	agree := func(said [][]float64) *api.Agreement {
		set := room().Say(kindtest.All(200), 4, func(task, j int) kind.Answer { return kind.Answer{said[task][j]} })
		c, err := comparison.Kind{}.Cut(set, nil)
		if err != nil {
			t.Fatal(err)
		}
		a, err := comparison.Kind{}.Agree(c, nil, nil, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	got, want := agree(winners), agree(mixed)
	for n, f := range got.Figures() {
		w := want.Figures()[n]
		if math.Abs(f.Value-w.Value) > 1e-12 || math.Abs(f.SE-w.SE) > 1e-3 {
			t.Errorf("%s: got %g ± %g, want %g ± %g", f.Name, f.Value, f.SE, w.Value, w.SE)
		}
	}
	// Of two votes .68 are the same, and chance would make half of them so.
	if α := got.Alpha.Nominal; math.Abs(α.Value-.36) > .05 || α.N != 200 {
		t.Errorf("got α %+v, want about .36, of 200 pairs", α)
	}
	// The share of a pair's six pairs of votes that are the same has the standard deviation .28.
	if p := got.Percent; math.Abs(p.SE-.28/math.Sqrt(200)) > .004 || math.Abs((p.High-p.Low)/(2*1.96)-p.SE) > .003 {
		t.Errorf("got %+v, want a standard error of about .02 and its interval", p)
	}
}

// Of comparisons nobody is told how many are right.
func TestNothingIsRight(t *testing.T) {
	for _, ask := range []string{api.AskExpect, api.AskCheck, api.AskNeeded, api.AskPlan, api.AskReview, api.AskOrder} {
		if why := (comparison.Kind{}).Info().Refuses[ask]; len(why) < 20 || strings.Contains(why, "%") {
			t.Errorf("%s: got %q, want a refusal in words", ask, why)
		}
	}
}
