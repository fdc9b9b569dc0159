package engine

import (
	"fmt"
	"strings"
	"testing"

	"concord/core/api"
)

// named is the labels of three workers with other names for low, mid and high.
func named(low, mid, high string) string {
	return strings.NewReplacer(",low\n", ","+low+"\n", ",mid\n", ","+mid+"\n", ",high\n", ","+high+"\n").Replace(graded)
}

// A method that takes classes as steps of a scale never makes an order up: it says
// which one it took from the names, or that it needs one.
func TestRankedMethodsAskForTheOrder(t *testing.T) {
	for _, method := range []string{"kos", "kos-svd", "ghosh-svd", "eigenratio"} {
		v := newVisit(t)
		opened := v.open(api.RoleLabels, named("fish", "cat", "dog"))
		if len(opened.Counts.Natural) != 0 {
			t.Errorf("got the order %q of animals", opened.Counts.Natural)
		}
		f := v.fault(api.Request{Fit: &api.Fit{Method: method}}, nil)
		if !strings.Contains(f.Message, "cat, dog, fish") || !strings.Contains(f.Message, "Put them in order") {
			t.Errorf("%s: got %+v", method, f)
		}
		compared := v.must(api.Request{Compare: &api.Compare{Methods: []string{"majority", method, "ds"}}}, nil).Compared
		if why := compared.Methods[1].Why; !strings.Contains(why, "how these are ordered") {
			t.Errorf("%s, compared: got %q", method, why)
		}
		advised := v.must(api.Request{Advise: &api.Advise{Methods: []string{"majority", method}, Settings: api.Settings{Seed: 1}}}, nil).Advised
		if why := advised.Methods[1].Why; !strings.Contains(why, "how these are ordered") {
			t.Errorf("%s, advised: got %q", method, why)
		}
		v.amend1(api.Amend{Order: []string{"fish", "cat", "dog"}})
		if fitted := v.fit(method); strings.Contains(fmt.Sprint(fitted.Warnings), "order") {
			t.Errorf("%s, with an order: got warnings %q", method, fitted.Warnings)
		}
	}
}

// The order that names tell is the one that is taken, and it is told.
func TestRankedMethodsTellTheOrder(t *testing.T) {
	want := newVisit(t)
	want.open(api.RoleLabels, named("1", "2", "3"))
	want.fit("ghosh-svd")
	_, posteriors, _ := strings.Cut(want.File("labels"), "\n")
	for _, names := range [][3]string{
		{"2", "9", "10"}, {"-1", "0", "1"}, {"never", "Sometimes", "ALWAYS"}, {"low", "medium", "high"},
		{"strongly_disagree", "neutral", "strongly-agree"},
		{"9 points", "10 points", "11 points"}, {"no", "maybe", "yes"},
	} {
		v := newVisit(t)
		opened := v.open(api.RoleLabels, named(names[0], names[1], names[2]))
		if got := fmt.Sprint(opened.Counts.Natural); got != fmt.Sprint(names) {
			t.Errorf("got the order %s, want %s", got, names)
			continue
		}
		fitted := v.fit("ghosh-svd")
		told := "“" + strings.Join(names[:], "”, “") + "”"
		if len(fitted.Issues) != 1 || !strings.Contains(fitted.Issues[0].Text, told) || !strings.Contains(fitted.Issues[0].Text, "-order") {
			t.Errorf("got %+v, want an issue that tells %s", fitted.Issues, told)
		}
		if !strings.Contains(v.File("run"), names[1]+"”") {
			t.Errorf("run.json does not tell the order %s", told)
		}
		_, got, _ := strings.Cut(v.File("labels"), "\n")
		back := strings.NewReplacer(","+names[0]+",", ",1,", ","+names[1]+",", ",2,", ","+names[2]+",", ",3,").Replace(got)
		if back != posteriors {
			t.Errorf("%s: got\n%swant\n%s", names, back, posteriors)
		}
	}
	for _, names := range [][3]string{
		{"cat", "dog", "fish"}, {"low", "medium", "moderate"}, {"1", "1.0", "2"}, {"3D", "2D", "1D"}, {"inf", "1", "2"}, {"low", "high", "often"},
		{"good", "bad", "unsure"},
	} {
		v := newVisit(t)
		if got := v.open(api.RoleLabels, named(names[0], names[1], names[2])).Counts.Natural; len(got) != 0 {
			t.Errorf("%q: got the order %q, want none", names, got)
		}
	}
	v := newVisit(t) // two classes need no order
	v.open(api.RoleLabels, "task,worker,label\na,ann,x\na,bob,x\nb,ann,y\nb,bob,y\nb,eve,x\n")
	if fitted := v.fit("kos"); len(fitted.Warnings) != 0 {
		t.Errorf("two classes: got warnings %q", fitted.Warnings)
	}
}
