package texts

import (
	"math"

	"concord/core/crowd"

	"gonum.org/v1/gonum/stat"
)

// HoldOut takes the labels of every fifth text away and makes these the texts to
// test on, with the mean or the majority of their labels for the truth: what settings
// can be chosen by without a look at any truth.
func (l *Library) HoldOut() *Library {
	d := l.Data
	var task, worker, class []int32
	var value []float64
	words := &crowd.Words{Terms: d.Words.Terms, Start: []int32{0}}
	out := &Library{Truth: l.Truth, Number: l.Number}
	var shares []float64
	if !d.Numeric() {
		shares = crowd.Shares(d)
	}
	for i := range d.Tasks {
		from, to := d.Of(i)
		if i%5 == 0 && from < to {
			a, b := d.Words.Start[i], d.Words.Start[i+1]
			words.Term, words.Count = append(words.Term, d.Words.Term[a:b]...), append(words.Count, d.Words.Count[a:b]...)
			words.Start = append(words.Start, int32(len(words.Term)))
			if d.Numeric() {
				out.Wanted = append(out.Wanted, stat.Mean(d.Value[from:to], nil))
				continue
			}
			k, _ := crowd.Best(shares[i*d.Classes:(i+1)*d.Classes], i, 1)
			out.Want = append(out.Want, int32(k))
			continue
		}
		for n := from; n < to; n++ {
			task, worker = append(task, int32(i)), append(worker, d.Worker[n])
			if d.Numeric() {
				value = append(value, d.Value[n])
			} else {
				class = append(class, int32(d.Class[n]))
			}
		}
	}
	set := *l.Set
	set.Data = &crowd.Dataset{Words: d.Words}
	if d.Numeric() {
		set.Data.Labels = crowd.NewValues(d.Tasks, d.Workers, task, worker, value)
	} else {
		set.Data.Labels = crowd.NewLabels(d.Tasks, d.Workers, d.Classes, task, worker, class)
	}
	out.Set = &set
	tests := len(words.Start) - 1
	out.Test = &crowd.Dataset{Labels: crowd.Labels{Tasks: tests, Classes: d.Classes, Start: make([]int32, tests+1)}, Words: words}
	return out
}

// Weighted has the counts of words times (1 + log count) · idf over the count, rounded; terms of all texts vanish.
func (l *Library) Weighted() *Library {
	d := l.Data
	idf := make([]float64, d.Words.Terms)
	for _, v := range d.Words.Term {
		idf[v]++
	}
	for v, n := range idf {
		if n > 0 {
			idf[v] = math.Log(float64(d.Tasks) / n)
		}
	}
	weigh := func(w *crowd.Words) *crowd.Words {
		out := &crowd.Words{Terms: w.Terms, Start: []int32{0}}
		for i := range len(w.Start) - 1 {
			for n := w.Start[i]; n < w.Start[i+1]; n++ {
				if c := math.Round((1 + math.Log(float64(w.Count[n]))) * idf[w.Term[n]]); c > 0 {
					out.Term, out.Count = append(out.Term, w.Term[n]), append(out.Count, int32(c))
				}
			}
			out.Start = append(out.Start, int32(len(out.Term)))
		}
		return out
	}
	out, set, data, test := *l, *l.Set, *d, *l.Test
	data.Words, test.Words = weigh(d.Words), weigh(l.Test.Words)
	set.Data = &data
	out.Set, out.Test = &set, &test
	return &out
}
