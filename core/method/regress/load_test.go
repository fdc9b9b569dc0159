package regress

import (
	"math"
	"strconv"
	"testing"

	"concord/core/crowd"
	"concord/internal/shared"
)

// table reads a file of features: task and numbers.
func table(t testing.TB, set, file string) (names []string, rows [][]float64) {
	for _, cells := range shared.Records(t, "data", set, file) {
		row := make([]float64, len(cells)-1)
		for c, s := range cells[1:] {
			row[c] = shared.Float(t, s)
		}
		names, rows = append(names, cells[0]), append(rows, row)
	}
	return names, rows
}

// standardise scales the columns of both tables by the mean and the deviation of
// the first.
func standardise(rows, test [][]float64) {
	for d := range rows[0] {
		var m, s float64
		for _, r := range rows {
			m += r[d] / float64(len(rows))
		}
		for _, r := range rows {
			s += (r[d] - m) * (r[d] - m) / float64(len(rows))
		}
		s = math.Sqrt(s)
		if s < 1e-12 {
			s = 1
		}
		for _, r := range rows {
			r[d] = (r[d] - m) / s
		}
		for _, r := range test {
			r[d] = (r[d] - m) / s
		}
	}
}

// loadFeatures loads a set with its features, standardised.
func loadFeatures(t testing.TB, set string) *shared.Set {
	s := shared.Load(t, set, "labels.csv")
	names, rows := table(t, set, "features.csv")
	standardise(rows, nil)
	at := map[string]int{}
	for n, name := range names {
		at[name] = n
	}
	f := &crowd.Features{Names: make([]string, len(rows[0]))}
	for _, name := range s.Tasks {
		f.X = append(f.X, rows[at[name]]...)
	}
	s.Data.Features = f
	return s
}

// corpus is a set of texts with numeric labels.
type corpus struct {
	data, test *crowd.Dataset
	truth      []float64 // of the test texts
}

func loadCorpus(t testing.TB, set string) *corpus {
	bag := func(file string, terms int) (*crowd.Words, map[string]int32) {
		w, tasks := &crowd.Words{Terms: terms, Start: []int32{0}}, map[string]int32{}
		last := ""
		for _, row := range shared.Records(t, "data", set, file) {
			if row[0] != last {
				tasks[row[0]] = int32(len(tasks))
				w.Start = append(w.Start, 0)
				last = row[0]
			}
			term, _ := strconv.Atoi(row[1])
			n, _ := strconv.Atoi(row[2])
			if terms == 0 {
				w.Terms = max(w.Terms, term+1)
			}
			w.Term, w.Count = append(w.Term, int32(term)), append(w.Count, int32(n))
			w.Start[len(w.Start)-1] = int32(len(w.Term))
		}
		return w, tasks
	}
	words, tasks := bag("bow.csv", 0)
	c := &corpus{data: &crowd.Dataset{Words: words}}
	var task, worker []int32
	var value []float64
	workers := map[string]int32{}
	for _, row := range shared.Records(t, "data", set, "labels.csv") {
		i, ok := tasks[row[0]]
		if !ok {
			continue
		}
		if _, ok := workers[row[1]]; !ok {
			workers[row[1]] = int32(len(workers))
		}
		task, worker, value = append(task, i), append(worker, workers[row[1]]), append(value, shared.Float(t, row[2]))
	}
	c.data.Labels = crowd.NewValues(len(tasks), len(workers), task, worker, value)
	words, tasks = bag("test_bow.csv", words.Terms)
	c.test = &crowd.Dataset{Words: words}
	c.truth = make([]float64, len(tasks))
	for _, row := range shared.Records(t, "data", set, "test_truth.csv") {
		if i, ok := tasks[row[0]]; ok {
			c.truth[i] = shared.Float(t, row[1])
		}
	}
	return c
}

func rSquared(guess, truth []float64) float64 {
	var mean, residual, total float64
	for _, y := range truth {
		mean += y / float64(len(truth))
	}
	for i, y := range truth {
		residual += (y - guess[i]) * (y - guess[i])
		total += (y - mean) * (y - mean)
	}
	return 1 - residual/total
}
