package sql

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/labels"
	"concord/core/parse"
	"concord/internal/humanize"
)

// Fit is a fit inside a warehouse, for fit.Drive. Each step is one call of the client; those that an
// earlier run made are read from its trace.
type Fit struct {
	Notes                  []string // what is odd about the labels
	Tasks, Workers, Labels int

	job    *Job
	client Client
	trace  []fit.Step // all steps that the tables hold
	at     int        // how many of them Step has returned
	found  int        // how many there were when it was opened
}

// Options are what to do about what stands in the way.
type Options struct {
	Skip  bool // leave out rows without a task or a worker
	Fresh bool // drop the tables of an earlier fit
}

// spellings is how many different labels are asked for; of as many there may be more.
const spellings = 1000

// Open looks at the table, sets j.Classes if there are none, and makes the tables that the first step
// needs, or finds those of an earlier run.
func Open(j *Job, client Client, o Options) (*Fit, error) {
	f := &Fit{job: j, client: client}
	if len(j.Classes) == 0 { // the rest can be wrong, too
		trial := *j
		trial.Classes = []Class{{"", []string{""}}}
		if err := trial.Check(); err != nil {
			return nil, err
		}
	} else if err := j.Check(); err != nil {
		return nil, err
	}
	seen, err := f.ask("looking at "+j.Table.String(), f.look(), "spelt", "nameless")
	if err != nil {
		return nil, err
	}
	if n := seen.number("nameless"); n > 0 && !o.Skip {
		return nil, fmt.Errorf("%s of %s have no task or no worker (NULL, empty, NA …); --skip leaves them out", humanize.Count(n, "row"),
			j.Table)
	}
	now, err := f.classes(seen["label"])
	if err == nil {
		err = j.Check()
	}
	if err == nil && len(seen["label"]) >= spellings {
		err = fmt.Errorf("the labels of %s are spelt in %s ways or more, with other white space around them; trim them in a view, and name that "+
			"with --table", j.Table, humanize.Number(spellings))
	}
	if err != nil {
		return nil, err
	}
	began, err := f.prepare(seen.texts("table"), o)
	if err != nil {
		return nil, err
	}
	for k, c := range j.Classes {
		if now[k] != began[strconv.Itoa(k)] {
			return nil, fmt.Errorf("%s: the class %q has %s now, and had %s when the fit began: --fresh begins anew", j.Table, c.Name,
				humanize.Count(now[k], "label"), humanize.Number(began[strconv.Itoa(k)]))
		}
	}
	if f.Labels == 0 {
		return nil, fmt.Errorf("%s has no labels", j.Table)
	}
	return f, nil
}

// look asks what the table holds, and which tables there are.
func (f *Fit) look() string {
	j, d := f.job, f.job.Dialect
	return d.rows("label", fill(`SELECT said, COUNT(*) AS n FROM (SELECT COALESCE($LABEL$, '') AS said FROM $TABLE$ t
  WHERE $NAMED$) u GROUP BY said LIMIT $MOST$`, "LABEL", j.labelText(), "TABLE", d.table(j.Table), "NAMED", j.named(),
		"MOST", strconv.Itoa(spellings)), "", hexed("said"), "n") +
		d.rows("spelt", "SELECT COUNT("+j.labelText()+") AS n FROM "+d.table(j.Table)+" t", "", "n") +
		d.rows("nameless", fill(`SELECT COUNT(*) AS n FROM $TABLE$ t
  WHERE COALESCE($TASK$, '') IN ($NAMELESS$) OR COALESCE($WORKER$, '') IN ($NAMELESS$)`, "TABLE", d.table(j.Table),
			"TASK", j.nameText(j.Columns.Task), "WORKER", j.nameText(j.Columns.Worker), "NAMELESS", j.nameless()), "", "n") +
		d.rows("table", d.tables(j.Prefix), "", hexed("name"))
}

// classes sets the job's classes, if there are none, and how the table spells them. It returns how many labels name each.
func (f *Fit) classes(seen [][]string) (all []int, err error) {
	missing := parse.NewTokens(parse.Missing())
	found, count := map[string][]string{}, map[string]int{}
	for _, row := range seen {
		if err := checkFields(row, 2); err != nil {
			return nil, err
		}
		said, err := text(row[0])
		if err != nil {
			return nil, err
		}
		n, err := strconv.Atoi(row[1])
		if err != nil {
			return nil, fmt.Errorf("the client printed %q for a number", row[1])
		}
		name := string(parse.Tidy([]byte(said)))
		if missing.Has([]byte(name)) {
			f.note("%s of %s: %q means that there is no answer; left out.", humanize.Count(n, "row"), f.job.Table, said)
			continue
		}
		found[name], count[said] = append(found[name], said), n
	}
	if len(f.job.Classes) == 0 {
		for _, name := range labels.Order(slices.Collect(maps.Keys(found))) {
			f.job.Classes = append(f.job.Classes, Class{Name: name})
		}
	}
	for k := range f.job.Classes {
		c := &f.job.Classes[k]
		if spelt := found[c.Name]; spelt != nil {
			c.Said = slices.Sorted(slices.Values(spelt))
		}
		n := 0
		for _, said := range c.Said {
			n += count[said]
			delete(count, said)
		}
		all = append(all, n)
	}
	for _, said := range slices.Sorted(maps.Keys(count)) {
		return nil, fmt.Errorf("%s spelt %q in %s, and that is not among the classes you listed", humanize.Are(count[said], "label"), said,
			f.job.Table)
	}
	return all, nil
}

// prepare makes the first tables, or finds those of an earlier run. It returns how many labels of each class they hold, by its number.
func (f *Fit) prepare(names []string, o Options) (given map[string]int, err error) {
	j := f.job
	steps, ours := f.ours(names)
	known := slices.Contains(ours, j.name("settings").last())
	switch {
	case len(ours) == 0:
	case !known && !o.Fresh:
		return nil, fmt.Errorf("there are tables of these names already, %s: answers of an earlier fit, or another's. Choose another --prefix, "+
			"or have them dropped with --fresh", strings.Join(ours, ", "))
	case o.Fresh:
		if err := f.drop(ours); err != nil {
			return nil, err
		}
		steps, known = -1, false
	default:
		if err := f.same(); err != nil {
			return nil, err
		}
	}
	var sql strings.Builder
	if steps < 0 {
		if known { // killed before its first step, or while it tidied up: what is there may be half of it
			if err := f.drop(ours[:len(ours)-1]); err != nil {
				return nil, err
			}
		}
		for _, s := range append(j.base(), j.start()...) {
			sql.WriteString(s.make(j.Dialect))
		}
		steps = 0
	}
	sql.WriteString(f.counts(steps))
	seen, err := f.ask("numbering tasks and workers", sql.String(), "tasks", "workers", "labels", "pairs", "step")
	if err != nil {
		return nil, err
	}
	f.Tasks, f.Workers, f.Labels = seen.number("tasks"), seen.number("workers"), seen.number("labels")
	if n := f.Labels - seen.number("pairs"); n > 0 {
		f.note("%s by workers who had labelled the task before: every one counts.", humanize.Count(n, "label"))
	}
	given = map[string]int{}
	for _, row := range seen["given"] {
		if err := checkFields(row, 2); err != nil {
			return nil, err
		}
		given[row[0]], _ = strconv.Atoi(row[1])
	}
	err = f.record(seen["step"])
	f.found = len(f.trace)
	return given, err
}

// counts asks how much there is, and for the trace.
func (f *Fit) counts(steps int) string {
	j, d := f.job, f.job.Dialect
	count := func(name, from string) string { return d.rows(name, "SELECT COUNT(*) AS n FROM "+from, "", "n") }
	return count("tasks", j.of("task_names")) + count("workers", j.of("worker_names")) + count("labels", j.of("votes")) +
		d.rows("given", "SELECT label, COUNT(*) AS n FROM (SELECT "+j.labelOf("cell")+" AS label FROM "+j.of("votes")+") u GROUP BY label", "",
			"label", "n") +
		count("pairs", "(SELECT DISTINCT v.task AS task, c.worker AS worker FROM "+j.of("votes")+" v JOIN "+j.of("cells")+
			" c ON c.cell = v.cell) u") +
		f.steps(steps, -1)
}

// steps asks for those steps of the trace that come after one.
func (f *Fit) steps(n, after int) string {
	return f.job.Dialect.rows("step", fmt.Sprintf("SELECT step, objective, change, flips FROM %s WHERE step > %d",
		f.job.at("t", n), after), "step", "step", "objective", "change", "flips")
}

// record adds rows of the trace.
func (f *Fit) record(rows [][]string) error {
	for _, row := range rows {
		var x [4]float64
		if err := checkFields(row, len(x)); err != nil {
			return err
		}
		for n := range x {
			x[n] = math.NaN()
			if row[n] != "" {
				var err error
				if x[n], err = strconv.ParseFloat(row[n], 64); err != nil {
					return fmt.Errorf("the client printed %q for a number", row[n])
				}
			}
		}
		if x[0] == 0 {
			continue // before the first
		}
		if int(x[0]) != len(f.trace)+1 {
			return errors.New("the table of the steps lacks some: --fresh begins anew")
		}
		done := f.job.Method == "fds" && x[3] == 0
		f.trace = append(f.trace, fit.Step{N: int(x[0]), Objective: x[1], Change: x[2], Flips: int(x[3]), Done: done})
	}
	return nil
}

// ours returns those tables that are named like ours, the settings last, and the last step of which there is a trace, or −1.
func (f *Fit) ours(names []string) (steps int, ours []string) {
	steps = -1
	settings := false
	for _, name := range names {
		rest, ok := strings.CutPrefix(name, f.job.Prefix.last())
		if !ok {
			continue
		}
		letter, number, _ := strings.Cut(rest, "_")
		n, err := strconv.Atoi(number)
		switch {
		case rest == "settings":
			settings = true
			continue
		case slices.Contains([]string{"class_names", "task_names", "worker_names", "votes", "cells", "labels", "workers"}, rest):
		case err == nil && n >= 0 && slices.Contains([]string{"p", "a", "q", "t"}, letter):
			if letter == "t" {
				steps = max(steps, n)
				ours = slices.Insert(ours, 0, name) // dropped first: without them nothing is taken for whole
				continue
			}
		default:
			continue
		}
		ours = append(ours, name)
	}
	if settings {
		ours = append(ours, f.job.Prefix.last()+"settings")
	}
	return steps, ours
}

// same returns how the fit in the tables differs from this one.
func (f *Fit) same() error {
	d := f.job.Dialect
	seen, err := f.ask("reading the settings of the fit that is there",
		d.rows("setting", "SELECT name, value FROM "+f.job.of("settings"), "", hexed("name"), hexed("value")), "setting")
	if err != nil {
		return err
	}
	were := map[string]string{}
	for _, row := range seen["setting"] {
		if err := checkFields(row, 2); err != nil {
			return err
		}
		name, err := text(row[0])
		value, also := text(row[1])
		if err := errors.Join(err, also); err != nil {
			return err
		}
		were[name] = value
	}
	for _, s := range f.job.settings() {
		if was := were[s[0]]; was != s[1] {
			return fmt.Errorf("the tables %s… are those of another fit: its %s was %s, and is %s now. Choose another --prefix, or have them "+
				"dropped with --fresh", f.job.Prefix, s[0], cut(was), cut(s[1]))
		}
	}
	return nil
}

// cut is the beginning of a long text.
func cut(s string) string {
	if r := []rune(s); len(r) > 100 {
		return string(r[:100]) + "…"
	}
	return s
}

// drop drops tables, in this order.
func (f *Fit) drop(names []string) error {
	var sql strings.Builder
	for _, name := range names {
		full := slices.Clone(f.job.Prefix)
		full[len(full)-1] = name
		fmt.Fprintf(&sql, "DROP TABLE IF EXISTS %s;\n", f.job.Dialect.table(full))
	}
	_, err := f.ask("dropping tables", sql.String())
	return err
}

func (f *Fit) note(format string, args ...any) {
	f.Notes = append(f.Notes, fmt.Sprintf(format, args...))
}

// Found returns how many steps an earlier run had made.
func (f *Fit) Found() int { return f.found }

// Step implements fit.Fit.
func (f *Fit) Step() (fit.Step, error) {
	if f.job.Method == "majority" {
		return fit.Once{}.Step()
	}
	n := f.at + 1
	if n > len(f.trace) {
		if err := f.make(n); err != nil {
			return fit.Step{}, err
		}
	}
	if n > len(f.trace) {
		return fit.Step{}, fmt.Errorf("the client printed nothing of step %d", n)
	}
	f.at = n
	return f.trace[n-1], nil
}

// make makes the tables of step n, and drops those that no step reads any more.
func (f *Fit) make(n int) error {
	var sql strings.Builder
	if n > 1 {
		for _, letter := range []string{"t", "q", "a", "p"} {
			fmt.Fprintf(&sql, "DROP TABLE IF EXISTS %s;\n", f.job.at(letter, n-2))
		}
	}
	for _, s := range f.job.steps(n) {
		sql.WriteString(s.make(f.job.Dialect))
	}
	sql.WriteString(f.steps(n, n-1))
	what := fmt.Sprintf("step %d", n)
	seen, err := f.ask(what, sql.String(), "step")
	if err != nil && n == f.found+1 { // the client of a run that was killed may have been making the same tables
		seen, err = f.ask(what, sql.String(), "step")
	}
	if err != nil {
		return err
	}
	return f.record(seen["step"])
}

// Settled implements fit.Settler: the rule of dawidskene.
func (f *Fit) Settled(trace []fit.Step) bool {
	return f.job.soft() && fit.GainSettled(trace, f.Tasks, f.Labels)
}

// Estimate implements fit.Fit: it stays where it is.
func (*Fit) Estimate() *crowd.Estimate { return nil }

// Answers makes the tables of the answers.
func (f *Fit) Answers() error {
	if f.at != len(f.trace) {
		return fmt.Errorf("the tables of %s… hold step %d already, and this fit ends with step %d: --fresh begins anew", f.job.Prefix,
			len(f.trace), f.at)
	}
	var sql strings.Builder
	for _, s := range f.job.answers(f.at) {
		fmt.Fprintf(&sql, "DROP TABLE IF EXISTS %s;\n", f.job.Dialect.table(s.table))
		sql.WriteString(s.make(f.job.Dialect))
	}
	sql.WriteString(f.job.Dialect.rows("answers", "SELECT COUNT(*) AS n FROM "+f.job.of("labels"), "", "n"))
	seen, err := f.ask("making the answers", sql.String(), "answers")
	if err == nil && seen.number("answers") != f.Tasks {
		err = fmt.Errorf("there are answers for %d of %s", seen.number("answers"), humanize.Count(f.Tasks, "task"))
	}
	return err
}

// Clean drops the tables of the fit, and those of the answers too if asked to.
func (f *Fit) Clean(answers bool) error {
	seen, err := f.ask("tidying up", f.job.Dialect.rows("table", f.job.Dialect.tables(f.job.Prefix), "", hexed("name")))
	if err != nil {
		return err
	}
	_, ours := f.ours(seen.texts("table"))
	if !answers {
		ours = slices.DeleteFunc(ours, func(name string) bool {
			return name == f.job.name("labels").last() || name == f.job.name("workers").last()
		})
	}
	return f.drop(ours)
}
