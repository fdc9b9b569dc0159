package sidefile

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/layout/heading"
	"concord/core/population"
	"concord/core/prob"
	"concord/core/scan"
	"concord/internal/humanize"
)

// maxConfusion is the most entries of confusion matrices that are held: 1 GiB.
const maxConfusion = 1 << 27

// History is what is known of workers beforehand.
type History struct {
	*crowd.Confusion     // as counts of labels, or of how a fit begins
	Known            int // workers of the labels that it speaks of
	Rows             int // of workers, all of them …
	Strangers        int // … and of those who gave no label here
	right, of        []float64
}

// Confusion reads a history of the workers of set, matrices or accuracies: rows of worker, true class, label and value. A value is a
// count, or, where all of the file's are at most 1 and some are not whole, a probability; then each row of a matrix sums to one. Where
// mode is crowd.Assign every worker of the set is needed. crowd.Addition needs counts; for crowd.Prior a row of probabilities stands
// for shareLabels labels. Rows of workers who gave no label are left out, and counted.
//
// Or a row says how many labels of a worker were right, and of how many (layout.Right, layout.Of).
//
// Pairs of classes that the file does not name are zero. A row without worker and
// label says how common the true class is, as a count or a share, in the class prior
// to start from; then each class needs one.
func Confusion(name string, r io.Reader, lay *layout.Layout, set *labels.Set, mode crowd.ConfusionMode, o scan.Options) (
	found *History, bad api.Problems, err error) {
	if err := lay.Check(name, layout.ConfusionFile); err != nil {
		return nil, bad, err
	}
	m, k := set.Workers.Len(), set.Classes.Len()
	if k == 0 || m*k*k > maxConfusion {
		return nil, bad, refuse(name, fmt.Sprintf("these labels (%s, %s) can have no history of the workers", humanize.Count(m, "worker"),
			humanize.Count(k, "different label")), "Leave the file out")
	}
	c := &confusionReader{
		set: set, k: k, counts: make([]float64, m*k*k), given: make([]bool, m*k*k), line: make([]int, m*k), common: make([]bool, k),
		worker: lay.Column(layout.Worker), truth: lay.Column(layout.True), label: lay.Column(layout.Label), value: lay.Column(layout.Value),
	}
	if lay.Accuracies() {
		return c.accuracies(name, r, lay, mode, o)
	}
	c.shares = lay.Header && heading.Probabilities.Has(lay.Columns[c.value].Name)
	c.Rows, err = scan.Read(name, r, lay, o, c.row)
	c.even()
	if err = cmp.Or(err, c.Verdict()); err == nil {
		err = cmp.Or(c.weightless(mode), c.sums(), c.strange(), c.complete(mode), c.classes())
	}
	if err != nil {
		return nil, c.Problems, err
	}
	if mode == crowd.Prior && c.probable() {
		for n := range c.counts {
			c.counts[n] *= shareLabels
		}
	}
	return c.history(mode), c.Problems, nil
}

// shareLabels is how many labels a row of a matrix stands for that has shares and no counts. Of 1 to 20 labels, ten err least over the
// six sets of docs/reproduction.md, gold and priors, by which rows of one label count as those of a hundred.
const shareLabels = 10

// history returns what was read.
func (c *confusionReader) history(mode crowd.ConfusionMode) *History {
	h := &History{Confusion: &crowd.Confusion{Mode: mode, Counts: c.counts, Prior: c.prior}, Rows: c.rows, Strangers: c.strangers}
	for j := range c.set.Workers.Len() {
		if slices.Max(c.line[j*c.k:(j+1)*c.k]) > 0 {
			h.Known++
		}
	}
	return h
}

// Grow makes of what was counted what is to be expected of each worker, where that is a prior (core/population). pause is called now
// and then; its error ends it.
func (h *History) Grow(classes int, pause func() error) (err error) {
	switch {
	case h.Mode != crowd.Prior || h.Known == 0:
	case h.of != nil:
		h.Counts = population.OfAccuracies(h.right, h.of, classes)
	default:
		h.Counts, err = population.Prior(h.Counts, classes, pause)
	}
	return err
}

// Chance warns of a history by which the workers were right no more often than chance.
func (h *History) Chance(name string, classes int) *api.Problem {
	right, of := h.Accuracies(classes)
	hits, all := prob.Total(right), prob.Total(of)
	chance := 1 / float64(classes)
	const least = 30 // labels that can show it
	if classes < 2 || all < least || hits/all > chance+2*math.Sqrt(chance*(1-chance)/all) {
		return nil
	}
	return &api.Problem{
		File: name, What: fmt.Sprintf("by this history the workers were right in %.0f %% of their labels, which is no more than chance (%.0f %%)",
			100*hits/all, 100*chance),
		Do: "Check that truth and label are not exchanged, and that the classes are those of these labels, or leave the history out",
	}
}

// Accuracies returns how many labels of each worker were right, and of how many, before Grow.
func (h *History) Accuracies(classes int) (right, of []float64) {
	if h.of != nil {
		return h.right, h.of
	}
	size := classes * classes
	right, of = make([]float64, len(h.Counts)/size), make([]float64, len(h.Counts)/size)
	for n, x := range h.Counts {
		of[n/size] += x
		if n/classes%classes == n%classes {
			right[n/size] += x
		}
	}
	return right, of
}

type confusionReader struct {
	*scan.Rows
	set                         *labels.Set
	k                           int
	worker, truth, label, value int // columns
	counts                      []float64
	given                       []bool // which entries have a row with the exact names
	line                        []int  // of the first value of each row of a matrix
	shares                      bool   // values are probabilities, or accuracies shares, as the heading says
	most                        float64
	fraction                    *api.Problem    // the first value that is not whole, as something wrong; nil: all are
	prior                       []float64       // NaN: nothing is said of the class
	common                      []bool          // which classes have a row for prior with their exact name
	merged                      map[string]bool // the names of rows that have others
	mixed                       []int           // rows of matrices with values of such rows
	rows, strangers             int             // of workers; of those who gave no label
	stranger                    *api.Problem    // the first of these, as something wrong
}

// row takes in one value.
func (c *confusionReader) row(rs *scan.Rows) *api.Problem {
	ofClass := len(rs.Cell(c.worker)) == 0 && len(rs.Cell(c.label)) == 0
	j, p := find(rs, c.worker, c.set.Workers, strangeWorker)
	if !ofClass && c.leave(p) {
		return nil
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
	case x > 1 && c.shares && !ofClass:
		return rs.Wrong(c.value, "a probability above 1", "Correct it, or call the column “count” if these are numbers of labels")
	case ofClass:
		if c.again(rs, &c.common[k], is(rs, c.truth, c.set.Classes, k)) {
			return rs.Wrong(c.value, "a second value for the same class", takeOneOut)
		}
		if c.prior == nil {
			c.prior = slices.Repeat([]float64{math.NaN()}, c.k)
		}
		if math.IsNaN(c.prior[k]) {
			c.prior[k] = 0
		}
		c.prior[k] += x
		return nil
	}
	row := j*c.k + k
	at := row*c.k + l
	exact := is(rs, c.worker, c.set.Workers, j) && is(rs, c.truth, c.set.Classes, k) && is(rs, c.label, c.set.Classes, l)
	if c.again(rs, &c.given[at], exact) {
		return rs.Wrong(c.value, "a second value for the same worker, truth and label", takeOneOut)
	}
	c.counts[at] += x
	if !exact {
		c.mixed = append(c.mixed, row)
	}
	c.line[row] = cmp.Or(c.line[row], rs.Line())
	c.most = max(c.most, x)
	if x != math.Trunc(x) && c.fraction == nil {
		c.fraction = rs.Wrong(c.value, "", "")
	}
	return nil
}

// again notes the names of the current row, and reports whether a row before had the same. Names that were merged mean the same worker
// or class, and have rows of their own: these are added up. named is for rows with the exact names.
func (c *confusionReader) again(rs *scan.Rows, named *bool, exact bool) (was bool) {
	if exact {
		was, *named = *named, true
		return was
	}
	var names []byte
	for _, column := range []int{c.worker, c.truth, c.label} {
		if column >= 0 {
			names = append(append(names, rs.Cell(column)...), 0)
		}
	}
	if was = c.merged[string(names)]; !was {
		if c.merged == nil {
			c.merged = map[string]bool{}
		}
		c.merged[string(names)] = true
	}
	return was
}

// is reports whether a cell of the current row is name i, and not one that was merged with it.
func is(rs *scan.Rows, column int, names labels.Names, i int) bool {
	return string(rs.Cell(column)) == names.At(i)
}

// even makes one row of probabilities out of several whose workers or truths were merged: their mean.
func (c *confusionReader) even() {
	if !c.probable() {
		return
	}
	for _, row := range c.mixed {
		prob.Normalize(c.counts[row*c.k : (row+1)*c.k])
	}
}

// leave counts a row of a worker, and reports whether it is left out: p says that the worker gave no label.
func (c *confusionReader) leave(p *api.Problem) bool {
	c.rows++
	if p == nil {
		return false
	}
	c.strangers++
	if c.stranger == nil {
		c.stranger = p
	}
	return true
}

// strange is the error of a file that speaks of none of the workers.
func (c *confusionReader) strange() error {
	if c.strangers == 0 || c.strangers < c.rows {
		return nil
	}
	p := c.stranger
	p.Line, p.What = 0, "not one of these workers is among those who gave labels"
	p.Do = fmt.Sprintf("Use the same names in both files; the labels speak of “%s”", api.Printable(c.set.Workers.At(0)))
	return p
}

// probable reports whether the values are probabilities.
func (c *confusionReader) probable() bool { return c.fraction != nil && c.most <= 1 }

// weightless refuses probabilities that are to be added to the counts of the first step: they do not say how many labels they stand
// for, and would weigh as one.
func (c *confusionReader) weightless(mode crowd.ConfusionMode) error {
	if mode != crowd.Addition || !c.probable() {
		return nil
	}
	p := c.fraction
	p.What, p.Err = "a probability, where counts are added to those of the first step", api.ErrNoPrior
	p.Do = fmt.Sprintf("Give counts, such as 9 and 1 for .9 and .1 if ten labels are known, or keep them as a prior, in which a row of "+
		"probabilities stands for %d labels", shareLabels)
	for n, column := range c.Layout.Columns {
		if n != c.value && c.Layout.Header && heading.Frequencies.Has(column.Name) {
			p.Do = fmt.Sprintf("Take the column “%s” for the value, if it has the counts, or keep them as a prior", api.Printable(column.Name))
		}
	}
	return p
}

// classes reports the first class without a share in the prior, where others have one, and a prior of zeros.
func (c *confusionReader) classes() error {
	if c.prior == nil {
		return nil
	}
	if k := slices.IndexFunc(c.prior, math.IsNaN); k >= 0 {
		return &api.Problem{
			File: c.File, Text: api.Printable(c.set.Classes.At(k)), Column: c.ColumnName(c.truth),
			What: "nothing is said of how common this class is, where others have a row without worker and label that does",
			Do:   "Add such a row for it, or take those of the others out",
		}
	}
	if slices.Max(c.prior) == 0 {
		return &api.Problem{
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
			return &api.Problem{
				File: c.File, Line: line, Column: c.ColumnName(c.value), Text: fmt.Sprintf("%.6g", sum),
				What: fmt.Sprintf("the probabilities of worker “%s” where the truth is “%s” do not sum to one", api.Printable(worker),
					api.Printable(truth)),
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
			lack = append(lack, api.Printable(c.set.Workers.At(j)))
		}
	}
	n := len(lack)
	switch {
	case n == 0:
		return nil
	case n > 3:
		lack = append(lack[:3], "…")
	}
	return &api.Problem{
		File: c.File, Text: strings.Join(lack, "”, “"), Column: c.ColumnName(c.worker),
		What: fmt.Sprintf("%s of %s have no history here, where each needs one to begin with", humanize.Number(n),
			humanize.Count(c.set.Workers.Len(), "worker")),
		Do: "Add them, or keep the history as a prior, which needs only some of them", Err: api.ErrNoPrior,
	}
}
