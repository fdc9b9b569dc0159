package main

import (
	"fmt"
	"io"

	"concord/core/api"
	"concord/core/catalog"
	"concord/core/fit"
	"concord/core/simulate"
)

const copiesHeading = `Error of the default in %, where everybody counts (copies=keep) and where workers who answer alike count as one voice
(copies=merge), and how many workers are in such groups.

| crowd | draws | keep | merge | workers merged |
|---|---|---|---|---|
`

// seeds are the draws of each simulated crowd.
const seeds = 20

// misled are crowds of good workers who share mistakes on tasks that mislead, by share of those tasks and of wrong labels there.
var misled = []simulate.Misled{
	{Hard: .1, Wrong: .4, Slips: .01, Lure: .9}, {Hard: .06, Wrong: .7, Slips: .01, Lure: .9}, {Hard: .15, Wrong: .3, Slips: .005, Lure: .7},
	{Hard: .05, Wrong: .9, Slips: .01, Lure: 1},
}

// copies writes what merging workers who answer alike gains and loses: on the sets, where good workers share mistakes, and where
// some answer together.
func copies(out io.Writer, dir string) error {
	fmt.Fprint(out, copiesHeading)
	for _, name := range names {
		s, err := load(dir, name)
		if err != nil {
			return err
		}
		if err := copyRow(out, name, s); err != nil {
			return err
		}
	}
	for _, workers := range []int{3, 5, 10, 53} {
		for _, tasks := range []int{200, 500, 1000} {
			for _, m := range misled {
				m.Tasks, m.Workers, m.Classes = tasks, workers, 16
				n := seeds
				if workers > 3 {
					n = 3
				}
				title := fmt.Sprintf("%d good workers, %d tasks, %g hard, %g wrong there", workers, tasks, m.Hard, m.Wrong)
				if err := copyRow(out, title, drawn(m.Draw, n)...); err != nil {
					return err
				}
			}
		}
	}
	for _, perTask := range []int{3, 5, 7, 10} {
		title := fmt.Sprintf("6 of 20 answer together, %d labels a task", perTask)
		if err := copyRow(out, title, drawn(ringOf(perTask).Draw, seeds)...); err != nil {
			return err
		}
	}
	return nil
}

// ringOf is a crowd six of whose twenty workers answer together.
func ringOf(perTask int) simulate.Ring {
	crowd := simulate.DawidSkene{Tasks: 300, Workers: 20, Classes: 3, PerTask: perTask, Low: .5, High: .9}
	return simulate.Ring{DawidSkene: crowd, Members: 6, Share: .8}
}

func drawn(draw func(seed uint64) *simulate.World, n int) (all []*set) {
	for seed := range n {
		w := draw(uint64(seed + 1))
		all = append(all, &set{data: w.Data, truth: w.Truth, of: map[string][]float64{}})
	}
	return all
}

func copyRow(out io.Writer, name string, sets ...*set) error {
	var keep, merge, workers float64
	for _, s := range sets {
		without, with, n, err := s.copies()
		if err != nil {
			return err
		}
		keep, merge, workers = keep+without, merge+with, workers+float64(n)
	}
	n := float64(len(sets))
	_, err := fmt.Fprintf(out, "| %s | %d | %.2f | %.2f | %.1f |\n", name, len(sets), 100*keep/n, 100*merge/n, workers/n)
	return err
}

// copies returns the error of the default where everybody counts, and where those who answer alike count as one, and how many do.
func (s *set) copies() (keep, merge float64, workers int, err error) {
	e, err := catalog.Find(api.MethodDefault)
	if err != nil {
		return 0, 0, 0, err
	}
	for _, way := range []string{"keep", "merge"} {
		m, _, err := e.Method(catalog.Values{"copies": way})
		if err != nil {
			return 0, 0, 0, err
		}
		session, err := fit.Start(s.data, m, fit.Settings{Seed: seed})
		if err != nil {
			return 0, 0, 0, err
		}
		for range session.Steps() {
		}
		if err := session.Err(); err != nil {
			return 0, 0, 0, err
		}
		keep, merge = merge, s.score(fit.Posterior(session.Fit())).wrong
		for _, g := range session.Fit().(fit.Merger).Merged() {
			workers += len(g.Workers)
		}
	}
	return keep, merge, workers, nil
}
