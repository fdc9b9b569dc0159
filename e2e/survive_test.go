package e2e

import "testing"

// killWorker has the worker end by itself, as browsers do where memory is short: it says nothing.
func (v *visit) killWorker() {
	v.Helper()
	work[bool](v, "(setTimeout(close), true)")
}

// midRun begins a run that takes long.
func (v *visit) midRun() {
	v.Helper()
	eval[bool](v, `(location.hash = "#method=ds&tolerance=1e-300&steps=1000000", true)`)
	v.await(`document.querySelector("#steps").value === "1000000"`)
	v.click("#run")
	v.state("running")
}

// lasting writes a file on which a run takes long.
func lasting(t testing.TB) string { return large(t, 100_000, 20_000, 1_000) }

// A worker that ends without a word, idle or at work, is noticed and replaced; one that takes long is left alone.
func TestWorkerThatEndsIsReplaced(t *testing.T) {
	v := open(t, serve(t), "/")
	v.state("empty")
	v.drop("labels", lasting(t))
	v.state("ready")
	counts := eval[string](v, "document.querySelector('#counts').innerText")
	for _, when := range []string{"idle", "at work"} {
		if when == "at work" {
			v.midRun()
		}
		v.killWorker()
		v.await("document.querySelector('#failure')?.innerText.includes('The browser ended the part of Concord that does the work')")
		v.click("#failure button")
		v.state("ready")
		if got := eval[string](v, "document.querySelector('#counts').innerText"); got != counts {
			t.Errorf("%s: got %s, want %s", when, got, counts)
		}
	}
	work[bool](v, "(() => { for (const end = Date.now() + 2000; Date.now() < end; ); return true; })()")
	v.fit("majority")
}
