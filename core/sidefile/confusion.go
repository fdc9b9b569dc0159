package sidefile

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"concord/core/crowd"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/layout/heading"
	"concord/core/problem"
	"concord/core/scan"
	"concord/internal/humanize"
)

// maxConfusion is the most entries of confusion matrices that are held: 1 GiB.
const maxConfusion = 1 << 27

// Confusion reads confusion matrices to begin a fit of set with: rows of worker, true class, label
// and value. A value is a count, or, where all of the file's are at most 1 and some are not whole,
// a probability; then each row of a matrix sums to one. Where mode is crowd.Assign every worker of
// the set is needed; the other modes add to counts of labels, so they need counts.
//
// Pairs of classes that the file does not name are zero. A row without worker and
// label says how common the true class is, as a count or a share, in the class prior
// to start from; then each class needs one.
func Confusion(name string, r io.Reader, lay *layout.Layout, set *labels.Set, mode crowd.ConfusionMode, o scan.Options) (
	found *crowd.Confusion, bad problem.Problems, err error) {
	if err := lay.Check(name, layout.ConfusionFile); err != nil {
		return nil, bad, err
	}
	m, k := set.Workers.Len(), set.Classes.Len()
	if set.Data.Numeric() || m*k*k > maxConfusion {
		return nil, bad, refuse(name, fmt.Sprintf("these labels (%s, %s) can have no confusion matrices", humanize.Count(m, "worker"),
			humanize.Count(k, "different label")), "Leave the file out")
	}
	c := &confusionReader{
		set: set, k: k, counts: make([]float64, m*k*k), given: make([]bool, m*k*k), line: make([]int, m*k), common: make([]bool, k),
		worker: lay.Column(layout.Worker), truth: lay.Column(layout.True), label: lay.Column(layout.Label), value: lay.Column(layout.Value),
	}
	c.Rows, err = scan.Read(name, r, lay, o, c.row)
	if err = cmp.Or(err, c.Verdict()); err == nil {
		err = cmp.Or(c.weightless(mode), c.sums(), c.complete(mode), c.classes())
	}
	if err != nil {
		return nil, c.Problems, err
	}
	return &crowd.Confusion{Mode: mode, Counts: c.counts, Prior: c.prior}, c.Problems, nil
}

type confusionReader struct {
	*scan.Rows
	set                         *labels.Set
	k                           int
	worker, truth, label, value int // columns
	counts                      []float64
	given                       []bool
	line                        []int // of the first value of each row of a matrix
	most                        float64
	fraction                    *problem.Problem // the first value that is not whole, as something wrong; nil: all are
	prior                       []float64
	common                      []bool // which classes have a share in prior
}

// row takes in one value.
func (c *confusionReader) row(rs *scan.Rows) *problem.Problem {
	ofClass := len(rs.Cell(c.worker)) == 0 && len(rs.Cell(c.label)) == 0
	j, p := find(rs, c.worker, c.set.Workers, strangeWorker)
	if p != nil && !ofClass {
		return p
	}
	k, p := find(rs, c.truth, c.set.Classes, strangeClass)
	if p != nil {
		return p
	}
	l, p := find(rs, c.label, c.set.Classes, strangeClass)
	if p != nil && !ofClass {
		return p
	}
	x, p := number(rs, c.value, "where a count or a probability is expected")
	switch {
	case p != nil:
		return p
	case x < 0:
		return rs.Wrong(c.value, "a negative number, where a count or a probability is expected", correct)
	case ofClass && c.common[k]:
		return rs.Wrong(c.value, "a second value for the same class", takeOneOut)
	case ofClass:
		if c.prior == nil {
			c.prior = make([]float64, c.k)
		}
		c.common[k], c.prior[k] = true, x
		return nil
	}
	row := j*c.k + k
	at := row*c.k + l
	if c.given[at] {
		return rs.Wrong(c.value, "a second value for the same worker, truth and label", takeOneOut)
	}
	c.given[at], c.counts[at] = true, x
	c.line[row] = cmp.Or(c.line[row], rs.Line())
	c.most = max(c.most, x)
	if x != math.Trunc(x) && c.fraction == nil {
		c.fraction = rs.Wrong(c.value, "", "")
	}
	return nil
}

// probable reports whether the values are probabilities.
func (c *confusionReader) probable() bool { return c.fraction != nil && c.most <= 1 }

// weightless refuses probabilities that are to be added to counts of labels: they do
// not say how many labels they stand for, and would weigh as one.
func (c *confusionReader) weightless(mode crowd.ConfusionMode) error {
	if mode == crowd.Assign || !c.probable() {
		return nil
	}
	p := c.fraction
	p.What = "a probability, where counts are added to those of the first step"
	if mode == crowd.Prior {
		p.What = "a probability, where counts are added to those of every step"
	}
	p.Do = "Give counts, such as 9 and 1 for .9 and .1 if ten labels are known, or begin with the matrices (assign) in place of adding them"
	for n, column := range c.Layout.Columns {
		if n != c.value && c.Layout.Header && heading.Frequencies.Has(column.Name) {
			p.Do = fmt.Sprintf("Take the column “%s” for the value, if it has the counts, or begin with the matrices (assign) in place "+
				"of adding them", problem.Printable(column.Name))
		}
	}
	return p
}

// classes reports the first class without a share in the prior, where others have one, and a prior of zeros.
func (c *confusionReader) classes() error {
	if c.prior == nil {
		return nil
	}
	if k := slices.Index(c.common, false); k >= 0 {
		return &problem.Problem{
			File: c.File, Text: problem.Printable(c.set.Classes.At(k)), Column: c.ColumnName(c.truth),
			What: "nothing is said of how common this class is, where others have a row without worker and label that does",
			Do:   "Add such a row for it, or take those of the others out",
		}
	}
	if slices.Max(c.prior) == 0 {
		return &problem.Problem{
			File: c.File, Column: c.ColumnName(c.value), What: "every class is said to be as common as 0",
			Do: "Say which are more common, or take these rows out",
		}
	}
	return nil
}

// sums reports the first row of probabilities that do not sum to one. What is
// written with three decimals may be off by half of the last one for each class.
func (c *confusionReader) sums() error {
	if !c.probable() {
		return nil // counts
	}
	for row, line := range c.line {
		if line == 0 {
			continue
		}
		sum := 0.0
		for _, x := range c.counts[row*c.k : (row+1)*c.k] {
			sum += x
		}
		if sum != 0 && math.Abs(sum-1) > max(1e-3, 5e-4*float64(c.k)) {
			worker, truth := c.set.Workers.At(row/c.k), c.set.Classes.At(row%c.k)
			return &problem.Problem{
				File: c.File, Line: line, Column: c.ColumnName(c.value), Text: fmt.Sprintf("%.6g", sum),
				What: fmt.Sprintf("the probabilities of worker “%s” where the truth is “%s” do not sum to one", problem.Printable(worker),
					problem.Printable(truth)),
				Do: "Correct them, or give counts (whole numbers) in place of probabilities",
			}
		}
	}
	return nil
}

// complete reports the workers without any value, where each needs a matrix to begin with.
func (c *confusionReader) complete(mode crowd.ConfusionMode) error {
	if mode != crowd.Assign {
		return nil
	}
	var lack []string
	for j := range c.set.Workers.Len() {
		if slices.Max(c.line[j*c.k:(j+1)*c.k]) == 0 {
			lack = append(lack, problem.Printable(c.set.Workers.At(j)))
		}
	}
	n := len(lack)
	switch {
	case n == 0:
		return nil
	case n > 3:
		lack = append(lack[:3], "…")
	}
	do := "Add them, or have the matrices added to what the labels say (addition, prior) in place of assigned"
	if c.probable() {
		do = "Add them, or give counts, which can be added to what the labels say (addition, prior) in place of assigned"
	}
	return &problem.Problem{
		File: c.File, Text: strings.Join(lack, "”, “"), Column: c.ColumnName(c.worker),
		What: fmt.Sprintf("%s of %s have no matrix here, where each needs one to begin with", humanize.Number(n),
			humanize.Count(c.set.Workers.Len(), "worker")),
		Do: do,
	}
}
