package engine

import (
	"fmt"
	"strings"
	"testing"

	"concord/core/api"
)

// workbook makes a workbook of sheets of plain cells, given as name, CSV, name,
// CSV … A name that ends in ~ is that of a hidden sheet.
func workbook(t *testing.T, sheets ...string) memory {
	t.Helper()
	var book, rels string
	var files []string
	for n := 0; n < len(sheets); n += 2 {
		name, hidden := strings.CutSuffix(sheets[n], "~")
		state := ""
		if hidden {
			state = ` state="hidden"`
		}
		book += fmt.Sprintf(`<sheet name="%s" r:id="r%d"%s/>`, name, n, state)
		rels += fmt.Sprintf(`<Relationship Id="r%d" Target="worksheets/%d.xml"/>`, n, n)
		var text strings.Builder
		text.WriteString("<worksheet><sheetData>")
		for line := range strings.Lines(sheets[n+1]) {
			text.WriteString("<row>")
			for cell := range strings.SplitSeq(strings.TrimSpace(line), ",") {
				text.WriteString(`<c t="inlineStr"><is><t>` + cell + "</t></is></c>")
			}
			text.WriteString("</row>")
		}
		text.WriteString("</sheetData></worksheet>")
		files = append(files, fmt.Sprintf("xl/worksheets/%d.xml", n), text.String())
	}
	files = append(files, "xl/workbook.xml", "<workbook><sheets>"+book+"</sheets></workbook>",
		"xl/_rels/workbook.xml.rels", "<Relationships>"+rels+"</Relationships>")
	return memory{"book.xlsx", []byte(zipped(t, files...))}
}

// Another sheet is read as if it were alone, by its own header and roles; a sheet
// that can't be used leaves the others to be chosen.
func TestSheetsOfAWorkbook(t *testing.T) {
	book := workbook(t, "Old~", "task,worker,label\nt1,a,no\nt1,b,yes\n", "Monday", "task,worker,label\nt1,a,yes\nt1,b,no\nt2,a,yes\n",
		"Tuesday", "7,yes,eve\n7,no,bob\n8,yes,eve\n8,no,bob\n", "Totals", "_unit_id,_golden,_unit_state,_trusted_judgments,_last_judgment_at,"+
			"mood,mood:confidence\n1,false,finalized,3,x,yes,1\n")
	v := newVisit(t)
	o := v.must(api.Request{Open: &api.Open{Role: api.RoleLabels, File: &api.File{Name: book.name, Size: book.Size()}}}, book).Opened
	if o.Read.Sheet != "Monday" || o.Counts.Labels != 3 ||
		fmt.Sprint(o.Read.Sheets) != "[{Old true} {Monday false} {Tuesday false} {Totals false}]" {
		t.Fatalf("got the sheet %q of %v with %d labels", o.Read.Sheet, o.Read.Sheets, o.Counts.Labels)
	}
	monday := o.Read
	choose := func(read api.Choices, failed bool) api.Request {
		return api.Request{Reread: &api.Reread{Role: api.RoleLabels, Failed: failed, Choices: read}}
	}
	f := v.fault(choose(api.Choices{Sheet: "Totals"}, false), nil)
	if f.Opened == nil || f.Opened.Read.Sheet != "Totals" || len(f.Opened.Read.Sheets) != 4 || !strings.Contains(f.Message, "aggregated") {
		t.Errorf("a report: got %+v, %+v", f, f.Opened)
	}
	if o = v.must(choose(api.Choices{Sheet: "Old"}, true), nil).Opened; o.Read.Sheet != "Old" || o.Counts.Labels != 2 ||
		o.Read.SheetWhy != "your choice" || len(o.Warnings) > 0 {
		t.Errorf("the hidden one: got %+v, %v", o.Read, o.Warnings)
	}
	o = v.must(choose(api.Choices{Sheet: "Tuesday"}, false), nil).Opened
	if o.Read.Header || strings.Join(o.Read.Roles, ",") != "task,label,worker" || o.Counts.Tasks != 2 {
		t.Errorf("without a header: got %+v, %d tasks", o.Read, o.Counts.Tasks)
	}
	// What was chosen is kept in a project; and back again.
	w := newVisit(t)
	again := w.must(api.Request{Open: &api.Open{Role: api.RoleProject}}, v.save("")).Reopened
	if got := again.Opened[0]; got.Read.Sheet != "Tuesday" || got.Counts.Labels != 4 {
		t.Errorf("out of a project: got %+v", got.Read)
	}
	if o = v.must(choose(monday, false), nil).Opened; o.Counts.Labels != 3 || !o.Read.Header {
		t.Errorf("back again: got %+v", o.Read)
	}
}
