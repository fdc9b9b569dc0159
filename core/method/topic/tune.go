package topic

import (
	"fmt"
	"math"
	"strings"

	"concord/core/fit"
	"concord/core/prob"
)

// grid is what the paper chooses α, τ and ω from.
func grid() []float64 { return []float64{0.01, 0.1, 1, 10} }

// Around lists the numbers of topics that a search tries: a quarter, half, all and twice of so many.
func Around(topics int) []int { return []int{max(topics/4, 1), max(topics/2, 1), topics, 2 * topics} }

// tunePasses bounds a trial of settings, in passes over the texts.
const tunePasses = 32

// axis is a setting to choose, and the values to choose from.
type axis struct {
	name   string
	values []float64
	set    func(v float64)
	get    func() float64
}

// axes are the settings that all models share. They write into p.
func (p *Prior) axes() []axis {
	topics := axis{"topics", nil, func(v float64) { p.Topics = int(v) }, func() float64 { return float64(p.Topics) }}
	for _, k := range Around(p.Topics) {
		topics.values = append(topics.values, float64(k))
	}
	return []axis{choose("alpha", &p.Alpha), choose("tau", &p.Tau), topics}
}

// choose is the axis of a setting that is chosen from the grid.
func choose(name string, x *float64) axis {
	return axis{name, grid(), func(v float64) { *x = v }, func() float64 { return *x }}
}

// tune chooses settings one after the other: of each the value with which held-out labels are predicted best, the others as they were
// or as chosen before. begin begins a trial with the settings as the axes have written them.
func (v *validation) tune(axes []axis, begin func() trial) error {
	if v.held == nil {
		return nil
	}
	best, err := v.least(begin())
	if err != nil {
		return err
	}
	var chosen []string
	for _, a := range axes {
		kept := a.get()
		for _, x := range a.values {
			if x == kept {
				continue
			}
			now := a.get()
			a.set(x)
			loss, err := v.least(begin())
			if err != nil {
				return err
			}
			if loss < best-heldSlack {
				best = loss
			} else {
				a.set(now)
			}
		}
		chosen = append(chosen, fmt.Sprintf("%s=%g", a.name, a.get()))
	}
	v.note("by labels held out it chose %s", strings.Join(chosen, ", "))
	return nil
}

// least runs a trial and returns the least loss. Settings with which it fails are no choice; only a pause ends the search.
func (v *validation) least(t trial) (float64, error) {
	c := &course{trial: t, held: v.held, next: v.unit}
	for !c.over() && c.made < tunePasses*v.unit {
		if v.settings.Pause != nil {
			if err := v.settings.Pause(); err != nil {
				return 0, err
			}
		}
		s, err := c.step()
		if err != nil {
			return math.Inf(1), nil
		}
		if s.Change < fit.DefaultTolerance {
			break
		}
	}
	if c.best == 0 { // it was at rest before the first look
		loss, err := t.loss(v.held)
		if err != nil {
			return math.Inf(1), nil
		}
		return prob.Mean(loss), nil
	}
	return prob.Mean(c.least), nil
}
