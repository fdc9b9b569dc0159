package analysis

import (
	"cmp"
	"slices"

	"concord/core/api"
	"concord/core/job"
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
	a, err := l.Kind().Agree(set, l.Scale.Places(), q.Seed, c.Thinking)
	if err != nil {
		return nil, err
	}
	a.Ordered, a.Of = l.Scale != nil, set.Classes.Len()
	if l.Can(api.AskPairs) {
		a.Workers = workersOf(set)
	}
	var named []api.ClassAgreement
	for at := range min(len(a.Classes), agreedClasses) {
		k := l.Scale.ClassAt(at)
		named = append(named, a.Classes[k])
		named[at].Class = set.Classes.At(k)
	}
	a.Classes = named
	return a, nil
}

// Pairs returns a part of the matrix of agreement between workers.
func Pairs(_ *job.Job, s *session.Session, q *api.Pairs) (*api.Paired, error) {
	l := s.Labels
	if l.Anonymous() {
		return nil, session.NeedsWorkers("No two workers can be compared")
	}
	if err := l.Refuse(api.AskPairs); err != nil {
		return nil, err
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
