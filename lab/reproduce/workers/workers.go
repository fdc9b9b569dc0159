// Package workers compares what is estimated of the workers of a data set with the truth, as figures of the papers do.
package workers

import (
	"math"
	"slices"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/export"
	"concord/core/fit"
	"concord/core/kind/all"
	"concord/core/labels"
	"concord/core/metric"
	"concord/core/workers"

	"gonum.org/v1/gonum/stat"
)

// Boxes are boxplots of the labels, accuracies or, where labels are numbers, biases and variances of the workers, as
// estimated and by the truth, and how far the estimated accuracies are from the true ones (nil for numbers).
func Boxes(set *labels.Set, truth []int32, number []float64, r *fit.Result) ([]api.Box, *api.Against, error) {
	cut, err := all.Of(&api.Choices{Numeric: set.Data.Numeric()}).Cut(set, nil)
	if err != nil {
		return nil, nil, err
	}
	a, err := export.New(export.Of(cut), r, 1, nil, nil)
	if err != nil {
		return nil, nil, err
	}
	if set.Data.Numeric() {
		a.TrueOffsets = metric.OffsetsOf(&set.Data.Labels, func(i int) float64 { return number[i] })
		return workers.Boxes(nil, a), nil, nil
	}
	s := workers.Stand(workers.Crowd{Answers: a.Label, Truth: truth, Each: 1, Spread: a.Spread(),
		Workers: set.Workers.At, Labels: set.Classes.At},
		&workers.Cohort{Data: set.Data, Accuracy: a.Accuracy})
	return workers.Boxes(s, a), s.Against(), nil
}

// Confusion has the confusion matrices of the workers, K×K each, against the truth.
type Confusion struct {
	Cell  []float64 // M×K×K, a row all 0 where a worker has no labels of the class
	Met   []int     // M×K, labels of each true class
	Given []int     // M, the sum of these
}

// Confusions counts the workers' labels of tasks with a truth.
func Confusions(d *crowd.Labels, truth []int32) *Confusion {
	k := d.Classes
	c := &Confusion{make([]float64, d.Workers*k*k), make([]int, d.Workers*k), make([]int, d.Workers)}
	for i, z := range truth {
		if z == crowd.Unknown {
			continue
		}
		from, to := d.Of(i)
		for n := from; n < to; n++ {
			row := int(d.Worker[n])*k + int(z)
			c.Cell[row*k+int(d.Class[n])]++
			c.Met[row]++
			c.Given[d.Worker[n]]++
		}
	}
	for row, n := range c.Met {
		for l := row * k; l < (row+1)*k; l++ {
			c.Cell[l] /= float64(max(n, 1))
		}
	}
	return c
}

// Off is the share of worker j's labels that an estimated matrix puts on another class than they gave: the total variation
// distance of its rows from the true ones, a row counting as often as the worker met the class.
func (c *Confusion) Off(estimate []float64, j int) float64 {
	k := len(c.Met) / len(c.Given)
	var sum float64
	for z, n := range c.Met[j*k : (j+1)*k] {
		at := (j*k + z) * k
		for l := at; l < at+k; l++ {
			sum += float64(n) * math.Abs(c.Cell[l]-estimate[l]) / 2
		}
	}
	return sum / float64(c.Given[j])
}

// Busiest are the n workers with most labels, the busiest first.
func (c *Confusion) Busiest(n int) []int {
	order := make([]int, len(c.Given))
	for j := range order {
		order[j] = j
	}
	slices.SortStableFunc(order, func(a, b int) int { return c.Given[b] - c.Given[a] })
	return order[:min(n, len(order))]
}

// Summary is a row of the MA-sLDA paper's table of data with classes.
type Summary struct {
	Answers, AnswersSpread   float64 // a task, and the standard deviation
	Accuracy, AccuracySpread float64 // of the workers, each counting once
	Majority                 float64 // accuracy of the majority vote, a tie broken at random
	Lowest                   float64 // and a tie to the class whose name sorts first
}

// Summarise sums up labels of tasks whose truth is known.
func Summarise(d *crowd.Labels, truth []int32, class func(k int) string) Summary {
	answers, accuracy := make([]float64, d.Tasks), make([]float64, d.Workers)
	shares := crowd.Shares(&crowd.Dataset{Labels: *d})
	s := Summary{Majority: metric.Accuracy(shares, truth, d.Classes, 1).Expected}
	for i, z := range truth {
		from, to := d.Of(i)
		answers[i] = float64(to - from)
		row := shares[i*d.Classes : (i+1)*d.Classes]
		best := 0
		for k, v := range row {
			if v > row[best] || v == row[best] && class(k) < class(best) {
				best = k
			}
		}
		if best == int(z) {
			s.Lowest += 1 / float64(d.Tasks)
		}
	}
	c := Confusions(d, truth)
	for j := range accuracy {
		accuracy[j] = c.Accuracy(j)
	}
	s.Answers, s.AnswersSpread = stat.PopMeanStdDev(answers, nil)
	s.Accuracy, s.AccuracySpread = stat.PopMeanStdDev(accuracy, nil)
	return s
}

// Accuracy is the share of worker j's labels that are right.
func (c *Confusion) Accuracy(j int) float64 {
	k := len(c.Met) / len(c.Given)
	var right float64
	for z, n := range c.Met[j*k : (j+1)*k] {
		right += float64(n) * c.Cell[(j*k+z)*k+z]
	}
	return right / float64(c.Given[j])
}

// Whole is the confusion matrix of all labels, for each of the workers: what is known of them by the crowd alone.
func (c *Confusion) Whole() []float64 {
	m := len(c.Given)
	k := len(c.Met) / m
	all, met := make([]float64, k*k), make([]float64, k)
	for row, n := range c.Met {
		z := row % k
		met[z] += float64(n)
		for l := range k {
			all[z*k+l] += float64(n) * c.Cell[row*k+l]
		}
	}
	for at := range all {
		all[at] /= max(met[at/k], 1)
	}
	return slices.Repeat(all, m)
}
