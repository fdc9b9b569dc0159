package main

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"

	"concord/core/calibrate"
	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/method"
	"concord/core/twin"
)

// shares are what twin.Shared was chosen from.
var shares = []float64{0, .4, .5, .6, .7}

// left are the numbers of labels of a task that are left when the others are dropped.
var left = []int{2, 3, 5, 10}

// gain is what some labels more were foretold to bring, and what they brought.
type gain struct {
	set      string
	from, to int
	foretold [6]calibrate.Interval // by shares: how many would be right; at last by the known truth
	expected float64               // how many were expected to be right before
	was, is  float64               // how many were right, and are
}

// writeFurther writes how well twins foretell the gain of further labels.
func writeFurther(w io.Writer, sets []*set) error {
	var all []gain
	for _, s := range sets {
		s := s.known()
		for _, from := range left {
			if mean := float64(s.data.Len()) / float64(s.data.Tasks); float64(from)+1 > mean {
				continue
			}
			gains, err := s.foretell(from)
			if err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
			all = append(all, gains...)
		}
	}
	fmt.Fprintf(w, `# How far can a forecast of further labels be trusted?

For those who plan further labels by what is foretold.
Written by `+"`make further`"+`. Labels of real crowds with a known truth are dropped at random until %d, %d, %d
or %d are left of each task. From these alone the page foretells how many labels would be right if there were more; then some
of those that were dropped come back. The method is the consensus; only tasks of known truth are taken. All in %%, gains in
points.

## What was foretold, and what came

The largest number of labels of each set to which there is a forecast. Expected: how many were right, as the page expects it.
Foretold: how many would be right, with 95 %%.

| set | labels a task | expected | was right | foretold | is right | gain foretold | gain |
|---|---|---|---|---|---|---|---|
`, left[0], left[1], left[2], left[3])
	chosen := slices.Index(shares, twin.Shared)
	for n, g := range all {
		if n+1 < len(all) && all[n+1].set == g.set && all[n+1].from == g.from {
			continue
		}
		f := g.foretold[chosen]
		fmt.Fprintf(w, "| %s | %d → %d | %.1f | %.1f | %.1f (%.1f to %.1f) | %.1f | %+.1f | %+.1f |\n", g.set, g.from, g.to, 100*g.expected,
			100*g.was, 100*f.Value, 100*f.Low, 100*f.High, 100*g.is, 100*(f.Value-g.expected), 100*(g.is-g.was))
	}
	fmt.Fprint(w, "\n## The share of mistakes that is owed to tasks\n\nHow far the foretold gain is from that which came, over all "+
		"forecasts; each set counts the same. 0: every worker errs alone. Covered: how often the gain lies in the foretold 95 % interval.\n\n"+
		"| share | root mean square | mean | covered % |\n|---|---|---|---|\n")
	for v, share := range shares {
		r := judgeGains(all, v, "")
		fmt.Fprintf(w, "| %g | %.1f | %+.1f | %.0f |\n", share, 100*r.off, 100*r.mean, 100*r.covered)
	}
	told := judgeGains(all, len(shares), "")
	fmt.Fprintf(w, "| *measured, where every truth is known* | %.1f | %+.1f | %.0f |\n", 100*told.off, 100*told.mean, 100*told.covered)
	none := judgeGains(all, -1, "")
	fmt.Fprintf(w, "| *no gain at all* | %.1f | %+.1f | |\n", 100*none.off, 100*none.mean)
	squares, n, choices := 0.0, 0.0, ""
	for _, s := range sets {
		best, least := 0, math.Inf(1)
		for v := range shares {
			if off := judgeGains(all, v, s.name).off; off < least {
				best, least = v, off
			}
		}
		sum, count := 0.0, 0.0
		for _, g := range all {
			if g.set == s.name {
				sum += g.off(best) * g.off(best)
				count++
			}
		}
		if count > 0 {
			squares += sum / count
			n++
			choices += fmt.Sprintf(" %s %g ·", s.name, shares[best])
		}
	}
	fmt.Fprintf(w, "\nLeft out one at a time, each set foretold with the share that the others choose: **%.1f** points. They choose:%s\n",
		100*math.Sqrt(squares/n), choices[:len(choices)-len(" ·")]+".")
	return nil
}

// off is how far the foretold gain is from that which came; below 0: as if no gain were foretold.
func (g *gain) off(share int) float64 {
	switch {
	case share < 0:
		return g.was - g.is
	case share == len(shares): // it is told how many were right
		return g.foretold[share].Value - g.is
	}
	return (g.foretold[share].Value - g.expected) - (g.is - g.was)
}

// judged is how good forecasts are.
type judged struct{ off, mean, covered float64 }

// judgeGains judges forecasts with a share, without those of one set. Each set counts the same.
func judgeGains(all []gain, share int, without string) (out judged) {
	count := map[string]float64{}
	for _, g := range all {
		count[g.set]++
	}
	delete(count, without)
	for _, g := range all {
		if g.set == without {
			continue
		}
		weight, off := 1/count[g.set]/float64(len(count)), g.off(share)
		out.off += weight * off * off
		out.mean += weight * off
		if share >= 0 {
			if f := g.foretold[share]; math.Abs(off) <= (f.High-f.Low)/2 {
				out.covered += weight
			}
		}
	}
	out.off = math.Sqrt(out.off)
	return out
}

// known returns the tasks of a set whose truth is known.
func (s *set) known() *set {
	out := &set{name: s.name}
	var task, worker, class []int32
	for i, z := range s.truth {
		from, to := s.data.Of(i)
		if z == crowd.Unknown || from == to {
			continue
		}
		for v := from; v < to; v++ {
			task = append(task, int32(len(out.truth)))
			worker, class = append(worker, s.data.Worker[v]), append(class, int32(s.data.Class[v]))
		}
		out.truth = append(out.truth, z)
	}
	out.data = &crowd.Dataset{Labels: crowd.NewLabels(len(out.truth), s.data.Workers, s.data.Classes, task, worker, class)}
	return out
}

// thinned returns the set with at most n labels of each task, drawn at random.
func (s *set) thinned(n int, seed uint64) *set {
	random := rand.New(rand.NewPCG(seed, 0)) // the same for every n, so that what is left of few is left of more
	var task, worker, class []int32
	for i := range s.data.Tasks {
		from, to := s.data.Of(i)
		for _, v := range random.Perm(to - from)[:min(n, to-from)] {
			task, worker = append(task, int32(i)), append(worker, s.data.Worker[from+v])
			class = append(class, int32(s.data.Class[from+v]))
		}
	}
	d := &crowd.Dataset{Labels: crowd.NewLabels(s.data.Tasks, s.data.Workers, s.data.Classes, task, worker, class)}
	return &set{name: s.name, data: d, truth: s.truth}
}

// byDefault returns the posterior of the default method.
func byDefault(d *crowd.Dataset) ([]float64, error) {
	entry, err := catalog.Find(method.Default)
	if err != nil {
		return nil, err
	}
	m, _, err := entry.Method(nil)
	if err != nil {
		return nil, err
	}
	r, err := fit.Run(d, m, fit.Settings{Seed: seed})
	if err != nil {
		return nil, err
	}
	return r.Posterior, nil
}

// accuracy is how many labels of a posterior are right.
func (s *set) accuracy(q []float64) float64 {
	all := s.answers(q)
	right := 0.0
	for _, a := range all {
		if a.right {
			right++
		}
	}
	return right / float64(len(all))
}

// luck is how many times labels are dropped at random; of several the mean is taken.
const luck = 1

// foretell foretells from some labels of each task, and looks.
func (s *set) foretell(from int) ([]gain, error) {
	all := map[int]*gain{}
	var order []int
	mean := float64(s.data.Len()) / float64(s.data.Tasks)
	for n := range luck {
		thin := s.thinned(from, uint64(n))
		q, err := byDefault(thin.data)
		if err != nil {
			return nil, err
		}
		k := thin.data.Classes
		row := func(i int, out []float64) { calibrate.Pool.Row(&thin.data.Labels, i, q[i*k:(i+1)*k], out) }
		var tally calibrate.Tally
		out := make([]float64, k)
		for i := range thin.data.Tasks {
			row(i, out)
			tally.Add(slices.Max(out))
		}
		c, err := twin.Of(&thin.data.Labels, row, nil, nil)
		if err != nil {
			return nil, err
		}
		for v := range len(shares) + 1 {
			ask := twin.Question{
				Methods: []func(*crowd.Dataset) ([]float64, error){byDefault}, Right: tally.Expect().Value, Without: -1, Seed: uint64(n),
			}
			if v < len(shares) {
				c.Shared = shares[v]
			} else {
				ask.Right = thin.accuracy(q)
				if c, err = twin.Of(&thin.data.Labels, row, func(i int) int32 { return thin.truth[i] }, nil); err != nil {
					return nil, err
				}
			}
			f, err := c.Foresee(ask)
			if err != nil {
				return nil, err
			}
			for at, more := range f.More {
				if more <= 0 || float64(from+more) > mean+.5 {
					continue
				}
				g := all[more]
				if g == nil {
					g = &gain{set: s.name, from: from, to: from + more}
					all[more], order = g, append(order, more)
				}
				x := f.Right[0][at]
				g.foretold[v].Value += x.Value / luck
				g.foretold[v].Low += x.Low / luck
				g.foretold[v].High += x.High / luck
				if v > 0 {
					continue
				}
				g.expected += tally.Expect().Value / luck
				g.was += thin.accuracy(q) / luck
				more := s.thinned(from+more, uint64(n))
				now, err := byDefault(more.data)
				if err != nil {
					return nil, err
				}
				g.is += more.accuracy(now) / luck
			}
		}
	}
	var out []gain
	for _, more := range order {
		out = append(out, *all[more])
	}
	return out, nil
}
