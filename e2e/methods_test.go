package e2e

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// All quick methods are compared at one click, the best first, and the table is the shell's; any method is used at one click.
func TestMethods(t *testing.T) {
	labels, truth := reference(t, "data", "bluebird", "labels.csv"), reference(t, "data", "bluebird", "truth.csv")
	v := arrive(t, serve(t), "/")
	v.drop("labels", labels) // whose consensus is there at once
	v.state("done")
	v.drop("truth", truth)
	v.await(`document.querySelector("#summary")?.innerText.includes("truth") && document.body.dataset.state === "done"`)

	v.turn("methods")
	v.await(`document.querySelectorAll("#contenders tbody tr").length > 20 && document.querySelector("#quick-advice")`)
	if text := eval[string](v, `document.querySelector("#contenders").innerText`); !strings.Contains(text, "under 1 s") {
		t.Errorf("nothing says how long the methods take:\n%s", text)
	}
	chosen := eval[[]string](v, `[...document.querySelectorAll("[id^=compare-with-]:checked")].map((e) => e.id.slice(13))`)
	v.click("#compare")
	v.await(`document.querySelector("#compared-title")?.innerText.match(/right (most|more) often/) && document.body.dataset.state === "done"`)
	accuracy := eval[[]float64](v, `[...document.querySelectorAll("#contenders [data-head^=Accuracy]")].map((e) => parseFloat(e.innerText))`)
	for n, x := range accuracy[1:len(chosen)] {
		if x > accuracy[n] {
			t.Errorf("got a method that is right in %g %% of the cases below one with %g %%", x, accuracy[n])
		}
	}

	want := filepath.Join(t.TempDir(), "methods.csv")
	v.must(exec.Command(built.shell, "compare", "-methods", strings.Join(chosen, ","), "-truth", truth, "-table", want, labels).Run())
	_, got := v.download("#download-methods")
	sameCells(t, got, want)

	v.click("#sort-methods-seconds")
	v.await(`document.querySelector("#contenders th[aria-sort=ascending]")?.innerText === "Time"`)
	v.click("#use-wawa")
	v.await(`document.body.dataset.state === "done" && document.querySelector("#method")?.value === "wawa"`)
}
