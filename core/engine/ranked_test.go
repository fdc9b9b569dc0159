package engine

import (
	"math"
	"strings"
	"testing"

	"concord/core/api"
)

// The best method comes first, by the truth or by hidden labels, and each is tested against the one asked for.
func TestMethodsAreRanked(t *testing.T) {
	v := newVisit(t)
	v.must(api.Request{Open: &api.Open{Role: "labels", Sample: "spammers"}}, nil)
	v.fit("majority")
	names := []string{"majority", "ridge", "ds", "kos"}
	c := v.must(api.Request{Compare: &api.Compare{Methods: names,
		Settings: api.Settings{Seed: 1}, Reference: "majority", HeldOut: true}}, nil).Compared
	if c.Methods[c.Reference].Name != "majority" || !c.ByHeldOut || len(c.Tests) != 2 || c.Methods[1].HeldOut != nil {
		t.Fatalf("got %+v", c)
	}
	order := c.Order()
	if c.Methods[order[3]].Name != "ridge" || c.Methods[order[0]].Name != c.Best {
		t.Errorf("got the order %v, the best %q", order, c.Best)
	}
	advised := v.must(api.Request{Advise: &api.Advise{Methods: []string{"majority", "ds", "kos"},
		Settings: api.Settings{Seed: 1}}}, nil).Advised
	for n, at := range []int{0, 2, 3} {
		if got, want := c.Methods[at].HeldOut.Tasks, advised.Methods[n].Tasks; *got != *want {
			t.Errorf("%s: got %+v of hidden labels, want those of the advice, %+v", names[at], got, want)
		}
	}
	for _, test := range c.Tests {
		if test.Holm < test.P || test.Holm > 1 || math.Signbit(test.Ahead) != (c.Methods[test.Method].Score() < c.Methods[0].Score()) {
			t.Errorf("got %+v", test)
		}
	}

	v.must(api.Request{Open: &api.Open{Role: "truth", Sample: "spammers"}}, nil)
	if strings.Contains(v.File("run"), `"compared"`) {
		t.Error("the record has a comparison from before the truth was there")
	}
	c = v.must(api.Request{Compare: &api.Compare{Methods: names, Settings: api.Settings{Seed: 1}, Reference: "majority"}}, nil).Compared
	best := c.Methods[c.Order()[0]]
	for _, m := range c.Methods {
		if m.Accuracy != nil && m.Accuracy.Accuracy > best.Accuracy.Accuracy {
			t.Errorf("%s is right more often than %s, which comes first", m.Name, best.Name)
		}
	}
	if !strings.HasPrefix(c.Finding, best.Title+" is right most often: ") || len(c.Says) == 0 || c.ByHeldOut {
		t.Errorf("got %q, %q", c.Finding, c.Says)
	}
	test := c.TestOf(2) // Dawid–Skene
	if got, want := test.Ahead, c.Methods[2].Accuracy.Accuracy-c.Methods[0].Accuracy.Accuracy; math.Abs(got-want) > 1e-12 {
		t.Errorf("ahead by %g, want %g", got, want)
	}
	if file := v.File("methods"); !strings.HasPrefix(file, "method,title,accuracy,") || strings.Count(file, "\n") != 5 ||
		!strings.HasPrefix(strings.Split(file, "\n")[1], c.Best+",") {
		t.Errorf("got\n%s", file)
	}
	if !strings.Contains(v.File("run"), c.Finding) || !strings.Contains(v.File("report"), "methods compared") {
		t.Error("neither run record nor report may leave out the comparison")
	}
}
