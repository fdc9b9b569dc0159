package main

import (
	"fmt"
	"math"
	"path/filepath"

	"concord/core/catalog"
	"concord/core/fit"
)

// numberShelves are the methods for numbers, with the same settings.
func numberShelves(centre string) []shelf {
	same := func() catalog.Values { return catalog.Values{"topics": "20", "alpha": "0.1"} }
	ours := same()
	ours["centre"] = centre
	return []shelf{
		{name: "ma-sldar", title: "MA-sLDAr", method: "ma-sldar", values: ours, at: []int{2, 4, 8, 16}},
		{name: "slda", title: "sLDA (mean)", method: "slda", values: same(), at: []int{2, 4, 8, 16}},
		{name: "lda-linreg", title: "LDA + LinReg (mean)", method: "lda-linreg", values: same(), at: []int{16}},
	}
}

// topicsWe8there is Fig. 11.
func topicsWe8there(p *page, data string) error {
	p.say("## MA-sLDA: we8there, Fig. 11")
	p.say("Restaurant reviews with five simulated workers, biases .1 −.3 −2.5 .1 1. R². The paper's figure is a picture: MA-sLDAr above " +
		"sLDA above LDA + LinReg. " +
		"The authors' program comes to .012–.059 on the test texts with α = 1, .288 with α = .1, and sLDA on the mean to .146–.226. The mean " +
		"of the answers has an R² of .798 on the training texts.")
	of := remember(func(int) (*library, error) { return numbers(filepath.Join(data, "we8there")) })
	book, err := p.ledger(textColumns())
	if err != nil {
		return err
	}
	p.say("20 topics, α = .1, τ = .1, sixteen steps; the runs differ by their seeds.")
	shelves := numberShelves("median")
	if _, err := p.compare(book, "topics=20", p.runs(3), shelves, of); err != nil {
		return err
	}
	if err := p.bySteps(book, "topics=20", shelves[:2], of); err != nil {
		return err
	}
	return p.biases(of, shelves[0], 0)
}

// topicsMovies is Figs. 13 and 14.
func topicsMovies(p *page, data string) error {
	p.say("## MA-sLDA: movie reviews, Figs. 13 and 14")
	p.say("1,500 reviews with 4.96 answers each by real workers, 3,506 to test on. R². The paper's figure is a picture: MA-sLDAr above " +
		"sLDA above LDA + LinReg. " +
		"The authors' program comes to .336 on the test texts after 16 steps (307 CPU seconds). The mean of the answers has an R² of .830 on " +
		"the training texts.")
	of := remember(func(int) (*library, error) { return numbers(filepath.Join(data, "moviereviews")) })
	book, err := p.ledger(textColumns())
	if err != nil {
		return err
	}
	p.say("With the paper's settings, 20 topics, sixteen steps; the runs differ by their seeds.")
	shelves := numberShelves("mean")
	if _, err := p.compare(book, "topics=20", p.runs(3), shelves, of); err != nil {
		return err
	}
	if err := p.bySteps(book, "topics=20", shelves[:2], of); err != nil {
		return err
	}
	if err := p.chosen(book, of); err != nil {
		return err
	}
	p.say("Fig. 14:")
	return p.biases(of, shelves[0], 100)
}

// bySteps shows how test and training figures go with the steps of the first run.
func (p *page) bySteps(book *ledger, experiment string, shelves []shelf, of func(int) (*library, error)) error {
	rows := [][]string{{"first run", "step", "test texts", "training texts", "bound"}}
	for _, s := range shelves {
		c, err := book.course(experiment, 0, s, of)
		if err != nil {
			return err
		}
		for n, f := range c {
			rows = append(rows, []string{s.title, fmt.Sprint(s.at[n]), fmt.Sprintf("%.3f", f[testFigure]), fmt.Sprintf("%.3f", f[trainFigure]),
				fmt.Sprintf("%.1f", f[boundFigure])})
		}
	}
	p.table(rows)
	return nil
}

// biases is Fig. 14, and its like of Fig. 11: the true biases and precisions of
// the workers of so many labels or more, and the estimated ones.
func (p *page) biases(of func(int) (*library, error), s shelf, least int) error {
	l, err := of(0)
	if err != nil {
		return err
	}
	entry, err := catalog.Find(s.method)
	if err != nil {
		return err
	}
	m, _, err := entry.Method(s.values)
	if err != nil {
		return err
	}
	o, err := fit.Run(l.Data, m, fit.Settings{Seed: 1, MaxSteps: s.at[len(s.at)-1], Tolerance: -1})
	if err != nil {
		return err
	}
	var bias, precision []float64
	for _, c := range o.Extra {
		switch c.Name {
		case "bias":
			bias = c.Values
		case "precision":
			precision = c.Values
		}
	}
	labels := make([]int, l.Data.Workers)
	for _, j := range l.Data.Worker {
		labels[j]++
	}
	var truth, guess, deviation, guessed []float64
	rows := [][]string{{"worker", "labels", "bias", "estimated", "precision", "estimated"}}
	for j, n := range labels {
		name := l.Workers.At(j)
		if n >= 5 {
			truth, guess = append(truth, l.biasOf[name]), append(guess, bias[j])
			deviation, guessed = append(deviation, math.Log(l.spreads[name])), append(guessed, -math.Log(precision[j]))
		}
		if n >= least {
			rows = append(rows, []string{name, fmt.Sprint(n), fmt.Sprintf("%.3f", l.biasOf[name]), fmt.Sprintf("%.3f", bias[j]),
				fmt.Sprintf("%.2f", 1/l.spreads[name]), fmt.Sprintf("%.2f", precision[j])})
		}
	}
	p.say("True against estimated biases and precisions (%s, %s). Over the %d workers of 5 labels or more the correlation of true and "+
		"estimated bias is %.3f, of the logarithms of the precisions %.3f.",
		s.title, settings(s.values), len(truth), correlation(truth, guess), correlation(deviation, guessed))
	p.table(rows)
	return nil
}

// correlation is Pearson's.
func correlation(x, y []float64) float64 {
	a, b := mean(x), mean(y)
	var xy, xx, yy float64
	for i := range x {
		xy += (x[i] - a) * (y[i] - b)
		xx += (x[i] - a) * (x[i] - a)
		yy += (y[i] - b) * (y[i] - b)
	}
	return xy / math.Sqrt(xx*yy)
}
