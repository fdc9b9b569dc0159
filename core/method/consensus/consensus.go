// Package consensus averages the beliefs of a panel of methods that err in different
// ways.
//
// Every method is wrong about some crowds: a plain vote where workers differ much,
// Dawid–Skene where labels are few, and all models of independent workers where mistakes
// are shared, of which they are certain as well. The mean of their posteriors (a linear
// opinion pool, Stone 1961) is never the worst of them, is seldom far from the best, and
// is only as certain as its members agree:
//
//	q_ik = (1/P) Σ_p q_ik⁽ᵖ⁾
//
// In each step every member that has not ended makes one of its own, and each ends by its
// own rule. Confusion matrices are those that q implies: Σ_i q_ik [y_ij = l], each row
// normalised.
//
// No member sees that workers copy from each other, and all take what was said once for said
// several times. So once all have ended, workers who answer alike, mistakes included, are looked for
// (advise.Copies). If there are any, the panel starts anew on labels in which such a group is one
// worker, who says of a task what most of them say.
//
// Agreement can't show whom to trust where few workers label most tasks and err together, but gold
// can. With two gold tasks or more for each worker who labelled some (and ten, five of them not of
// their most frequent class), drawn at random, the answer is a mixture of rules. Each is a
// multinomial logit in what the panel says, q, and in the labels,
//
//	p_ik ∝ exp(λ log q_ik + Σ_j w_j [y_ij = k] + b_k),   λ, w_j ≥ 0
//	λ ~ N(1, 1)       the panel means what it says
//	w_j ~ N(0, σ²)    σ = 0 (the panel alone), ¼, ½, 1, 2
//	b_k ~ N(0, ½²)    or none: classes that all workers favour
//
// or the word of the worker who is right on gold most often, and the panel's alone where there is
// none. Weights that can't be negative keep a regression on workers who err together stable (Breiman
// 1996). q is that of a panel told no class, so that a gold task's own is not in what the panel says
// of it.
//
// A rule counts by how well it predicts each gold task from the others (one Newton step from the fit
// to all): with l_m its log score,
//
//	weight_m ∝ prior_m exp(.3 l_m)
//
// since the luck of the gold is the same for all rules: a power below 1 keeps one of them from taking
// all weight by it (Grünwald and van Ommen 2017). Beforehand the best worker counts D − 1 times as much
// as all regressions, which count the same each. D is the design effect of the labels on gold (Kish
// 1965), less its standard error √(2/gold tasks): the variance of how many labels of a task are right,
// divided by what it would be if workers erred independently. If they do, a panel is better than any of
// its workers; if they err together, D labels are worth one. If nobody is right on gold more often than
// by chance, gold weighs nobody.
//
// Mervyn Stone. The opinion pool. Annals of Mathematical Statistics 32, 1961. Leo Breiman. Stacked
// regressions. Machine Learning 24, 1996. Leslie Kish. Survey Sampling. Wiley, 1965. Peter Grünwald and
// Thijs van Ommen. Inconsistency of Bayesian inference for misspecified linear models, and a proposal
// for repairing it. Bayesian Analysis 12, 2017.
package consensus

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
)

// ErrNumbers says why a panel of methods for classes can't run on numbers.
var ErrNumbers = errors.New("it averages probabilities of classes, and these labels are numbers")

// Member is a method of the panel.
type Member struct {
	Name   string // as in the catalog
	Title  string
	Method fit.Method
}

// Consensus averages the posteriors of its members.
type Consensus struct {
	Members []Member
	Keep    bool // count everybody, whoever answers alike
}

var _ fit.Resumer = (*Consensus)(nil)

// Uses implements fit.Method: what any of the members uses. A member that can't run on the
// data sits out; where none can, the first says why.
func (c *Consensus) Uses(has crowd.Parts) (uses crowd.Parts, err error) {
	switch {
	case has.Numeric:
		return uses, ErrNumbers
	case has.Anonymous:
		return uses, crowd.ErrAnonymous
	}
	able := false
	for _, m := range c.Members {
		u, e := m.Method.Uses(has)
		switch {
		case e == nil:
			able = true
			uses.Gold, uses.Confusion, uses.Repeat = uses.Gold || u.Gold, uses.Confusion || u.Confusion, uses.Repeat || u.Repeat
			uses.Predictions = has.Predictions
		case err == nil:
			err = e
		}
	}
	if !able {
		return crowd.Parts{}, err
	}
	return uses, nil
}

// Start implements fit.Method.
func (c *Consensus) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	return c.start(d, s, fit.Start)
}

// Resume implements fit.Resumer: the members that can go on from an estimate do, the
// others start anew.
func (c *Consensus) Resume(d *crowd.Dataset, from *crowd.Estimate, s fit.Settings) (fit.Fit, error) {
	return c.start(d, s, func(d *crowd.Dataset, m fit.Method, s fit.Settings) (*fit.Session, error) {
		if r, ok := m.(fit.Resumer); ok {
			return fit.Resume(d, r, from, s)
		}
		return fit.Start(d, m, s)
	})
}

// panel is Consensus at work.
type panel struct {
	data     *crowd.Dataset
	all      []Member // of Consensus
	settings fit.Settings
	start    starter
	members  []Member // those that can run
	sessions []*fit.Session
	running  []bool
	order    []int
	room     []float64      // for the posterior, made while free memory is contiguous; nil once it is in it
	filled   bool           // it has it
	looked   bool           // for workers who answer alike
	merged   fit.Merged     // those there are
	group    []int32        // M, the first of the worker's group, −1: none; nil: nobody is in any
	voices   *crowd.Dataset // what the members are fitted to: one worker for each group
	learnt   bool           // from gold, as far as there is any
	weighed  *fit.Weighed   // what gold makes of the workers; nil: nothing
	mixture  *mixture       // what was learnt; nil: the posterior is the members' mean
	from     fit.Source     // has the labels, of which data has only the shape; nil: data has them
}

// starter starts a member on d.
type starter func(d *crowd.Dataset, m fit.Method, s fit.Settings) (*fit.Session, error)

func (c *Consensus) start(d *crowd.Dataset, s fit.Settings, start starter) (fit.Fit, error) {
	p := &panel{data: d, all: c.Members, settings: s, start: start, looked: c.Keep, room: make([]float64, d.Tasks*d.Classes)}
	return p, p.begin(d)
}

// begin starts all members that can run on d.
func (p *panel) begin(d *crowd.Dataset) error {
	s := p.settings
	s.Common = &fit.Common{}
	p.voices = d
	err := p.enlist(s.Common.Parts(d), func(m fit.Method) (*fit.Session, error) { return p.start(d, m, s) })
	*s.Common = fit.Common{} // all have started
	return err
}

// enlist starts all members that can run on labels that have such parts.
func (p *panel) enlist(has crowd.Parts, start func(m fit.Method) (*fit.Session, error)) error {
	p.members, p.sessions, p.running, p.order = nil, nil, nil, nil
	for _, m := range p.all {
		if _, err := m.Method.Uses(has); err != nil {
			continue
		}
		session, err := start(m.Method)
		if err != nil {
			return fmt.Errorf("%s: %w", m.Name, err)
		}
		p.order = append(p.order, len(p.order))
		p.members, p.sessions, p.running = append(p.members, m), append(p.sessions, session), append(p.running, true)
	}
	return nil
}

// Step implements fit.Fit. The members' measures of change can't be compared, so it has
// none; Flips are those of the member that changed most labels. Once all have ended, all go on.
func (p *panel) Step() (fit.Step, error) {
	step := fit.Step{Objective: math.NaN(), Change: math.NaN(), Flips: -1, Done: true}
	p.filled = false
	// To and fro: the tables of the last are still near the processor.
	slices.Reverse(p.order)
	ended := !slices.Contains(p.running, true)
	for _, n := range p.order {
		session := p.sessions[n]
		switch {
		case ended:
			s, err := session.Fit().Step()
			if err != nil {
				return step, fmt.Errorf("%s: %w", p.members[n].Name, err)
			}
			step.Flips = max(step.Flips, s.Flips)
			continue
		case !p.running[n]:
			continue
		}
		p.running[n] = false
		for s := range session.Steps() {
			p.running[n] = !session.Ended()
			step.Flips = max(step.Flips, s.Flips)
			break
		}
		if err := session.Err(); err != nil {
			return step, fmt.Errorf("%s: %w", p.members[n].Name, err)
		}
		step.Done = step.Done && !p.running[n]
	}
	for _, session := range p.sessions { // the limit of the panel is theirs
		step.Done = step.Done && session.Status() != fit.StepLimit
	}
	if step.Done && !p.looked {
		again, err := p.look()
		step.Done = !again
		if again || err != nil {
			return step, err
		}
	}
	if step.Done && !p.learnt {
		return step, p.learn()
	}
	return step, nil
}

// Estimate implements fit.Fit.
func (p *panel) Estimate() *crowd.Estimate {
	if p.from != nil {
		return &crowd.Estimate{}
	}
	if !p.filled {
		p.fill()
	}
	q := p.room
	p.room, p.filled = nil, false
	if p.data.Predictions != nil {
		p.join(q)
	}
	return implied(p.data, q)
}

// implied returns an estimate with what follows from the posterior of the tasks of d.
func implied(d *crowd.Dataset, posterior []float64) *crowd.Estimate {
	k := d.Classes
	e := &crowd.Estimate{Posterior: posterior, Prior: make([]float64, k)}
	for row := range slices.Chunk(e.Posterior, k) {
		for c, q := range row {
			e.Prior[c] += q
		}
	}
	if !prob.Normalize(e.Prior) {
		prob.Uniform(e.Prior)
	}
	if !crowd.Holds(d.Workers, k) {
		return e
	}
	e.Confusion = crowd.Counts(&d.Labels, e.Posterior)
	for at := 0; at < len(e.Confusion); at += k {
		if row := e.Confusion[at : at+k]; !prob.Normalize(row) {
			prob.Uniform(row)
		}
	}
	return e
}

// fill puts the mean of the members' posteriors into the room, or what gold makes of it.
func (p *panel) fill() {
	if p.room == nil {
		p.room = make([]float64, p.data.Tasks*p.data.Classes)
	}
	clear(p.room)
	for _, session := range p.sessions {
		fit.Contribute(session.Fit(), 1/float64(len(p.sessions)), p.room)
	}
	if p.mixture != nil {
		p.mixture.apply(p.voices, p.room)
	}
	p.filled = true
}

// Panel implements fit.Panelist: the members that can tell, which all of the catalog's can.
func (p *panel) Panel() (all []fit.Member) {
	for n, session := range p.sessions {
		if t, ok := session.Fit().(fit.Teller); ok {
			tell := t.Teller()
			if group := p.group; group != nil {
				each := tell
				tell = func(d *crowd.Dataset) []float64 { return each(merged(d, group)) }
			}
			all = append(all, fit.Member{
				Name: p.members[n].Name, Title: p.members[n].Title, Tell: tell, Weight: 1 / float64(len(p.sessions)),
			})
		}
	}
	if m, group, members := p.mixture, p.group, all; m != nil {
		for n := range members {
			members[n].Weight = 0
		}
		all = append(all, fit.Member{Name: "gold", Title: "Gold", Weight: 1, Tell: func(d *crowd.Dataset) []float64 {
			q := make([]float64, d.Tasks*d.Classes)
			for _, member := range members {
				for n, x := range member.Tell(d) {
					q[n] += x / float64(len(members))
				}
			}
			if group != nil {
				d = merged(d, group)
			}
			m.apply(d, q)
			return q
		}})
	}
	return all
}

// Working implements fit.Panelist.
func (p *panel) Working() (titles []string) {
	for n, m := range p.members {
		if p.running[n] {
			titles = append(titles, m.Title)
		}
	}
	return titles
}

// Merged implements fit.Merger.
func (p *panel) Merged() fit.Merged { return p.merged }

// Warnings implements fit.Warner.
func (p *panel) Warnings() (all []error) {
	if len(p.merged) > 0 {
		all = append(all, p.merged)
	}
	if p.weighed != nil {
		all = append(all, p.weighed)
	}
	for n, session := range p.sessions {
		for _, err := range session.Warnings() {
			all = append(all, fmt.Errorf("%s: %w", p.members[n].Title, err))
		}
	}
	return all
}

// Err implements fit.Failer.
func (p *panel) Err() error {
	for n, session := range p.sessions {
		if f, ok := session.Fit().(fit.Failer); ok && f.Err() != nil {
			return fmt.Errorf("%s: %w", p.members[n].Name, f.Err())
		}
	}
	return nil
}
