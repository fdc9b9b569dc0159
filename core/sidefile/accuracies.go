package sidefile

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/layout"
	"concord/core/layout/heading"
	"concord/core/parse"
	"concord/core/scan"
)

// accuracyReader reads how many labels of each worker were right.
type accuracyReader struct {
	*confusionReader
	right, of int // columns; of: −1 if there is none
	all       []accuracy
	named     []bool // which workers have a row with their exact name
}

// accuracy is a row.
type accuracy struct {
	worker int
	x, n   float64      // right, or the share; of so many labels
	where  *api.Problem // the row, as something wrong
}

// accuracies reads a file of accuracies.
func (c *confusionReader) accuracies(name string, r io.Reader, lay *layout.Layout, mode crowd.ConfusionMode, o scan.Options) (
	*History, api.Problems, error) {
	m := c.set.Workers.Len()
	a := &accuracyReader{confusionReader: c, right: lay.Column(layout.Right), of: lay.Column(layout.Of), named: make([]bool, m)}
	a.shares = lay.Header && heading.Accuracies.Has(lay.Columns[a.right].Name)
	right, of := make([]float64, m), make([]float64, m)
	var err error
	c.Rows, err = scan.Read(name, r, lay, o, a.row)
	if err == nil {
		a.settle(right, of)
		err = cmp.Or(c.Verdict(), a.countless(mode), c.strange(), c.complete(mode))
	}
	if err != nil {
		return nil, c.Problems, err
	}
	h := c.history(mode)
	h.right, h.of = right, of
	for n := range c.counts {
		j := n / (c.k * c.k)
		if n/c.k%c.k == n%c.k {
			c.counts[n] = right[j] / float64(c.k)
		} else {
			c.counts[n] = (of[j] - right[j]) / float64(c.k*(c.k-1))
		}
	}
	return h, c.Problems, nil
}

// row takes in one worker.
func (a *accuracyReader) row(rs *scan.Rows) *api.Problem {
	j, p := find(rs, a.worker, a.set.Workers, strangeWorker)
	if a.leave(p) {
		return nil
	}
	cell := bytes.TrimSpace(rs.Cell(a.right))
	digits, percent := bytes.CutSuffix(cell, []byte("%"))
	x, err := parse.Number(bytes.TrimSpace(digits))
	switch {
	case err != nil:
		return rs.Wrong(a.right, parse.NoNumber(err, "where the number of right labels, or their share, is expected"), correct)
	case x < 0:
		return rs.Wrong(a.right, "a negative number, where the number of right labels, or their share, is expected", correct)
	case percent && x > 100:
		return rs.Wrong(a.right, "more than 100 %", correct)
	case percent:
		x, a.shares = x/100, true
	}
	n := float64(shareLabels * a.k)
	if a.of >= 0 {
		if n, p = number(rs, a.of, "where the number of labels is expected"); p != nil {
			return p
		}
		if n < 0 {
			return rs.Wrong(a.of, "a negative number, where the number of labels is expected", correct)
		}
	}
	if a.again(rs, &a.named[j], is(rs, a.worker, a.set.Workers, j)) {
		return rs.Wrong(a.worker, "a second row for the same worker", takeOneOut)
	}
	where := rs.Wrong(a.right, "", "")
	a.all = append(a.all, accuracy{j, x, n, where})
	a.most = max(a.most, x)
	if x != math.Trunc(x) && a.fraction == nil {
		a.fraction = where
	}
	return nil
}

// settle decides whether the file has shares, adds up what it says of each worker, and rejects the rows that can't be true. A worker
// without labels is one of whom nothing is said.
func (a *accuracyReader) settle(right, of []float64) {
	a.shares = a.shares || a.probable()
	for _, row := range a.all {
		j, x, n, p := row.worker, row.x, row.n, row.where
		switch {
		case a.shares && x > 1:
			p.What, p.Do = "a share above 1", "Write it as 0.87 or as 87 %, or skip the row"
			a.Reject(p)
			continue
		case !a.shares && a.of >= 0 && x > n:
			p.What, p.Do = fmt.Sprintf("more right labels than there were (%.6g of %.6g)", x, n), correct
			a.Reject(p)
			continue
		case a.shares:
			x *= n
		}
		right[j] += x
		if of[j] += n; n > 0 {
			a.line[j*a.k] = max(p.Line, 1)
		}
	}
}

// countless refuses accuracies without the number of labels: numbers of right labels, of which nothing is said, and shares that are to
// be added to counts.
func (a *accuracyReader) countless(mode crowd.ConfusionMode) error {
	if a.of >= 0 || a.rows == a.strangers {
		return nil
	}
	p := &api.Problem{File: a.File, Line: 1, Column: a.ColumnName(a.right)}
	switch {
	case !a.shares:
		p.What = "this column says how many labels of a worker were right, and none says of how many"
		p.Do = "Add a column “of” with the number of labels, or give shares, such as 0.87 or 87 %"
	case mode == crowd.Addition:
		p.What, p.Err = "a share, where counts are added to those of the first step", api.ErrNoPrior
		p.Do = fmt.Sprintf("Add a column “of” with the number of labels, or keep them as a prior, in which a share stands for %d labels of each "+
			"class", shareLabels)
	default:
		return nil
	}
	return p
}
