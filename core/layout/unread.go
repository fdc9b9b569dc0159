package layout

import (
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/layout/crosstab"
	"concord/core/layout/heading"
	"concord/core/parse"
)

// Answers that are recognised and can't be put together yet: each kind with what it is and what to do. They are never read as classes,
// unless a person says which column holds the label.
var unread = []struct {
	is       func(g *Detection, rows [][]string, stats []crosstab.Statistics) bool
	cells    bool // it shows in the cells of the label, whatever column a person chose
	what, do string
}{
	{(*Detection).comparisons, false, "these are comparisons: each row has two items and says which of them is better, which is not read yet",
		"For a score of each item, fit a Bradley–Terry model to them, with choix or crowd-kit for example. To take a vote on each pair, " +
			"give it a name in a column of its own, and say which columns hold task, worker and label"},
	{(*Detection).rankings, true, "these are rankings: each answer puts the items in an order, which is not read yet",
		"For one order of all, add up their places (Borda), or open the item that each worker puts first as the label"},
	{(*Detection).spans, true, "these are labels of pieces of a text, from one place in it to another, which can't be put together yet",
		"Export labels that are of a task as a whole"},
	{(*Detection).boxes, true, "these are boxes or shapes in pictures, which can't be put together yet",
		"Export labels that are of a task as a whole"},
	{(*Detection).spanColumns, false, "these are labels of pieces of a task, from one place in it to another, which can't be put together yet",
		"Export labels that are of a task as a whole"},
	{(*Detection).boxColumns, false, "these are boxes in pictures, which can't be put together yet",
		"Export labels that are of a task as a whole"},
}

// byAnswers finds out whether the answers are of a kind that is not read; known says that the format or a person says which column holds
// the label.
func (g *Detection) byAnswers(rows [][]string, stats []crosstab.Statistics, known bool) {
	for _, kind := range unread {
		if (kind.cells && g.Column(Label) >= 0 || !known) && kind.is(g, rows, stats) {
			g.Unread, g.UnreadDo, g.Confirm = kind.what, kind.do, ""
			return
		}
	}
}

// answerColumns are the columns that hold the label, or may.
func (g *Detection) answerColumns() []int {
	if labels := g.ColumnsOf(Label); labels != nil {
		return labels
	}
	return g.ColumnsOf(Ignore)
}

// sides are names of the two items of a comparison, as they end, and of what is said of one of them. There is no comparison where a third
// follows.
var sides = [][]string{{"left", "right"}, {"a", "b", "c"}, {"1", "2", "3"}, {"first", "second", "third"}, {"winner", "loser"},
	{"better", "worse"}, {"chosen", "rejected"}, {"one", "two", "three"}}

// ties are verdicts on neither of two items.
var ties = heading.Words(`tie equal same both neither draw none`)

// comparisons recognises a row with two items that differ, and one of them, its side or a tie as the answer. Where several workers compare
// the same two, for which the task stands, the answer is a class.
func (g *Detection) comparisons(rows [][]string, stats []crosstab.Statistics) bool {
	const most = 50 // columns, each two of which are looked at
	if !g.Header || len(rows) < 2 || len(g.Columns) > most {
		return false
	}
	for a := range g.Columns {
		for b := range g.Columns {
			stem, pair := sidesOf(g.Columns[a].Name, g.Columns[b].Name)
			if pair == nil || stats[a].Decimals || stats[b].Decimals || g.goesOn(a, pair) || slices.ContainsFunc(wordsOf(stem), func(w string) bool {
				return slices.Contains(workerWords, w) || slices.Contains(labelWords, w)
			}) || !apart(rows, a, b) {
				continue
			}
			task := g.Column(Task)
			voted := task >= 0 && 3*len(stats[task].Times) <= 2*len(rows) && steady(rows, task, a) && steady(rows, task, b)
			for c := range g.Columns {
				if c != a && c != b && !stats[c].Decimals && says(rows, a, b, c, pair) {
					return !voted || g.Column(Label) != c
				}
			}
			if pair[0] == "winner" {
				return true
			}
		}
	}
	return false
}

// sidesOf returns what the names of two columns have in common, and the sides that they are of; nil: of none.
func sidesOf(first, second string) (stem string, pair []string) {
	for _, side := range sides {
		if stem, ok := differBy(first, second, side[0], side[1]); ok {
			return stem, side
		}
	}
	return "", nil
}

// differBy reports whether two names differ in one word, of which one ends with one and the other with another, and returns what they have
// in common.
func differBy(first, second, one, another string) (stem string, ok bool) {
	a, b := wordsOf(first), wordsOf(second)
	if len(a) == 0 || len(a) != len(b) {
		return "", false
	}
	for n := range a {
		x, okX := strings.CutSuffix(a[n], one)
		y, okY := strings.CutSuffix(b[n], another)
		letter := len(one) == 1 && one != "1" // which is a word of its own
		if okX && okY && x == y && (x == "" || !letter) && slices.Equal(a[:n], b[:n]) && slices.Equal(a[n+1:], b[n+1:]) {
			return strings.Join(slices.Concat(a[:n], []string{x}, a[n+1:]), " "), true
		}
	}
	return "", false
}

// goesOn reports whether there is a third column beside the two of a pair, the first of which is a.
func (g *Detection) goesOn(a int, pair []string) bool {
	return len(pair) > 2 && slices.ContainsFunc(g.Columns, func(c api.Column) bool {
		_, third := differBy(g.Columns[a].Name, c.Name, pair[0], pair[2])
		return third
	})
}

// apart reports whether two columns differ in nearly all rows.
func apart(rows [][]string, a, b int) bool {
	same := 0
	for _, r := range rows {
		if r[a] == "" || r[b] == "" || r[a] == r[b] {
			same++
		}
	}
	return 20*same <= len(rows)
}

// says reports whether column c says which of columns a and b is better, in nearly all rows that it is filled in.
func says(rows [][]string, a, b, c int, pair []string) bool {
	filled, verdicts := 0, 0
	for _, r := range rows {
		cell := r[c]
		if cell == "" {
			continue
		}
		filled++
		words := wordsOf(cell)
		side := len(words) > 0 && (slices.Contains(pair, words[len(words)-1]) || ties.Has(words[0]))
		if cell == r[a] || cell == r[b] || side {
			verdicts++
		}
	}
	return filled > 0 && 10*verdicts >= 9*filled
}

// rankings recognises answers that are the same items in several orders.
func (g *Detection) rankings(_ [][]string, stats []crosstab.Statistics) bool {
	return slices.ContainsFunc(g.answerColumns(), func(c int) bool {
		orders, sets, items := 0, make(map[string]bool), 0
		strict := true // an order is written with > between the items
		for cell := range stats[c].Times {
			parts, greater := ranked(cell)
			if len(parts) < 2 || len(parts) < 3 && !greater {
				return false
			}
			sorted := slices.Sorted(slices.Values(parts))
			if len(slices.Compact(slices.Clone(sorted))) < len(parts) {
				return false
			}
			sets[strings.Join(sorted, "\x00")] = true
			orders, items, strict = orders+1, max(items, len(parts)), strict && greater
		}
		return len(sets) < orders && items >= 2 && (strict || len(sets) == 1)
	})
}

// ranked returns the items of an answer in their order; greater says that there is a “>” between them.
func ranked(cell string) (items []string, greater bool) {
	if list, ok := parse.List([]byte(cell)); ok && cell[0] == '[' {
		for _, item := range list {
			items = append(items, string(item))
		}
		return items, false
	}
	by := ","
	if greater = strings.Contains(cell, ">"); greater {
		by = ">"
	}
	for item := range strings.SplitSeq(cell, by) {
		items = append(items, strings.TrimSpace(item))
	}
	return items, greater
}

func (g *Detection) spans(_ [][]string, stats []crosstab.Statistics) bool {
	return g.mostly(isSpans, stats)
}
func (g *Detection) boxes(_ [][]string, stats []crosstab.Statistics) bool {
	return g.mostly(isBoxes, stats)
}

// mostly reports whether most answers are of a kind.
func (g *Detection) mostly(is func(cell string) bool, stats []crosstab.Statistics) bool {
	return slices.ContainsFunc(g.answerColumns(), func(c int) bool {
		match := 0
		for cell, times := range stats[c].Times {
			if is(cell) {
				match += times
			}
		}
		return match > 0 && 2*match >= stats[c].Filled
	})
}

// isSpans recognises lists of objects with two ends, and of lists such as [0, 5, "PER"].
func isSpans(cell string) bool {
	list, ok := strings.CutPrefix(cell, "[")
	list = strings.TrimSpace(list)
	switch {
	case !ok || list == "":
		return false
	case list[0] == '{':
		rest, start := afterKey(list, "start", "start_offset", "startOffset", "begin")
		_, end := afterKey(rest, "end", "end_offset", "endOffset")
		return start && end
	}
	parts := strings.SplitN(list[1:], ",", 3)
	if list[0] != '[' && list[0] != '(' || len(parts) < 3 || !isInteger(parts[0]) || !isInteger(parts[1]) {
		return false
	}
	named, closed := strings.CutSuffix(strings.TrimSpace(parts[2]), "]")
	return closed && quoted(named) && strings.HasSuffix(strings.TrimSpace(named), "]")
}

// isBoxes recognises objects that have two sides, or points, and lists of four numbers.
func isBoxes(cell string) bool {
	if strings.HasPrefix(cell, "[") || strings.HasPrefix(cell, "{") {
		rest, near := afterKey(cell, "x", "left", "xmin", "x1")
		_, far := afterKey(rest, "width", "xmax", "x2")
		_, points := afterKey(cell, "points", "bbox", "boundingBox", "bounding_box",
			"polygonlabels", "rectanglelabels", "keypointlabels", "brushlabels")
		if near && far || points {
			return true
		}
	}
	list, open := strings.CutPrefix(strings.TrimPrefix(cell, "("), "[")
	list, closed := strings.CutSuffix(strings.TrimSuffix(list, ")"), "]")
	numbers := strings.Split(list, ",")
	return open && closed && len(numbers) == 4 && !slices.ContainsFunc(numbers, func(n string) bool {
		return !madeOf(strings.TrimPrefix(strings.TrimSpace(n), "-"), "0123456789.")
	})
}

// afterKey returns what follows the first of some keys, in quotes and before a colon, in JSON or as Python prints it.
func afterKey(text string, keys ...string) (rest string, ok bool) {
	for {
		at := strings.IndexAny(text, `"'`)
		if at < 0 {
			return "", false
		}
		text = text[at+1:]
		for _, key := range keys {
			rest, ok := strings.CutPrefix(text, key)
			if ok && quoted(rest) && strings.HasPrefix(strings.TrimSpace(rest[1:]), ":") {
				return rest, true
			}
		}
	}
}

// quoted reports whether text begins with a quote.
func quoted(text string) bool { return beginsWith(text, `"`, "'") }

// isInteger reports whether text is some digits.
func isInteger(text string) bool { return madeOf(text, "0123456789") }

// wordChars are the characters of words in lower case.
const wordChars = "abcdefghijklmnopqrstuvwxyz0123456789_"

// madeOf reports whether text, apart from spaces around it, has some of these characters and no others.
func madeOf(text, characters string) bool {
	text = strings.TrimSpace(text)
	return text != "" && strings.Trim(text, characters) == ""
}

// spanColumns recognises columns with the two ends of what is labelled, which differ within a task.
func (g *Detection) spanColumns(rows [][]string, stats []crosstab.Statistics) bool {
	return g.placed(rows, stats, heading.Words(`start start_offset start_char char_start start_index begin begin_offset`),
		heading.Words(`end end_offset end_char char_end end_index`))
}

// boxColumns recognises columns with the places of boxes, which differ within a task.
func (g *Detection) boxColumns(rows [][]string, stats []crosstab.Statistics) bool {
	return g.placed(rows, stats, heading.Words(`x xmin x1 left x_min bbox_x`), heading.Words(`y ymin y1 top y_min bbox_y`),
		heading.Words(`width xmax x2 w x_max bbox_width`), heading.Words(`height ymax y2 h y_max bbox_height`))
}

// endsIn reports whether a name is one of names, or has one of them behind other words, as relation_start.
func endsIn(names heading.Names, name string) bool {
	for {
		if names.Has(name) {
			return true
		}
		_, rest, more := strings.Cut(name, "_")
		if !more {
			return false
		}
		name = rest
	}
}

// placed reports whether there is a column of numbers of each of these names, the first of which differs within tasks. Times of a clock
// are no places.
func (g *Detection) placed(rows [][]string, stats []crosstab.Statistics, names ...heading.Names) bool {
	const most = 1e7
	task := g.Column(Task)
	if !g.Header || task < 0 {
		return false
	}
	first := -1
	for n, any := range names {
		c := slices.IndexFunc(g.Columns, func(c api.Column) bool { return endsIn(any, heading.Leaf(c.Name)) })
		if c < 0 || !stats[c].Numbers {
			return false
		}
		for cell := range stats[c].Times {
			if x, _ := parse.Number([]byte(cell)); x > most {
				return false
			}
		}
		if n == 0 {
			first = c
		}
	}
	return !steady(rows, task, first)
}
