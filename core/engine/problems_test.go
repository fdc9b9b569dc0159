package engine

import (
	"fmt"
	"strings"
	"testing"

	"concord/core/api"
)

// The list of problems has all of them, however many there are, and in the order
// of the file; what is loaded stays as it was.
func TestAllProblemsAreListed(t *testing.T) {
	const bad = 2500
	labels := tiny
	for n := range bad {
		labels += fmt.Sprintf("t%d,bob\n", n)
	}
	truth, values := "task,truth\n", "task,x,y\n"
	for n := range bad {
		truth += fmt.Sprintf("nobody%d,yes\n", n)
		values += fmt.Sprintf("t%d,%d,none\n", n, n*n%97)
	}
	for n := range 3 * bad {
		values += fmt.Sprintf("u%d,%d,%d\n", n, n%7, n%11)
	}
	first := strings.SplitN(tiny, "\n", 3)
	task, class := strings.Split(first[1], ",")[0], strings.Split(first[1], ",")[2]
	truth += task + "," + class + "\n"
	check := func(v *visit, what, column string, from int) {
		t.Helper()
		lines := strings.Split(strings.TrimSpace(v.File("problems")), "\n")
		if len(lines) != bad+1 {
			t.Errorf("%s: %d problems are listed, want %d", what, len(lines)-1, bad)
			return
		}
		for n, line := range lines[1:] {
			if want := fmt.Sprintf(",%d,%s,", from+n, column); !strings.Contains(line, want) {
				t.Errorf("%s: problem %d is %s, want %s", what, n, line, want)
				return
			}
		}
		if got := len(v.problems.First); got > 1000 {
			t.Errorf("%s: %d problems are held", what, got)
		}
	}
	v := newVisit(t)
	if f := v.fault(openText(api.RoleLabels, labels), text2(api.RoleLabels, labels)); f.Count != bad {
		t.Fatalf("got %+v", f)
	}
	check(v, "refused", "", strings.Count(tiny, "\n")+1)
	v.must(api.Request{Reread: &api.Reread{Role: api.RoleLabels, Failed: true,
		Choices: api.Choices{Delimiter: ",", Header: true, Skip: true}}}, nil)
	v.fit("ds")
	was := v.state()
	check(v, "skipped", "", strings.Count(tiny, "\n")+1)
	v.open(api.RoleTruth, truth)
	check(v, "truth", "task", 2)
	v.must(api.Request{Drop: &api.Drop{Role: api.RoleTruth}}, nil)
	if f := v.fault(openText(api.RoleFeatures, values), text2(api.RoleFeatures, values)); f.Count != bad {
		t.Errorf("features: got %+v", f)
	}
	check(v, "features", "y", 2)
	if now := v.state(); now != was {
		t.Errorf("listing problems has changed\n%s\nto\n%s", was, now)
	}
	// Of several files each says its own lines.
	two := []api.File{{Name: "a.csv", Size: int64(len(tiny))}, {Name: "b.csv", Size: int64(len(labels))}}
	both := tiny + labels
	r := api.Request{Open: &api.Open{Role: api.RoleLabels, File: &api.File{Name: "a+1.csv", Size: int64(len(both))}, Files: two}}
	v.fault(r, memory{"a+1.csv", []byte(both)})
	check(v, "two files", "", strings.Count(tiny, "\n")+1)
	if text := v.File("problems"); !strings.Contains(text, "b.csv,") {
		t.Errorf("the list does not name the file: %.200s", text)
	}
}

// The rows that were left out of each file stay known, whatever is read after it.
func TestProblemsOfEachFile(t *testing.T) {
	v := newVisit(t)
	labels := tiny + "t9,bob\n"
	v.fault(openText(api.RoleLabels, labels), text2(api.RoleLabels, labels))
	v.must(api.Request{Reread: &api.Reread{Role: api.RoleLabels, Failed: true,
		Choices: api.Choices{Delimiter: ",", Header: true, Skip: true}}}, nil)
	row := strings.Split(strings.Split(tiny, "\n")[1], ",")
	v.open(api.RoleTruth, "task,truth\n"+row[0]+","+row[2]+"\nnobody,"+row[2]+"\n")
	list := func(of string) string {
		f := v.must(api.Request{Export: &api.Export{What: api.FileProblems, Of: of}}, nil).Exported
		return v.files[f.Name]
	}
	line := fmt.Sprintf(",%d,", strings.Count(tiny, "\n")+1)
	for of, want := range map[string]string{api.RoleLabels: line, api.RoleTruth: "nobody", "": "nobody"} {
		if got := list(of); strings.Count(got, "\n") != 2 || !strings.Contains(got, want) {
			t.Errorf("problems of %q: got\n%s\nwant %s", of, got, want)
		}
	}
	v.must(api.Request{Drop: &api.Drop{Role: api.RoleTruth}}, nil)
	if f := v.fault(api.Request{Export: &api.Export{What: api.FileProblems, Of: api.RoleTruth}}, nil); !strings.Contains(f.Message,
		"no problems") {
		t.Errorf("of a truth that is dropped: got %+v", f)
	}
	if got := list(api.RoleLabels); !strings.Contains(got, line) {
		t.Errorf("then of the labels: got\n%s", got)
	}
}
