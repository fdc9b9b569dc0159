package layout

import (
	"concord/core/parse"
)

// severalIn reports whether some row has several labels.
func (g *Detection) severalIn(rows [][]string) bool {
	label := g.Column(Label)
	if label < 0 {
		return false
	}
	var options []int
	if q := g.OneHotOf(label); q >= 0 {
		options = g.OneHots[q].Columns
	}
	lists := g.MayList()
	for _, r := range rows {
		cell, given := r[label], 0
		for _, c := range options {
			if On(r[c]) {
				given++
			}
		}
		if lists && cell != "" && (cell[0] == '[' || cell[0] == '{') {
			list, _ := parse.List([]byte(cell))
			given = len(list)
		}
		if g.Lines {
			given = max(given, len(parse.Answers([]byte(cell), parse.Tokens{})))
		}
		if given > 1 {
			return true
		}
	}
	return false
}
