// Package sidefile reads the files that go with labels: known truth, gold labels,
// costs, confusion matrices, features and texts of the tasks.
package sidefile

import (
	"fmt"
	"io"
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/parse"
	"concord/core/problem"
	"concord/core/scan"
	"concord/internal/humanize"
)

// TruthOptions govern the reading of a file of truth.
type TruthOptions struct {
	scan.Options

	// What files said that were read before this one as one with it, of truth only;
	// it is gone on with in place. Nil: this is the first.
	Classes []int32
	Values  []float64
	Unseen  *Unseen // where classes go that no worker ever chose; gone on with in place
}

// Unseen are classes that a file of truth names and no worker ever chose. A task
// of such a class can't be right: it counts as an error wherever answers are
// compared with the truth.
type Unseen struct {
	Names []string // class K+n, as Truth calls it, is Names[n]
	Tasks []int32  // that have one, once for each

	known map[[2]int32]bool // the tasks and their classes
	first problem.Problem   // where the first of them stands
}

// number is what a class is called, where workers chose classes 0 to k−1.
func (u *Unseen) number(k int, name string) int32 {
	if n := slices.Index(u.Names, name); n >= 0 {
		return int32(k + n)
	}
	return int32(k + len(u.Names))
}

// add takes in that task i has a class, of which at is where the file says so.
func (u *Unseen) add(i int, name string, at problem.Problem) {
	n := u.number(0, name)
	if int(n) == len(u.Names) {
		u.Names = append(u.Names, name)
	}
	of := [2]int32{int32(i), n}
	if u.known[of] {
		return
	}
	if u.known == nil {
		u.known, u.first = map[[2]int32]bool{}, at
	}
	u.known[of] = true
	u.Tasks = append(u.Tasks, int32(i))
}

// Warning tells of them, nil where there are none.
func (u *Unseen) Warning() *problem.Problem {
	if len(u.Tasks) == 0 {
		return nil
	}
	p := u.first
	p.What = fmt.Sprintf("%s that no worker ever chose, counted as wrong", humanize.Count(len(u.Tasks), "true label"))
	p.Do = "Correct what is misspelt"
	return &p
}

// Truth reads a file of known true classes of set's tasks: for each task its
// class, or crowd.Unknown. A class that no worker ever chose has a number beyond
// those of set (Options.Unseen names them). Rows that name an unknown task, or
// that contradict an earlier one, are passed over and listed as problems,
// whatever Options.Skip says: a file of truth often covers more than the labels do.
func Truth(name string, r io.Reader, lay *layout.Layout, set *labels.Set, o TruthOptions) ([]int32, problem.Problems, error) {
	return trueClasses(name, r, lay, set, o, pass, true)
}

// Gold reads a file of known true classes that a fit is to hold to. What Truth
// passes over is a bad row here, and so is a class that no worker ever chose:
// nobody means to give a fit a truth that it can't use.
func Gold(name string, r io.Reader, lay *layout.Layout, set *labels.Set, o TruthOptions) ([]int32, problem.Problems, error) {
	return trueClasses(name, r, lay, set, o, (*scan.Rows).Reject, false)
}

func trueClasses(name string, r io.Reader, lay *layout.Layout, set *labels.Set, o TruthOptions, object func(*scan.Rows, problem.Problem),
	beyond bool) ([]int32, problem.Problems, error) {
	if set.Data.Numeric() {
		return nil, problem.Problems{}, &problem.Problem{File: name, What: "the labels are numbers on a scale, and no task has a true class",
			Do: "Take the labels as classes, if that is what they are"}
	}
	truth := o.Classes
	if truth == nil {
		truth = make([]int32, set.Tasks.Len())
		for i := range truth {
			truth[i] = crowd.Unknown
		}
	}
	unseen := o.unseen()
	called := func(k int32) string {
		if n := int(k) - set.Classes.Len(); n >= 0 {
			return problem.Printable(unseen.Names[n])
		}
		return problem.Printable(set.Classes.At(int(k)))
	}
	problems, err := truths(name, r, lay, set, o, object, func(rs *scan.Rows, i int, answers []string) (what, do string) {
		if len(answers) > 1 {
			return severalTrue, "Go on without the row"
		}
		found, ok := set.Classes.Find(answers[0])
		k, was := int32(found), truth[i]
		if !ok {
			if !beyond || labels.IsNoAnswer(answers[0]) {
				return strangeClass, misspelt
			}
			k = unseen.number(set.Classes.Len(), answers[0])
		}
		if was != crowd.Unknown && was != k {
			return fmt.Sprintf("a task whose truth was said to be “%s” before", called(was)), firstCounts
		}
		if !ok {
			unseen.add(i, answers[0], truthHere(rs))
		}
		truth[i] = k
		return "", ""
	})
	if err == nil && beyond && o.Classes == nil {
		known := slices.ContainsFunc(truth, func(k int32) bool { return k != crowd.Unknown && int(k) < set.Classes.Len() })
		if p := unseen.otherwise(known); p != nil {
			err = p
		}
	}
	if err != nil {
		return nil, problems, err
	}
	return truth, problems, nil
}

// otherwise refuses a truth of which not one class is known: it is of something
// else, or written otherwise.
func (u *Unseen) otherwise(known bool) *problem.Problem {
	if known || len(u.Tasks) == 0 {
		return nil
	}
	p := u.first
	p.What = "not one of these true classes is among those that workers chose"
	p.Do = "Choose the truth of the same question, written as the labels are"
	return &p
}

// unseen is where classes go that no worker ever chose.
func (o *TruthOptions) unseen() *Unseen {
	if o.Unseen != nil {
		return o.Unseen
	}
	return &Unseen{}
}

// TrueValues is Truth where labels are numbers: for each task its true number,
// or NaN.
func TrueValues(name string, r io.Reader, lay *layout.Layout, set *labels.Set, o TruthOptions) ([]float64, problem.Problems, error) {
	truth := o.Values
	if truth == nil {
		truth = make([]float64, set.Tasks.Len())
		for i := range truth {
			truth[i] = math.NaN()
		}
	}
	problems, err := truths(name, r, lay, set, o, pass, func(_ *scan.Rows, i int, answers []string) (what, do string) {
		if len(answers) > 1 {
			return severalTrue, "Go on without the row"
		}
		x, err := parse.Number([]byte(answers[0]))
		if err != nil {
			return parse.NoNumber(err, "where the labels are numbers"), parse.Mend([]byte(answers[0])) + ", or go on without the row"
		}
		if was := truth[i]; !math.IsNaN(was) && was != x {
			return fmt.Sprintf("a task whose truth was said to be %g before", was), firstCounts
		}
		truth[i] = x
		return "", ""
	})
	if err != nil {
		return nil, problems, err
	}
	return truth, problems, nil
}

const (
	strangeTask   = "a task that nobody labelled"
	strangeClass  = "a class that no worker ever chose"
	strangeWorker = "a worker who gave no label"
	severalTrue   = "several answers that were right, where a task can have one true class"
	misspelt      = "Correct it if it is misspelt, or go on without the row"
	firstCounts   = "Correct one of the two rows, or go on with the first"
)

// truths reads a file of tasks and their truth, and hands each that is known to
// take, which says what is wrong with it, if anything; that goes to object. A cell
// says one class, or several: a list, or lines as Appen writes them.
func truths(name string, r io.Reader, lay *layout.Layout, set *labels.Set, o TruthOptions, object func(*scan.Rows, problem.Problem),
	take func(rs *scan.Rows, i int, answers []string) (what, do string)) (problem.Problems, error) {
	if err := lay.Check(name, layout.TruthFile); err != nil {
		return problem.Problems{}, err
	}
	rs, err := scan.Open(name, r, lay, o.Options)
	if err != nil {
		return problem.Problems{}, err
	}
	task, label, known := lay.Column(layout.Task), lay.Column(layout.Label), 0
	missing := parse.NewTokens(lay.Missing)
	for {
		ok, err := rs.Next()
		if err != nil {
			return problem.Problems{}, err
		}
		if !ok {
			break
		}
		cell := rs.Cell(label)
		class := false // one that labels name is never "no answer"
		if len(cell) > 0 && !set.Data.Numeric() {
			_, class = set.Classes.Find(string(cell))
		}
		answers := []string{string(cell)}
		if !class {
			answers = parse.Answers(cell, missing)
		}
		if len(answers) == 0 {
			continue
		}
		i, ok := set.Tasks.Find(string(rs.Cell(task)))
		if !ok {
			object(rs, rs.Wrong(task, strangeTask, misspelt))
			continue
		}
		known++
		if what, do := take(rs, i, answers); what != "" {
			object(rs, rs.Wrong(label, what, do))
		}
	}
	if rs.Read == 0 {
		return problem.Problems{}, layout.Empty(rs.File, rs.Layout.Header)
	}
	if err := rs.Verdict(); err != nil || known > 0 || o.Classes != nil || o.Values != nil {
		return rs.Problems, err
	}
	return rs.Problems, &problem.Problem{File: name, Column: rs.ColumnName(task),
		What: "not one of these tasks is among those that were labelled", Do: "Choose the truth of the same data"}
}

// truthHere is the truth in the current row, for a message.
func truthHere(rs *scan.Rows) problem.Problem {
	return rs.Wrong(rs.Layout.Column(layout.Label), "", "")
}

// pass notes a problem of a row that is passed over, but is not bad.
func pass(rs *scan.Rows, p problem.Problem) { rs.Note(p) }
