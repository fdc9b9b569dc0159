package stories

import (
	"concord/app/model"
	"concord/app/model/files"
	"concord/core/api"
)

// aWorkbook is a workbook of which one sheet of several is read.
func aWorkbook() *api.Opened {
	o := openedAs("annotation-round-2.xlsx")
	o.Read.Format, o.Read.Delimiter, o.Read.Sheet = "Excel workbook", "", "Round 2"
	o.Read.Sheets = []api.Sheet{{Name: "Round 1", Hidden: true}, {Name: "Round 2"}, {Name: "Totals for the meeting on Monday"}}
	o.Read.SheetWhy = "it is the first that looks like labels"
	o.Warnings = []api.Problem{{
		What: "of this workbook only the sheet “Round 2” is read, since it is the first that looks like labels, and not the others: " +
			"Round 1, Totals for the meeting on Monday",
		Do: "Choose another sheet to read that one",
	}}
	return o
}

func sheets() model.State {
	return answer(empty(), model.Pick{Role: api.RoleLabels, File: files.File{Name: "annotation-round-2.xlsx", Size: 81_022}},
		api.Reply{Opened: aWorkbook()})
}

// sheetRefused is the choice of a sheet that holds no votes.
func sheetRefused() model.State {
	refused := aWorkbook()
	refused.Read.Columns, refused.Read.Preview, refused.Counts, refused.Warnings, refused.Read.Roles = nil, nil, nil, nil, nil
	refused.Read.Sheet, refused.Read.SheetWhy = "Totals for the meeting on Monday", "your choice"
	another := model.SetOption{Of: api.RoleLabels, Option: "sheet", Text: "Totals for the meeting on Monday"}
	return answer(sheets(), another, api.Reply{Fault: &api.Fault{
		Message: "annotation-round-2.xlsx: this is an aggregated report: it says what all workers together answered, and not who said what.",
		Problems: []api.Problem{{
			File: "annotation-round-2.xlsx", What: "this is an aggregated report: it says what all workers together answered, and not who said what",
			Do: "Download the Full report instead, which has a row for every judgment",
		}},
		Count: 1, Opened: refused,
	}})
}

// manyCosts are costs of as many classes as can be filled in by hand.
func manyCosts() model.State {
	o := opened()
	o.Counts.ClassNames = []string{"airplane", "automobile", "bird", "cat", "deer", "dog", "frog", "horse or pony, seen from any side", "ship",
		"truck", "tricycle", "none of these"}
	o.Counts.Classes = len(o.Counts.ClassNames)
	o.Counts.ClassLabels = make([]int, o.Counts.Classes)
	s := answer(empty(), model.Pick{Role: api.RoleLabels, File: labelsFile}, api.Reply{Opened: o})
	return play(s, model.SetCost{Truth: 0, Label: 2, Text: "2,5"}, model.SetCost{Truth: 1, Label: 9, Text: "0.5"},
		model.SetCost{Truth: 1, Label: 0, Text: "a lot"})
}
