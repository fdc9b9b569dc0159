package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"concord/core/advise"
	"concord/core/calibrate"
)

func (g *gain) add(x *gain) {
	g.draws++
	g.expected += x.expected
	g.was += x.was
	for way := range 2 {
		g.found[way] += x.found[way]
		g.half[way] += x.half[way]
		for v := range shares {
			g.foretold[way][v] += x.foretold[way][v]
		}
	}
}

func (g *gain) mean() gain {
	out, n := *g, g.draws
	out.expected, out.was = g.expected/n, g.was/n
	for way := range 2 {
		out.found[way], out.half[way] = g.found[way]/n, g.half[way]/n
		for v := range shares {
			out.foretold[way][v] = g.foretold[way][v] / n
		}
	}
	return out
}

// writeFurther writes how well further labels are foretold.
func writeFurther(w io.Writer, sets []*set) error {
	all, silent, err := gains(sets)
	if err != nil {
		return err
	}
	fewer, err := fewerOf(sets)
	if err != nil {
		return err
	}
	reportFurther(w, all, silent, fewer)
	return nil
}

// loss is what fewer labels were said to have left, and what they left.
type loss struct {
	set            string
	to             string
	whole, said    float64 // expected of all labels, and of those that are left
	was, is, draws float64
	half           float64 // half of the 95 % interval
}

// fewerOf leaves labels out of the whole sets, as the page does to say what fewer would have left.
func fewerOf(sets []*set) (all []loss, err error) {
	for _, s := range sets {
		s := s.known()
		draws := 1
		if s.data.Tasks < fewTasks {
			draws = redraws
		}
		of, mean := map[string]*loss{}, float64(s.data.Len())/float64(s.data.Tasks)
		for n := range draws {
			src := s.shuffled(uint64(n))
			has := func(share float64) (all []int) {
				for i := range src.worker {
					all = append(all, max(1, int(share*float64(len(src.worker[i]))+.5)))
				}
				return all
			}
			e, err := estimated(src.with(has(1)))
			if err != nil || e.silent {
				return nil, err
			}
			k := s.data.Classes
			for _, part := range []string{"1", "a third", "two thirds"} {
				share := map[string]float64{"1": 0, "a third": 1. / 3, "two thirds": 2. / 3}[part]
				if part == "a third" && mean < 5 {
					continue // that is one label
				}
				d := src.with(has(share))
				q, err := byDefault(d)
				if err != nil {
					return nil, err
				}
				m := meanBelief(calibrate.New(calibrate.Pool, nil, e.evidence), d, func(i int) []float64 { return q[i*k : (i+1)*k] })
				l := of[part]
				if l == nil {
					l = &loss{set: s.name, to: part}
					of[part] = l
				}
				l.draws++
				l.whole += e.right
				l.said += min(e.right, logistic(logit(e.right)+calibrate.Pool.Slope*(logit(m)-logit(e.mean))))
				l.half += advise.Around(-1, s.data.Tasks)
				l.was += s.accuracy(e.raw)
				l.is += s.accuracy(q)
			}
		}
		for _, part := range []string{"1", "a third", "two thirds"} {
			if l := of[part]; l != nil {
				n := l.draws
				all = append(all, loss{l.set, l.to, l.whole / n, l.said / n, l.was / n, l.is / n, n, l.half / n})
			}
		}
	}
	return all, nil
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// judged is how good forecasts are. Each set counts the same.
type judged struct {
	square, mean, off, within, covered, worst float64
	where                                     string
	n                                         int
}

// judgeGains judges the forecasts of a way to spread labels by a share, below 0: as if no gain were foretold.
func judgeGains(all []gain, way, share int, take func(g *gain) bool) (out judged) {
	count := map[string]float64{}
	for _, g := range all {
		if (way == 0 || g.targeted) && take(&g) {
			count[g.set]++
		}
	}
	for _, g := range all {
		if count[g.set] == 0 || way == 1 && !g.targeted || !take(&g) {
			continue
		}
		weight, off := 1/count[g.set]/float64(len(count)), -g.found[way]
		if share >= 0 {
			off += g.foretold[way][share]
		}
		out.n++
		out.square += weight * off * off
		out.mean += weight * off
		out.off += weight * math.Abs(off)
		if math.Abs(off) <= near {
			out.within += weight
		}
		if math.Abs(off) <= g.half[way] {
			out.covered += weight
		}
		if math.Abs(off) > out.worst {
			out.worst, out.where = math.Abs(off), fmt.Sprintf("%s %s → %s", g.set, g.from, g.to)
		}
	}
	out.square = math.Sqrt(out.square)
	return out
}

func (j *judged) cells() string {
	return fmt.Sprintf("%d | %.1f | %.1f | %+.1f | %.0f | %.0f | %.1f (%s)", j.n, 100*j.off, 100*j.square, 100*j.mean, 100*j.within,
		100*j.covered, 100*j.worst, j.where)
}

const judgedHead = "forecasts | mean | root mean square | too rosy by | within 3 points | in the range | worst"

// reportFurther writes docs/further-labels.md.
func reportFurther(w io.Writer, all []gain, silent []string, fewer []loss) {
	ways, chosen := []string{"evenly", "where they help most"}, slices.Index(shares, advise.Shared)
	any := func(*gain) bool { return true }
	fmt.Fprintf(w, `# How far can a forecast of further labels be trusted?

For those who plan further labels by what is foretold.
Written by `+"`make further`"+`. Labels of real crowds with a known truth are dropped at random until %d, %d, %d or %d are left of each
task, or half of them. From these alone the page foretells how many labels would be right if there were more, spread evenly or where they
help most; then as many of those that were dropped come back. The method is the consensus; only tasks of known truth are taken, of large
sets 2,000. Sets of fewer than %d tasks are thinned %d times: their figures are means. All in %%, gains in points.

## By how many points gains were off

Each set counts the same. A gain is in the range if it lies where the page says that 19 of 20 do.

| labels spread | `+judgedHead+` |
|---|---|---|---|---|---|---|---|
`, left[0], left[1], left[2], left[3], fewTasks, redraws)
	for way, name := range ways {
		j := judgeGains(all, way, chosen, any)
		fmt.Fprintf(w, "| %s | %s |\n", name, j.cells())
	}
	for _, x := range [][2]string{{"2", "3"}, {"3", "5"}, {"5", "10"}, {"half", "whole"}} {
		for way, name := range ways {
			if j := judgeGains(all, way, chosen, func(g *gain) bool { return g.from == x[0] && g.to == x[1] }); j.n > 0 {
				fmt.Fprintf(w, "| %s, %s → %s | %s |\n", name, x[0], x[1], j.cells())
			}
		}
	}
	for way, name := range ways {
		j := judgeGains(all, way, -1, any)
		fmt.Fprintf(w, "| *%s, were no gain foretold* | %s |\n", name, j.cells())
	}
	if len(silent) > 0 {
		fmt.Fprintf(w, "\nNothing is foretold where nothing shows how many are right: %s.\n", strings.Join(silent, ", "))
	}
	reportShares(w, all)
	fmt.Fprint(w, "\n## What was foretold, and what came\n\nExpected: how many were right, as the page expects it. It may be off by far "+
		"more than the gain.\n\n| set | labels a task | expected | was right | gain foretold | gain | where they help most: foretold | gain |\n"+
		"|---|---|---|---|---|---|---|---|\n")
	for _, g := range all {
		targeted := "| "
		if g.targeted {
			targeted = fmt.Sprintf("%+.1f | %+.1f", 100*g.foretold[1][chosen], 100*g.found[1])
		}
		fmt.Fprintf(w, "| %s | %s → %s | %.1f | %.1f | %+.1f | %+.1f | %s |\n", g.set, g.from, g.to, 100*g.expected, 100*g.was,
			100*g.foretold[0][chosen], 100*g.found[0], targeted)
	}
	fmt.Fprint(w, "\n## What fewer labels would have left\n\nLabels are left out of the whole sets, as the page does.\n\n"+
		"| set | labels left | loss said | loss |\n|---|---|---|---|\n")
	square, off, covered := 0.0, 0.0, 0.0
	for _, l := range fewer {
		said, is := l.said-l.whole, l.is-l.was
		fmt.Fprintf(w, "| %s | %s | %+.1f | %+.1f |\n", l.set, l.to, 100*said, 100*is)
		square += (said - is) * (said - is) / float64(len(fewer))
		off += math.Abs(said-is) / float64(len(fewer))
		if math.Abs(said-is) <= l.half {
			covered += 1 / float64(len(fewer))
		}
	}
	fmt.Fprintf(w, "\nOff by %.1f points in the mean, root mean square %.1f; %.0f %% lie in the range.\n", 100*off, 100*math.Sqrt(square),
		100*covered)
}

// reportShares writes how the share of mistakes that is owed to tasks was chosen.
func reportShares(w io.Writer, all []gain) {
	fmt.Fprint(w, "\n## The share of mistakes that is owed to tasks\n\nIt is chosen by the mean of both ways. 0: every worker errs alone.\n\n"+
		"| share | labels spread | "+judgedHead+" |\n|---|---|---|---|---|---|---|---|---|\n")
	any := func(*gain) bool { return true }
	for v, share := range shares {
		for way, name := range []string{"evenly", "where they help most"} {
			j := judgeGains(all, way, v, any)
			fmt.Fprintf(w, "| %g | %s | %s |\n", share, name, j.cells())
		}
	}
	var names, choices []string
	for _, g := range all {
		if !slices.Contains(names, g.set) {
			names = append(names, g.set)
		}
	}
	off := [2]float64{}
	for _, name := range names {
		best, least := 0, math.Inf(1)
		for v := range shares {
			others := func(g *gain) bool { return g.set != name }
			even, targeted := judgeGains(all, 0, v, others), judgeGains(all, 1, v, others)
			if x := even.off + targeted.off; x < least {
				best, least = v, x
			}
		}
		choices = append(choices, fmt.Sprintf("%s %g", name, shares[best]))
		for way := range off {
			j := judgeGains(all, way, best, func(g *gain) bool { return g.set == name })
			off[way] += j.off / float64(len(names))
		}
	}
	fmt.Fprintf(w, "\nLeft out one at a time, each set foretold with the share that the others choose: off by **%.1f** points in the mean "+
		"where labels are spread evenly, by **%.1f** where they help most. They choose: %s.\n", 100*off[0], 100*off[1],
		strings.Join(choices, " · "))
}
