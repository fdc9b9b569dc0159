package workers

import (
	"errors"
	"fmt"
	"strings"

	"concord/core/api"
	"concord/core/fit"
	"concord/internal/humanize"
)

// mostNamed is how many groups, and workers of each, a warning names.
const mostNamed = 3

// says tells how much the two of a group answer alike who do so most.
func says(g fit.Alike, worker func(int) string) string {
	p := g.Pairs[0]
	return fmt.Sprintf("%s and %s give the same label on %s of %s shared tasks", quoted(worker, p.A), quoted(worker, p.B),
		humanize.Number(p.Same), humanize.Number(p.Shared))
}

func quoted(worker func(int) string, j int32) string {
	return "“" + api.Printable(worker(int(j))) + "”"
}

// Warning says what a fit doubts, with the names of the workers whom it counts as one voice.
func Warning(w error, worker func(int) string) string {
	var weighed *fit.Weighed
	if errors.As(w, &weighed) && weighed.Worker >= 0 {
		return weighed.Says(quoted(worker, int32(weighed.Worker)))
	}
	var merged fit.Merged
	if !errors.As(w, &merged) {
		return w.Error()
	}
	var said []string
	for _, g := range merged[:min(mostNamed, len(merged))] {
		var names []string
		for _, j := range g.Workers[:min(mostNamed, len(g.Workers))] {
			names = append(names, quoted(worker, j))
		}
		if more := len(g.Workers) - len(names); more > 0 {
			names = append(names, humanize.Number(more)+" more")
		}
		said = append(said, strings.Join(names, ", ")+" ("+says(g, worker)+")")
	}
	if more := len(merged) - len(said); more > 0 {
		said = append(said, "and "+humanize.Count(more, "more group"))
	}
	return w.Error() + ": " + strings.Join(said, "; ")
}
