package intake

import (
	"fmt"
	"io"
	"math"

	"concord/core/crowd"
)

// Truth reads a file of known true classes of set's tasks: for each task its
// class, or crowd.Unknown. Rows that name an unknown task or class, or that
// contradict an earlier one, are passed over and listed as problems, whatever
// Options.Skip says: a file of truth often covers more than the labels do.
func Truth(name string, r io.Reader, guess *Guess, set *Set, o Options) ([]int32, Problems, error) {
	truth := make([]int32, set.Tasks.Len())
	for i := range truth {
		truth[i] = crowd.Unknown
	}
	problems, err := truths(name, r, guess, set, o, func(i int, cell []byte) (what, do string) {
		k, ok := set.Classes.Find(string(cell))
		if !ok {
			return "a class that no worker ever chose", "Correct it if it is misspelt; else leave it: the row is passed over"
		}
		if was := truth[i]; was != crowd.Unknown && was != int32(k) {
			return fmt.Sprintf("a task whose truth was said to be “%s” before", printable(set.Classes.At(int(was)))), "Correct one of the two rows; the first one counts"
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
	truth := make([]float64, set.Tasks.Len())
	for i := range truth {
		truth[i] = math.NaN()
	}
	problems, err := truths(name, r, guess, set, o, func(i int, cell []byte) (what, do string) {
		x, err := number(cell)
		if err != nil {
			return "not a number, where the labels are numbers", "Correct it, or leave it: the row is passed over"
		}
		if was := truth[i]; !math.IsNaN(was) && was != x {
			return fmt.Sprintf("a task whose truth was said to be %g before", was), "Correct one of the two rows; the first one counts"
		}
		truth[i] = x
		return "", ""
	})
	if err != nil {
		return nil, problems, err
	}
	return truth, problems, nil
}

// truths reads a file of tasks and their truth, and hands each that is known to
// take, which says what is wrong with it, if anything.
func truths(name string, r io.Reader, guess *Guess, set *Set, o Options, take func(i int, cell []byte) (what, do string)) (Problems, error) {
	if err := guess.needs(name, Task, Label); err != nil {
		return Problems{}, err
	}
	rs, err := openRows(name, r, guess, o)
	if err != nil {
		return Problems{}, err
	}
	task, label := guess.role(Task), guess.role(Label)
	missing := newTokens(guess.Missing)
	for {
		ok, err := rs.next()
		if err != nil {
			return Problems{}, err
		}
		if !ok {
			break
		}
		cell := trim(rs.t.Cell(label))
		if missing.has(cell) {
			continue
		}
		i, ok := set.Tasks.Find(string(trim(rs.t.Cell(task))))
		if !ok {
			rs.problems.add(rs.wrong(task, "a task that nobody labelled", "Leave it: the row is passed over"))
			continue
		}
		if what, do := take(i, cell); what != "" {
			rs.problems.add(rs.wrong(label, what, do))
		}
	}
	if rs.read == 0 {
		return Problems{}, rs.empty()
	}
	return rs.problems, rs.verdict()
}
