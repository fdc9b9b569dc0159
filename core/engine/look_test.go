package engine

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/session/sessiontest"
)

// listed opens a sample, fits a method, and returns the list of n tasks to check, without its header.
func (v *visit) listed(n int) [][]string {
	v.t.Helper()
	f := v.must(api.Request{Export: &api.Export{What: api.FileSample, Tasks: n, Safe: true}}, nil).Exported
	rows, err := csv.NewReader(strings.NewReader(v.files[f.Name])).ReadAll()
	if err != nil || len(rows) == 0 || !slices.Equal(rows[0], []string{"task", "truth"}) {
		v.t.Fatalf("%s: got %v, %v", f.Name, rows, err)
	}
	return rows[1:]
}

// Verdicts on a random sample narrow the estimate as a file of truth with the same tasks does; no method learns from them, and taking
// them back restores the estimate.
func TestACheckMeasuresAsATruthDoes(t *testing.T) {
	truth := sessiontest.TruthOf(t, "breeds")
	v := newVisit(t)
	v.must(api.Request{Open: &api.Open{Role: "labels", Sample: "breeds"}}, nil)
	before := v.fit("consensus")
	drawn := v.must(api.Request{Draw: &api.Draw{Count: 30}}, nil).Drawn
	if len(drawn.Tasks) != 30 || drawn.Of != before.Expected.Unknown {
		t.Fatalf("got %d tasks of %d", len(drawn.Tasks), drawn.Of)
	}
	found := v.result.Answers.Result
	var checked []api.Reviewed
	file, width := "task,truth\n", before.Expected.High-before.Expected.Low
	for n, d := range drawn.Tasks {
		name := v.session.Labels.Set.Tasks.At(d.Task)
		file += name + "," + truth[name] + "\n"
		checked = append(checked, api.Reviewed{Task: d.Task, Label: truth[name]})
		if n%10 == 9 {
			e := v.amend1(api.Amend{Checked: checked}).Fitted.Expected
			if e.Checked != n+1 || e.High-e.Low >= width {
				t.Errorf("after %d checks: %d count, the interval has a width of %g, which was %g", n+1, e.Checked, e.High-e.Low, width)
			}
			width = e.High - e.Low
		}
	}
	checks := v.amend1(api.Amend{Checked: checked}).Fitted.Expected
	if v.result.Answers.Result != found {
		t.Error("a check made another fit")
	}
	if list := v.listed(1); len(list) != 31 || list[30][1] != "" {
		t.Errorf("the list of tasks to check has %d rows, want the 30 that are checked and one more", len(list))
	}
	if v.File("run"); !strings.Contains(v.File("run"), `"checked"`) {
		t.Error("the run record does not say what was checked")
	}
	back := v.amend1(api.Amend{}).Fitted.Expected
	if back.Value != before.Expected.Value || back.Checked != 0 {
		t.Errorf("after all was taken back: got %+v, want %+v", back, before.Expected)
	}
	v.open("truth", file)
	if e := v.result.Expected; e.Value != checks.Value || e.Low != checks.Low || e.High != checks.High || e.Checked != 30 {
		t.Errorf("by a file of truth: got %+v, by the check %+v", e, checks)
	}
}

// Tasks on which the methods differ are drawn by their names, go out with what workers saw, come back as what they are, and choose the
// method without measuring anything.
func TestChecksChooseTheMethod(t *testing.T) {
	v := newVisit(t)
	v.must(api.Request{Open: &api.Open{Role: "labels", Sample: "adversaries"}}, nil)
	f := v.fit("consensus")
	drawn := v.must(api.Request{Draw: &api.Draw{Count: api.MostChecks, Differ: true}}, nil).Drawn
	if drawn.Of != f.Differ || len(drawn.Tasks) != min(drawn.Of, api.MostChecks) {
		t.Fatalf("got %d tasks of %d; labels differ from the vote on %d", len(drawn.Tasks), drawn.Of, f.Differ)
	}
	for _, d := range drawn.Tasks {
		if d.Label == d.Vote || d.Vote == "" || d.Label != v.result.Answers.LabelName(d.Task) {
			t.Errorf("got %+v", d)
		}
	}
	list := v.must(api.Request{Export: &api.Export{What: api.FileChecks, Tasks: 10, Safe: true}}, nil).Exported
	rows, err := csv.NewReader(strings.NewReader(v.files[list.Name])).ReadAll()
	if err != nil || strings.Join(rows[0], ",") != "task,consensus,majority,truth" || len(rows) != len(drawn.Tasks)+1 {
		t.Fatalf("got %v, %v", rows, err)
	}
	for want, column := range map[string]int{"consensus": 1, "majority": 2} {
		text := strings.Join(rows[0], ",") + "\n"
		for _, row := range rows[1:] {
			text += fmt.Sprintf("%s,%s,%s,%s\n", row[0], row[1], row[2], row[column])
		}
		before := v.result.Expected
		o := v.open("truth", text)
		if o.Decided == nil || o.Decided.Method != want || len(o.Decided.Told) != len(rows)-1 || o.Accuracy != nil {
			t.Fatalf("truth as %s has it: got %+v", want, o.Decided)
		}
		if e := v.result.Expected; e.Checked != 0 || e.Value != before.Value {
			t.Errorf("tasks on which methods differ count as a random sample: got %+v", e)
		}
		v.must(api.Request{Drop: &api.Drop{Role: "truth"}}, nil)
	}
}
