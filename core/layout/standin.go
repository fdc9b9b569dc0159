package layout

import (
	"concord/core/layout/heading"
	"concord/core/parse"
)

// byStandIn finds the column that tells workers apart where theirs is empty: it is named for that, and filled there.
func (g *Detection) byStandIn(rows [][]string, nameless parse.Tokens) {
	g.StandIn = 0
	worker, least := g.Column(Worker), 0
	if worker < 0 {
		return
	}
	for c, column := range g.Columns {
		n := heading.StandIns.Rank(column.Name)
		if n < 0 || g.Roles[c] != Ignore || g.StandIn > 0 && n >= least {
			continue
		}
		empty, filled := 0, 0
		for _, r := range rows {
			if nameless.Has([]byte(r[worker])) {
				empty++
				if !nameless.Has([]byte(r[c])) {
					filled++
				}
			}
		}
		if 10*filled >= 9*empty {
			g.StandIn, least = c+1, n
		}
	}
}
