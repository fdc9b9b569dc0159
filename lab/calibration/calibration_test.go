package main

import (
	"path/filepath"
	"testing"

	"concord/core/method"
	"concord/internal/shared"
)

// TestTargets: the default keeps what docs/calibration.md promises, in the mean over the sets.
func TestTargets(t *testing.T) {
	dir := filepath.Join(shared.Dir(t), "data")
	var all []score
	for _, name := range names {
		s, err := load(dir, name)
		if err != nil {
			t.Fatal(err)
		}
		e, err := s.fitBy(method.Default)
		if err != nil {
			t.Fatal(name, err)
		}
		all = append(all, s.score(e.Curve.Apply(s.data, s.of[e.Name])))
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

// TestLookKeepsItsPromise: in the sum over the sets, a look finds as many mistakes as the page promises, to a third.
func TestLookKeepsItsPromise(t *testing.T) {
	dir := filepath.Join(shared.Dir(t), "data")
	promised, found := make([]float64, len(looks)), make([]float64, len(looks))
	for _, name := range names {
		s, err := load(dir, name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.fitBy(method.Default); err != nil {
			t.Fatal(name, err)
		}
		all, err := s.shown()
		if err != nil {
			t.Fatal(name, err)
		}
		for c, n := range looks {
			if n == 0 {
				n = (len(all) + 9) / 10
			}
			for _, a := range all[:min(n, len(all))] {
				promised[c] += 1 - a.p
				if !a.right {
					found[c]++
				}
			}
		}
	}
	for c, n := range looks {
		if ratio := promised[c] / found[c]; ratio < 2./3 || ratio > 4./3 {
			t.Errorf("looking at %s labels: %.0f mistakes are promised, %.0f found", lookName(n), promised[c], found[c])
		}
	}
}
