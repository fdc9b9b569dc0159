package sidefile

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"concord/core/crowd"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/layout/heading"
	"concord/core/parse"
	"concord/core/problem"
	"concord/core/scan"
	"concord/internal/humanize"
)

// maxConfusion is the most entries of confusion matrices that are held: 1 GiB.
const maxConfusion = 1 << 27

// Confusion reads confusion matrices to begin a fit of set with: rows of worker,
// true class, label and value. A value is a count, or, where all of the file's
// are 1 at most and some are not whole, a probability; then each row of a matrix
// sums to one. Where mode is crowd.Assign every worker of the set is needed; the
// other modes add to counts of labels, so they need counts.
// Pairs of classes that the file does not name are zero. A row without worker and
// label has how common the true class is, as a count or a share, in the class
// prior to start from; then each class needs one.
func Confusion(name string, r io.Reader, lay *layout.Layout, set *labels.Set, mode crowd.ConfusionMode, o scan.Options) (*crowd.Confusion,
	problem.Problems, error) {
	if err := lay.Check(name, layout.ConfusionFile); err != nil {
		return nil, problem.Problems{}, err
	}
	m, k := set.Workers.Len(), set.Classes.Len()
	if set.Data.Numeric() || m*k*k > maxConfusion {
		return nil, problem.Problems{}, &problem.Problem{File: name, What: fmt.Sprintf("these labels (%s, %s) can have no confusion matrices",
			humanize.Count(m, "worker"), humanize.Count(k, "different label")), Do: "Leave the file out"}
	}
	rs, err := scan.Open(name, r, lay, o)
	if err != nil {
		return nil, problem.Problems{}, err
	}
	in := &confusionReader{
		Rows: rs, set: set, k: k, counts: make([]float64, m*k*k), given: make([]bool, m*k*k), line: make([]int, m*k), common: make([]bool, k),
	}
	in.worker, in.truth, in.label, in.value = lay.Column(layout.Worker), lay.Column(layout.True), lay.Column(layout.Label),
		lay.Column(layout.Value)
	for {
		ok, err := rs.Next()
		if err != nil {
			return nil, problem.Problems{}, err
		}
		if !ok {
			break
		}
		in.row()
	}
	if rs.Read == 0 {
		return nil, problem.Problems{}, rs.Layout.Empty(rs.File)
	}
	if err := rs.Verdict(); err != nil {
		return nil, rs.Problems, err
	}
	if mode != crowd.Assign {
		if err := in.weightless(mode); err != nil {
			return nil, rs.Problems, err
		}
	}
	if err := in.sums(); err != nil {
		return nil, rs.Problems, err
	}
	if mode == crowd.Assign {
		if err := in.complete(); err != nil {
			return nil, rs.Problems, err
		}
	}
	if err := in.classes(); err != nil {
		return nil, rs.Problems, err
	}
	return &crowd.Confusion{Mode: mode, Counts: in.counts, Prior: in.prior}, rs.Problems, nil
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
	fractions                   bool            // some values are not whole
	fraction                    problem.Problem // the first of them, as something wrong
	prior                       []float64
	common                      []bool // which classes have a share in prior
}

// row takes in one value.
func (in *confusionReader) row() {
	ofClass := len(in.Cell(in.worker)) == 0 && len(in.Cell(in.label)) == 0
	j, ok := in.set.Workers.Find(string(in.Cell(in.worker)))
	if !ok && !ofClass {
		in.Reject(in.Wrong(in.worker, strangeWorker, misspelt))
		return
	}
	var class [2]int
	for n, c := range [...]int{in.truth, in.label} {
		if ofClass && c == in.label {
			continue
		}
		if class[n], ok = in.set.Classes.Find(string(in.Cell(c))); !ok {
			in.Reject(in.Wrong(c, strangeClass, misspelt))
			return
		}
	}
	x, err := parse.Number(in.Cell(in.value))
	switch {
	case err != nil:
		in.Reject(in.Wrong(in.value, parse.NoNumber(err, "where a count or a probability is expected"), "Correct it, or go on without the row"))
		return
	case x < 0:
		in.Reject(in.Wrong(in.value, "a negative number, where a count or a probability is expected", "Correct it, or go on without the row"))
		return
	}
	if ofClass {
		in.class(class[0], x)
		return
	}
	at := (j*in.k+class[0])*in.k + class[1]
	if in.given[at] {
		in.Reject(in.Wrong(in.value, "a second value for the same worker, truth and label", "Take one of the two out, or go on without the row"))
		return
	}
	in.given[at], in.counts[at] = true, x
	if l := &in.line[j*in.k+class[0]]; *l == 0 {
		*l = in.Record.Line()
	}
	in.most = max(in.most, x)
	if x != math.Trunc(x) && !in.fractions {
		in.fractions, in.fraction = true, in.Wrong(in.value, "", "")
	}
}

// probable reports whether the values are probabilities.
func (in *confusionReader) probable() bool { return in.fractions && in.most <= 1 }

// weightless reports probabilities where counts are to be added to those of labels:
// they do not say how many labels they stand for, and would count as one.
func (in *confusionReader) weightless(mode crowd.ConfusionMode) error {
	if !in.probable() {
		return nil
	}
	p := in.fraction
	p.What = "a probability, where counts are added to those of the first step"
	if mode == crowd.Prior {
		p.What = "a probability, where counts are added to those of every step"
	}
	p.Do = "Give counts, such as 9 and 1 for .9 and .1 if ten labels are known, or begin with the matrices (assign) in place of adding them"
	for c, column := range in.Layout.Columns {
		if c != in.value && in.Layout.Header && heading.Frequencies.Has(column.Name) {
			p.Do = fmt.Sprintf("Take the column “%s” for the value, if it has the counts, or begin with the matrices (assign) in place "+
				"of adding them", problem.Printable(column.Name))
		}
	}
	return &p
}

// class takes in how common class k is.
func (in *confusionReader) class(k int, x float64) {
	if in.common[k] {
		in.Reject(in.Wrong(in.value, "a second value for the same class", "Take one of the two out, or go on without the row"))
		return
	}
	if in.prior == nil {
		in.prior = make([]float64, in.k)
	}
	in.common[k], in.prior[k] = true, x
}

// classes reports the first class without a share in the prior, where others
// have one, and a prior of zeros.
func (in *confusionReader) classes() error {
	if in.prior == nil {
		return nil
	}
	if k := slices.Index(in.common, false); k >= 0 {
		return &problem.Problem{
			File: in.File, Text: problem.Printable(in.set.Classes.At(k)), Column: in.ColumnName(in.truth),
			What: "nothing is said of how common this class is, where others have a row without worker and label that does",
			Do:   "Add such a row for it, or take those of the others out",
		}
	}
	if slices.Max(in.prior) == 0 {
		return &problem.Problem{
			File: in.File, Column: in.ColumnName(in.value), What: "every class is said to be as common as 0",
			Do: "Say which are more common, or take these rows out",
		}
	}
	return nil
}

// sums reports the first row of probabilities that do not sum to one. What is
// written with three decimals may be off by half of the last one for each class.
func (in *confusionReader) sums() error {
	if !in.probable() {
		return nil // counts
	}
	for row, line := range in.line {
		if line == 0 {
			continue
		}
		sum := 0.0
		for _, x := range in.counts[row*in.k : (row+1)*in.k] {
			sum += x
		}
		if sum != 0 && math.Abs(sum-1) > max(1e-3, 5e-4*float64(in.k)) {
			worker, truth := in.set.Workers.At(row/in.k), in.set.Classes.At(row%in.k)
			return &problem.Problem{
				File: in.File, Line: line, Column: in.ColumnName(in.value), Text: fmt.Sprintf("%.6g", sum),
				What: fmt.Sprintf("the probabilities of worker “%s” where the truth is “%s” do not sum to one", problem.Printable(worker),
					problem.Printable(truth)),
				Do: "Correct them, or give counts (whole numbers) in place of probabilities",
			}
		}
	}
	return nil
}

// complete reports the workers without any value.
func (in *confusionReader) complete() error {
	var lack []string
	n := 0
	for j := range in.set.Workers.Len() {
		known := false
		for _, line := range in.line[j*in.k : (j+1)*in.k] {
			known = known || line > 0
		}
		if known {
			continue
		}
		if n++; n <= 3 {
			lack = append(lack, problem.Printable(in.set.Workers.At(j)))
		}
	}
	if n == 0 {
		return nil
	}
	do := "Add them, or have the matrices added to what the labels say (addition, prior) in place of assigned"
	if in.probable() {
		do = "Add them, or give counts, which can be added to what the labels say (addition, prior) in place of assigned"
	}
	return &problem.Problem{
		File: in.File, Text: list(lack, n), Column: in.ColumnName(in.worker),
		What: fmt.Sprintf("%s of %s have no matrix here, where each needs one to begin with", humanize.Number(n),
			humanize.Count(in.set.Workers.Len(), "worker")),
		Do: do,
	}
}

// list writes the first of n names, as they go between quotes.
func list(first []string, n int) string {
	s := strings.Join(first, "”, “")
	if n > len(first) {
		s += "”, “…"
	}
	return s
}
