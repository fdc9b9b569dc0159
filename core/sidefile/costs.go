package sidefile

import (
	"cmp"
	"fmt"
	"io"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/scan"
	"concord/internal/humanize"
)

// maxCosts is the most classes that costs are read for.
const maxCosts = 100

// Costs reads what wrong labels cost: rows of the true class, the label and the
// cost, as Get-Another-Label writes them. A pair that the file does not name costs
// nothing where both are the same, and 1 otherwise.
func Costs(name string, r io.Reader, lay *layout.Layout, set *labels.Set, o scan.Options) (*crowd.Costs, api.Problems, error) {
	var none api.Problems
	if err := lay.Check(name, layout.CostFile); err != nil {
		return nil, none, err
	}
	k := set.Classes.Len()
	switch {
	case k == 0:
		return nil, none, refuse(name, "the labels are numbers on a scale, and costs are of classes", asClasses)
	case k > maxCosts:
		return nil, none, refuse(name, fmt.Sprintf("costs are read for at most %s classes, and there are %s", humanize.Number(maxCosts),
			humanize.Number(k)), "Leave the file out")
	}
	c := &crowd.Costs{Classes: k, Of: make([]float64, k*k)}
	for i := range c.Of {
		if i/k != i%k {
			c.Of[i] = 1
		}
	}
	given := make([]bool, k*k)
	truth, label, value := lay.Column(layout.True), lay.Column(layout.Label), lay.Column(layout.Value)
	rs, err := scan.Read(name, r, lay, o, func(rs *scan.Rows) *api.Problem {
		t, p := find(rs, truth, set.Classes, strangeClass)
		if p != nil {
			return p
		}
		l, p := find(rs, label, set.Classes, strangeClass)
		if p != nil {
			return p
		}
		x, p := number(rs, value, "where a cost is expected")
		switch at := t*k + l; {
		case p != nil:
			return p
		case x < 0:
			return rs.Wrong(value, "a negative cost", "Give what is gained as a lower cost, or skip the row")
		case given[at]:
			return rs.Wrong(value, "a second cost of the same truth and label", takeOneOut)
		default:
			c.Of[at], given[at] = x, true
			return nil
		}
	})
	if err := cmp.Or(err, rs.Verdict()); err != nil {
		return nil, rs.Problems, err
	}
	return c, rs.Problems, nil
}
