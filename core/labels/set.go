// Package labels reads files of labels: it turns names into integers and groups the
// labels by task.
//
//	lay, err := layout.Detect(name, head)             // the first bytes of the file (layout.Head)
//	set, err := labels.Read(name, file, lay, options) // the whole file, streamed
//
// Problems of single rows are gathered in Set.Problems; what makes the file unusable
// is an error of type *api.Problem.
package labels

import (
	"fmt"
	"runtime"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/layout"
	"concord/core/scan"
	"concord/internal/humanize"
)

// Set is a data set with the names that its integers stand for.
//
// Tasks and workers are numbered in the order in which they first appear,
// classes in their own order: as numbers where all are numbers, else as text.
type Set struct {
	Data                    *crowd.Dataset
	Tasks, Workers, Classes Names
	Items                   Names         // that are compared: tasks are pairs of them; nil: labels are no comparisons
	Blank                   []Answer      // that tick nothing, where a task may have several labels
	Rows, Skipped           int           // of the file; skipped are those without an answer and the bad ones
	Repeats                 int           // labels beyond the first by the same worker on the same task
	Bytes                   int64         // of the file
	Questions               []string      // that are answered further on than detection looked
	Problems                api.Problems  // the bad rows that were left out
	Warnings                []api.Problem // what is odd about the file as a whole, but no obstacle
}

// Answer says which worker answered which task.
type Answer struct{ Task, Worker int32 }

// Names are the names of tasks, workers or classes, by index.
type Names interface {
	Len() int
	At(i int) string
	Append(to []byte, i int) []byte // appends name i
	Find(name string) (i int, ok bool)
}

const (
	// Before is what the warning about repeated labels says of them.
	Before = "by a worker who had labelled the task before"

	manyLabels  = 1 << 20 // their memory matters
	warnClasses = 100     // more classes than this are worth a warning
)

// Set returns the labels with the names that their integers stand for. The
// Collector is used up. Unless they are to be skipped, bad rows end in a *BadRows.
func (p *Collector) Set() (*Set, error) {
	if p.files > 1 {
		p.file = fmt.Sprintf("%s and %s", p.file, humanize.Count(p.files-1, "more file"))
	}
	if err := scan.Verdict(p.problems, p.bad, p.read-p.bad-p.skipped, p.choices.Skip); err != nil {
		return nil, err
	}
	p.addOwn(p.choices.Own)
	p.rename(p.choices.Merge)
	s := &Set{
		Tasks: p.tasks, Workers: p.workers, Classes: p.classes, Blank: p.blank, Questions: p.questions,
		Rows: p.read, Skipped: p.skipped + p.bad, Bytes: p.bytes, Problems: p.problems,
	}
	switch {
	case p.read == 0:
		return nil, scan.Nothing(p.file, p.header, p.passed)
	case p.choices.Human != "" && p.passed == 0:
		return nil, &api.Problem{File: p.file, What: fmt.Sprintf("no label is by “%s”", api.Printable(p.choices.Human)),
			Do: "Name the worker whose labels are the truth as the file does"}
	case p.unnamed > p.given():
		return nil, &api.Problem{File: p.file, Err: api.ErrNoWorker, What: fmt.Sprintf("%s of %s have no worker",
			humanize.Number(p.unnamed), humanize.Count(p.unnamed+p.given(), "label")), Do: "Choose the column that says who gave them"}
	case p.labels.n == 0 && !p.choices.Compares():
		return nil, &api.Problem{File: p.file, Column: p.column, What: fmt.Sprintf("not one of the %s has a label that can be used",
			humanize.Count(p.read, "row")), Do: "Choose the label column"}
	}
	if p.choices.Compares() {
		if err := p.comparisons(s); err != nil {
			return nil, err
		}
		p.tasks.seal()
		p.workers.seal()
		p.warn(s)
		return s, nil
	}
	p.tasks.seal()
	p.workers.seal()
	// Memory peaks when the labels are grouped, and a tab never gives back what it
	// once took: collect the tables and the buffers before, and the chunks after,
	// rather than when they are a fifth of it all.
	collect := func() {
		if p.labels.n > manyLabels {
			runtime.GC()
		}
	}
	collect()
	var order []uint16
	if !p.labels.numeric {
		s.Classes, order = sorted(p.classes)
	}
	labels := p.labels.group(p.tasks.Len(), p.workers.Len(), p.classes.Len(), order)
	collect()
	s.Data = &crowd.Dataset{Labels: labels, Anonymous: p.anonymous}
	s.known(p.choices.Merge)
	p.warn(s)
	if !p.anonymous {
		s.settle(p.choices.Counted())
	}
	return s, nil
}

// given is how many labels were read, votes and rankings among them.
func (p *Collector) given() int { return p.labels.n + len(p.compared.votes) + len(p.compared.lists) }

// warn counts repeats and says what is odd about the set. Where a cell may hold
// several labels, several by one worker are no repeats.
func (p *Collector) warn(s *Set) {
	s.Warnings = p.ended()
	add := func(what, do string) {
		s.Warnings = append(s.Warnings, api.Problem{File: p.file, What: what, Do: do})
	}
	if p.standIns > 0 {
		add(fmt.Sprintf("“%s” tells who gave %s, where “%s” is empty", api.Printable(p.stoodIn[0]), humanize.Count(p.standIns, "label"),
			api.Printable(p.stoodIn[1])), "")
	}
	if text := p.lapsed(s); text != "" {
		s.Warnings = append(s.Warnings, api.Problem{File: p.file, What: text, Mended: true})
	}
	if one := p.person(s); p.named && one != nil {
		s.Warnings = append(s.Warnings, *one)
	}
	if p.nones > 0 {
		add("labels that say “None” count as no answer", "If “None” is a label here, no longer treat it as no answer")
	}
	switch k := s.Classes.Len(); {
	case s.Items != nil:
		s.Warnings = append(s.Warnings, p.oddVotes(s)...)
	case k == 1:
		add(fmt.Sprintf("every label is the same, “%s”: there is nothing to decide", api.Printable(s.Classes.At(0))),
			"Check the label column")
	case k > warnClasses:
		add(fmt.Sprintf("there are %s, unusually many", humanize.Count(k, "different label")),
			"Check the label column, or treat the labels as numbers")
	}
	if !p.anonymous && s.Workers.Len() == 1 && !p.truth {
		do := "Check the worker column"
		if p.judged {
			do = "What a person says of some tasks would show how far to trust it"
		}
		label, worker := "label", "worker"
		if s.Items != nil {
			label, worker = "vote", "voter"
		}
		add(fmt.Sprintf("every %s is by one %s, “%s”: there is nobody to compare with", label, worker, api.Printable(s.Workers.At(0))), do)
	}
	if p.judged {
		if what, do := strays(s); what != "" {
			add(what, do)
		}
	}
	if !p.anonymous && !p.several && s.Items == nil {
		var i, j int
		if s.Repeats, i, j = s.Data.Repeats(); s.Repeats > 0 {
			add(fmt.Sprintf("%s "+Before+"; the first is by “%s” on “%s”", humanize.Are(s.Repeats, "label"),
				api.Printable(s.Workers.At(j)), api.Printable(s.Tasks.At(i))),
				whichCount(p.choices.Counted(), s.Data.Numeric()))
		}
	}
	if n := len(p.questions); n > 0 {
		other := "another question,"
		if n > 1 {
			other = humanize.Count(n, "other question") + ", such as"
		}
		add(fmt.Sprintf("further down there are answers to %s “%s”", other, api.Printable(p.questions[0])), "")
	}
	if p.again > 0 {
		add(fmt.Sprintf("%s left out: an answer with the same number by the same worker came before", humanize.Are(p.again, "row")), "")
	}
	if n := len(p.blank); n > 0 {
		add(fmt.Sprintf("%s submitted with nothing ticked: that is a no to every label", humanize.Are(n, "answer")), "")
	}
	if n := p.doubtful; n > 0 {
		what, do := "they count like any other", "Leave them out, if they should not count"
		switch {
		case p.choices.Drop && n == 1:
			what, do = "it is left out", ""
		case p.choices.Drop:
			what, do = "they are left out", ""
		case n == 1:
			what, do = "it counts like any other", "Leave it out, if it should not count"
		}
		add(fmt.Sprintf("%s %s: %s", humanize.Are(n, "label"), p.doubt.What, what), do)
	}
}

// ended says how many rows end before the last columns.
func (p *Collector) ended() []api.Problem {
	all := p.read - p.bad
	who := fmt.Sprintf("%s of %s end", humanize.Number(p.short), humanize.Count(all, "row"))
	switch {
	case p.short == 0:
		return nil
	case p.short == all && all > 1:
		who = fmt.Sprintf("all %s end", humanize.Count(all, "row"))
	case p.short == 1:
		who = fmt.Sprintf("1 of %s ends", humanize.Count(all, "row"))
	}
	return []api.Problem{layout.EndsBefore(p.file, who, p.lacking)}
}
