package intake

import (
	"fmt"
	"io"
	"math"
	"strings"

	"concord/core/crowd"
)

// Truth reads a file of known true classes of set's tasks: for each task its
// class, or crowd.Unknown. Rows that name an unknown task or class, or that
// contradict an earlier one, are passed over and listed as problems, whatever
// Options.Skip says: a file of truth often covers more than the labels do.
func Truth(name string, r io.Reader, guess *Guess, set *Set, o Options) ([]int32, Problems, error) {
	return trueClasses(name, r, guess, set, o, (*rows).pass)
}

// Gold reads a file of known true classes that a fit is to hold to. What Truth
// passes over is a bad row here: nobody means to give a fit a truth that it
// can't use.
func Gold(name string, r io.Reader, guess *Guess, set *Set, o Options) ([]int32, Problems, error) {
	return trueClasses(name, r, guess, set, o, (*rows).reject)
}

func trueClasses(name string, r io.Reader, guess *Guess, set *Set, o Options, object func(*rows, Problem)) ([]int32, Problems, error) {
	if set.Data.Numeric() {
		return nil, Problems{}, &Problem{File: name, What: "the labels are numbers on a scale, and no task has a true class", Do: "Take the labels as classes, if that is what they are"}
	}
	truth := o.Classes
	if truth == nil {
		truth = make([]int32, set.Tasks.Len())
		for i := range truth {
			truth[i] = crowd.Unknown
		}
	}
	problems, err := truths(name, r, guess, set, o, object, func(_ *rows, i int, cell string) (what, do string) {
		k, ok := set.Classes.Find(cell)
		if !ok {
			return strangeClass, misspelt
		}
		if was := truth[i]; was != crowd.Unknown && was != int32(k) {
			return fmt.Sprintf("a task whose truth was said to be “%s” before", printable(set.Classes.At(int(was)))), firstCounts
		}
		truth[i] = int32(k)
		return "", ""
	})
	if err != nil {
		return nil, problems, err
	}
	return truth, problems, nil
}

// TrueValues is Truth where labels are numbers: for each task its true number,
// or NaN.
func TrueValues(name string, r io.Reader, guess *Guess, set *Set, o Options) ([]float64, Problems, error) {
	truth := o.Values
	if truth == nil {
		truth = make([]float64, set.Tasks.Len())
		for i := range truth {
			truth[i] = math.NaN()
		}
	}
	problems, err := truths(name, r, guess, set, o, (*rows).pass, func(_ *rows, i int, cell string) (what, do string) {
		x, err := number([]byte(cell))
		if err != nil {
			return noNumber(err, "where the labels are numbers"), mend([]byte(cell)) + ", or go on without the row"
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
	misspelt      = "Correct it if it is misspelt, or go on without the row"
	firstCounts   = "Correct one of the two rows, or go on with the first"
)

// pass notes a problem of a row that is passed over, but is not bad.
func (rs *rows) pass(p Problem) { rs.note(p) }

// truths reads a file of tasks and their truth, and hands each that is known to
// take, which says what is wrong with it, if anything; that goes to object.
func truths(name string, r io.Reader, guess *Guess, set *Set, o Options, object func(*rows, Problem),
	take func(rs *rows, i int, cell string) (what, do string)) (Problems, error) {
	if err := guess.needs(name, TruthFile); err != nil {
		return Problems{}, err
	}
	rs, err := openRows(name, r, guess, o)
	if err != nil {
		return Problems{}, err
	}
	task, label, known := guess.role(Task), guess.role(Label), 0
	missing := newTokens(guess.Missing)
	for {
		ok, err := rs.next()
		if err != nil {
			return Problems{}, err
		}
		if !ok {
			break
		}
		cell := rs.cell(label)
		class := false // one that labels name is never "no answer"
		if len(cell) > 0 && !set.Data.Numeric() {
			_, class = set.Classes.Find(string(cell))
		}
		if !class && missing.has(cell) {
			continue
		}
		i, ok := set.Tasks.Find(string(rs.cell(task)))
		if !ok {
			object(rs, rs.wrong(task, strangeTask, misspelt))
			continue
		}
		known++
		if !class && strings.ContainsRune(string(cell), '\n') { // as Appen writes them
			object(rs, rs.wrong(label, "several answers that were right, where a task can have one true class", "Go on without the row"))
			continue
		}
		if what, do := take(rs, i, string(cell)); what != "" {
			object(rs, rs.wrong(label, what, do))
		}
	}
	if rs.read == 0 {
		return Problems{}, rs.empty()
	}
	if err := rs.verdict(); err != nil || known > 0 || o.Classes != nil || o.Values != nil {
		return rs.problems, err
	}
	return rs.problems, &Problem{File: name, Column: rs.column(task), What: "not one of these tasks is among those that were labelled", Do: "Choose the truth of the same data"}
}
