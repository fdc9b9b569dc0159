package sidefile

import (
	"fmt"
	"io"

	"concord/core/crowd"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/parse"
	"concord/core/problem"
	"concord/core/scan"
	"concord/internal/humanize"
)

// maxCosts is the most classes that costs are read for.
const maxCosts = 100

// Costs reads what wrong labels cost: rows of the true class, the label and the
// cost, as Get-Another-Label has them. A pair that the file does not name costs
// nothing where both are the same, and 1 else.
func Costs(name string, r io.Reader, lay *layout.Layout, set *labels.Set, o scan.Options) (*crowd.Costs, problem.Problems, error) {
	if err := lay.Check(name, layout.CostFile); err != nil {
		return nil, problem.Problems{}, err
	}
	k := set.Classes.Len()
	switch {
	case set.Data.Numeric():
		return nil, problem.Problems{}, &problem.Problem{File: name, What: "the labels are numbers on a scale, and costs are of classes",
			Do: "Take the labels as classes, if that is what they are"}
	case k > maxCosts:
		return nil, problem.Problems{}, &problem.Problem{File: name, What: fmt.Sprintf("costs are read for at most %s classes, and there are %s",
			humanize.Number(maxCosts), humanize.Number(k)), Do: "Leave the file out"}
	}
	rs, err := scan.Open(name, r, lay, o)
	if err != nil {
		return nil, problem.Problems{}, err
	}
	c := &crowd.Costs{Classes: k, Of: make([]float64, k*k)}
	for i := range c.Of {
		if i/k != i%k {
			c.Of[i] = 1
		}
	}
	given := make([]bool, k*k)
	columns := [...]int{lay.Column(layout.True), lay.Column(layout.Label)}
	value := lay.Column(layout.Value)
	for {
		ok, err := rs.Next()
		if err != nil {
			return nil, problem.Problems{}, err
		}
		if !ok {
			break
		}
		at := 0
		for _, column := range columns {
			var class int
			if class, ok = set.Classes.Find(string(rs.Cell(column))); !ok {
				rs.Reject(rs.Wrong(column, strangeClass, misspelt))
				break
			}
			at = at*k + class
		}
		if !ok {
			continue
		}
		switch x, err := parse.Number(rs.Cell(value)); {
		case err != nil:
			rs.Reject(rs.Wrong(value, parse.NoNumber(err, "where a cost is expected"), "Correct it, or go on without the row"))
		case x < 0:
			rs.Reject(rs.Wrong(value, "a negative cost", "Give what is gained as a lower cost, or go on without the row"))
		case given[at]:
			rs.Reject(rs.Wrong(value, "a second cost of the same truth and label", "Take one of the two out, or go on without the row"))
		default:
			c.Of[at], given[at] = x, true
		}
	}
	if rs.Read == 0 {
		return nil, problem.Problems{}, layout.Empty(rs.File, rs.Layout.Header)
	}
	if err := rs.Verdict(); err != nil {
		return nil, rs.Problems, err
	}
	return c, rs.Problems, nil
}
