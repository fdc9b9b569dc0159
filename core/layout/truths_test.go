package layout_test

import (
	"strings"
	"testing"

	"concord/core/layout"
)

// A file of truth in which several columns may hold it says so, unless one is named for it.
func TestTruthAmongSeveral(t *testing.T) {
	for _, test := range []struct{ name, file, label, fault string }{
		{"two columns", "id,says\na,x\nb,y\nc,x\nd,y\n", "says", ""},
		{"a human beside judges", wideTable(20, "id=q#", "gpt-4o=yes no", "claude=yes no", "human=yes no"), "human", ""},
		{"in German", wideTable(20, "Nr=q#", "Anna=ja nein", "Ben=ja nein", "Goldstandard=ja nein"), "Goldstandard", ""},
		{"judges alone", wideTable(20, "id=q#", "gpt-4o=yes no", "claude=yes no"), "", "2 columns may hold the truth: gpt-4o, claude"},
		{"no header", "a,x,x\nb,y,x\nc,x,x\nd,y,y\n", "", "2 columns may hold the truth: column 2, column 3"},
		{"beside something else", "id,says,batch\na,x,1\nb,y,1\nc,x,2\nd,y,2\ne,y,3\n", "says", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, err := layout.DetectAs("truth.csv", []byte(test.file), layout.Choice{Kind: layout.TruthFile})
			if err != nil {
				t.Fatal(err)
			}
			label := ""
			if c := g.Column(layout.Label); c >= 0 {
				label = g.Columns[c].Name
			}
			fault := ""
			if err := g.Check("truth.csv", layout.TruthFile); err != nil {
				fault = err.Error()
			}
			if label != test.label || (fault == "") != (test.fault == "") || !strings.Contains(fault, test.fault) {
				t.Errorf("got %q, %q, want %q, %q", label, fault, test.label, test.fault)
			}
		})
	}
}
