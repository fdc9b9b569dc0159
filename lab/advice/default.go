package main

import (
	"fmt"
	"io"
	"math"

	"concord/core/advise"
	"concord/core/api"
	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/metric"
	"concord/lab/dataset"
)

const defaultHeading = `# Why the default?

For those who ask why the consensus is preselected.
Written by ` + "`make advice`" + `; change it there. Everything is seeded: a second run writes the same.

The default for class labels on the seventeen sets: its error in %, ties counted in part, and the expected calibration
error (ten bins) and log loss of its calibrated probabilities. "Rival" is the method that quick advice (advise.Quick: a
sample of 10,000 labels, two of five folds of hidden tasks) finds to predict hidden labels best, with how many standard
errors it is ahead of the default, for three seeds; in brackets the points of error that taking it would gain. No class is
told here; what the default makes of gold is in [calibration.md](calibration.md#gold-in-a-panel).

| set | error | ECE | log loss | rival |
|---|---|---|---|---|
`

// bounds are the standard errors from which a rival might be taken.
var bounds = []float64{1, 1.5, 2, 2.5, 3, 4}

// rivals are those of quick advice (core/analysis).
var rivals = []string{"ds", "iwmv", api.MethodBaseline}

// gains are what taking a rival would gain on a set, by bound and seed.
type gains [][]float64

// defaults measures the default, and what following quick advice would gain.
func defaults(w io.Writer, data string) error {
	fmt.Fprint(w, defaultHeading)
	var all []gains
	var wrong, ece, loss float64
	for _, name := range sets {
		s, err := dataset.Load(data, name, "labels.csv")
		if err != nil {
			return err
		}
		var candidates []advise.Candidate
		var errors []float64
		var posterior []float64
		for _, name := range append([]string{api.MethodDefault}, rivals...) {
			e, err := catalog.Find(name)
			if err != nil {
				return err
			}
			m, _, err := e.Method(nil)
			if err != nil {
				return err
			}
			r, err := fit.Run(s.Data, m, fit.Settings{Seed: seed})
			if err != nil {
				return err
			}
			candidates = append(candidates, advise.Candidate{Name: name, Method: m})
			errors = append(errors, 1-metric.Accuracy(r.Posterior, s.Truth, s.Data.Classes, seed).Expected)
			if posterior == nil {
				posterior = dataset.Calibrated(e.Curve, s.Data, r.Posterior)
			}
		}
		e, l := calibration(s, posterior)
		wrong, ece, loss = wrong+errors[0], ece+e, loss+l
		fmt.Fprintf(w, "| %s | %.2f | %.4f | %.4f |", name, 100*errors[0], e, l)
		found := make(gains, len(bounds))
		for n := range uint64(3) {
			r, err := advise.Quick(s.Data, candidates, seed+n, fit.Settings{Seed: seed}, nil)
			if err != nil {
				return err
			}
			gain := errors[0] - errors[r.At]
			fmt.Fprintf(w, " %s %.1f (%+.2f)", candidates[r.At].Name, r.Evidence(), 100*gain)
			for b, bound := range bounds {
				if r.Evidence() < bound {
					found[b] = append(found[b], 0)
				} else {
					found[b] = append(found[b], gain)
				}
			}
		}
		fmt.Fprintln(w, " |")
		all = append(all, found)
	}
	n := float64(len(sets))
	fmt.Fprintf(w, "| **mean** | **%.2f** | **%.4f** | **%.4f** | |\n", 100*wrong/n, ece/n, loss/n)
	gainsOf(w, all)
	return nil
}

// gainsOf says what taking rivals would gain: by bound, and by the bound that is best on all other sets.
func gainsOf(w io.Writer, all []gains) {
	mean := func(b, without int) float64 {
		sum, n := 0.0, 0.0
		for at, g := range all {
			if at != without {
				for _, x := range g[b] {
					sum, n = sum+x, n+1
				}
			}
		}
		return sum / n
	}
	fmt.Fprint(w, "\nTaking a rival that is so many standard errors ahead gains, on average over sets and seeds:\n\n",
		"| at least | points |\n|---|---|\n")
	for b, bound := range bounds {
		fmt.Fprintf(w, "| %g | %+.2f |\n", bound, 100*mean(b, -1))
	}
	left := 0.0
	for at, g := range all {
		best := -1 // never
		for b := range bounds {
			if mean(b, at) > 0 && (best < 0 || mean(b, at) > mean(best, at)) {
				best = b
			}
		}
		if best >= 0 {
			for _, x := range g[best] {
				left += x / float64(len(g[best]))
			}
		}
	}
	fmt.Fprintf(w, "\nWith the bound that is best on the other sixteen sets: %+.2f points.\n", 100*left/float64(len(all)))
}

// calibration returns the expected calibration error of the labels, and the log loss.
func calibration(s *dataset.Set, q []float64) (ece, loss float64) {
	const bins = 10
	var gap [bins]float64
	k, n := s.Data.Classes, 0.0
	for i, z := range s.Truth {
		if from, to := s.Data.Of(i); z == crowd.Unknown || from == to {
			continue
		}
		row := q[i*k : (i+1)*k]
		best, _ := crowd.Best(row, i, seed)
		b := min(int(row[best]*bins), bins-1)
		gap[b] += row[best]
		if int32(best) == z {
			gap[b]--
		}
		at := 0.0 // a class that nobody has named
		if int(z) < k {
			at = row[z]
		}
		loss -= math.Log(max(at, 1e-6))
		n++
	}
	for _, x := range gap {
		ece += math.Abs(x) / n
	}
	return ece, loss / n
}
