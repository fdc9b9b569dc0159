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
	{(*Detection).spans, true, "these are labels of pieces of a text, from one place in it to another, which can't be put together yet",
		"Export labels that are of a task as a whole"},
	{(*Detection).boxes, true, "these are boxes or shapes in pictures, which can't be put together yet",
		"Export labels that are of a task as a whole"},
	{(*Detection).spanColumns, false, "these are labels of pieces of a task, from one place in it to another, which can't be put together yet",
		"Export labels that are of a task as a whole"},
	{(*Detection).boxColumns, false, "these are boxes in pictures, which can't be put together yet",
		"Export labels that are of a task as a whole"},
}

// byAnswers finds out whether the answers are comparisons, or of a kind that is not read. fixed says that the format says which columns
// hold the labels, stated that a person does, and said that either does or the person names the column of the label.
func (g *Detection) byAnswers(file string, rows [][]string, stats []crosstab.Statistics, fixed, stated, said bool) {
	if g.byComparisons(file, rows, stats, fixed, stated, said); g.Compares() {
		g.byOrder(rows)
		g.byStyle(stats)
		return
	}
	for _, kind := range unread {
		if (kind.cells && g.Column(Label) >= 0 || !said) && kind.is(g, rows, stats) {
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
