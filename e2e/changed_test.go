package e2e

import (
	"os"
	"testing"
)

// A file that has changed since it was chosen can't be read again, so there is no run
// record for it: the page says so, and keeps what it has.
func TestAFileThatWasChanged(t *testing.T) {
	file := write(t, "animals.csv", animals)
	v := open(t, serve(t), "/")
	v.state("empty")
	v.drop("labels", file)
	v.state("ready")
	v.fit("majority")
	if err := os.WriteFile(file, []byte(animals+"p6,ann,cat\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	v.click("#download-run")
	v.await(`document.querySelector("#failure, .problem")?.innerText.includes("it was changed, moved or removed after it was chosen; ` +
		`choose it again")`)
	v.click("#failure button, .problem #dismiss")
	v.turn("data")
	v.click("#labels-header")
	v.await(`document.querySelector("#labels-problem")?.innerText.includes("it was changed, moved or removed after it was chosen; choose ` +
		`it again")`)
	v.click("#labels-problem #dismiss")
	v.await(`document.querySelector("#counts")?.innerText.includes("15")`)
}
