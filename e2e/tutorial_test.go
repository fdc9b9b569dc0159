package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// pictures is set where the pictures of the documents are to be taken anew: make pictures.
const pictures = "CONCORD_PICTURES"

// pictured checks that a picture in docs/pictures shows what the page says: beside it is kept what selector said when it was taken.
func (v *visit) pictured(name, selector string) {
	v.Helper()
	v.settled()
	v.still()
	says := eval[string](v, `[...document.querySelectorAll("`+selector+`")].map((e) => e.innerText
		.replace(/\s+/g, " ").replace(/ in [\d.,]+ m?s\b/, "").trim()).join("\n") + "\n"`)
	file := filepath.Join("..", "docs", "pictures", name)
	if os.Getenv(pictures) != "" {
		v.must(os.WriteFile(file+".txt", []byte(says), 0o644))
		quality := int64(80)
		shot, err := chromedp.Call(v.ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{
			Format: page.CaptureScreenshotFormatWebp, Quality: &quality})
		v.must(err)
		v.must(os.WriteFile(file+".webp", shot.Data, 0o644))
		return
	}
	was, err := os.ReadFile(file + ".txt")
	v.must(err)
	if says != string(was) {
		v.Errorf("%s.webp is out of date (make pictures): the page says\n%s\nand said\n%s", name, says, was)
	}
}

// The page's side of docs/tutorial.md: a messy export becomes labels, and they are those of the shell's side.
func TestTutorial(t *testing.T) {
	file := filepath.Join("..", "docs", "data", "tickets.csv")
	v := arrive(t, serve(t), "/")
	v.drop("labels", file)
	v.click("#confirm-roles")
	v.await(`document.querySelector("#settle-alike-label-merge")`)
	v.pictured("tutorial-data", "#settle .settle-row")
	changed := func(to string) {
		v.Helper()
		v.await(`document.body.dataset.state === "done" && !document.querySelector(".stale") && (` + to + `)`)
		v.settled()
	}
	labels := `document.querySelector("#data").innerText.includes`
	v.click("#settle-alike-label-merge")
	v.await(`!document.querySelector("#settle-alike-label") && document.querySelector("#settle-none-none")?.disabled === false`)
	v.click("#settle-none-none") // and the answer comes by itself
	changed(labels + `("910 labels")`)
	v.click("#settle-again-again")
	changed(labels + `("904 labels")`)
	v.click("#tab-tasks")
	eval[bool](v, "(scrollTo(0, 0), true)")
	v.pictured("answer", "#results .verdict-place, #results .figures, #summary")
	_, got := v.download("#download-labels")
	v.click("#tab-workers")
	v.await(`document.querySelector("#table-workers .open") && document.querySelector("#crew")`)
	eval[bool](v, `(document.querySelector("#tab-workers").scrollIntoView({behavior: "instant"}), true)`)
	v.pictured("tutorial-workers", "#workers-finding")

	how := []string{"-roles", "task=Ticket,worker=Agent,label=Category", "-merge-alike", "-missing", "skipped",
		"-again", "last", file}
	sameCells(t, got, filepath.Join(shell(t, how...), "labels.csv"))
}
