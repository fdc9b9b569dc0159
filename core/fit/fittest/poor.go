package fittest

import (
	"math/rand/v2"

	"concord/core/crowd"
)

// poorly is a data set with little to learn from, or one that is merely odd.
type poorly struct {
	name string
	odd  bool
	*crowd.Dataset
}

// poor returns data sets at the edge of what there is.
func (w world) poor() []poorly {
	list := []poorly{
		{"one worker", false, w.draw(2, 12, 1, 1).Dataset},
		{"two workers", false, w.draw(2, 12, 2, 1).Dataset},
		{"one task", false, w.draw(2, 1, 5, 5).Dataset},
		{"one task, one worker", false, w.draw(2, 1, 1, 1).Dataset},
		{"no labels", false, w.only(3, 2, func(int, int32) bool { return false })},
		{"one label", false, w.only(3, 2, func(n int, _ int32) bool { return n == 0 })},
		{"a task without labels", true, w.only(30, 8, func(_ int, i int32) bool { return i != 4 })},
		{"most tasks without labels", true, w.only(30, 8, func(_ int, i int32) bool { return i%5 == 0 })},
		{"a worker who repeats", true, w.twice()},
		{"a worker without labels", true, w.grow(func(d *crowd.Dataset) { d.Workers++ })},
	}
	if w.classes > 0 {
		list = append(list,
			poorly{"one class", false, w.one(1)},
			poorly{"everybody names one class of several", false, w.one(w.classes)},
			poorly{"a class that nobody names", w.extra != comparisons, w.grow(func(d *crowd.Dataset) { d.Classes++ })},
			poorly{"workers who guess", false, w.guess()},
		)
	} else {
		same := w.draw(2, 12, 4, 3).Dataset
		for n := range same.Value {
			same.Value[n] = 3
		}
		list = append(list, poorly{"one value", false, same})
	}
	return list
}

// only keeps the labels that keep wants: n counts them, i is their task.
func (w world) only(tasks, workers int, keep func(n int, i int32) bool) *crowd.Dataset {
	d := w.draw(2, tasks, workers, 5).Dataset
	var kept []label
	for n, l := range labelsOf(d) {
		if keep(n, l.task) {
			kept = append(kept, l)
		}
	}
	return with(d, kept)
}

// twice has worker 0 give each label again.
func (w world) twice() *crowd.Dataset {
	d := w.draw(2, 30, 6, 5).Dataset
	labels := labelsOf(d)
	for _, l := range labels {
		if l.worker == 0 {
			labels = append(labels, l)
		}
	}
	return with(d, labels)
}

func (w world) grow(how func(*crowd.Dataset)) *crowd.Dataset {
	d := w.draw(2, 30, 6, 5).Dataset
	how(d)
	return evenly(d)
}

// one has everybody say 0, of so many classes.
func (w world) one(classes int) *crowd.Dataset {
	d := w.draw(2, 12, 4, 3).Dataset
	d.Classes = classes
	clear(d.Class)
	return evenly(d)
}

// evenly gives d, whose classes are others now, predictions that say nothing in place of those it had.
func evenly(d *crowd.Dataset) *crowd.Dataset {
	if d.Predictions != nil {
		d.Predictions = &crowd.Predictions{P: make([]float64, d.Tasks*d.Classes)}
		for n := range d.Predictions.P {
			d.Predictions.P[n] = 1 / float64(d.Classes)
		}
	}
	return d
}

// guess has everybody draw labels without looking.
func (w world) guess() *crowd.Dataset {
	d := w.draw(2, 30, 6, 5).Dataset
	src := rand.New(rand.NewPCG(6, 6))
	for n := range d.Class {
		d.Class[n] = uint16(src.IntN(w.classes))
	}
	return d
}
