package engine

import (
	"cmp"
	"slices"
	"strconv"

	"concord/core/intake"
	"concord/core/job"
	"concord/core/metric"
	"concord/core/wire"
)

const (
	agreedClasses = 100 // classes whose agreement travels with a reply
	pairsPage     = 50  // rows and columns that one Paired may have
)

// agree measures how far the workers agree with each other: as the file has the
// labels, so of yes/no questions where a task may have several.
func (e *Engine) agree(c *call, q *wire.Agree) (*wire.Agreed, error) {
	return agree(c.Job, e.session.Labels, q)
}

func agree(c *job.Job, l *labels, q *wire.Agree) (*wire.Agreed, error) {
	set := l.asked()
	scale := metric.Scale{Values: values(set), Seed: q.Seed}
	scale.Nominal = scale.Values == nil
	ac2 := "Gwet’s AC2"
	if l.scale != nil {
		scale.Place, scale.Nominal, scale.Weights = l.scale.place, false, metric.Ranks
		ac2 = "Gwet’s AC2, by distance of classes"
	}
	a, err := metric.Agree(&set.Data.Labels, scale, c.Thinking)
	if err != nil {
		return nil, err
	}
	out := &wire.Agreed{Tasks: a.Tasks, Paired: a.Paired, Labels: a.Labels, Ordered: l.scale != nil}
	for _, f := range []struct {
		name, title string
		metric.Figure
	}{
		{"percent", "Percent agreement", a.Percent},
		{"fleiss", "Fleiss’ κ", a.Fleiss},
		{"alpha-nominal", "Krippendorff’s α", a.Alpha.Nominal},
		{"alpha-ordinal", "Krippendorff’s α, ordered classes", a.Alpha.Ordinal},
		{"alpha-interval", "Krippendorff’s α, interval scale", a.Alpha.Interval},
		{"alpha-ratio", "Krippendorff’s α, ratio scale", a.Alpha.Ratio},
		{"ac1", "Gwet’s AC1", a.AC1},
		{"ac2", ac2, a.AC2},
		{"entropy", "Entropy of a task’s labels, in bits", a.Bits},
	} {
		out.Figures = append(out.Figures, wire.Coefficient{Name: f.name, Title: f.title, Measure: measure(f.Figure), N: f.N, Interval: f.Interval})
	}
	if set.Data.Numeric() {
		return out, nil
	}
	out.Of, out.Workers = set.Classes.Len(), workersOf(set)
	for at := range min(len(a.Classes), agreedClasses) {
		k := l.scale.classAt(at)
		c := &a.Classes[k]
		out.Classes = append(out.Classes, wire.ClassAgreed{
			Class: set.Classes.At(k), Labels: c.Labels, Specific: measure(c.Specific), Alpha: measure(c.Alpha),
		})
	}
	return out, nil
}

// values are the numbers that the classes stand for, nil where one is no number.
func values(set *intake.Set) []float64 {
	if set.Data.Numeric() {
		return nil
	}
	out := make([]float64, set.Classes.Len())
	for k := range out {
		x, err := strconv.ParseFloat(set.Classes.At(k), 64)
		if err != nil || number(x) == nil {
			return nil
		}
		out[k] = x
	}
	return out
}

func measure(f metric.Figure) wire.Measure {
	return wire.Measure{Value: f.Value, Low: f.Low, High: f.High, Why: f.Why}
}

// pairs serves a piece of the matrix of workers.
func (e *Engine) pairs(_ *call, q *wire.Pairs) (*wire.Paired, error) {
	l := e.session.Labels
	switch {
	case l.anonymous():
		return nil, unnamed("No two workers can be compared")
	case l.set.Data.Numeric():
		return nil, wire.Refuse("Cohen's κ is of classes, and these labels are numbers. Take them as classes, if that is what they are.")
	}
	set := l.asked()
	given := make([]int, set.Data.Workers)
	for _, j := range set.Data.Worker {
		given[j]++
	}
	all := make([]int, len(given))
	for j := range all {
		all[j] = j
	}
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(given[b], given[a]) })
	n := max(1, min(q.Count, pairsPage))
	for n > 1 && n*n*set.Data.Classes > metric.MaxPairs {
		n--
	}
	piece := func(from int) []int {
		from = max(0, min(from, len(all)))
		return all[from:min(len(all), from+n)]
	}
	rows, columns := piece(q.Row), piece(q.Column)
	out := &wire.Paired{Of: len(all)}
	for _, side := range []struct {
		of []int
		to *[]wire.Person
	}{{rows, &out.Rows}, {columns, &out.Columns}} {
		for _, j := range side.of {
			*side.to = append(*side.to, wire.Person{Index: j, Name: set.Workers.At(j), Labels: given[j]})
		}
	}
	found := metric.Pairs(&set.Data.Labels, rows, columns, l.scale.places())
	for r := range rows {
		var cells []wire.Pair
		for c := range columns {
			p := found[r*len(columns)+c]
			cell := wire.Pair{Tasks: p.Tasks, Same: p.Same}
			if p.Kappa.Defined() {
				cell.Kappa = number(p.Kappa.Value)
			}
			if p.Weighted.Defined() {
				cell.Weighted = number(p.Weighted.Value)
			}
			cells = append(cells, cell)
		}
		out.Cells = append(out.Cells, cells)
	}
	return out, nil
}
