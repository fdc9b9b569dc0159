package session_test

import (
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/session/sessiontest"
	"concord/internal/packed"
)

// Of several workbooks the same sheet is read, where they have it.
func TestSheetsOfSeveralWorkbooks(t *testing.T) {
	const labels = "task,worker,label\nt1,a,yes\nt2,a,no\n"
	a := sessiontest.File{Called: "a.xlsx", Text: packed.Workbook(t, labels, labels)}
	b := sessiontest.File{Called: "b.xlsx",
		Text: packed.Workbook(t, "task,worker,label\nt1,b,never\n", strings.ReplaceAll(labels, ",a,", ",b,"))}
	c := sessiontest.File{Called: "c.xlsx", Text: packed.Workbook(t, strings.ReplaceAll(labels, ",a,", ",c,"))}
	v := sessiontest.New(t)
	whole, files := sessiontest.Joined(a, b, c)
	o, f := v.Try(api.RoleLabels, whole, files, &api.Choices{Sheet: "Tab 2", Files: files})
	if f != nil {
		t.Fatal(f)
	}
	if o.Counts.Labels != 6 || o.Counts.Workers != 3 || o.Counts.Classes != 2 {
		t.Errorf("got %+v", o.Counts)
	}
}
