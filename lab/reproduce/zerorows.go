package main

import (
	"fmt"
	"math"

	"concord/core/crowd"
)

// zeroRows shows what the paper's program makes of rows without evidence.
func zeroRows(p *page, data string) error {
	rows := [][]string{{"data", "DS: paper", "rows without evidence 0", "uniform, as Concord has them"}}
	for _, f := range fastSets() {
		if f.name != "labelme" && f.name != "bm" && f.name != "rte" {
			continue // the others depend on a random choice
		}
		s, err := load(data, f.name, "labels.csv")
		if err != nil {
			return err
		}
		d, _ := s.draw(f.most, f.most, 0)
		rows = append(rows, []string{f.title, fmt.Sprintf("%.2f", f.ds),
			fmt.Sprintf("%.2f", textbook(d, 0)), fmt.Sprintf("%.2f", textbook(d, 1/float64(d.Classes)))})
	}
	p.say("A worker who never met a class has a row without data in the confusion matrix. The paper's program leaves zeros there, Concord " +
		"has it uniform. Textbook EM with either, " +
		"on the sets where nothing is random:")
	p.table(rows)
	p.say("So LabelMe's printed figure is that of zero rows, to the last digit; Concord's is another optimum of a higher likelihood.")
	return nil
}

// textbook is EM from the vote shares to Σ|Δp| < 1e-4, in plain products, with
// rows without evidence filled as told. It returns −log L.
func textbook(d *crowd.Dataset, fill float64) float64 {
	k := d.Classes
	q := crowd.Shares(d)
	last := make([]float64, k)
	for step := 0; ; step++ {
		prior := make([]float64, k)
		for i, v := range q {
			prior[i%k] += v / float64(d.Tasks)
		}
		pi := crowd.Counts(&d.Labels, q)
		for at := 0; at < len(pi); at += k {
			var sum float64
			for _, v := range pi[at : at+k] {
				sum += v
			}
			for l := at; l < at+k; l++ {
				if sum > 0 {
					pi[l] /= sum
				} else {
					pi[l] = fill
				}
			}
		}
		var logL float64
		for i := range d.Tasks {
			row := q[i*k : (i+1)*k]
			copy(row, prior)
			from, to := d.Of(i)
			for n := from; n < to; n++ {
				for t := range row {
					row[t] *= pi[int(d.Worker[n])*k*k+t*k+int(d.Class[n])]
				}
			}
			var sum float64
			for _, v := range row {
				sum += v
			}
			logL += math.Log(sum)
			for t := range row {
				row[t] /= sum
			}
		}
		var moved float64
		for t := range prior {
			moved += math.Abs(prior[t] - last[t])
		}
		if step > 0 && moved < 1e-4 {
			return -logL
		}
		copy(last, prior)
	}
}
