package labels

import (
	"fmt"
	"runtime"

	"concord/core/crowd"
	"concord/core/layout"
	"concord/core/problem"
	"concord/core/scan"
	"concord/internal/humanize"
)

// named returns the names of a role.
func (p *Collector) named(r layout.Role) **names {
	switch r {
	case layout.Label:
		return &p.classes
	case layout.Worker:
		return &p.workers
	}
	return &p.tasks
}

// manyLabels are so many that their memory matters.
const manyLabels = 1 << 20

func (p *Collector) set() (*Set, error) {
	if err := scan.Verdict(p.problems, p.bad, p.read-p.bad-p.skipped, p.o); err != nil {
		return nil, err
	}
	p.rename(p.o.Merge)
	s := &Set{
		Tasks: p.tasks, Workers: p.workers, Classes: p.classes,
		Rows: p.read, Skipped: p.skipped + p.bad, Bytes: p.bytes, Problems: p.problems,
	}
	switch {
	case p.read == 0:
		return nil, layout.Empty(p.file, p.header)
	case p.labels.n == 0:
		return nil, &problem.Problem{File: p.file, Column: p.column, What: fmt.Sprintf("not one of the %s has a label that can be used",
			humanize.Count(p.read, "row")), Do: "Choose the column of the labels"}
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
	s.known(p.o.Merge)
	s.Warnings = append(s.Warnings, p.ended()...)
	if p.nones > 0 {
		s.Warnings = append(s.Warnings, problem.Problem{File: p.file, What: "labels that say “None” are taken for no answer",
			Do: "If “None” is a label here, take it out of what means no answer"})
	}
	s.warn(p.file, p.several, p.o.Again)
	if !p.anonymous {
		s.settle(p.o.Again)
	}
	if p.doubtful > 0 {
		what, do := "they are left out", ""
		switch {
		case p.o.Drop && p.doubtful == 1:
			what = "it is left out"
		case p.doubtful == 1:
			what, do = "it counts like any other", "Leave it out, if it should not count"
		case !p.o.Drop:
			what, do = "they count like any other", "Leave them out, if they should not count"
		}
		s.Warnings = append(s.Warnings, problem.Problem{File: p.file, What: fmt.Sprintf("%s %s: %s", humanize.Are(p.doubtful, "label"),
			p.doubt.What, what), Do: do})
	}
	return s, nil
}

// warn counts repeats and says what is odd about the set. Where a cell may hold
// several labels, several by one worker are no repeats.
func (s *Set) warn(file string, several bool, again string) {
	add := func(what, do string) {
		s.Warnings = append(s.Warnings, problem.Problem{File: file, What: what, Do: do})
	}
	if !s.Data.Numeric() {
		switch k := s.Classes.Len(); {
		case k == 1:
			add(fmt.Sprintf("every label is the same, “%s”: there is nothing to decide", problem.Printable(s.Classes.At(0))),
				"Check that the right column holds the labels")
		case k > warnClasses:
			add(fmt.Sprintf("there are %s, unusually many", humanize.Count(k, "different label")),
				"Check that the right column holds the labels, or take them as numbers")
		}
	}
	if s.Data.Anonymous {
		return
	}
	if s.Workers.Len() == 1 {
		add(fmt.Sprintf("every label is by one worker, “%s”: nobody can be compared with anybody", problem.Printable(s.Workers.At(0))),
			"Check that the right column holds the workers")
	}
	if several {
		return
	}
	var i, j int
	if s.Repeats, i, j = repeats(&s.Data.Labels); s.Repeats > 0 {
		add(fmt.Sprintf("%s by a worker who had labelled the task before; the first is by “%s” on “%s”", humanize.Are(s.Repeats, "label"),
			problem.Printable(s.Workers.At(j)), problem.Printable(s.Tasks.At(i))),
			whichCount(again, s.Data.Numeric()))
	}
}
