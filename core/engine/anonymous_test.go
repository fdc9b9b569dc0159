package engine

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/crowd"
)

// fleiss is the example of Fleiss' κ in Wikipedia: how often 14 raters put each of
// ten subjects into each of five classes. Its κ is 0.210.
const fleiss = `subject,1,2,3,4,5
s1,0,0,0,0,14
s2,0,2,6,4,2
s3,0,0,3,5,6
s4,0,3,9,2,0
s5,2,2,8,1,1
s6,7,7,0,0,0
s7,3,2,6,3,0
s8,2,5,3,2,2
s9,6,5,2,1,0
s10,0,2,2,3,7
`

// votesOf writes the votes that a table counts, one a row, by workers made up.
func votesOf(table string) string {
	lines := strings.Split(strings.TrimSpace(table), "\n")
	head := strings.Split(lines[0], ",")
	var b strings.Builder
	b.WriteString("task,worker,label\n")
	for _, line := range lines[1:] {
		cells, given := strings.Split(line, ","), 0
		for c := 1; c < len(cells); c++ {
			var n int
			fmt.Sscan(cells[c], &n)
			for range n {
				fmt.Fprintf(&b, "%s,w%d,%s\n", cells[0], given, head[c])
				given++
			}
		}
	}
	return b.String()
}

// Counts give what the votes give that they count: the same majority, the same
// agreement. What needs workers says why there is none of it.
func TestCountsAreTheVotesTheyCount(t *testing.T) {
	known := newVisit(t)
	known.open(api.RoleLabels, votesOf(fleiss))
	v := newVisit(t)
	o := v.open(api.RoleLabels, fleiss)
	if n := o.Counts; !n.Anonymous || n.Workers != 0 || n.Repeats != 0 || n.Labels != 140 || n.Tasks != 10 || n.Classes != 5 ||
		n.PerTask.Mean != 14 {
		t.Fatalf("got %+v", n)
	}
	var can []string
	for _, m := range o.Methods {
		if m.Why == "" {
			can = append(can, m.Name)
		}
		if m.Name == "ds" && m.Why != crowd.ErrAnonymous.Error() {
			t.Errorf("ds can't run because %s", m.Why)
		}
	}
	if !slices.Equal(can, []string{"majority"}) {
		t.Errorf("%v can run, want majority alone", can)
	}
	agree := api.Request{Agree: &api.Agree{Seed: 3}}
	got, want := v.must(agree, nil).Agreed, known.must(agree, nil).Agreed
	figures := func(a *api.Agreement) (all []api.Figure) {
		for _, c := range a.Figures() {
			// What compares workers with each other needs to know them.
			if slices.ContainsFunc(got.Figures(), func(x api.Coefficient) bool { return x.Name == c.Name }) {
				all = append(all, c.Figure)
			}
		}
		return all
	}
	if !slices.Equal(figures(got), figures(want)) || fmt.Sprint(got.Classes) != fmt.Sprint(want.Classes) {
		t.Errorf("the agreement is %+v, that of the votes %+v", got, want)
	}
	if got.Workers != 0 {
		t.Errorf("%d workers can be compared", got.Workers)
	}
	if f := got.Fleiss; math.Abs(f.Value-.210) > .0005 {
		t.Errorf("κ is %g, want .210", f.Value)
	}
	known.fit("majority")
	f := v.fit("majority")
	for _, what := range []string{"labels", "posteriors", "classes"} {
		if got, want := v.File(what), known.File(what); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", what, got, want)
		}
	}
	if !slices.Equal(f.Tables, []string{"tasks"}) || slices.Contains(f.Files, "workers") || slices.Contains(f.Files, "confusion") {
		t.Errorf("there are tables %v, files %v", f.Tables, f.Files)
	}
	task := v.must(api.Request{Task: &api.Subject{Index: 2}}, nil).Task
	if fmt.Sprint(task.Votes) != "[{-1 6 votes 5  <nil> 0} {-1 5 votes 4  <nil> 0} {-1 3 votes 3  <nil> 0}]" || task.VoteCount != 14 {
		t.Errorf("the votes are %v", task.Votes)
	}
	report := v.File("report")
	if !strings.Contains(report, "from workers who were not identified") || strings.Contains(report, "Appendix: workers") {
		t.Errorf("the report says %s", report)
	}
	var run struct {
		Workers int `json:"workers"`
	}
	if err := json.Unmarshal([]byte(v.File("run")), &run); err != nil || run.Workers != 0 {
		t.Errorf("the record has %d workers", run.Workers)
	}
	for _, as := range []string{"xlsx", "json", "label-studio-tasks"} {
		v.must(api.Request{Export: &api.Export{What: "labels", As: as}}, nil)
	}
	for _, r := range []api.Request{
		{Worker: &api.Subject{}}, {Judge: &api.Subject{}}, {Pairs: &api.Pairs{Count: 1}}, {Plan: &api.Plan{Budget: 3}},
		{Advise: &api.Advise{}},
		{Rows: &api.Rows{Table: "workers"}}, {Rows: &api.Rows{Table: "judged"}}, {Amend: &api.Amend{Exclude: []int{0}}},
		{Export: &api.Export{What: "state"}}, {Fit: &api.Fit{Method: "glad"}}, {Export: &api.Export{What: "workers"}},
		{Reread: &api.Reread{Role: api.RoleLabels, Choices: api.Choices{Delimiter: ",", Header: true, Roles: o.Read.Roles, Sets: true}}},
	} {
		if f := v.fault(r, nil); f.Broken || len(f.Message) < 40 {
			t.Errorf("%+v: %s", r, f.Message)
		}
	}
	// It is all the same in a project.
	v.must(api.Request{Export: &api.Export{What: api.RoleProject, Name: "w"}}, nil)
	again := newVisit(t)
	again.must(api.Request{Open: &api.Open{Role: api.RoleProject, File: &api.File{Name: "w"}}}, memory{"w", []byte(v.files["w"])})
	if got, want := again.File("posteriors"), v.File("posteriors"); got != want || !again.session.Labels.Anonymous() {
		t.Errorf("opened again: got %s, want %s", got, want)
	}
	// Numbers on a scale: the mean.
	roles := api.Choices{Delimiter: ",", Header: true, Roles: o.Read.Roles, Numeric: true}
	v.must(api.Request{Reread: &api.Reread{Role: api.RoleLabels, Choices: roles}}, nil)
	v.fit("mean")
	if got := strings.Split(v.File("labels"), "\n")[3]; !strings.HasPrefix(got, "s3,4.214285714285714,14,4.214285714285714,") {
		t.Errorf("got %s, want the mean 59/14", got)
	}
	if f := v.fault(api.Request{Fit: &api.Fit{Method: "biasprecision"}}, nil); !strings.Contains(f.Message, crowd.ErrAnonymous.Error()) {
		t.Errorf("got %s", f.Message)
	}
}

// Patterns give what a table gives that has each task in a row of its own.
func TestPatternsAreTheirTasks(t *testing.T) {
	v := newVisit(t)
	o := v.open(api.RoleLabels, "r1,r2,r3,n\n1,1,1,5\n1,1,2,2\n2,1,2,3\n2,2,2,4\n2,2,1,0\n")
	if n := o.Counts; o.Read.Format != "patterns" || n.Tasks != 14 || n.Workers != 3 || n.Labels != 42 || n.Anonymous {
		t.Fatalf("%s: got %+v", o.Read.Format, n)
	}
	wide := newVisit(t)
	var b strings.Builder
	b.WriteString("task,r1,r2,r3\n")
	for n, x := range []struct {
		labels string
		times  int
	}{{"1,1,1", 5}, {"1,1,2", 2}, {"2,1,2", 3}, {"2,2,2", 4}} {
		for m := range x.times {
			fmt.Fprintf(&b, "%d-%d,%s\n", n+1, m+1, x.labels)
		}
	}
	wide.open(api.RoleLabels, b.String())
	for _, method := range []string{"majority", "ds", "mace"} {
		v.fit(method)
		wide.fit(method)
		for _, what := range []string{"labels", "posteriors", "workers", "confusion"} {
			if got, want := v.File(what), wide.File(what); got != want {
				t.Errorf("%s, %s: got %s, want %s", method, what, got, want)
			}
		}
	}
}
