package sidefile

import (
	"fmt"
	"math"
	"strings"

	"concord/core/layout/heading"
	"concord/internal/humanize"
)

// unfit says why a column can't serve as a feature; empty: it can.
func (c *featureColumn) unfit(header bool) string {
	n, numbers := len(c.value), len(c.value)-c.missing-c.texts
	first, same, counts, distinct := math.NaN(), true, true, map[float64]bool{}
	last := math.NaN()
	for _, x := range c.value {
		if math.IsNaN(x) {
			counts = false
			continue
		}
		if math.IsNaN(first) {
			first = x
		}
		same = same && x == first
		counts = counts && x == math.Trunc(x) && (math.IsNaN(last) || x == last+1)
		last = x
		if len(distinct) < n {
			distinct[x] = true
		}
	}
	whole := true
	for x := range distinct {
		whole = whole && x == math.Trunc(x)
	}
	switch {
	case c.refused:
		return "was left out by you"
	case numbers == 0 && c.texts == 0:
		return "is empty"
	case 2*c.texts > numbers:
		return fmt.Sprintf("holds text, not numbers (line %d: “%s”)", c.text[0].Line, c.text[0].Text)
	case same:
		return "is constant"
	case float64(c.missing) > mostMissing*float64(n):
		return fmt.Sprintf("lacks %s of %s", humanize.Number(c.missing), humanize.Count(n, "cell"))
	case c.asked:
		return ""
	case counts && n > 2, header && heading.NumbersRows(c.name) && whole && len(distinct) == numbers:
		return "numbers the rows"
	case header && heading.Tasks.Has(c.name) && whole && len(distinct) == numbers:
		return "is named like an id, and no two of its cells are the same"
	case header && (heading.Labels.Has(c.name) || heading.Golds.Has(c.name) || heading.Truths.Has(c.name)):
		return "is named like a label, which features must not give away"
	}
	return ""
}

// keepable reports whether a column is left out for what it looks like, not for
// what it holds.
func keepable(why string) bool {
	return strings.HasPrefix(why, "is named") || strings.HasPrefix(why, "numbers") || strings.HasPrefix(why, "was left out")
}

// standardise finds the column's mean and deviation.
func (c *featureColumn) standardise() {
	var n, square float64
	for _, x := range c.value {
		if !math.IsNaN(x) {
			n++
			c.mean += (x - c.mean) / n
		}
	}
	for _, x := range c.value {
		if !math.IsNaN(x) {
			square += (x - c.mean) * (x - c.mean) / n
		}
	}
	c.deviation = math.Sqrt(square)
	if !(c.deviation > 0) || math.IsInf(c.deviation, 0) {
		c.deviation = 1
	}
}

// scaled returns x standardised; the mean in place of what is missing.
func (c *featureColumn) scaled(x float64) float64 {
	if math.IsNaN(x) {
		return 0
	}
	return (x - c.mean) / c.deviation
}
