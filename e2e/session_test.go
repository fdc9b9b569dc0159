package e2e

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// fit runs a method on what is loaded and waits for the result.
func (v *visit) fit(method string) {
	v.Helper()
	v.state("ready", "done")
	other := eval[string](v, `document.querySelector("#method").value`) != method
	v.choose("#method", method)
	if other {
		v.await(`document.querySelector("#run.button-main, #settle .button-main") !== null`) // a result of before is drawn as left behind
	}
	if eval[bool](v, `document.querySelector("#confirm-roles") !== null`) {
		v.click("#confirm-roles")
		v.await(`document.querySelector("#confirm-roles") === null`)
	}
	v.click("#run")
	v.await(`document.body.dataset.state === "done" && document.querySelector("#run.button-quiet:enabled") !== null`)
}

// From a dropped file to downloaded labels: the default runs by itself, another method as soon as it is chosen, and the
// page's downloads equal the shell's, cell by cell.
func TestDropFitDownload(t *testing.T) {
	labels, truth := reference(t, "data", "rte", "labels.csv"), reference(t, "data", "rte", "truth.csv")
	want := shell(t, labels)

	v := arrive(t, serve(t), "/")
	v.drop("labels", labels)
	v.state("done")
	_, got := v.download("#download-labels")
	sameCells(t, got, filepath.Join(want, "labels.csv"))

	want = shell(t, "-method", "ds", labels)
	v.choose("#method", "ds")
	v.await(`document.body.dataset.state === "done" && document.querySelector("#about-answer").textContent.includes("Dawid–Skene:")`)
	for _, what := range []string{"labels", "posteriors", "workers", "confusion"} {
		name, got := v.download("#download-" + what)
		if !strings.Contains(name, what) || !strings.HasSuffix(name, ".csv") {
			t.Errorf("the download of the %s is called %s", what, name)
		}
		sameCells(t, got, filepath.Join(want, what+".csv"))
	}

	v.choose("#shape", "ndjson")
	if name, got := v.download("#download-shape"); !strings.HasSuffix(name, "labels.ndjson") || bytes.Count(got, []byte("\n")) != 800 {
		t.Errorf("%s has %d lines, want 800", name, bytes.Count(got, []byte("\n")))
	}

	v.drop("truth", truth)
	v.await(`document.querySelector("#summary")?.textContent.includes("58 of 800 wrong")`)
	_, run := v.download("#download-run")
	var record struct {
		Evaluated int
		Error     float64
	}
	if err := json.Unmarshal(run, &record); err != nil {
		t.Fatal(err)
	}
	if record.Evaluated != 800 || record.Error != 0.0725 {
		t.Errorf("run.json: got %d evaluated, error %g, want 800 and 0.0725", record.Evaluated, record.Error)
	}
}
