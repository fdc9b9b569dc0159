package analysis

import (
	"errors"
	"fmt"
	"strings"

	"concord/core/fit"
	"concord/core/problem"
	"concord/core/result"
	"concord/internal/humanize"
)

// mostNamed is how many groups, and workers of each, a warning names.
const mostNamed = 3

// alike names the workers whom the fit counts as one voice each; nil: nobody, or the result is from a workspace.
func (r *Result) alike() (groups []result.Alike) {
	for _, w := range r.Answers.Result.Warnings {
		var merged fit.Merged
		if !errors.As(w, &merged) {
			continue
		}
		for _, g := range merged {
			p := g.Pairs[0]
			out := result.Alike{
				Evidence: p.Evidence, Copy: g.Copy, Says: fmt.Sprintf("%s and %s give the same label on %s of %s shared tasks", r.quoted(p.A),
					r.quoted(p.B), humanize.Number(p.Same), humanize.Number(p.Shared)),
			}
			for _, j := range g.Workers {
				out.Workers = append(out.Workers, result.Person{
					Index: int(j), Name: r.Of.Set.Workers.At(int(j)), Labels: int(r.Answers.Given[j]),
				})
			}
			groups = append(groups, out)
		}
	}
	return groups
}

func (r *Result) quoted(worker int32) string {
	return "“" + problem.Printable(r.Of.Set.Workers.At(int(worker))) + "”"
}

// warning says what the fit doubts, with the names of workers.
func (r *Result) warning(w error) string {
	var merged fit.Merged
	if !errors.As(w, &merged) {
		return w.Error()
	}
	var said []string
	for _, g := range r.alike() {
		var names []string
		for _, p := range g.Workers[:min(mostNamed, len(g.Workers))] {
			names = append(names, r.quoted(int32(p.Index)))
		}
		if more := len(g.Workers) - len(names); more > 0 {
			names = append(names, humanize.Number(more)+" more")
		}
		if said = append(said, strings.Join(names, ", ")+" ("+g.Says+")"); len(said) == mostNamed {
			break
		}
	}
	if more := len(merged) - len(said); more > 0 {
		said = append(said, "and "+humanize.Count(more, "more group"))
	}
	return w.Error() + ": " + strings.Join(said, "; ") + ". The setting copies, keep, counts everybody"
}
