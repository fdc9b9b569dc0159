package sql

import (
	"fmt"
	"strconv"
	"strings"

	"concord/core/crowd"
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
		if from, err = where.(*Source).all(); err != nil {
			return nil, nil, err
		}
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

// all is s, or all labels of which it is a part, merged alike.
func (s *Source) all() (*Source, error) {
	switch {
	case s.whole == nil:
		return s, nil
	case s.group == nil:
		return s.whole, nil
	}
	merged, err := s.whole.Merge(s.group)
	if err != nil {
		return nil, err
	}
	return merged.(*Source), nil
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
func (m member) sums(s *Source) string {
	switch {
	case m.weighed():
		return ", " + s.summed("CASE WHEN "+s.job.labelOf("w.c@")+" = # THEN p@."+m.letter+" ELSE 0 END", m.letter)
	case m.Table != nil:
		return ", " + s.summed("p@."+m.letter+"#", m.letter)
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
//	posteriors    task, q0 …, v0 …, n, low, high     the posterior, votes for each class and all, and the first and the last of the task's
//	                                                 cells
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
		sums, scores, wholes = sums+m.sums(from), scores+m.scores(j), wholes+m.whole(s)
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
		rows = append(rows, from.blank(len(columns)))
		upload = d.upload(j.name("members"), columns, rows)
		join = from.parameters("members")
	}
	q := make([]string, k)
	for c := range q {
		var each []string
		for _, m := range members {
			each = append(each, strings.ReplaceAll(m.posterior(j), "#", strconv.Itoa(c)))
		}
		q[c] = fmt.Sprintf("(%s) / %d AS q%d", strings.Join(each, " + "), len(members), c)
	}
	query := fill(`SELECT task, $QS$, $VS$, n, low, high
FROM (SELECT task, $Q$, $VS$, n, low, high
  FROM (SELECT task, n, low, high$KEPT$$WHOLES$
    FROM (SELECT task, n, low, high$KEPT$$TOPS$
      FROM (SELECT task, n, low, high, $VS$$SCORES$
        FROM (SELECT task, $TOTAL$ AS n, low, high, $VS$$NAMES$
          FROM ($TASKS$) x1$FENCE$) x2$FENCE$) x3$FENCE$) x4$FENCE$) x5$FENCE$) x6`,
		"QS", j.each(", ", "q#"), "VS", j.each(", ", "v#"), "Q", strings.Join(q, ",\n    "), "KEPT", kept, "WHOLES", wholes, "TOPS", tops,
		"SCORES", scores, "TOTAL", j.each(" + ", "v#"), "NAMES", names, "TASKS", from.answered(sums, join), "FENCE", d.fence)
	if from.votes != s.votes {
		query = fill(`SELECT p.task AS task, $QS$, $VS$, $TOTAL$ AS n, o.low AS low, o.high AS high
FROM ($MERGED$) p JOIN ($TASKS$) o ON o.task = p.task`, "QS", j.each(", ", "p.q# AS q#"), "VS", j.each(", ", "o.v# AS v#"),
			"TOTAL", j.each(" + ", "o.v#"), "MERGED", query, "TASKS", s.answered("", ""))
	}
	sql := fmt.Sprintf("DROP TABLE IF EXISTS %s;\n", j.of("posteriors")) + upload +
		s.keep(statement{j.name("posteriors"), "", query}, "task BIGINT, "+j.each(", ", "q# DOUBLE")+", "+j.each(", ", "v# BIGINT")+
			", n BIGINT, low BIGINT, high BIGINT", "") + d.rows("tasks", "SELECT COUNT(*) AS n FROM "+j.of("posteriors"), "", "n")
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

// EachTask fetches the answers, in the order of the names of the tasks. What it passes is valid until the next call. It returns the
// error of take as it is.
func (s *Source) EachTask(take func(*Task) error) error {
	j, d, k, n := s.job, s.job.Dialect, len(s.job.Classes), 0
	columns := []any{hexed("name"), "low", "high"}
	fixed := len(columns)
	for _, letter := range []string{"v", "q"} {
		for c := range k {
			columns = append(columns, letter+strconv.Itoa(c))
		}
	}
	t := &Task{Votes: make([]int, k), Posterior: make([]float64, k)}
	numbers := make([]float64, len(columns)-1)
	query := fmt.Sprintf("SELECT i.name AS name, q.low AS low, q.high AS high, %s FROM %s q JOIN %s i ON i.task = q.task",
		j.each(", ", "q.v# AS v#")+", "+j.each(", ", "q.q# AS q#"), j.of("posteriors"), j.of("task_names"))
	rows := d.rows("task", query, "name"+d.binary, columns...)
	err := s.stream("fetching the labels", rows, []string{"task"}, func(kind string, row []string) error {
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
		t.Lone = int(numbers[0]) / k
		if int(numbers[1])/k != t.Lone {
			t.Lone = -1
		}
		for c := range k {
			t.Votes[c] = int(numbers[fixed-1+c])
		}
		copy(t.Posterior, numbers[fixed-1+k:])
		t.Class, t.Tie = crowd.Best(t.Posterior, 0, 0)
		if err := take(t); err != nil {
			return refusal{err}
		}
		return nil
	})
	if err == nil && n != s.shape.Tasks {
		err = fmt.Errorf("fetching the labels: the client printed %d of %d rows; does it leave out those beyond some number?", n, s.shape.Tasks)
	}
	return err
}

// Tables makes the tables of the answers, for those who look at them in the engine, and returns their names:
//
//	labels       task, label, votes, tie, posterior     posterior is the method's own probability of the label, not calibrated
//	workers      worker, labels, agreement              the mean posterior of the labels that each gave
//	classes      class, tasks                           how many tasks have this label
//	confusion    worker, truth, label, count            how many labels of tasks of a true class, by their posteriors
func (s *Source) Tables() (names []string, err error) {
	j, d, k := s.job, s.job.Dialect, strconv.Itoa(len(s.job.Classes))
	classNames := "(SELECT DISTINCT label, name FROM " + j.of("class_names") + ")"
	posteriors, votes, label := j.of("posteriors"), j.of("votes"), j.labelOf("v.cell")
	workerNames := "(SELECT worker, MIN(name) AS name FROM " + j.of("worker_names") + " GROUP BY worker)" // of several spellings the first
	least := "top * " + number(1-tie)
	chosen := fill(`(SELECT task, n, $QS$, CASE $FIRST$ END AS class, CASE WHEN $TIES$ > 1 THEN 1 ELSE 0 END AS tie
  FROM (SELECT task, n, $QS$, $TOP$ AS top FROM $POSTERIORS$$FENCE$) u)`, "QS", j.each(", ", "q#"),
		"FIRST", j.each(" ", "WHEN q# >= "+least+" THEN #"), "TIES", j.each(" + ", "CASE WHEN q# >= "+least+" THEN 1 ELSE 0 END"),
		"TOP", j.greatest("q#"), "POSTERIORS", posteriors, "FENCE", d.fence)
	texts := []string{
		fill(`SELECT i.name AS task, c.name AS label, q.n AS votes, q.tie AS tie, $CHOSEN$ AS posterior
FROM $ANSWERS$ q JOIN $TASKS$ i ON i.task = q.task JOIN $NAMES$ c ON c.label = q.class`, "CHOSEN", j.chosen("q.class", "q.q#"),
			"ANSWERS", chosen, "TASKS", j.of("task_names"), "NAMES", classNames),
		fill(`SELECT w.name AS worker, u.labels AS labels, u.agreement AS agreement
FROM (SELECT worker, COUNT(*) AS labels, AVG(own) AS agreement
  FROM (SELECT CAST((v.cell - $LABEL$) / $K$ AS INTEGER) AS worker, $OWN$ AS own
    FROM $VOTES$ v JOIN $POSTERIORS$ q ON q.task = v.task) t GROUP BY worker) u
JOIN $WORKERS$ w ON w.worker = u.worker`, "LABEL", label, "K", k, "OWN", j.chosen(label, "q.q#"), "VOTES", votes,
			"POSTERIORS", posteriors, "WORKERS", workerNames),
		fill(`SELECT c.name AS class, COALESCE(u.tasks, 0) AS tasks
FROM $NAMES$ c LEFT JOIN (SELECT class, COUNT(*) AS tasks FROM $ANSWERS$ q GROUP BY class) u ON u.class = c.label`,
			"NAMES", classNames, "ANSWERS", chosen),
		fill(`SELECT w.name AS worker, t.name AS truth, c.name AS label, COALESCE($COUNT$, 0) AS count
FROM $WORKERS$ w CROSS JOIN $NAMES$ t CROSS JOIN $NAMES$ c
LEFT JOIN (SELECT CAST((v.cell - $LABEL$) / $K$ AS INTEGER) AS worker, $LABEL$ AS label, $SUMS$
  FROM $VOTES$ v JOIN $POSTERIORS$ q ON q.task = v.task GROUP BY v.cell) u
  ON u.worker = w.worker AND u.label = c.label`,
			"COUNT", j.chosen("t.label", "u.n#"), "LABEL", label, "K", k, "SUMS", j.columns("SUM(q.q#) AS n#"), "VOTES", votes,
			"POSTERIORS", posteriors, "WORKERS", workerNames, "NAMES", classNames),
	}
	types := []string{
		"task TEXT, label TEXT, votes BIGINT, tie INTEGER, posterior DOUBLE", "worker TEXT, labels BIGINT, agreement DOUBLE",
		"class TEXT, tasks BIGINT", "worker TEXT, truth TEXT, label TEXT, count DOUBLE",
	}
	var sql strings.Builder
	if j.apart() {
		sql.WriteString(s.keep(statement{j.begun(), "", "SELECT 1 AS n"}, "n INTEGER", ""))
	}
	for n, text := range texts {
		table := j.into().with(answers[n])
		names = append(names, table.String())
		fmt.Fprintf(&sql, "DROP TABLE IF EXISTS %s;\n", d.table(table))
		sql.WriteString(s.keep(statement{table, "", text}, types[n], ""))
	}
	sql.WriteString(d.rows("tasks", "SELECT COUNT(*) AS n FROM "+d.table(j.into().with(answers[0])), "", "n"))
	seen, err := s.ask("making the tables of the answers", sql.String(), "tasks")
	if err == nil && seen.number("tasks") != s.shape.Tasks {
		err = fmt.Errorf("there are answers for %d of %d tasks", seen.number("tasks"), s.shape.Tasks)
	}
	return names, err
}
