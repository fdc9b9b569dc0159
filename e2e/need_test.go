package e2e

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// A lead plans a project: a crowd is simulated, opens with its truth, and the page says how many labels it needs; it is what the shell
// says of the same crowd.
func TestHowManyLabels(t *testing.T) {
	dir := t.TempDir()
	want, truth := filepath.Join(dir, "needed.csv"), filepath.Join(dir, "truth.csv")
	out, err := exec.Command(built.shell, "simulate", "-spammers", "4", "-tasks", "200", "-truth", truth).Output()
	if err != nil {
		t.Fatal(err)
	}
	labels := write(t, "simulated.csv", string(out))
	if out, err := exec.Command(built.shell, "need", "-method", "consensus", "-price", "0.05", "-mistake", "2", "-without", "spammer-1",
		"-truth", truth, "-out", want, labels).CombinedOutput(); err != nil {
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
	set("need-mistake", "2")
	set("need-without", "spammer-1")
	v.click("#need")
	v.await(`/more labels? per task/.test(document.querySelector("#need-sentence")?.innerText)`)
	name, got := v.download("#download-needed")
	if filepath.Ext(name) != ".csv" {
		t.Errorf("the file is called %s", name)
	}
	sameCells(t, got, want)
	for _, width := range []int64{1280, 390} {
		v.must(chromedp.Do(v.ctx, chromedp.EmulateViewport(width, 900)))
		v.await(`(document.querySelector("#need-title").scrollIntoView({block: "start"}), document.documentElement.scrollWidth <= innerWidth)`)
	}
}
