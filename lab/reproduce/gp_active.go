package main

import (
	"fmt"
	"slices"

	"concord/lab/reproduce/gpc"
)

// The paper's protocol: so many tasks with all their labels at first, then so many labels, ten at a time.
const (
	activeStart   = 200
	activeQueries = 300
	activeBatch   = 10
)

var strategies = []string{"random", "pick instance", "pick both"}

// gpcActive is Figure 2: how the test AUC rises with labels that are asked for.
func gpcActive(p *page, data string) error {
	starts := p.runs(30)
	c, err := gpc.Load(data, "music")
	if err != nil {
		return err
	}
	var columns []string
	for _, name := range strategies {
		for b := range activeQueries/activeBatch + 1 {
			columns = append(columns, fmt.Sprintf("%s %d", name, b*activeBatch))
		}
	}
	columns = append(columns, "turned round")
	book, err := p.ledger([]string{"genre", "seed"}, columns)
	if err != nil {
		return err
	}
	genres := len(c.Names)
	curve := make([][][]float64, genres*starts) // by run, strategy and batch; the first start of every genre first
	turned := make([]bool, len(curve))
	if err := parallel(len(curve), func(n int) error {
		f, err := book.once(func() ([]float64, error) {
			return c.Curves(n%genres, activeStart, activeQueries, activeBatch, uint64(n/genres))
		}, c.Names[n%genres], n/genres)
		if err == nil {
			last := len(f) - 1
			curve[n], turned[n] = slices.Collect(slices.Chunk(f[:last], activeQueries/activeBatch+1)), f[last] > 0
		}
		return err
	}); err != nil {
		return err
	}
	return activeReport(p, c.Names, starts, curve, turned)
}

// at returns the AUC of a strategy after a batch, of each start: of one genre, or the mean over all (−1).
func at(curve [][][]float64, genres, genre, strategy, batch int) []float64 {
	out := make([]float64, len(curve)/genres)
	for n, run := range curve {
		switch {
		case genre < 0:
			out[n/genres] += run[strategy][batch] / float64(genres)
		case n%genres == genre:
			out[n/genres] = run[strategy][batch]
		}
	}
	return out
}

func activeReport(p *page, genres []string, starts int, curve [][][]float64, turned []bool) error {
	const last = activeQueries / activeBatch
	p.say("### Figure 2: active learning on music; test AUC of ten genres, averaged over %d starts each", starts)
	var mirrored []string
	least := 1.0
	for n, run := range curve {
		if turned[n] {
			mirrored = append(mirrored, fmt.Sprintf("%s from start %d (%.3f)", genres[n%len(genres)], n/len(genres)+1, run[0][0]))
		}
		for _, areas := range run {
			least = min(least, slices.Min(areas))
		}
	}
	rows := [][]string{{"mean of the genres; labels asked for", strategies[0], strategies[1], "ahead of random", strategies[2],
		"ahead of random", "ahead of picking the instance"}}
	for b := 0; b <= last; b += 5 {
		x := func(s int) []float64 { return at(curve, len(genres), -1, s, b) }
		rows = append(rows, []string{fmt.Sprint(b * activeBatch), interval(x(0)), interval(x(1)), interval(minus(x(1), x(0))), interval(x(2)),
			interval(minus(x(2), x(0))), interval(minus(x(2), x(1)))})
	}
	p.table(rows)
	end := func(s int) []float64 { return at(curve, len(genres), -1, s, last) }
	one, half := spread(minus(end(1), end(0)))
	both, width := spread(minus(end(2), end(1)))
	p.claim("Figure 2", "picking the instance is better than random, and picking instance and worker is better still",
		verdict(one-half > 0, both-width > 0), "after %d labels the AUC is %s (random), %s and %s; the steps are %s and %s", activeQueries,
		thousandths(mean(end(0))), thousandths(mean(end(1))), thousandths(mean(end(2))), interval(minus(end(1), end(0))),
		interval(minus(end(2), end(1))))
	rows = [][]string{{"genre", "at first", "random, after 300", strategies[1], "ahead of random", strategies[2], "ahead of random"}}
	for g, genre := range genres {
		x := func(s int) []float64 { return at(curve, len(genres), g, s, last) }
		rows = append(rows, []string{genre, interval(at(curve, len(genres), g, 0, 0)), interval(x(0)), interval(x(1)),
			interval(minus(x(1), x(0))), interval(x(2)), interval(minus(x(2), x(0)))})
	}
	p.table(rows)
	for g := -1; g < len(genres); g++ {
		var lines []series
		for s, name := range strategies {
			l := series{Name: name}
			for b := range last + 1 {
				l.X, l.Y = append(l.X, float64(b*activeBatch)), append(l.Y, mean(at(curve, len(genres), g, s, b)))
			}
			lines = append(lines, l)
		}
		name, title := "mean", "Mean of ten genres, by labels asked for"
		if g >= 0 {
			name, title = genres[g], genres[g]+", by labels asked for"
		}
		if err := p.chart(name, title, "test AUC", lines); err != nil {
			return err
		}
	}
	p.say("± is half of a 95 %% interval over the %d starts (Student's t); “ahead” compares start by start. Each run begins with "+
		"%d random songs and all their labels; then %d songs at a time get one label each, as many by all three. The kernel is "+
		"learned once, on the first %d songs. An independent program had .870 (random), .885 and .891, from .830. The lowest AUC of "+
		"any run, at any time, is %.3f. Every run is in [gpc-active.csv](gpc-active.csv).", starts, activeStart, activeBatch, activeStart,
		least)
	if len(mirrored) > 0 {
		p.say("**From some starts MA ends as a mirror image,** which predicts the rest where it should predict the genre. Workers then "+
			"seem to be worse than chance on average, so Concord turns the fit round and warns of it: %s, the AUC after that in brackets. "+
			"The labels asked for afterwards build on what was turned.", list(mirrored))
	}
	return nil
}
