package main

import (
	"fmt"

	"concord/core/catalog"
	"concord/core/fit"
	"concord/lab/reproduce/cpu"
)

// acceleration shows how many steps SQUAREM saves Dawid–Skene.
func acceleration(p *page, data string) error {
	p.say("## Dawid-Skene accelerated")
	p.say("Steps of EM, and of EM with SQUAREM (`acceleration=squarem`; Varadhan & Roland 2008), until Σ|Δp| is below a limit: 1e-4, where "+
		"a fit stops "+
		"if nothing else is asked for, and 1e-12. In brackets the log-likelihood there, and the seconds, which include extrapolations that were "+
		"taken back: such a step goes through the labels twice. They are processor time; the two take turns, and the ratio is the median over "+
		"up to %d rounds.", rounds)
	rows := [][]string{{"data", "to", "EM", "SQUAREM", "steps saved", "EM takes, times as long"}}
	for _, name := range []string{"web", "trec2011", "trec2010", "rte", "sp", "labelme"} {
		s, err := load(data, name, "labels.csv")
		if err != nil {
			return err
		}
		for _, limit := range []float64{fit.DefaultTolerance, 1e-12} {
			row := []string{name, fmt.Sprintf("%.0e", limit)}
			var steps []int
			took, outcomes, err := timed(s.Data, s.Truth, []rival{{"ds", catalog.Values{"acceleration": "off"}},
				{"ds", catalog.Values{"acceleration": "squarem"}}}, fit.Settings{Tolerance: limit, MaxSteps: 100_000}, rounds)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			for n, o := range outcomes {
				if o.Status != fit.Converged {
					return fmt.Errorf("%s to %g: %v after %d steps", name, limit, o.Status, o.steps)
				}
				steps = append(steps, o.steps)
				row = append(row, fmt.Sprintf("%d (%.4f, %s)", o.steps, o.Trace[len(o.Trace)-1].Objective,
					seconds(fmt.Sprintf("%.3f s", cpu.Median(took[n])))))
			}
			rows = append(rows, append(row, fmt.Sprintf("%.0f %%", 100*(1-float64(steps[1])/float64(steps[0]))),
				ratio(fmt.Sprintf("%.2f", cpu.Ratio(took[0], took[1])))))
		}
	}
	p.table(rows)
	p.say("A small change is not yet the optimum: on trec2010 EM is slow enough to stop at 1e-4 well below the log-likelihood that SQUAREM " +
		"goes on to, in more steps.")
	return nil
}
