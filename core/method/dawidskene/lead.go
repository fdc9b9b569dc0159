package dawidskene

import (
	"fmt"
	"math"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/internal/humanize"
)

// lead is a fit of DS without its labels: it says which pass over them comes next and with which
// parameters, and takes the counts. A step is an M-step followed by an E-step, so its log-likelihood
// belongs to the parameters it just computed. Wherever the passes are made, the lead is the same.
type lead struct {
	rule    Rule
	hard    bool    // E-steps are hard
	gamma   float64 // of Hybrid: steps are hard once Σ|Δp| < gamma; 0: never
	first   first
	model   *Model
	now     *Counts // what the next M-step uses
	whole   bool    // they count each task wholly for one class
	steps   int
	warm    bool    // the model was there before the first step
	change  float64 // Σ|Δp| of the M-step under way
	squarem *squarem
	last    float64 // the objective

	tasks, labels, workers, classes int
}

// lead prepares a fit of data of such a shape, whose parameters are to be in model.
func (m *DS) lead(has crowd.Parts, s fit.Settings, model *Model) lead {
	f := lead{
		rule: m.rule(has.Classes), hard: m.Assign == Hard, model: model,
		tasks: has.Tasks, labels: has.Labels, workers: has.Workers, classes: has.Classes,
	}
	f.first.rule = f.rule
	if m.Assign == SoftThenHard {
		f.gamma = m.WithDefaults().Gamma
	}
	if m.Assign == Soft && (m.Accelerate == Always || m.Accelerate == WhenSettling && s.Stop == fit.Settled) {
		f.squarem = newSquarem(f.classes, len(model.Table))
	}
	return f
}

// beginning is the pass that a fit starts from.
func (f *lead) beginning() job {
	if f.hard {
		return startHard
	}
	return startSoft
}

// began takes the counts of that pass.
func (f *lead) began(c *Counts) { f.now, f.whole = c, f.hard }

// begin makes the M-step of a step, and returns the pass that comes next.
func (f *lead) begin() job {
	f.change = f.maximise(f.model)
	f.steps++
	if f.squarem != nil {
		f.squarem.begin(f.rule, f.model, f.now)
	}
	return f.pass()
}

// pass returns the pass that a step consists of.
func (f *lead) pass() job {
	if f.hard {
		return hard
	}
	return soft
}

// take takes the counts of a pass. Unless done, the step takes another pass, with the parameters there are now.
func (f *lead) take(c *Counts) (s fit.Step, done bool) {
	f.now = c
	objective := c.LogLikelihood
	if f.hard && f.gamma == 0 {
		objective = c.Complete
	}
	s = fit.Step{Objective: f.objective(objective), Change: f.change, Flips: c.Flips}
	if f.squarem != nil {
		moved, done := f.squarem.take(f.model, s.Objective, f.last, c.Impossible)
		if !done {
			return s, false
		}
		s.Change += moved
		f.last = s.Objective
	}
	s.Done = f.hard && f.whole && c.Flips == 0 // the counts of this M-step were hard too
	f.whole = f.hard
	f.hard = f.hard || f.gamma > 0 && f.change < f.gamma
	return s, true
}

// Settled implements fit.Settler. Hard steps go on until no label changes, which Step reports
// itself.
func (f *lead) Settled(trace []fit.Step) bool {
	return !f.hard && f.gamma == 0 && fit.GainSettled(trace, f.tasks, f.labels)
}

// maximise is the M-step; it returns Σ|Δp|, NaN the first time.
func (f *lead) maximise(m *Model) float64 {
	if f.steps > 0 || f.warm {
		return f.rule.Maximise(f.now, m)
	}
	return f.first.step(f.now, m)
}

// LogLikelihood implements fit.Likely: FDS counts each task for one class, and its objective so too.
func (f *lead) LogLikelihood() float64 {
	if !f.hard || f.gamma > 0 {
		return math.NaN()
	}
	return f.now.LogLikelihood
}

func (f *lead) objective(logLikelihood float64) float64 {
	return logLikelihood + f.rule.LogPrior(f.model)
}

// believed returns the parameters of the last M-step; before the first, what it will find.
func (f *lead) believed() *Model {
	m := f.model
	if f.steps == 0 && !f.warm {
		m = f.model.empty()
		f.maximise(m)
	}
	return m
}

func (f *lead) Warnings() []error {
	if f.now.Impossible == 0 {
		return nil
	}
	return []error{fmt.Errorf("%s of the tasks have probability 0 for every class: their vote shares stand in for them; some smoothing "+
		"would let the model speak", humanize.Number(f.now.Impossible))}
}
