package sql

import (
	"fmt"
	"strconv"
	"strings"

	"concord/core/fit"
	"concord/core/parse"
)

// statement makes a table.
type statement struct {
	table Name
	why   string // what it is, and by which equation
	text  string // the query
}

// make returns the statement as SQL.
func (s statement) make(d *Dialect) string { return s.kept(d, "", "") }

// kept is make for a table whose rows lie in the order of a column, unless that is empty. Its columns are of these types, as Dialect.made
// has them, where tables are made before they are filled.
func (s statement) kept(d *Dialect, types, by string) string {
	sql := ""
	if s.why != "" {
		sql = "-- " + s.why + "\n"
	}
	if d.apart && types != "" {
		sql += d.made(s.table, types, by) + ";\nINSERT INTO " + d.table(s.table)
	} else {
		sql += d.made(s.table, "", by) + " AS"
	}
	sql += "\n" + s.text + d.clustered(by) + ";\n"
	if d.analyze != "" {
		sql += fmt.Sprintf(d.analyze, d.table(s.table))
	}
	return sql
}

func (j *Job) name(suffix string) Name { return j.Prefix.with(suffix) }

// of is a table of ours as it stands in a query.
func (j *Job) of(suffix string) string { return j.Dialect.table(j.name(suffix)) }

// at is a table of step n.
func (j *Job) at(letter string, n int) string { return j.of(letter + "_" + strconv.Itoa(n)) }

// each writes a pattern for every class, with its number in place of each #.
func (j *Job) each(separator, pattern string) string {
	all := make([]string, len(j.Classes))
	for k := range all {
		all[k] = strings.ReplaceAll(pattern, "#", strconv.Itoa(k))
	}
	return strings.Join(all, separator)
}

// columns is each for a list of columns: long ones have a line each.
func (j *Job) columns(pattern string) string {
	if len(j.Classes)*len(pattern) > 120 {
		return j.each(",\n  ", pattern)
	}
	return j.each(", ", pattern)
}

// chosen is the value of pattern for the class that an expression names.
func (j *Job) chosen(class, pattern string) string {
	return "CASE " + class + " " + j.each(" ", "WHEN # THEN "+pattern) + " END"
}

// greatest is the largest of a pattern.
func (j *Job) greatest(pattern string) string {
	if len(j.Classes) == 1 { // some engines want two arguments at least
		return j.each("", pattern)
	}
	return "GREATEST(" + j.each(", ", pattern) + ")"
}

// fill replaces $NAME in a text: for queries in which both quotes and percent signs mean something.
func fill(text string, pairs ...string) string {
	for n := 0; n < len(pairs); n += 2 {
		pairs[n] = "$" + pairs[n] + "$"
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// labelText and nameText are the contents of a cell, as concord fit takes them but for the white space and the accents of Unicode.
func (j *Job) labelText() string {
	return j.spelt(j.Columns.Label)
}

func (j *Job) nameText(column string) string {
	return j.Dialect.trimmed(j.spelt(column))
}

// spelt is what a column holds, as it is.
func (j *Job) spelt(column string) string {
	return j.Dialect.asText("t." + j.Dialect.identifier(column))
}

// Distinct is a query for the labels there are.
func (j *Job) Distinct() string {
	return "SELECT DISTINCT " + j.Dialect.identifier(j.Columns.Label) + " FROM " + j.Dialect.table(j.Table)
}

// nameless are the texts that name no task and no worker, as concord fit has them.
func (j *Job) nameless() string {
	all := []string{j.Dialect.literal("")}
	for _, s := range parse.Missing() {
		all = append(all, j.Dialect.literal(s))
	}
	return strings.Join(all, ", ")
}

// named is the condition that a row has a task and a worker.
func (j *Job) named() string {
	not := " NOT IN (" + j.nameless() + ")"
	return j.nameText(j.Columns.Task) + not + "\n    AND " + j.nameText(j.Columns.Worker) + not
}

// tables are the settings, and how classes are spelt.
func (j *Job) tables(layout string) (set, classes statement) {
	d := j.Dialect
	var settings, spelt []string
	for _, s := range j.settings(layout) {
		settings = append(settings, "SELECT "+d.literal(s[0])+" AS name, "+d.literal(s[1])+" AS value")
	}
	for k, c := range j.Classes {
		for _, s := range c.Said {
			spelt = append(spelt, fmt.Sprintf("%sSELECT %s AS said, %d AS label, %s AS name", comment(s), d.literal(s), k, d.literal(c.Name)))
		}
	}
	return statement{j.name("settings"), "what is fitted: these tables are of no use for another fit", strings.Join(settings, "\nUNION ALL ")},
		statement{j.name("class_names"), "how the label column spells each class", strings.Join(spelt, "\nUNION ALL\n")}
}

// base are the tables that no step changes.
func (j *Job) base() []statement {
	d := j.Dialect
	settings, classes := j.tables(ofScript)
	numbered := func(number, column string) string {
		return fill(`SELECT ROW_NUMBER() OVER (ORDER BY name$BINARY$) - 1 AS $NUMBER$, name FROM (
  SELECT DISTINCT $NAME$ AS name FROM $TABLE$ t JOIN $CLASSES$ c ON c.said = $LABEL$
  WHERE $NAMED$) u`, "BINARY", d.binary, "NUMBER", number, "NAME", j.nameText(column), "TABLE", d.table(j.Table),
			"CLASSES", j.of("class_names"), "LABEL", j.labelText(), "NAMED", j.named())
	}
	votes := fill(`SELECT i.task AS task, w.worker * $K$ + c.label AS cell
FROM $TABLE$ t
JOIN $CLASSES$ c ON c.said = $LABEL$
JOIN $TASKS$ i ON i.name = $TASK$
JOIN $WORKERS$ w ON w.name = $WORKER$`, "K", strconv.Itoa(len(j.Classes)), "TABLE", d.table(j.Table), "CLASSES", j.of("class_names"),
		"LABEL", j.labelText(), "TASKS", j.of("task_names"), "TASK", j.nameText(j.Columns.Task),
		"WORKERS", j.of("worker_names"), "WORKER", j.nameText(j.Columns.Worker))
	cells := fill(`SELECT cell, CAST((cell - label) / $K$ AS BIGINT) AS worker, label
FROM (SELECT DISTINCT cell, $LABEL$ AS label FROM $VOTES$) u`, "K", strconv.Itoa(len(j.Classes)),
		"LABEL", j.labelOf("cell"), "VOTES", j.of("votes"))
	if j.Smoothing > 0 {
		cells = fill(`SELECT w.worker * $K$ + c.label AS cell, w.worker AS worker, c.label AS label
FROM $WORKERS$ w CROSS JOIN (SELECT DISTINCT label FROM $CLASSES$) c`, "K", strconv.Itoa(len(j.Classes)),
			"WORKERS", j.of("worker_names"), "CLASSES", j.of("class_names"))
	}
	return []statement{
		settings, classes,
		{j.name("task_names"), "tasks i, numbered in the order of their names", numbered("task", j.Columns.Task)},
		{j.name("worker_names"), "workers j likewise", numbered("worker", j.Columns.Worker)},
		{j.name("votes"), "labels y_ij; a cell is a worker and a label", votes},
		{j.name("cells"), "the cells there are", cells},
	}
}

// start are the tables that the first step reads.
func (j *Job) start() []statement {
	shares := fill(`SELECT task, $V$, n, $BEST$ AS class
  FROM (SELECT task, $V$, n, $TOP$ AS top
    FROM (SELECT task, $COUNTS$, COUNT(*) AS n
      FROM (SELECT task, $LABEL$ AS label FROM $VOTES$) y GROUP BY task) u) v`,
		"V", j.each(", ", "v#"), "BEST", "CASE "+j.each(" ", "WHEN v# = top THEN #")+" END", "TOP", j.greatest("v#"),
		"COUNTS", j.columns("SUM(CASE WHEN label = # THEN 1 ELSE 0 END) AS v#"), "LABEL", j.labelOf("cell"), "VOTES", j.of("votes"))
	q, why := "", "majority vote, ties to the first class"
	if j.Method != "fds" {
		q, why = j.columns(j.Dialect.asDouble("v#")+" / n AS q#")+",\n  ", "vote shares"
	}
	trace := fmt.Sprintf("SELECT 0 AS step, %s AS objective, %[1]s AS change, 0 AS flips", j.Dialect.noNumber())
	return []statement{
		{j.step("q", 0), "q_ik to begin with: the " + why, fill("SELECT task, $Q$class, 0 AS flip\nFROM ($SHARES$) w", "Q", q, "SHARES", shares)},
		{j.step("t", 0), "the trace: no step yet", trace},
	}
}

func (j *Job) step(letter string, n int) Name { return j.name(letter + "_" + strconv.Itoa(n)) }

// labelOf is the label of a cell.
func (j *Job) labelOf(cell string) string { return fmt.Sprintf("MOD(%s, %d)", cell, len(j.Classes)) }

// counts sums over the tasks of q what each counts for: n#.
func (j *Job) counts() string {
	if j.soft() {
		return j.columns("SUM(q.q#) AS n#")
	}
	return j.columns(j.Dialect.asDouble("SUM(CASE WHEN q.class = # THEN 1 ELSE 0 END)") + " AS n#")
}

// pseudo are the pseudo-counts of smoothing: of the right cell of each row, of each wrong one, and of each class.
func (j *Job) pseudo() (right, wrong, class float64) {
	guessed := j.Smoothing / float64(2*len(j.Classes))
	return j.Smoothing/2 + guessed, guessed, 2 * guessed
}

// plus writes a pseudo-count, if there is one.
func plus(x float64) string {
	if x == 0 {
		return ""
	}
	return " + " + number(x)
}

// steps are the tables of step n: an M-step and an E-step.
func (j *Job) steps(n int) []statement {
	_, _, class := j.pseudo()
	k := float64(len(j.Classes))
	b := j.columns("CASE WHEN n# > 0 THEN LN(n#) - LN(n) ELSE -1e6 END AS b#")
	if j.uniform() {
		b = j.columns("-LN(" + j.Dialect.asDouble(number(k)) + ") AS b#")
	}
	prior := fill(`SELECT $SHARE$,
  $B$
FROM (SELECT $N$, $SUM$ AS n
  FROM (SELECT $SMOOTH$ FROM (SELECT $COUNTS$ FROM $Q$ q) u) v) w`,
		"SHARE", j.columns("CASE WHEN n# > 1e-290 THEN n# / n ELSE 0 END AS p#"), "B", b, "N", j.each(", ", "n#"), "SUM", j.each(" + ", "n#"),
		"SMOOTH", j.each(", ", "n#"+plus(class)+" AS n#"), "COUNTS", j.counts(), "Q", j.at("q", n-1))
	join, count := "JOIN", "m.n# AS n#"
	if j.Smoothing > 0 { // there are cells without a label
		join, count = "LEFT JOIN", "COALESCE(m.n#, 0) AS n#"
	}
	cells := fill(`SELECT c.cell AS cell, c.worker AS worker, c.label AS label, $N$
    FROM $CELLS$ c $JOIN$ (SELECT v.cell AS cell, $COUNTS$
      FROM $VOTES$ v JOIN $Q$ q ON q.task = v.task GROUP BY v.cell) m ON m.cell = c.cell`,
		"N", j.columns(count), "CELLS", j.of("cells"), "JOIN", join, "COUNTS", j.counts(), "VOTES", j.of("votes"), "Q", j.at("q", n-1))
	return []statement{
		{j.step("p", n), fmt.Sprintf("step %d: p_k = Σ_i q_ik / N, Eq. (2.4); its logarithm", n), prior},
		{j.step("a", n), j.matrixWhy(), j.matrix(cells)},
		{j.step("q", n), j.posteriorWhy(), j.posterior(n)},
		{j.step("t", n), "the objective, how far p moved, and how many tasks changed class", j.trace(n)},
	}
}

func (j *Job) matrixWhy() string {
	switch j.tie() {
	case fit.TieMatrix:
		return "s_j = Σ_i q_i,y_ij / n_j; log π_j[k][l] = log s_j where l = k, else log (1 − s_j)/(K − 1)"
	case fit.TieRow:
		return "s_jk = Σ_i q_ik [y_ij = k] / Σ_i q_ik; log π_j[k][l] = log s_jk where l = k, else log (1 − s_jk)/(K − 1)"
	}
	return "log π_j[k][l] = log Σ_i q_ik [y_ij = l] / Σ_i q_ik over the labels of j, Eq. (2.3)"
}

// matrix is the M-step of the workers, given the query for the counts of their cells. A row without evidence is uniform.
func (j *Job) matrix(cells string) string {
	right, wrong, _ := j.pseudo()
	k := float64(len(j.Classes))
	uniform := "-LN(" + j.Dialect.asDouble(number(k)) + ")"
	others := "LN(" + j.Dialect.asDouble(number(k-1)) + ")"
	switch j.tie() {
	case fit.TieMatrix:
		return fill(`SELECT cell, label, $A$
FROM (SELECT cell, label,
  CASE WHEN hits > 0 THEN LN(hits) - LN(hits + misses) ELSE -1e6 END AS lr,
  CASE WHEN misses > 0 THEN LN(misses) - LN(hits + misses) - $OTHERS$ ELSE -1e6 END AS lw
  FROM (SELECT cell, label,
    SUM($OWN$) OVER (PARTITION BY worker)$RIGHT$ AS hits,
    SUM($REST$) OVER (PARTITION BY worker)$WRONG$ AS misses
    FROM ($CELLS$) u) v) w`, "A", j.columns("CASE WHEN label = # THEN lr ELSE lw END AS a#"), "OTHERS", others,
			"OWN", j.chosen("label", "n#"), "REST", j.each(" + ", "CASE WHEN label = # THEN 0 ELSE n# END"),
			"RIGHT", plus(k*right), "WRONG", plus(k*(k-1)*wrong), "CELLS", cells)
	case fit.TieRow:
		return fill(`SELECT cell, label,
  $A$
FROM (SELECT cell, label,
  $HITS$,
  $MISSES$
  FROM ($CELLS$) u) v`,
			"A", j.each(",\n  ", "CASE WHEN h# + m# <= 0 THEN "+uniform+
				"\n    WHEN label = # THEN CASE WHEN h# > 0 THEN LN(h#) - LN(h# + m#) ELSE -1e6 END"+
				"\n    WHEN m# > 0 THEN LN(m#) - LN(h# + m#) - "+others+" ELSE -1e6 END AS a#"),
			"HITS", j.each(",\n  ", "SUM(CASE WHEN label = # THEN n# ELSE 0 END) OVER (PARTITION BY worker)"+plus(right)+" AS h#"),
			"MISSES", j.each(",\n  ", "SUM(CASE WHEN label = # THEN 0 ELSE n# END) OVER (PARTITION BY worker)"+plus((k-1)*wrong)+" AS m#"),
			"CELLS", cells)
	}
	a := "CASE WHEN s# <= 0 THEN " + uniform + " WHEN n# > 0 THEN LN(n#) - LN(s#) ELSE -1e6 END AS a#"
	n := "n#"
	if j.Smoothing > 0 {
		a = "LN(n#) - LN(s#) AS a#"
		n = "n# + CASE WHEN label = # THEN " + number(right) + " ELSE " + number(wrong) + " END AS n#"
	}
	return fill(`SELECT cell, label,
  $A$
FROM (SELECT cell, label, $N$,
  $SUMS$
  FROM (SELECT cell, worker, label, $SMOOTH$
    FROM ($CELLS$) u) v) w`, "A", j.columns(a), "N", j.each(", ", "n#"),
		"SUMS", j.columns("SUM(n#) OVER (PARTITION BY worker) AS s#"), "SMOOTH", j.columns(n), "CELLS", cells)
}

func (j *Job) posteriorWhy() string {
	if j.soft() {
		return "q_ik ∝ p_k Π_j π_j[k][y_ij], Eq. (2.5): s_k is its logarithm, and ll that of the sum; a class still among the best is kept"
	}
	return "s_k = log p_k Π_j π_j[k][y_ij], Eq. (2.5); each task counts for its best class alone, and a class still among the best is kept"
}

// scores is log p_k Π_j π_j[k][y_ij] of each task by the parameters of step n, with the class it had before, and the largest as top.
func (j *Job) scores(n, before int) string {
	return fill(`SELECT task, $S$, was, $TOP$ AS top
  FROM (SELECT y.task AS task, $ADD$, q.class AS was
    FROM (SELECT v.task AS task, $SUMS$ FROM $VOTES$ v JOIN $A$ a ON a.cell = v.cell GROUP BY v.task) y
    JOIN $Q$ q ON q.task = y.task CROSS JOIN $P$ p) u`,
		"S", j.each(", ", "s#"), "TOP", j.greatest("s#"), "ADD", j.columns("y.s# + p.b# AS s#"), "SUMS", j.columns("SUM(a.a#) AS s#"),
		"VOTES", j.of("votes"), "A", j.at("a", n), "Q", j.at("q", before), "P", j.at("p", n))
}

// posterior is the E-step of step n.
func (j *Job) posterior(n int) string {
	tie := number(tie)
	class := "CASE WHEN " + j.chosen("was", "s#") + " + " + tie + " >= top THEN was " + j.each(" ", "WHEN s# >= top - "+tie+" THEN #") + " END"
	if !j.soft() {
		return fill(`SELECT task, $OWN$ AS ll, class, CASE WHEN class = was THEN 0 ELSE 1 END AS flip
FROM (SELECT task, $S$, was, $CLASS$ AS class
  FROM ($SCORES$) v) w`, "OWN", j.chosen("class", "s#"), "S", j.each(", ", "s#"), "CLASS", class, "SCORES", j.scores(n, n-1))
	}
	return fill(`SELECT task, $Q$,
  ll, class, CASE WHEN class = was THEN 0 ELSE 1 END AS flip
FROM (SELECT task, $S$, was,
  $LL$ AS ll,
  $CLASS$ AS class
  FROM ($SCORES$) v) w`, "Q", j.columns(softmax), "S", j.each(", ", "s#"), "LL", j.logSum(), "CLASS", class, "SCORES", j.scores(n, n-1))
}

// softmax is the posterior, given the scores and ll, the log of the sum of their powers.
const softmax = "CASE WHEN s# - ll < -745 THEN 0 ELSE EXP(s# - ll) END AS q#"

// logSum is the log of the sum of the powers of the scores.
func (j *Job) logSum() string {
	return "top + LN(" + j.each(" + ", "CASE WHEN s# - top < -745 THEN 0 ELSE EXP(s# - top) END") + ")"
}

// trace adds step n to the trace.
func (j *Job) trace(n int) string {
	change := "SELECT " + j.Dialect.noNumber() + " AS change"
	if n > 1 {
		change = fmt.Sprintf("SELECT %s AS change FROM %s p CROSS JOIN %s o", j.each(" + ", "ABS(p.p# - o.p#)"), j.at("p", n), j.at("p", n-1))
	}
	objective := "u.ll"
	from := fmt.Sprintf("(SELECT SUM(ll) AS ll, SUM(flip) AS flips FROM %s) u\nCROSS JOIN (%s) c", j.at("q", n), change)
	if right, wrong, class := j.pseudo(); j.Smoothing > 0 {
		// The log density of the Dirichlet priors that smoothing stands for, up to a constant.
		objective += " + r.matrices"
		from += fmt.Sprintf("\nCROSS JOIN (SELECT SUM(%s * (%s) + %s * %s) AS matrices FROM %s) r", number(wrong), j.each(" + ", "a#"),
			number(right-wrong), j.chosen("label", "a#"), j.at("a", n))
		if !j.uniform() {
			objective += " + s.classes"
			from += fmt.Sprintf("\nCROSS JOIN (SELECT %s * (%s) AS classes FROM %s) s", number(class), j.each(" + ", "b#"), j.at("p", n))
		}
	}
	return fmt.Sprintf(`SELECT step, objective, change, flips FROM %s
UNION ALL SELECT %d AS step, %s AS objective, c.change AS change, u.flips AS flips
FROM %s`, j.at("t", n-1), n, objective, from)
}
