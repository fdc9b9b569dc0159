package e2e

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

// The researcher with a truth: drops labels and truth together, reads the accuracy with its interval, compares the methods, and takes
// the table, the record and the report home.
func TestVisitResearcher(t *testing.T) {
	labels, truth := reference(t, "data", "bluebird", "labels.csv"), reference(t, "data", "bluebird", "truth.csv")
	v := arrive(t, serve(t), "/")
	v.drop("labels", labels, truth)
	v.await(`document.querySelector("#open-batch")?.disabled === false`)
	if got := eval[string](v, `[...document.querySelectorAll("#batch select")].map((e) => e.value).join(" ")`); got != "labels truth" {
		t.Errorf("the files are taken for %s", got)
	}
	v.station("1-files")
	v.tap("#open-batch")
	const measured = `document.body.dataset.state === "done" && document.querySelector("#results .figures")?.innerText.includes("Accuracy")`
	v.await(measured)
	v.station("2-accuracy")

	// The accuracy is that of the labels which are downloaded.
	_, content := v.download("#download-labels")
	right := rightShare(t, content, truth)
	figures := eval[string](v, `document.querySelector("#results .figures").innerText`)
	for _, want := range []string{fmt.Sprintf("%.1f %%", 100*right), " to ", "on 108 tasks"} {
		if !strings.Contains(figures, want) {
			t.Errorf("the answer lacks %q: %s", want, figures)
		}
	}

	v.click("#tab-methods")
	v.await(`document.querySelectorAll("#contenders tbody tr").length > 20 && document.querySelector("#quick-advice")`)
	v.station("3-methods", "#tab-methods")
	v.click("#compare")
	v.await(`document.querySelector("#compared-title") && document.body.dataset.state === "done"`)
	v.station("4-compared", "#compared-title")
	v.station("5-table", "#contenders tbody tr")
	if tests := eval[string](v, `document.querySelector("#methods-tests")?.innerText ?? ""`); !strings.Contains(tests, "Holm") {
		t.Errorf("nothing says which differences are more than chance: %q", tests)
	}

	_, content = v.download("#download-methods")
	methods := table(t, content)
	best := ""
	for _, m := range methods {
		if m["accuracy"] == "" {
			continue // did not run
		}
		if best == "" {
			best = m["accuracy"]
		}
		if number(t, m["accuracy"]) > number(t, best) {
			t.Errorf("methods.csv begins with an accuracy of %s, and has %s further down", best, m["accuracy"])
		}
		if low, high := number(t, m["low"]), number(t, m["high"]); low >= high {
			t.Errorf("methods.csv: %s has the interval %g to %g", m["method"], low, high)
		}
	}
	_, content = v.download("#download-run")
	var run struct {
		Evaluated int
		Error     float64
		Compared  struct{ Methods []struct{ Method string } }
	}
	v.must(json.Unmarshal(content, &run))
	if run.Evaluated != 108 || math.Abs(1-run.Error-right) > 1e-9 {
		t.Errorf("run.json: got %d evaluated and the error %g, want 108 and %g", run.Evaluated, run.Error, 1-right)
	}
	if n := len(run.Compared.Methods); n != len(methods) || n < 15 {
		t.Errorf("run.json has %d compared methods, methods.csv %d", n, len(methods))
	}
	_, content = v.download("#download-report")
	for _, want := range []string{fmt.Sprintf("%.1f%%", 100*right), "Dawid"} {
		if !strings.Contains(string(content), want) {
			t.Errorf("the report lacks %q", want)
		}
	}
	v.station("6-downloads", "#downloads")
}

// rightShare is how many labels are the true ones, of those whose truth is known.
func rightShare(t *testing.T, labels []byte, truth string) float64 {
	t.Helper()
	known := map[string]string{}
	text, err := os.ReadFile(truth)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range table(t, text) {
		known[row["task"]] = row["label"]
	}
	right, of := 0, 0
	for _, row := range table(t, labels) {
		if label, ok := known[row["task"]]; ok {
			of++
			if label == row["label"] {
				right++
			}
		}
	}
	return float64(right) / float64(of)
}

// table is a CSV file by the names of its columns.
func table(t *testing.T, content []byte) (rows []map[string]string) {
	t.Helper()
	all := cells(t, string(content))
	for _, row := range all[1:] {
		of := map[string]string{}
		for n, head := range all[0] {
			of[head] = row[n]
		}
		rows = append(rows, of)
	}
	return rows
}

func number(t *testing.T, cell string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		t.Error(err)
	}
	return x
}
