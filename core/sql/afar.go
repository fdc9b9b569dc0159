package sql

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
)

// Afar is a method that is fitted to all labels of a Source, and estimates the tasks of a sample: what it is started on. Names says
// what the workers and classes of the sample are called.
type Afar struct {
	fit.Remote
	Source  *Source
	Workers func(j int) string
	Classes func(k int) string
	Began   func(f fit.Fit, worker map[int]int) // is told the fit to all labels, and whom of them the sample has under what number
}

// Start implements fit.Method.
func (m *Afar) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	inner, err := m.Remote.StartRemote(m.Source, s)
	if err != nil {
		return nil, err
	}
	f := &afar{Fit: inner, source: m.Source, data: d, there: map[int32]int32{}}
	place := map[string]int32{}
	for j, name := range m.Source.Workers {
		place[name] = int32(j)
	}
	for j := range d.Workers {
		at, ok := place[m.Workers(j)]
		if !ok {
			return nil, fmt.Errorf("there is a worker %q in the sample who is not among the labels", m.Workers(j))
		}
		f.worker = append(f.worker, at)
		f.there[at] = int32(j)
	}
	classes := map[string]int32{}
	for k, c := range m.Source.job.Classes {
		classes[c.Name] = int32(k)
	}
	if d.Classes != len(classes) {
		return nil, fmt.Errorf("the sample has %d of %d classes", d.Classes, len(classes))
	}
	for k := range d.Classes {
		at, ok := classes[m.Classes(k)]
		if !ok {
			return nil, fmt.Errorf("there is a class %q in the sample that is not among the labels", m.Classes(k))
		}
		f.class = append(f.class, at)
	}
	known := map[int]int{}
	for at, j := range f.there {
		known[int(at)] = int(j)
	}
	m.Began(inner, known)
	_, settles := inner.(fit.Settler)
	_, panel := inner.(fit.Panelist)
	switch {
	case panel:
		return &afarPanel{f}, nil
	case settles:
		return &afarSettler{f}, nil
	}
	return f, nil
}

// afar is a fit of Afar.
type afar struct {
	fit.Fit
	source *Source
	data   *crowd.Dataset  // the sample
	worker []int32         // by worker of the sample: by what number the source knows the worker
	there  map[int32]int32 // and back
	class  []int32         // likewise
}

// renumbered returns labels of the sample by the numbers of the source.
func (f *afar) renumbered(d *crowd.Dataset) *crowd.Dataset {
	out := &crowd.Dataset{Labels: d.Labels}
	l := &out.Labels
	l.Workers, l.Worker, l.Class = len(f.source.Workers), slices.Clone(d.Worker), slices.Clone(d.Class)
	for n := d.Start[0]; n < d.Start[d.Tasks]; n++ {
		l.Worker[n], l.Class[n] = f.worker[d.Worker[n]], uint16(f.class[d.Class[n]])
	}
	return out
}

// told makes of what tells posteriors by the numbers of the source one by those of the sample.
func (f *afar) told(tell func(d *crowd.Dataset) []float64) func(d *crowd.Dataset) []float64 {
	return func(d *crowd.Dataset) []float64 {
		q := tell(f.renumbered(d))
		row := make([]float64, d.Classes)
		for at := 0; at < len(q); at += d.Classes {
			copy(row, q[at:at+d.Classes])
			for k, c := range f.class {
				q[at+k] = row[c]
			}
		}
		return q
	}
}

// Estimate implements fit.Fit: of the sample.
func (f *afar) Estimate() *crowd.Estimate {
	e := f.Fit.Estimate()
	if t, ok := f.Fit.(fit.Teller); ok {
		e.Posterior = f.told(t.Teller())(f.data)
	}
	k, m := f.data.Classes, f.data.Workers
	if p := e.Prior; p != nil {
		e.Prior = make([]float64, k)
		for c, at := range f.class {
			e.Prior[c] = p[at]
		}
	}
	if all := e.Confusion; all != nil {
		e.Confusion = make([]float64, m*k*k)
		for j, at := range f.worker {
			for t, truth := range f.class {
				for l, label := range f.class {
					e.Confusion[(j*k+t)*k+l] = all[(int(at)*k+int(truth))*k+int(label)]
				}
			}
		}
	}
	for n, c := range e.Extra {
		if c.Of != crowd.OfWorker {
			continue
		}
		values := make([]float64, m)
		for j, at := range f.worker {
			values[j] = c.Values[at]
		}
		e.Extra[n].Values = values
	}
	return e
}

// Err implements fit.Failer.
func (f *afar) Err() error {
	if inner, ok := f.Fit.(fit.Failer); ok {
		return inner.Err()
	}
	return nil
}

// LogLikelihood implements fit.Likely.
func (f *afar) LogLikelihood() float64 {
	if inner, ok := f.Fit.(fit.Likely); ok {
		return inner.LogLikelihood()
	}
	return math.NaN()
}

// Warnings implements fit.Warner.
func (f *afar) Warnings() (all []error) {
	inner, ok := f.Fit.(fit.Warner)
	if !ok {
		return nil
	}
	for _, w := range inner.Warnings() {
		var merged fit.Merged
		if errors.As(w, &merged) {
			w = f.merged(merged)
		}
		all = append(all, w)
	}
	return all
}

// merged are groups by the numbers of the sample, whose workers are all in it: they were found there.
func (f *afar) merged(groups fit.Merged) (all fit.Merged) {
	for _, g := range groups {
		var of fit.Alike
		of.Copy = g.Copy
		for _, j := range g.Workers {
			of.Workers = append(of.Workers, f.there[j])
		}
		slices.Sort(of.Workers)
		for _, p := range g.Pairs {
			p.A, p.B = f.there[p.A], f.there[p.B]
			of.Pairs = append(of.Pairs, p)
		}
		all = append(all, of)
	}
	return all
}

// afarSettler is a fit that knows when its labels have settled.
type afarSettler struct{ *afar }

// Settled implements fit.Settler.
func (f *afarSettler) Settled(trace []fit.Step) bool { return f.Fit.(fit.Settler).Settled(trace) }

// afarPanel is a fit that averages others.
type afarPanel struct{ *afar }

// Panel implements fit.Panelist.
func (f *afarPanel) Panel() []fit.Member {
	all := f.Fit.(fit.Panelist).Panel()
	for n := range all {
		all[n].Tell = f.told(all[n].Tell)
	}
	return all
}

// Working implements fit.Panelist.
func (f *afarPanel) Working() []string { return f.Fit.(fit.Panelist).Working() }

// Merged implements fit.Merger.
func (f *afarPanel) Merged() fit.Merged { return f.merged(f.Fit.(fit.Merger).Merged()) }

// Estimate implements fit.Fit.
func (f *afarPanel) Estimate() *crowd.Estimate {
	q := make([]float64, f.data.Tasks*f.data.Classes)
	for _, m := range f.Panel() {
		for n, x := range m.Tell(f.data) {
			q[n] += m.Weight * x
		}
	}
	return f.Fit.(fit.ScoredPanel).Implied(f.data, q)
}
