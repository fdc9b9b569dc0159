package layout

import (
	"fmt"
	"slices"

	"concord/core/api"
	"concord/core/layout/crosstab"
)

// noteSides says of choices between the left and the right of a task, as platforms write them, why no items are ranked: what the two show
// comes up in no other task, so that the side stays the answer to each task.
func (g *Detection) noteSides(file string, rows [][]string, stats []crosstab.Statistics) {
	label := g.Column(Label)
	if label < 0 || stats[label].Filled == 0 {
		return
	}
	for cell := range stats[label].Times {
		if !slices.Contains([]string{"left", "right"}, cell) {
			return
		}
	}
	if p := g.pairing(rows, stats); p != nil {
		g.note(file, fmt.Sprintf("the answers are the left and the right of each task: what “%s” and “%s” show comes up in no other task, so "+
			"that no items can be ranked", api.Printable(g.Columns[p.left].Name), api.Printable(g.Columns[p.right].Name)),
			"If it does, give the two columns the role item")
	}
}
