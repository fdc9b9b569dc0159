package analysis

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"concord/core/catalog"
	"concord/core/export"
	"concord/core/job"
	"concord/core/method"
	"concord/core/metric"
	"concord/core/report"
	"concord/core/result"
	"concord/core/session"
	"concord/core/view"
	"concord/core/wire"
	"concord/internal/humanize"
)

// rank tells which of the methods that ran does best, and whether that is more than chance.
func (of Methods) rank(c *job.Job, s *session.Session, q *wire.Compare, out *result.Compared, ran []int) error {
	out.Reference = reference(q, out, ran)
	var scores []*metric.HeldOutScore
	if q.HeldOut && len(ran) > 0 && !s.Labels.Anonymous() {
		var err error
		if scores, err = of.heldOut(c, s, q, out, ran); err != nil {
			return err
		}
	}
	if out.Reference < 0 {
		return nil
	}
	testByTruth(out)
	if out.Tests == nil && scores != nil {
		testByHeldOut(out, scores)
	}
	p := make([]float64, len(out.Tests))
	for n, t := range out.Tests {
		p[n] = t.P
	}
	for n, adjusted := range metric.Holm(p) {
		out.Tests[n].Holm = adjusted
	}
	out.Finding, out.Says = finding(out), says(out)
	if best := &out.Methods[out.Order()[0]]; !math.IsInf(best.Score(), -1) {
		out.Best = best.Name
	}
	return nil
}

// reference is the method that the others are tested against: the one asked for, the default or the first.
func reference(q *wire.Compare, out *result.Compared, ran []int) int {
	for _, name := range []string{q.Reference, method.Default, method.Numbers} {
		if at := slices.IndexFunc(ran, func(n int) bool { return out.Methods[n].Name == name }); at >= 0 {
			return ran[at]
		}
	}
	if len(ran) > 0 {
		return ran[0]
	}
	return -1
}

// heldOut fills in how well the methods predict hidden labels. Where that can't be told for any of
// them, it says so of each.
func (of Methods) heldOut(c *job.Job, s *session.Session, q *wire.Compare, out *result.Compared, ran []int) ([]*metric.HeldOutScore, error) {
	ask := &wire.Advise{Seed: q.Seed, MaxSteps: q.MaxSteps, Stop: q.Stop, Tolerance: q.Tolerance}
	var entries catalog.List
	for _, n := range ran {
		entry, err := of.Find(out.Methods[n].Name)
		if err != nil {
			return nil, err
		}
		entries = append(entries, entry)
	}
	advised, found, err := of.crossValidate(c, s, ask, entries, q.Values, len(q.Methods))
	if err != nil {
		return nil, err
	}
	scores := make([]*metric.HeldOutScore, len(out.Methods))
	for at, n := range ran {
		out.Methods[n].HeldOut, scores[n] = &advised.Methods[at], found[at]
	}
	return scores, nil
}

// testByTruth tests each method against the reference by McNemar's test.
func testByTruth(out *result.Compared) {
	for _, p := range out.Pairs {
		if p.McNemar == nil || p.A != out.Reference && p.B != out.Reference {
			continue
		}
		m := p.McNemar
		t := result.Tested{Method: p.B, P: m.P}
		ahead := m.OnlyB - m.OnlyA
		if p.B == out.Reference {
			t.Method, ahead = p.A, -ahead
		}
		t.Ahead = float64(ahead) / float64(max(1, m.Both+m.OnlyA+m.OnlyB+m.Neither))
		out.Tests = append(out.Tests, t)
	}
	slices.SortFunc(out.Tests, func(a, b result.Tested) int { return a.Method - b.Method })
}

// testByHeldOut tests each method against the reference by the labels hidden from both, task by task.
func testByHeldOut(out *result.Compared, scores []*metric.HeldOutScore) {
	own := scores[out.Reference]
	if own == nil || !own.Mean.Defined() {
		return
	}
	out.ByHeldOut = true
	for n, score := range scores {
		if n == out.Reference || score == nil || !score.Mean.Defined() {
			continue
		}
		t := result.Tested{Method: n, P: 1}
		ahead := own.Less(score)
		if t.Ahead = ahead.Value; ahead.SE > 0 {
			t.P = metric.Normal(ahead.Value / ahead.SE)
		}
		out.Tests = append(out.Tests, t)
	}
}

// finding says in a sentence or two which method to take.
func finding(out *result.Compared) string {
	best := out.Order()[0]
	m, own := &out.Methods[best], &out.Methods[out.Reference]
	if a := m.Accuracy; a != nil && a.Evaluated > 0 {
		says := m.Title + " is right most often"
		if order := out.Order(); len(order) > 1 && out.Methods[order[1]].Score() == m.Score() {
			says = "No method is right more often than " + m.Title
		}
		return fmt.Sprintf("%s: %.1f %% (%.0f to %.0f).%s", says, 100*a.Accuracy, 100*a.Low, 100*a.High, against(out, best))
	}
	if d := m.Numbers; d != nil && d.MAE.Defined() {
		return fmt.Sprintf("%s comes closest to the truth: off by %s on average.", m.Title, strconv.FormatFloat(d.MAE.Value, 'g', 3, 64))
	}
	is := func(m result.Contender) bool { return m.Why == "" && (m.Name == method.Default || m.Name == method.Numbers) }
	known := slices.IndexFunc(out.Methods, is) // what does well where nothing is known of the crowd
	switch {
	case known >= 0 && known != out.Reference:
		changes, _ := out.Changes(known)
		return fmt.Sprintf("%s is the best choice we know for these labels: it would change %s.", out.Methods[known].Title,
			humanize.Count(changes, "label"))
	case known < 0 && out.Tests == nil:
		return "Nothing tells which method is best: there is no truth, and no labels were hidden."
	case known < 0:
		return m.Title + " predicts hidden labels best. Where nothing else is known, that says little of which labels are right."
	}
	text := own.Title + " is the best choice we know for these labels"
	order := slices.DeleteFunc(out.Order(), func(n int) bool { return n == out.Reference })
	if len(order) == 0 || math.IsInf(out.Methods[order[0]].Score(), -1) {
		return text + "."
	}
	other := order[0]
	if t := out.TestOf(other); t != nil && t.Ahead > 0 && t.Significant() {
		// Over seventeen real crowds the two had little to do with each other (docs/default.md).
		text += "; " + out.Methods[other].Title + " predicts hidden labels better, which on real crowds has gone with better labels " +
			"about as often as with worse ones, and"
	} else {
		text += "; " + out.Methods[other].Title
	}
	if changes, ok := out.Changes(other); ok {
		return text + " would change " + humanize.Count(changes, "label") + "."
	}
	return own.Title + " is the best choice we know for these labels."
}

// against says how far the best method is ahead of the reference.
func against(out *result.Compared, best int) string {
	t := out.TestOf(best)
	if t == nil {
		return ""
	}
	text := fmt.Sprintf(" That is %s more than %s", ahead(out, t), out.Methods[out.Reference].Title)
	if !t.Significant() {
		return text + ", which may be chance (" + chance(out, t) + ")."
	}
	return text + " (" + chance(out, t) + ")."
}

// says are the few tests that matter: which methods beat the reference, and whether it beats the plain vote.
func says(out *result.Compared) (all []string) {
	const most = 3
	own := out.Methods[out.Reference].Title
	var better []*result.Tested
	worse := 0
	for _, n := range out.Order() {
		t := out.TestOf(n)
		switch {
		case t == nil || !t.Significant():
		case t.Ahead > 0:
			better = append(better, t)
		default:
			worse++
		}
	}
	if len(out.Tests) == 0 {
		return nil
	}
	for _, t := range better[:min(most, len(better))] {
		all = append(all, fmt.Sprintf("%s beats %s: +%s, %s.", out.Methods[t.Method].Title, own, ahead(out, t), chance(out, t)))
	}
	switch more := len(better) - most; {
	case len(better) == 0:
		all = append(all, fmt.Sprintf("No method is significantly better than %s (%s).", own, comparisons(out)))
	case more > 0:
		all = append(all, fmt.Sprintf("%s more beat it.", humanize.Number(more)))
	}
	for _, t := range out.Tests {
		if m := out.Methods[t.Method]; m.Name == method.Baseline || m.Name == method.Mean {
			says := fmt.Sprintf("%s beats %s: +%s, %s.", own, m.Title, ahead(out, &t), chance(out, &t))
			if !t.Significant() {
				says = fmt.Sprintf("%s and %s differ by no more than chance: %s, %s.", own, m.Title, ahead(out, &t), chance(out, &t))
			}
			if !t.Significant() || t.Ahead < 0 {
				all = append(all, says)
			}
		}
	}
	if worse > 1 {
		all = append(all, fmt.Sprintf("%d of %d other methods are significantly worse.", worse, len(out.Tests)))
	}
	return all
}

// ahead writes a difference without its sign.
func ahead(out *result.Compared, t *result.Tested) string {
	if out.ByHeldOut {
		return strconv.FormatFloat(math.Abs(t.Ahead), 'g', 2, 64) + " in log score a hidden label"
	}
	return fmt.Sprintf("%.1f points", 100*math.Abs(t.Ahead))
}

// chance writes the adjusted p-value of a test.
func chance(out *result.Compared, t *result.Tested) string {
	p := fmt.Sprintf("p = %.2g", t.Holm)
	switch {
	case t.Holm < 0.001:
		p = "p < 0.001"
	case t.Holm > 0.99:
		p = "p ≈ 1"
	}
	return p + " (" + comparisons(out) + ")"
}

func comparisons(out *result.Compared) string {
	if len(out.Tests) == 1 {
		return "1 comparison"
	}
	return fmt.Sprintf("Holm, %d comparisons", len(out.Tests))
}

// Current reports whether the comparison is of what is loaded in s.
func (x *Comparison) Current(s *session.Session) bool {
	return x.session.Labels == s.Labels && x.session.Truth == s.Truth && x.session.Training() == s.Training()
}

// MethodsFile returns the methods as a download, the best first. How long they took is left out, so
// that the same comparison gives the same bytes.
func (x *Comparison) MethodsFile(safe bool) *export.File {
	header := []string{"method", "title", "accuracy", "low", "high", "macro_f1", "ece", "log_loss", "mean_absolute_error",
		"held_out", "held_out_se", "differ", "ahead", "p", "p_holm", "steps", "status", "note"}
	var table [][]string
	for _, n := range x.Found.Order() {
		m := &x.Found.Methods[n]
		row := slices.Repeat([]string{""}, len(header))
		row[0], row[1], row[len(row)-1] = m.Name, m.Title, m.Why
		table = append(table, row)
		if m.Why != "" {
			continue
		}
		figure := func(at int, f *result.Figure) {
			if f != nil && f.Defined() {
				row[at] = view.Decimals(f.Value)
			}
		}
		if a := m.Accuracy; a != nil && a.Evaluated > 0 {
			row[2], row[3], row[4] = view.Decimals(a.Accuracy), view.Decimals(a.Low), view.Decimals(a.High)
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
			row[9], row[10] = view.Decimals(h.Tasks.Value), view.Decimals(h.Tasks.SE)
			if h.Lost != "" {
				row[len(row)-1] = "has lost the class " + h.Lost
			}
		}
		if changes, ok := x.Found.Changes(n); ok {
			row[11] = strconv.Itoa(changes)
		}
		if t := x.Found.TestOf(n); t != nil {
			row[12], row[13], row[14] = view.Decimals(t.Ahead), significance(t.P), significance(t.Holm)
		}
		row[15], row[16] = strconv.Itoa(m.Steps), m.Status
	}
	return export.Rows(wire.FileMethods, header, rows(len(table), func(i int) []string { return table[i] }), safe)
}

// significance writes a p-value to four digits that count: the smallest say most.
func significance(p float64) string { return strconv.FormatFloat(p, 'g', 4, 64) }

// recorded is what the run record says of the comparison; nil: there is none.
func (x *Comparison) recorded() *export.RecordCompared {
	if x == nil {
		return nil
	}
	out := &export.RecordCompared{Finding: x.Found.Finding, Says: x.Found.Says}
	for _, n := range x.Found.Order() {
		m := &x.Found.Methods[n]
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
		if changes, ok := x.Found.Changes(n); ok {
			rec.Differ = &changes
		}
		if t := x.Found.TestOf(n); t != nil {
			rec.P = &t.Holm
		}
		out.Methods = append(out.Methods, rec)
	}
	return out
}

// reported is the table of the report.
func (x *Comparison) reported() (out report.Listing) {
	if x == nil {
		return out
	}
	out.Header, out.Numeric = []string{"Method", "Accuracy (95 % interval)", "Other labels", "p (Holm)"}, []bool{false, true, true, true}
	score := func(m *result.Contender) string {
		if a := m.Accuracy; a != nil && a.Evaluated > 0 {
			return span(a.Accuracy, a.Low, a.High)
		}
		return ""
	}
	c := x.Found
	switch first := &c.Methods[c.Order()[0]]; {
	case first.Numbers != nil:
		out.Header[1] = "Mean absolute error"
		score = func(m *result.Contender) string { return measured(&m.Numbers.MAE) }
	case first.Accuracy == nil || first.Accuracy.Evaluated == 0:
		out.Header[1] = "Log score of hidden labels"
		score = func(m *result.Contender) string {
			if m.HeldOut == nil || m.HeldOut.Tasks == nil {
				return ""
			}
			return view.Decimals(m.HeldOut.Tasks.Value)
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

func measured(f *result.Figure) string {
	if !f.Defined() {
		return ""
	}
	return humanize.Figure(f.Value)
}
