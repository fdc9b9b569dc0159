package dawidskene

import (
	"fmt"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/transport"
	"concord/internal/humanize"
)

// variant is what tells the methods apart that are fitted by EM. It is a method
// itself.
type variant struct {
	rule        Rule
	hard        bool           // E-steps are hard
	gamma       float64        // of Hybrid: hard once Σ|Δp| < gamma; 0: it is no Hybrid
	accelerated bool           // by SQUAREM
	hire        transport.Hire // finds helpers; nil: nobody does
}

// Uses implements fit.Method.
func (variant) Uses(has crowd.Parts) (crowd.Parts, error) { return uses(has) }

// Start implements fit.Method. The fit begins with the vote shares.
func (v variant) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) { return v.start(d, s) }

// Resume implements fit.Resumer.
func (v variant) Resume(d *crowd.Dataset, from *crowd.Estimate, s fit.Settings) (fit.Fit, error) {
	f, err := v.start(d, s)
	if err != nil {
		return nil, err
	}
	m, ok := resumed(from, d.Workers, d.Classes)
	if !ok {
		return f, nil
	}
	f.model, f.warm = m, true
	f.now = f.run(soft, m)
	if v.hard {
		f.now = f.run(harden, nil)
	}
	return f, f.err
}

// Shared implements transport.Sharer.
func (v variant) Shared(hire transport.Hire) fit.Method {
	v.hire = hire
	return v
}

// em is EM at work: soft for DS, hard for FDS, first soft and then hard for
// Hybrid. A step is an M-step and the E-step that follows it, so that its
// log-likelihood belongs to the parameters it made.
type em struct {
	*engine
	variant
	first first
	model *Model
	now   *Counts // what the next M-step uses
	steps int
	warm  bool // the model was there before the first step

	squarem *squarem
	last    float64 // the objective
	workers int
	classes int
}

func (v variant) start(d *crowd.Dataset, s fit.Settings) (*em, error) {
	f := &em{engine: newEngine(d, s, v.hire), variant: v, model: NewModel(d.Workers, d.Classes), workers: d.Workers, classes: d.Classes}
	if v.accelerated {
		f.squarem = newSquarem(f.workers, f.classes)
	}
	var err error
	if f.first, err = newFirst(d, &f.rule); err != nil {
		return nil, err
	}
	begin := startSoft
	if v.hard {
		begin = startHard
	}
	f.now = f.run(begin, nil)
	return f, f.err
}

// Step implements fit.Fit.
func (f *em) Step() (fit.Step, error) {
	change := f.maximise(f.model)
	f.steps++
	if f.squarem != nil {
		var moved float64
		f.now, f.last, moved = f.squarem.soft(f.engine, f.rule, f.model, f.now, f.last)
		return fit.Step{Objective: f.last, Change: change + moved, Flips: f.now.Flips}, f.err
	}
	if !f.hard {
		f.now = f.run(soft, f.model)
		f.hard = f.gamma > 0 && change < f.gamma
		return fit.Step{Objective: f.objective(f.now.LogLikelihood), Change: change, Flips: f.now.Flips}, f.err
	}
	settled := f.passes[0].whole // the counts of this M-step were hard too
	f.now = f.run(hard, f.model)
	objective := f.now.Complete
	if f.gamma > 0 {
		objective = f.now.LogLikelihood
	}
	return fit.Step{
		Objective: f.objective(objective), Change: change, Flips: f.now.Flips,
		Done: settled && f.now.Flips == 0,
	}, f.err
}

// maximise is the M-step; it returns Σ|Δp|, NaN the first time.
func (f *em) maximise(m *Model) float64 {
	if f.steps > 0 || f.warm {
		return f.rule.Maximise(f.now, m)
	}
	return f.first.step(f.now, m)
}

func (f *em) objective(logLikelihood float64) float64 {
	return logLikelihood + f.rule.LogPrior(f.model)
}

// Estimate implements fit.Fit: the parameters of the last M-step and the
// posteriors that follow from them.
func (f *em) Estimate() *crowd.Estimate {
	m := f.model
	if f.steps == 0 && !f.warm {
		m = NewModel(f.workers, f.classes)
		f.maximise(m)
	}
	return m.Estimate(f.posterior(m))
}

// Warnings implements fit.Warner.
func (f *em) Warnings() []error {
	if f.now.Impossible == 0 {
		return nil
	}
	return []error{fmt.Errorf("%s of the tasks have probability 0 for every class: their vote shares stand in for them; some smoothing "+
		"would let the model speak", humanize.Number(f.now.Impossible))}
}
