package analysis

import (
	"fmt"
	"slices"
	"strconv"

	"concord/core/api"
	"concord/core/export"
	"concord/core/report"
	"concord/core/sheet"
	"concord/internal/humanize"
)

// File returns the methods as a download, the best first. How long they took is left out, so
// that the same comparison gives the same bytes.
func File(c *api.Compared, safe bool) *export.File {
	header := []string{"method", "title", "accuracy", "low", "high", "macro_f1", "ece", "log_loss", "mean_absolute_error",
		"held_out", "held_out_se", "differ", "ahead", "p", "p_holm", "steps", "status", "note"}
	var table [][]string
	for _, n := range c.Order() {
		m := &c.Methods[n]
		row := slices.Repeat([]string{""}, len(header))
		row[0], row[1], row[len(row)-1] = m.Name, m.Title, m.Why
		table = append(table, row)
		if m.Why != "" {
			continue
		}
		figure := func(at int, f *api.Figure) {
			if f != nil && f.Defined() {
				row[at] = sheet.Decimals(f.Value)
			}
		}
		if a := m.Accuracy; a != nil && a.Evaluated > 0 {
			row[2], row[3], row[4] = sheet.Decimals(a.Accuracy), sheet.Decimals(a.Low), sheet.Decimals(a.High)
		}
		if q := m.Quality; q != nil {
			figure(5, &q.MacroF1)
			figure(6, &q.ECE)
			figure(7, &q.LogLoss)
		}
		if d := m.Numbers; d != nil {
			figure(8, &d.MAE)
		}
		if h := m.HeldOut; h != nil && h.Tasks != nil {
			row[9], row[10] = sheet.Decimals(h.Tasks.Value), sheet.Decimals(h.Tasks.SE)
			if h.Lost != "" {
				row[len(row)-1] = "has lost the class " + h.Lost
			}
		}
		if changes, ok := c.Changes(n); ok {
			row[11] = strconv.Itoa(changes)
		}
		if t := c.TestOf(n); t != nil {
			row[12], row[13], row[14] = sheet.Decimals(t.Ahead), significance(t.P), significance(t.Holm)
		}
		row[15], row[16] = strconv.Itoa(m.Steps), m.Status
	}
	return export.Rows(api.FileMethods, header, slices.Values(table), safe)
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

// Listing is the table of the report.
func Listing(c *api.Compared) (out report.Listing) {
	out.Header, out.Numeric = []string{"Method", "Accuracy (95 % interval)", "Other labels", "p (Holm)"}, []bool{false, true, true, true}
	score := func(m *api.Contender) string {
		if a := m.Accuracy; a != nil && a.Evaluated > 0 {
			return fmt.Sprintf("%s (%s to %s)", sheet.Decimals(a.Accuracy), sheet.Decimals(a.Low), sheet.Decimals(a.High))
		}
		return ""
	}
	switch first := &c.Methods[c.Order()[0]]; {
	case first.Numbers != nil:
		out.Header[1] = "Mean absolute error"
		score = func(m *api.Contender) string { return measured(&m.Numbers.MAE) }
	case first.Accuracy == nil || first.Accuracy.Evaluated == 0:
		out.Header[1] = "Log score of hidden labels"
		score = func(m *api.Contender) string {
			if m.HeldOut == nil || m.HeldOut.Tasks == nil {
				return ""
			}
			return sheet.Decimals(m.HeldOut.Tasks.Value)
		}
	}
	for _, n := range c.Order() {
		m := &c.Methods[n]
		if m.Why != "" {
			continue
		}
		row := []string{m.Title, score(m), "", ""}
		if changes, ok := c.Changes(n); ok {
			row[2] = strconv.Itoa(changes)
		}
		if t := c.TestOf(n); t != nil {
			row[3] = significance(t.Holm)
		}
		out.Rows = append(out.Rows, row)
	}
	out.Of = len(out.Rows)
	return out
}

func measured(f *api.Figure) string {
	if !f.Defined() {
		return ""
	}
	return humanize.Figure(f.Value)
}
