package main

import (
	"fmt"
	"math"

	"concord/core/catalog"
	"concord/core/crowd"
)

// holdOut takes the labels of every fifth text away and makes these the texts to
// test on, with the mean of their labels for the truth: what settings can be
// chosen by without a look at any truth.
func (l *library) holdOut() *library {
	d := l.Data
	var task, worker []int32
	var value []float64
	words := &crowd.Words{Terms: d.Words.Terms, Start: []int32{0}}
	out := &library{Set: l.Set, truth: l.truth, number: l.number}
	for i := range d.Tasks {
		from, to := d.Of(i)
		if i%5 == 0 && from < to {
			a, b := d.Words.Start[i], d.Words.Start[i+1]
			words.Term, words.Count = append(words.Term, d.Words.Term[a:b]...), append(words.Count, d.Words.Count[a:b]...)
			words.Start = append(words.Start, int32(len(words.Term)))
			out.wanted = append(out.wanted, mean(d.Value[from:to]))
			continue
		}
		for n := from; n < to; n++ {
			task, worker, value = append(task, int32(i)), append(worker, d.Worker[n]), append(value, d.Value[n])
		}
	}
	set := *l.Set
	set.Data = &crowd.Dataset{Labels: crowd.NewValues(d.Tasks, d.Workers, task, worker, value), Words: d.Words}
	out.Set = &set
	out.test = &crowd.Dataset{Labels: crowd.Labels{Tasks: len(out.wanted), Start: make([]int32, len(out.wanted)+1)}, Words: words}
	return out
}

// chosen picks the settings of MA-sLDAr, the number of steps among them, by
// held-out labels, and fits it and sLDA with them.
func (p *page) chosen(book *ledger, of func(int) (*library, error)) error {
	p.say("Settings chosen without a look at the truth or the test texts: every fifth training text loses its labels, and the settings " +
		"that predict the mean of these labels best " +
		"(R²) are taken. The number of steps is a setting too: with few topics of many words the bound rises on while held-out labels are " +
		"predicted worse. After one step the workers are hardly known yet: the labels of the training texts need more steps, and a lead over " +
		"sLDA can't be expected.")
	held := remember(func(run int) (*library, error) {
		l, err := of(run)
		if err != nil {
			return nil, err
		}
		return l.holdOut(), nil
	})
	at := []int{1, 2, 4}
	rows := [][]string{{"topics", "α", "τ", "σ²"}}
	for _, n := range at {
		rows[0] = append(rows[0], fmt.Sprintf("held-out R², step %d", n))
	}
	var best catalog.Values
	steps := 0
	most := math.Inf(-1)
	for _, v := range candidates() {
		s := shelf{name: "ma-sldar " + settings(v), method: "ma-sldar", values: v, at: at}
		c, err := book.course("held-out", 0, s, held)
		if err != nil {
			return err
		}
		row := []string{v["topics"], v["alpha"], v["tau"], v["sigma2"]}
		for n, f := range c {
			if f[testFigure] > most {
				best, steps, most = v, at[n], f[testFigure]
			}
			row = append(row, fmt.Sprintf("%.3f", f[testFigure]))
		}
		rows = append(rows, row)
	}
	p.table(rows)
	p.say("Chosen: %s, step %d (σ² 0 is estimated). With all training labels:", settings(best), steps)
	_, err := p.compare(book, "chosen", p.runs(3), []shelf{
		{name: "ma-sldar", title: "MA-sLDAr", method: "ma-sldar", values: best, at: []int{steps}},
		{name: "slda", title: "sLDA (mean)", method: "slda", values: catalog.Values{"topics": best["topics"], "alpha": best["alpha"],
			"tau": best["tau"]}, at: []int{steps}},
	}, of)
	return err
}

// candidates are the settings to choose from: the paper's number of topics, and
// all combinations for few topics, which are quickly fitted.
func candidates() []catalog.Values {
	all := []catalog.Values{{"topics": "20", "alpha": "0.1", "tau": "0.1", "sigma2": "0", "centre": "mean"}}
	for _, alpha := range []string{"0.1", "1"} {
		for _, tau := range []string{"0.1", "1"} {
			for _, sigma2 := range []string{"0", "0.03"} {
				all = append(all, catalog.Values{"topics": "5", "alpha": alpha, "tau": tau, "sigma2": sigma2, "centre": "mean"})
			}
		}
	}
	return all
}
