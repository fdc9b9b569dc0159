package export

import (
	"io"
	"math"

	"concord/core/api"
	"concord/core/sheet"
)

// As returns the labels in a shape (see api.Shapes); false: there is no such shape, or it is package upload's.
// If safe is set, an apostrophe precedes cells of CSV that a spreadsheet would run as
// formulas; the other shapes distinguish text from formulas.
func (a *Answers) As(shape string, safe bool) (File, bool) {
	var write func(io.Writer) error
	switch shape {
	case api.JSON:
		write = func(w io.Writer) error { return sheet.WriteEach(w, "[\n", ",\n", "\n]\n", a.Len(), a.Objects()) }
	case api.NDJSON:
		write = func(w io.Writer) error { return sheet.WriteEach(w, "", "\n", "\n", a.Len(), a.Objects()) }
	case api.XLSX:
		write = func(w io.Writer) error { return sheet.WriteWorkbook(w, a.Tables()) }
	case api.CrowdKit:
		write = func(w io.Writer) error { return a.crowdKit().WriteCSV(w, safe) }
	default:
		return File{}, false
	}
	return File{What: api.FileLabels, Name: api.ShapeOf(shape).File, Write: write}, true
}

// crowdKit is what crowd-kit's aggregators return: a label for each task, and a column of probabilities for each class.
func (a *Answers) crowdKit() *sheet.Table {
	label := a.label()
	label.File = "label" // of numbers, too
	t := &sheet.Table{Size: a.Len(), Columns: []*sheet.Column{sheet.Row("task", "", a.TaskNames(), nil), label}}
	if a.Label != nil {
		shares := a.shares("prob_", unordered)
		if a.Silent() {
			for n := range shares {
				shares[n] = sheet.Number(shares[n].Name, "", func(int) float64 { return math.NaN() })
			}
		}
		t.Columns = append(t.Columns, shares...)
	}
	return t
}

// unordered lists classes by their numbers.
func unordered(place int) int { return place }

// Objects returns the function that appends task i as an object: its row of labels.csv
// and the probability of each class,
//
//	{"task":"a","label":"yes","probability":0.75,"votes":2,"tie":false,"posterior":0.75,"probabilities":{"no":0.25,"yes":0.75}}
//
// Where a task may have several labels, "labels":["x","y"] takes the place of "label";
// where labels are numbers the object is {"task":…,"value":…,"votes":…}. Where nothing shows how right labels are,
// probability is null and there are no probabilities.
func (a *Answers) Objects() func(to []byte, i int) []byte {
	t := a.LabelTable()
	if a.Label != nil && !a.Silent() && !a.Cut.Info().Items {
		t.Columns = append(t.Columns, sheet.Group("probabilities", a.shares("", unordered)))
	}
	return t.AppendObject()
}
