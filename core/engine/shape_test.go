package engine

import (
	"archive/zip"
	"encoding/json"
	"strings"
	"testing"

	"concord/core/api"
)

func TestLabelsInOtherShapes(t *testing.T) {
	v := newVisit(t)
	v.open("labels", "task,worker,label\n01,a,=1\n01,b,=1\n2,a,x\n2,b,=1\n2,c,x\n")
	v.fit("ds")
	for _, s := range api.Shapes() {
		shape := s.Name
		f := v.must(api.Request{Export: &api.Export{What: "labels", As: shape, Safe: true}}, nil).Exported
		if want := "labels-ds-2026-01-02-" + api.ShapeFile(shape, "labels.csv"); f.Name != want || f.Size != int64(len(v.files[f.Name])) {
			t.Errorf("%s: got %+v, want it called %s", shape, f, want)
		}
		switch text := v.files[f.Name]; shape {
		case api.XLSX:
			if _, err := zip.NewReader(strings.NewReader(text), int64(len(text))); err != nil {
				t.Errorf("%s: %v", shape, err)
			}
		case api.JSON:
			var list []struct{ Task, Label string }
			if err := json.Unmarshal([]byte(text), &list); err != nil || len(list) != 2 || list[0].Task != "01" || list[0].Label != "=1" ||
				list[1].Label != "x" {
				t.Errorf("%s: got %+v, %v", shape, list, err)
			}
		}
	}
}

// What can't be written is refused as help.
func TestShapesThatAreRefused(t *testing.T) {
	v := newVisit(t)
	v.open("labels", "task,worker,label\n"+strings.Repeat("x", 40_000)+",a,yes\n2,a,no\n")
	v.fit("majority")
	for _, c := range []struct{ what, as, want string }{
		{"labels", "pdf",
			"The file of labels can't be written as “pdf”. Choose the labels, as one of json, ndjson, xlsx, label-studio, crowd-kit, file."},
		{"workers", "json", "The file of workers can't be written as “json”. Choose the labels, as one of json, ndjson, xlsx, label-studio, " +
			"crowd-kit, file."},
		{"labels", "xlsx", "There is no workbook: a spreadsheet holds at most 32,767 characters in a cell: “" + strings.Repeat("x", 39) +
			"…” has 40,000. Choose another shape, such as CSV or JSON."},
	} {
		f := v.fault(api.Request{Export: &api.Export{What: c.what, As: c.as}}, nil)
		if f.Message != c.want || f.Broken {
			t.Errorf("%s as %s: got %+v, want %q", c.what, c.as, f, c.want)
		}
	}
	if len(v.aborted) != 1 {
		t.Errorf("got %v aborted, want the workbook", v.aborted)
	}
}
