package e2e

import "testing"

// The matrix of 10,000 workers is shown page by page.
func TestManyWorkers(t *testing.T) {
	v := open(t, serve(t), "/")
	v.state("empty")
	v.drop("labels", large(t, 60_000, 6_000, 10_000))
	v.fit("majority")
	v.turn("agreement")
	v.click("#show-pairs")
	text := func(want string) {
		t.Helper()
		v.await("document.querySelector('.pair-pagers')?.innerText.replace(/\\s+/g, ' ').includes('" + want + "')")
		if n := eval[int](v, "document.querySelectorAll('#pairs td').length"); n != 100 {
			t.Errorf("%s: %d cells are drawn, want 100", want, n)
		}
	}
	workers := eval[string](v, "document.querySelector('#data').innerText.match(/([\\d,]+) workers/)[1]")
	text("Rows 1 to 10 of " + workers)
	v.click("#pairs-rows-next")
	text("Rows 11 to 20 of " + workers)
	v.click("#pairs-columns-next")
	text("Columns 11 to 20 of " + workers)
	v.await("document.querySelectorAll('#pairs .pair-none').length >= 10") // no worker is compared with themselves
	v.click("#pairs-rows-previous")
	text("Rows 1 to 10 of " + workers)
}
