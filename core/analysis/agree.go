package analysis

import (
	"cmp"
	"math"
	"slices"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/job"
	"concord/core/kind"
	"concord/core/labels"
	"concord/core/metric"
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
	a.Weights, a.Of = weights, len(a.Classes)
	if l.Can(api.AskPairs) {
		a.Workers = workersOf(l.MethodSet())
	}
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
	steps := l.Steps()
	if steps != nil && len(steps.Names) > 1 {
		w, err := api.WeightsOf(weights, len(steps.Names))
		return steps, w, err
	}
	if weights == "" {
		return steps, nil, nil
	}
	if err := l.Refuse(api.AskOrder); err != nil {
		return nil, nil, err
	}
	return nil, nil, api.Refuse("Weights need ordered classes, and nothing says how these are ordered: %s. Put them in order, from the "+
		"lowest to the highest (in the shell with -order CLASS,CLASS,…).", kind.ClassList(l.Full.Classes))
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
			*side.to = append(*side.to, api.Person{Index: j, Name: m.workers.At(j), Labels: m.given[j]})
		}
	}
	found := metric.Pairs(m.labels, rows, columns, m.weights)
	for r := range rows {
		out.Cells = append(out.Cells, found[r*len(columns):(r+1)*len(columns)])
	}
	return out, nil
}

// matrix is what agreement between workers is made of.
type matrix struct {
	workers labels.Names
	labels  *crowd.Labels
	weights []float64 // of weighted κ; nil: there is none
	given   []int     // labels of each worker
	all     []int     // the workers, those with most labels first
}

func matrixOf(l *session.Labels, text string) (*matrix, error) {
	if l.Anonymous() {
		return nil, session.NeedsWorkers("No two workers can be compared")
	}
	if err := l.Refuse(api.AskPairs); err != nil {
		return nil, err
	}
	steps, weights, err := scaleOf(l, text)
	if err != nil {
		return nil, err
	}
	set := l.MethodSet()
	m := &matrix{workers: set.Workers, labels: &set.Data.Labels, weights: weights.Of(), given: make([]int, set.Data.Workers)}
	if steps != nil {
		m.labels = steps.Labels(m.labels)
	}
	for _, j := range set.Data.Worker {
		m.given[j]++
	}
	for j := range m.given {
		m.all = append(m.all, j)
	}
	slices.SortStableFunc(m.all, func(a, b int) int { return cmp.Compare(m.given[b], m.given[a]) })
	return m, nil
}

// PairTable has a row for each pair of workers who share a task.
func PairTable(c *job.Job, s *session.Session, weights string) (*sheet.Table, error) {
	m, err := matrixOf(s.Labels, weights)
	if err != nil {
		return nil, err
	}
	if len(m.all)*m.labels.Classes > metric.MaxPairs {
		return nil, api.Refuse("There are too many workers to list all pairs of them.")
	}
	var one, other int
	var pair api.Pair
	rows := func(yield func(int) bool) error {
		most := max(1, metric.MaxPairs/max(1, len(m.all)*m.labels.Classes))
		for from := 0; from < len(m.all); from += most {
			rows, columns := m.all[from:min(from+most, len(m.all))], m.all[from:]
			found := metric.Pairs(m.labels, rows, columns, m.weights)
			for r := range rows {
				one = rows[r]
				for at := r + 1; at < len(columns); at++ {
					other, pair = columns[at], found[r*len(columns)+at]
					if pair.Tasks > 0 && !yield(0) {
						return nil
					}
				}
			}
			if err := c.Turn(); err != nil {
				return err
			}
		}
		return nil
	}
	number := func(name string, of func() *float64) *sheet.Column {
		return sheet.Number(name, "", func(int) float64 {
			if x := of(); x != nil {
				return *x
			}
			return math.NaN()
		})
	}
	t := &sheet.Table{Name: api.FilePairs, Rows: rows, Columns: []*sheet.Column{
		sheet.Name("worker", "", m.workers, func(int) int { return one }, nil),
		sheet.Name("other", "", m.workers, func(int) int { return other }, nil),
		sheet.Count("tasks", "", func(int) int { return pair.Tasks }),
		sheet.Number("agreement", "", func(int) float64 { return pair.Same }),
		number("kappa", func() *float64 { return pair.Kappa }),
	}}
	if m.weights != nil {
		t.Columns = append(t.Columns, number("weighted_kappa", func() *float64 { return pair.Weighted }))
	}
	return t, nil
}
