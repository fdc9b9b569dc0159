package analysis

import (
	"io"
	"slices"

	"concord/core/api"
	"concord/core/export"
	"concord/core/job"
	"concord/core/joinback"
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

// Back returns the file of labels as it was, with the columns of labels.csv at the end of each row.
func (r *Written) Back(c *job.Job) (*export.File, error) {
	name, lay := r.Of.Source.Name(), &r.Of.Found.Layout
	if why := r.NotBack(); why != "" {
		return nil, api.Refuse("%s can't be given back with the answers: %s.", name, why)
	}
	a := *r.Complete
	a.Content = nil // it is in the file
	columns := sheet.FilesOf(a.LabelTable().Columns)[1:]
	answers := joinback.Answers{Safe: r.safe, Of: func(task string) []sheet.Cell {
		i, ok := r.Of.Set.Tasks.Find(task)
		if !ok {
			return nil
		}
		return sheet.RowOf(columns, i)
	}}
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
	return &export.File{What: api.FileLabels, Name: api.ShapeFile(api.Back, name), Write: func(w io.Writer) error {
		return joinback.Write(w, name, r.Of.Source.Open, lay, options, answers)
	}}, nil
}
