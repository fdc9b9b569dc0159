package model

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"concord/app/format"
	"concord/core/fit"
	"concord/core/wire"
)

// Same reports whether both would run the same fit.
func (p Setup) Same(q Setup) bool {
	mine, yours := p.values(), q.values()
	p.Values, q.Values = nil, nil
	return maps.Equal(mine, yours) && p.Method == q.Method && p.Seed == q.Seed &&
		p.MaxSteps == q.MaxSteps && p.Tolerance == q.Tolerance && p.Gain == q.Gain
}

// values are the parameters set for the chosen method.
func (p Setup) values() map[string]string {
	v := map[string]string{}
	for key, value := range p.Values {
		if name, ok := strings.CutPrefix(key, p.Method+"."); ok {
			v[name] = value
		}
	}
	return v
}

// Value returns what is set for a parameter of the chosen method.
func (p Setup) Value(param wire.Param) string {
	if v, ok := p.Values[p.Method+"."+param.Name]; ok {
		return v
	}
	return param.Default
}

// set takes in a change of the settings.
func (p Setup) set(m Msg) Setup {
	switch m := m.(type) {
	case SetMethod:
		p.Method = m.Name
	case SetValue:
		p.Values = maps.Clone(p.Values)
		if p.Values == nil {
			p.Values = map[string]string{}
		}
		p.Values[p.Method+"."+m.Param] = m.Value
	case SetSeed:
		p.Seed = strings.TrimSpace(m.Text)
	case SetStop:
		text := strings.TrimSpace(m.Text)
		switch m.What {
		case StopSteps:
			p.MaxSteps = text
		case StopTolerance:
			p.Tolerance = text
		case StopGain:
			p.Gain = text
		}
	case Defaults:
		p = Setup{Method: p.Method, Seed: "1"}
	}
	return p
}

// Wrong says what is wrong with a setting of a fit by m, or "". What is a
// parameter's name, SettingSeed or one of the rules that end a fit.
func (p Setup) Wrong(m wire.Method, what string) string {
	switch what {
	case SettingSeed:
		if _, err := strconv.ParseUint(p.Seed, 10, 64); err != nil {
			return "A whole number, 0 or more."
		}
		return ""
	case StopSteps:
		if n, err := strconv.Atoi(p.MaxSteps); p.MaxSteps != "" && (err != nil || n < 1) {
			return "A whole number, 1 or more; empty for " + format.Number(fit.DefaultMaxSteps) + "."
		}
		return ""
	case StopTolerance:
		return wrongPositive(p.Tolerance, "empty for "+format.Number(fit.DefaultTolerance))
	case StopGain:
		return wrongPositive(p.Gain, "empty to ignore it")
	}
	i := slices.IndexFunc(m.Params, func(q wire.Param) bool { return q.Name == what })
	if i < 0 {
		return ""
	}
	return wrongParam(m.Params[i], p.Value(m.Params[i]))
}

func wrongPositive(text, orEmpty string) string {
	if text == "" {
		return ""
	}
	if x, err := strconv.ParseFloat(text, 64); err != nil || !(x > 0) || math.IsInf(x, 0) {
		return "A number above 0; " + orEmpty + "."
	}
	return ""
}

func wrongParam(q wire.Param, value string) string {
	if q.Choices != nil {
		if !slices.Contains(q.Choices, value) {
			return "One of " + strings.Join(q.Choices, ", ") + "."
		}
		return ""
	}
	x, err := strconv.ParseFloat(value, 64)
	switch {
	case err != nil:
		return "A number is needed."
	case q.Integer && x != math.Trunc(x):
		return "A whole number is needed."
	case !(x >= q.Min && x <= q.Max):
		return "It must lie between " + format.Number(q.Min) + " and " + format.Number(q.Max) + "."
	}
	return ""
}

// Blocked says why nothing can be run now, or "".
func (s State) Blocked() string {
	if s.Labels.Opened == nil {
		return "Open a file of labels first."
	}
	if s.Run != nil {
		return "A fit is running."
	}
	if s.Reading() != nil {
		return "A file is being read."
	}
	m, ok := s.Method()
	if !ok {
		return "Choose a method."
	}
	if m.Why != "" {
		return m.Title + " can’t run on these data: " + m.Why
	}
	if why := s.Ranking().Why; why != "" {
		return why
	}
	return s.Setup.Mend(m)
}

// Mend says that a setting of a fit by m is wrong, and where it is, or "".
func (p Setup) Mend(m wire.Method) string {
	settings := []string{SettingSeed}
	for _, q := range m.Params {
		settings = append(settings, q.Name)
	}
	for n, what := range append(settings, StopSteps, StopTolerance, StopGain) {
		if p.Wrong(m, what) == "" {
			continue
		}
		if n >= len(settings) { // they are folded away
			return "Mend the setting marked in red under “More” first."
		}
		return "Mend the setting marked in red first."
	}
	return ""
}

// askRoles has the user look at the roles of the columns before anything is computed.
func (s State) askRoles() (State, []Cmd) {
	s.Note = "Is the file understood as it should be? Confirm the roles of its columns, or change them."
	return s, []Cmd{Focus{ID: "confirm-roles", Or: title(RoleLabels)}}
}

// confirmRoles takes in that the roles are right, and goes on with what was asked for.
func (s State) confirmRoles() (State, []Cmd) {
	if s.Labels.Asks() == "" || s.Run != nil || s.Reading() != nil {
		return s, nil
	}
	s.Labels = s.Labels.confirmed()
	asked := s.Asked
	s.Asked, s.Note = false, ""
	if asked && s.Blocked() == "" {
		return s.startRun(false)
	}
	return s, []Cmd{Focus{ID: "run", Or: title(RoleLabels)}}
}

// startRun asks for a fit, anew or from the saved state.
func (s State) startRun(resume bool) (State, []Cmd) {
	if s.Blocked() != "" || resume && s.Saved.Opened == nil {
		return s, nil
	}
	if s.Labels.Asks() != "" {
		s.Asked = !resume
		return s.askRoles()
	}
	m, _ := s.Method()
	p := s.Setup
	id := s.id()
	fit := p.fit()
	fit.Resume = resume
	s.Run = &Run{ID: id, Setup: p, Beside: s.beside(), Title: m.Title}
	s.Failure, s.Note = nil, ""
	return s, []Cmd{Send{Request: wire.Request{ID: id, Fit: fit}}}
}

// FoldBlocked says why no labels can be folded in now, or "". A fold has the
// method and the settings of the saved state.
func (s State) FoldBlocked() string {
	switch {
	case s.Saved.Opened == nil:
		return "Open a saved state first."
	case s.Labels.Opened == nil:
		return "Open the labels that came since."
	case s.Run != nil:
		return "A fit is running."
	case s.Reading() != nil:
		return "A file is being read."
	}
	for _, what := range []string{SettingSeed, StopSteps, StopTolerance} {
		if s.Setup.Wrong(wire.Method{}, what) != "" {
			return "Mend the setting marked in red first."
		}
	}
	return ""
}

// foldIn asks for the labels to be taken into the saved state.
func (s State) foldIn() (State, []Cmd) {
	if s.FoldBlocked() != "" {
		return s, nil
	}
	if s.Labels.Asks() != "" {
		return s.askRoles()
	}
	id := s.id()
	fold := &wire.Fold{}
	fold.Seed, _ = strconv.ParseUint(s.Setup.Seed, 10, 64) // FoldBlocked has seen to all of these
	fold.MaxSteps, _ = strconv.Atoi(s.Setup.MaxSteps)
	fold.Tolerance, _ = strconv.ParseFloat(s.Setup.Tolerance, 64)
	s.Run = &Run{ID: id, Setup: s.Setup, Beside: s.beside(), Title: "the fold"}
	s.Failure, s.Note = nil, ""
	return s, []Cmd{Send{Request: wire.Request{ID: id, Fold: fold}}}
}

// cancel ends the fit or the readings under way.
func (s State) cancel() (State, []Cmd) {
	var cmds []Cmd
	end := func(id int) {
		cmds = append(cmds, Send{Request: wire.Request{ID: s.id(), Cancel: &wire.Cancel{ID: id}}})
	}
	if s.Run != nil && !s.Run.Ending {
		run := *s.Run
		run.Ending = true
		s.Run = &run
		end(run.ID)
	}
	for _, role := range roles() {
		src := s.source(role)
		if src.Reading != nil && !src.Reading.Ending {
			reading := *src.Reading
			reading.Ending = true
			src.Reading = &reading
			end(reading.ID)
		}
	}
	return s, cmds
}

// CanSettle reports whether what the run under way has found can be kept: it is a
// fit, and has made a step.
func (s State) CanSettle() bool {
	r := s.Run
	return r != nil && r.From == "" && r.Amend == nil && !r.Ending && !r.Enough && r.Progress != nil && r.Progress.Step != nil
}

// settle ends the fit under way and keeps what it has found.
func (s State) settle() (State, []Cmd) {
	if !s.CanSettle() {
		return s, nil
	}
	run := *s.Run
	run.Enough = true
	s.Run = &run
	return s, []Cmd{Send{Request: wire.Request{ID: s.id(), Cancel: &wire.Cancel{ID: run.ID, Keep: true}}}}
}

// fitReplied takes in what the fit has to say.
func (s State) fitReplied(r wire.Reply) (State, []Cmd) {
	run := *s.Run
	switch {
	case r.Progress != nil:
		run.Progress = r.Progress
		run.follow(r.Progress)
		s.Run = &run
		return s, nil
	case r.Fault != nil:
		s.Run, s.Ordering = nil, nil
		if r.Fault.Cancelled {
			s.Note = "Cancelled. Nothing has changed."
			if s.Detail() != nil {
				return s, nil
			}
			return s, []Cmd{Focus{ID: cmp.Or(run.From, "run")}}
		}
		s.Failure = &Failure{About: run.Title, Fault: r.Fault}
		s.Details, s.Reviewing = nil, false // they would lie over it
		return s, []Cmd{Focus{ID: "failure"}}
	}
	s = s.outdate(r)
	switch {
	case r.Amended != nil:
		s.Run = nil
		s, cmds := s.amended(run, r.Amended)
		s, more := s.ordered(r.Amended)
		if run.Regret {
			s, undo := s.undoAmend("")
			return s, append(append(cmds, more...), undo...)
		}
		s, keep := s.shelve()
		return s, append(append(cmds, more...), keep...)
	case r.Planned != nil:
		s.Run = nil
		return s.planned(r.Planned)
	case r.Advised != nil:
		s.Run = nil
		return s.advised(r.Advised)
	case r.Compared != nil:
		s.Run = nil
		return s.compared(r.Compared)
	case r.Fitted != nil:
		s.Run = nil
		s, cmds := s.fitted(run, r.Fitted)
		s, keep := s.shelve()
		return s, append(cmds, keep...)
	}
	return s, nil
}

// outdate forgets why files could not be read, once the user has got a result
// without them. What follows the loss of a worker is none.
func (s State) outdate(r wire.Reply) State {
	if r.Amended != nil && r.Amended.Fitted == nil {
		return s
	}
	return s.settleAll()
}

// follow takes in how far one fit has come, or several one after the other.
func (r *Run) follow(p *wire.Progress) {
	if p.Of > 0 {
		r.Fraction = max(r.Fraction, float64(p.At-1)/float64(p.Of))
		return
	}
	r.advance(p.Step)
}

// advance measures how far the fit has come: on a scale of logarithms the change
// of an EM fit falls about evenly from its first value to the tolerance.
func (r *Run) advance(step *wire.Step) {
	if step == nil {
		return
	}
	limit := fit.DefaultMaxSteps
	if n, err := strconv.Atoi(r.Setup.MaxSteps); err == nil {
		limit = n
	}
	far := float64(step.N) / float64(limit)
	if step.Change > 0 {
		if r.First == 0 {
			r.First = step.Change
		}
		tolerance := fit.DefaultTolerance
		if x, err := strconv.ParseFloat(r.Setup.Tolerance, 64); err == nil {
			tolerance = x
		}
		if r.First > tolerance {
			far = max(far, math.Log(r.First/step.Change)/math.Log(r.First/tolerance))
		}
	}
	r.Fraction = max(r.Fraction, min(far, 1))
}
