package fit

import (
	"math"
	"testing"
)

func TestGainSettled(t *testing.T) {
	const labels, many = 1000, 400_000
	// trace makes steps whose last gains and flips are the given ones, after a long climb.
	trace := func(gain float64, flips ...int) []Step {
		steps := []Step{{Objective: -100, Flips: 50}, {Objective: -1, Flips: 9}}
		for _, n := range flips {
			steps = append(steps, Step{Objective: steps[len(steps)-1].Objective + gain, Flips: n})
		}
		return steps
	}
	for _, c := range []struct {
		name  string
		tasks int
		trace []Step
		want  bool
	}{
		{"nine steps at rest", 100, trace(5e-5, 0, 0, 0, 0, 0, 0, 0, 0, 0), true},
		{"eight steps at rest", 100, trace(5e-5, 0, 0, 0, 0, 0, 0, 0, 0), false},
		{"the objective rises by more than 1e-7 a label", 100, trace(2e-4, 0, 0, 0, 0, 0, 0, 0, 0, 0), false},
		{"it falls as much", 100, trace(-2e-4, 0, 0, 0, 0, 0, 0, 0, 0, 0), false},
		{"one label in nine steps", 100, trace(5e-5, 1, 0, 0, 0, 0, 0, 0, 0, 0), true},
		{"two labels in nine steps", 100, trace(5e-5, 1, 0, 0, 0, 0, 0, 0, 1, 0), false},
		{"two of twenty thousand", 20_000, trace(5e-5, 1, 0, 0, 0, 0, 0, 0, 1, 0), true},
		{"three of twenty thousand", 20_000, trace(5e-5, 1, 0, 0, 0, 0, 1, 0, 1, 0), false},
		{"flips that are not counted", 100, trace(5e-5, -1, -1, -1, -1, -1, -1, -1, -1, -1), true},
		{"no objective", 100, trace(math.NaN(), 0, 0, 0, 0, 0, 0, 0, 0, 0), false},
		{"no steps", 100, nil, false},
		{"many labels, of which ever fewer change", many, trace(5e-5, 40, 40, 40, 6, 6, 6), true}, // ρ is less than a half: 18·(½ + ¼ + …) = 18
		{"they decay too slowly", many, trace(5e-5, 9, 9, 9, 6, 6, 6), false},                     // 18·(⅔ + ⁴⁄₉ + …) = 36
		{"as many as before", many, trace(5e-5, 3, 3, 3, 3, 3, 3), false},
		{"none any more", many, trace(5e-5, 9, 9, 9, 0, 0, 0), true},
		{"the objective still rises", many, trace(2e-4, 40, 40, 40, 10, 10, 10), false},
		{"three steps that count no flips", many, trace(5e-5, -1, -1, -1, -1, -1, -1), false},
		{"tasks too few to tell", 90_000, trace(5e-5, 9, 9, 9, 0, 0, 0), false},
	} {
		if got := GainSettled(c.trace, c.tasks, labels); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

func TestChangeSettled(t *testing.T) {
	// trace makes so many steps, of which the last has that change and the second those flips.
	trace := func(steps int, change float64, flips int) []Step {
		all := make([]Step, steps)
		all[0].Flips, all[1].Flips, all[steps-1].Change = 100, flips, change
		return all
	}
	for _, c := range []struct {
		name         string
		trace        []Step
		plain, leaps bool
	}{
		{"at rest", trace(26, 5e-5, 0), true, true},
		{"one label", trace(26, 5e-5, 1), true, true},
		{"two labels", trace(27, 5e-5, 2), true, true},
		{"nine quiet steps", trace(11, 5e-5, 2), false, true},
		{"one label in the last nine steps", trace(10, 5e-5, 1), false, false},
		{"parameters move", trace(26, 2e-4, 0), false, false},
		{"nothing to compare with", trace(26, math.NaN(), 0), false, false},
		{"too few steps", trace(9, 5e-5, 0), false, false},
	} {
		if got := ChangeSettled(c.trace, 100); got != c.plain {
			t.Errorf("plain steps, %s: got %v, want %v", c.name, got, c.plain)
		}
		if got := DriftSettled(c.trace, 100); got != c.leaps {
			t.Errorf("extrapolated steps, %s: got %v, want %v", c.name, got, c.leaps)
		}
	}
	if drifts := trace(26, 5e-5, 2); ChangeSettled(drifts, 100) {
		t.Error("two labels in the last 25 steps: got settled")
	}
}
