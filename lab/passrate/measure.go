package main

import (
	"math/rand/v2"

	"concord/core/api"
	"concord/core/passrate"
)

// panel is a judge who errs at random, tasks, and a person who labels some of them.
type panel struct {
	rate, tpr, tnr float64
	tasks, human   int
}

func rates() []float64 { return []float64{.02, .05, .1, .3, .5, .7, .9, .95, .98} }
func sizes() []int     { return []int{10, 20, 50, 100, 200, 600} }

// ways are those of knowing the pass rate.
func ways() []string { return []string{"TPR and TNR", "prediction-powered", "sample alone"} }

func estimates(c *passrate.Counts) []api.Figure {
	return []api.Figure{c.Corrected(), c.Powered(), c.Sampled()}
}

// panels are all that are simulated.
func panels() (all []panel) {
	for _, human := range sizes() {
		for _, tasks := range []int{200, 1000, 5000} {
			for _, rate := range rates() {
				for _, tpr := range []float64{.6, .8, .95} {
					for _, tnr := range []float64{.5, .8, .95} {
						if human < tasks {
							all = append(all, panel{rate, tpr, tnr, tasks, human})
						}
					}
				}
			}
		}
	}
	return all
}

// draw draws the verdicts of the judge and of the person.
func (p panel) draw(random *rand.Rand) (c passrate.Counts) {
	for i := range p.tasks {
		passes := random.Float64() < p.rate
		says := random.Float64() < 1-p.tnr
		if passes {
			says = random.Float64() < p.tpr
		}
		judge := 0
		if says {
			judge = 1
		}
		switch {
		case i >= p.human:
			c.Rest[judge]++
		case passes:
			c.Human[1][judge]++
		default:
			c.Human[0][judge]++
		}
	}
	return c
}

// coverage is how often the interval of a way was defined in the samples of a panel, how often it held then, and how wide it was.
type coverage struct{ defined, held, width float64 }

// measured is a panel with the coverage of each way.
type measured struct {
	panel
	of []coverage
}

func measure(draws int, seed uint64) (all []measured) {
	random := rand.New(rand.NewPCG(seed, 0))
	for _, p := range panels() {
		m := measured{p, make([]coverage, len(ways()))}
		for range draws {
			c := p.draw(random)
			for way, f := range estimates(&c) {
				if !f.Defined() {
					continue
				}
				m.of[way].defined++
				m.of[way].width += f.High - f.Low
				if f.Low <= p.rate && p.rate <= f.High {
					m.of[way].held++
				}
			}
		}
		all = append(all, m)
	}
	for _, m := range all {
		for way := range m.of {
			x := &m.of[way]
			if x.defined > 0 {
				x.held /= x.defined
				x.width /= x.defined
			}
			x.defined /= float64(draws)
		}
	}
	return all
}

// summary sums up a way over panels.
type summary struct {
	coverage
	between, least float64 // share of the panels whose coverage is 93 to 97 %; the least coverage
}

// seldom is how rarely an interval is defined for a panel to say nothing of it.
const seldom = .2

func sum(all []measured, way int, of func(panel) bool) (s summary) {
	n, judged := 0., 0.
	s.least = 1
	for _, m := range all {
		if !of(m.panel) {
			continue
		}
		x := m.of[way]
		n++
		s.defined += x.defined
		if x.defined < seldom {
			continue
		}
		judged++
		s.held += x.held
		s.width += x.width
		s.least = min(s.least, x.held)
		if x.held >= .93 && x.held <= .97 {
			s.between++
		}
	}
	s.defined /= n
	s.held, s.width, s.between = s.held/judged, s.width/judged, s.between/judged
	return s
}
