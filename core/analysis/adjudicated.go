package analysis

import (
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/job"
	"concord/core/sheet"
)

// Adjudicated returns the tasks whose label is settled, with notes: api.FileGold has those that a person settled, by a verdict or in a file
// of truth or gold; api.FileAdjudicated also those on which two workers or more all agree. api.FileDisagreements has the others on which
// workers disagree, with what each says, for somebody to fill in the truth.
func (r *Result) Adjudicated(c *job.Job, what string, bare bool) (*sheet.Table, error) {
	if !r.Of.Can(api.AskCheck) {
		return nil, api.Refuse("Nothing can be adjudicated: that takes labels that are classes, one a task.")
	}
	set, known := r.Of.Set, r.known()
	label := func(i int) int32 {
		if said := r.said(i); known[i] == crowd.Unknown && what == api.FileAdjudicated && len(said) == 1 && r.Answers.Votes(i) > 1 {
			return int32(said[0])
		}
		return known[i]
	}
	var rows []int
	err := c.Over(set.Data.Tasks, func(i int) {
		if what == api.FileDisagreements && known[i] == crowd.Unknown && len(r.said(i)) > 1 ||
			what != api.FileDisagreements && label(i) != crowd.Unknown {
			rows = append(rows, i)
		}
	})
	if err != nil {
		return nil, err
	}
	text := func(name string, of func(i int) string) *sheet.Column {
		return sheet.Text(name, "", func(row int) string { return of(rows[row]) }, nil)
	}
	notes := map[int]string{}
	for _, v := range slices.Concat(r.Of.Amend.Checked, r.Of.Amend.Review) {
		notes[v.Task] = v.Note
	}
	note := text("note", func(i int) string { return notes[i] })
	columns := []*sheet.Column{text("label", func(i int) string { return r.className(label(i)) }), note}
	if what == api.FileDisagreements {
		columns = nil
		for j := range r.voters() {
			name := set.Workers.At(j)
			if slices.Contains([]string{"task", "truth", "note"}, name) {
				name += " (worker)"
			}
			columns = append(columns, text(name, func(i int) string { return r.saidBy(i, j) }))
		}
		columns = append(columns, text("truth", func(int) string { return "" }), note)
	}
	return r.listed(c, &sheet.Table{Name: what, Size: len(rows)}, func(row int) int { return rows[row] }, bare, columns...)
}

// mostVoters is how many workers have a column each in a table of what they say.
const mostVoters = 10

// voters counts the workers who have a column each: all, or none where they are many or unknown.
func (r *Result) voters() int {
	if d := r.Of.Set.Data; !d.Anonymous && d.Workers <= mostVoters {
		return d.Workers
	}
	return 0
}

// saidBy returns what worker j says of task i, with commas between several labels.
func (r *Result) saidBy(i, j int) string {
	var labels []string
	from, to := r.Of.Set.Data.Of(i)
	for at := from; at < to; at++ {
		if int(r.Of.Set.Data.Worker[at]) == j {
			labels = append(labels, r.className(int32(r.Of.Set.Data.Class[at])))
		}
	}
	return strings.Join(labels, ", ")
}
