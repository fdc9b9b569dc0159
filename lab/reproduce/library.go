package main

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"

	"concord/core/crowd"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/layout/choice"
	"concord/core/scan"
	"concord/core/sidefile"
	"concord/lab/dataset"
)

// library are labelled texts and others to test on, through the ordinary intake.
type library struct {
	*labels.Set
	test    *crowd.Dataset
	truth   []int32 // by task, and of the test texts
	want    []int32
	number  []float64 // in place of these, where labels are numbers
	wanted  []float64
	biasOf  map[string]float64 // of workers, where known
	spreads map[string]float64 // the variances
}

// shelve reads the labels, which may be made up, and the texts of a data set.
func shelve(dir string, votes []byte, bow, testBow string, numeric bool) (*library, error) {
	l := &library{}
	guess, err := layout.Detect("labels.csv", votes)
	if err != nil {
		return nil, err
	}
	guess.Numeric = numeric
	if l.Set, err = labels.Read("labels.csv", bytes.NewReader(votes), &guess.Layout, scan.Options{Skip: true}); err != nil {
		return nil, err
	}
	raw, guess, err := dataset.Open(filepath.Join(dir, bow))
	if err != nil {
		return nil, err
	}
	texts, err := sidefile.Texts(bow, bytes.NewReader(raw), guess, l.Set, choice.Words{}, scan.Options{})
	if err != nil {
		return nil, err
	}
	l.Data.Words = texts.Words
	if raw, guess, err = dataset.Open(filepath.Join(dir, testBow)); err != nil {
		return nil, err
	}
	tasks, words, _, _, err := texts.MoreTexts(testBow, bytes.NewReader(raw), guess, scan.Options{})
	if err != nil {
		return nil, err
	}
	l.test = &crowd.Dataset{Labels: crowd.Labels{Tasks: len(tasks), Classes: l.Data.Classes, Start: make([]int32, len(tasks)+1)}, Words: words}
	names := make([]string, l.Data.Tasks)
	for i := range names {
		names[i] = l.Tasks.At(i)
	}
	if l.truth, l.number, err = l.known(filepath.Join(dir, "truth.csv"), names, numeric); err != nil {
		return nil, err
	}
	l.want, l.wanted, err = l.known(filepath.Join(dir, "test_truth.csv"), tasks, numeric)
	return l, err
}

// known reads the truth of tasks.
func (l *library) known(path string, tasks []string, numeric bool) (class []int32, value []float64, err error) {
	rows, err := records(path)
	if err != nil {
		return nil, nil, err
	}
	cell := map[string]string{}
	for _, row := range rows {
		cell[row[0]] = row[1]
	}
	for _, name := range tasks {
		if numeric {
			x, err := strconv.ParseFloat(cell[name], 64)
			if err != nil {
				x = math.NaN()
			}
			value = append(value, x)
			continue
		}
		k, ok := l.Classes.Find(cell[name])
		if !ok {
			k = crowd.Unknown
		}
		class = append(class, int32(k))
	}
	return class, value, nil
}

// crowdOf makes up labels of texts: one worker each, who is right with their
// accuracy and else names another class at random.
func crowdOf(dir string, accuracy []float64, seed uint64) ([]byte, error) {
	rows, err := records(filepath.Join(dir, "truth.csv"))
	if err != nil {
		return nil, err
	}
	var classes []string
	for _, row := range rows {
		if !slices.Contains(classes, row[1]) {
			classes = append(classes, row[1])
		}
	}
	src := rand.New(rand.NewPCG(seed, 5))
	var b bytes.Buffer
	b.WriteString("task,worker,label\n")
	for _, row := range rows {
		j, k := src.IntN(len(accuracy)), slices.Index(classes, row[1])
		if src.Float64() > accuracy[j] {
			k = (k + 1 + src.IntN(len(classes)-1)) % len(classes)
		}
		fmt.Fprintf(&b, "%s,w%d,%s\n", row[0], j, classes[k])
	}
	return b.Bytes(), nil
}

// numbers reads a set of texts with numbers.
func numbers(dir string) (*library, error) {
	raw, _, err := dataset.Open(filepath.Join(dir, "labels.csv"))
	if err != nil {
		return nil, err
	}
	l, err := shelve(dir, raw, "bow.csv.gz", "test_bow.csv.gz", true)
	if err != nil {
		return nil, err
	}
	rows, err := records(filepath.Join(dir, "annotators.csv"))
	if err != nil {
		return nil, err
	}
	l.biasOf, l.spreads = map[string]float64{}, map[string]float64{}
	for _, row := range rows {
		for c, of := range []map[string]float64{l.biasOf, l.spreads} {
			if of[row[0]], err = strconv.ParseFloat(row[c+1], 64); err != nil {
				return nil, err
			}
		}
	}
	return l, nil
}
