package engine

import (
	"hash"
	"slices"

	"concord/core/crowd"
	"concord/core/export"
	"concord/core/intake"
	"concord/core/job"
	"concord/core/wire"
)

// file is a file and the choices by which it is read.
type file struct {
	source Source
	guess  *intake.Guess
	read   wire.Read
	sum    string    // SHA-256 of what was read; empty: not made yet
	hash   hash.Hash // makes it while labels are read; else nil
}

// labels are a set of labels that is loaded.
type labels struct {
	file
	own     *intake.Set    // as the file has them
	full    *intake.Set    // with those of the saved state, if one is loaded; else own
	set     *intake.Set    // full without the workers left out
	amend   wire.Amend     // what the user has changed
	scale   *scale         // the order of the classes; nil: they have none
	fresh   *crowd.Dataset // those of own, numbered as in set; nil without a saved state
	pairs   *intake.Pairs  // the yes/no questions that set makes, where a task may have several labels; else nil
	parts   crowd.Parts
	counts  *wire.Counts
	seconds float64 // that reading took
	times   *timed  // when they were given, once somebody has asked; the same whatever is amended
	ranks   [2]rank // of tasks and of workers, by name; made when they are first asked for
}

// asked is the set that methods see: the yes/no questions where there are such.
func (l *labels) asked() *intake.Set {
	if l.pairs != nil {
		return &l.pairs.Set
	}
	return l.set
}

// named is what methods see as export needs it.
func (l *labels) named() export.Named {
	s := l.asked()
	n := export.Named{Data: s.Data, Tasks: s.Tasks, Workers: s.Workers, Classes: s.Classes}
	if l.scale != nil {
		n.Order = l.scale.order
	}
	if l.pairs != nil {
		n.Sets = &export.Sets{Tasks: l.set.Tasks, Classes: l.set.Classes, Separator: l.read.Separator}
		if n.Sets.Separator == "" {
			n.Sets.Separator = between(l.set.Classes)
		}
	}
	return n
}

// between is what is to stand between several classes in one cell: a character that
// is in the name of none, as far as there is one.
func between(classes intake.Names) string {
	in := make(map[byte]bool)
	var name []byte
	for k := range classes.Len() {
		name = classes.Append(name[:0], k)
		for _, c := range name {
			in[c] = true
		}
	}
	for _, c := range []byte("|;/+&~#^") {
		if !in[c] {
			return string(c)
		}
	}
	return "|"
}

// open loads a file or a sample.
func (e *Engine) open(c *job.Job, o *wire.Open, from Source) (*wire.Opened, error) {
	if o.Sample != "" {
		var err error
		if from, err = sample(o); err != nil {
			return nil, err
		}
	}
	if from == nil {
		return nil, wire.Refuse("There is no file to open. Choose one.")
	}
	switch {
	case o.Role == wire.RoleState:
		return e.loadState(c, from)
	case o.Look && o.Role == "":
		return e.recognise(from)
	case o.Look:
		return e.look(o, from)
	}
	return e.load(c, o.Role, from, o.Files, o.Read)
}

// look says what is understood of a file.
func (e *Engine) look(o *wire.Open, from Source) (*wire.Opened, error) {
	f := &file{source: from}
	f.read.Files = o.Files
	if err := f.detect(o.Role, o.Read, e.labels); err != nil {
		if r := asFault(err); r != nil {
			return nil, r
		}
		return nil, err
	}
	return f.opened(o.Role), nil
}

// reread loads a file again, with other choices.
func (e *Engine) reread(c *job.Job, r *wire.Reread) (*wire.Opened, error) {
	f := e.loaded(r.Role)
	if r.Failed {
		f = e.failed[r.Role]
	}
	if f == nil {
		return nil, wire.Refuse("There is no file of %s to read again. Open it first.", r.Role)
	}
	return e.load(c, r.Role, f.source, nil, &r.Read)
}

// load reads a file in a role. What was loaded in it stays until all is well.
func (e *Engine) load(c *job.Job, role string, from Source, files []wire.File, choices *wire.Read) (opened *wire.Opened, err error) {
	f := &file{source: from}
	f.read.Files = files
	defer func() {
		if r := asFault(err); r != nil {
			r.Opened = f.opened(role)
			e.failed[role] = f
			err = r
		}
	}()
	switch {
	case !slices.Contains([]string{wire.RoleLabels, wire.RoleTruth, wire.RoleGold, wire.RoleConfusion, wire.RoleCosts, wire.RoleFeatures, wire.RoleText, wire.RolePredict, wire.RoleTestTruth}, role):
		return nil, unknownRole(role)
	case role != wire.RoleLabels && e.labels == nil:
		return nil, wire.Refuse("Open a file of labels first; then the %s that belongs to it.", role)
	}
	if err := f.detect(role, choices, e.labels); err != nil {
		return nil, err
	}
	if err := c.Turn(); err != nil {
		return nil, err
	}
	switch role {
	case wire.RoleLabels:
		opened, err = e.loadLabels(c, f)
	case wire.RoleTruth, wire.RoleGold:
		opened, err = e.loadTruth(c, f, role)
	case wire.RoleConfusion:
		opened, err = e.loadInitial(c, f)
	case wire.RoleCosts:
		opened, err = e.loadCosts(c, f)
	case wire.RoleFeatures:
		opened, err = e.loadFeatures(c, f)
	case wire.RoleText:
		opened, err = e.loadTexts(c, f)
	case wire.RolePredict:
		opened, err = e.loadNewcomers(c, f)
	case wire.RoleTestTruth:
		opened, err = e.loadExam(c, f)
	}
	if err == nil {
		delete(e.failed, role)
	}
	return opened, err
}

// loaded returns the file that is loaded in a role, nil if there is none.
func (e *Engine) loaded(role string) *file {
	switch {
	case role == wire.RoleLabels && e.labels != nil:
		return &e.labels.file
	case role == wire.RoleTruth && e.truth != nil:
		return &e.truth.file
	case role == wire.RoleGold && e.gold != nil:
		return &e.gold.file
	case role == wire.RoleCosts && e.costs != nil:
		return &e.costs.file
	case role == wire.RoleConfusion && e.initial != nil:
		return &e.initial.file
	case role == wire.RoleFeatures && e.features != nil:
		return &e.features.file
	case role == wire.RoleText && e.texts != nil:
		return &e.texts.file
	case role == wire.RolePredict && e.newcomers != nil:
		return &e.newcomers.file
	case role == wire.RoleTestTruth && e.exam != nil:
		return &e.exam.file
	}
	return nil
}

func (e *Engine) loadLabels(c *job.Job, f *file) (*wire.Opened, error) {
	set, err := e.readLabels(c, f)
	if err != nil {
		return nil, e.note(err, f, wire.RoleLabels)
	}
	l, err := e.prepare(c, *f, set, e.state)
	if err != nil {
		return nil, err
	}
	o := f.opened(wire.RoleLabels)
	if err := alike(c, set, o); err != nil {
		return nil, err
	}
	none, err := intake.NoAnswers(set, c.Turn)
	if err != nil {
		return nil, err
	}
	for _, n := range none {
		o.NoAnswer = append(o.NoAnswer, wire.NoAnswer(n))
	}
	e.take(l, listed{set.Problems, f, wire.RoleLabels})
	o.Counts, o.Holds = l.counts, f.holds()
	o.Methods = methods(l.parts)
	o.Problems, o.Count = problems(set.Problems)
	o.Warnings, _ = problems(intake.Problems{First: set.Warnings})
	return o, nil
}

// prepare makes labels of a set: joined to those of a saved state, where there
// is one, or made yes/no questions, and counted.
func (e *Engine) prepare(c *job.Job, f file, own *intake.Set, s *saved) (l *labels, err error) {
	l = &labels{file: f, own: own, full: own, times: &timed{}}
	switch {
	case f.read.Sets && s != nil:
		return nil, wire.Refuse("A saved state and tasks with several labels do not go together. Drop the state, or take each task to have one label.")
	case own.Data.Anonymous && (f.read.Sets || s != nil):
		return nil, wire.Refuse("This file counts labels and does not say whose they are, so it goes neither with a saved state nor with tasks that have several labels. Drop the state, or take each task to have one label.")
	case f.read.Sets:
		if l.pairs, err = intake.NewPairs(own); err != nil {
			return nil, err
		}
	case s != nil:
		if l.full, l.fresh, err = s.join(c, own); err != nil {
			return nil, err
		}
	}
	l.set = l.full
	l.seconds = c.Seconds()
	if l.counts, err = count(c, l); err != nil {
		return nil, err
	}
	l.parts = l.asked().Data.Parts()
	return l, nil
}

// take puts labels in the place of those that are loaded. What was read against
// those is void.
func (e *Engine) take(l *labels, bad listed) {
	e.labels, e.result, e.kept, e.compared, e.plan = l, nil, nil, nil, nil
	e.skip(bad)
	for _, t := range []*truth{e.truth, e.gold} {
		if t != nil {
			t.class, t.value = nil, nil
		}
	}
	if e.initial != nil {
		e.initial.Initial = nil
	}
	if e.costs != nil {
		e.costs.Costs = nil
	}
	if e.features != nil {
		e.features.FeatureSet = nil
	}
	if e.texts != nil {
		e.texts.TextSet = nil
	}
	e.void()
}
