package labels

import (
	"fmt"

	"concord/core/layout"
	"concord/core/problem"
	"concord/internal/humanize"
)

// ended says how many rows end before the last columns.
func (p *Collector) ended() []problem.Problem {
	all := p.read - p.bad
	who := fmt.Sprintf("%s of %s end", humanize.Number(p.short), humanize.Count(all, "row"))
	switch {
	case p.short == 0:
		return nil
	case p.short == all && all > 1:
		who = fmt.Sprintf("all %s end", humanize.Count(all, "row"))
	case p.short == 1:
		who = fmt.Sprintf("1 of %s ends", humanize.Count(all, "row"))
	}
	return []problem.Problem{layout.EndsBefore(p.file, who, p.lacking)}
}
