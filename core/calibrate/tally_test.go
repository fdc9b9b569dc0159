package calibrate_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"concord/core/calibrate"
)

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-12 {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// TestTallyByHand computes the formulas of Tally for a few answers.
func TestTallyByHand(t *testing.T) {
	drift := calibrate.Drift * calibrate.Drift
	var a calibrate.Tally
	for _, p := range []float64{.9, .8, .6} {
		a.Add(p)
	}
	// mean (.9 + .8 + .6)/3; s² = (.09 + .16 + .24)/3; Var = Drift² + s²/3
	mean, s2 := 2.3/3, .49/3
	got := a.Expect()
	near(t, "nothing checked: value", got.Value, mean)
	near(t, "nothing checked: low", got.Low, mean-1.959963984540054*math.Sqrt(drift+s2/3))
	near(t, "nothing checked: high", got.High, 1) // 2.3/3 + .2576… > 1

	// One more answer was checked and is wrong: r − p = −.7; another was told.
	a.Check(.7, false)
	a.Tell()
	mean = 3.0 / 4
	s2 = (2*.25*.25 + 2*.75*.75) / 4 // Σ(r − p − d)² of one answer is 0
	w := drift / (drift + (.49+.21)/4)
	off := -.7 * w
	got = a.Expect()
	near(t, "one checked: value", got.Value, (1+2.3+3*off)/5)
	half := 1.959963984540054 * math.Sqrt(.36*((1-w)*(1-w)*drift+w*w*s2)+s2*3/25)
	near(t, "one checked: low", got.Low, max(.2, (1+2.3+3*off)/5-half))
	near(t, "one checked: high", got.High, min(.8, (1+2.3+3*off)/5+half))
	if a.Unknown() != 3 || a.Checked() != 1 {
		t.Errorf("got %d unknown and %d checked, want 3 and 1", a.Unknown(), a.Checked())
	}
}

// Once every answer is checked, the accuracy is known.
func TestTallyOfAll(t *testing.T) {
	var a calibrate.Tally
	for i := range 10 {
		a.Check(.9, i < 7)
	}
	if got, want := a.Expect(), (calibrate.Interval{Value: .7, Low: .7, High: .7}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestTallyOfAllRight: where all of a few checked answers are right, some of the others may
// be wrong all the same. The exact 95 % interval for 50 of 50 goes down to .929.
func TestTallyOfAllRight(t *testing.T) {
	var a calibrate.Tally
	for range 5000 {
		a.Add(.95)
	}
	for range 50 {
		a.Check(.95, true)
	}
	got := a.Expect()
	if got.Low > .96 || got.Low < .9 || got.High != 1 {
		t.Errorf("got %v to %v, want about .93 to 1", got.Low, got.High)
	}
}

// TestTallyCovers simulates crowds whose probabilities drift as Drift says, and checks
// samples of several sizes: about 95 % of the intervals hold, and they are as narrow as
// Narrowed foretold.
func TestTallyCovers(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 2))
	const crowds, tasks = 2000, 400
	for _, n := range []int{0, 5, 20, 50, 100, 300} {
		covered, off, half, foretold := 0, 0.0, 0.0, 0.0
		for range crowds {
			drift := calibrate.Drift * src.NormFloat64()
			p, right, hits := make([]float64, tasks), make([]bool, tasks), 0
			for i := range p {
				p[i] = .5 + .45*math.Sqrt(src.Float64())
				if right[i] = src.Float64() < p[i]+drift; right[i] {
					hits++
				}
			}
			before, after := sample(p, right, nil), sample(p, right, calibrate.Draw(tasks, n, src.Uint64()))
			e, is := after.Expect(), float64(hits)/tasks
			if is >= e.Low && is <= e.High {
				covered++
			}
			off += (e.Value - is) / crowds
			half += (e.High - e.Low) / 2 / crowds
			foretold += before.Narrowed(n) / crowds
		}
		if share := float64(covered) / crowds; share < .93 || share > .985 {
			t.Errorf("%d checked: %.3f of the intervals hold, want about .95", n, share)
		}
		if math.Abs(off) > .006 {
			t.Errorf("%d checked: on average %.4f off, want 0", n, off)
		}
		if n > 0 && math.Abs(half/foretold-1) > .1 {
			t.Errorf("%d checked: half-width %.4f, %.4f was foretold", n, half, foretold)
		}
	}
}

// TestTallyIsRightHoweverWrongTheProbabilitiesAre: with many checked answers, probabilities
// that are off by far more than real ones hardly matter.
func TestTallyIsRightHoweverWrongTheProbabilitiesAre(t *testing.T) {
	src := rand.New(rand.NewPCG(3, 4))
	const tasks = 20000
	p, right, hits := make([]float64, tasks), make([]bool, tasks), 0.0
	for i := range p {
		p[i] = .9
		if right[i] = src.Float64() < .5; right[i] {
			hits++
		}
	}
	e := sample(p, right, calibrate.Draw(tasks, 5000, 1))
	if got := e.Expect(); math.Abs(got.Value-hits/tasks) > .015 || got.High-got.Low > .04 {
		t.Errorf("got %v, want %.3f", got, hits/tasks)
	}
}

// sample checks some of the answers.
func sample(p []float64, right []bool, places []int) *calibrate.Tally {
	checked := make([]bool, len(p))
	for _, i := range places {
		checked[i] = true
	}
	t := &calibrate.Tally{}
	for i := range p {
		if checked[i] {
			t.Check(p[i], right[i])
		} else {
			t.Add(p[i])
		}
	}
	return t
}

// TestTallyByEnumeration: over all samples of two of five answers, the outcomes' difference
// from the probabilities is measured without bias, and used by its weight.
func TestTallyByEnumeration(t *testing.T) {
	p, right := []float64{.9, .8, .8, .7, .6}, []bool{true, true, false, false, false}
	sum, n := 0.0, 0.0
	for a := range p {
		for b := range a {
			sum += sample(p, right, []int{a, b}).Expect().Value
			n++
		}
	}
	// 2 of 5 are right, .76 of them were expected. With w the weight of two answers, where
	// the mean of p(1 − p) is .172:
	drift := calibrate.Drift * calibrate.Drift
	w := drift / (drift + .172/2)
	near(t, "mean over all samples", sum/n, (2*.4+3*(.76+w*(.4-.76)))/5)
}

// TestDraw: every place is drawn, none twice, each about as often as any other, and the
// same seed draws the same. One comes from each stratum.
func TestDraw(t *testing.T) {
	const all, n, times = 53, 7, 20000
	var count [all]int
	for seed := range uint64(times) {
		places := calibrate.Draw(all, n, seed)
		if seed < 100 && !slices.Equal(places, calibrate.Draw(all, n, seed)) {
			t.Fatalf("seed %d draws different places", seed)
		}
		for _, i := range places {
			count[i]++
		}
		slices.Sort(places)
		if got := len(slices.Compact(places)); got != n {
			t.Fatalf("seed %d: got %d places, want %d: %v", seed, got, n, places)
		}
	}
	want := float64(times) * n / all
	for i, got := range count {
		if math.Abs(float64(got)/want-1) > .08 {
			t.Errorf("place %d was drawn %d times, want about %.0f", i, got, want)
		}
	}
	strata := calibrate.Draw(8*n, n, 1)
	slices.Sort(strata)
	for s, i := range strata {
		if i/8 != s {
			t.Errorf("got place %d of stratum %d, want one of stratum %d: %v", i, i/8, s, strata)
		}
	}
	if got := calibrate.Draw(3, 7, 1); len(got) != 3 {
		t.Errorf("got %v of 3 places, want all", got)
	}
	if got := calibrate.Draw(0, 7, 1); len(got) != 0 {
		t.Errorf("got %v of no places", got)
	}
}
