package analysis

import (
	"cmp"
	"slices"

	"concord/core/crowd"
	"concord/core/wire"
	"concord/internal/humanize"
)

// counted are the votes on task i where nobody knows whose they are: one for each
// label, most first, that says how often it was given.
func (r *Result) counted(i int) []wire.Vote {
	d, names := r.Of.Set.Data, r.Of.Set.Classes
	type some struct {
		label string
		n     int
	}
	var all []some
	add := func(label string, n int) {
		if n > 0 {
			all = append(all, some{label, n})
		}
	}
	from, to := d.Of(i)
	if d.Numeric() {
		values := slices.Sorted(slices.Values(d.Value[from:to]))
		for at := 0; at < len(values); {
			n := 1
			for at+n < len(values) && values[at+n] == values[at] {
				n++
			}
			add(figure(values[at]), n)
			at += n
		}
	} else {
		times := make([]int, d.Classes)
		for _, k := range d.Class[from:to] {
			times[k]++
		}
		for at := range times {
			k := r.Of.Scale.ClassAt(at)
			add(names.At(k), times[k])
		}
	}
	slices.SortStableFunc(all, func(a, b some) int { return cmp.Compare(b.n, a.n) })
	var votes []wire.Vote
	for _, x := range all[:min(len(all), shownVotes)] {
		votes = append(votes, wire.Vote{Worker: crowd.Unknown, Name: humanize.Count(x.n, "vote"), Label: x.label})
	}
	return votes
}
