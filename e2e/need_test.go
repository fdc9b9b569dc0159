package e2e

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// A lead plans a project: a crowd is simulated, opens with its truth, and the page says what more labels would bring, as a curve that can
// be read off by pointer and keys; it is what the shell says of the same crowd. Nothing costs anything before both prices are typed.
func TestHowManyLabels(t *testing.T) {
	dir := t.TempDir()
	want, truth := filepath.Join(dir, "needed.csv"), filepath.Join(dir, "truth.csv")
	out, err := exec.Command(built.shell, "simulate", "-spammers", "4", "-tasks", "200", "-truth", truth).Output()
	if err != nil {
		t.Fatal(err)
	}
	labels := write(t, "simulated.csv", string(out))
	if out, err := exec.Command(built.shell, "need", "-method", "consensus", "-price", "0.05", "-mistake", "2", "-truth", truth,
		"-out", want, labels).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}

	v := arrive(t, serve(t), "/")
	v.click("#simulate-crowd summary")
	eval[bool](v, `(document.querySelector("#simulate-spammers").value = "4", document.querySelector("#simulate-tasks").value = "200", true)`)
	v.click("#simulate")
	v.state("done")
	v.turn("plan")
	set := func(id, text string) {
		eval[bool](v, `(() => { const f = document.querySelector("#`+id+`"); f.value = "`+text+
			`"; f.dispatchEvent(new Event("input", {bubbles: true})); return true; })()`)
	}
	v.await(`document.querySelector("#need-mistake")`)
	if typed := eval[string](v, `document.querySelector("#need-price").value + document.querySelector("#need-mistake").value`); typed != "" {
		t.Errorf("prices are made up: %q", typed)
	}
	v.click("#plan")
	v.await(`/more labels? per task|hardly help/.test(document.querySelector("#need-sentence")?.innerText)`)
	if eval[bool](v, `document.querySelector("#need-costs") !== null || document.querySelector("#need-table").innerText.includes("Cost")`) {
		t.Error("there are costs before there are prices")
	}
	set("need-price", "0.05")
	set("need-mistake", "2")
	v.await(`/^At these prices, /.test(document.querySelector("#need-costs")?.innerText)`)
	name, got := v.download("#download-needed")
	if filepath.Ext(name) != ".csv" {
		t.Errorf("the file is called %s", name)
	}
	sameCells(t, got, want)
	// A plan of as many labels as a point has says what the point says.
	says := eval[[]string](v, `[...document.querySelectorAll(".need-chart .readout-area")].map(e => e.getAttribute("aria-label"))`)
	rows := cells(t, string(got))
	if len(says) != len(rows)-1 {
		t.Errorf("%d points can be read off, want %d", len(says), len(rows)-1)
	}
	shown := func() int {
		return eval[int](v, `[...document.querySelectorAll(".need-chart .readout-title")]
			.filter(e => getComputedStyle(e).visibility === "visible").length`)
	}
	if n := shown(); n != 0 {
		t.Errorf("%d points are read off before any is pointed at", n)
	}
	eval[bool](v, `(document.querySelector(".need-chart .readout-area").focus(), true)`)
	if n := shown(); n != 1 {
		t.Errorf("%d points are read off with the focus on one", n)
	}
	for _, width := range []int64{1280, 390} {
		v.must(chromedp.Do(v.ctx, chromedp.EmulateViewport(width, 900)))
		v.await(`(document.querySelector("#need-title").scrollIntoView({block: "start"}), document.documentElement.scrollWidth <= innerWidth)`)
	}
}
