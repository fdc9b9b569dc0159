package main

import (
	"fmt"
	"path/filepath"

	"concord/core/catalog"
	"concord/core/fit"
	"concord/core/method/topic"
	"concord/lab/dataset"
)

// miniShelf and the others are the methods of both experiments with classes; all
// start from the settings of the catalog.
func miniShelf(topics, batch string, at ...int) shelf {
	return shelf{name: "ma-sldac-svi", title: "MA-sLDAc, mini-batches", method: "ma-sldac",
		values: catalog.Values{"topics": topics, "batch": batch}, at: at}
}

func batchShelf(topics string, at ...int) shelf {
	return shelf{name: "ma-sldac-batch", title: "MA-sLDAc, batch", method: "ma-sldac", values: catalog.Values{"topics": topics}, at: at}
}

func sldaShelf(values catalog.Values, at ...int) shelf {
	return shelf{name: "slda", title: "sLDA (majority)", method: "slda", values: values, at: at}
}

// classMethods fits every method, so many runs, and writes a table: each test
// accuracy, and what MA-sLDAc's forms are ahead of it, with 95 % intervals.
func (p *page) classMethods(book *ledger, experiment string, runs int, ours []shelf, methods []follower, lda topic.Prior, steps int,
	of func(int) (*library, error)) error {
	figures := map[string][][]float64{}
	for run := range runs {
		others, err := book.baselines(experiment, run, methods, lda, steps, of)
		if err != nil {
			return err
		}
		for name, f := range others {
			figures[name] = append(figures[name], f)
		}
	}
	var names, titles []string
	for _, s := range ours {
		names, titles = append(names, s.name), append(titles, s.title)
		for run := range runs {
			c, err := book.course(experiment, run, s, of)
			if err != nil {
				return err
			}
			figures[s.name] = append(figures[s.name], c[len(c)-1])
		}
	}
	for _, a := range methods {
		names, titles = append(names, a.name), append(titles, a.title)
	}
	rows := [][]string{{"method", "runs", "test accuracy"}}
	var first []shelf
	for _, s := range ours {
		if s.method == "ma-sldac" {
			first = append(first, s)
			rows[0] = append(rows[0], s.title+", is ahead by")
		}
	}
	rows[0] = append(rows[0], "training texts' labels", "CPU seconds a fit")
	for n, name := range names {
		test := column(figures[name], testFigure)
		row := []string{titles[n], fmt.Sprint(len(test)), interval(test)}
		for _, s := range first {
			if name == s.name {
				row = append(row, "–")
				continue
			}
			row = append(row, interval(minus(column(figures[s.name], testFigure), test)))
		}
		rows = append(rows, append(row, interval(column(figures[name], trainFigure)),
			fmt.Sprintf("%.1f", mean(column(figures[name], secondsFigure)))))
	}
	p.table(rows)
	return nil
}

// topicsNewsgroups is Figs. 4 and 5 of the MA-sLDA paper.
func topicsNewsgroups(p *page, data string) error {
	p.say("## MA-sLDA (Rodrigues, Lourenço, Ribeiro & Pereira 2017): 20-Newsgroups, Figs. 4 and 5")
	p.say("11,586 texts of four super-classes to learn from and 3,861 to test on; five simulated workers with accuracies .737 .468 .284 " +
		".278 .260, one label a text " +
		"(in the paper .405 of them are right). Every run simulates the crowd anew. The paper's figure is a picture; it shows MA-sLDAc above " +
		"every baseline, by mini-batches best of all. " +
		"± is a 95 %% interval over the runs (Student's t); “ahead by” compares run by run.")
	dir := filepath.Join(data, "newsgroups4")
	workers := []float64{.737, .468, .284, .278, .260}
	of := remember(func(run int) (*library, error) {
		labels, err := crowdOf(dir, workers, uint64(run+1))
		if err != nil {
			return nil, err
		}
		return shelve(dir, labels, "bow.csv.gz", "test_bow.csv.gz", false)
	})
	book, err := p.ledger(textColumns())
	if err != nil {
		return err
	}
	runs := p.runs(5)
	p.say("20 topics, %d runs; mini-batches of 500 texts and κ = .6 as in the paper, two passes over the texts; the batch algorithm "+
		"twenty-four; sLDA and LDA two, in mini-batches too. α = 1, τ = .1, ω = 1.", runs)
	mini, whole := miniShelf("20", "500", 12, 23, 46), batchShelf("20", 4, 8, 12, 16, 20, 24)
	plain := sldaShelf(catalog.Values{"topics": "20", "batch": "500"}, 46)
	if err := p.classMethods(book, "topics=20", runs, []shelf{mini, plain, whole}, after(),
		topic.Prior{Topics: 20, Batch: 500}, 46, of); err != nil {
		return err
	}
	if err := p.speed(book, runs, mini, whole, of); err != nil {
		return err
	}
	return p.courses(book, of, mini, whole, 500)
}

// speed says how much sooner mini-batches reach what the batch algorithm reaches.
func (p *page) speed(book *ledger, runs int, mini, whole shelf, of func(int) (*library, error)) error {
	rows := [][]string{{"run", "mini-batches", "CPU seconds", "batch is as good or better after", "times"}}
	for run := range runs {
		fast, err := book.course("topics=20", run, mini, of)
		if err != nil {
			return err
		}
		slow, err := book.course("topics=20", run, whole, of)
		if err != nil {
			return err
		}
		f := fast[len(fast)-1]
		seconds, times := "not in its steps", "–"
		for n, g := range slow {
			if g[testFigure] >= f[testFigure] {
				seconds = fmt.Sprintf("%.1f s (step %d, %.3f)", g[secondsFigure], whole.at[n], g[testFigure])
				times = fmt.Sprintf("%.1f", g[secondsFigure]/f[secondsFigure])
				break
			}
		}
		rows = append(rows, []string{fmt.Sprint(run + 1), fmt.Sprintf("%.3f", f[testFigure]), fmt.Sprintf("%.1f", f[secondsFigure]), seconds,
			times})
	}
	p.say("How soon: the test accuracy of mini-batches after two passes over the texts, and when the batch algorithm is as good (it is " +
		"looked at every fourth step).")
	p.table(rows)
	return nil
}

// courses is Fig. 5, the bound against the texts seen, and the test accuracy
// against time.
func (p *page) courses(book *ledger, of func(int) (*library, error), svi, batch shelf, size int) error {
	p.say("The bound by texts seen (Fig. 5), and the test accuracy by processor time, first run, 20 topics. The batch algorithm's bound " +
		"never falls; that of mini-batches is estimated from the batches since the line before. The paper's mini-batches rise faster; so do " +
		"these, as far as their estimate, which depends on the texts drawn, can tell.")
	rows := [][]string{{"method", "texts seen", "bound", "test accuracy", "CPU seconds"}}
	lines := []series{{Name: "batch"}, {Name: "mini-batch"}}
	for n, s := range []shelf{batch, svi} {
		c, err := book.course("topics=20", 0, s, of)
		if err != nil {
			return err
		}
		for at, f := range c {
			seen := float64(s.at[at] * size)
			if n == 0 {
				seen = float64(s.at[at]) * 11586
			}
			lines[n].X, lines[n].Y = append(lines[n].X, seen), append(lines[n].Y, f[boundFigure])
			rows = append(rows, []string{s.title, fmt.Sprintf("%.0f", seen), fmt.Sprintf("%.0f", f[boundFigure]), fmt.Sprintf("%.3f", f[testFigure]),
				fmt.Sprintf("%.1f", f[secondsFigure])})
		}
	}
	p.table(rows)
	return p.chart("bound", "newsgroups4", "bound by texts seen", lines)
}

// topicsLabelme is Fig. 9.
func topicsLabelme(p *page, data string) error {
	p.say("## MA-sLDA: LabelMe, Fig. 9")
	p.say("The paper's bags of visual words are not to be had: the bag here is derived from VGG16 features, and figures can't be compared. " +
		"The order of methods can. 20 topics; MA-sLDAc and sLDA in ten passes by mini-batches of 200 as in the paper, LDA in twenty over " +
		"everything.")
	dir := filepath.Join(data, "labelme")
	of := remember(func(int) (*library, error) {
		raw, _, err := dataset.Open(filepath.Join(dir, "labels.csv"))
		if err != nil {
			return nil, err
		}
		return shelve(dir, raw, "derived_bow.csv.gz", "test_derived_bow.csv.gz", false)
	})
	book, err := p.ledger(textColumns())
	if err != nil {
		return err
	}
	if err := p.classMethods(book, "topics=20", p.runs(3), []shelf{
		miniShelf("20", "200", 50), sldaShelf(catalog.Values{"topics": "20", "batch": "200"}, 50),
	}, after(), topic.Prior{Topics: 20}, 20, of); err != nil {
		return err
	}
	l, err := of(0)
	if err != nil {
		return err
	}
	var right [2]float64
	for n, method := range []string{"ds", "majority"} {
		o, err := run(l.Data, l.truth, method, nil, fit.Settings{Seed: 1}, 1)
		if err != nil {
			return err
		}
		right[n] = o.expected
	}
	p.say("Labels of the training images by Dawid–Skene, without the images: %.3f; by majority vote, a tie of t counting 1/t, %.3f (the "+
		"paper prints .769 for its copy).", right[0], right[1])
	return nil
}
