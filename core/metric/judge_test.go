package metric

import (
	"math"
	"testing"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/simulate"
	"concord/internal/race"
)

// Four tasks by hand. Answers: 0, 1, 1, 0; truths: 0, 1, 0, 0.
//
//	class 0: TP 2, FN 1, FP 0 → F₁ = 4/5; class 1: TP 1, FN 0, FP 1 → 2/3.
//	log loss = −(ln .9 + ln .6 + ln .3 + ln .8)/4
//	Brier    = 2(.01 + .16 + .49 + .04)/4
//	AUC of class 1: positive score .6; negatives .1, .7, .2 → 2/3.
func TestJudgeByHand(t *testing.T) {
	posterior := []float64{.9, .1, .4, .6, .3, .7, .8, .2}
	q := Judge(posterior, []int32{0, 1, 0, 0}, 2, 1)
	near(t, "accuracy", q.Score.Accuracy, .75, 1e-15)
	near(t, "macro F1", q.MacroF1.Value, (.8+2./3)/2, 1e-15)
	near(t, "micro F1", q.Score.Accuracy, .75, 1e-15)
	near(t, "log loss", q.LogLoss.Value, -math.Log(.9*.6*.3*.8)/4, 1e-15)
	near(t, "Brier", q.Brier.Value, .35, 1e-15)
	near(t, "AUC of both", MacroAUC(posterior, []int32{0, 1, 0, 0}, 2).Value, 2./3, 1e-15)
	// Answers' probabilities .9, .6, .7, .8, each alone in its bin: |1−.9|, |1−.6|, |0−.7|, |1−.8|.
	near(t, "ECE", q.ECE.Value, (.1+.4+.7+.2)/4, 1e-15)
	if b := q.Bins[8]; b.Count != 1 || b.Low != .8 || b.Confidence != .9 {
		t.Errorf("bin 8: got %+v", b)
	}
}

func TestJudgeNeverYieldsNaN(t *testing.T) {
	for name, c := range map[string]struct {
		posterior []float64
		truth     []int32
	}{
		"no truth":           {[]float64{1, 0, 0, 1}, []int32{-1, -1}},
		"certain and wrong":  {[]float64{1, 0, 0, 1}, []int32{1, 0}},
		"one class":          {[]float64{1, 0, 0, 1}, []int32{1, 1}},
		"one task":           {[]float64{1, 0}, []int32{0}},
		"truth nobody names": {[]float64{1, 0, .5, .5}, []int32{2, 0}},
	} {
		q := Judge(c.posterior, c.truth, 2, 1)
		figures := []api.Figure{q.Score.Figure(), Wilson(q.Score.Expected*float64(q.Score.Evaluated), q.Score.Evaluated), q.MacroF1,
			MacroAUC(c.posterior, c.truth, 2), q.LogLoss, q.Brier, q.ECE}
		for n, f := range figures {
			for _, x := range []float64{f.Value, f.Low, f.High} {
				if math.IsNaN(x) || math.IsInf(x, 0) {
					t.Errorf("%s: figure %d is %+v", name, n, f)
				}
			}
			if f.Defined() && (f.Low > f.Value || f.High < f.Value) && n != 2 {
				t.Errorf("%s: figure %d lies outside of its interval: %+v", name, n, f)
			}
		}
	}
	if q := Judge([]float64{1, 0, 0, 1}, []int32{1, 0}, 2, 1); q.LogLoss.Value != -math.Log(Least) {
		t.Errorf("certain and wrong: got log loss %g", q.LogLoss.Value)
	}
}

// DeLong's interval and the bootstrap's must contain the value of a very large
// draw about 38 times of 40: 40 draws of 100 tasks each.
func TestIntervalsCover(t *testing.T) {
	race.SkipMany(t)
	draw := func(tasks int, seed uint64) []api.Figure {
		w := simulate.DawidSkene{Tasks: tasks, Workers: 5, Classes: 3, PerTask: 3, Prior: []float64{.5, .3, .2},
			Confusion: simulate.Crew(simulate.Times(5, simulate.Coin(3, .6))...)}.Draw(seed)
		q := crowd.Shares(w.Data)
		for n := range q { // keep away from certainty, as a fitted posterior would
			q[n] = (q[n] + .1) / 1.3
		}
		j := Judge(q, w.Truth, 3, seed)
		score, positive := make([]float64, tasks), make([]bool, tasks)
		for i, z := range w.Truth {
			score[i], positive[i] = q[3*i+2], z == 2
		}
		_, last := area(score, positive)
		return []api.Figure{Wilson(j.Score.Expected*float64(j.Score.Evaluated), j.Score.Evaluated), j.MacroF1, MacroAUC(q, w.Truth, 3), last,
			j.LogLoss, j.Brier}
	}
	truth := draw(30000, 1)
	names := []string{"accuracy", "macro F1", "macro AUC", "AUC of 2", "log loss", "Brier"}
	covered := make([]int, len(names))
	for seed := range uint64(40) {
		for n, f := range draw(100, seed+2) {
			if want := truth[n].Value; f.Low <= want && want <= f.High {
				covered[n]++
			}
		}
	}
	for n, c := range covered {
		if c < 33 { // 38 less 3.6 standard deviations
			t.Errorf("%s: %d of 40 intervals hold the true value, want about 38", names[n], c)
		}
	}
}

// Blocks must not change the width of an interval by more than their noise.
func TestBlocksGiveTheSameIntervals(t *testing.T) {
	const tasks = 20000 // well above maxUnits
	s := newSums(tasks, 2, 7)
	if !s.blocks {
		t.Fatal("expected blocks")
	}
	for i := range tasks {
		at := s.of(i)
		at[0] += float64(i % 4) // variance 1.25
		at[1]++
	}
	f := s.figures(tasks, nil, measure{of: ratio(0, 1)})[0]
	near(t, "mean", f.Value, 1.5, 1e-12)
	want := 2 * z95 * math.Sqrt(1.25/tasks)
	near(t, "width over its expectation", (f.High-f.Low)/want, 1, .1)
}

func TestAUCWithTiesAgreesWithCountingPairs(t *testing.T) {
	score := []float64{.1, .2, .2, .3, .3, .3, .9, 0}
	positive := []bool{false, true, false, true, false, true, true, true}
	wins, pairs := 0.0, 0.0
	for a := range score {
		for b := range score {
			if positive[a] && !positive[b] {
				pairs++
				if score[a] > score[b] {
					wins++
				} else if score[a] == score[b] {
					wins += .5
				}
			}
		}
	}
	_, f := area(score, positive)
	near(t, "AUC", f.Value, wins/pairs, 1e-15)
}

// What is no number equals nothing, and is passed all the same.
func TestRunsOfWhatIsNoNumberEnd(t *testing.T) {
	nan := math.NaN()
	if influence, _ := area([]float64{nan, .5, nan, 1}, []bool{true, false, false, true}); len(influence) != 4 {
		t.Errorf("AUC: got %d influences, want 4", len(influence))
	}
	l := &crowd.Labels{Tasks: 2, Workers: 2, Start: []int32{0, 2, 4}, Worker: []int32{0, 1, 0, 1}, Value: []float64{nan, 1, nan, nan}}
	if rank := valueRanks(l, nil); len(rank) != 4 {
		t.Errorf("ranks: got %v, want 4", rank)
	}
}

func TestCompareNumbersByHand(t *testing.T) {
	// Truths 1 2 3 4, estimates 1 2 3 6: Σe² = 4, Σ(x−2.5)² = 5.
	n := CompareNumbers([]float64{1, 2, 3, 6, 9}, []float64{1, 2, 3, 4, math.NaN()}, 1)
	near(t, "R2", n.R2.Value, .2, 1e-14)
	near(t, "MAE", n.MAE.Value, .5, 1e-15)
	near(t, "RMSE", n.RMSE.Value, 1, 1e-15)
	near(t, "r", n.Correlation.Value, 8/math.Sqrt(5*14), 1e-14) // Σxy − Σx·Σy/4 = 38−30; Σyy = 50−36
	if n.MAE.N != 4 {
		t.Errorf("got %d tasks, want 4", n.MAE.N)
	}
	// Far from zero the same, to the digits that the numbers themselves have.
	far := CompareNumbers([]float64{1e9 + 1, 1e9 + 2, 1e9 + 3, 1e9 + 6}, []float64{1e9 + 1, 1e9 + 2, 1e9 + 3, 1e9 + 4}, 1)
	near(t, "R2 far from zero", far.R2.Value, .2, 1e-12)
	if c := CompareNumbers([]float64{1, 2}, []float64{3, 3}, 1); c.R2.Defined() || !c.MAE.Defined() {
		t.Errorf("of constant truths: got %+v", c)
	}
	if c := CompareNumbers([]float64{1}, []float64{math.NaN()}, 1); c.MAE.Defined() {
		t.Error("a mean of nothing has a value")
	}
}

func TestMcNemarIsTheExactBinomial(t *testing.T) {
	// Of 12 discordant tasks 2 : 10, P = 2·(1 + 12 + 66)/2¹² = 158/4096.
	var a, b, truth []int32
	add := func(n int, rightA, rightB bool) {
		for range n {
			x, y := int32(0), int32(0)
			if rightA {
				x = 1
			}
			if rightB {
				y = 1
			}
			a, b, truth = append(a, x), append(b, y), append(truth, 1)
		}
	}
	add(2, true, false)
	add(10, false, true)
	a, b, truth = append(a, 0), append(b, 1), append(truth, crowd.Unknown)
	add(5, true, true)
	add(3, false, false)
	p := McNemar(a, b, truth)
	if p.Both != 5 || p.OnlyA != 2 || p.OnlyB != 10 || p.Neither != 3 {
		t.Errorf("got %+v", p)
	}
	near(t, "P", p.P, 158./4096, 1e-12)
	if p := McNemar(a, a, truth); p.P != 1 {
		t.Errorf("against itself: got P %g, want 1", p.P)
	}
}
