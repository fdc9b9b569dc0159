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

// around is a prior like that of most files: right with probability p, give or take .15.
func around(p float64) calibrate.Prior {
	return calibrate.Prior{Interval: calibrate.Interval{Value: p, Low: p - .15, High: min(p+.15, 1)}}
}

// Before anything is checked the estimate is the prior of the answers that the method was not told, with their luck.
func TestTallyOfThePrior(t *testing.T) {
	a := calibrate.Tally{Prior: around(.8)}
	for range 3 {
		a.Add(.8)
	}
	a.Tell()
	got, luck := a.Expect(), 1.959963984540054*math.Sqrt(3*.16)/4
	near(t, "value", got.Value, (1+3*.8)/4)
	near(t, "low", got.Low, max(.25, got.Value-math.Hypot(.75*.15, luck)))
	near(t, "high", got.High, 1)
	near(t, "open", a.Open(), .8)
	if a.Unknown() != 3 || a.Checked() != 0 || a.All() != 4 {
		t.Errorf("got %d unknown and %d checked of %d, want 3 and 0 of 4", a.Unknown(), a.Checked(), a.All())
	}
	a.Check(.7, false)
	if after := a.Expect(); after.Value >= (1+3*.8+.8)/5 || after.Value < .5 || a.Checked() != 1 {
		t.Errorf("one wrong: got %+v", after)
	}
}

// One answer of many is checked: the distribution of the accuracy is the prior's times the likelihood, by quadrature.
func TestTallyByQuadrature(t *testing.T) {
	a := calibrate.Tally{Prior: around(.7)}
	for range 100_000 {
		a.Add(.7)
	}
	for _, right := range []bool{true, true, false, true} {
		a.Check(.7, right)
	}
	total, mean := 0.0, 0.0
	for x := .0005; x < 1; x += .001 {
		z := (x - .7) / (.15 / 1.959963984540054)
		w := math.Exp(-z*z/2) * x * x * x * (1 - x)
		total, mean = total+w, mean+w*x
	}
	if got := a.Expect().Value; math.Abs(got-mean/total) > 1e-3 {
		t.Errorf("got %.4f, want %.4f", got, mean/total)
	}
}

// Once every answer is checked, the accuracy is known.
func TestTallyOfAll(t *testing.T) {
	a := calibrate.Tally{Prior: around(.8)}
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
	a := calibrate.Tally{Prior: around(.9)}
	for range 5000 {
		a.Add(.95)
	}
	for range 50 {
		a.Check(.95, true)
	}
	got := a.Expect()
	if got.Low > .96 || got.Low < .9 || got.High < .995 {
		t.Errorf("got %v to %v, want about .93 to 1", got.Low, got.High)
	}
}

// TestTallyCovers simulates crowds whose probabilities drift as the prior says, and checks
// samples of several sizes: about 95 % of the intervals hold, and they are as narrow as
// Narrowed foretold.
func TestTallyCovers(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 2))
	const crowds, tasks, spread = 300, 400, .15 / 1.96
	for _, n := range []int{0, 20, 100, 300} {
		covered, off, half, foretold := 0, 0.0, 0.0, 0.0
		for range crowds {
			drift := spread * src.NormFloat64()
			p, right, hits := make([]float64, tasks), make([]bool, tasks), 0
			for i := range p {
				p[i] = .4 + .45*math.Sqrt(src.Float64()) // .7 in the mean
				if right[i] = src.Float64() < p[i]+drift; right[i] {
					hits++
				}
			}
			before, after := sample(.7, p, right, nil), sample(.7, p, right, calibrate.Draw(tasks, n, src.Uint64()))
			e, is := after.Expect(), float64(hits)/tasks
			if is >= e.Low && is <= e.High {
				covered++
			}
			off += (e.Value - is) / crowds
			half += (e.High - e.Low) / 2 / crowds
			foretold += before.Narrowed(n) / crowds
		}
		if share := float64(covered) / crowds; share < .92 || share > .99 {
			t.Errorf("%d checked: %.3f of the intervals hold, want about .95", n, share)
		}
		if math.Abs(off) > .015 {
			t.Errorf("%d checked: on average %.4f off, want 0", n, off)
		}
		if n > 0 && math.Abs(half/foretold-1) > .15 {
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
	e := sample(.85, p, right, calibrate.Draw(tasks, 5000, 1))
	if got := e.Expect(); math.Abs(got.Value-hits/tasks) > .015 || got.High-got.Low > .04 {
		t.Errorf("got %v, want %.3f", got, hits/tasks)
	}
}

// sample checks some of the answers.
func sample(prior float64, p []float64, right []bool, places []int) *calibrate.Tally {
	checked := make([]bool, len(p))
	for _, i := range places {
		checked[i] = true
	}
	t := &calibrate.Tally{Prior: around(prior)}
	for i := range p {
		if checked[i] {
			t.Check(p[i], right[i])
		} else {
			t.Add(p[i])
		}
	}
	return t
}

// TestTallyByEnumeration: over all samples of two of five answers the estimate moves from the prior towards what is right.
func TestTallyByEnumeration(t *testing.T) {
	p, right := []float64{.9, .8, .8, .7, .6}, []bool{true, true, false, false, false}
	sum, n := 0.0, 0.0
	for a := range p {
		for b := range a {
			sum += sample(.76, p, right, []int{a, b}).Expect().Value
			n++
		}
	}
	if got := sum / n; got >= .74 || got <= .4 { // 2 of 5 are right
		t.Errorf("mean over all samples: got %.3f, want between .4 and .74", got)
	}
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
