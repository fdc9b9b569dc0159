package analysis_test

import (
	"fmt"
	"math"
	"slices"
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

// Labels that are numbers have an agreement, too, and two workers a correlation in place of κ.
func TestAgreeOnNumbers(t *testing.T) {
	v := newVisit(t)
	read := &api.Choices{Delimiter: ",", Header: true, Roles: []string{"task", "worker", "label"}, Numeric: true}
	text := "task,worker,label\na,ann,1\na,bob,2.5\nb,ann,3\nb,bob,3.5\nc,ann,7\nc,bob,7.5\n"
	if _, f := v.Try(api.RoleLabels, sessiontest.File{Called: "labels.csv", Text: text}, nil, read); f != nil {
		t.Fatal(f)
	}
	a := must(analysis.Agree(v.job(), v.Session, &api.Agree{}))
	if a.Workers != 2 || len(a.Classes) != 0 || a.Ordered || !a.Numbers {
		t.Errorf("got %+v", a)
	}
	// Of the ranks 1 to 6, of which neighbours share a task.
	if f := a.Alpha.Ordinal; f.Why != "" || math.Abs(f.Value-6.0/7) > 1e-12 {
		t.Errorf("numbers come in an order: got %+v, want 6/7", f)
	}
	var names []string
	for _, c := range a.Figures() {
		names = append(names, c.Name)
	}
	want := "icc-1 icc-a1 icc-c1 icc-k icc-ak icc-ck alpha-interval alpha-ratio pearson spearman kendall alpha-ordinal ac2"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("got the coefficients %s, want %s", got, want)
	}
	p := must(analysis.Pairs(v.job(), v.Session, &api.Pairs{Count: 2}))
	if c := p.Cells[0][1]; c.Tasks != 3 || c.Kappa != nil || c.Pearson == nil || *c.Pearson != a.Pearson.Value || *c.Spearman != 1 {
		t.Errorf("ann and bob: got %+v", c)
	}
	if says := refusal(analysis.Confuse(v.job(), v.Session, &api.Confused{Other: 1})); !strings.Contains(says, "correlation") {
		t.Errorf("got %q, want no confusion of numbers", says)
	}
	if says := refusal(analysis.Agree(v.job(), v.Session, &api.Agree{Weights: "1,0"})); !strings.Contains(says, "quadratic") {
		t.Errorf("got %q, want no own weights for numbers", says)
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

// Two workers have a matrix of the labels that they gave, whichever way one looks, and one worker of its repeats.
func TestConfuse(t *testing.T) {
	v := newVisit(t)
	v.open(api.RoleLabels, "task,worker,label\na,ann,x\na,bob,x\nb,ann,x\nb,bob,y\nc,ann,z\nc,bob,y\nd,ann,y\nd,ann,x\n")
	c := must(analysis.Confuse(v.job(), v.Session, &api.Confused{Worker: 0, Other: 1}))
	got := fmt.Sprint(c.Worker.Name, c.Other.Name, c.Classes, c.Of, c.Cells)
	if want := "annbob[x y z] 3 [[1 1 0] [0 0 0] [0 1 0]]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	c = must(analysis.Confuse(v.job(), v.Session, &api.Confused{Worker: 1, Other: 0}))
	if got, want := fmt.Sprint(c.Cells), "[[1 0 0] [1 0 1] [0 0 0]]"; got != want {
		t.Errorf("the other way: got %s, want %s", got, want)
	}
	c = must(analysis.Confuse(v.job(), v.Session, &api.Confused{}))
	if got, want := fmt.Sprint(c.Cells), "[[0 0.5 0] [0.5 0 0] [0 0 0]]"; got != want {
		t.Errorf("with herself: got %s, want %s", got, want)
	}
	for _, q := range []api.Confused{{Worker: -1}, {Other: 2}} {
		if refusal(analysis.Confuse(v.job(), v.Session, &q)) == "" {
			t.Errorf("%+v is answered", q)
		}
	}
	// Of many classes those are shown that are confused.
	text := "task,worker,label\n"
	for n := range 40 {
		text += fmt.Sprintf("t%d,ann,c%02d\nt%d,bob,c%02d\n", n, n, n, n+n/37)
	}
	v.open(api.RoleLabels, text)
	c = must(analysis.Confuse(v.job(), v.Session, &api.Confused{Worker: 0, Other: 1}))
	if len(c.Classes) != 12 || c.Of != 41 || !slices.Contains(c.Classes, "c37") || !slices.Contains(c.Classes, "c40") {
		t.Errorf("got %d of %d classes, %v", len(c.Classes), c.Of, c.Classes)
	}
}

// Which coefficients lead, and which go, depends on what the labels are.
func TestCoefficientsByKindOfLabels(t *testing.T) {
	names := func(text string, read *api.Choices) string {
		v := newVisit(t)
		if _, f := v.Try(api.RoleLabels, sessiontest.File{Called: "labels.csv", Text: "task,worker,label\n" + text}, nil, read); f != nil {
			t.Fatal(f)
		}
		var all []string
		for _, c := range must(analysis.Agree(v.job(), v.Session, &api.Agree{})).Figures() {
			all = append(all, c.Name)
		}
		return strings.Join(all, " ")
	}
	three := "a,ann,x\na,bob,x\na,eve,y\nb,ann,y\nb,bob,y\nb,eve,y\nc,ann,x\nc,bob,x\nc,eve,x\n"
	for _, test := range []struct{ what, got, want string }{
		{"names, three workers", names(three, nil), "fleiss alpha-nominal ac1 kappa percent entropy"},
		{"names, two workers", names("a,ann,x\na,bob,x\nb,ann,y\nb,bob,y\nc,ann,x\nc,bob,y\n", nil),
			"kappa fleiss alpha-nominal ac1 percent entropy"},
		{"two numbers", names(strings.NewReplacer("x", "1", "y", "2").Replace(three), nil), "fleiss alpha-nominal ac1 kappa percent entropy"},
		{"steps", names("a,ann,1\na,bob,2\nb,ann,2\nb,bob,2\nc,ann,3\nc,bob,3\n", nil),
			"weighted-kappa alpha-ordinal ac2 spearman kendall alpha-interval pearson alpha-ratio icc-1 icc-a1 icc-c1 icc-k icc-ak icc-ck " +
				"kappa fleiss alpha-nominal percent"},
	} {
		if test.got != test.want {
			t.Errorf("%s: got %s, want %s", test.what, test.got, test.want)
		}
	}
}
