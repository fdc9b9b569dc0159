package main

import (
	"fmt"
	"io"

	"concord/core/calibrate"
	"concord/core/crowd"
)

func writeWorkers(w io.Writer, sets []*set) {
	fmt.Fprint(w, "\n## Accuracy of workers\n\n"+
		"The share of workers with five labels or more on tasks of known truth whose accuracy there lies in the 95 % interval "+
		"from those labels.\n\n"+
		"| set | workers | covered % | mean half-width |\n|---|---|---|---|\n")
	var all []float64
	for _, s := range sets {
		workers, covered, half := s.covered(s.calibrated(), 5)
		if workers == 0 {
			continue
		}
		all = append(all, covered)
		fmt.Fprintf(w, "| %s | %d | %.1f | %.3f |\n", s.name, workers, 100*covered, half)
	}
	fmt.Fprintf(w, "\nMean over sets: **%.1f %%**.\n", 100*mean(all, func(x float64) float64 { return x }))
}

// covered returns how many workers have least labels on tasks of known truth, the share of them
// whose accuracy there lies in the interval that those labels give by q, and its mean half-width.
func (s *set) covered(q []float64, least float64) (workers int, covered, half float64) {
	known := labelsOfKnown(s)
	right, n := make([]float64, known.Workers), make([]float64, known.Workers)
	for i := range known.Tasks {
		from, to := known.Of(i)
		for v := from; v < to; v++ {
			n[known.Worker[v]]++
			if int32(known.Class[v]) == s.truth[i] {
				right[known.Worker[v]]++
			}
		}
	}
	for j, x := range calibrate.Workers(&known, s.rows(q)) {
		if n[j] < least {
			continue
		}
		workers++
		half += (x.High - x.Low) / 2
		if a := right[j] / n[j]; a >= x.Low && a <= x.High {
			covered++
		}
	}
	return workers, covered / float64(workers), half / float64(workers)
}

// labelsOfKnown returns the labels of the tasks whose truth is known.
func labelsOfKnown(s *set) crowd.Labels {
	var task, worker, class []int32
	for i := range s.data.Tasks {
		from, to := s.data.Of(i)
		if s.truth[i] == crowd.Unknown {
			continue
		}
		for v := from; v < to; v++ {
			task, worker, class = append(task, int32(i)), append(worker, s.data.Worker[v]), append(class, int32(s.data.Class[v]))
		}
	}
	return crowd.NewLabels(s.data.Tasks, s.data.Workers, s.data.Classes, task, worker, class)
}
