package layout_test

import (
	"math"
	"strings"
	"testing"

	"concord/core/labels"
	"concord/core/layout"
	"concord/core/scan"
	"concord/core/sidefile"
)

func TestDetectAsTakesWhatIsKnown(t *testing.T) {
	head := []byte("a;1,5;yes\nb;2,5;no\n")
	no, yes := false, true
	for _, test := range []struct {
		known   layout.Choice
		columns int
		header  bool
		rows    int
	}{
		{layout.Choice{Delimiter: ","}, 2, false, 2},
		{layout.Choice{Delimiter: ";", Header: &no}, 3, false, 2},
		{layout.Choice{Delimiter: ";", Header: &yes}, 3, true, 1},
	} {
		g, err := layout.DetectAs("a.csv", head, test.known)
		if err != nil {
			t.Fatal(err)
		}
		if len(g.Columns) != test.columns || g.Header != test.header || len(g.Preview) != test.rows {
			t.Errorf("%+v: got %d columns, header %v, %d rows, want %d, %v, %d", test.known, len(g.Columns), g.Header, len(g.Preview), test.columns,
				test.header, test.rows)
		}
	}
	if g, err := layout.DetectAs("a.csv", []byte("task,worker,label\nt,w,caf\xe9\n"), layout.Choice{Encoding: "windows-1252"}); err != nil ||
		g.Preview[0][2] != "café" {
		t.Errorf("windows-1252: got %+v, %v", g, err)
	}
	if _, err := layout.DetectAs("a.csv", head, layout.Choice{Delimiter: "\""}); err == nil {
		t.Error("a quote is taken for a delimiter")
	}
}

func TestTrueValues(t *testing.T) {
	const votes, truth = "task,worker,label\na,w,1.5\nb,w,2\nc,w,3\n", "task,label\na,1.25\nb,x\nb,7\nb,8\nd,1\n"
	g, err := layout.Detect("labels.csv", []byte(votes))
	if err != nil {
		t.Fatal(err)
	}
	g.Numeric = true
	set, err := labels.Read("labels.csv", strings.NewReader(votes), &g.Layout, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if g, err = layout.Detect("truth.csv", []byte(truth)); err != nil {
		t.Fatal(err)
	}
	values, problems, err := sidefile.TrueValues("truth.csv", strings.NewReader(truth), &g.Layout, set, sidefile.TruthOptions{})
	if err != nil || values[0] != 1.25 || values[1] != 7 || !math.IsNaN(values[2]) || problems.Count != 3 {
		t.Errorf("got %v, %v, %v, want 1.25, 7, NaN and three problems", values, problems, err)
	}
}
