package shard

import (
	"encoding/json"
	"fmt"
	"io"
	"math"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/transport"
	"concord/core/wire"
)

// doneName is a file that is there once the fit has ended, for programs that run it: it says how.
const doneName = "done"

// state is a fit between two steps.
type state struct {
	lead   transport.Lead
	trace  []fit.Step
	status fit.Status
	ended  bool
}

// putLead writes the state before a step, what its passes are asked for, and, if there is none, that the fit is done. A step is
// there once its lead is.
func (f *Fit) putLead(step int, s *state) error {
	if !s.ended {
		if err := f.put(stepName("model", step), s.lead.Ask()); err != nil {
			return err
		}
	}
	var m transport.Message
	m.Byte(flag(s.ended))
	m.Int(int(s.status))
	m.Int(len(s.trace))
	for _, t := range s.trace {
		m.Float(t.Objective)
		m.Float(t.Change)
		m.Int(t.Flips)
		m.Byte(flag(t.Done))
	}
	if err := f.put(stepName("lead", step), append(m, s.lead.Save()...)); err != nil || !s.ended {
		return err
	}
	return f.whole(doneName, fmt.Appendf(nil, "%s after %d steps\n", s.status, len(s.trace)))
}

func flag(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// lead returns the state before a step.
func (f *Fit) lead(step int) (*state, error) {
	name, again := stepName("lead", step), fmt.Sprintf("Run concord sum %s %d again.", f.dir, step-1)
	if step == 0 {
		again = Again
	}
	body, err := f.read(name, again)
	if err != nil {
		return nil, f.missing(err, name, again)
	}
	if err := f.credible(name, body); err != nil {
		return nil, err
	}
	s := &state{lead: f.method.Lead(f.parts(), f.set)}
	m := transport.NewReader(body)
	s.ended, s.status = m.Byte() == 1, fit.Status(m.Int())
	for n := range m.Int() {
		if m.Err() != nil {
			break
		}
		s.trace = append(s.trace, fit.Step{N: n + 1, Objective: m.Float(), Change: m.Float(), Flips: m.Int(), Done: m.Byte() == 1})
	}
	if m.Err() == nil {
		err = s.lead.Restore(body[len(body)-m.Len():])
	} else {
		err = m.Err()
	}
	if err != nil {
		return nil, wire.Refuse("%s: %s can't be understood (%v). %s", f.dir, name, err, again)
	}
	return s, nil
}

// whole writes a file that people may read: as it is.
func (f *Fit) whole(name string, content []byte) error {
	to, err := f.dir.Create(name)
	if err != nil {
		return err
	}
	if _, err := to.Write(content); err != nil {
		to.Abort()
		return err
	}
	return to.Close()
}

func (f *Fit) writeManifest() error {
	text, err := json.MarshalIndent(f.Manifest, "", "  ")
	if err != nil {
		return err
	}
	return f.whole(manifestName, append(text, '\n'))
}

// Recorded returns the method with the fit that the shards made in place of one that runs. It refuses one that has not ended.
func (f *Fit) Recorded() (fit.Method, error) {
	step, ended, err := f.latest()
	switch {
	case err != nil:
		return nil, err
	case !ended:
		return nil, wire.Refuse("The fit in %s has not ended: the passes of step %d come next. concord sum says when it has.", f.dir,
			max(step, 0))
	}
	s, err := f.lead(step)
	if err != nil {
		return nil, err
	}
	return &recorded{f.method, f, s}, nil
}

// recorded is a method whose fit was made before.
type recorded struct {
	transport.Splitter
	of    *Fit
	state *state
}

// Start implements fit.Method.
func (r *recorded) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	if d.Tasks != r.of.Tasks || d.Workers != r.of.Workers || d.Classes != r.of.Classes || d.Len() != r.of.Labels {
		return nil, fmt.Errorf("its shards are not of these labels")
	}
	return &replay{state: r.state, data: d, onDemand: s.OnDemand}, nil
}

// replay makes the steps of a fit that was made before.
type replay struct {
	*state
	data     *crowd.Dataset
	onDemand bool // see fit.Settings
	made     int
}

// Step implements fit.Fit.
func (r *replay) Step() (fit.Step, error) {
	if r.made == len(r.trace) {
		return fit.Step{}, io.ErrUnexpectedEOF
	}
	r.made++
	return r.trace[r.made-1], nil
}

// Estimate implements fit.Fit.
func (r *replay) Estimate() *crowd.Estimate { return r.lead.Estimate(r.data, r.onDemand) }

// Settled implements fit.Settler.
func (r *replay) Settled(trace []fit.Step) bool {
	own, ok := r.lead.(fit.Settler)
	return ok && own.Settled(trace)
}

// Warnings implements fit.Warner.
func (r *replay) Warnings() []error {
	if w, ok := r.lead.(fit.Warner); ok {
		return w.Warnings()
	}
	return nil
}

// LogLikelihood implements fit.Likely.
func (r *replay) LogLikelihood() float64 {
	if l, ok := r.lead.(fit.Likely); ok {
		return l.LogLikelihood()
	}
	return math.NaN()
}
