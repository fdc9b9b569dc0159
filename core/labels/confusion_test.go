package labels_test

import (
	"bytes"
	"testing"

	"concord/core/crowd"
	"concord/core/layout"
	"concord/core/scan"
	"concord/core/sidefile"
)

// Probabilities can begin a fit, but not be added to counts of labels: they would
// weigh as one label. What is said names the first of them, and what to do.
func TestProbabilitiesAreNotAddedToCounts(t *testing.T) {
	set, err := open("labels.csv", good, nil, scan.Options{})
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
				"Give counts, such as 9 and 1 for .9 and .1 if ten labels are known, or begin with the matrices (assign) in place of adding them."},
		{shares, crowd.Prior, "f.csv, line 3, column “probability”: a probability, where counts are added to those of every step: “0.9”. " +
			"Give counts, such as 9 and 1 for .9 and .1 if ten labels are known, or begin with the matrices (assign) in place of adding them."},
		{both, crowd.Addition, "f.csv, line 3, column “probability”: a probability, where counts are added to those of the first step: “0.9”. " +
			"Take the column “n” for the value, if it has the counts, or begin with the matrices (assign) in place of adding them."},
		// Who has no matrix can't be told to have probabilities added.
		{shares, crowd.Assign, "f.csv, column “worker”: 1 of 2 workers have no matrix here, where each needs one to begin with: “bob”. " +
			"Add them, or give counts, which can be added to what the labels say (addition, prior) in place of assigned."},
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
