package sidefile

import (
	"fmt"
	"math"

	"concord/core/layout/heading"
	"concord/internal/humanize"
)

// unfit says why a column can't serve as a feature, and whether the user may keep it
// nevertheless; "": it can.
func (c *featureColumn) unfit(header bool) (why string, keep bool) {
	n, numbers := len(c.value), len(c.value)-c.missing-c.texts
	distinct, whole, counting, last := map[float64]bool{}, true, true, math.NaN()
	for _, x := range c.value {
		if math.IsNaN(x) {
			counting = false
			continue
		}
		distinct[x] = true
		whole = whole && x == math.Trunc(x)
		counting = counting && (math.IsNaN(last) || x == last+1)
		last = x
	}
	ids := header && whole && len(distinct) == numbers
	switch {
	case c.refused:
		return "was left out by you", true
	case numbers == 0 && c.texts == 0:
		return "is empty", false
	case 2*c.texts > numbers:
		return fmt.Sprintf("holds text, not numbers (line %d: “%s”)", c.text[0].Line, c.text[0].Text), false
	case len(distinct) <= 1:
		return "is constant", false
	case float64(c.missing) > mostMissing*float64(n):
		return fmt.Sprintf("lacks %s of %s", humanize.Number(c.missing), humanize.Count(n, "cell")), false
	case c.asked:
		return "", false
	case counting && whole && n > 2, ids && heading.NumbersRows(c.name):
		return "numbers the rows", true
	case ids && heading.Tasks.Has(c.name):
		return "is named like an id, and no two of its cells are the same", true
	case header && (heading.Labels.Has(c.name) || heading.Golds.Has(c.name) || heading.Truths.Has(c.name)):
		return "is named like a label, which features must not give away", true
	}
	return "", false
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
