package analysis

import (
	"cmp"
	"slices"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/job"
	"concord/core/kind"
	"concord/core/labels"
	"concord/core/metric"
	"concord/core/ranking"
	"concord/core/session"
	"concord/core/sheet"
)

const (
	agreedClasses = 100 // classes whose agreement a reply has, those with most labels
	pairsPage     = 50  // rows and columns that one Paired may have
)

// Agree measures how far the workers agree with each other.
func Agree(c *job.Job, s *session.Session, q *api.Agree) (*api.Agreement, error) {
	l := s.Labels
	steps, weights, err := scaleOf(l, q.Weights)
	if err != nil {
		return nil, err
	}
	a, err := l.Kind().Agree(l.Cut, steps, weights, q.Seed, c.Thinking)
	if err != nil {
		return nil, err
	}
	a.Calls = l.Counts.Kind.Calls
	a.Weights, a.Of, a.Workers = weights, len(a.Classes), workersOf(l.MethodSet())
	labels := make([]float64, len(a.Classes))
	for k, one := range a.Classes {
		labels[k] = float64(one.Labels)
	}
	var most []api.ClassAgreement
	for _, k := range sheet.Most(labels, agreedClasses) {
		most = append(most, a.Classes[k])
	}
	a.Classes = most
	return a, nil
}

// scaleOf returns the scale of the classes, nil if they have none, and the weights of its steps (see api.WeightsOf).
func scaleOf(l *session.Labels, weights string) (*kind.Steps, *api.Weights, error) {
	if l.Counts.Kind.Numbers {
		w, err := api.NumberWeights(weights)
		return nil, w, err
	}
	steps := l.Steps()
	if steps != nil && len(steps.Names) > 1 {
		w, err := api.WeightsOf(weights, len(steps.Names))
		if len(steps.Names) == 2 {
			w = nil // of two steps all weights are the same
		}
		return steps, w, err
	}
	if weights == "" {
		return steps, nil, nil
	}
	if err := l.Refuse(api.AskOrder); err != nil {
		return nil, nil, err
	}
	return nil, nil, api.Refuse("Weights need ordered classes, and nothing says how these are ordered: %s. Put them in order, from the "+
		"lowest to the highest (in the shell with --order CLASS,CLASS,…).", kind.ClassList(l.Full.Classes))
}

// Pairs returns a part of the matrix of agreement between workers.
func Pairs(_ *job.Job, s *session.Session, q *api.Pairs) (*api.Paired, error) {
	m, err := matrixOf(s.Labels, q.Weights)
	if err != nil {
		return nil, err
	}
	n := max(1, min(q.Count, pairsPage))
	for n > 1 && n*n*m.labels.Classes > metric.MaxPairs {
		n--
	}
	piece := func(from int) []int {
		from = max(0, min(from, len(m.all)))
		return m.all[from:min(len(m.all), from+n)]
	}
	rows, columns := piece(q.Row), piece(q.Column)
	out := &api.Paired{Of: len(m.all)}
	for _, side := range []struct {
		of []int
		to *[]api.Person
	}{{rows, &out.Rows}, {columns, &out.Columns}} {
		for _, j := range side.of {
			*side.to = append(*side.to, m.person(j))
		}
	}
	found := m.pairs(rows, columns)
	for r := range rows {
		out.Cells = append(out.Cells, found[r*len(columns):(r+1)*len(columns)])
	}
	return out, nil
}

// matrix is what agreement between workers is made of.
type matrix struct {
	workers labels.Names
	labels  *crowd.Labels
	classes []string  // nil: labels are numbers
	items   bool      // labels compare two items
	weights []float64 // of weighted κ; nil: there is none
	given   []int     // labels of each worker
	all     []int     // the workers, those with most labels first
}

func matrixOf(l *session.Labels, text string) (*matrix, error) {
	if l.Anonymous() {
		return nil, session.NeedsWorkers("No two workers can be compared")
	}
	steps, weights, err := scaleOf(l, text)
	if err != nil {
		return nil, err
	}
	set := l.MethodSet()
	m := &matrix{items: l.Counts.Kind.Items, workers: set.Workers, labels: &set.Data.Labels, weights: weights.Of(),
		given: make([]int, set.Data.Workers)}
	switch {
	case steps != nil:
		m.labels, m.classes = steps.Labels(m.labels), steps.Names
	case !l.Counts.Kind.Numbers:
		m.classes = kind.ClassNames(set.Classes)
	}
	for _, j := range set.Data.Worker {
		m.given[j]++
	}
	if m.items {
		m.labels = ranking.BothWays(m.labels)
	}
	for j := range m.given {
		m.all = append(m.all, j)
	}
	slices.SortStableFunc(m.all, func(a, b int) int { return cmp.Compare(m.given[b], m.given[a]) })
	return m, nil
}

func (m *matrix) person(j int) api.Person {
	return api.Person{Index: j, Name: m.workers.At(j), Labels: m.given[j]}
}

// pairs compares the workers in rows with those in columns, row-major.
func (m *matrix) pairs(rows, columns []int) []api.Pair {
	if m.classes == nil {
		return metric.Correlations(m.labels, rows, columns)
	}
	all := metric.Pairs(m.labels, rows, columns, m.weights)
	for n := range all {
		if m.items { // each pair of them counts both ways round
			all[n].Tasks /= 2
		}
	}
	return all
}

// confused is the most classes that a Confusion has.
const confused = 12

// Confuse returns which labels two workers confuse.
func Confuse(_ *job.Job, s *session.Session, q *api.Confused) (*api.Confusion, error) {
	m, err := matrixOf(s.Labels, "")
	if err != nil {
		return nil, err
	}
	if min(q.Worker, q.Other) < 0 || max(q.Worker, q.Other) >= len(m.given) {
		return nil, api.Refuse("There is no such worker.")
	}
	if err := m.confuses(); err != nil {
		return nil, err
	}
	k := len(m.classes)
	if k*k > metric.MaxPairs {
		return nil, api.Refuse("There are too many classes to show which of them two workers confuse.")
	}
	table := metric.Table(m.labels, q.Worker, q.Other)
	all := make([]int, k)
	shown, named := make([]float64, k), make([]float64, k) // where they differ; in all
	for at, x := range table {
		c, d := at/k, at%k
		all[c] = c
		named[c], named[d] = named[c]+x, named[d]+x
		if c != d {
			shown[c], shown[d] = shown[c]+x, shown[d]+x
		}
	}
	if k > confused {
		slices.SortStableFunc(all, func(c, d int) int { return cmp.Or(cmp.Compare(shown[d], shown[c]), cmp.Compare(named[d], named[c])) })
		all = all[:confused]
		slices.Sort(all)
	}
	out := &api.Confusion{Worker: m.person(q.Worker), Other: m.person(q.Other), Of: k}
	for _, c := range all {
		out.Classes = append(out.Classes, m.classes[c])
		var cells []float64
		for _, d := range all {
			cells = append(cells, table[c*k+d])
		}
		out.Cells = append(out.Cells, cells)
	}
	return out, nil
}

// confuses returns why workers can't confuse labels, nil if they can.
func (m *matrix) confuses() error {
	if m.items {
		return api.Refuse("Votes on pairs can't be confused as labels can: two voters prefer the same item or not. The table of pairs of " +
			"voters says how often.")
	}
	if m.classes == nil {
		return api.Refuse("Numbers can't be confused as labels can: the agreement of two workers on numbers is their correlation.")
	}
	return nil
}
