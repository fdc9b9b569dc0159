package scan_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"concord/core/layout"
	"concord/internal/packed"
)

// Of a workbook with several sheets the first that looks like labels is
// read, or the one that is asked for.
func TestSheets(t *testing.T) {
	const (
		notes  = "About,this\nx,y\nz,w\n"
		truth  = "task,truth\nt1,cat\nt2,cat\n"
		report = "_unit_id,_golden,_unit_state,_trusted_judgments,_last_judgment_at,mood,mood:confidence\n701,false,finalized,3,1/2/2016," +
			"happy,0.67\n702,false,finalized,3,1/2/2016,sad,1\n"
	)
	book := packed.Workbook(t, notes, "alone\n", animals, truth, report)
	for _, test := range []struct {
		kind        layout.Kind
		asked, want string
		why, refuse string
	}{
		{layout.LabelFile, "", "Tab 3", "it is the first that looks like labels", ""},
		{layout.TruthFile, "", "Tab 3", "it is the first that looks like labels", ""}, // a task and a label are there
		{layout.LabelFile, "Tab 1", "Tab 1", "your choice", ""},
		{layout.TruthFile, "Tab 4", "Tab 4", "your choice", ""},
		{layout.LabelFile, "Tab 5", "Tab 5", "your choice", "aggregated"},
		{layout.LabelFile, "Tab 2", "", "", "book.xlsx: the sheet “Tab 2” has no header with a row below it. Choose another sheet: Tab 1, Tab " +
			"3, Tab 4, Tab 5"},
		{layout.LabelFile, "tab 3", "", "", "book.xlsx: the workbook has no sheet “tab 3”. Choose another sheet: Tab 1, Tab 3, Tab 4, Tab 5"},
	} {
		g, err := layout.DetectAs("book.xlsx", []byte(book), layout.Choice{Kind: test.kind, Sheet: test.asked})
		said := fmt.Sprint(err)
		if (err != nil) != (test.refuse != "") || !strings.Contains(said, test.refuse) {
			t.Errorf("%q: got the error %v, want %q", test.asked, err, test.refuse)
		}
		if test.want == "" {
			if !errors.Is(err, layout.ErrNoSheet) {
				t.Errorf("%q: got %v, want that there is no such sheet", test.asked, err)
			}
			continue
		}
		if g == nil || g.Sheet != test.want || g.SheetWhy != test.why || fmt.Sprint(g.Sheets) != "[{Tab 1 false} {Tab 3 false} {Tab 4 false} "+
			"{Tab 5 false}]" {
			t.Errorf("%q: got %+v, want the sheet %s", test.asked, g, test.want)
		}
	}

	// Where nothing is whole it is the first with rows that is no aggregated report.
	g, err := layout.DetectAs("book.xlsx", []byte(packed.Workbook(t, report, notes, truth)), layout.Choice{})
	if err != nil || g.Sheet != "Tab 2" || g.SheetWhy != "it is the first that has rows" {
		t.Errorf("got %+v, %v", g, err)
	}
	// One sheet is no choice.
	if g, err := layout.DetectAs("book.xlsx", []byte(packed.Workbook(t, animals)), layout.Choice{}); err != nil || g.SheetWhy != "" ||
		len(g.Sheets) != 1 {
		t.Errorf("got %+v, %v", g, err)
	}
}

// A title above the header, whatever its width, is not taken for the header, nor for all there is. What may be a row is refused.
func TestSheetBelowATitle(t *testing.T) {
	for _, title := range []string{"Moods\n", "Moods,March\n", "Moods,,2026,March\n"} {
		g, err := layout.Detect("book.xlsx", []byte(packed.Workbook(t, title+animals)))
		if err == nil && g.HeaderLine == 2 && strings.Count(title, ",") < 2 {
			continue
		}
		if want := "book.xlsx, line 2: the names of the columns stand here, and something else stands above them"; err == nil ||
			!strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", title, err, want)
		}
	}
}
