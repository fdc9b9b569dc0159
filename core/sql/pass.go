package sql

import (
	"fmt"
	"hash/fnv"
	"math"
	"strconv"
	"strings"

	"concord/core/fit"
	"concord/core/prob"
)

// impossible stands for log 0, and exp of less than vanishes is 0: engines differ in what they make of infinity and of what underflows.
const (
	impossible = -1e6
	vanishes   = "-700"
)

// parameters are what a pass judges tasks by, of which the next one of the same fit counts who has changed.
type parameters struct {
	rule  fit.Rule
	bias  []float64 // K: log p_k
	score []float64 // M×K×K as fit.Pass.Table: log π_j[k][l]; or M, weights
	zero  bool      // some weights are 0
}

// parametersOf takes the logarithms.
func parametersOf(p *fit.Pass) *parameters {
	q := &parameters{rule: p.Rule}
	if p.Weight != nil {
		q.score = append(q.score, p.Weight...)
		for _, x := range p.Weight {
			q.zero = q.zero || x == 0
		}
	}
	log := func(x float64) float64 {
		if x > 0 {
			return prob.Log(x)
		}
		return impossible
	}
	for _, x := range p.Prior {
		q.bias = append(q.bias, log(x))
	}
	for _, x := range p.Table {
		q.score = append(q.score, log(x))
	}
	return q
}

// key is what a pass is known by: its table is that of no other pass over the same labels.
func (s *Source) key(p *fit.Pass) string {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %d %t %s", s.votes, p.Rule, p.Chosen, p.Before)
	for _, part := range [][]float64{p.Prior, p.Table, p.Weight} {
		for _, x := range part {
			b := math.Float64bits(x)
			h.Write([]byte{byte(b), byte(b >> 8), byte(b >> 16), byte(b >> 24), byte(b >> 32), byte(b >> 40), byte(b >> 48), byte(b >> 56)})
		}
	}
	return strconv.FormatUint(h.Sum64(), 36)
}

// judged are the columns of the parameters and of the sums over a task's labels that give its class by them. Names begin with a letter,
// of which there is one for each of the two sets of parameters of a pass.
type judged struct {
	j      *Job
	letter string
	p      *parameters
}

// columns are those of the table of parameters.
func (g judged) columns() (names []string) {
	switch {
	case g.p.rule == fit.Shares:
	case g.p.bias == nil:
		names = append(names, g.letter)
	default:
		for k := range g.j.Classes {
			names = append(names, g.letter+strconv.Itoa(k))
		}
	}
	return names
}

// values are those of a cell.
func (g judged) values(cell int) (row []float64) {
	k := len(g.j.Classes)
	switch {
	case g.p.rule == fit.Shares:
	case g.p.bias == nil:
		row = append(row, g.p.score[cell/k])
	default:
		row = append(row, g.p.score[cell*k:(cell+1)*k]...)
	}
	return row
}

// counted reports whether it takes how many labels name each class, v#.
func (g judged) counted() bool {
	return g.p.rule == fit.Shares || g.p.rule == fit.VoteShare && g.p.zero
}

// sums are the scores of a task as sums over its labels.
func (g judged) sums() string {
	switch {
	case g.p.rule == fit.Shares:
		return ""
	case g.p.bias == nil:
		return ", " + g.j.columns("SUM(CASE WHEN "+g.j.labelOf("v.cell")+" = # THEN a."+g.letter+" ELSE 0 END) AS "+g.letter+"#")
	}
	return ", " + g.j.columns("SUM(a."+g.letter+"#) AS "+g.letter+"#")
}

// scores are the scores of a task, given the sums.
func (g judged) scores() string {
	switch {
	case g.p.rule == fit.Shares:
		return ", " + g.j.columns("v# AS "+g.letter+"#")
	case g.counted():
		total := "(" + g.j.each(" + ", g.letter+"#") + ")"
		return ", " + g.j.columns("CASE WHEN "+total+" = 0 THEN v# ELSE "+g.letter+"# END AS "+g.letter+"#")
	case g.p.bias != nil:
		all := make([]string, len(g.p.bias))
		for k, b := range g.p.bias {
			all[k] = fmt.Sprintf("%s%d + %s AS %[1]s%[2]d", g.letter, k, g.j.Dialect.asDouble(number(b)))
		}
		return ", " + strings.Join(all, ", ")
	}
	return ", " + g.j.each(", ", g.letter+"#")
}

// top is the largest score.
func (g judged) top() string { return ", " + g.j.greatest(g.letter+"#") + " AS " + g.letter + "top" }

// class is the class with the largest score, of several the first.
func (g judged) class() string {
	return "CASE " + g.j.each(" ", "WHEN "+g.letter+"# >= "+g.letter+"top - "+number(tie)+" THEN #") + " END"
}

// statement is the query of a pass: of each cell how many labels count for each class, and its labels' shares of the sums over tasks.
func (s *Source) statement(p *fit.Pass, now, before *parameters, table string) string {
	j := s.job
	a := judged{j, "a", now}
	sets, flip := []judged{a}, "0"
	class := a.class()
	if before != nil {
		o := judged{j, "o", before}
		sets = append(sets, o)
		was := "(" + o.class() + ")"
		if now.rule == fit.Hard {
			class = "CASE WHEN " + j.chosen(was, "a#") + " + " + number(tie) + " >= atop THEN " + was + " ELSE " + class + " END"
		}
		flip = "CASE WHEN class = was THEN 0 ELSE 1 END"
		class += " AS class, " + was + " AS was"
	} else {
		class += " AS class"
	}
	var sums, scores, tops, kept string
	counted := false
	for _, g := range sets {
		sums, scores, tops = sums+g.sums(), scores+g.scores(), tops+g.top()
		counted = counted || g.counted()
	}
	if counted {
		sums = ", " + j.columns("SUM(CASE WHEN "+j.labelOf("v.cell")+" = # THEN 1 ELSE 0 END) AS v#") + sums
	}
	likelihood := j.Dialect.asDouble("0")
	q := j.columns("CASE WHEN class = # THEN 1.0 ELSE 0.0 END AS q#")
	own := likelihood
	switch {
	case p.Rule == fit.Soft:
		likelihood = s.logSum("a")
		q = j.columns("CASE WHEN a# - ll < " + vanishes + " THEN 0 ELSE EXP(a# - ll) END AS q#")
	case p.Rule == fit.Hard:
		likelihood = s.logSum("a")
		own = j.chosen("class", "a#")
	case p.Rule == fit.Shares && !p.Chosen:
		q = j.columns(j.Dialect.asDouble("a#") + " / n AS q#")
	}
	kept = j.each(", ", "a#")
	return fill(`SELECT v.cell AS cell, $COUNTS$,
  $CLASSES$,
  SUM(q.ll / q.n) AS ll, SUM(q.own / q.n) AS own, SUM(q.flip / q.n) AS flip
FROM $VOTES$ v JOIN (
  SELECT task, $N$ AS n, $Q$, ll, $OWN$ AS own, $FLIP$ AS flip
  FROM (SELECT task, n, $KEPT$, $LL$ AS ll, $CLASS$
    FROM (SELECT task, n$SCORES1$$TOPS$
      FROM (SELECT task, n$SCORES$
        FROM (SELECT v.task AS task, COUNT(*) AS n$SUMS$
          FROM $VOTES$ v$PARAMETERS$ GROUP BY v.task) x1) x2) x3) x4
) q ON q.task = v.task
GROUP BY v.cell`,
		"COUNTS", j.columns("SUM(q.q#) AS n#"), "CLASSES", j.columns("SUM(q.q# / q.n) AS c#"), "VOTES", j.of(s.votes), "Q", q,
		"N", j.Dialect.asDouble("n"), "OWN", own, "FLIP", flip, "KEPT", kept, "LL", likelihood, "CLASS", class, "SCORES1", s.names(sets), "TOPS", tops, "SCORES", scores,
		"SUMS", sums, "PARAMETERS", s.joined(sets, table))
}

// names lists the columns of scores.
func (s *Source) names(sets []judged) string {
	all := ""
	for _, g := range sets {
		all += ", " + s.job.each(", ", g.letter+"#")
	}
	return all
}

// joined joins the parameters to the labels, if there are any.
func (s *Source) joined(sets []judged, table string) string {
	for _, g := range sets {
		if g.p.rule != fit.Shares {
			return " JOIN " + s.job.of(table) + " a ON a.cell = v.cell"
		}
	}
	return ""
}

// logSum is the log of the sum of the powers of scores.
func (s *Source) logSum(letter string) string {
	return letter + "top + LN(" + s.job.each(" + ", "CASE WHEN "+letter+"# - "+letter+"top < "+vanishes+" THEN 0 ELSE EXP("+letter+"# - "+
		letter+"top) END") + ")"
}

// send makes the table of the parameters.
func (s *Source) send(table string, sets []judged) string {
	columns := []string{"cell"}
	for _, g := range sets {
		columns = append(columns, g.columns()...)
	}
	if len(columns) == 1 {
		return ""
	}
	rows := make([][]string, 0, len(s.cells))
	for _, cell := range s.cells {
		row := []string{strconv.Itoa(cell)}
		for _, g := range sets {
			for _, x := range g.values(cell) {
				row = append(row, float(x))
			}
		}
		rows = append(rows, row)
	}
	return s.job.Dialect.upload(s.job.name(table), columns, rows)
}

// Pass implements fit.Source.
func (s *Source) Pass(p *fit.Pass) error {
	p.Key = s.key(p)
	now := parametersOf(p)
	s.known[p.Key] = now
	table := "pass_" + p.Key
	if s.there[table] { // an earlier run made it
		delete(s.there, table)
		if whole, err := s.fetch(p, table, ""); whole || err != nil {
			return err
		}
	}
	before := s.known[p.Before]
	sets := []judged{{s.job, "a", now}}
	if before != nil {
		sets = append(sets, judged{s.job, "o", before})
	}
	given := "given_" + p.Key
	drop := fmt.Sprintf("DROP TABLE IF EXISTS %s;\n", s.job.of(given))
	sql := fmt.Sprintf("DROP TABLE IF EXISTS %s;\n", s.job.of(table)) + drop + s.send(given, sets) +
		statement{s.job.name(table), "", s.statement(p, now, before, given)}.kept(s.job.Dialect,
			"cell BIGINT, "+s.job.each(", ", "n# DOUBLE")+", "+s.job.each(", ", "c# DOUBLE")+", ll DOUBLE, own DOUBLE, flip DOUBLE", "") + drop
	s.passes++
	whole, err := s.fetch(p, table, sql)
	if err == nil && !whole {
		err = fmt.Errorf("pass %d: the table %s lacks tasks: have the labels changed?", s.passes, s.job.name(table))
	}
	return err
}

// fetch runs statements, and reads the table of a pass. It reports whether that counts all tasks.
func (s *Source) fetch(p *fit.Pass, table, sql string) (whole bool, err error) {
	j, d, k := s.job, s.job.Dialect, len(s.job.Classes)
	var columns []any
	columns = append(columns, "cell")
	totals := []any{}
	sums := []string{}
	for c := range k {
		columns = append(columns, "n"+strconv.Itoa(c))
		totals = append(totals, "c"+strconv.Itoa(c))
		sums = append(sums, fmt.Sprintf("SUM(c%d) AS c%[1]d", c))
	}
	totals = append(totals, "ll", "own", "flip")
	sums = append(sums, "SUM(ll) AS ll", "SUM(own) AS own", "SUM(flip) AS flip")
	sql += d.rows("cell", "SELECT * FROM "+j.of(table), "", columns...) +
		d.rows("all", "SELECT "+strings.Join(sums, ", ")+" FROM "+j.of(table), "", totals...)
	p.Class, p.Label = make([]float64, k), make([]float64, s.shape.Workers*k*k)
	tasks := 0.0
	row := make([]float64, k+3)
	said, err := s.stream("pass "+strconv.Itoa(s.passes), sql, func(kind string, fields []string) error {
		switch kind {
		case "cell":
			if err := checkFields(fields, k+1); err != nil {
				return err
			}
			cell, err := strconv.Atoi(fields[0])
			if err != nil || cell < 0 || cell >= s.shape.Workers*k {
				return fmt.Errorf("the client printed %q for a cell", fields[0])
			}
			return parseAll(fields[1:], p.Label[cell*k:(cell+1)*k])
		case "all":
			if err := checkFields(fields, k+3); err != nil {
				return err
			}
			if err := parseAll(fields, row); err != nil {
				return err
			}
			copy(p.Class, row)
			tasks = prob.Total(p.Class)
			p.LogLikelihood, p.Complete, p.Flips = row[k], row[k+1], int(row[k+2]+.5)
		}
		return nil
	})
	whole = math.Abs(tasks-float64(s.shape.Tasks)) < 1e-3
	if err == nil && !whole && said != "" {
		err = silent("pass "+strconv.Itoa(s.passes), said)
	}
	return whole, err
}

// parseAll reads numbers; of none, which is the sum of no rows, 0.
func parseAll(fields []string, to []float64) error {
	for n, f := range fields {
		if f == "" {
			to[n] = 0
			continue
		}
		x, err := strconv.ParseFloat(f, 64)
		if err != nil {
			return fmt.Errorf("the client printed %q for a number", f)
		}
		to[n] = x
	}
	return nil
}
