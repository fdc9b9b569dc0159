package sidefile

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/scan"
)

// Ticks reads a file of known true classes where a task may have several: for each task and each class 1, 0 or crowd.Unknown. A
// file with a column of values says for each of its pairs whether it holds (1) or not (0).
// Otherwise it lists the pairs that hold, and all other pairs of its tasks do not.
func Ticks(name string, r io.Reader, lay *layout.Layout, set *labels.Set, o TruthOptions) ([]int32, api.Problems, error) {
	const no, yes = 0, 1
	k := set.Classes.Len()
	truth := slices.Repeat([]int32{crowd.Unknown}, set.Tasks.Len()*k)
	value, unseen, known := lay.Column(layout.Value), cmp.Or(o.Unseen, &Unseen{}), false
	problems, err := truths(name, r, lay, set, o, false, func(rs *scan.Rows, column, i int, answers []string) (what, do string) {
		answer := int32(yes)
		if value >= 0 {
			switch string(rs.Cell(value)) {
			case "0":
				answer = no
			case "1":
			default:
				return "a class of which the file does not say 1 (it holds) or 0 (it does not)", correct
			}
		} else if truth[i*k] == crowd.Unknown {
			clear(truth[i*k : (i+1)*k]) // no
		}
		for _, part := range partsOf(answers, lay.Separator) {
			c, ok := set.Classes.Find(part)
			switch {
			case ok:
			case labels.IsNoAnswer(part):
				what, do = strangeClass, misspelt
				continue
			case answer == yes:
				unseen.add(i, part, rs, column)
				continue
			default: // nobody says that it holds
				continue
			}
			known = true
			at := &truth[i*k+c]
			if value >= 0 && *at != crowd.Unknown && *at != answer {
				what, do = "a class that is said to hold and not to hold", firstCounts
				continue
			}
			*at = answer
		}
		return what, do
	})
	if err = cmp.Or(err, unseen.refuse(known)); err != nil {
		return nil, problems, err
	}
	return truth, problems, nil
}

// partsOf splits the classes in a cell.
func partsOf(answers []string, separator string) (all []string) {
	if separator == "" {
		return answers
	}
	for _, cell := range answers {
		for part := range strings.SplitSeq(cell, separator) {
			if part = strings.TrimSpace(part); part != "" {
				all = append(all, part)
			}
		}
	}
	return all
}
