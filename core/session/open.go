package session

import (
	"hash"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/export"
	"concord/core/job"
	"concord/core/kind"
	"concord/core/kind/all"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/sheet"
)

// File is a file and the choices by which it is read.
type File struct {
	Source Source
	Files  []api.File        // that it is made of, one after the other, if there are several
	Found  *layout.Detection // with the user's choices; nil: the file was not understood
	kind   layout.Kind
	Sum    string    // SHA-256 of what was read; empty: not made yet
	hash   hash.Hash // makes it while labels are read; else nil
}

// Original is a file of labels as it is, the same whatever is amended.
type Original struct {
	Input
	own     *labels.Set    // as the file has them
	Full    *labels.Set    // with those of the earlier fit, if one is loaded; else own
	Fresh   *crowd.Dataset // those of own, with the indices of Full; nil without an earlier fit
	Seconds float64        // how long reading took
	content content
	Ranks   [2]sheet.Rank // of tasks and of workers, by name; made when they are first asked for
}

// Labels are a set of labels that is loaded, and what the user has changed.
type Labels struct {
	*Original
	Amend  api.Amend
	Set    *labels.Set // full without the workers left out
	Scale  *Scale      // the order of the classes; nil: they have none
	Cut    kind.Cut    // what methods are asked about Set
	Parts  crowd.Parts
	Counts *api.Counts
}

// Kind is what the answers of a file of labels are.
func (f *File) Kind() kind.Kind { return all.Of(&f.Found.Choices) }

// MethodSet returns the labels as methods see them.
func (l *Labels) MethodSet() *labels.Set { return l.Cut.Questions() }

// Can reports whether the labels can be asked for something (see api.Kind).
func (l *Labels) Can(ask string) bool { return l.Counts.Kind.Can(ask) }

// Refuse returns why the labels can't be asked for something, nil if they can.
func (l *Labels) Refuse(ask string) error { return l.Counts.Kind.Refuse(ask) }

// Named returns the labels that methods see, with their names, as package export takes them.
func (l *Labels) Named() export.Named {
	n := export.Of(l.Cut)
	n.Reviews = l.reviews()
	if l.Scale != nil {
		n.Order = l.Scale.Order
	}
	return n
}

func (l *loader) loadLabels() (*api.Opened, error) {
	set, err := l.readLabels()
	if err != nil {
		return nil, err
	}
	x, err := prepare(l.Job, l.input(set.Problems), set, l.s.State)
	if err != nil {
		return nil, err
	}
	if len(set.Questions) > 0 {
		l.file.Found.Questions = slices.Concat(l.file.Found.Questions, set.Questions)
	}
	o := l.opened(0, set.Problems)
	found, err := labels.LookAlikes(set, l.Turn)
	if err != nil {
		return nil, err
	}
	o.Alike, o.AlikeOf, o.Unsearched = found[:min(len(found), shownAlike)], groups(found), set.Data.Tasks > labels.MostAlike
	none, err := labels.NoAnswers(set, l.Turn)
	if err != nil {
		return nil, err
	}
	o.NoAnswer = append(o.NoAnswer, none...)
	l.s.Labels = x
	o.Counts, o.Embedded = x.Counts, l.file.embedded(l.Job)
	if err := l.Turn(); err != nil {
		return nil, err
	}
	first, err := l.file.first()
	if err != nil {
		return nil, err
	}
	o.Warnings = firstFew(append(l.file.Found.Remarks(first.Name()), set.Warnings...))
	o.Issues = labelIssues(o, found)
	return o, nil
}

// prepare makes labels of a set: joined to those of an earlier fit, if there is one, cut into questions, and counted.
func prepare(c *job.Job, in Input, own *labels.Set, s *Saved) (l *Labels, err error) {
	l = &Labels{Original: &Original{Input: in, own: own, Full: own}}
	info := in.Kind().Info()
	switch why := info.Refuses[api.RoleState]; {
	case s != nil && why != "":
		return nil, api.Refuse("%s", strings.ReplaceAll(why, "%s", some(s.Classes)))
	case own.Data.Anonymous && (!info.Can(api.AskAnonymous) || s != nil):
		return nil, api.Refuse("This file counts labels and does not say whose they are, so it goes neither with an earlier fit nor with " +
			"tasks that have several labels. Drop the earlier fit, or allow one label per task.")
	case s != nil:
		if l.Full, l.Fresh, err = s.join(c, own); err != nil {
			return nil, err
		}
	}
	l.Seconds = c.Seconds()
	return l, l.count(c, l.Full)
}

// count cuts a set into questions, and counts it.
func (l *Labels) count(c *job.Job, set *labels.Set) (err error) {
	l.Set = set
	if l.Cut, err = l.Kind().Cut(set, &l.Found.Choices); err != nil {
		return err
	}
	if l.Counts, err = Count(c, l); err != nil {
		return err
	}
	l.Parts = l.MethodSet().Data.Parts()
	l.Parts.Several = l.Counts.Kind.Several
	return nil
}

// shownAlike is how many groups of names that look alike a reply has.
const shownAlike = 50

// groups counts the groups of names that look alike.
func groups(found []api.Alike) (n int) {
	for _, a := range found {
		if !a.Misspelt {
			n++
		}
	}
	return n
}

// Alike finds all names of the file that look alike.
func (l *Labels) Alike(c *job.Job) ([]api.Alike, error) { return labels.AllLookAlikes(l.own, c.Turn) }

// Anonymous reports whether the file doesn't say who gave which label. Then there are no results for workers.
func (l *Labels) Anonymous() bool { return l.Set.Data.Anonymous }

// NeedsWorkers returns the refusal of something that needs to know who gave which label. what begins its sentence.
func NeedsWorkers(what string) error {
	return api.Refuse("%s: the workers are unknown. Open a file with one row per label, and the worker who gave it.",
		what)
}

// reviews returns the user's verdicts by task, as package export takes them.
func (l *Labels) reviews() map[int]export.Review {
	if len(l.Amend.Review) == 0 {
		return nil
	}
	all := make(map[int]export.Review, len(l.Amend.Review))
	for _, v := range l.Amend.Review {
		all[v.Task] = export.Review{Method: v.Said, Note: v.Note}
	}
	return all
}
