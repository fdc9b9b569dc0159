package sql

import (
	"fmt"
	"strconv"
	"strings"

	"concord/core/fit"
)

// member is how one of the methods that are averaged judges tasks, in columns that begin with its letter.
type member struct {
	fit.Scores
	letter string
}

// members are those of a fit, and the labels that they were fitted to.
func (s *Source) members(f fit.Fit) (all []member, from *Source, err error) {
	from = s
	scored := []fit.Scored{}
	switch f := f.(type) {
	case fit.ScoredPanel:
		var where fit.Source
		scored, where = f.Scored()
		from = where.(*Source)
	case fit.Scorer:
		scored = append(scored, fit.Scored{Scores: f.Scores()})
	default:
		return nil, nil, fmt.Errorf("%s can't tell posteriors of labels that stay where they are", s.job.Method)
	}
	for n, one := range scored {
		all = append(all, member{one.Scores, string(rune('a' + n))})
	}
	return all, from, nil
}

// weighed reports whether a member has a weight for each worker.
func (m member) weighed() bool { return m.Table == nil && m.Weight != nil }

// columns are those of the table of parameters.
func (m member) columns(classes int) (names []string) {
	switch {
	case m.weighed():
		names = append(names, m.letter)
	case m.Table != nil:
		for k := range classes {
			names = append(names, m.letter+strconv.Itoa(k))
		}
	}
	return names
}

// values are those of a cell.
func (m member) values(cell, classes int) (row []string) {
	switch {
	case m.weighed():
		row = append(row, float(m.Weight[cell/classes]))
	case m.Table != nil:
		for _, x := range m.Table[cell*classes : (cell+1)*classes] {
			row = append(row, float(max(x, impossible)))
		}
	}
	return row
}

// sums are the scores as sums over labels.
func (m member) sums(j *Job) string {
	switch {
	case m.weighed():
		return ", " + j.columns("SUM(CASE WHEN "+j.labelOf("v.cell")+" = # THEN a."+m.letter+" ELSE 0 END) AS "+m.letter+"#")
	case m.Table != nil:
		return ", " + j.columns("SUM(a."+m.letter+"#) AS "+m.letter+"#")
	}
	return ""
}

// scores add the bias, and say what all divide by: the largest score, or their sum.
func (m member) scores(j *Job) string {
	if m.Table == nil && m.Weight == nil {
		return ""
	}
	all := make([]string, len(j.Classes))
	for k := range all {
		all[k] = fmt.Sprintf("%s%d AS %[1]s%[2]d", m.letter, k)
		if m.Bias != nil {
			all[k] = fmt.Sprintf("%s%d + %s AS %[1]s%[2]d", m.letter, k, j.Dialect.asDouble(number(max(m.Bias[k], impossible))))
		}
	}
	return ", " + strings.Join(all, ", ")
}

// whole is what a posterior divides by.
func (m member) whole(s *Source) string {
	switch {
	case m.Table == nil && m.Weight == nil:
		return ""
	case m.Link == fit.Softmax:
		return ", " + s.logSum(m.letter) + " AS " + m.letter + "all"
	}
	return ", " + s.job.each(" + ", m.letter+"#") + " AS " + m.letter + "all"
}

// posterior is that of class #.
func (m member) posterior(j *Job) string {
	share := j.Dialect.asDouble("v#") + " / n"
	switch {
	case m.Link == fit.Smoothed:
		k := float64(len(j.Classes))
		return "(v# + " + j.Dialect.asDouble(number(1/k)) + ") / (n + 1)"
	case m.Table == nil && m.Weight == nil:
		return share
	case m.Link == fit.Softmax:
		return "CASE WHEN " + m.letter + "# - " + m.letter + "all < " + vanishes + " THEN 0 ELSE EXP(" + m.letter + "# - " + m.letter + "all) END"
	}
	return "CASE WHEN " + m.letter + "all = 0 THEN " + share + " ELSE " + m.letter + "# / " + m.letter + "all END"
}

// Posteriors makes the table of the posteriors of the tasks at the end of a fit:
//
//	posteriors    task, q0 …, v0 …, n, class, tie, low, high     the posterior, votes for each class and all, the label, whether others tie
//	                                                             with it, and the first and the last of the task's cells
//
// Votes are those before workers who answer alike were merged.
func (s *Source) Posteriors(f fit.Fit) error {
	members, from, err := s.members(f)
	if err != nil {
		return err
	}
	j, d, k := s.job, s.job.Dialect, len(s.job.Classes)
	columns := []string{"cell"}
	var sums, scores, tops, wholes, kept, names string
	for _, m := range members {
		columns = append(columns, m.columns(k)...)
		sums, scores, wholes = sums+m.sums(j), scores+m.scores(j), wholes+m.whole(s)
		if m.Table != nil || m.Weight != nil {
			names += ", " + j.each(", ", m.letter+"#")
			if m.Link == fit.Softmax {
				tops += ", " + j.greatest(m.letter+"#") + " AS " + m.letter + "top"
			}
		}
	}
	kept = ", " + j.each(", ", "v#") + names
	join, upload := "", ""
	if len(columns) > 1 {
		var rows [][]string
		for _, cell := range from.cells {
			row := []string{strconv.Itoa(cell)}
			for _, m := range members {
				row = append(row, m.values(cell, k)...)
			}
			rows = append(rows, row)
		}
		upload = d.upload(j.name("members"), columns, rows)
		join = " JOIN " + j.of("members") + " a ON a.cell = v.cell"
	}
	q := make([]string, k)
	for c := range q {
		var each []string
		for _, m := range members {
			each = append(each, strings.ReplaceAll(m.posterior(j), "#", strconv.Itoa(c)))
		}
		q[c] = fmt.Sprintf("(%s) / %d AS q%d", strings.Join(each, " + "), len(members), c)
	}
	least := "top * " + number(1-tie)
	query := fill(`SELECT task, $QS$, $VS$, n, CASE $FIRST$ END AS class, CASE WHEN $TIES$ > 1 THEN 1 ELSE 0 END AS tie, low, high
FROM (SELECT task, $QS$, $VS$, n, $TOP$ AS top, low, high
  FROM (SELECT task, $Q$, $VS$, n, low, high
    FROM (SELECT task, n, low, high$KEPT$$WHOLES$
      FROM (SELECT task, n, low, high$KEPT$$TOPS$
        FROM (SELECT task, n, low, high, $VS$$SCORES$
          FROM (SELECT v.task AS task, COUNT(*) AS n, MIN(v.cell) AS low, MAX(v.cell) AS high, $COUNTS$$SUMS$
            FROM $VOTES$ v$JOIN$ GROUP BY v.task) x1) x2) x3) x4) x5) x6`,
		"QS", j.each(", ", "q#"), "VS", j.each(", ", "v#"), "FIRST", j.each(" ", "WHEN q# >= "+least+" THEN #"),
		"TIES", j.each(" + ", "CASE WHEN q# >= "+least+" THEN 1 ELSE 0 END"), "TOP", j.greatest("q#"), "Q", strings.Join(q, ",\n    "),
		"KEPT", kept, "WHOLES", wholes, "TOPS", tops, "SCORES", scores,
		"COUNTS", j.columns("SUM(CASE WHEN "+j.labelOf("v.cell")+" = # THEN 1 ELSE 0 END) AS v#"), "SUMS", sums, "VOTES", j.of(from.votes),
		"JOIN", join)
	sql := fmt.Sprintf("DROP TABLE IF EXISTS %s;\n", j.of("posteriors")) + upload +
		statement{j.name("posteriors"), "", query}.kept(d, "task BIGINT, "+j.each(", ", "q# DOUBLE")+", "+j.each(", ", "v# BIGINT")+
			", n BIGINT, class INTEGER, tie INTEGER, low BIGINT, high BIGINT", "") + d.rows("tasks", "SELECT COUNT(*) AS n FROM "+j.of("posteriors"), "", "n")
	seen, err := s.ask("making the answers", sql, "tasks")
	if err == nil && seen.number("tasks") != s.shape.Tasks {
		err = fmt.Errorf("there are answers for %d of %d tasks", seen.number("tasks"), s.shape.Tasks)
	}
	return err
}

// Task is a row of the answers.
type Task struct {
	Name      string
	Votes     []int     // K
	Posterior []float64 // K
	Class     int
	Tie       bool
	Lone      int // the worker who gave all of its labels; −1: there are several
}

// EachTask fetches the answers, in the order of the names of the tasks. What it passes is valid until the next call.
func (s *Source) EachTask(take func(*Task) error) error {
	j, d, k, n := s.job, s.job.Dialect, len(s.job.Classes), 0
	columns := []any{hexed("name"), "class", "tie", "low", "high"}
	fixed := len(columns)
	for _, letter := range []string{"v", "q"} {
		for c := range k {
			columns = append(columns, letter+strconv.Itoa(c))
		}
	}
	t := &Task{Votes: make([]int, k), Posterior: make([]float64, k)}
	numbers := make([]float64, len(columns)-1)
	query := fmt.Sprintf("SELECT i.name AS name, q.class AS class, q.tie AS tie, q.low AS low, q.high AS high, %s FROM %s q JOIN %s i ON i.task = q.task",
		j.each(", ", "q.v# AS v#")+", "+j.each(", ", "q.q# AS q#"), j.of("posteriors"), j.of("task_names"))
	said, err := s.stream("fetching the labels", d.rows("task", query, "name"+d.binary, columns...), func(kind string, row []string) error {
		if kind != "task" {
			return nil
		}
		n++
		err := checkFields(row, len(columns))
		if err == nil {
			err = parseAll(row[1:], numbers)
		}
		if err == nil {
			t.Name, err = text(row[0])
		}
		if err != nil {
			return err
		}
		t.Class, t.Tie, t.Lone = int(numbers[0]), numbers[1] == 1, int(numbers[2])/k
		if t.Class < 0 || t.Class >= k {
			return fmt.Errorf("the client printed %q for a class", row[1])
		}
		if int(numbers[3])/k != t.Lone {
			t.Lone = -1
		}
		for c := range k {
			t.Votes[c] = int(numbers[fixed-1+c])
		}
		copy(t.Posterior, numbers[fixed-1+k:])
		return take(t)
	})
	if err == nil && n != s.shape.Tasks {
		err = silent(fmt.Sprintf("fetching the labels, of which %d of %d came", n, s.shape.Tasks), said)
	}
	return err
}

// Tables makes the tables of the answers, for those who look at them in the engine:
//
//	labels     task, label, votes, tie, posterior
//	workers    worker, labels, agreement           the mean posterior of the labels that each gave
func (s *Source) Tables() error {
	j, d := s.job, s.job.Dialect
	names := "(SELECT DISTINCT label, name FROM " + j.of("class_names") + ")"
	labels := fill(`SELECT i.name AS task, c.name AS label, q.n AS votes, q.tie AS tie, $CHOSEN$ AS posterior
FROM $POSTERIORS$ q JOIN $TASKS$ i ON i.task = q.task JOIN $NAMES$ c ON c.label = q.class`, "CHOSEN", j.chosen("q.class", "q.q#"),
		"POSTERIORS", j.of("posteriors"), "TASKS", j.of("task_names"), "NAMES", names)
	workers := fill(`SELECT w.name AS worker, u.labels AS labels, u.agreement AS agreement
FROM (SELECT worker, COUNT(*) AS labels, AVG(own) AS agreement
  FROM (SELECT CAST((v.cell - $LABEL$) / $K$ AS INTEGER) AS worker, $OWN$ AS own
    FROM $VOTES$ v JOIN $POSTERIORS$ q ON q.task = v.task) t GROUP BY worker) u
JOIN (SELECT worker, MIN(name) AS name FROM $WORKERS$ GROUP BY worker) w ON w.worker = u.worker`, "LABEL", j.labelOf("v.cell"), "K", strconv.Itoa(len(j.Classes)),
		"OWN", j.chosen(j.labelOf("v.cell"), "q.q#"), "VOTES", j.of("votes"), "POSTERIORS", j.of("posteriors"), "WORKERS", j.of("worker_names"))
	var sql strings.Builder
	fmt.Fprintf(&sql, "DROP TABLE IF EXISTS %s;\nDROP TABLE IF EXISTS %s;\n", j.of("labels"), j.of("workers"))
	sql.WriteString(statement{j.name("labels"), "", labels}.kept(d, "task TEXT, label TEXT, votes BIGINT, tie INTEGER, posterior DOUBLE", "") +
		statement{j.name("workers"), "", workers}.kept(d, "worker TEXT, labels BIGINT, agreement DOUBLE", ""))
	sql.WriteString(d.rows("tasks", "SELECT COUNT(*) AS n FROM "+j.of("labels"), "", "n"))
	seen, err := s.ask("making the tables of the answers", sql.String(), "tasks")
	if err == nil && seen.number("tasks") != s.shape.Tasks {
		err = fmt.Errorf("there are answers for %d of %d tasks", seen.number("tasks"), s.shape.Tasks)
	}
	return err
}
