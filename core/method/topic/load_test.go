package topic

import (
	"bufio"
	"compress/gzip"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"concord/core/crowd"
	"concord/internal/shared"
)

// text is a set of shared/data with bags of words.
type text struct {
	data, test  *crowd.Dataset
	truth, want []float64 // of the training and the test documents
	bias        []float64 // of the workers, as it was
	labels      []int     // of each worker
}

// loadText reads a set of texts with numbers.
func loadText(t testing.TB, name string) *text {
	vocabulary := map[string]int32{}
	read := func(file string, grow bool) (map[string]int32, [][2][]int32) {
		f, err := os.Open(filepath.Join(shared.Dir(t), "data", name, file))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		g, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		tasks := map[string]int32{}
		var docs [][2][]int32
		s := bufio.NewScanner(g)
		s.Scan()
		for s.Scan() {
			cells := strings.Split(s.Text(), ",")
			v, ok := vocabulary[cells[1]]
			if !ok {
				if !grow {
					continue
				}
				v = int32(len(vocabulary))
				vocabulary[cells[1]] = v
			}
			i, ok := tasks[cells[0]]
			if !ok {
				i = int32(len(docs))
				tasks[cells[0]] = i
				docs = append(docs, [2][]int32{})
			}
			c, _ := strconv.Atoi(cells[2])
			docs[i][0] = append(docs[i][0], v)
			docs[i][1] = append(docs[i][1], int32(c))
		}
		return tasks, docs
	}
	pack := func(docs [][2][]int32) *crowd.Words {
		w := &crowd.Words{Terms: len(vocabulary), Start: []int32{0}}
		for _, d := range docs {
			w.Term = append(w.Term, d[0]...)
			w.Count = append(w.Count, d[1]...)
			w.Start = append(w.Start, int32(len(w.Term)))
		}
		return w
	}
	out := &text{}
	tasks, docs := read("bow.csv.gz", true)
	out.data = &crowd.Dataset{Words: pack(docs)}
	out.truth = make([]float64, len(docs))
	for _, row := range shared.Records(t, "data", name, "truth.csv") {
		if i, ok := tasks[row[0]]; ok {
			out.truth[i] = shared.Float(t, row[1])
		}
	}
	var task, worker []int32
	var value []float64
	workers := map[string]int32{}
	for _, row := range shared.Records(t, "data", name, "labels.csv") {
		i, ok := tasks[row[0]]
		if !ok {
			continue
		}
		j, ok := workers[row[1]]
		if !ok {
			j = int32(len(workers))
			workers[row[1]] = j
			out.labels = append(out.labels, 0)
		}
		out.labels[j]++
		task, worker, value = append(task, i), append(worker, j), append(value, shared.Float(t, row[2]))
	}
	out.data.Labels = crowd.NewValues(len(docs), len(workers), task, worker, value)
	out.bias = make([]float64, len(workers))
	for _, row := range shared.Records(t, "data", name, "annotators.csv") {
		if j, ok := workers[row[0]]; ok {
			out.bias[j] = shared.Float(t, row[1])
		}
	}
	tests, tdocs := read("test_bow.csv.gz", false)
	out.test = &crowd.Dataset{Labels: crowd.Labels{Tasks: len(tdocs), Start: make([]int32, len(tdocs)+1)}, Words: pack(tdocs)}
	out.want = make([]float64, len(tdocs))
	for _, row := range shared.Records(t, "data", name, "test_truth.csv") {
		if i, ok := tests[row[0]]; ok {
			out.want[i] = shared.Float(t, row[1])
		}
	}
	return out
}
