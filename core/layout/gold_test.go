package layout_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"concord/core/crowd"
	"concord/core/labels"
	"concord/core/labels/labelstest"
	"concord/core/layout"
	"concord/core/scan"
	"concord/core/sidefile"
)

// TestGoldOfPlatforms opens the exports of platforms that say which tasks were
// tests as labels, and then as their truth; and, beside Get-Another-Label's
// labels, its file of gold.
func TestGoldOfPlatforms(t *testing.T) {
	read := func(name string) string {
		b, err := os.ReadFile("testdata/formats/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	gal := read("gal-labels.tsv")
	for _, test := range []struct{ name, labels, truth, want string }{
		{"appen.csv", read("appen.csv"), read("appen.csv"), "; 3 problems"},
		{"one answer.csv", read("appen.csv"), strings.ReplaceAll(read("appen.csv"), "\"happy\nglad\"", "happy"), "701 happy; 0 problems"},
		{"toloka.tsv", read("toloka.tsv"), read("toloka.tsv"), "a.jpg cat; 0 problems"},
		{"gal-gold.tsv", gal, "http://google.com\tnotporn\nhttp://sunnyfun.com\tporn\nhttp://yahoo.com\tnotporn\n",
			"http://sunnyfun.com porn, http://google.com notporn, http://yahoo.com notporn; 0 problems"},
	} {
		g, err := layout.Detect(test.name, []byte(test.labels))
		if err != nil {
			t.Fatal(err)
		}
		g.Skip = true
		set, err := labels.Read(test.name, strings.NewReader(test.labels), &g.Layout, scan.Options{})
		if err != nil {
			t.Fatal(err)
		}
		g, err = layout.DetectAs(test.name, []byte(test.truth), layout.Choice{Kind: layout.TruthFile})
		if err != nil {
			t.Fatal(err)
		}
		truth, problems, err := sidefile.Truth(test.name, strings.NewReader(test.truth), &g.Layout, set, sidefile.TruthOptions{})
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		var all []string
		for i, k := range truth {
			if k != crowd.Unknown {
				all = append(all, set.Tasks.At(i)+" "+set.Classes.At(int(k)))
			}
		}
		got := fmt.Sprintf("%s; %d problems", strings.Join(all, ", "), problems.Count)
		if got != test.want {
			t.Errorf("%s, %s: got %q, want %q", test.name, labelstest.Roles(&g.Layout), got, test.want)
			for _, p := range problems.First {
				t.Log(p.Error())
			}
		}
	}
}

// What labels name is a class in a file of truth too: where “None” is one, and one
// of two lines.
func TestTruthOfOddClasses(t *testing.T) {
	set, err := labelstest.Open("labels.csv", "task,worker,label\nt1,ann,None\nt1,bob,Some\nt2,ann,\"two\nlines\"\nt2,bob,Some\nt3,ann,Some\n",
		func(g *layout.Layout) { g.Missing = nil }, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	file := "task,truth\nt1,None\nt2,\"two\nlines\"\nt3,NA\n"
	g, err := layout.DetectAs("truth.csv", []byte(file), layout.Choice{Kind: layout.TruthFile})
	if err != nil {
		t.Fatal(err)
	}
	truth, problems, err := sidefile.Truth("truth.csv", strings.NewReader(file), &g.Layout, set, sidefile.TruthOptions{})
	if want := []int32{0, 2, crowd.Unknown}; err != nil || problems.Count != 0 || !slices.Equal(truth, want) {
		t.Errorf("got %v, %v, %v, want %v", truth, problems, err, want)
	}
}
