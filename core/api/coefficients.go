package api

import (
	"fmt"

	"concord/internal/humanize"
)

// Coefficient is a measure of agreement with its title.
type Coefficient struct {
	Name  string
	Title string
	Figure
	Test   *Statistic // nil: there is none
	Method string     // how the interval was had; empty: there is none
	Error  string     // whose formula the standard error is; empty: there is none
}

// What labels are to coefficients of agreement.
const (
	onNames   = iota // classes without an order, or two
	onSteps          // ordered classes
	onNumbers        // numbers
	onSets           // several labels a task
	onPairs          // votes on two items
	scales           // how many there are
)

// places is how many measures there are at most where labels are of one kind.
const places = 18

// scale is what these labels are.
func (a *Agreement) scale() int {
	switch {
	case a.Whole != nil:
		return onSets
	case a.Items:
		return onPairs
	case a.Ordered && max(a.Of, len(a.Classes)) > 2:
		return onSteps
	case a.Metric():
		return onNumbers
	}
	return onNames
}

// Metric reports whether labels are numbers rather than classes that are steps of a scale.
func (a *Agreement) Metric() bool { return a.Numbers && !a.Ordered }

// Text writes the test: F(5, 18) = 1.79, p = 0.1648.
func (s *Statistic) Text() string {
	of := humanize.Figure(s.DF)
	if s.DF2 > 0 {
		of += ", " + humanize.Figure(s.DF2)
	}
	p := "< 0.0001"
	if s.P >= 0.0001 {
		p = fmt.Sprintf("= %.4f", s.P)
	}
	return fmt.Sprintf("%s(%s) = %.4g, p %s", s.Name, of, s.Value, p)
}

// How intervals are had, and whose the formulas of standard errors are.
const (
	byBootstrap = "bootstrap over tasks"
	byF         = "F distribution"
	byFisher    = "Fisher’s z"
	byGwet      = "Gwet 2014"
	byEveritt   = "Fleiss, Cohen & Everitt 1969"
)

// A measure is a coefficient with its place among those of names, steps, numbers and sets; 0: it does not apply there.
type measure struct {
	places         [scales]int8
	name, title    string
	of             *Figure
	test           *Statistic
	interval, from string
}

// measures is the table of all coefficients.
func (a *Agreement) measures() []measure {
	whole := a.Whole
	if whole == nil {
		whole = new(SetAlpha)
	}
	kappa, pairs, weights, shares := int8(6), byBootstrap, "", ""
	if a.Raters == 2 {
		kappa, pairs = 1, byFisher
	}
	if a.Weights != nil {
		weights = ", " + a.Weights.Name + " weights"
	}
	interval, task := "Krippendorff’s α, interval scale", "task"
	if a.Items {
		interval, task = "Krippendorff’s α, a tie in the middle", "pair"
	}
	if a.uneven() && a.scale() != onSteps {
		shares = ", shares by " + task
	}
	all := []measure{
		{[scales]int8{0, 0, 0, 1}, "alpha-masi", "Krippendorff’s α of sets, MASI", &whole.MASI, nil, byBootstrap, ""},
		{[scales]int8{0, 0, 0, 2}, "alpha-jaccard", "Krippendorff’s α of sets, Jaccard", &whole.Jaccard, nil, byBootstrap, ""},
		{[scales]int8{0, 1, 0, 0}, "weighted-kappa", "Cohen’s κ" + weights, &a.Weighted, nil, byBootstrap, byEveritt},
		{[scales]int8{0, 2, 12, 0}, "alpha-ordinal", "Krippendorff’s α, ordered classes", &a.Alpha.Ordinal, nil, byBootstrap, ""},
		{[scales]int8{0, 3, 13, 0}, "ac2", "Gwet’s AC2" + weights, &a.AC2, nil, byBootstrap, byGwet},
		{[scales]int8{0, 4, 10, 0}, "spearman", "Spearman’s ρ", &a.Spearman, nil, pairs, ""},
		{[scales]int8{0, 5, 11, 0}, "kendall", "Kendall’s W", &a.Kendall.Figure, a.Kendall.Test, "", ""},
		{[scales]int8{0, 6, 7, 0, 1}, "alpha-interval", interval, &a.Alpha.Interval, nil, byBootstrap, byGwet},
		{[scales]int8{0, 8, 8, 0}, "alpha-ratio", "Krippendorff’s α, ratio scale", &a.Alpha.Ratio, nil, byBootstrap, byGwet},
		{[scales]int8{0, 7, 9, 0}, "pearson", "Pearson’s r", &a.Pearson, nil, pairs, ""},
		{[scales]int8{kappa, 15, 0, 0, 6}, "kappa", "Cohen’s κ", &a.Kappa, nil, byBootstrap, byEveritt},
		{[scales]int8{2, 16, 0, 4, 4}, "fleiss", "Fleiss’ κ" + shares, &a.Fleiss, nil, byBootstrap, byGwet},
		{[scales]int8{3, 0, 0, 5}, "fleiss-pooled", "Fleiss’ κ, shares of all labels", &a.Pooled, nil, byBootstrap, ""},
		{[scales]int8{4, 17, 0, 6, 2}, "alpha-nominal", "Krippendorff’s α", &a.Alpha.Nominal, nil, byBootstrap, byGwet},
		{[scales]int8{5, 0, 0, 7, 5}, "ac1", "Gwet’s AC1", &a.AC1, nil, byBootstrap, byGwet},
		{[scales]int8{7, 18, 0, 3, 3}, "percent", "Percent agreement", &a.Percent, nil, byBootstrap, byGwet},
		{[scales]int8{8, 0, 0, 8, 0}, "entropy", "Entropy of a task’s labels, in bits", &a.Entropy, nil, byBootstrap, ""},
	}
	for n := range a.ICC {
		x, place := iccTitles[n], int8(n)
		all = append(all, measure{[scales]int8{0, 9 + place, 1 + place, 0}, x[0], x[1], &a.ICC[n].Figure, a.ICC[n].Test, byF, ""})
	}
	return all
}

// iccTitles are the names of the intraclass correlations (McGraw & Wong 1996, Shrout & Fleiss 1979), in the order of Agreement.ICC.
var iccTitles = [...][2]string{
	{"icc-1", "ICC(1) or ICC(1,1): one label, one-way"},
	{"icc-a1", "ICC(A,1) or ICC(2,1): one label, agreement"},
	{"icc-c1", "ICC(C,1) or ICC(3,1): one label, consistency"},
	{"icc-k", "ICC(k) or ICC(1,k): mean, one-way"},
	{"icc-ak", "ICC(A,k) or ICC(2,k): mean, agreement"},
	{"icc-ck", "ICC(C,k) or ICC(3,k): mean, consistency"},
}

// applies reports whether these labels are such that the measure can have a value. What a file has too few labels for is told once, by
// Notes.
func (a *Agreement) applies(m *measure) bool {
	defined, between := m.of.Defined(), a.Raters == 2 || a.Raters > 2 && m.of.Defined()
	switch m.name {
	case "fleiss-pooled":
		return a.uneven()
	case "kappa", "spearman":
		return between
	case "weighted-kappa":
		return between && a.Weights != nil
	case "pearson":
		return between && a.Numbers
	case "icc-a1", "icc-c1", "icc-ak", "icc-ck":
		return defined
	case "kendall":
		return defined && a.Complete > 1
	case "alpha-interval":
		return a.Numbers || a.Items
	case "alpha-ratio":
		return defined && a.Numbers
	case "ac2":
		return defined && a.Weights != nil
	}
	return true
}

// Figures lists the measures that apply, those that suit the labels best first.
func (a *Agreement) Figures() (out []Coefficient) {
	scale, all := a.scale(), a.measures()
	for place := range places {
		for n := range all {
			m := &all[n]
			if int(m.places[scale]) != place+1 || !a.applies(m) {
				continue
			}
			c := Coefficient{Name: m.name, Title: m.title, Figure: *m.of, Test: m.test}
			if c.Interval {
				c.Method = m.interval
			}
			if c.SE > 0 {
				c.Error = m.from
			}
			out = append(out, c)
		}
	}
	return out
}
