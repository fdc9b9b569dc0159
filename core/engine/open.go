package engine

import (
	"hash"

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

// original is a file of labels as it is, the same whatever is amended.
type original struct {
	input
	own     *intake.Set    // as the file has them
	full    *intake.Set    // with those of the saved state, if one is loaded; else own
	fresh   *crowd.Dataset // those of own, numbered as in full; nil without a saved state
	seconds float64        // that reading took
	times   timed          // when they were given, once somebody has asked
	ranks   [2]rank        // of tasks and of workers, by name; made when they are first asked for
}

// labels are a set of labels that is loaded, and what the user has changed.
type labels struct {
	*original
	amend  wire.Amend
	set    *intake.Set   // full without the workers left out
	scale  *scale        // the order of the classes; nil: they have none
	pairs  *intake.Pairs // the yes/no questions that set makes, where a task may have several labels; else nil
	parts  crowd.Parts
	counts *wire.Counts
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

func (l *loader) loadLabels() (*wire.Opened, error) {
	set, err := l.readLabels()
	if err != nil {
		return nil, err
	}
	x, err := prepare(l.Job, l.input(set.Problems), set, l.s.State)
	if err != nil {
		return nil, err
	}
	o := l.opened(0, set.Problems)
	if err := alike(l.Job, set, o); err != nil {
		return nil, err
	}
	none, err := intake.NoAnswers(set, l.Turn)
	if err != nil {
		return nil, err
	}
	for _, n := range none {
		o.NoAnswer = append(o.NoAnswer, wire.NoAnswer(n))
	}
	l.s.Labels = x
	o.Counts, o.Holds = x.counts, l.file.holds()
	o.Warnings, _ = problems(intake.Problems{First: set.Warnings})
	return o, nil
}

// prepare makes labels of a set: joined to those of a saved state, where there
// is one, or made yes/no questions, and counted.
func prepare(c *job.Job, in input, own *intake.Set, s *saved) (l *labels, err error) {
	l = &labels{original: &original{input: in, own: own, full: own}}
	switch {
	case in.read.Sets && s != nil:
		return nil, wire.Refuse("A saved state and tasks with several labels do not go together. Drop the state, or take each task to have one label.")
	case own.Data.Anonymous && (in.read.Sets || s != nil):
		return nil, wire.Refuse("This file counts labels and does not say whose they are, so it goes neither with a saved state nor with tasks that have several labels. Drop the state, or take each task to have one label.")
	case in.read.Sets:
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
