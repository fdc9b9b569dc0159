package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"concord/core/advise"
	"concord/core/calibrate"
	"concord/core/crowd"
	"concord/core/workers"
)

func writeWorkers(w io.Writer, sets []*set) error {
	fmt.Fprintf(w, "\n## Accuracy of workers\n\n"+
		"The share of workers with five labels or more on tasks of known truth whose accuracy there lies in the 95 %% interval "+
		"from those labels (core/workers), and its mean half-width. Below average: who is called that, and of these, who is truly right no less "+
		"often than the crowd. Flagged: always one label, at chance or below it, and of these, again.\n\n"+
		"| set | workers | covered %% | mean half-width | with %d labels | below average | wrongly | flagged | wrongly |\n"+
		"|---|---|---|---|---|---|---|---|---|\n", advise.Fewest)
	var all []crewFigures
	var sum crewFigures
	for _, s := range sets {
		x, err := s.workers(s.calibrated(), s.prior().Spread(), 5)
		if err != nil {
			return err
		}
		all = append(all, x)
		fmt.Fprintf(w, "| %s | %d | %.1f | %.3f | %d | %d | %d | %d | %d |\n", s.name, x.workers, 100*x.covered, x.half, x.judged,
			x.below, x.belowWrong, x.flagged, x.flaggedWrong)
		sum.judged, sum.below, sum.belowWrong = sum.judged+x.judged, sum.below+x.below, sum.belowWrong+x.belowWrong
		sum.flagged, sum.flaggedWrong = sum.flagged+x.flagged, sum.flaggedWrong+x.flaggedWrong
	}
	fmt.Fprintf(w, "\nMean over sets: **%.1f %%** at a half-width of %.3f. Of %d workers, %d are called below average, %d of them wrongly, "+
		"and %d are flagged, %d wrongly.\n", 100*mean(all, func(x crewFigures) float64 { return x.covered }),
		mean(all, func(x crewFigures) float64 { return x.half }), sum.judged, sum.below, sum.belowWrong, sum.flagged, sum.flaggedWrong)
	return nil
}

// crewFigures are how well the workers of a set are known.
type crewFigures struct {
	workers               int // with the least labels on tasks of known truth
	covered, half         float64
	judged                int // with as many labels as a verdict needs
	below, belowWrong     int
	flagged, flaggedWrong int
}

// workers compares what is said of the workers by their labels on tasks of known truth with that truth. spread is the standard
// deviation of the estimate of how many labels are right; workers with fewer such labels than the least are left out.
func (s *set) workers(q []float64, spread float64, least int) (x crewFigures, err error) {
	known := &crowd.Dataset{Labels: labelsOfKnown(s)}
	cohort := &workers.Cohort{Data: known, Accuracy: calibrate.Workers(&known.Labels, s.rows(q), spread)}
	judged, err := advise.Workers(known, s.consensus(), nil)
	if err != nil {
		return x, err
	}
	cohort.Judged = judged.Workers
	all := workers.Stand(workers.Crowd{
		Answers: s.truth, Truth: s.truth, Spread: spread, Each: 1, Workers: strconv.Itoa, Labels: strconv.Itoa,
	}, cohort).All
	right, labels := 0.0, 0.0
	for _, w := range all {
		right, labels = right+w.True.Value*float64(w.True.N), labels+float64(w.True.N)
	}
	for j, w := range all {
		if w.True.N < least {
			continue
		}
		x.workers++
		x.half += (w.Accuracy.High - w.Accuracy.Low) / 2
		if w.Accuracy.Low <= w.True.Value && w.True.Value <= w.Accuracy.High {
			x.covered++
		}
		if cohort.Judged[j].Shared < advise.Fewest {
			continue
		}
		x.judged++
		fair := w.True.Value >= right/labels
		switch {
		case w.Verdict.Says == "Below average":
			if x.below++; fair {
				x.belowWrong++
			}
		case slices.ContainsFunc(cohort.Judged[j].Flags, func(f advise.Flag) bool {
			return f.Kind != advise.Copy && f.Kind != advise.Alike
		}):
			if x.flagged++; fair {
				x.flaggedWrong++
			}
		}
	}
	x.covered, x.half = x.covered/float64(x.workers), x.half/float64(x.workers)
	return x, nil
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
