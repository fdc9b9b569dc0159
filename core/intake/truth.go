package intake

import (
	"fmt"
	"io"

	"concord/core/crowd"
)

// Truth reads a file of known true classes of set's tasks: for each task its
// class, or crowd.Unknown. Rows that name an unknown task or class, or that
// contradict an earlier one, are passed over and listed as problems, whatever
// Options.Skip says: a file of truth often covers more than the labels do.
func Truth(name string, r io.Reader, guess *Guess, set *Set, o Options) ([]int32, Problems, error) {
	if err := guess.needs(name, Task, Label); err != nil {
		return nil, Problems{}, err
	}
	rs, err := openRows(name, r, guess, o)
	if err != nil {
		return nil, Problems{}, err
	}
	task, label := guess.role(Task), guess.role(Label)
	missing := newTokens(guess.Missing)
	truth := make([]int32, set.Tasks.Len())
	for i := range truth {
		truth[i] = crowd.Unknown
	}
	for {
		ok, err := rs.next()
		if err != nil {
			return nil, Problems{}, err
		}
		if !ok {
			break
		}
		class := trim(rs.t.Cell(label))
		if missing.has(class) {
			continue
		}
		i, ok := set.Tasks.Find(string(trim(rs.t.Cell(task))))
		if !ok {
			rs.problems.add(rs.wrong(task, "a task that nobody labelled", "Leave it: the row is passed over"))
			continue
		}
		k, ok := set.Classes.Find(string(class))
		if !ok {
			rs.problems.add(rs.wrong(label, "a class that no worker ever chose", "Correct it if it is misspelt; else leave it: the row is passed over"))
			continue
		}
		if was := truth[i]; was != crowd.Unknown && was != int32(k) {
			rs.problems.add(rs.wrong(label, fmt.Sprintf("a task whose truth was said to be “%s” before", printable(set.Classes.At(int(was)))), "Correct one of the two rows; the first one counts"))
			continue
		}
		truth[i] = int32(k)
	}
	if rs.read == 0 {
		return nil, Problems{}, rs.empty()
	}
	if err := rs.verdict(); err != nil {
		return nil, rs.problems, err
	}
	return truth, rs.problems, nil
}
