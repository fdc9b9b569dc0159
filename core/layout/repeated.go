package layout

import "concord/core/layout/heading"

// byAnswerID finds the column that tells answers apart, so that one that comes twice counts once. An id whose rows have several labels is
// none.
func (g *Detection) byAnswerID(rows [][]string) {
	label := g.Column(Label)
	if label < 0 {
		return
	}
	for c, column := range g.Columns {
		if g.Roles[c] != Ignore || g.stands[c] || !heading.Answers.Has(column.Name) {
			continue
		}
		labels, steady := make(map[string]string), true
		for _, r := range rows {
			if was, ok := labels[r[c]]; ok && was != r[label] {
				steady = false
			}
			labels[r[c]] = r[label]
		}
		if steady {
			g.ID = column.Name
			return
		}
	}
}
