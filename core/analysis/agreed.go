package analysis

import (
	"maps"
	"math"
	"slices"

	"concord/core/api"
	"concord/core/job"
	"concord/core/metric"
	"concord/core/session"
	"concord/core/sheet"
)

// AgreementTable has a row for each coefficient of agreement that applies.
func AgreementTable(c *job.Job, s *session.Session, q *api.Agree) (*sheet.Table, error) {
	a, err := Agree(c, s, q)
	if err != nil {
		return nil, err
	}
	all := a.Figures()
	text := func(name string, of func(f *api.Coefficient) string) *sheet.Column {
		return sheet.Text(name, "", func(i int) string { return of(&all[i]) }, nil)
	}
	number := func(name string, there func(f *api.Coefficient) bool, of func(f *api.Coefficient) float64) *sheet.Column {
		return sheet.Number(name, "", func(i int) float64 {
			if there(&all[i]) {
				return of(&all[i])
			}
			return math.NaN()
		})
	}
	defined := func(f *api.Coefficient) bool { return f.Defined() }
	bounded := func(f *api.Coefficient) bool { return f.Interval }
	tested := func(f *api.Coefficient) bool { return f.Test != nil }
	return &sheet.Table{Name: api.FileAgreement, Size: len(all), Columns: []*sheet.Column{
		text("coefficient", func(f *api.Coefficient) string { return f.Name }),
		text("title", func(f *api.Coefficient) string { return f.Title }),
		number("value", defined, func(f *api.Coefficient) float64 { return f.Value }),
		number("low", bounded, func(f *api.Coefficient) float64 { return f.Low }),
		number("high", bounded, func(f *api.Coefficient) float64 { return f.High }),
		text("interval", func(f *api.Coefficient) string { return f.Method }),
		number("se", func(f *api.Coefficient) bool { return f.SE > 0 }, func(f *api.Coefficient) float64 { return f.SE }),
		text("se_formula", func(f *api.Coefficient) string { return f.Error }),
		text("test", func(f *api.Coefficient) string {
			if f.Test == nil {
				return ""
			}
			return f.Test.Name
		}),
		number("statistic", tested, func(f *api.Coefficient) float64 { return f.Test.Value }),
		number("df", tested, func(f *api.Coefficient) float64 { return f.Test.DF }),
		number("df2", func(f *api.Coefficient) bool { return tested(f) && f.Test.DF2 > 0 },
			func(f *api.Coefficient) float64 { return f.Test.DF2 }),
		number("p", tested, func(f *api.Coefficient) float64 { return f.Test.P }),
		number("tasks", defined, func(f *api.Coefficient) float64 { return float64(f.N) }),
		number("workers", func(*api.Coefficient) bool { return a.Raters > 0 }, func(*api.Coefficient) float64 { return float64(a.Raters) }),
		text("undefined_because", func(f *api.Coefficient) string { return f.Why }),
	}}, nil
}

// PairTable has a row for each pair of workers who share a task and, where a worker repeats tasks, for that worker with itself.
func PairTable(c *job.Job, s *session.Session, weights string) (*sheet.Table, error) {
	m, err := matrixOf(s.Labels, weights)
	if err != nil {
		return nil, err
	}
	of := len(m.all) * max(1, m.labels.Classes) // tallies of a row
	if of > metric.MaxPairs {
		return nil, api.Refuse("There are too many workers to list all pairs of them.")
	}
	var one, other int
	var pair api.Pair
	rows := func(yield func(int) bool) error {
		most := max(1, metric.MaxPairs/max(1, of))
		for from := 0; from < len(m.all); from += most {
			rows, columns := m.all[from:min(from+most, len(m.all))], m.all[from:]
			found := m.pairs(rows, columns)
			for r := range rows {
				one = rows[r]
				for at := r; at < len(columns); at++ {
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
	}}
	if m.classes == nil {
		t.Columns = append(t.Columns, number("pearson", func() *float64 { return pair.Pearson }),
			number("spearman", func() *float64 { return pair.Spearman }))
		return t, nil
	}
	t.Columns = append(t.Columns, sheet.Number("agreement", "", func(int) float64 { return pair.Same }),
		number("kappa", func() *float64 { return pair.Kappa }))
	if m.weights != nil {
		t.Columns = append(t.Columns, number("weighted_kappa", func() *float64 { return pair.Weighted }))
	}
	return t, nil
}

// ConfusedTable says for each two workers how often one gave one label and the other another, or the same.
func ConfusedTable(c *job.Job, s *session.Session) (*sheet.Table, error) {
	m, err := matrixOf(s.Labels, "")
	if err != nil {
		return nil, err
	}
	if err := m.confuses(); err != nil {
		return nil, err
	}
	const (
		many   = 1 << 15 // workers
		labels = 1 << 16
	)
	tooMany := api.Refuse("There are too many workers to list what each two of them confuse.")
	if len(m.all) > many {
		return nil, tooMany
	}
	// A key is a worker, another, a label of the one and one of the other, in that order.
	key := func(one, other int, label, against uint16) int64 {
		return ((int64(one)*many+int64(other))*labels+int64(label))*labels + int64(against)
	}
	place := make([]int, len(m.all)) // among the busiest
	for at, j := range m.all {
		place[j] = at
	}
	l, tasks := m.labels, map[int64]float64{}
	times := make([]int, len(m.all))
	err = c.Over(l.Tasks, func(i int) {
		from, to := l.Of(i)
		for _, j := range l.Worker[from:to] {
			times[j]++
		}
		for n := from; n < to && len(tasks) <= metric.MaxPairs; n++ {
			for at := from; at < to; at++ {
				a, b := l.Worker[n], l.Worker[at]
				if n == at || place[a] > place[b] {
					continue
				}
				part := 1 / float64(times[a]*times[b])
				if a == b {
					part = 1 / float64(times[a]*(times[a]-1))
				}
				tasks[key(place[a], place[b], l.Class[n], l.Class[at])] += part
			}
		}
		for _, j := range l.Worker[from:to] {
			times[j] = 0
		}
	})
	switch {
	case err != nil:
		return nil, err
	case len(tasks) > metric.MaxPairs:
		return nil, tooMany
	}
	all := slices.Sorted(maps.Keys(tasks))
	label := func(name string, of func(key int64) int64) *sheet.Column {
		return sheet.Text(name, "", func(i int) string { return m.classes[of(all[i])%labels] }, nil)
	}
	return &sheet.Table{Name: api.FileConfused, Size: len(all), Columns: []*sheet.Column{
		sheet.Name("worker", "", m.workers, func(i int) int { return m.all[all[i]/labels/labels/many] }, nil),
		sheet.Name("other", "", m.workers, func(i int) int { return m.all[all[i]/labels/labels%many] }, nil),
		label("label", func(key int64) int64 { return key / labels }),
		label("other_label", func(key int64) int64 { return key }),
		sheet.Number("tasks", "", func(i int) float64 { return tasks[all[i]] }),
	}}, nil
}

// TaskAgreementTable says of each task how far its labels agree.
func TaskAgreementTable(c *job.Job, s *session.Session, weights string) (*sheet.Table, error) {
	steps, w, err := scaleOf(s.Labels, weights)
	if err != nil {
		return nil, err
	}
	set := s.Labels.MethodSet()
	l := &set.Data.Labels
	if steps != nil {
		l = steps.Labels(l)
	}
	tasks := s.Labels.Set.Tasks
	found := make([]metric.TaskAgreement, tasks.Len())
	err = c.Over(len(found), func(i int) {
		from, to := s.Labels.Cut.Of(i)
		found[i] = metric.AgreementOf(l, from, to, w.Of())
	})
	if err != nil {
		return nil, err
	}
	number := func(name string, of func(a *metric.TaskAgreement) float64) *sheet.Column {
		return sheet.Number(name, "", func(i int) float64 { return of(&found[i]) })
	}
	t := &sheet.Table{Name: api.FileTaskAgree, Size: len(found), Columns: []*sheet.Column{
		sheet.Name("task", "", tasks, nil, nil),
		sheet.Count("labels", "", func(i int) int { return found[i].Labels }),
	}}
	if s.Labels.Counts.Kind.Numbers {
		t.Columns = append(t.Columns, number("mean", func(a *metric.TaskAgreement) float64 { return a.Mean }),
			number("sd", func(a *metric.TaskAgreement) float64 { return a.SD }),
			number("lowest", func(a *metric.TaskAgreement) float64 { return a.Lowest }),
			number("highest", func(a *metric.TaskAgreement) float64 { return a.Highest }))
		return t, nil
	}
	t.Columns = append(t.Columns, number("agreement", func(a *metric.TaskAgreement) float64 { return a.Same }))
	if w != nil {
		t.Columns = append(t.Columns, number("weighted_agreement", func(a *metric.TaskAgreement) float64 { return a.Weighted }))
	}
	t.Columns = append(t.Columns, number("entropy", func(a *metric.TaskAgreement) float64 { return a.Entropy }))
	return t, nil
}
