package analysis

import (
	"strconv"

	"concord/core/api"
	"concord/core/export"
	"concord/core/sheet"
	"concord/internal/humanize"
)

// contender is what a table says of a method that was compared.
type contender struct {
	*api.Contender
	measured                     map[string]api.Figure
	ahead                        api.Figure
	differ, p, holm, steps, note string
}

// unmeasured is a figure that a method does not have.
func unmeasured() api.Figure { return api.Undefined("it was not measured") }

func newContender(c *api.Compared, n int) contender {
	m := &c.Methods[n]
	x := contender{Contender: m, measured: m.Measured(), ahead: unmeasured(), note: m.Why}
	if x.Why != "" {
		return x
	}
	x.steps = strconv.Itoa(x.Steps)
	if h := x.HeldOut; h != nil && h.Tasks != nil && h.Lost != "" {
		x.note = "has lost the class " + h.Lost
	}
	if changes, ok := c.Changes(n); ok {
		x.differ = strconv.Itoa(changes)
	}
	if t := c.TestOf(n); t != nil {
		x.ahead, x.p, x.holm = api.Exactly(t.Ahead, 0), significance(t.P), significance(t.Holm)
	}
	return x
}

// figure is one that was measured.
func (x *contender) figure(name string) api.Figure {
	if f, ok := x.measured[name]; ok {
		return f
	}
	return unmeasured()
}

// MethodTable has a row for each method that was compared, the best first. How long they took is left out, so that the same comparison
// gives the same bytes.
func MethodTable(c *api.Compared) *sheet.Table {
	var all []contender
	for _, n := range c.Order() {
		all = append(all, newContender(c, n))
	}
	text := func(name string, of func(x *contender) string) *sheet.Column {
		return sheet.Text(name, "", func(i int) string { return of(&all[i]) }, nil)
	}
	of := func(name string) func(i int) api.Figure { return func(i int) api.Figure { return all[i].figure(name) } }
	number := func(name string, of func(i int) api.Figure) *sheet.Column {
		return sheet.Figure(name, "", "", "", of, nil)[0].Rounded()
	}
	right, off, score := of(api.MeasuredAccuracy), of(api.MeasuredMAE), of(api.MeasuredHeldOut)
	span := sheet.Figure("accuracy", "low", "high", "", right, api.Figure.Percents)
	far, heldOut := number("mean_absolute_error", off), number("held_out", score)
	switch first := &all[0]; { // by which the best is first
	case first.Numbers != nil:
		far.Listed("Mean absolute error", func(i int) string { return written(off(i), humanize.Figure) })
	case !right(0).Defined():
		heldOut.Listed("Log score of hidden labels", func(i int) string { return written(score(i), sheet.Decimals) })
	default:
		span[0].Listed("Accuracy (95 % interval)", nil)
	}
	return &sheet.Table{Name: api.FileMethods, Size: len(all), Columns: []*sheet.Column{
		text("method", func(x *contender) string { return x.Name }),
		text("title", func(x *contender) string { return x.Title }).Listed("Method", nil),
		span[0].Rounded(), span[1].Rounded(), span[2].Rounded(),
		number("macro_f1", of(api.MeasuredF1)),
		number("ece", of(api.MeasuredECE)),
		number("log_loss", of(api.MeasuredLogLoss)),
		far, heldOut,
		number("held_out_se", of(api.MeasuredSE)),
		text("differ", func(x *contender) string { return x.differ }).Listed("Other labels", nil).Aligned(),
		number("ahead", func(i int) api.Figure { return all[i].ahead }),
		text("p", func(x *contender) string { return x.p }),
		text("p_holm", func(x *contender) string { return x.holm }).Listed("p (Holm)", nil).Aligned(),
		text("steps", func(x *contender) string { return x.steps }),
		text("status", func(x *contender) string { return x.Status }),
		text("note", func(x *contender) string { return x.note }),
	}}
}

func written(f api.Figure, as func(float64) string) string {
	if !f.Defined() {
		return ""
	}
	return as(f.Value)
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
