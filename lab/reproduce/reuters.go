package main

import (
	"path/filepath"

	"concord/lab/dataset"
	"concord/lab/reproduce/texts"
)

// topicsReuters is a stand-in for Fig. 7.
func topicsReuters(p *page, data string) error {
	p.say("## MA-sLDA: Reuters, Figure 7")
	p.say("The paper's 1,800 documents with their labels are not public: their labels are (`reuters_amt`, 1,786 of them by 38 workers), and " +
		"so is the collection that they are from (`reuters_r8`), but nothing joins the two. The stand-in: every run draws 1,800 documents of " +
		"the collection to learn from, and tests on the other 5,874; each gets the workers of a labelled document drawn at random, and each " +
		"of these a label drawn from their own confusion matrix, estimated from the truth. Classes are matched by their numbers of documents. " +
		"The paper's figure is a picture; it shows MA-sLDAc above all others, batch slightly better.")
	real, err := dataset.Load(data, "reuters_amt", "labels.csv")
	if err != nil {
		return err
	}
	of := remember(func(run int) (*texts.Library, error) {
		return texts.StandIn(filepath.Join(data, "reuters_r8"), real, uint64(run+1))
	})
	book, err := p.ledger(textColumns())
	if err != nil {
		return err
	}
	c := &contest{book: book, of: of, runs: p.runs(10), passes: 10, trial: 4, texts: 1800, batch: 300}
	if err := c.choose(p); err != nil {
		return err
	}
	p.fair(c, "The training column is the share of the training documents' labels that are right.")
	return p.both(c, "Figure 7", "Reuters, stand-in", []string{"10", "40"}, 3)
}
