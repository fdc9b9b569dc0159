package main

import (
	"fmt"

	"concord/core/catalog"
	"concord/core/fit"
)

const fits = 3 // of which the fastest is timed

// acceleration shows how many steps SQUAREM saves Dawid–Skene.
func acceleration(p *page, data string) error {
	p.say("## Dawid-Skene accelerated")
	p.say("Steps of EM, and of EM with SQUAREM (`acceleration=squarem`; Varadhan & Roland 2008), until Σ|Δp| is below a limit: 1e-4, where "+
		"a fit stops "+
		"if nothing else is asked for, and 1e-12. In brackets the log-likelihood there, and the seconds, which include extrapolations that were "+
		"taken back: such a step goes through the labels twice. The least of %d runs.", fits)
	rows := [][]string{{"data", "to", "EM", "SQUAREM", "steps saved"}}
	for _, name := range []string{"web", "trec2011", "trec2010", "rte", "sp", "labelme"} {
		s, err := load(data, name, "labels.csv")
		if err != nil {
			return err
		}
		for _, limit := range []float64{fit.DefaultTolerance, 1e-12} {
			row := []string{name, fmt.Sprintf("%.0e", limit)}
			var steps []int
			for _, choice := range []string{"off", "squarem"} {
				o, err := run(s.Data, s.Truth, "ds", catalog.Values{"acceleration": choice}, fit.Settings{Tolerance: limit, MaxSteps: 100_000}, fits)
				if err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
				if o.Status != fit.Converged {
					return fmt.Errorf("%s: %s to %g: %v after %d steps", name, choice, limit, o.Status, o.steps)
				}
				steps = append(steps, o.steps)
				row = append(row, fmt.Sprintf("%d (%.4f, %.2f s)", o.steps, o.Trace[len(o.Trace)-1].Objective, o.seconds))
			}
			rows = append(rows, append(row, fmt.Sprintf("%.0f %%", 100*(1-float64(steps[1])/float64(steps[0])))))
		}
	}
	p.table(rows)
	p.say("A small change is not yet the optimum: on trec2010 EM is slow enough to stop at 1e-4 well below the log-likelihood that SQUAREM " +
		"goes on to, in more steps.")
	return nil
}
