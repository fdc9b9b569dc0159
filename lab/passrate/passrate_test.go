package main

import "testing"

// Over judges good and bad, pass rates from .02 to .98 and samples of 10 to 600, intervals of 95 % hold in 93 to 97 % of the samples.
func TestIntervalsHold(t *testing.T) {
	all := measure(40, 1)
	for way, name := range ways() {
		for _, m := range sizes() {
			s := sum(all, way, func(p panel) bool { return p.human == m })
			if s.held < .93 || s.held > .97 {
				t.Errorf("%s, %d labels of a person: the interval held in %.1f %%, want 93 to 97 %%", name, m, 100*s.held)
			}
		}
	}
}
