package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"concord/core/calibrate"
	"concord/core/crowd"
)

// draws is how many samples of each size are drawn from each set: a coverage of 95 % is then known to about 1.
const draws = 500

// answers are the answers to the tasks of a set whose truth is known, in order of their probability.
type answers []answer

type answer struct {
	p     float64
	right bool
}

func (s *set) answers(q []float64) (out answers) {
	k := s.data.Classes
	for i, z := range s.truth {
		if from, to := s.data.Of(i); z == crowd.Unknown || from == to {
			continue
		}
		row := q[i*k : (i+1)*k]
		best, _ := crowd.Best(row, i, seed)
		out = append(out, answer{row[best], int32(best) == z})
	}
	slices.SortStableFunc(out, func(a, b answer) int { return cmp.Compare(a.p, b.p) })
	return out
}

// tally counts the answers, of which those in some places are checked.
func (a answers) tally(prior calibrate.Prior, places []int) *calibrate.Tally {
	checked, t := make([]bool, len(a)), &calibrate.Tally{Prior: prior}
	for _, i := range places {
		checked[i] = true
	}
	for i, x := range a {
		if checked[i] {
			t.Check(x.p, x.right)
		} else {
			t.Add(x.p)
		}
	}
	return t
}

// right is the accuracy of the answers in some places.
func (a answers) right(places []int) float64 {
	n := 0.0
	for _, i := range places {
		if a[i].right {
			n++
		}
	}
	return n / float64(len(places))
}

// writeSamples says what checking some tasks is worth.
func writeSamples(w io.Writer, sets []*set) error {
	fmt.Fprintf(w, "\n## Checking some tasks\n\n%d samples of each size from the tasks of each set whose truth is known. Covered: the "+
		"share of 95 %% intervals that hold the accuracy on all of these tasks, in %%; ±: their mean half-width, and the one that the page "+
		"foretells, in points; off: the root mean square error, of the estimate and of the share of the sample that is right, in points. "+
		"In doubt: how much narrower the intervals were, in %%, if tasks were drawn by √(p(1 − p)) and not evenly.\n\n", draws)
	fmt.Fprint(w, "| set | tasks | in doubt | 20: covered | ± | foretold | off | sample | 50: covered | ± | foretold | off | sample | "+
		"100: covered | ± | foretold | off | sample |\n|"+"---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n")
	sizes := []int{20, 50, 100}
	means, narrower, few := make([][5]float64, len(sizes)), 0.0, 0
	for _, s := range sets {
		all, prior := s.answers(s.calibrated()), s.prior()
		every := make([]int, len(all))
		root, variance := 0.0, 0.0
		for i, x := range all {
			every[i] = i
			root += math.Sqrt(x.p*(1-x.p)) / float64(len(all))
			variance += x.p * (1 - x.p) / float64(len(all))
		}
		is, doubt := all.right(every), 1-root/math.Sqrt(variance)
		narrower += doubt / float64(len(sets))
		fmt.Fprintf(w, "| %s | %d | %.1f |", s.name, len(all), 100*doubt)
		for z, n := range sizes {
			if n >= len(all) {
				fmt.Fprint(w, " – | – | – | – | – |")
				continue
			}
			var sum [5]float64 // covered, half-width, foretold, squared errors
			for d := range draws {
				places := calibrate.Draw(len(all), n, uint64(d))
				e := all.tally(prior, places).Expect()
				if is >= e.Low && is <= e.High {
					sum[0]++
				}
				sum[1] += (e.High - e.Low) / 2
				sum[3] += (e.Value - is) * (e.Value - is)
				sum[4] += (all.right(places) - is) * (all.right(places) - is)
			}
			sum = [5]float64{sum[0] / draws, sum[1] / draws, all.tally(prior, nil).Narrowed(n), math.Sqrt(sum[3] / draws), math.Sqrt(sum[4] / draws)}
			for f, x := range sum {
				fmt.Fprintf(w, " %.1f |", 100*x)
				means[z][f] += x
			}
			if sum[0] < .9 {
				few++
			}
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "| **mean** | | %.1f |", 100*narrower)
	for _, sum := range means {
		for _, x := range sum {
			fmt.Fprintf(w, " %.1f |", 100*x/float64(len(sets)))
		}
	}
	fmt.Fprintf(w, "\n\nCovered by less than 90 %%: %d of %d.\n", few, len(sets)*len(sizes))
	return nil
}
