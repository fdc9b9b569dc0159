package sidefile

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/parse"
	"concord/core/scan"
	"concord/internal/humanize"
)

// TruthOptions govern the reading of a file of truth.
type TruthOptions struct {
	scan.Options

	// The truth of files read before this one, if they form one with it; it is extended
	// in place. Nil: this is the first.
	Classes []int32
	Values  []float64
	Unseen  *Unseen // collects classes that no worker ever chose
}

// Unseen are true classes that no worker ever chose. A task of such a class counts as an
// error wherever answers are compared with the truth.
type Unseen struct {
	Names []string // class K+n, as Truth calls it, is Names[n]
	Tasks []int32  // that have such a class, once for each

	known map[[2]int32]bool // the tasks and their classes
	first api.Problem       // locates the first of them
}

// number returns the number of a class where workers chose classes 0 to k−1.
func (u *Unseen) number(k int, name string) int32 {
	if n := slices.Index(u.Names, name); n >= 0 {
		return int32(k + n)
	}
	return int32(k + len(u.Names))
}

// add notes the class that the current row gives task i in a column.
func (u *Unseen) add(i int, name string, rs *scan.Rows, column int) {
	n := u.number(0, name)
	if int(n) == len(u.Names) {
		u.Names = append(u.Names, name)
	}
	of := [2]int32{int32(i), n}
	if u.known[of] {
		return
	}
	if u.known == nil {
		u.known, u.first = map[[2]int32]bool{}, *rs.Wrong(column, "", "")
	}
	u.known[of] = true
	u.Tasks = append(u.Tasks, int32(i))
}

// Warning says how many there are; nil: none.
func (u *Unseen) Warning() *api.Problem {
	if len(u.Tasks) == 0 {
		return nil
	}
	p := u.first
	p.What = fmt.Sprintf("%s that no worker ever chose, counted as wrong", humanize.Count(len(u.Tasks), "true label"))
	p.Do = "Correct what is misspelt"
	return &p
}

// refuse is the error of a truth without a single known class: it is of something else,
// or written differently.
func (u *Unseen) refuse(known bool) error {
	if known || len(u.Tasks) == 0 {
		return nil
	}
	p := u.first
	p.What = "not one of these true classes is among those that workers chose"
	p.Do = "Choose the truth of the same question, written as the labels are"
	return &p
}

// Truth reads a file of known true classes of set's tasks: for each task its class, or
// crowd.Unknown. A class that no worker ever chose has a number beyond those of set (Options.Unseen
// names them). Rows that name an unknown task, or that contradict an earlier one, are skipped and
// listed as problems, whatever Choices.Skip says: truth often covers more than the labels do.
func Truth(name string, r io.Reader, lay *layout.Layout, set *labels.Set, o TruthOptions) ([]int32, api.Problems, error) {
	return classes(name, r, lay, set, o, false)
}

// Gold reads a file of true classes that are given to a fit. Rows that Truth skips are bad rows
// here, and so are classes that no worker ever chose, since a fit can't use them.
func Gold(name string, r io.Reader, lay *layout.Layout, set *labels.Set, o TruthOptions) ([]int32, api.Problems, error) {
	return classes(name, r, lay, set, o, true)
}

func classes(name string, r io.Reader, lay *layout.Layout, set *labels.Set, o TruthOptions, gold bool) ([]int32, api.Problems, error) {
	truth, unseen, k := o.Classes, cmp.Or(o.Unseen, &Unseen{}), set.Classes.Len()
	if truth == nil {
		truth = slices.Repeat([]int32{crowd.Unknown}, set.Tasks.Len())
	}
	problems, err := truths(name, r, lay, set, o, gold, func(rs *scan.Rows, column, i int, answers []string) (what, do string) {
		if len(answers) > 1 {
			return severalTrue, goOn
		}
		found, ok := set.Classes.Find(answers[0])
		if !ok {
			if gold || labels.IsNoAnswer(answers[0]) {
				return strangeClass, misspelt
			}
			found = int(unseen.number(k, answers[0]))
		}
		if was := int(truth[i]); was != crowd.Unknown && was != found {
			var called string
			if was < k {
				called = set.Classes.At(was)
			} else {
				called = unseen.Names[was-k]
			}
			return fmt.Sprintf("a task whose truth was said to be “%s” before", api.Printable(called)), firstCounts
		}
		if !ok {
			unseen.add(i, answers[0], rs, column)
		}
		truth[i] = int32(found)
		return "", ""
	})
	if err == nil && !gold && o.Classes == nil {
		err = unseen.refuse(slices.ContainsFunc(truth, func(c int32) bool { return c != crowd.Unknown && int(c) < k }))
	}
	if err != nil {
		return nil, problems, err
	}
	return truth, problems, nil
}

// TrueValues is Truth where labels are numbers: for each task its true number, or NaN.
func TrueValues(name string, r io.Reader, lay *layout.Layout, set *labels.Set, o TruthOptions) ([]float64, api.Problems, error) {
	truth := o.Values
	if truth == nil {
		truth = slices.Repeat([]float64{math.NaN()}, set.Tasks.Len())
	}
	problems, err := truths(name, r, lay, set, o, false, func(_ *scan.Rows, _, i int, answers []string) (what, do string) {
		if len(answers) > 1 {
			return severalTrue, goOn
		}
		x, err := parse.Number([]byte(answers[0]))
		if err != nil {
			return parse.NoNumber(err, "where the labels are numbers"), parse.Mend([]byte(answers[0])) + ", or skip the row"
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
	severalTrue = "several answers that were right, where a task can have one true class"
	goOn        = "Go on without the row"
)

// truths reads a file of tasks and their truth, and passes each known truth to take,
// which says what is wrong with it, if anything; with gold the row is bad then. A cell
// holds one class, or several: a list, or lines as Appen writes them.
func truths(name string, r io.Reader, lay *layout.Layout, set *labels.Set, o TruthOptions, gold bool,
	take func(rs *scan.Rows, column, i int, answers []string) (what, do string)) (api.Problems, error) {
	if err := lay.Check(name, layout.TruthFile); err != nil {
		return api.Problems{}, err
	}
	task, label, filled, known := lay.Column(layout.Task), lay.Column(layout.Label), false, false
	missing := lay.NoAnswers()
	object := (*scan.Rows).Note
	if gold {
		object = (*scan.Rows).Reject
	}
	rs, err := scan.Read(name, r, lay, o.Options, func(rs *scan.Rows) *api.Problem {
		cell := rs.Cell(label)
		class := false // one that labels name is never "no answer"
		if len(cell) > 0 {
			_, class = set.Classes.Find(string(cell))
		}
		answers := []string{string(cell)}
		if !class {
			answers = parse.Answers(cell, missing)
		}
		if len(answers) == 0 {
			return nil
		}
		filled = true
		i, p := find(rs, task, set.Tasks, strangeTask)
		if p != nil {
			object(rs, p)
			return nil
		}
		known = true
		if what, do := take(rs, label, i, answers); what != "" {
			object(rs, rs.Wrong(label, what, do))
		}
		return nil
	})
	noneCounts := rs.Read == 0 // as may be in one of several files
	if err := cmp.Or(err, rs.Verdict()); err != nil || known || noneCounts || o.Classes != nil || o.Values != nil {
		return rs.Problems, err
	}
	if !filled {
		return rs.Problems, &api.Problem{File: name, Column: rs.ColumnName(label), What: "not one task has a truth",
			Do: "Fill in that of some tasks, and open the file again"}
	}
	return rs.Problems, &api.Problem{File: name, Column: rs.ColumnName(task),
		What: "not one of these tasks is among those that were labelled", Do: "Choose the truth of the same data"}
}
