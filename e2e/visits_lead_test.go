package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The lead without time: drops the file, reads the answer, downloads the labels, opens them in a spreadsheet.
func TestVisitLead(t *testing.T) {
	labels := reference(t, "data", "rte", "labels.csv")
	v := arrive(t, serve(t), "/")
	v.station("1-start")
	v.drop("labels", labels)
	v.state("done")
	v.station("2-answer")
	figures := eval[string](v, `document.querySelector("#results").innerText`)
	for _, want := range []string{"800", "8,000 labels", "Two workers agree on", "of 800 labels to be right"} {
		if !strings.Contains(figures, want) {
			t.Errorf("the answer lacks %q: %s", want, figures)
		}
	}
	v.tap("#download-labels")
	file := v.downloaded("#download-labels")
	if name := filepath.Base(file); !strings.HasPrefix(name, "labels-") || !strings.HasSuffix(name, "-labels.csv") {
		t.Errorf("the download is called %s", name)
	}
	v.await(`document.querySelector("#status").innerText.includes(".csv")`)
	v.station("3-downloaded")

	got, err := os.ReadFile(file)
	v.must(err)
	rows := cells(t, string(got))
	if len(rows) != 1+800 || rows[0][0] != "task" || rows[0][1] != "label" {
		t.Fatalf("labels.csv has %d rows and the columns %v", len(rows), rows[0])
	}
	for _, row := range rows[1:] {
		if row[1] != "1" && row[1] != "2" {
			t.Fatalf("got the label %q, want 1 or 2", row[1])
		}
	}
	sameCells(t, got, filepath.Join(shell(t, labels), "labels.csv"))
}
