package intake

import (
	"fmt"
	"slices"
	"strings"

	"concord/core/layout/heading"
	"concord/internal/humanize"
)

// Doubt marks rows that a platform itself holds to be worthless: assignments
// that were rejected, workers who failed its tests.
type Doubt struct {
	Column int    // that says so …
	Cell   string // … with this
	What   string // what such a label is, for a message
}

// Question is one question whose options have a column each: the answer is the
// option that is true.
type Question struct {
	Columns []int
	Options []string
}

// header is the names of the columns, as they are compared.
type header []string

func headerOf(first []string) header {
	h := make(header, len(first))
	for c, name := range first {
		h[c] = heading.Plain(name)
	}
	return h
}

// has returns the column of a name, or -1.
func (h header) has(name string) int { return slices.Index(h, heading.Plain(name)) }

// all returns the columns whose names begin with a prefix.
func (h header) all(prefix string) (columns []int) {
	prefix = heading.Plain(prefix)
	for c, name := range h {
		if strings.HasPrefix(name, prefix) && len(name) > len(prefix) {
			columns = append(columns, c)
		}
	}
	return columns
}

// The dialects of CSV that platforms export (formats.md, rows 1 to 3, 5 and 8).
const (
	mturk       = "MTurk batch results"
	appen       = "Appen full report"
	toloka      = "Toloka assignments"
	validateIt  = "validateIt results"
	labelStudio = "Label Studio"
)

// dialect returns the platform's format whose signature the header bears, or "".
func (h header) dialect() string {
	switch {
	case h.has("HITId") >= 0 && h.has("WorkerId") >= 0 && h.has("AssignmentId") >= 0 && h.has("Answer") >= 0:
		return mturkAPI
	case h.has("HITId") >= 0 && h.has("WorkerId") >= 0 && len(h.all("Answer.")) > 0:
		return mturk
	case h.has("local_task_id") >= 0 && h.has("worker_id") >= 0 && h.has("result") >= 0:
		return validateIt
	case h.has("_unit_id") >= 0 && h.has("_worker_id") >= 0 && h.has("_trust") >= 0:
		return appen
	case h.has("ASSIGNMENT:worker_id") >= 0 && len(h.all("OUTPUT:")) > 0:
		return toloka
	case h.has("annotation_id") >= 0 && h.has("annotator") >= 0 && h.has("id") >= 0 && h.has("lead_time") >= 0:
		return labelStudio
	}
	return ""
}

// noVotes recognises exports that tell what workers said on the whole, and not
// what each of them said.
func (h header) noVotes(file string, heading string) *Problem {
	p := &Problem{File: file, Line: 1, Text: heading}
	confidence := slices.ContainsFunc(h, func(name string) bool { return strings.HasSuffix(name, ":confidence") })
	switch {
	case h.has("_unit_id") >= 0 && h.has("_worker_id") < 0 && (h.has("_trusted_judgments") >= 0 || confidence):
		p.What = "this is an aggregated report of Appen, which does not say who gave which label"
		p.Do = "Download the Full report of the job instead: it has one row for each judgment"
	case len(h.all("CONFIDENCE:")) > 0 && len(h.all("OUTPUT:")) > 0 && h.has("ASSIGNMENT:worker_id") < 0:
		p.What = "this is an aggregation result of Toloka, which does not say who gave which label"
		p.Do = "Download the assignments of the pool instead (Download results), with the column ASSIGNMENT:worker_id"
	case h.dialect() == mturk && !slices.ContainsFunc(h.all("Answer."), func(c int) bool { return h[c] != "answer.taskanswers" }):
		p.What = "the answers of these MTurk results are in one cell each, Answer.taskAnswers, and not one could be found there"
		p.Do = "Write the answer of each row to a column of its own, such as Answer.label, and open that"
	default:
		return nil
	}
	return p
}

// byDialect gives the roles that a platform's format fixes, and reports whether
// the header is of one.
func (g *Guess) byDialect(first []string, rows [][]string, stats []statistics) bool {
	h := headerOf(first)
	format := h.dialect()
	if format == "" {
		return false
	}
	g.Format = format
	set := func(c int, r Role) {
		if c >= 0 {
			g.Columns[c].Role, g.Columns[c].Why = r, "by the format, "+format
		}
	}
	doubt := func(name, cell, what string) {
		if c := h.has(name); c >= 0 {
			g.Doubt = &Doubt{Column: c, Cell: cell, What: what}
		}
	}
	switch format {
	case mturk, mturkAPI:
		set(h.has("HITId"), Task)
		set(h.has("WorkerId"), Worker)
		doubt("AssignmentStatus", "Rejected", "of an assignment that was rejected")
		answers := slices.DeleteFunc(h.all("Answer."), func(c int) bool { return h[c] == "answer.taskanswers" })
		if len(answers) == 0 {
			answers = []int{h.has("Answer")}
		}
		g.Questions = questionsOf(first, answers, stats)
		set(g.answer(answers, stats), Label)
	case validateIt:
		set(h.has("local_task_id"), Task)
		set(h.has("worker_id"), Worker)
		set(h.has("result"), Label)
	case appen:
		g.Lines = true // of check boxes
		set(h.has("_unit_id"), Task)
		set(h.has("_worker_id"), Worker)
		doubt("_tainted", "true", "of a worker whom the platform found tainted")
		var answers []int
		for c, name := range h {
			if name != "" && h.has(name+"_gold") >= 0 {
				answers = append(answers, c)
			}
		}
		set(g.answer(answers, stats), Label)
	case toloka:
		task := h.has("ASSIGNMENT:task_id")
		if task < 0 || stats[task].filled == 0 {
			task = -1
			inputs := h.all("INPUT:")
			for _, c := range inputs {
				if task < 0 || len(stats[c].times) > len(stats[task].times) {
					task = c
				}
			}
			if len(inputs) > 1 {
				g.Confirm = "the file has no column ASSIGNMENT:task_id, and several inputs that may say which task it was"
			}
		}
		set(task, Task)
		set(h.has("ASSIGNMENT:worker_id"), Worker)
		doubt("ASSIGNMENT:status", "REJECTED", "of an assignment that was rejected")
		set(g.answer(h.all("OUTPUT:"), stats), Label)
	case labelStudio:
		g.Lists = true
		set(h.has("id"), Task)
		set(h.has("annotator"), Worker)
		for c, name := range h {
			if heading.Labels.Has(name) && stats[c].filled > 0 && g.Columns[c].Role == Ignore {
				set(c, Label)
				return true
			}
		}
		g.byEvidence(rows, stats, trio{g.role(Task), g.role(Worker), -1})
	}
	return true
}

// byGold gives the roles of a file of truth to the export of a platform that
// says which tasks were tests, and what was right there. It reports whether the
// file is one.
func (g *Guess) byGold(first []string, stats []statistics) bool {
	h := headerOf(first)
	format, task, gold := h.dialect(), -1, -1
	take := func(c int) {
		if gold < 0 || stats[c].filled > stats[gold].filled {
			gold = c
		}
	}
	switch format {
	case appen:
		task = h.has("_unit_id")
		for c, name := range h {
			if answer, ok := strings.CutSuffix(name, "gold"); ok && answer != "" && h.has(answer) >= 0 {
				take(c)
			}
		}
	case toloka:
		if task = h.has("ASSIGNMENT:task_id"); task < 0 || stats[task].filled == 0 {
			task = -1
			for _, c := range h.all("INPUT:") {
				if task < 0 || len(stats[c].times) > len(stats[task].times) {
					task = c
				}
			}
		}
		for _, c := range h.all("GOLDEN:") {
			take(c)
		}
	}
	if task < 0 || gold < 0 || stats[gold].filled == 0 {
		return false
	}
	g.Format = format
	g.Columns[task].Role, g.Columns[task].Why = Task, "by the format, "+format
	g.Columns[gold].Role, g.Columns[gold].Why = Label, "by the format, "+format+": what is right, where the platform knew"
	return true
}

// answer chooses the column of the label among those of several answers: the one
// with the fewest values, but more than one, of those that most rows answer.
func (g *Guess) answer(columns []int, stats []statistics) int {
	best, least, most := -1, 0, 0
	for _, c := range columns {
		most = max(most, stats[c].filled)
	}
	seen := make(map[int]bool) // questions
	asked := 0
	for _, c := range columns {
		values := len(stats[c].times)
		if q := g.question(c); q >= 0 {
			if seen[q] {
				continue
			}
			seen[q] = true
			values = len(g.Questions[q].Columns)
		}
		asked++
		if values < 2 || 4*stats[c].filled < 3*most { // nothing to decide, or seldom asked
			values += 1 << 30
		}
		if best < 0 || values < least {
			best, least = c, values
		}
	}
	if asked > 1 {
		g.which, g.settled = true, g.Confirm
		g.Confirm = fmt.Sprintf("there are %s, and only one can be the label", humanize.Count(asked, "answer"))
		if g.settled != "" {
			g.Confirm = g.settled + "; and " + g.Confirm
		}
	}
	return best
}

// question returns the question that a column is an option of, or -1.
func (g *Guess) question(c int) int {
	return slices.IndexFunc(g.Questions, func(q Question) bool { return slices.Contains(q.Columns, c) })
}

// questionsOf finds columns such as Answer.mood.happy and Answer.mood.sad which
// hold nothing but true and false.
func questionsOf(first []string, answers []int, stats []statistics) (all []Question) {
	index := make(map[string]int)
	for _, c := range answers {
		name := strings.TrimSpace(first[c])
		_, rest, _ := strings.Cut(name, ".")
		ask, option, ok := strings.Cut(rest, ".")
		if !ok || option == "" || stats[c].filled == 0 {
			continue
		}
		logical := true
		for cell := range stats[c].times {
			logical = logical && (strings.EqualFold(cell, "true") || strings.EqualFold(cell, "false"))
		}
		if !logical {
			continue
		}
		n, ok := index[ask]
		if !ok {
			n = len(all)
			index[ask] = n
			all = append(all, Question{})
		}
		all[n].Columns = append(all[n].Columns, c)
		all[n].Options = append(all[n].Options, option)
	}
	return slices.DeleteFunc(all, func(q Question) bool { return len(q.Columns) < 2 })
}
