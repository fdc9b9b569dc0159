package main

import "concord/core/crowd"

// holdOut takes the labels of every fifth text away and makes these the texts to
// test on, with the mean or the majority of their labels for the truth: what settings
// can be chosen by without a look at any truth.
func (l *library) holdOut() *library {
	d := l.Data
	var task, worker, class []int32
	var value []float64
	words := &crowd.Words{Terms: d.Words.Terms, Start: []int32{0}}
	out := &library{truth: l.truth, number: l.number}
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
				out.wanted = append(out.wanted, mean(d.Value[from:to]))
				continue
			}
			k, _ := crowd.Best(shares[i*d.Classes:(i+1)*d.Classes], i, 1)
			out.want = append(out.want, int32(k))
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
	out.test = &crowd.Dataset{Labels: crowd.Labels{Tasks: tests, Classes: d.Classes, Start: make([]int32, tests+1)}, Words: words}
	return out
}
