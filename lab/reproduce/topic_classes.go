package main

import (
	"fmt"
	"path/filepath"

	"concord/core/fit"
	"concord/lab/dataset"
	"concord/lab/reproduce/texts"
)

// fair says once how the comparisons are made.
func (p *page) fair(c *contest, more string) {
	p.say("Every method visits every text %d times, whether by mini-batches of %d texts (κ = .6) or in batch; after LDA, in batch, the "+
		"classifiers run until they settle. %s ± is half of a 95 %% interval over the runs (Student's t); “ahead by” compares run by run, "+
		"and counts as ahead only where its interval lies above 0.", c.passes, c.batch, more)
}

// topicsNewsgroups is Figs. 4 and 5 of the MA-sLDA paper.
func topicsNewsgroups(p *page, data string) error {
	p.say("## MA-sLDA: 20-Newsgroups, Figures 4 and 5")
	p.say("11,586 texts of four super-classes to learn from and 3,861 to test on; five simulated workers with accuracies .737 .468 .284 " +
		".278 .260, one label a text (in the paper .405 of them are right). The paper draws labels from confusion matrices that it does not " +
		"print: here a wrong label is any other class, all alike. Every run simulates the crowd anew. The paper's figure is a picture; it " +
		"shows MA-sLDAc above every baseline, by mini-batches best of all.")
	dir := filepath.Join(data, "newsgroups4")
	of := remember(func(run int) (*texts.Library, error) {
		labels, err := texts.Crowd(dir, newsWorkers(), uint64(run+1))
		if err != nil {
			return nil, err
		}
		return texts.Open(dir, labels, "bow.csv.gz", "test_bow.csv.gz", false)
	})
	book, err := p.ledger(textColumns())
	if err != nil {
		return err
	}
	c := &contest{book: book, of: of, runs: p.runs(10), passes: 12, trial: 2, texts: 11586, batch: 500}
	if err := c.choose(p); err != nil {
		return err
	}
	p.fair(c, "The training texts' column is the share of their labels that are right.")
	if err := p.both(c, "Figure 4", "newsgroups4", []string{"10", "40"}, 3); err != nil {
		return err
	}
	return p.courses(c)
}

// both is a table at the usual number of topics, with all runs and the paper's claim, and one of all numbers, of which the
// others have fewer.
func (p *page) both(c *contest, exhibit, title string, others []string, runs int) error {
	usual, err := c.figures(usualTopics, c.runs)
	if err != nil {
		return err
	}
	p.say("With %s topics:", usualTopics)
	p.compare(usual, 2)
	lead := usual[0]
	if mean(column(usual[1].runs, testFigure)) > mean(column(lead.runs, testFigure)) {
		lead = usual[1]
	}
	p.outdoes(exhibit, "MA-sLDAc is better than all baselines", append([]scored{lead}, usual[2:]...))
	p.say("By number of topics:")
	return p.sweep(title, "accuracy", []string{others[0], usualTopics, others[1]}, func(topics string) ([]scored, error) {
		if topics == usualTopics {
			return usual, nil
		}
		return c.figures(topics, min(runs, c.runs))
	})
}

// courses is Fig. 5: the bound of the whole corpus against the texts seen, and the test accuracy.
func (p *page) courses(c *contest) error {
	p.say("### Figure 5: the bound by texts seen")
	p.say("The bound of the whole corpus at the topics, weights and workers after so many texts, first run, %s topics. What a fit by "+
		"mini-batches reports in each step is an estimate from the texts of that step; its mean since the line before is in brackets.",
		usualTopics)
	rows := [][]string{{"method", "texts seen", "bound (estimate)", "test accuracy"}}
	lines := []series{{Name: "batch"}, {Name: "mini-batches"}}
	passes := []int{1, 2, 3, 6, 12}
	shelves := []shelf{
		c.shelf("MA-sLDAc, batch", "ma-sldac", usualTopics, false, passes...),
		c.shelf("MA-sLDAc, mini-batches", "ma-sldac", usualTopics, true, passes...),
	}
	ahead := make([][]float64, len(passes)) // mini-batches of batch, by run
	for run := range min(3, c.runs) {
		whole := make([]float64, len(passes))
		for n, s := range shelves {
			course, err := c.book.course("bound", run, s, c.of)
			if err != nil {
				return err
			}
			for at, f := range course {
				if n == 1 {
					ahead[at] = append(ahead[at], f[wholeFigure]-whole[at])
				}
				whole[at] = f[wholeFigure]
				if run > 0 {
					continue
				}
				seen := float64(passes[at] * c.texts)
				lines[n].X, lines[n].Y = append(lines[n].X, seen), append(lines[n].Y, f[wholeFigure])
				bound := fmt.Sprintf("%.0f", f[wholeFigure])
				if n == 1 {
					bound += fmt.Sprintf(" (%.0f)", f[boundFigure])
				}
				rows = append(rows, []string{s.title, fmt.Sprintf("%.0f", seen), bound, fmt.Sprintf("%.3f", f[testFigure])})
			}
		}
	}
	p.table(rows)
	var by []string
	for at, x := range ahead {
		m, half := spread(x)
		by = append(by, fmt.Sprintf("%+.0f ± %.0f after %s", m, half, count2(passes[at], "pass", "passes")))
	}
	begun, half := spread(ahead[0])
	end, width := spread(ahead[len(ahead)-1])
	p.claim("Figure 5", "the bound of mini-batches rises faster, and to higher values", verdict(begun-half > 0, end-width > 0),
		"mini-batches' bound less that of batch is %+.0f ± %.0f after %s and %+.0f ± %.0f after %s", begun, half,
		count2(passes[0], "pass", "passes"), end, width, count2(passes[len(passes)-1], "pass", "passes"))
	p.say("Mini-batches' bound less that of batch, %s: %s.",
		count2(len(ahead[0]), "run", "runs"), list(by))
	return p.chart("bound", "newsgroups4", "bound of the whole corpus by texts seen", lines)
}

// topicsLabelme is Fig. 9.
func topicsLabelme(p *page, data string) error {
	p.say("## MA-sLDA: LabelMe, Figure 9")
	p.say("The paper's bags of visual words are not to be had: the bag here is derived from VGG16 features, and figures can't be compared. " +
		"The order of methods can: the paper's figure is a picture; it shows MA-sLDAc above every baseline, batch slightly better. The labels " +
		"are the same in every run; runs differ by their seeds.")
	dir := filepath.Join(data, "labelme")
	of := remember(func(int) (*texts.Library, error) {
		raw, _, err := dataset.Open(filepath.Join(dir, "labels.csv"))
		if err != nil {
			return nil, err
		}
		return texts.Open(dir, raw, "derived_bow.csv.gz", "test_derived_bow.csv.gz", false)
	})
	book, err := p.ledger(textColumns())
	if err != nil {
		return err
	}
	c := &contest{book: book, of: of, runs: p.runs(10), passes: 10, trial: 4, texts: 1000, batch: 200, knn: true}
	if err := c.choose(p); err != nil {
		return err
	}
	p.fair(c, "The training column is the share of the training images' labels that are right.")
	if err := p.both(c, "Figure 9", "LabelMe", []string{"10", "40"}, 3); err != nil {
		return err
	}
	if p.counting {
		return nil
	}
	l, err := of(0)
	if err != nil {
		return err
	}
	var right [2]float64
	for n, method := range []string{"ds", "majority"} {
		o, err := run(l.Data, l.Truth, method, nil, fit.Settings{Seed: 1})
		if err != nil {
			return err
		}
		right[n] = o.expected
	}
	p.say("Labels of the training images by Dawid–Skene, without the images: %.3f; by majority vote, a tie of t counting 1/t, %.3f "+
		"(for the paper's .769 see Table 2).", right[0], right[1])
	return nil
}
