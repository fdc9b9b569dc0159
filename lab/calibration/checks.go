package main

import (
	"fmt"
	"io"
	"math/rand/v2"

	"concord/core/api"
	"concord/core/crowd"
)

// checkDraws is how often tasks are drawn from a set: luck moves the mean by less than a hundredth of a point then.
const checkDraws = 1000

// checked are how many tasks are checked where the default and the majority vote differ.
var checked = []int{5, 10, 20}

// writeChecks says what it is worth to check some tasks on which the default and the majority vote differ, and to keep whichever is right
// more often there.
func writeChecks(w io.Writer, sets []*set) error {
	fmt.Fprintf(w, "\n## Ten checks choose the method\n\nTasks are drawn among those where the consensus and the majority vote differ and "+
		"the truth is known, %d times from each set. The vote is kept if it is right on %d of them more than the consensus, or on more of "+
		"all of them where there are no more than are checked. Errors in %%, without what the checks themselves mend. To the votes: how "+
		"many draws choose them. Best: the better of the two on each set.\n\n| set | differ | consensus | votes |",
		checkDraws, api.VotesLead)
	for _, n := range checked {
		fmt.Fprintf(w, " %d checks | to the votes |", n)
	}
	fmt.Fprintln(w, " best |\n|---|---|---|---|"+repeat("---|---|", len(checked))+"---|")
	sums, told, worst := make([]float64, 3+len(checked)), make([]float64, len(checked)), make([]float64, len(checked))
	for _, s := range sets {
		if s.of[api.MethodBaseline] == nil {
			if _, err := s.fitBy(api.MethodBaseline); err != nil {
				return err
			}
		}
		q, votes := s.consensus(), s.of[api.MethodBaseline]
		of := s.score(q)
		before, other, tasks := 100*of.wrong, 100*s.score(votes).wrong, float64(of.tasks)
		differ := s.differ(q, votes)
		fmt.Fprintf(w, "| %s | %d | %.2f | %.2f |", s.name, len(differ), before, other)
		sums[0], sums[1], sums[2] = sums[0]+before, sums[1]+other, sums[2]+min(before, other)
		random := rand.New(rand.NewPCG(seed, 10))
		for c, n := range checked {
			sum, chosen, mended := 0.0, 0.0, 0.0
			for range checkDraws {
				checks := api.Checks{Of: len(differ)}
				for _, at := range random.Perm(len(differ))[:min(n, len(differ))] {
					checks.Count(differ[at][0], differ[at][1])
				}
				if checks.Votes() {
					sum += other
					chosen++
					mended += float64(checks.Tasks - checks.Vote)
				} else {
					sum += before
					mended += float64(checks.Tasks - checks.Default)
				}
			}
			after := sum / checkDraws
			sums[3+c] += after
			told[c] += after - 100*mended/checkDraws/tasks
			worst[c] = max(worst[c], after-before)
			fmt.Fprintf(w, " %.2f | %.0f %% |", after, 100*chosen/checkDraws)
		}
		fmt.Fprintf(w, " %.2f |\n", min(before, other))
	}
	n := float64(len(sets))
	fmt.Fprintf(w, "| **mean** | | %.3f | %.3f |", sums[0]/n, sums[1]/n)
	for c := range checked {
		fmt.Fprintf(w, " **%.3f** | |", sums[3+c]/n)
	}
	fmt.Fprintf(w, " %.2f |\n\nThe most that a set loses, in points:", sums[2]/n)
	for c, x := range worst {
		fmt.Fprintf(w, " %.2f with %d checks%s", x, checked[c], ending(c, worst))
	}
	fmt.Fprint(w, "With the checked labels mended, too, the mean error is")
	for c, x := range told {
		fmt.Fprintf(w, " %.2f after %d checks%s", x/n, checked[c], ending(c, told))
	}
	return nil
}

// differ returns, of each task of known truth on which two posteriors have different labels, whether each is right.
func (s *set) differ(a, b []float64) (out [][2]bool) {
	for i, z := range s.truth {
		if from, to := s.data.Of(i); z == crowd.Unknown || from == to {
			continue
		}
		one, _ := crowd.Best(s.rows(a)(i), i, seed)
		two, _ := crowd.Best(s.rows(b)(i), i, seed)
		if one != two {
			out = append(out, [2]bool{int32(one) == z, int32(two) == z})
		}
	}
	return out
}
