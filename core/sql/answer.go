package sql

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"concord/core/crowd"
)

// tie is how close, relative to the best, a class must be to count as equal to it (crowd.Tie); of
// logarithms it is their difference, to within its square.
const tie = crowd.Tie

// answers are the tables of the answers after step n.
func (j *Job) answers(n int) []statement {
	least := "top * " + number(1-tie)
	q := j.at("q", n)
	if j.Method == "fds" { // whose posteriors are made for the answers alone
		q = fill("(SELECT task, $Q$ FROM (SELECT task, $S$, $LL$ AS ll FROM (\n  $SCORES$) x) z)", "Q", j.columns(softmax),
			"S", j.each(", ", "s#"), "LL", j.logSum(), "SCORES", j.scores(n, n))
	}
	names := "(SELECT DISTINCT label, name FROM " + j.of("class_names") + ")"
	labels := fill(`SELECT i.name AS task, c.name AS label, b.votes AS votes, CASE WHEN b.best > 1 THEN 1 ELSE 0 END AS tie,
  b.posterior AS posterior
FROM (SELECT task, label, votes, best, $CHOSEN$ AS posterior
  FROM (SELECT task, $Q$, votes, CASE $FIRST$ END AS label, $TIES$ AS best
    FROM (SELECT q.task AS task, $OF$, $TOP$ AS top, v.votes AS votes
      FROM $POSTERIORS$ q JOIN (SELECT task, COUNT(*) AS votes FROM $VOTES$ GROUP BY task) v ON v.task = q.task) t) u) b
JOIN $TASKS$ i ON i.task = b.task
JOIN $NAMES$ c ON c.label = b.label`,
		"CHOSEN", j.chosen("label", "q#"), "Q", j.each(", ", "q#"), "FIRST", j.each(" ", "WHEN q# >= "+least+" THEN #"),
		"TIES", j.each(" + ", "CASE WHEN q# >= "+least+" THEN 1 ELSE 0 END"), "OF", j.each(", ", "q.q# AS q#"), "TOP", j.greatest("q.q#"),
		"POSTERIORS", q, "VOTES", j.of("votes"), "TASKS", j.of("task_names"), "NAMES", names)
	workers := fill(`SELECT w.name AS worker, u.labels AS labels, u.agreement AS agreement
FROM (SELECT c.worker AS worker, COUNT(*) AS labels, AVG($OWN$) AS agreement
  FROM $VOTES$ v JOIN $CELLS$ c ON c.cell = v.cell JOIN $POSTERIORS$ q ON q.task = v.task GROUP BY c.worker) u
JOIN $WORKERS$ w ON w.worker = u.worker`, "OWN", j.chosen("c.label", "q.q#"), "VOTES", j.of("votes"), "CELLS", j.of("cells"),
		"POSTERIORS", q, "WORKERS", j.of("worker_names"))
	return []statement{
		{j.name("labels"), "the labels: of tied classes the first; posterior is the model's own probability, not calibrated", labels},
		{j.name("workers"), "the workers: agreement is the mean posterior of the labels that each gave", workers},
	}
}

// CheckScript returns what is wrong with a script of so many steps.
func (j *Job) CheckScript(steps int) error {
	if !slices.Contains(Methods(), j.Method) {
		return fmt.Errorf("there is no script of the method %q; there are scripts of %s", j.Method, strings.Join(Methods(), ", "))
	}
	if err := j.Check(); err != nil {
		return err
	}
	if j.Smoothing > 0 && !j.soft() {
		return fmt.Errorf("%s has no smoothing; ds, onecoin and classcoin have", j.Method)
	}
	if j.Method != "majority" && steps < 1 {
		return fmt.Errorf("a script of %s has one step at least", j.Method)
	}
	return nil
}

// all are the statements of a script of so many steps.
func (j *Job) all(steps int) iter.Seq[statement] {
	return func(yield func(statement) bool) {
		each := func(some []statement) bool {
			for _, s := range some {
				if !yield(s) {
					return false
				}
			}
			return true
		}
		if !each(j.base()) || !each(j.start()) {
			return
		}
		for n := 1; n <= steps; n++ {
			if !each(j.steps(n)) {
				return
			}
		}
		each(j.answers(steps))
	}
}

// Script writes a script of so many steps, as it is made, and what it leaves to be dropped.
func (j *Job) Script(to io.Writer, version string, steps int) error {
	if err := j.CheckScript(steps); err != nil {
		return err
	}
	if j.Method == "majority" {
		steps = 0
	}
	b := bufio.NewWriterSize(to, 1<<16)
	j.head(b, version, steps)
	b.WriteString(j.Dialect.begin + "\n")
	n := 0
	for s := range j.all(steps) {
		n++
		s.why = strconv.Itoa(n) + ". " + s.why
		b.WriteString(s.make(j.Dialect))
		if err := b.WriteByte('\n'); err != nil { // as all that is written after it
			return err
		}
	}
	if steps > 0 {
		b.WriteString("-- The objective should rise by less and less, and changes of class end; else make more steps.\n")
		fmt.Fprintf(b, "SELECT * FROM %s ORDER BY step;\n\n", j.at("t", steps))
	}
	fmt.Fprintf(b, "SELECT * FROM %s ORDER BY worker;\nSELECT * FROM %s ORDER BY task;\n\n", j.of("workers"), j.of("labels"))
	b.WriteString("-- When all is done, or the labels have changed:\n")
	for s := range j.all(steps) {
		fmt.Fprintf(b, "-- DROP TABLE %s;\n", j.Dialect.table(s.table))
	}
	return b.Flush()
}

func (j *Job) head(b io.Writer, version string, steps int) {
	d := j.Dialect
	if d.Ran == "" {
		fmt.Fprintf(b, "-- This script was never run on %s, only the same text on other engines: check its labels before you rely on them.\n",
			d.Title)
	} else {
		fmt.Fprintf(b, "-- For %s; scripts like this one are tested on %s.\n", d.Title, d.Ran)
	}
	fmt.Fprintf(b, `-- %s, %s, written by concord %s for the table %s.
--
-- It may be run again, and goes on where it was: each statement makes a table unless it is there, and
-- reads only those before it. So drop them (see the end) if the labels have changed. Labels that are not
-- in %s are left out, and so are rows without a task or a worker.
--
-- i task, j worker, k class, l label; −1e6 stands for log 0. Equations are those of Dawid & Skene (1979),
-- Maximum likelihood estimation of observer error-rates using the EM algorithm, Applied Statistics 28.

`, j.Method, humanSteps(steps), version, shown(j.Table.String()), d.table(j.name("class_names")))
}

func humanSteps(n int) string {
	if n == 1 {
		return "1 step"
	}
	return strconv.Itoa(n) + " steps"
}

// comment shows a text that is in hexadecimal, on a line of its own: one that ends with a semicolon and begins otherwise may end a
// statement.
func comment(s string) string {
	if plain(s) {
		return ""
	}
	return "-- " + shown(s) + "\n"
}

// shown is a text that stays on its line, and does not end a statement there.
func shown(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == unicode.ReplacementChar || r == ';' {
			return '·'
		}
		return r
	}, s)
}
