package main

import (
	"fmt"
	"strings"

	"concord/lab/reproduce/gpc"
)

// gpcSentiment is Table 3.
func gpcSentiment(p *page, data string) error {
	c, err := gpc.Load(data, "sp")
	if err != nil {
		return err
	}
	p.say("### Table 3: sentiment polarity, real workers; accuracy / AUC")
	paper := map[string]string{"GOLD": ".987 / .999 | .723 / .785", "MV": ".886 / .923 | .719 / .781", "MA": ".900 / .944 | .721 / .783",
		"CONC": "– | –"}
	rows := [][]string{{"method", "training: paper", "test: paper", "training: Concord", "test: Concord"}}
	book, err := p.ledger([]string{"method"}, gpc.VerdictColumns())
	if err != nil {
		return err
	}
	out := make([]gpc.Verdict, len(gpc.Variants()))
	d, truth := c.Against(c.Names[1])
	if err := parallel(len(out), func(n int) error {
		f, err := book.once(func() ([]float64, error) {
			o, err := gpc.Classify(d, gpc.Variants()[n], truth, c.Test, 1)
			return o.Figures(), err
		}, gpc.Variants()[n].Name)
		if err == nil {
			out[n] = gpc.NewVerdict(f)
		}
		return err
	}); err != nil {
		return err
	}
	for n, v := range gpc.Variants() {
		printed := strings.Split(paper[v.Name], " | ")
		rows = append(rows, []string{v.Name, printed[0], printed[1],
			fmt.Sprintf("%.3f / %.3f", out[n].TrainAccuracy, out[n].TrainArea), fmt.Sprintf("%.3f / %.3f", out[n].Accuracy, out[n].Area)})
	}
	p.table(rows)
	p.say("The authors' features and test sentences are not public: these are %d features of our own (a latent semantic analysis of the %d "+
		"training sentences) and %d "+
		"other sentences of the same collection, so that the rows are comparable with each other, not with the paper's. "+
		"With %d tasks Concord works with 200 inducing points; the paper gave CONC up as too expensive, which takes no longer here, since all "+
		"labels of a task share one latent value.",
		len(c.X[0]), len(c.X), len(c.Test.X), len(c.X))
	return nil
}
