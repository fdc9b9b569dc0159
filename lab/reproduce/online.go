package main

import (
	"fmt"
	"time"

	"concord/core/catalog"
	"concord/core/fit"
	"concord/core/method/dawidskene"
	"concord/core/metric"
)

// online is Tables 3 and 4 of the Fast Dawid-Skene paper.
func online(p *page, data string) error {
	s, err := load(data, "sp", "labels.csv")
	if err != nil {
		return err
	}
	p.say("### Table 3: online aggregation on SP, five labels a task")
	p.say("All three methods stream: a quarter of the tasks is fitted as a whole, and then each further task is taken in as it arrives, by " +
		"its majority vote, an M-step, " +
		"an E-step for this task alone and another M-step. Its label is the one that it gets then, as in the paper; nothing looks at it " +
		"again. DS counts a task for every class, " +
		"by its vote shares and then its posterior; Hybrid has turned to FDS by the end of the first quarter, and goes on so. The paper does " +
		"not say how many tasks come " +
		"first. Steps are those on the first tasks, seconds those of the whole stream.")
	rows := [][]string{{"", "DS", "FDS", "Hybrid"}}
	accuracy, seconds, steps := []string{"accuracy %, paper / Concord"}, []string{"seconds, paper / Concord"},
		[]string{"steps, paper / Concord"}
	for _, m := range []struct {
		stream  dawidskene.Stream
		printed [3]string
	}{
		{dawidskene.StreamDS, [3]string{"90.94", "4.40", "26"}},
		{dawidskene.StreamFDS, [3]string{"90.60", "3.76", "4"}},
		{dawidskene.StreamHybrid, [3]string{"90.64", "4.09", "5"}},
	} {
		var a, t, n []float64
		for draw := range 4 * draws {
			d, truth := s.draw(5, 5, uint64(draw))
			start := time.Now()
			r, err := fit.Run(d, &dawidskene.OnlineFDS{Stream: m.stream}, fit.Settings{Seed: uint64(draw)})
			if err != nil {
				return err
			}
			t = append(t, time.Since(start).Seconds())
			a = append(a, metric.Accuracy(r.Posterior, truth, d.Classes, uint64(draw)).Accuracy)
			first := 0
			for _, step := range r.Trace {
				if step.Flips >= 0 { // not counted once tasks stream in
					first++
				}
			}
			n = append(n, float64(first))
		}
		accuracy = append(accuracy, m.printed[0]+" / "+percent(mean(a)))
		seconds = append(seconds, fmt.Sprintf("%s / %.4f", m.printed[1], mean(t)))
		steps = append(steps, fmt.Sprintf("%s / %.1f", m.printed[2], mean(n)))
	}
	p.table(append(rows, accuracy, seconds, steps))
	p.say("### Table 4: online against offline FDS on SP, accuracy in %%")
	rows = [][]string{{"labels per task", "FDS: paper", "Concord", "online: paper", "Concord, on arrival", "difference: paper", "Concord",
		"Concord, after a last look"}}
	paper := map[int][2]float64{2: {85.59, 83.57}, 3: {88.41, 88.06}, 4: {90.02, 89.90}, 5: {90.74, 90.60}}
	for n := 2; n <= 5; n++ {
		var off, on, again []float64
		for draw := range 4 * draws {
			d, truth := s.draw(5, n, uint64(draw))
			for _, m := range []struct {
				name   string
				values catalog.Values
				to     *[]float64
			}{{"fds", nil, &off}, {"online-fds", nil, &on}, {"online-fds", catalog.Values{"labels": "again"}, &again}} {
				o, err := run(d, truth, m.name, m.values, fit.Settings{Seed: uint64(draw)}, 1)
				if err != nil {
					return err
				}
				*m.to = append(*m.to, o.accuracy)
			}
		}
		rows = append(rows, []string{
			fmt.Sprint(n), fmt.Sprintf("%.2f", paper[n][0]), percent(mean(off)), fmt.Sprintf("%.2f", paper[n][1]), percent(mean(on)),
			fmt.Sprintf("%+.2f", paper[n][1]-paper[n][0]), fmt.Sprintf("%+.2f", 100*(mean(on)-mean(off))), percent(mean(again)),
		})
	}
	p.table(rows)
	p.say("Means of %d random choices of labels, as in Table 3. “On arrival” is how labels are given by default; the last look "+
		"(`labels=again`), which is not in the paper, labels "+
		"every task once more by the parameters of the end of the stream.", 4*draws)
	return nil
}
