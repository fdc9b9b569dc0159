package analysis_test

import (
	"math"
	"strings"
	"testing"

	"concord/core/analysis"
	"concord/core/api"
	"concord/core/session/sessiontest"
)

func TestAgree(t *testing.T) {
	v := newVisit(t)
	v.open(api.RoleLabels, explained)
	a := must(analysis.Agree(v.job(), v.Session, &api.Agree{Seed: 1}))
	if a.Tasks != 6 || a.Paired != 6 || a.Labels != 18 || a.Workers != 3 || a.Of != 2 || len(a.Classes) != 2 {
		t.Fatalf("got %+v", a)
	}
	// Of the 18 pairs of labels, 4 tasks have one of three that agree, 2 all three.
	if f := a.Percent; math.Abs(f.Value-10.0/18) > 1e-12 || f.N != 6 || !f.Interval {
		t.Errorf("percent: got %+v, want 10/18 of 6 tasks, with an interval", f)
	}
	if a.Alpha.Interval.Defined() {
		t.Error("letters are on no scale")
	}
}

// What can't be measured says why.
func TestAgreeWithoutPairs(t *testing.T) {
	v := newVisit(t)
	v.open(api.RoleLabels, "task,worker,label\na,ann,x\nb,bob,y\nc,eve,x\n")
	a := must(analysis.Agree(v.job(), v.Session, &api.Agree{}))
	if f := a.Percent; f.Why == "" || f.Value != 0 {
		t.Errorf("got %+v", f)
	}
}

// The report says why, too.
func TestReportOfAgreementWithoutPairs(t *testing.T) {
	v := newVisit(t)
	v.open(api.RoleLabels, "task,worker,label\na,ann,x\nb,bob,y\nc,eve,x\n")
	v.fit("majority")
	if got := v.file("report"); !strings.Contains(got, "could not be measured because no task has two labels") {
		t.Errorf("got\n%s", got)
	}
}

// Labels that are numbers have an agreement too, but no κ between two workers.
func TestAgreeOnNumbers(t *testing.T) {
	v := newVisit(t)
	read := &api.Choices{Delimiter: ",", Header: true, Roles: []string{"task", "worker", "label"}, Numeric: true}
	text := "task,worker,label\na,ann,1\na,bob,2.5\nb,ann,3\nb,bob,3.5\nc,ann,7\nc,bob,7.5\n"
	if _, f := v.Try(api.RoleLabels, sessiontest.File{Called: "labels.csv", Text: text}, nil, read); f != nil {
		t.Fatal(f)
	}
	a := must(analysis.Agree(v.job(), v.Session, &api.Agree{}))
	if a.Workers != 0 || len(a.Classes) != 0 {
		t.Errorf("got %+v", a)
	}
	// Of the ranks 1 to 6, of which neighbours share a task.
	if f := a.Alpha.Ordinal; f.Why != "" || math.Abs(f.Value-6.0/7) > 1e-12 {
		t.Errorf("numbers come in an order: got %+v, want 6/7", f)
	}
	if refusal(analysis.Pairs(v.job(), v.Session, &api.Pairs{Count: 2})) == "" {
		t.Error("two workers have a κ of numbers")
	}
}

// The matrix comes in pieces, the busiest workers first.
func TestPairs(t *testing.T) {
	v := newVisit(t)
	v.open(api.RoleLabels, "task,worker,label\na,ann,x\na,bob,x\nb,bob,y\nb,eve,y\nc,bob,x\nc,eve,y\nd,bob,y\nd,eve,y\n")
	p := must(analysis.Pairs(v.job(), v.Session, &api.Pairs{Count: 2}))
	if p.Of != 3 || len(p.Rows) != 2 || p.Rows[0].Name != "bob" || p.Rows[0].Labels != 4 || p.Rows[1].Name != "eve" || len(p.Cells) != 2 {
		t.Fatalf("got %+v", p)
	}
	// bob and eve share 3 tasks and agree on 2. By chance: bob says y of 2/3, eve of all; so 2/3 too, and κ is 0.
	if c := p.Cells[0][1]; c.Tasks != 3 || math.Abs(c.Same-2.0/3) > 1e-12 || c.Kappa == nil || math.Abs(*c.Kappa) > 1e-12 {
		t.Errorf("bob and eve: got %+v", c)
	}
	p = must(analysis.Pairs(v.job(), v.Session, &api.Pairs{Row: 2, Column: 0, Count: 2}))
	if len(p.Rows) != 1 || p.Rows[0].Name != "ann" || len(p.Columns) != 2 || p.Cells[0][1].Tasks != 0 || p.Cells[0][1].Kappa != nil {
		t.Errorf("got %+v", p)
	}
	p = must(analysis.Pairs(v.job(), v.Session, &api.Pairs{Row: 99, Column: -1, Count: 2}))
	if len(p.Rows) != 0 || len(p.Columns) != 2 {
		t.Errorf("got %+v", p)
	}
}
