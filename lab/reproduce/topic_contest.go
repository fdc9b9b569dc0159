package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"concord/core/catalog"
	"concord/core/method/topic"
	"concord/lab/reproduce/texts"
)

// contest is an experiment with texts where all methods make the same effort: they visit every text
// equally often, and their settings are chosen from the same numbers in the same way.
type contest struct {
	book   *ledger
	of     func(run int) (*texts.Library, error)
	runs   int
	passes int // over the texts, of every fit
	trial  int // and of those by which settings are chosen
	texts  int
	batch  int // texts in a mini-batch
	knn    bool
	// learned by choose, by method: without topics and batch
	set map[string]catalog.Values
}

// grid is what α, τ and ω are chosen from, as in the paper.
func grid() []string { return []string{"0.01", "0.1", "1", "10"} }

const usualTopics = "20"

// steps are those of so many passes.
func (c *contest) steps(passes int, mini bool) int {
	if mini {
		return passes * ((c.texts + c.batch - 1) / c.batch)
	}
	return passes
}

// shelf is a method of the catalog with the settings chosen for it.
func (c *contest) shelf(title, method, topics string, mini bool, passes ...int) shelf {
	values := catalog.Values{"topics": topics}
	maps.Copy(values, c.set[method])
	s := shelf{title: title, method: method, values: values}
	if mini {
		values["batch"] = strconv.Itoa(c.batch)
	}
	for _, n := range passes {
		s.at = append(s.at, c.steps(n, mini))
	}
	return s
}

// ours are the methods that learn topics and labels at once.
func (c *contest) ours(topics string) []shelf {
	return []shelf{
		c.shelf("MA-sLDAc, mini-batches", "ma-sldac", topics, true, c.passes),
		c.shelf("MA-sLDAc, batch", "ma-sldac", topics, false, c.passes),
		c.shelf("sLDA (majority), mini-batches", "slda", topics, true, c.passes),
		c.shelf("sLDA (majority), batch", "slda", topics, false, c.passes),
	}
}

// choose finds the settings of each method: one after the other, the one that predicts the held-out
// labels of the first run best, the others at their defaults or as chosen before.
func (c *contest) choose(p *page) error {
	held := remember(func(run int) (*texts.Library, error) {
		l, err := c.of(run)
		if err != nil {
			return nil, err
		}
		return l.HoldOut(), nil
	})
	c.set = map[string]catalog.Values{}
	rows := [][]string{{"method", "setting", "0.01", "0.1", "1", "10", "chosen"}}
	for _, m := range []struct {
		method string
		over   []string
	}{{"ma-sldac", []string{"alpha", "tau", "omega"}}, {"slda", []string{"alpha", "tau"}}, {"lda-logreg", []string{"alpha", "tau"}}} {
		values := catalog.Values{"alpha": "1", "tau": "0.1"}
		for _, setting := range m.over {
			row := []string{m.method, setting}
			best, most := "", -1.0
			for _, v := range grid() {
				tried := maps.Clone(values)
				tried[setting] = v
				c.set[m.method] = tried
				f, err := c.heldOut(m.method, held)
				if err != nil {
					return err
				}
				if f > most {
					best, most = v, f
				}
				row = append(row, fmt.Sprintf("%.4f", f))
			}
			values[setting] = best
			rows = append(rows, append(row, best))
		}
		c.set[m.method] = values
	}
	p.say("Settings are chosen for each method in the same way, without a look at any truth: every fifth training text of the first run "+
		"loses its labels, and a method's settings are taken, one after the other, that predict the majority of these labels most often, "+
		"with %s topics and %s by mini-batches. Labels are often wrong, so nobody can predict them all. For LDA they are those of LDA + LogReg.",
		usualTopics, count2(c.trial, "pass", "passes"))
	p.table(rows)
	return nil
}

func count2(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// heldOut is the share of held-out labels that a method predicts with the settings tried.
func (c *contest) heldOut(method string, held func(int) (*texts.Library, error)) (float64, error) {
	s := c.shelf("", method, usualTopics, true, c.trial)
	if method != "lda-logreg" {
		f, err := c.book.course("held-out", 0, s, held)
		if err != nil {
			return 0, err
		}
		return f[0][testFigure], nil
	}
	f, err := c.book.baselines("held-out", 0, []follower{after()[2]}, s, held)
	if err != nil {
		return 0, err
	}
	return f[0][testFigure], nil
}

// prior is what LDA needs of settings.
func prior(v catalog.Values) topic.Prior {
	number := func(name string) float64 {
		x, _ := strconv.ParseFloat(v[name], 64) // settings of this program; absent: the default
		return x
	}
	return topic.Prior{Topics: int(number("topics")), Alpha: number("alpha"), Tau: number("tau"), Batch: int(number("batch"))}
}

// scored are the figures of a method's runs.
type scored struct {
	title string
	runs  [][]float64
}

// figures makes every run of every method with so many topics, some at once. Of runs that are not
// there, where none are to be made, it takes those that all methods have.
func (c *contest) figures(topics string, runs int) ([]scored, error) {
	ours, methods := c.ours(topics), after()
	if !c.knn {
		methods = methods[:len(methods)-1]
	}
	lda := c.shelf("", "lda-logreg", topics, false, c.passes)
	byRun := make([][][]float64, runs) // and by method
	if err := parallel(runs, func(run int) error {
		var figures [][]float64
		for _, s := range ours {
			f, err := c.book.course("topics", run, s, c.of)
			if errors.Is(err, errAbsent) {
				return nil
			}
			if err != nil {
				return err
			}
			figures = append(figures, f[0])
		}
		f, err := c.book.baselines("topics", run, methods, lda, c.of)
		if errors.Is(err, errAbsent) {
			return nil
		}
		byRun[run] = append(figures, f...)
		return err
	}); err != nil {
		return nil, err
	}
	var out []scored
	for _, s := range ours {
		out = append(out, scored{title: s.title})
	}
	for _, m := range methods {
		out = append(out, scored{title: m.title})
	}
	for _, figures := range byRun {
		for n, f := range figures {
			out[n].runs = append(out[n].runs, f)
		}
	}
	if len(out[0].runs) == 0 {
		return nil, errAbsent
	}
	return out, nil
}

// compare writes a table of methods, the best first: the mean of each and its 95 % interval, and
// what each of the leaders is ahead of it, run by run.
func (p *page) compare(methods []scored, leaders int) {
	rows := [][]string{{"method", "runs", "test texts"}}
	tests := func(s scored) []float64 { return column(s.runs, testFigure) }
	for _, m := range methods[:leaders] {
		rows[0] = append(rows[0], m.title+" is ahead by")
	}
	rows[0] = append(rows[0], "training texts", "CPU seconds a fit")
	order := slices.Clone(methods)
	slices.SortStableFunc(order, func(a, b scored) int { return cmp.Compare(mean(tests(b)), mean(tests(a))) }) // NaN: predicts nothing
	for _, m := range order {
		row := []string{m.title, fmt.Sprint(len(m.runs)), interval(tests(m))}
		for _, leader := range methods[:leaders] {
			if leader.title == m.title {
				row = append(row, "–")
				continue
			}
			row = append(row, interval(minus(tests(leader), tests(m))))
		}
		rows = append(rows, append(row, interval(column(m.runs, trainFigure)), fmt.Sprintf("%.1f", mean(column(m.runs, secondsFigure)))))
	}
	p.table(rows)
	for _, leader := range methods[:leaders] {
		var ahead, level, behind []string
		for _, m := range order {
			if m.title == leader.title || math.IsNaN(mean(tests(m))) {
				continue
			}
			switch by, half := spread(minus(tests(leader), tests(m))); {
			case by-half > 0:
				ahead = append(ahead, m.title)
			case by+half < 0:
				behind = append(behind, m.title)
			default:
				level = append(level, m.title)
			}
		}
		p.say("%s is behind %s; no different, as far as these runs can tell, from %s; ahead of %s.", leader.title, list(behind), list(level),
			list(ahead))
	}
}

// outdoes is the claim that the first of some methods is better than all others; of more it says how good it is.
func (p *page) outdoes(exhibit, claim string, methods []scored, more ...scored) {
	first := column(methods[0].runs, testFigure)
	ahead := make([]bool, 0, len(methods))
	var best scored
	behind := false
	for _, m := range methods[1:] {
		tests := column(m.runs, testFigure)
		by, half := spread(minus(first, tests))
		ahead, behind = append(ahead, by-half > 0), behind || by < 0
		if best.runs == nil || mean(tests) > mean(column(best.runs, testFigure)) {
			best = m
		}
	}
	v := verdict(ahead...)
	if behind {
		v = fails
	}
	others := ""
	for _, m := range more {
		others += fmt.Sprintf("; %s has %s", m.title, thousandths(mean(column(m.runs, testFigure))))
	}
	p.claim(exhibit, claim, v, "%s %s against %s %s, a difference of %s; ahead of %d of %d baselines by more than the interval%s",
		methods[0].title, thousandths(mean(first)), best.title, thousandths(mean(column(best.runs, testFigure))),
		interval(minus(first, column(best.runs, testFigure))), held(ahead), len(ahead), others)
}

// sweep is a figure of the paper: the mean by number of topics, with its interval, and a chart.
func (p *page) sweep(title, what string, topics []string, of func(topics string) ([]scored, error)) error {
	rows := [][]string{{"method"}}
	var lines []series
	for _, k := range topics {
		methods, err := of(k)
		if errors.Is(err, errAbsent) {
			continue
		}
		if err != nil {
			return err
		}
		rows[0] = append(rows[0], fmt.Sprintf("%s topics (%d runs)", k, len(methods[0].runs)))
		x, _ := strconv.ParseFloat(k, 64) // it was made into text here
		for m, s := range methods {
			if len(rows) == m+1 {
				rows, lines = append(rows, []string{s.title}), append(lines, series{Name: s.title})
			}
			tests := column(s.runs, testFigure)
			rows[m+1] = append(rows[m+1], interval(tests))
			lines[m].X, lines[m].Y = append(lines[m].X, x), append(lines[m].Y, mean(tests))
		}
	}
	p.table(rows)
	return p.chart("topics", title, what+" by number of topics", lines)
}
