package analysis

import (
	"io"
	"math"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/export"
	"concord/core/job"
	"concord/core/joinback"
	"concord/core/layout"
	"concord/core/scan"
	"concord/core/sheet"
)

// NotBack says why the file of labels can't be given back with the answers in its rows; empty: it can.
func (r *Result) NotBack() string {
	if len(r.Of.Files) > 1 {
		return "it is several files: open one at a time"
	}
	return joinback.Refuse(&r.Of.Found.Layout)
}

// pairBack is the two items of a row.
type pairBack struct{ left, right int }

// pairColumns are what a row with two items gets.
func (r *Written) pairColumns(of *pairBack) []*sheet.Column {
	answer := func(class int) func(int) float64 {
		row := make([]float64, r.Data.Classes)
		return func(int) float64 {
			if class >= len(row) || of.left == of.right {
				return math.NaN()
			}
			r.ranker.Answer(of.left, of.right, -1, 0, row)
			return row[class]
		}
	}
	return []*sheet.Column{
		sheet.Number("left_score", "", func(int) float64 { return r.ranking.Score[of.left] }),
		sheet.Number("right_score", "", func(int) float64 { return r.ranking.Score[of.right] }),
		sheet.Share("p", "", answer(crowd.FirstWins)), sheet.Share("p_tie", "", answer(crowd.Tied)),
	}
}

// Back returns the file of labels as it was, with the columns of labels.csv at the end of each row.
func (r *Written) Back(c *job.Job) (*export.File, error) {
	name, lay := r.Of.Source.Name(), &r.Of.Found.Layout
	if why := r.NotBack(); why != "" {
		return nil, api.Refuse("%s can't be given back with the answers: %s.", name, why)
	}
	a := *r.Complete
	a.Content = nil // it is in the file
	columns := sheet.FilesOf(a.LabelTable().Columns)[1:]
	answers := joinback.Answers{Safe: r.safe, Of: func(of []string) []sheet.Cell {
		i, ok := r.Of.Set.Tasks.Find(strings.Join(of, layout.Versus))
		if !ok {
			return nil
		}
		return sheet.RowOf(columns, i)
	}}
	if r.ranker != nil {
		var of pairBack
		columns = r.pairColumns(&of)
		answers.Of = func(names []string) []sheet.Cell {
			var known, both bool
			of.left, known = r.Of.Set.Items.Find(names[0])
			if of.right, both = r.Of.Set.Items.Find(names[1]); !known || !both {
				return nil
			}
			return sheet.RowOf(columns, 0)
		}
	}
	var taken []string
	for _, column := range lay.Columns {
		taken = append(taken, column.Name)
	}
	for _, name := range sheet.HeaderOf(columns) {
		for name = "concord_" + name; slices.Contains(taken, name); {
			name += "_again"
		}
		answers.Names = append(answers.Names, name)
	}
	options := scan.Options{Size: r.Of.Source.Size(), Progress: func(int, int64) error { return c.Turn() }}
	return &export.File{What: api.FileLabels, Name: api.ShapeOf(api.Back).Called(name), Write: func(w io.Writer) error {
		return joinback.Write(w, name, r.Of.Source.Open, lay, options, answers)
	}}, nil
}
