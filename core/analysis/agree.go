package analysis

import (
	"cmp"
	"slices"
	"strconv"

	"concord/core/api"
	"concord/core/job"
	"concord/core/labels"
	"concord/core/metric"
	"concord/core/session"
)

const (
	agreedClasses = 100 // classes whose agreement a reply has
	pairsPage     = 50  // rows and columns that one Paired may have
)

// Agree measures how far the workers agree with each other: about the labels, or about yes/no questions where a task may have
// several.
func Agree(c *job.Job, s *session.Session, q *api.Agree) (*api.Agreement, error) {
	l := s.Labels
	set := l.MethodSet()
	scale := metric.Scale{Values: values(set), Seed: q.Seed}
	scale.Nominal = scale.Values == nil
	if l.Scale != nil {
		scale.Place, scale.Nominal, scale.Weights = l.Scale.Place, false, metric.Ranks
	}
	a, err := metric.Agree(&set.Data.Labels, scale, c.Thinking)
	if err != nil {
		return nil, err
	}
	a.Ordered = l.Scale != nil
	if set.Data.Numeric() {
		a.Classes = nil
		return a, nil
	}
	a.Of, a.Workers = set.Classes.Len(), workersOf(set)
	named := make([]api.ClassAgreement, min(len(a.Classes), agreedClasses))
	for at := range named {
		k := l.Scale.ClassAt(at)
		named[at] = a.Classes[k]
		named[at].Class = set.Classes.At(k)
	}
	a.Classes = named
	return a, nil
}

// values returns the numbers that the classes stand for, or nil if one is no number.
func values(set *labels.Set) []float64 {
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

// Pairs returns a part of the matrix of agreement between workers.
func Pairs(_ *job.Job, s *session.Session, q *api.Pairs) (*api.Paired, error) {
	l := s.Labels
	switch {
	case l.Anonymous():
		return nil, session.NeedsWorkers("No two workers can be compared")
	case l.Set.Data.Numeric():
		return nil, api.Refuse("Cohen's κ is of classes, and these labels are numbers. Treat them as classes, if that is what they are.")
	}
	set := l.MethodSet()
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
	out := &api.Paired{Of: len(all)}
	for _, side := range []struct {
		of []int
		to *[]api.Person
	}{{rows, &out.Rows}, {columns, &out.Columns}} {
		for _, j := range side.of {
			*side.to = append(*side.to, api.Person{Index: j, Name: set.Workers.At(j), Labels: given[j]})
		}
	}
	found := metric.Pairs(&set.Data.Labels, rows, columns, l.Scale.Places())
	for r := range rows {
		out.Cells = append(out.Cells, found[r*len(columns):(r+1)*len(columns)])
	}
	return out, nil
}
