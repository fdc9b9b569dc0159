// Package sql fits labels that may not leave the engine that holds them.
//
// A Source is such labels: it makes the passes of a fit in the engine, through a client program that the user has (Client), while
// everything between two passes is the code that fits in memory (fit.Source). A pass is one statement. It joins the labels to a small
// table of parameters, sums scores for each task, judges the task, and sums for each cell (a worker and a label) what its tasks count for:
//
//	votes                task, cell            the labels; task is a hash of its name, cell = worker·K + label
//	given_KEY            cell, a0 …, o0 …      log π_j[k][l] for each truth k, or weights; and those of the pass before
//	pass_KEY             cell, n0 …, ll, own, flip     Σ_i q_ik over j's labels l; of the cell −2, Σ_i q_ik over all tasks, the
//	                                           log-likelihood, that of the classes chosen, and how many tasks changed theirs
//
// No posterior is stored. KEY is a hash of the parameters: passes are the same in a fit that goes on after it was killed, so those whose
// tables are there are read. Beside them, whose names begin with a prefix, too:
//
//	settings             name, value           what is fitted: another fit may not use these tables
//	class_names          said, label, name     each spelling in the label column, and its class
//	worker_names         worker, name
//	task_names           task, name
//	ready                n                     the tables above are whole
//	voices, votes_merged     cell, voice; task, cell     workers who answer alike, and the labels with one voice for each group of them
//	part                 task, cell            the labels by which workers are learnt, if not all (Source.Part)
//	members, posteriors                        at the end: parameters of all methods that are averaged, and what they say of each task
//	labels, workers                            the answers
//
// A Script has whole steps of plain EM as SQL, for whoever may run nothing else: a list of statements, each of which makes one table unless
// it is there. A step makes four and reads only those of the step before:
//
//	p_n                  p0 … b0 …             the class shares p_k, Eq. (2.4), and log p_k of the prior
//	a_n                  cell, label, a0 …     log π_j[k][l] for each truth k, Eq. (2.3)
//	q_n                  task, q0 …, ll, class, flip     the posterior q_ik, Eq. (2.5), the log-likelihood of the
//	                     task, its class so far, and whether that changed; without q0 … where steps are hard
//	t_n                  step, objective, change, flips  the trace, up to step n
//
// Equations are those of Dawid & Skene 1979, as core/method/dawidskene has them. Where that multiplies probabilities, these tables add
// logarithms: there is no infinity in them, of which engines have different notions, and −1e6 stands for log 0. Powers that underflow,
// which engines round to 0 or refuse, are 0. A task always has a class of positive probability, since what its labels count for is at
// least 1/K for one of them. Ties go to the first class, as they do everywhere with seed 0.
package sql

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"concord/core/fit"
)

// MaxClasses is how many classes there may be. PostgreSQL has 1,600 columns at most, and 8 kB for a row.
const MaxClasses = 200

// Methods lists the methods that can be written as SQL.
func Methods() []string { return []string{"majority", "ds", "onecoin", "classcoin", "fds"} }

// longest is how many bytes the prefix may have: PostgreSQL cuts names to 63.
const longest = 40

// Job says what is fitted and where.
type Job struct {
	Dialect *Dialect
	Method  string // of a script, one of Methods
	Values  string // its settings
	Table   Name   // that holds the labels
	Columns Columns
	Classes []Class // in the order in which ties go to them
	Prefix  Name    // of the names of the tables that are made
	Into    Name    // of those of the answers of a fit that is driven; nil: Prefix

	// Smoothing is that of dawidskene.DS: pseudo-labels of each row of a confusion matrix, and
	// pseudo-tasks of all classes together; ≥ 0. The majority vote and fds have none.
	Smoothing float64
}

// Columns are the columns of the labels.
type Columns struct{ Task, Worker, Label string }

// Class is a class and how the label column spells it.
type Class struct {
	Name string
	Said []string
}

// Check returns what is wrong with a job, an error that a user can act on.
func (j *Job) Check() error {
	switch n := len(j.Classes); {
	case n == 0:
		return fmt.Errorf("%s has no labels", j.Table)
	case n > MaxClasses:
		return fmt.Errorf("%s has more than %d different labels, and SQL, which makes a column of each, takes no more; is %q the column "+
			"of the labels? If it is, concord fit takes them", j.Table, MaxClasses, j.Columns.Label)
	case !(j.Smoothing >= 0 && j.Smoothing <= 1e6):
		return fmt.Errorf("smoothing is %v; it must be from 0 to 1,000,000", j.Smoothing)
	}
	said := map[string]bool{}
	for _, c := range j.Classes {
		for _, s := range c.Said {
			if said[s] {
				return fmt.Errorf("the class %q is listed twice", s)
			}
			said[s] = true
		}
	}
	c := j.Columns
	names := slices.Concat([]string{c.Task, c.Worker, c.Label}, j.Table, j.Prefix, j.Into)
	if len(j.Table) == 0 || len(j.Prefix) == 0 {
		names = append(names, "")
	}
	for _, name := range names {
		if err := j.Dialect.check(name); err != nil {
			return err
		}
	}
	for _, p := range []Name{j.Prefix, j.into()} {
		if p := p.last(); len(p) > longest {
			return fmt.Errorf("%q is too long for the beginning of names, which engines cut; it may have %d bytes", p, longest)
		}
	}
	near := len(j.Table) < 2 || len(j.Prefix) < 2 || j.Table[len(j.Table)-2] == j.Prefix[len(j.Prefix)-2]
	answer := slices.ContainsFunc(answers, func(suffix string) bool { return slices.Equal(j.Table, j.into().with(suffix)) })
	if j.like(j.Table.last()) && near || answer {
		return fmt.Errorf("the table %s is named like those that are made, and would be lost: choose another --prefix or --into", j.Table)
	}
	if c.Task == c.Worker || c.Worker == c.Label || c.Label == c.Task {
		return fmt.Errorf("the task, the worker and the label must be three columns; they are %q, %q and %q", c.Task, c.Worker, c.Label)
	}
	return nil
}

// soft reports whether a task counts for each class by its posterior.
func (j *Job) soft() bool { return slices.Contains([]string{"ds", "onecoin", "classcoin"}, j.Method) }

// tie is which cells of a confusion matrix share a probability; of one class there is nothing to share.
func (j *Job) tie() fit.Tie {
	switch {
	case len(j.Classes) == 1:
	case j.Method == "onecoin":
		return fit.TieMatrix
	case j.Method == "classcoin":
		return fit.TieRow
	}
	return fit.TieNone
}

// uniform reports whether the class prior is held equal, which is the default of one-coin alone.
func (j *Job) uniform() bool { return j.Method == "onecoin" }

// settings are what makes two fits the same, by name.
func (j *Job) settings(layout string) [][2]string {
	var classes []string
	for _, c := range j.Classes {
		for _, s := range c.Said {
			classes = append(classes, strconv.Quote(s)+"="+strconv.Quote(c.Name))
		}
	}
	return [][2]string{
		{"tables", layout}, {"table", j.Table.String()}, {"task", j.Columns.Task}, {"worker", j.Columns.Worker},
		{"label", j.Columns.Label}, {"method", j.Method}, {"smoothing", number(j.Smoothing)}, {"values", j.Values},
		{"classes", strings.Join(classes, ",")},
	}
}

// The versions of the tables of a script and of a fit that is driven: a change of what they hold raises them.
const (
	ofScript = "2"
	ofFit    = "4"
)

// Name is the name of a table, perhaps after those of its schema and database.
type Name []string

// ParseName parses a name such as labels, crowd.labels or "my.schema".labels, with a quote in quotes written twice.
func ParseName(s string) (Name, error) {
	var n Name
	for rest := s; ; {
		var part string
		if after, ok := strings.CutPrefix(rest, `"`); ok {
			var b strings.Builder
			for {
				text, tail, closed := strings.Cut(after, `"`)
				if !closed {
					return nil, fmt.Errorf("the name %s has a quote that is not closed", s)
				}
				b.WriteString(text)
				if after, ok = strings.CutPrefix(tail, `"`); !ok {
					rest = tail
					break
				}
				b.WriteByte('"')
			}
			part = b.String()
		} else {
			end := strings.IndexByte(rest, '.')
			if end < 0 {
				end = len(rest)
			}
			part, rest = rest[:end], rest[end:]
		}
		if part == "" {
			return nil, fmt.Errorf("the name %q lacks a part; it is written table, schema.table or \"odd name\".table", s)
		}
		n = append(n, part)
		if rest == "" {
			return n, nil
		}
		var ok bool
		if rest, ok = strings.CutPrefix(rest, "."); !ok {
			return nil, fmt.Errorf("in the name %s a dot is missing after a quote", s)
		}
	}
}

// String returns the name as ParseName takes it.
func (n Name) String() string {
	parts := slices.Clone(n)
	for i, p := range parts {
		if strings.ContainsAny(p, `".`) {
			parts[i] = `"` + strings.ReplaceAll(p, `"`, `""`) + `"`
		}
	}
	return strings.Join(parts, ".")
}

// with returns the name that begins as n does.
func (n Name) with(suffix string) Name {
	n = slices.Clone(n)
	n[len(n)-1] += suffix
	return n
}

// beside returns the name of another table in the same place.
func (n Name) beside(table string) Name {
	n = slices.Clone(n)
	n[len(n)-1] = table
	return n
}

// last is the name without schema.
func (n Name) last() string { return n[len(n)-1] }

// float writes a number so that every engine takes it for one of double precision: of digits alone some make a decimal.
func float(x float64) string { return strconv.FormatFloat(cmp.Or(x, 0), 'e', -1, 64) }

// number writes a number so that every engine reads the same.
func number(x float64) string { return strconv.FormatFloat(cmp.Or(x, 0), 'g', -1, 64) } // −0 is 0
