package main

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"

	"concord/core/calibrate"
	"concord/core/crowd"
)

// truthDraws is how often truths are drawn from a set.
const truthDraws = 20

// writeTruths says what known truths do for the probabilities of the tasks that are not
// among them.
func writeTruths(w io.Writer, sets []*set) error {
	fmt.Fprintf(w, "\n## Calibrated on known truths\n\nSome truths are drawn at random, %d times from each set that has 50 more, and the "+
		"curve of the consensus is learnt from them (calibrate.Calibration.Learn). Figures are of the other tasks. Off: how far their "+
		"mean probability is from their accuracy. Worse: the share of draws after which their log loss is higher than before.\n\n"+
		"| truths | sets | ECE | learnt | log loss | learnt | off | learnt | worse %% |\n|---|---|---|---|---|---|---|---|---|\n", truthDraws)
	for _, n := range []int{20, 50, 200} {
		var before, after []score
		worse := 0.0
		sized := 0
		for _, s := range sets {
			base, err := s.whole.foot(calibrate.Pool)
			if err != nil {
				return err
			}
			untold := s.calibrated()
			var known []int
			for i, z := range s.truth {
				if from, to := s.data.Of(i); z != crowd.Unknown && from < to {
					known = append(known, i)
				}
			}
			if len(known) < n+50 {
				continue
			}
			sized++
			random := rand.New(rand.NewPCG(seed, uint64(n)))
			for range truthDraws {
				told, others := make([]int32, len(s.truth)), *s
				others.truth = append([]int32(nil), s.truth...)
				for i := range told {
					told[i] = crowd.Unknown
				}
				for _, at := range random.Perm(len(known))[:n] {
					i := known[at]
					told[i], others.truth[i] = s.truth[i], crowd.Unknown
				}
				c, err := s.whole.learnt(base, told)
				if err != nil {
					return err
				}
				a, b := others.score(untold), others.score(s.whole.posterior(&calibrate.Footing{Calibration: c}))
				before, after = append(before, a), append(after, b)
				if b.loss > a.loss {
					worse++
				}
			}
		}
		ece := func(r score) float64 { return r.ece }
		loss := func(r score) float64 { return r.loss }
		off := func(r score) float64 { return math.Abs(r.claimed - r.right) }
		fmt.Fprintf(w, "| %d | %d | %.4f | **%.4f** | %.4f | **%.4f** | %.4f | **%.4f** | %.0f |\n", n, sized, mean(before, ece),
			mean(after, ece), mean(before, loss), mean(after, loss), mean(before, off), mean(after, off), 100*worse/float64(len(after)))
	}
	return nil
}
