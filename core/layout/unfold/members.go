package unfold

import (
	"math"
	"slices"
	"strconv"

	"concord/core/layout/heading"
	"concord/core/layout/platform"
	"concord/core/parse"
	"concord/core/table"
)

// nestedAnswers are the members of nested objects, perhaps the answers of workers to tasks.
type nestedAnswers struct {
	objects, n int
	workers    map[string]*worker // by the name of their members
	values     map[string]int
	numbers    bool // all values are numbers
}

// worker is what the members of one name hold.
type worker struct {
	n           int
	values      map[string]bool
	numbers     bool // all values are, …
	least, most float64
}

func (a *nestedAnswers) add(v table.Value) {
	a.objects++
	for m := range v.Each() {
		cell := string(platform.Cell(m))
		if cell == "" {
			continue
		}
		if a.n++; m.Type() == table.Object {
			cell = strconv.Itoa(a.n) // which is no label
		}
		w := a.workers[string(m.Key())]
		if w == nil {
			w = &worker{values: make(map[string]bool), numbers: true, least: math.Inf(1), most: math.Inf(-1)}
			a.workers[string(m.Key())] = w
		}
		w.n++
		w.values[cell] = true
		a.values[cell]++
		x, err := parse.Number([]byte(cell))
		w.numbers, a.numbers = w.numbers && err == nil, a.numbers && err == nil
		w.least, w.most = min(w.least, x), max(w.most, x)
	}
}

// areLabels reports whether the members are labels: most workers have several tasks, and most
// labels occur again or are numbers. In a file of settings hardly anything does; in one about
// people, Gender and Age, say, share no values.
func (a *nestedAnswers) areLabels() bool {
	const few = 3
	again, other := 0, 0
	for name, w := range a.workers {
		if w.n > 1 {
			again += w.n
		}
		if heading.Others.Has(name) || slices.Contains(heading.Numbers, heading.Plain(name)) {
			other += w.n
		}
		if len(a.workers) > 1 && w.n >= few && 2*w.n >= a.objects && !a.shares(name) {
			return false
		}
	}
	return 2*again >= a.n && 2*other < a.n && (a.numbers || 5*len(a.values) <= 3*a.n)
}

// shares reports whether the members of a name have values in common with others; for numbers, whether the ranges overlap.
func (a *nestedAnswers) shares(name string) bool {
	w := a.workers[name]
	for key, o := range a.workers {
		if key == name {
			continue
		}
		if w.numbers && o.numbers && w.least <= o.most && o.least <= w.most {
			return true
		}
		for value := range w.values {
			if o.values[value] {
				return true
			}
		}
	}
	return false
}
