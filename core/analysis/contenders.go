package analysis

import (
	"strconv"

	"concord/core/api"
	"concord/core/export"
	"concord/core/sheet"
	"concord/internal/humanize"
)

// contender is what a table says of a method that was compared. What was not measured is undefined.
type contender struct {
	*api.Contender
	accuracy, macroF1, ece, logLoss, far, heldOut, se, ahead api.Figure
	differ, p, holm, steps, note                             string
}

func newContender(c *api.Compared, n int) contender {
	none := api.Undefined("it was not measured")
	x := contender{&c.Methods[n], none, none, none, none, none, none, none, none, "", "", "", "", c.Methods[n].Why}
	if x.Why != "" {
		return x
	}
	x.steps = strconv.Itoa(x.Steps)
	if x.Accuracy != nil {
		x.accuracy = x.Accuracy.Figure()
	}
	if q := x.Quality; q != nil {
		x.macroF1, x.ece, x.logLoss = q.MacroF1, q.ECE, q.LogLoss
	}
	if x.Numbers != nil {
		x.far = x.Numbers.MAE
	}
	if h := x.HeldOut; h != nil && h.Tasks != nil {
		x.heldOut, x.se = api.Exactly(h.Tasks.Value, 0), api.Exactly(h.Tasks.SE, 0)
		if h.Lost != "" {
			x.note = "has lost the class " + h.Lost
		}
	}
	if changes, ok := c.Changes(n); ok {
		x.differ = strconv.Itoa(changes)
	}
	if t := c.TestOf(n); t != nil {
		x.ahead, x.p, x.holm = api.Exactly(t.Ahead, 0), significance(t.P), significance(t.Holm)
	}
	return x
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
	figure := func(name string, of func(x *contender) *api.Figure) *sheet.Column {
		return sheet.Figure(name, "", "", "", func(i int) api.Figure { return *of(&all[i]) }, nil)[0].Rounded()
	}
	span := sheet.Figure("accuracy", "low", "high", "", func(i int) api.Figure { return all[i].accuracy }, nil)
	far := figure("mean_absolute_error", func(x *contender) *api.Figure { return &x.far })
	heldOut := figure("held_out", func(x *contender) *api.Figure { return &x.heldOut })
	switch first := &all[0]; { // by which the best is first
	case first.Numbers != nil:
		far.Listed("Mean absolute error", func(i int) string { return written(&all[i].far, humanize.Figure) })
	case !first.accuracy.Defined():
		heldOut.Listed("Log score of hidden labels", func(i int) string { return written(&all[i].heldOut, sheet.Decimals) })
	default:
		span[0].Listed("Accuracy (95 % interval)", nil)
	}
	return &sheet.Table{Name: api.FileMethods, Size: len(all), Columns: []*sheet.Column{
		text("method", func(x *contender) string { return x.Name }),
		text("title", func(x *contender) string { return x.Title }).Listed("Method", nil),
		span[0].Rounded(), span[1].Rounded(), span[2].Rounded(),
		figure("macro_f1", func(x *contender) *api.Figure { return &x.macroF1 }),
		figure("ece", func(x *contender) *api.Figure { return &x.ece }),
		figure("log_loss", func(x *contender) *api.Figure { return &x.logLoss }),
		far, heldOut,
		figure("held_out_se", func(x *contender) *api.Figure { return &x.se }),
		text("differ", func(x *contender) string { return x.differ }).Listed("Other labels", nil).Aligned(),
		figure("ahead", func(x *contender) *api.Figure { return &x.ahead }),
		text("p", func(x *contender) string { return x.p }),
		text("p_holm", func(x *contender) string { return x.holm }).Listed("p (Holm)", nil).Aligned(),
		text("steps", func(x *contender) string { return x.steps }),
		text("status", func(x *contender) string { return x.Status }),
		text("note", func(x *contender) string { return x.note }),
	}}
}

func written(f *api.Figure, as func(float64) string) string {
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
