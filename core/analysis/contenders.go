package analysis

import (
	"strconv"

	"concord/core/api"
	"concord/core/export"
	"concord/core/sheet"
	"concord/internal/humanize"
)

// MethodTable has a row for each method that was compared, the best first. How long they took is left out, so that the same comparison
// gives the same bytes.
func MethodTable(c *api.Compared) *sheet.Table {
	order := c.Order()
	all := func(name, title string, of func(n int, m *api.Contender) string) *sheet.Column {
		return sheet.Text(name, title, func(i int) string { return of(order[i], &c.Methods[order[i]]) }, nil)
	}
	text := func(name, title string, of func(n int, m *api.Contender) string) *sheet.Column { // empty for those that did not run
		return all(name, title, func(n int, m *api.Contender) string {
			if m.Why != "" {
				return ""
			}
			return of(n, m)
		}).Aligned()
	}
	number := func(name, title string, of func(m *api.Contender) *float64) *sheet.Column {
		return text(name, title, func(_ int, m *api.Contender) string {
			if x := of(m); x != nil {
				return sheet.Decimals(*x)
			}
			return ""
		})
	}
	value := func(f *api.Figure) *float64 {
		if f.Defined() {
			return &f.Value
		}
		return nil
	}
	accuracy := func(of func(a *api.Accuracy) *float64) func(m *api.Contender) *float64 {
		return func(m *api.Contender) *float64 {
			if m.Accuracy == nil || m.Accuracy.Evaluated == 0 {
				return nil
			}
			return of(m.Accuracy)
		}
	}
	quality := func(of func(q *api.Quality) *api.Figure) func(m *api.Contender) *float64 {
		return func(m *api.Contender) *float64 {
			if m.Quality == nil {
				return nil
			}
			return value(of(m.Quality))
		}
	}
	heldOut := func(of func(h *api.Mean) *float64) func(m *api.Contender) *float64 {
		return func(m *api.Contender) *float64 {
			if m.HeldOut == nil || m.HeldOut.Tasks == nil {
				return nil
			}
			return of(m.HeldOut.Tasks)
		}
	}
	tested := func(name, title string, of func(t *api.Tested) string) *sheet.Column {
		return text(name, title, func(n int, _ *api.Contender) string {
			if t := c.TestOf(n); t != nil {
				return of(t)
			}
			return ""
		})
	}

	right := number("accuracy", "Accuracy (95 % interval)", accuracy(func(a *api.Accuracy) *float64 { return &a.Accuracy }))
	far := number("mean_absolute_error", "Mean absolute error", func(m *api.Contender) *float64 {
		if m.Numbers == nil {
			return nil
		}
		return value(&m.Numbers.MAE)
	})
	hidden := number("held_out", "Log score of hidden labels", heldOut(func(h *api.Mean) *float64 { return &h.Value }))
	switch first := &c.Methods[order[0]]; { // by which a report puts them in order
	case first.Numbers != nil:
		far.Listed("", func(i int) string {
			if x := value(&c.Methods[order[i]].Numbers.MAE); x != nil {
				return humanize.Figure(*x)
			}
			return ""
		})
	case first.Accuracy == nil || first.Accuracy.Evaluated == 0:
		hidden.Listed("", nil)
	default:
		right.Listed("", func(i int) string {
			if a := c.Methods[order[i]].Accuracy; a != nil && a.Evaluated > 0 {
				return sheet.Interval(a.Figure())
			}
			return ""
		})
	}
	return &sheet.Table{Name: api.FileMethods, Size: len(order), Columns: sheet.Only(sheet.Files|sheet.Report,
		all("method", "", func(_ int, m *api.Contender) string { return m.Name }),
		all("title", "Method", func(_ int, m *api.Contender) string { return m.Title }).Listed("", nil),
		right,
		number("low", "", accuracy(func(a *api.Accuracy) *float64 { return &a.Low })),
		number("high", "", accuracy(func(a *api.Accuracy) *float64 { return &a.High })),
		number("macro_f1", "", quality(func(q *api.Quality) *api.Figure { return &q.MacroF1 })),
		number("ece", "", quality(func(q *api.Quality) *api.Figure { return &q.ECE })),
		number("log_loss", "", quality(func(q *api.Quality) *api.Figure { return &q.LogLoss })),
		far,
		hidden,
		number("held_out_se", "", heldOut(func(h *api.Mean) *float64 { return &h.SE })),
		text("differ", "Other labels", func(n int, _ *api.Contender) string {
			if changes, ok := c.Changes(n); ok {
				return strconv.Itoa(changes)
			}
			return ""
		}).Listed("", nil),
		tested("ahead", "", func(t *api.Tested) string { return sheet.Decimals(t.Ahead) }),
		tested("p", "", func(t *api.Tested) string { return significance(t.P) }),
		tested("p_holm", "p (Holm)", func(t *api.Tested) string { return significance(t.Holm) }).Listed("", nil),
		text("steps", "", func(_ int, m *api.Contender) string { return strconv.Itoa(m.Steps) }),
		text("status", "", func(_ int, m *api.Contender) string { return m.Status }),
		all("note", "", func(_ int, m *api.Contender) string {
			if h := m.HeldOut; m.Why == "" && h != nil && h.Tasks != nil && h.Lost != "" {
				return "has lost the class " + h.Lost
			}
			return m.Why
		}))}
}

// significance writes a p-value to four digits that count: the smallest say most.
func significance(p float64) string { return strconv.FormatFloat(p, 'g', 4, 64) }

// Record is what the run record says of the comparison.
func Record(c *api.Compared) *export.RecordCompared {
	out := &export.RecordCompared{Finding: c.Finding, Says: c.Says}
	for _, n := range c.Order() {
		m := &c.Methods[n]
		if m.Why != "" {
			continue
		}
		rec := export.RecordMethod{Method: m.Name}
		if a := m.Accuracy; a != nil && a.Evaluated > 0 {
			rec.Accuracy, rec.Low, rec.High = &a.Accuracy, &a.Low, &a.High
		}
		if d := m.Numbers; d != nil && d.MAE.Defined() {
			rec.MAE = &d.MAE.Value
		}
		if h := m.HeldOut; h != nil && h.Tasks != nil {
			rec.HeldOut, rec.SE = &h.Tasks.Value, &h.Tasks.SE
		}
		if changes, ok := c.Changes(n); ok {
			rec.Differ = &changes
		}
		if t := c.TestOf(n); t != nil {
			rec.P = &t.Holm
		}
		out.Methods = append(out.Methods, rec)
	}
	return out
}
