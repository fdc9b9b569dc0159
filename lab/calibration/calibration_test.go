package main

import (
	"path/filepath"
	"testing"

	"concord/core/calibrate"
	"concord/core/method"
	"concord/internal/shared"
)

// TestTargets: the default keeps what docs/calibration.md promises, in the mean over the sets.
func TestTargets(t *testing.T) {
	dir := filepath.Join(shared.Dir(t), "data")
	var all []score
	var crews []crewFigures
	for _, name := range names {
		s, err := load(dir, name)
		if err != nil {
			t.Fatal(err)
		}
		e, err := s.fitBy(method.Default)
		if err != nil {
			t.Fatal(name, err)
		}
		q := e.Curve.Apply(s.data, s.of[e.Name])
		all = append(all, s.score(q))
		known, err := s.workers(q, calibrate.Drift, 5)
		if err != nil {
			t.Fatal(name, err)
		}
		crews = append(crews, known)
	}
	covered := mean(crews, func(x crewFigures) float64 { return x.covered })
	if half := mean(crews, func(x crewFigures) float64 { return x.half }); covered < .94 || half > .25 {
		t.Errorf("accuracies of workers: %.1f %% lie in intervals of ± %.3f, want 94 %% and ± .25", 100*covered, half)
	}
	for n, x := range crews {
		if wrong, of := x.belowWrong+x.flaggedWrong, x.below+x.flagged; 20*wrong > of {
			t.Errorf("%s: %d of %d who stand out are right no less often than the crowd", names[n], wrong, of)
		}
	}
	for _, c := range []struct {
		what   string
		figure func(score) float64
		most   float64
	}{
		{"error", func(r score) float64 { return r.wrong }, .184},
		{"expected calibration error", func(r score) float64 { return r.ece }, .075},
		{"log loss", func(r score) float64 { return r.loss }, .55},
	} {
		if got := mean(all, c.figure); got > c.most {
			t.Errorf("mean over %d sets: got %s %.4f, want at most %g", len(all), c.what, got, c.most)
		}
	}
}
