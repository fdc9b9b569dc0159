package analysis

import (
	"slices"
	"strings"
	"testing"

	"concord/core/api"
)

// compared is a comparison of three methods on a hundred tasks with a known truth: the consensus is right
// on 90 of them, Dawid–Skene on 80 of the same, and the vote on others, too.
func compared() *api.Compared {
	method := func(name, title string, right float64) api.Contender {
		return api.Contender{
			Name: name, Title: title, Accuracy: &api.Accuracy{Evaluated: 100, Accuracy: right, Low: right - .06, High: right + .04},
		}
	}
	return &api.Compared{
		Tasks: 100, Known: 100,
		Methods: []api.Contender{
			method("majority", "Majority vote", .88), {Name: "ridge", Why: "it can't"}, method("consensus", "Consensus", .9),
			method("ds", "Dawid–Skene", .8),
		},
		Pairs: []api.Contrasted{
			{A: 0, B: 2, Differ: 10, McNemar: &api.McNemar{Both: 84, OnlyA: 4, OnlyB: 6, Neither: 6, P: .75}},
			{A: 0, B: 3, Differ: 12, McNemar: &api.McNemar{Both: 78, OnlyA: 10, OnlyB: 2, Neither: 10, P: .04}},
			{A: 2, B: 3, Differ: 11, McNemar: &api.McNemar{Both: 80, OnlyA: 10, OnlyB: 0, Neither: 10, P: .002}},
		},
	}
}

// The best comes first; what is left of two tests is the smaller p twice and the larger once.
func TestByTheTruth(t *testing.T) {
	c := compared()
	Judge(c, "", nil)
	if got := c.Order(); !slices.Equal(got, []int{2, 0, 3, 1}) || c.Best != "consensus" || c.Reference != 2 {
		t.Errorf("got the order %v, the best %s, against %d", got, c.Best, c.Reference)
	}
	want := []api.Tested{{Method: 0, Ahead: -.02, P: .75, Holm: .75}, {Method: 3, Ahead: -.1, P: .002, Holm: .004}}
	if !slices.Equal(c.Tests, want) {
		t.Errorf("got %+v, want %+v", c.Tests, want)
	}
	if c.Finding != "Consensus is right most often: 90.0 % (84 to 94)." {
		t.Errorf("got %q", c.Finding)
	}
	says := strings.Join(c.Says, "\n")
	for _, text := range []string{
		"No method is significantly better than Consensus (Holm, 2 comparisons).",
		"Consensus and Majority vote differ by no more than chance: 2.0 points, p = 0.75 (Holm, 2 comparisons).",
	} {
		if !strings.Contains(says, text) {
			t.Errorf("got\n%s\nwant %s", says, text)
		}
	}
	if n, ok := c.Changes(0); n != 10 || !ok {
		t.Errorf("the vote changes %d labels, %v; want 10", n, ok)
	}
}

// Against the method that is in use, a better one is named with what it gains.
func TestAgainstTheMethodInUse(t *testing.T) {
	c := compared()
	Judge(c, "ds", nil)
	if c.Reference != 3 || !strings.HasSuffix(c.Finding, " That is 10.0 points more than Dawid–Skene, p = 0.004 (Holm, 2 comparisons).") {
		t.Errorf("got %q against %d", c.Finding, c.Reference)
	}
	if want := "Consensus beats Dawid–Skene: +10.0 points, p = 0.004 (Holm, 2 comparisons)."; c.Says[0] != want {
		t.Errorf("got %q, want %q", c.Says[0], want)
	}
}

// Where no truth is known and no labels were hidden the default is what is known to do well; without it nothing is.
func TestWithoutATruth(t *testing.T) {
	c := compared()
	for n := range c.Methods {
		c.Methods[n].Accuracy = nil
	}
	for n := range c.Pairs {
		c.Pairs[n].McNemar = nil
	}
	Judge(c, "ds", nil)
	if want := "Consensus is the best choice we know for these labels: it would change 11 labels."; c.Finding != want || c.Tests != nil {
		t.Errorf("got %q, %v", c.Finding, c.Tests)
	}
	c.Methods[2].Name = "wawa"
	Judge(c, "ds", nil)
	if !strings.HasPrefix(c.Finding, "Nothing shows which method is best") || c.Best != "" {
		t.Errorf("got %q, the best %q", c.Finding, c.Best)
	}
}

func TestMethodTable(t *testing.T) {
	c := compared()
	Judge(c, "", nil)
	var file strings.Builder
	table := MethodTable(c)
	if err := table.WriteCSV(&file, false); err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(file.String(), "\n")
	if !strings.HasPrefix(rows[1], "consensus,Consensus,0.9000,0.8400,0.9400,") || !strings.HasSuffix(rows[4], ",it can't") || len(rows) != 6 {
		t.Errorf("got\n%s", file.String())
	}
	rec := Record(c)
	if len(rec.Methods) != 3 || rec.Methods[2].Method != "ds" || *rec.Methods[2].P != .004 || *rec.Methods[2].Differ != 11 {
		t.Errorf("got %+v", rec)
	}
	if l := table.List([]int{0, 1, 2}, 3); len(l.Rows) != 3 || l.Rows[0][1] != "90 % (84–94 %)" || l.Rows[1][2] != "10" {
		t.Errorf("got %+v", l)
	}
}
