package analysis

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"concord/core/api"
	"concord/core/metric"
	"concord/internal/humanize"
)

// Judge adds to a comparison which of its methods is best, and whether that is more than chance. The
// others are tested against the reference, by name; empty, or if it did not run: the default, or
// the first. The scores are of the methods for hidden labels; nil: none.
func Judge(out *api.Compared, name string, scores []*metric.HeldOutScore) {
	out.Reference = reference(name, out)
	if out.Reference < 0 {
		return
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
}

// reference is the method that the others are tested against.
func reference(name string, out *api.Compared) int {
	for _, name := range []string{name, api.MethodDefault, api.MethodNumbers} {
		if at := slices.IndexFunc(out.Methods, func(m api.Contender) bool { return m.Name == name && m.Why == "" }); at >= 0 {
			return at
		}
	}
	return slices.IndexFunc(out.Methods, func(m api.Contender) bool { return m.Why == "" })
}

// testByTruth tests each method against the reference by McNemar's test.
func testByTruth(out *api.Compared) {
	for _, p := range out.Pairs {
		if p.McNemar == nil || p.A != out.Reference && p.B != out.Reference {
			continue
		}
		m := p.McNemar
		t := api.Tested{Method: p.B, P: m.P}
		ahead := m.OnlyB - m.OnlyA
		if p.B == out.Reference {
			t.Method, ahead = p.A, -ahead
		}
		t.Ahead = float64(ahead) / float64(max(1, m.Both+m.OnlyA+m.OnlyB+m.Neither))
		out.Tests = append(out.Tests, t)
	}
	slices.SortStableFunc(out.Tests, func(a, b api.Tested) int { return a.Method - b.Method })
}

// testByHeldOut tests each method against the reference by the labels hidden from both, task by task.
func testByHeldOut(out *api.Compared, scores []*metric.HeldOutScore) {
	own := scores[out.Reference]
	if own == nil || !own.Mean.Defined() {
		return
	}
	out.ByHeldOut = true
	for n, score := range scores {
		if n == out.Reference || score == nil || !score.Mean.Defined() {
			continue
		}
		t := api.Tested{Method: n, P: 1}
		ahead := own.Less(score)
		if t.Ahead = ahead.Value; ahead.SE > 0 {
			t.P = metric.Normal(ahead.Value / ahead.SE)
		}
		out.Tests = append(out.Tests, t)
	}
}

// finding says in a sentence or two which method to take.
func finding(out *api.Compared) string {
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
	is := func(m api.Contender) bool {
		return m.Why == "" && (m.Name == api.MethodDefault || m.Name == api.MethodNumbers)
	}
	known := slices.IndexFunc(out.Methods, is) // what does well where nothing is known of the crowd
	switch {
	case known >= 0 && known != out.Reference:
		changes, _ := out.Changes(known)
		return fmt.Sprintf("%s is the best choice we know for these labels: it would change %s.", out.Methods[known].Title,
			humanize.Count(changes, "label"))
	case known < 0 && out.Tests == nil:
		return "Nothing shows which method is best: there is no truth, and no labels were hidden."
	case known < 0:
		return m.Title + " predicts hidden labels best. On its own, that says little about which labels are right."
	}
	text := own.Title + " is the best choice we know for these labels"
	order := slices.DeleteFunc(out.Order(), func(n int) bool { return n == out.Reference })
	if len(order) == 0 || math.IsInf(out.Methods[order[0]].Score(), -1) {
		return text + "."
	}
	other := order[0]
	if t := out.TestOf(other); t != nil && t.Ahead > 0 && t.Significant() {
		// Over seventeen real crowds the two had little to do with each other (docs/default.md).
		text += "; " + out.Methods[other].Title + " predicts hidden labels better, which on real crowds meant better labels " +
			"only about half the time, and"
	} else {
		text += "; " + out.Methods[other].Title
	}
	if changes, ok := out.Changes(other); ok {
		return text + " would change " + humanize.Count(changes, "label") + "."
	}
	return own.Title + " is the best choice we know for these labels."
}

// against says how far the best method is ahead of the reference.
func against(out *api.Compared, best int) string {
	t := out.TestOf(best)
	if t == nil {
		return ""
	}
	text := fmt.Sprintf(" That is %s more than %s", ahead(out, t), out.Methods[out.Reference].Title)
	if !t.Significant() {
		return text + ", which may be chance: " + chance(out, t) + "."
	}
	return text + ", " + chance(out, t) + "."
}

// says are the few tests that matter: which methods beat the reference, and whether it beats the plain vote.
func says(out *api.Compared) (all []string) {
	const most = 3
	own := out.Methods[out.Reference].Title
	var better []*api.Tested
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
		if m := out.Methods[t.Method]; m.Name == api.MethodBaseline || m.Name == api.MethodMean {
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
func ahead(out *api.Compared, t *api.Tested) string {
	if out.ByHeldOut {
		return strconv.FormatFloat(math.Abs(t.Ahead), 'g', 2, 64) + " in log score per hidden label"
	}
	return fmt.Sprintf("%.1f points", 100*math.Abs(t.Ahead))
}

// chance writes the adjusted p-value of a test.
func chance(out *api.Compared, t *api.Tested) string {
	p := fmt.Sprintf("p = %.2g", t.Holm)
	switch {
	case t.Holm < 0.001:
		p = "p < 0.001"
	case t.Holm > 0.99:
		p = "p ≈ 1"
	}
	return p + " (" + comparisons(out) + ")"
}

func comparisons(out *api.Compared) string {
	if len(out.Tests) == 1 {
		return "1 comparison"
	}
	return fmt.Sprintf("Holm, %d comparisons", len(out.Tests))
}
