package crosstab

import (
	"strings"

	"concord/core/layout/heading"
	"concord/core/parse"
)

// valueKind is what the values of a column look like.
type valueKind uint8

const (
	anyValues  valueKind = iota
	taskLike             // task12, q3, img_007
	workerLike           // worker7, w01
	itemLike             // addresses and names of files
	personLike           // addresses of mail, and MTurk's ids
	sentences            // texts of several words
	Fractions            // numbers that are not whole
	labelLike            // yes and no
)

// points is what the looks of its values add to a column's score. They count less than a name: t1 may be anything.
var points = [...][3]float64{
	anyValues:  {},
	taskLike:   {1.5, -1.5, -1},
	workerLike: {-1.5, 1.5, -1},
	itemLike:   {2, -3, -2},
	personLike: {-3, 3, -3},
	sentences:  {0, -5, -1},
	Fractions:  {-3, -6, 1},
	labelLike:  {-2, -3, 2},
}

// How ids begin.
var (
	taskLetters   = heading.Words(`t q i d img doc obj object item task question unit example image sample`)
	workerLetters = heading.Words(`w u r worker user rater annotator turker coder judge labeler labeller participant performer`)
)

// Labels that are common in all kinds of tasks.
var labelValues = heading.Words(`yes no y n true false positive negative neutral pos neg maybe unsure unclear agree disagree
	good bad correct incorrect relevant irrelevant spam ham other none`)

// kindOf returns what the first values of a column look like.
func kindOf(values map[string]int) valueKind {
	const enough = 100
	counts := make(map[valueKind]int)
	n := 0
	for v := range values {
		if values[v] < enough { // the first, not those that a map happens to begin with
			counts[kindOfValue(v)]++
			n++
		}
	}
	for _, k := range []valueKind{taskLike, workerLike, itemLike, personLike, labelLike} {
		if n > 0 && 10*counts[k] >= 9*n {
			return k
		}
	}
	if 2*counts[sentences] > n {
		return sentences
	}
	if counts[Fractions] > 0 {
		for v := range values {
			if _, err := parse.Number([]byte(v)); err != nil {
				return anyValues
			}
		}
		return Fractions
	}
	return anyValues
}

const (
	digits   = "0123456789"
	capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
)

func kindOfValue(v string) valueKind {
	stem := strings.TrimRight(v, digits)
	front := heading.Plain(strings.TrimRight(stem, "_-. #:"))
	_, err := parse.Number([]byte(v))
	_, mailbox, mail := strings.Cut(v, "@")
	dot := strings.LastIndexByte(v, '.')
	switch {
	case err == nil:
		if strings.TrimLeft(v, "+-"+digits) != "" {
			return Fractions
		}
		return anyValues
	case mail && strings.Contains(mailbox, ".") && !strings.Contains(v, " "):
		return personLike
	case len(v) >= 10 && len(v) <= 21 && v[0] == 'A' && strings.ContainsAny(v, digits) && strings.Trim(v, capitals+digits) == "":
		return personLike
	case stem != v && taskLetters.Has(front):
		return taskLike
	case stem != v && workerLetters.Has(front):
		return workerLike
	case strings.Contains(v, "://"), dot > 0 && len(v)-dot >= 3 && len(v)-dot <= 5 && !strings.Contains(v, " "):
		return itemLike
	case labelValues.Has(v):
		return labelLike
	case strings.Count(v, " ") >= 4:
		return sentences
	}
	return anyValues
}
