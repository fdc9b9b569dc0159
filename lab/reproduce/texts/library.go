// Package texts reads, or makes up, the labelled texts that the experiments with topic models learn from.
package texts

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/scan"
	"concord/core/sidefile"
	"concord/lab/dataset"
)

// Library are labelled texts and others to test on, through the ordinary intake.
type Library struct {
	*labels.Set
	Test     *crowd.Dataset
	Truth    []int32 // by task, and of the test texts
	Want     []int32
	Number   []float64 // in place of these, where labels are numbers
	Wanted   []float64
	Bias     map[string]float64 // of workers, where known
	Variance map[string]float64
}

// Open reads the labels, which may be made up, and the texts of a data set.
func Open(dir string, votes []byte, bow, testBow string, numeric bool) (*Library, error) {
	l, err := labelled(votes, numeric)
	if err != nil {
		return nil, err
	}
	raw, _, err := dataset.Open(filepath.Join(dir, bow))
	if err != nil {
		return nil, err
	}
	tests, _, err := dataset.Open(filepath.Join(dir, testBow))
	if err != nil {
		return nil, err
	}
	names, err := l.read(bow, raw, testBow, tests)
	if err != nil {
		return nil, err
	}
	own, err := truths(filepath.Join(dir, "truth.csv"))
	if err != nil {
		return nil, err
	}
	others, err := truths(filepath.Join(dir, "test_truth.csv"))
	l.know(own, others, names)
	return l, err
}

// bind makes a library of tables in memory: labels, texts, texts to test on, and their classes.
func bind(votes, texts, tests []byte, own, others map[string]string) (*Library, error) {
	l, err := labelled(votes, false)
	if err != nil {
		return nil, err
	}
	names, err := l.read("tokens.csv", texts, "test_tokens.csv", tests)
	l.know(own, others, names)
	return l, err
}

// labelled reads labels.
func labelled(votes []byte, numeric bool) (*Library, error) {
	guess, err := layout.Detect("labels.csv", votes)
	if err != nil {
		return nil, err
	}
	guess.Numeric = numeric
	l := &Library{}
	guess.Skip = true
	l.Set, err = labels.Read("labels.csv", bytes.NewReader(votes), &guess.Layout, scan.Options{})
	return l, err
}

// read reads the texts of the tasks, and others to test on, whose names it returns.
func (l *Library) read(name string, raw []byte, testName string, tests []byte) (tasks []string, err error) {
	guess, err := layout.Detect(name, raw)
	if err != nil {
		return nil, err
	}
	texts, err := sidefile.Texts(name, bytes.NewReader(raw), guess, l.Set, api.Words{}, scan.Options{})
	if err != nil {
		return nil, err
	}
	l.Data.Words = texts.Words
	if guess, err = layout.Detect(testName, tests); err != nil {
		return nil, err
	}
	tasks, words, _, _, err := texts.MoreTexts(testName, bytes.NewReader(tests), guess, scan.Options{})
	l.Test = &crowd.Dataset{Labels: crowd.Labels{Tasks: len(tasks), Classes: l.Data.Classes, Start: make([]int32, len(tasks)+1)}, Words: words}
	return tasks, err
}

// truths reads task,label rows.
func truths(path string) (map[string]string, error) {
	rows, err := dataset.Records(path)
	cell := map[string]string{}
	for _, row := range rows {
		cell[row[0]] = row[1]
	}
	return cell, err
}

// know sets the truth of the tasks and of the texts to test on.
func (l *Library) know(own, others map[string]string, tests []string) {
	names := make([]string, l.Data.Tasks)
	for i := range names {
		names[i] = l.Tasks.At(i)
	}
	l.Truth, l.Number = l.known(own, names)
	l.Want, l.Wanted = l.known(others, tests)
}

// known returns the classes or numbers of tasks.
func (l *Library) known(cell map[string]string, tasks []string) (class []int32, value []float64) {
	for _, name := range tasks {
		if l.Data.Numeric() {
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
	return class, value
}

// Crowd makes up labels of texts: one worker each, who is right with their
// accuracy and else names another class at random.
func Crowd(dir string, accuracy []float64, seed uint64) ([]byte, error) {
	rows, err := dataset.Records(filepath.Join(dir, "truth.csv"))
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

// Numbers reads a set of texts with numbers.
func Numbers(dir string) (*Library, error) {
	raw, _, err := dataset.Open(filepath.Join(dir, "labels.csv"))
	if err != nil {
		return nil, err
	}
	l, err := Open(dir, raw, "bow.csv.gz", "test_bow.csv.gz", true)
	if err != nil {
		return nil, err
	}
	rows, err := dataset.Records(filepath.Join(dir, "annotators.csv"))
	if err != nil {
		return nil, err
	}
	l.Bias, l.Variance = map[string]float64{}, map[string]float64{}
	for _, row := range rows {
		for c, of := range []map[string]float64{l.Bias, l.Variance} {
			if of[row[0]], err = strconv.ParseFloat(row[c+1], 64); err != nil {
				return nil, err
			}
		}
	}
	return l, nil
}
