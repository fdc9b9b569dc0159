package engine

import (
	"archive/zip"
	"encoding/json"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/session/sessiontest"
	"concord/core/simulate"
)

func TestLabelsInOtherShapes(t *testing.T) {
	v := newVisit(t)
	v.open("labels", "task,worker,label\n01,a,=1\n01,b,=1\n2,a,x\n2,b,=1\n2,c,x\n")
	v.fit("ds")
	for _, s := range api.Shapes() {
		shape := s.Name
		if !s.Fits("long") {
			continue
		}
		f := v.must(api.Request{Export: &api.Export{What: "labels", As: shape, Safe: true}}, nil).Exported
		if want := "labels-ds-2026-01-02-" + s.Called("labels.csv"); f.Name != want || f.Size != int64(len(v.files[f.Name])) {
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

// Every table of a result is written as objects, too: a program wants numbers as numbers, and names as text.
func TestTablesAsObjects(t *testing.T) {
	v := newVisit(t)
	v.open("labels", "task,worker,label\n01,1,=1\n01,2,=1\n2,1,x\n2,2,=1\n2,3,x\n")
	v.fit("ds")
	f := v.must(api.Request{Export: &api.Export{What: "workers", As: api.JSON, Name: "workers.json", Safe: true}}, nil).Exported
	var list []struct {
		Worker string
		Labels int
	}
	if err := json.Unmarshal([]byte(v.files[f.Name]), &list); err != nil || len(list) != 3 || list[0].Worker != "1" || list[0].Labels != 2 {
		t.Errorf("got %+v, %v, want three workers, the first with two labels", list, err)
	}
}

// Without a method, that to begin with is fitted.
func TestFitBegins(t *testing.T) {
	crowd := simulate.Mob{Tasks: 50, Workers: 8, Classes: 2, PerTask: 3, Low: .6, High: .9}
	labels, _ := sessiontest.TextOf(t, crowd.Sample(1))
	for _, c := range []struct{ about, labels, want string }{
		{"a crowd", labels, api.MethodDefault},
		{"two workers", "task,worker,label\na,1,x\na,2,y\nb,1,x\nb,2,x\n", api.MethodBaseline},
	} {
		v := newVisit(t)
		v.open("labels", c.labels)
		if got := v.must(api.Request{Fit: &api.Fit{}}, nil).Fitted.Method; got != c.want {
			t.Errorf("%s: got %s, want %s", c.about, got, c.want)
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
			"The file of labels can't be written as “pdf”. Choose the labels, as one of " + api.ShapeNames() + "."},
		{"workers", "xlsx", "The file of workers can't be written as “xlsx”. Choose the labels, as one of " + api.ShapeNames() + "."},
		{"workers", "doccano", "The file of workers can't be written as “doccano”. Choose the labels, as one of " + api.ShapeNames() + "."},
		{"labels", "doccano", "“doccano” is made of an export of doccano, and this file is none."},
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
