package sidefile_test

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/labels/labelstest"
	"concord/core/layout"
	"concord/core/scan"
	"concord/core/sidefile"
)

// good is a file of labels without fault.
const good = "task,worker,label\nt1,ann,yes\nt1,bob,no\nt2,ann,yes\nt2,bob,yes\nt3,ann,no\nt3,bob,no\n"

// Probabilities can begin a fit or be its prior, but not be added to the counts of the first step: they would weigh as one label. What
// is said names the first of them, and what to do.
func TestProbabilitiesAreNotAddedToCounts(t *testing.T) {
	set, err := labelstest.Open("labels.csv", good, nil, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const shares = "worker,truth,label,probability\nann,no,no,1\nann,yes,yes,0.9\nann,yes,no,0.1\n"
	const both = "worker,truth,label,probability,n\nann,no,no,1,3\nann,yes,yes,0.9,9\nann,yes,no,0.1,1\n"
	for _, c := range []struct {
		file string
		mode crowd.ConfusionMode
		want string
	}{
		{shares, crowd.Addition,
			"f.csv, line 3, column “probability”: a probability, where counts are added to those of the first step: “0.9”. " +
				"Give counts, such as 9 and 1 for .9 and .1 if ten labels are known, or keep them as a prior, in which a row of " +
				"probabilities stands for 10 labels."},
		{shares, crowd.Prior, ""},
		{both, crowd.Addition, "f.csv, line 3, column “probability”: a probability, where counts are added to those of the first step: “0.9”. " +
			"Take the column “n” for the value, if it has the counts, or keep them as a prior."},
		{shares, crowd.Assign, "f.csv, column “worker”: 1 of 2 workers have no history here, where each needs one to begin with: “bob”. " +
			"Add them, or keep the history as a prior, which needs only some of them."},
		{"worker,truth,label,probability\nann,no,no,1\nann,yes,yes,1.4\nann,yes,no,0.1\n", crowd.Prior,
			"f.csv, line 3, column “probability”: a probability above 1: “1.4”. Correct it, or call the column “count” if these are numbers " +
				"of labels."},
		{"worker,truth,label,value\nann,no,no,3\nann,yes,yes,8.5\nann,yes,no,0.5\n", crowd.Addition, ""},
		{"worker,truth,label,value\nann,no,no,1\nann,yes,yes,1\n", crowd.Prior, ""},
		// counts have their name
		{"worker,truth,label,probability,count\nann,no,no,1,3\nann,yes,yes,0.9,9\nann,yes,no,0.1,1\n", crowd.Addition, ""},
	} {
		g, err := layout.DetectAs("f.csv", []byte(c.file), layout.Choice{Kind: layout.ConfusionFile})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if _, _, err := sidefile.Confusion("f.csv", bytes.NewReader([]byte(c.file)), &g.Layout, set, c.mode, scan.Options{}); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%q, mode %d: got %q, want %q", c.file, c.mode, got, c.want)
		}
	}
}

// history reads a file of histories of ann and bob.
func history(t *testing.T, file string, mode crowd.ConfusionMode, skip bool) (*sidefile.History, string) {
	t.Helper()
	set, err := labelstest.Open("labels.csv", good, nil, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g, err := layout.DetectAs("h.csv", []byte(file), layout.Choice{Kind: layout.ConfusionFile})
	if err != nil {
		t.Fatal(err)
	}
	g.Skip = skip
	h, _, err := sidefile.Confusion("h.csv", bytes.NewReader([]byte(file)), &g.Layout, set, mode, scan.Options{})
	if err != nil {
		return nil, err.Error()
	}
	return h, ""
}

// Workers who gave no label are counted, whatever is said of them; only a file of nobody else is refused.
func TestStrangersAreCounted(t *testing.T) {
	h, problem := history(t, "worker,truth,label,count\nzoe,maybe,no,4\nann,yes,yes,9\nzoe,yes,no,1\nann,yes,no,1\n", crowd.Prior, false)
	if problem != "" || h.Known != 1 || h.Rows != 4 || h.Strangers != 2 {
		t.Errorf("got %+v, %q; want 1 worker, 2 of 4 rows of others", h, problem)
	}
	h, problem = history(t, "worker,right,of\nzoe,3,4\nbob,3,4\n", crowd.Prior, false)
	if problem != "" || h.Known != 1 || h.Rows != 2 || h.Strangers != 1 {
		t.Errorf("accuracies: got %+v, %q; want 1 worker, 1 of 2 rows of another", h, problem)
	}
	for _, file := range []string{"worker,truth,label,count\nzoe,yes,no,4\n", "worker,right,of\nzoe,3,4\n"} {
		_, problem := history(t, file, crowd.Prior, false)
		want := "h.csv, column “worker”: not one of these workers is among those who gave labels: “zoe”. Use the same names in both files; " +
			"the labels speak of “ann”."
		if problem != want {
			t.Errorf("%q: got %q, want %q", file, problem, want)
		}
	}
}

// Classes and workers that were merged have rows of their own in a history made before: these are added up, and shares averaged. A row that
// stands there twice is still one too many.
func TestHistoryOfMergedNames(t *testing.T) {
	const labels = "task,worker,label\n1,ann,yes\n1,bob,no\n2,Ann,Yes\n2,bob,yes\n3,ann,no\n3,bob,no\n"
	set, err := labelstest.Open("labels.csv", labels, func(g *layout.Layout) {
		g.Merge = []api.Merge{{Of: "label", From: []string{"Yes"}, To: "yes"}, {Of: "worker", From: []string{"Ann"}, To: "ann"}}
	}, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	yes, _ := set.Classes.Find("yes")
	no, _ := set.Classes.Find("no")
	ann, _ := set.Workers.Find("ann")
	if set.Classes.Len() != 2 || set.Workers.Len() != 2 {
		t.Fatalf("got %d classes and %d workers, want 2 of each", set.Classes.Len(), set.Workers.Len())
	}
	for _, c := range []struct {
		file, want string // of ann: yes as yes, yes as no, no as yes, no as no
	}{
		{"worker,truth,label,count\nann,yes,yes,5\nann,Yes,yes,2\nann,yes,Yes,1\nAnn,yes,yes,1\nann,yes,no,3\nann,Yes,no,1\nann,no,Yes,2\n",
			"[9 4 2 0]"},
		{"worker,truth,label,probability\nann,yes,yes,0.8\nann,yes,no,0.2\nann,Yes,Yes,0.6\nann,Yes,no,0.4\nann,no,no,1\n", "[7 3 0 10]"},
		{"worker,right,of\nann,6,10\nAnn,2,2\n", "[4 2 2 4]"},
		{"worker,accuracy,of\nann,0.6,10\nAnn,1,2\n", "[4 2 2 4]"},
		{"worker,truth,label,count\nann,Yes,yes,2\nann,Yes,yes,2\n", "a second value for the same worker, truth and label"},
		{"worker,truth,label,count\nann,yes,yes,2\nann,Yes,yes,2\nann,yes,yes,2\n", "a second value for the same worker, truth and label"},
		{"worker,right,of\nAnn,2,2\nAnn,2,2\n", "a second row for the same worker"},
		{"worker,truth,label,count\nann,yes,yes,2\n,yes,,2\n,Yes,,3\n,Yes,,3\n,no,,3\n", "a second value for the same class"},
	} {
		g, err := layout.DetectAs("h.csv", []byte(c.file), layout.Choice{Kind: layout.ConfusionFile})
		if err != nil {
			t.Fatal(err)
		}
		h, _, err := sidefile.Confusion("h.csv", strings.NewReader(c.file), &g.Layout, set, crowd.Prior, scan.Options{})
		got := fmt.Sprint(err)
		if err == nil {
			at := func(k, l int) float64 { return math.Round(1e9*h.Counts[(ann*2+k)*2+l]) / 1e9 }
			got = fmt.Sprint([]float64{at(yes, yes), at(yes, no), at(no, yes), at(no, no)})
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%q: got %s, want %s", c.file, got, c.want)
		}
	}
	const common = "worker,truth,label,count\nann,yes,yes,2\n,Yes,,2\n,yes,,3\n,no,,4\n"
	g, err := layout.DetectAs("h.csv", []byte(common), layout.Choice{Kind: layout.ConfusionFile})
	if err != nil {
		t.Fatal(err)
	}
	h, _, err := sidefile.Confusion("h.csv", strings.NewReader(common), &g.Layout, set, crowd.Prior, scan.Options{})
	if err != nil || h.Prior[yes] != 5 || h.Prior[no] != 4 {
		t.Errorf("how common the classes are: got %+v, %v; want 5 of yes and 4 of no", h, err)
	}
}

// How many labels were right is spread over the diagonal, and the others beside it; every heading in use is known.
func TestAccuracies(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"worker,right,of\nann,8,10\nbob,0,0\n", "[4 1 1 4 0 0 0 0] 1"},
		{"Annotator,Correct,Total\nann,8,10\nbob,1,2\n", "[4 1 1 4 0.5 0.5 0.5 0.5] 2"},
		{"worker_id,accuracy,n\nann,0.8,10\nbob,1,4\n", "[4 1 1 4 2 0 0 2] 2"},
		{"worker,answers,accuracy\nann,10,80 %\nbob,4,100%\n", "[4 1 1 4 2 0 0 2] 2"},
		{"worker,accuracy\nann,0.8\nbob,1\n", "[8 2 2 8 10 0 0 10] 2"}, // ten labels of each class
	} {
		h, problem := history(t, c.file, crowd.Prior, false)
		if problem != "" {
			t.Errorf("%q: got %q", c.file, problem)
			continue
		}
		got := make([]float64, len(h.Counts))
		for n, x := range h.Counts {
			got[n] = math.Round(1e9*x) / 1e9
		}
		if text := fmt.Sprint(got, h.Known); text != c.want {
			t.Errorf("%q: got %s, want %s", c.file, text, c.want)
		}
	}
	for _, c := range []struct {
		file string
		mode crowd.ConfusionMode
		want string
	}{
		{"worker,right,of\nann,12,10\n", crowd.Prior, "more right labels than there were (12 of 10)"},
		{"worker,right,of\nann,1,0\n", crowd.Prior, "more right labels than there were (1 of 0)"},
		{"worker,accuracy,n\nann,1.3,10\nbob,0.5,3\n", crowd.Prior, "a share above 1"},
		{"worker,accuracy\nann,87\n", crowd.Prior, "a share above 1: “87”. Write it as 0.87 or as 87 %"},
		{"worker,accuracy\nann,120 %\n", crowd.Prior, "more than 100 %"},
		{"worker,accuracy\nann,-0.2\n", crowd.Prior, "a negative number"},
		{"worker,right,of\nann,3,-4\n", crowd.Prior, "a negative number"},
		{"worker,accuracy\nann,good\n", crowd.Prior, "where the number of right labels, or their share, is expected"},
		{"worker,right,of\nann,3,4\nann,3,4\n", crowd.Prior, "a second row for the same worker"},
		{"worker,right\nann,3\n", crowd.Prior, "Add a column “of” with the number of labels, or give shares"},
		{"worker,accuracy\nann,0.9\n", crowd.Addition, "keep them as a prior, in which a share stands for 10 labels of each class"},
		{"worker,right,of\nann,8,10\nbob,0,0\n", crowd.Assign, "1 of 2 workers have no history here"},
	} {
		if _, problem := history(t, c.file, c.mode, false); !strings.Contains(problem, c.want) {
			t.Errorf("%q, mode %d: got %q, want what says %q", c.file, c.mode, problem, c.want)
		}
	}
	if h, problem := history(t, "worker,right,of\nann,12,10\nbob,3,4\n", crowd.Prior, true); problem != "" || h.Known != 1 {
		t.Errorf("with the bad row left out: got %+v, %q", h, problem)
	}
}

// A prior is what was counted and what these workers usually do; other modes get the counts as they are.
func TestGrow(t *testing.T) {
	const file = "worker,truth,label,count\nann,yes,yes,9\nann,yes,no,1\nann,no,no,10\n"
	for _, mode := range []crowd.ConfusionMode{crowd.Addition, crowd.Prior} {
		h, problem := history(t, file, mode, false)
		if problem != "" {
			t.Fatal(problem)
		}
		before := slices.Clone(h.Counts)
		if err := h.Grow(2, nil); err != nil {
			t.Fatal(err)
		}
		for n, x := range before {
			if grown := h.Counts[n] > x; grown != (mode == crowd.Prior) {
				t.Errorf("mode %d, entry %d: got %v of %v", mode, n, h.Counts[n], x)
			}
		}
	}
}

// A history by which everyone is at chance is doubtful, one of few labels is not.
func TestChance(t *testing.T) {
	for file, want := range map[string]bool{
		"worker,right,of\nann,50,100\nbob,48,100\n": true, "worker,right,of\nann,80,100\nbob,48,100\n": false,
		"worker,right,of\nann,3,3\n": false, "worker,truth,label,count\nann,yes,no,40\nann,no,yes,40\n": true,
	} {
		h, problem := history(t, file, crowd.Prior, false)
		if problem != "" {
			t.Fatal(problem)
		}
		if p := h.Chance("h.csv", 2); (p != nil) != want {
			t.Errorf("%q: got %v, want a warning: %t", file, p, want)
		}
	}
}
