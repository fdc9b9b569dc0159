package analysis

import (
	"errors"
	"math"
	"slices"
	"strconv"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/export"
	"concord/core/job"
	"concord/core/metric"
	"concord/core/session"
	"concord/core/sheet"
)

const (
	MostCompared = 40  // methods
	judgeClasses = 512 // with more, only the accuracy is judged: the rest takes K² numbers
)

// Comparison is what several methods say about the same labels.
type Comparison struct {
	Of      *session.Labels
	Found   *api.Compared
	session *session.Session
	names   []string        // titles of the methods that ran
	said    [][]int32       // by method, the class of each task that methods see; nil if labels are numbers
	value   [][]float64     // by method, the number of each task; nil if labels are classes
	known   []int32         // the true class of each task that methods see, or crowd.Unknown; nil: none is known
	missed  int             // true labels that no worker ever gave, so every method is wrong about them
	answers *export.Answers // one of the results, for its names
	rows    []int32         // tasks on which the methods differ
	Table   *sheet.Table    // nil: none of the methods could run
}

// Compare runs several methods and sets them side by side.
func (of Methods) Compare(c *job.Job, s *session.Session, q *api.Compare) (*Comparison, *api.Compared, error) {
	l := s.Labels
	switch {
	case len(q.Methods) < 2:
		return nil, nil, api.Refuse("Choose two methods or more to compare.")
	case len(q.Methods) > MostCompared:
		return nil, nil, api.Refuse("%d methods are too many to compare at a time; choose %d at most.", len(q.Methods), MostCompared)
	}
	out := &api.Compared{Tasks: l.Set.Data.Tasks}
	x := &Comparison{Of: l}
	var ran []int // indices into out.Methods
	fits := len(q.Methods)
	if q.HeldOut && l.Can(api.AskAdvice) {
		fits *= 2
	}
	for n, name := range q.Methods {
		entry, err := of.Find(name)
		if err != nil {
			return nil, nil, err
		}
		c.Work = api.Progress{Method: entry.Title, At: n + 1, Of: fits}
		began := c.Host.Seconds()
		m := api.Contender{Name: entry.Name, Title: entry.Title}
		r, err := of.Run(c, s, &api.Fit{Method: name, Values: q.Values[name], Settings: q.Settings}, nil)
		var no *api.Fault
		switch {
		case errors.As(err, &no):
			m.Why = no.Message
		case err != nil:
			return nil, nil, err
		default:
			m.Seconds = c.Host.Seconds() - began
			if r, err = r.Under(c, s); err != nil {
				return nil, nil, err
			}
			x.contend(r, &m)
			ran = append(ran, n)
		}
		out.Methods = append(out.Methods, m)
	}
	if err := x.contrast(c, out, ran); err != nil {
		return nil, nil, err
	}
	var scores []*metric.HeldOutScore
	if q.HeldOut && len(ran) > 0 && !l.Anonymous() && l.Can(api.AskAdvice) {
		var err error
		if scores, err = of.heldOut(c, s, q, out, ran); err != nil {
			return nil, nil, err
		}
	}
	Judge(out, q.Reference, scores)
	x.session, x.Found = s, out
	x.Table = x.makeTable(s.Truth)
	out.Seconds = c.Seconds()
	return x, out, nil
}

// contend fills in how a method did, and keeps what it says.
func (x *Comparison) contend(r *Result, m *api.Contender) {
	found := r.Answers.Result
	m.Status, m.Steps = found.Status.String(), len(found.Trace)
	m.Ties, m.Warnings, m.Majority = r.Answers.Ties, r.found(), r.differ
	m.Accuracy, m.Numbers = r.Accuracy(), r.Distance
	x.names, x.answers = append(x.names, r.Entry.Title), r.Answers
	if r.Answers.Label == nil {
		x.value = append(x.value, found.Value)
		return
	}
	x.said = append(x.said, r.Answers.Label)
	if r.score == nil || r.score.Evaluated == 0 {
		return
	}
	if x.known == nil {
		x.known, x.missed = r.test(), r.missed()
	}
	if k := r.Of.MethodSet().Data.Classes; k <= judgeClasses {
		posterior, known := r.probabilities()
		m.Quality = metric.Judge(posterior, known, k, r.settings.Seed)
	}
}

// contrast sets each two methods against each other.
func (x *Comparison) contrast(c *job.Job, out *api.Compared, ran []int) error {
	if x.value != nil {
		for b := range ran {
			for a := range b {
				out.Pairs = append(out.Pairs, api.Contrasted{A: ran[a], B: ran[b], Spread: number(spread(x.value[a], x.value[b]))})
			}
		}
		return nil
	}
	differ := make([]int, len(ran)*len(ran))
	err := c.Over(out.Tasks, func(i int) {
		from, to := x.Of.Cut.Of(i)
		disputed := false
		for b := range ran {
			for a := range b {
				if !slices.Equal(x.said[a][from:to], x.said[b][from:to]) {
					differ[b*len(ran)+a]++
					disputed = true
				}
			}
		}
		known := x.known != nil && slices.ContainsFunc(x.known[from:to], func(k int32) bool { return k != crowd.Unknown })
		if known {
			out.Known++
		}
		if disputed {
			x.rows = append(x.rows, int32(i))
			if known {
				out.Disputed++
			}
		}
	})
	if err != nil {
		return err
	}
	out.Differ = len(x.rows)
	for b := range ran {
		for a := range b {
			if err := c.Turn(); err != nil {
				return err
			}
			p := api.Contrasted{A: ran[a], B: ran[b], Differ: differ[b*len(ran)+a]}
			p.Match = kappa(x.Of, x.said[a], x.said[b])
			p.Same = 1 - float64(p.Differ)/float64(max(1, out.Tasks))
			if x.known != nil {
				p.McNemar = new(metric.McNemar(x.said[a], x.said[b], x.known))
				p.McNemar.Neither += x.missed
			}
			out.Pairs = append(out.Pairs, p)
		}
	}
	return nil
}

// kappa compares two sets of answers; with weights only where the user has said in which order the classes come.
func kappa(l *session.Labels, a, b []int32) api.Match {
	s := l.Scale
	if s == nil || len(s.Steps.Names) < 2 {
		return metric.Kappa(a, b, l.MethodSet().Data.Classes, nil)
	}
	weights, _ := api.WeightsOf("", len(s.Steps.Names)) // the default fits any scale
	return metric.Kappa(s.Steps.Places(a), s.Steps.Places(b), len(s.Steps.Names), weights.By)
}

// spread returns the root mean square of the differences between x and y where both are known.
func spread(x, y []float64) float64 {
	sum, n := 0.0, 0
	for i := range x {
		if d := x[i] - y[i]; !math.IsNaN(d) {
			sum += d * d
			n++
		}
	}
	return math.Sqrt(sum / float64(n))
}

// makeTable describes the tasks on which the methods differ, or all tasks if labels are numbers. Its files are as the page shows them.
func (x *Comparison) makeTable(t *session.Truth) *sheet.Table {
	a := x.answers
	if a == nil {
		return nil
	}
	task := func(i int) int { return int(x.rows[i]) }
	out := &sheet.Table{Name: api.FileCompared, Size: len(x.rows), Rank: new(sheet.Rank), Index: task}
	if x.value != nil {
		task = func(i int) int { return i }
		out.Size, out.Index = a.Len(), nil
	}
	out.Columns = []*sheet.Column{sheet.Row("task", "Task", a.TaskNames(), task)}
	for n, title := range x.names {
		name := "method" + strconv.Itoa(n+1)
		if x.value != nil {
			out.Columns = append(out.Columns, sheet.Number(name, title, func(i int) float64 { return x.value[n][i] }))
			continue
		}
		out.Columns = append(out.Columns, sheet.Text(name, title,
			func(i int) string { return a.NameOf(task(i), x.said[n]) },
			func(i int) float64 {
				first, _ := a.Cut.Of(task(i))
				return float64(x.Of.Scale.PlaceOf(int(x.said[n][first])))
			}))
	}
	out.Columns = append(out.Columns, sheet.Count("votes", "Votes", func(i int) int { return a.Votes(task(i)) }))
	if t != nil && (t.Class != nil || t.Value != nil) {
		r := &Result{Of: x.Of, Answers: a, truth: t}
		out.Columns = append(out.Columns, sheet.Text("truth", "Truth",
			func(i int) string { return r.trueName(task(i)) },
			func(i int) float64 { return r.trueFigure(task(i)) }))
	}
	for _, c := range out.Columns {
		c.AsShown()
	}
	return out
}

// heldOut fills in how well the methods predict hidden labels, and returns the scores of all.
func (of Methods) heldOut(
	c *job.Job, s *session.Session, q *api.Compare, out *api.Compared, ran []int,
) ([]*metric.HeldOutScore, error) {
	var names []string
	for _, n := range ran {
		names = append(names, out.Methods[n].Name)
	}
	entries, err := of.named(names)
	if err != nil {
		return nil, err
	}
	r, err := of.toJudge(s, q.Settings)
	if err != nil {
		return nil, err
	}
	advised, found, err := of.crossValidate(c, r, entries, q.Values, len(q.Methods))
	if err != nil {
		return nil, err
	}
	scores := make([]*metric.HeldOutScore, len(out.Methods))
	for at, n := range ran {
		out.Methods[n].HeldOut, scores[n] = &advised.Methods[at], found[at]
	}
	return scores, nil
}

// Current reports whether the comparison is of what is loaded in s.
func (x *Comparison) Current(s *session.Session) bool {
	return x.session.Labels == s.Labels && x.session.Truth == s.Truth && x.session.Training() == s.Training()
}
