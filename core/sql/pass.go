package sql

import (
	"fmt"
	"hash/fnv"
	"math"
	"slices"
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
func (g judged) sums(s *Source) string {
	switch {
	case g.p.rule == fit.Shares:
		return ""
	case g.p.bias == nil:
		return ", " + s.summed("CASE WHEN "+g.j.labelOf("w.c@")+" = # THEN p@."+g.letter+" ELSE 0 END", g.letter)
	}
	return ", " + s.summed("p@."+g.letter+"#", g.letter)
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

// The cells that are none: of a place in a row that no label fills, and of a task as a whole.
const (
	nobody = -1
	whole  = -2
)

// statement is the query of a pass: of each cell how many labels count for each class. Its row of the cell "whole" has how many tasks do,
// and their sums of the log-likelihood and of flips, which are of no use in other rows.
//
// A row of bundles has up to s.width labels of a task, so the joins and the sums over labels are those over the columns of a row. Where all
// tasks have one row, nothing is grouped by task, and nothing joined to tasks.
func (s *Source) statement(p *fit.Pass, now, before *parameters, table string) string {
	j, d := s.job, s.job.Dialect
	a := judged{j, "a", now}
	sets := []judged{a}
	var likelihood, own, flip string // of a task; empty: 0
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
	var sums, scores, tops, names string
	counted := false
	for _, g := range sets {
		sums, scores, tops, names = sums+g.sums(s), scores+g.scores(), tops+g.top(), names+", "+j.each(", ", g.letter+"#")
		counted = counted || g.counted()
	}
	if counted {
		sums += ", " + s.votesOf()
	}
	q := j.columns("CASE WHEN class = # THEN 1.0 ELSE 0.0 END AS q#")
	made, kept, all := "a#", "a#", "0" // made in one query, kept in that around it
	if p.Rule == fit.Soft || p.Rule == fit.Hard {
		made, kept = "CASE WHEN a# - atop < "+vanishes+" THEN 0 ELSE EXP(a# - atop) END AS e#", "e#"
		all, likelihood = j.each(" + ", "e#"), "atop + LN(n)"
	}
	switch {
	case p.Rule == fit.Soft:
		q = j.columns("e# / n AS q#")
	case p.Rule == fit.Hard:
		made, kept, own = "a#, "+made, "a#, "+kept, j.chosen("class", "a#")
	case p.Rule == fit.Shares && !p.Chosen:
		all, q = d.asDouble(j.each(" + ", "a#")), j.columns("a# / n AS q#")
	}
	var each, taken, summed string
	for _, one := range [][2]string{{"ll", likelihood}, {"own", own}, {"flip", flip}} {
		if one[1] == "" {
			summed += ", 0 AS " + one[0]
			continue
		}
		each += fmt.Sprintf(", %s AS %s", one[1], one[0])
		taken += fmt.Sprintf(", q.%s AS %[1]s", one[0])
		summed += fmt.Sprintf(", SUM(%s) AS %[1]s", one[0])
	}
	return fill(`SELECT cell, $COUNTS$$SUMMED$
FROM (SELECT $CELL$ AS cell, $QS$$TAKEN$
  FROM (SELECT $KEYS$, $Q$$EACH$
    FROM (SELECT $KEYS$, atop, $KEPT$, $ALL$ AS n, $LABELS$
      FROM (SELECT $KEYS$, atop, $MADE$, $CLASS$
        FROM (SELECT $KEYS$$NAMES$$TOPS$
          FROM (SELECT $KEYS$$SCORES$
            FROM ($TASKS$) x1) x2$FENCE$) x3$FENCE$) x4$FENCE$) x5$FENCE$) q$AGAIN$
  CROSS JOIN ($PLACES$) i) y
GROUP BY cell`,
		"COUNTS", j.columns("SUM(q#) AS n#"), "CELL", s.place(), "QS", j.each(", ", "q.q# AS q#"), "KEYS", s.keys(), "Q", q,
		"EACH", each, "TAKEN", taken, "SUMMED", summed, "KEPT", j.each(", ", kept), "ALL", all, "LABELS", labelsOf(before),
		"MADE", j.columns(made), "CLASS", class,
		"NAMES", names, "TOPS", tops, "SCORES", scores, "TASKS", s.tasks(sums, s.joined(sets, table)), "FENCE", d.fence, "AGAIN", s.again(),
		"PLACES", s.places())
}

// labelsOf are the columns of a task's class, and of that before.
func labelsOf(before *parameters) string {
	if before == nil {
		return "class"
	}
	return "class, was"
}

// joined joins the parameters to each label of a row, if there are any.
func (s *Source) joined(sets []judged, table string) string {
	for _, g := range sets {
		if g.p.rule != fit.Shares {
			return s.parameters(table)
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
	rows := make([][]string, 0, len(s.cells)+1)
	for _, cell := range s.cells {
		row := []string{strconv.Itoa(cell)}
		for _, g := range sets {
			for _, x := range g.values(cell) {
				row = append(row, float(x))
			}
		}
		rows = append(rows, row)
	}
	rows = append(rows, s.blank(len(columns)))
	return s.job.Dialect.upload(s.job.name(table), columns, rows)
}

// Pass implements fit.Source. Members of a panel begin with the same passes, which are made once.
func (s *Source) Pass(p *fit.Pass) error {
	if p.Before != "" {
		return s.pass(p)
	}
	one := *p
	if evenly(p.Weight) {
		one.Rule, one.Chosen, one.Weight = fit.Shares, true, nil
	}
	key := s.key(&one)
	if s.first[key] == nil {
		if err := s.pass(&one); err != nil {
			return err
		}
		s.first[key] = &one
	}
	was := s.first[key]
	p.Key, p.Class, p.Label = was.Key, slices.Clone(was.Class), slices.Clone(was.Label)
	p.LogLikelihood, p.Complete, p.Flips = was.LogLikelihood, was.Complete, was.Flips
	return nil
}

// evenly reports whether these are weights by which every label counts as much.
func evenly(weight []float64) bool {
	return len(weight) > 0 && weight[0] > 0 && slices.Min(weight) == slices.Max(weight)
}

// pass makes a pass.
func (s *Source) pass(p *fit.Pass) error {
	p.Key = s.key(p)
	now := parametersOf(p)
	s.known[p.Key] = now
	table := "pass_" + p.Key
	if s.there[table] { // an earlier run made it
		delete(s.there, table)
		if full, err := s.fetch(p, table, ""); full || err != nil {
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
		s.keep(statement{s.job.name(table), "", s.statement(p, now, before, given)},
			"cell BIGINT, "+s.job.each(", ", "n# DOUBLE")+", ll DOUBLE, own DOUBLE, flip DOUBLE", "") + drop
	s.passes++
	full, err := s.fetch(p, table, sql)
	if err == nil && !full {
		err = fmt.Errorf("pass %d: the table %s lacks labels: have they changed?", s.passes, s.job.name(table))
	}
	return err
}

// fetch runs statements, and reads the table of a pass. It reports whether that counts all tasks.
func (s *Source) fetch(p *fit.Pass, table, sql string) (full bool, err error) {
	j, d, k := s.job, s.job.Dialect, len(s.job.Classes)
	columns := []any{"cell"}
	for c := range k {
		columns = append(columns, "n"+strconv.Itoa(c))
	}
	columns = append(columns, "ll", "own", "flip")
	sql += d.rows("cell", "SELECT * FROM "+j.of(table), "", columns...) + d.rows("cells", "SELECT COUNT(*) AS n FROM "+j.of(table), "", "n")
	p.Class, p.Label = make([]float64, k), make([]float64, s.shape.Workers*k*k)
	tasks, cells, all := 0.0, 0, -1
	row := make([]float64, k+3)
	err = s.stream("pass "+strconv.Itoa(s.passes), sql, []string{"cells"}, func(kind string, fields []string) error {
		switch kind {
		case "cells":
			n, err := strconv.Atoi(fields[0])
			if err != nil {
				return fmt.Errorf("the client printed %q for a number", fields[0])
			}
			all = n
			return nil
		case "cell":
			cells++
		default:
			return nil
		}
		if err := checkFields(fields, k+4); err != nil {
			return err
		}
		cell, err := strconv.Atoi(fields[0])
		if err != nil || cell < whole || cell >= s.shape.Workers*k {
			return fmt.Errorf("the client printed %q for a cell", fields[0])
		}
		switch cell {
		case nobody:
			return nil
		case whole:
			err = parseAll(fields[1:], row)
			copy(p.Class, row)
			tasks = prob.Total(p.Class)
			p.LogLikelihood, p.Complete, p.Flips = row[k], row[k+1], int(row[k+2]+.5)
			return err
		}
		return parseAll(fields[1:k+1], p.Label[cell*k:(cell+1)*k])
	})
	if err == nil && cells != all {
		err = fmt.Errorf("the client printed %d of %d rows; does it leave out those beyond some number?", cells, all)
	}
	// Each label counts as one, and so does each task: less is a table that was not filled to its end.
	labels := prob.Total(p.Label)
	return math.Abs(tasks-float64(s.shape.Tasks)) < 1e-3 && math.Abs(labels-float64(s.shape.Labels)) < 1e-3, err
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
