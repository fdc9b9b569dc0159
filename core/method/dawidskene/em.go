package dawidskene

import (
	"fmt"
	"math"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/internal/humanize"
)

// em is a running fit of DS. A step is an M-step followed by an E-step, so its log-likelihood
// belongs to the parameters it just computed.
type em struct {
	*engine
	rule  Rule
	hard  bool    // E-steps are hard
	gamma float64 // of Hybrid: steps are hard once Σ|Δp| < gamma; 0: never
	first first
	model *Model
	now   *Counts // what the next M-step uses
	steps int
	warm  bool // the model was there before the first step

	squarem *squarem
	last    float64 // the objective
	tasks   int
	labels  int
	workers int
	classes int
}

func (m *DS) start(d *crowd.Dataset, s fit.Settings) (*em, error) {
	f := &em{
		engine: newEngine(d, s, m.hire), rule: m.rule(d.Classes), hard: m.Assign == Hard, model: NewModel(d.Workers, d.Classes),
		tasks: d.Tasks, labels: d.Len(), workers: d.Workers, classes: d.Classes,
	}
	if m.Assign == SoftThenHard {
		f.gamma = m.WithDefaults().Gamma
	}
	if m.Assign == Soft && (m.Accelerate == Always || m.Accelerate == WhenSettling && s.Stop == fit.Settled) {
		f.squarem = newSquarem(f.workers, f.classes)
	}
	var err error
	if f.first, err = newFirst(d, &f.rule); err != nil {
		return nil, err
	}
	begin := startSoft
	if f.hard {
		begin = startHard
	}
	f.now = f.run(begin, nil)
	return f, f.err
}

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

// Settled implements fit.Settler. Hard steps go on until no label changes, which Step reports
// itself.
func (f *em) Settled(trace []fit.Step) bool {
	return !f.hard && f.gamma == 0 && fit.GainSettled(trace, f.tasks, f.labels)
}

// maximise is the M-step; it returns Σ|Δp|, NaN the first time.
func (f *em) maximise(m *Model) float64 {
	if f.steps > 0 || f.warm {
		return f.rule.Maximise(f.now, m)
	}
	return f.first.step(f.now, m)
}

// LogLikelihood implements fit.Likely: FDS counts each task for one class, and its objective so too.
func (f *em) LogLikelihood() float64 {
	if !f.hard || f.gamma > 0 {
		return math.NaN()
	}
	return f.now.LogLikelihood
}

func (f *em) objective(logLikelihood float64) float64 {
	return logLikelihood + f.rule.LogPrior(f.model)
}

// Estimate returns the parameters of the last M-step and the posteriors they imply.
func (f *em) Estimate() *crowd.Estimate {
	m := f.believed()
	return m.Estimate(f.posterior(m))
}

// Contribute implements fit.Contributor.
func (f *em) Contribute(weight float64, sum []float64) { f.contribute(f.believed(), weight, sum) }

// believed returns the parameters of the last M-step; before the first, what it will find.
func (f *em) believed() *Model {
	m := f.model
	if f.steps == 0 && !f.warm {
		m = NewModel(f.workers, f.classes)
		f.maximise(m)
	}
	return m
}

func (f *em) Warnings() []error {
	if f.now.Impossible == 0 {
		return nil
	}
	return []error{fmt.Errorf("%s of the tasks have probability 0 for every class: their vote shares stand in for them; some smoothing "+
		"would let the model speak", humanize.Number(f.now.Impossible))}
}
