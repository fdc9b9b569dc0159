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

// TestMerging: to count workers who answer alike as one loses at most half a point on any set, and keeps 2 of zencrowd; it loses
// nothing where three good workers share mistakes; and it halves what six of twenty who answer together spoil.
func TestMerging(t *testing.T) {
	dir := filepath.Join(shared.Dir(t), "data")
	for _, name := range names {
		s, err := load(dir, name)
		if err != nil {
			t.Fatal(err)
		}
		keep, merge, _, err := s.copies()
		if err != nil {
			t.Fatal(name, err)
		}
		if most := map[bool]float64{true: -.02, false: .005}[name == "zencrowd"]; merge-keep > most {
			t.Errorf("%s: got %.4f wrong, and %.4f if everybody counts; want at most %+g", name, merge, keep, most)
		}
	}
	for _, m := range misled {
		for _, m.Tasks = range []int{200, 1000} {
			m.Workers, m.Classes = 3, 16
			for _, s := range drawn(m.Draw, 3) {
				if keep, merge, n, err := s.copies(); err != nil || n > 0 || merge != keep {
					t.Errorf("%+v: got %d merged, %.4f wrong and %.4f, %v; want nobody", m, n, merge, keep, err)
				}
			}
		}
	}
	wrong := 0.0
	for _, s := range drawn(ringOf(10).Draw, seeds) {
		_, merge, _, err := s.copies()
		if err != nil {
			t.Fatal(err)
		}
		wrong += merge / seeds
	}
	if wrong > .08 {
		t.Errorf("six of twenty answer together: got %.4f wrong, want at most .08", wrong)
	}
}
