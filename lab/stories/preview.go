package stories

import (
	"fmt"

	"concord/app/model"
	"concord/app/model/files"
	"concord/core/api"
)

// counted is a file that says how often each label was given.
func counted() model.State {
	o := openedAs("diagnoses.csv")
	o.Read.Format = "counts"
	o.Read.Roles = []string{"task", "count", "count", "count"}
	o.Read.Columns = []api.Column{{Name: "subject"}, {Name: "depression"}, {Name: "personality disorder"}, {Name: "other"}}
	o.Read.Preview = [][]string{{"1", "0", "3", "3"}, {"2", "6", "0", "0"}, {"3", "1", "4", "1"}}
	o.Counts.Anonymous, o.Counts.ClassNames, o.Counts.Classes = true, []string{"depression", "other", "personality disorder"}, 3
	o.Read.Confirm = "each of 3 columns is taken for a label, from “depression” to “other”, and the numbers for how often it was given"
	return answer(empty(), model.Pick{Role: api.RoleLabels, File: labelsFile}, api.Reply{Opened: o})
}

// manyColumns is a file of which few columns are used.
func manyColumns() model.State {
	o := openedAs("batch-results.csv")
	o.Read.Format, o.Read.Columns, o.Read.Roles = "MTurk batch results", nil, nil
	o.Read.Preview = [][]string{nil, nil, nil}
	for c := range 40 {
		name, role := fmt.Sprintf("Input.field-%d", c), ""
		switch c {
		case 3:
			name, role = "SubmitTime", "time"
		case 5:
			name, role = "expert", "gold"
		case 12:
			name, role = "WorkerId", "worker"
		case 20:
			name, role = "HITId", "task"
		case 39:
			name, role = "Answer.does-the-first-sentence-follow-from-the-second", "label"
		}
		o.Read.Columns, o.Read.Roles = append(o.Read.Columns, api.Column{Name: name}), append(o.Read.Roles, role)
		for r := range o.Read.Preview {
			o.Read.Preview[r] = append(o.Read.Preview[r], fmt.Sprintf("value %d of column %d, which goes on", r+1, c+1))
		}
	}
	return answer(empty(), model.Pick{Role: api.RoleLabels, File: labelsFile}, api.Reply{Opened: o})
}

// severalInOne is a file whose labels look like several in one cell.
func severalInOne() model.State {
	o := opened()
	o.Counts.ClassNames, o.Counts.ClassLabels, o.Counts.Classes = []string{"rock", "rock|pop", "pop|folk", "folk"}, []int{1, 2, 3, 4}, 4
	return answer(empty(), model.Pick{Role: api.RoleLabels, File: labelsFile}, api.Reply{Opened: o})
}

// severalRefused is a file with several labels in a row, where one is expected.
func severalRefused() model.State {
	o := openedAs("m1.jsonl")
	o.Read.Format, o.Counts, o.Read.Delimiter = "doccano", nil, ""
	return answer(empty(), model.Pick{Role: api.RoleLabels, File: files.File{Name: "m1.jsonl", Size: 5_120}}, api.Reply{Fault: &api.Fault{
		Message: "m1.jsonl, line 2, column “label”: several labels, where one is expected.", Several: true, CanSkip: true, Good: 41, Count: 1,
		Problems: []api.Problem{{File: "m1.jsonl", Line: 2, Column: "label", Text: `["positive", "ironic"]`,
			What: "several labels, where one is expected", Do: "Allow several labels per task, or skip the row"}},
		Opened: o,
	}})
}

// otherEncoding is a file that is not written as it seems.
func otherEncoding() model.State {
	o := openedAs("umfrage.csv")
	o.Counts, o.Read.Offer = nil, "windows-1252"
	return answer(empty(), model.Pick{Role: api.RoleLabels, File: files.File{Name: "umfrage.csv", Size: 5_120}},
		api.Reply{Fault: &api.Fault{
			Message: "umfrage.csv, line 2, column “label”: not valid UTF-8 text.", CanSkip: true, Good: 8, Count: 2,
			Problems: []api.Problem{
				{File: "umfrage.csv", Line: 2, Column: "answer", Text: `sch\xf6n`, What: "not valid UTF-8 text",
					Do: "Save the file as UTF-8, or choose its encoding (often Windows-1252), or skip the row"},
				{File: "umfrage.csv", Line: 9, Column: "answer", Text: `sch\xf6n`, What: "not valid UTF-8 text",
					Do: "Save the file as UTF-8, or choose its encoding (often Windows-1252), or skip the row"},
			},
			Opened: o,
		}})
}

// belowATitle is a file whose header is not at its top.
func belowATitle() model.State {
	return answer(empty(), model.Pick{Role: api.RoleLabels, File: files.File{Name: "survey.csv", Size: 5_120}}, api.Reply{Fault: &api.Fault{
		Message: "survey.csv, line 4: the names of the columns stand here, and something else stands above them.", HeaderLine: 4, Count: 1,
		Problems: []api.Problem{{File: "survey.csv", Line: 4, Text: "task, worker, label",
			What: "the names of the columns stand here, and something else stands above them",
			Do:   "Use line 4 as the header, or take out what stands above it"}},
		Opened: &api.Opened{Role: api.RoleLabels, File: api.File{Name: "survey.csv", Size: 5_120}},
	}})
}

// typedDelimiter is a file with two colons between its cells, below a title, whose
// workers nobody knows.
func typedDelimiter() model.State {
	o := openedAs("ratings.dat")
	o.Read.Delimiter, o.Read.HeaderLine, o.Read.Anonymous = "::", 3, true
	o.Read.Roles = []string{"task", "", "label", ""}
	o.Counts.Anonymous, o.Counts.Workers = true, 0
	return answer(empty(), model.Pick{Role: api.RoleLabels, File: files.File{Name: "ratings.dat", Size: 5_120}}, api.Reply{Opened: o})
}
