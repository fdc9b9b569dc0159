// Package session is what is loaded: files by role, and what the user has amended. The roles (api.Roles) say which file is
// read against which, and so is dropped or stale once that changes.
package session

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/job"
)

// Session is what is loaded, by role, and what the user has amended. It is immutable: With, Without and Amended return
// another Session, or an error.
type Session struct {
	State       *Saved
	Labels      *Labels
	Truth       *Truth // that results are compared with
	Gold        *Truth // that fits are given
	Confusion   *Confusion
	Costs       *Costs
	Predictions *Predictions // of a classifier
	Features    *Features
	Texts       *Texts
	Unlabelled  *Unlabelled // further tasks to predict
	TestTruth   *TestTruth  // of tasks that are predicted
}

// Input is a file that is loaded in a role.
type Input struct {
	File
	Problems Problems    // of the rows that were left out
	Issues   []api.Issue // what there is to settle about it
	Stale    bool        // what it was read against has changed since: nothing is left but the file
}

func (i *Input) base() *Input { return i }

// place is how a file of a role is loaded, and where it stands.
type place struct {
	load func(*loader) (*api.Opened, error)
	slot
}

// slot is the place of a role in a Session.
type slot struct {
	get  func(*Session) *Input // nil: nothing is loaded
	drop func(*Session)
	void func(*Session) // leaves nothing but the file
}

func slotOf[T any, P interface {
	*T
	base() *Input
}](at func(*Session) *P) slot {
	return slot{
		get: func(s *Session) *Input {
			if p := *at(s); p != nil {
				return p.base()
			}
			return nil
		},
		drop: func(s *Session) { *at(s) = nil },
		void: func(s *Session) {
			left := P(new(T))
			*left.base() = *(*at(s)).base()
			left.base().Stale = true
			*at(s) = left
		},
	}
}

// places are those of all roles, by their names. Projects and recipes have none: the engine opens them.
func places() map[string]place {
	return map[string]place{
		api.RoleState:       {(*loader).loadState, slotOf(func(s *Session) **Saved { return &s.State })},
		api.RoleLabels:      {(*loader).loadLabels, slotOf(func(s *Session) **Labels { return &s.Labels })},
		api.RoleTruth:       {(*loader).loadTruth, slotOf(func(s *Session) **Truth { return &s.Truth })},
		api.RoleGold:        {(*loader).loadTruth, slotOf(func(s *Session) **Truth { return &s.Gold })},
		api.RoleConfusion:   {(*loader).loadConfusion, slotOf(func(s *Session) **Confusion { return &s.Confusion })},
		api.RolePredictions: {(*loader).loadPredictions, slotOf(func(s *Session) **Predictions { return &s.Predictions })},
		api.RoleCosts:       {(*loader).loadCosts, slotOf(func(s *Session) **Costs { return &s.Costs })},
		api.RoleFeatures:    {(*loader).loadFeatures, slotOf(func(s *Session) **Features { return &s.Features })},
		api.RoleText:        {(*loader).loadTexts, slotOf(func(s *Session) **Texts { return &s.Texts })},
		api.RolePredict:     {(*loader).loadUnlabelled, slotOf(func(s *Session) **Unlabelled { return &s.Unlabelled })},
		api.RoleTestTruth:   {(*loader).loadTestTruth, slotOf(func(s *Session) **TestTruth { return &s.TestTruth })},
	}
}

// placeOf returns that of a role.
func placeOf(role string) (place, error) {
	if p, ok := places()[role]; ok {
		return p, nil
	}
	var names []string
	for _, r := range api.Roles() {
		if r.Beside() {
			names = append(names, r.Name)
		}
	}
	return place{}, api.Refuse("A file can't be opened as “%s”. Open it as labels, or as what belongs to them: %s or %s.", role,
		strings.Join(names, ", "), api.RoleState)
}

// Input returns what is loaded in a role, or nil.
func (s *Session) Input(role string) *Input {
	if p, ok := places()[role]; ok {
		return p.get(s)
	}
	return nil
}

// loader loads one file into a new Session.
type loader struct {
	*job.Job
	s    *Session // without what it loads
	file *File
	role string
	bad  Problems // problems of a file that is refused for them
}

// Failed is why a file could not be loaded.
type Failed struct {
	*api.Fault
	File     *File    // as far as it was understood
	Problems Problems // for which it was refused, if it was
}

func (f *Failed) Unwrap() error { return f.Fault }

// With returns the session with a file read in a role. files are those that it consists of, if several; choices say how to
// read it, nil: as detected. What the file is read against must be there; what was read against what it replaces becomes
// stale. If the file is at fault, the error is a *Failed.
func (s *Session) With(c *job.Job, role string, from Source, files []api.File, choices *api.Choices) (*Session, *api.Opened, error) {
	at, err := placeOf(role)
	next := *s
	l := &loader{Job: c, s: &next, file: &File{Source: from, Files: files}, role: role}
	var opened *api.Opened
	switch {
	case err != nil:
	case api.RoleOf(role).Beside() && s.Labels == nil:
		err = api.Refuse("Open a file of labels first; then the %s that belongs to it.", role)
	default:
		opened, err = l.load(at, choices)
	}
	beside := role == api.RoleLabels && s.Labels != nil && choices == nil && len(files) == 0 // it may go with the labels that are open
	if beside && err == nil && opened.Read.Confirm != "" && l.file.Found.Header {
		err = doubtful(c, from)
	}
	if err == nil {
		if role != api.RoleLabels { // of labels it takes more than the reply
			opened.Issues = fileIssues(opened)
		}
		if in := at.get(&next); in != nil {
			in.Issues = opened.Issues
		}
		next.settle(s, role)
		return &next, opened, nil
	}
	if f := asFault(err); f != nil && role != api.RoleState {
		f.Opened = l.file.opened(role)
		if beside && f.Seems == nil {
			f.Seems = seems(c, from)
		}
		err = &Failed{f, l.file, l.bad}
	}
	return nil, nil, err
}

func (l *loader) load(at place, choices *api.Choices) (*api.Opened, error) {
	if l.role != api.RoleState {
		if err := l.file.detect(l.Job, l.role, choices, l.s.Labels); err != nil {
			return nil, err
		}
		if err := l.Turn(); err != nil {
			return nil, err
		}
		if l.file.Found.Rivals != nil {
			if err := l.file.Found.Check(l.file.Source.Name(), l.file.kind); err != nil { // it names them
				return nil, err
			}
		}
	}
	o, err := at.load(l)
	var bad *api.BadRows
	if errors.As(err, &bad) {
		l.bad = Problems{bad.Problems, l.file, l.role}
	}
	return o, err
}

// input is the file, now that it is read.
func (l *loader) input(bad api.Problems) Input {
	return Input{File: *l.file, Problems: Problems{bad, l.file, l.role}}
}

// opened returns what is known about the file, and how many of the labels' tasks, workers or classes it knows.
func (l *loader) opened(known int, bad api.Problems, warnings ...api.Problem) *api.Opened {
	o := l.file.opened(l.role)
	o.Known = known
	o.Problems, o.Count = firstFew(bad.First), bad.Count
	o.Warnings = append(o.Warnings, warnings...)
	return o
}

// Without returns the session without what is loaded in a role, and without what was read against that.
func (s *Session) Without(c *job.Job, role string) (*Session, error) {
	at, err := placeOf(role)
	if err != nil {
		return nil, err
	}
	next := *s
	at.drop(&next)
	if role == api.RoleState && s.State != nil && s.Labels != nil {
		if next.Labels, err = prepare(c, s.Labels.Input, s.Labels.own, nil); err != nil {
			return nil, err
		}
	}
	next.settle(s, role)
	return &next, nil
}

// settle drops what was read against inputs that are gone, and of what was read against inputs that have changed keeps only
// the file.
func (s *Session) settle(was *Session, changed string) {
	at := places()
	for _, r := range api.Roles() {
		if r.Name == changed || s.Input(r.Name) == nil {
			continue
		}
		gone := func(role string) bool { return was.Input(role) != nil && s.Input(role) == nil }
		switch {
		case slices.ContainsFunc(r.Against, gone), r.With != "" && gone(r.With):
			at[r.Name].drop(s)
		case slices.ContainsFunc(r.Against, func(role string) bool { return s.Input(role) != was.Input(role) }):
			at[r.Name].void(s)
		}
	}
}

// CheckFresh refuses if what is loaded in a role is stale: read against labels that have changed since.
func (s *Session) CheckFresh(role string) error {
	in := s.Input(role)
	if in == nil || !in.Stale {
		return nil
	}
	r := api.RoleOf(role)
	what, were, those := "The labels", "was", "that again, or drop it"
	if r.Predicts() {
		what = "The labels, or what describes their tasks,"
	}
	if r.Plural {
		were, those = "were", "those again, or drop them"
	}
	return api.Refuse("%s have changed since the %s %s read. Read %s.", what, r.Holds, were, those)
}

// Training identifies the inputs of a fit, however they are amended: sessions with the same Training have the same ones.
type Training [9]*Input

// Training returns the inputs that fits are given.
func (s *Session) Training() (t Training) {
	n := 0
	for _, r := range api.Roles() {
		if r.GivenToFits() {
			t[n] = s.Input(r.Name)
			n++
		}
	}
	return t
}

// Parts returns the parts of the data that a method gets: of the labels, and what the input in role adds.
func (s *Session) Parts(role string) crowd.Parts {
	p := s.Labels.Parts
	var f *crowd.Features
	var w *crowd.Words
	switch {
	case role == api.RoleFeatures && s.Features != nil && s.Features.FeatureSet != nil:
		if p.Style = p.Comparisons; !p.Comparisons {
			f = s.Features.Features
		}
	case role == api.RoleText && s.Texts != nil && s.Texts.TextSet != nil:
		w = s.Texts.Words
	}
	p.Describe(f, w)
	p.Predictions = role == api.RolePredictions && s.Predictions != nil && s.Predictions.PredictionSet != nil
	return p
}

// Begin returns the method to begin with on what is loaded: api.Begin.
func (s *Session) Begin(methods []api.Method) api.Beginning {
	return s.Labels.Counts.Begin(api.Beside{
		Told:      s.Gold != nil && s.Gold.Known() > 0 || s.Confusion != nil || s.Predictions != nil || s.State != nil,
		Predicted: s.Predictions != nil,
		Saved:     s.State != nil,
		Features:  s.Features.there(), Texts: s.Texts.there(),
	}, methods)
}

// WithLabels returns the session with l in place of its labels: the same file, amended in another way.
func (s *Session) WithLabels(l *Labels) *Session {
	next := *s
	next.Labels = l
	return &next
}

// Amended returns the session with its labels amended by a, which CheckAmend returned and which replaces any earlier amendment.
func (s *Session) Amended(c *job.Job, a *api.Amend) (*Session, error) {
	l, err := s.Labels.amended(c, a)
	return s.WithLabels(l), err
}

// Look returns what is understood of a file from its beginning. Without a role it finds the most likely one.
func (s *Session) Look(c *job.Job, role string, from Source, files []api.File, choices *api.Choices) (*api.Opened, error) {
	if role == "" {
		o, err := recognise(c, from)
		return o, cmp.Or(c.Ctx.Err(), err) // in which it may go by what is no file of some kind
	}
	f := &File{Source: from, Files: files}
	if err := f.detect(c, role, choices, s.Labels); err != nil {
		return nil, faulty(err)
	}
	return f.opened(role), nil
}
