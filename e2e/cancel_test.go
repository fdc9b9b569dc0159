package e2e

import "testing"

// slow opens a file whose fit is slow.
func (v *visit) slow() {
	v.Helper()
	v.navigate("/#method=ds&tolerance=1e-300&steps=1000000")
	v.state("empty")
	v.drop("labels", large(v.TB, 500_000, 100_000, 5_000))
	v.state("ready")
}

// Reading and fitting can be cancelled, and earlier results stay.
func TestCancel(t *testing.T) {
	v := open(t, serve(t), "/")
	v.slow()
	counts := eval[string](v, "document.querySelector('#counts').innerText")
	v.hold("fit", 1)
	v.click("#run")
	v.state("running")
	v.held()
	v.click("#cancel")
	v.state("ready")
	v.hold("open", 2)
	v.drop("labels", large(t, 1_000_000, 200_000, 5_000))
	v.state("loading")
	v.held()
	v.click("#cancel")
	v.state("ready")
	if got := eval[string](v, "document.querySelector('#counts').innerText"); got != counts {
		t.Errorf("got %s, want %s", got, counts)
	}
	v.fit("majority")
}

// deaf keeps the worker from receiving a Cancel.
const deaf = `(() => {
	const post = Worker.prototype.postMessage;
	Worker.prototype.postMessage = function (m) {
		if (!m.request?.includes('"cancel"')) post.apply(this, arguments);
	};
	return true;
})()`

// A worker that ignores Cancel is ended and replaced, and the new one has what the first
// one had.
func TestWorkerThatDoesNotObeyIsEnded(t *testing.T) {
	v := open(t, serve(t), "/")
	v.slow()
	eval[bool](v, deaf)
	counts := eval[string](v, "document.querySelector('#counts').innerText")
	v.hold("fit", 1)
	v.click("#run")
	v.state("running")
	v.click("#cancel")
	v.state("ready")
	if got := eval[string](v, "document.querySelector('#counts').innerText"); got != counts {
		t.Errorf("got %s, want %s", got, counts)
	}
	v.fit("majority")
}

// A worker that crashes is replaced, and the page says what happened.
func TestWorkerThatDiesIsReplaced(t *testing.T) {
	v := open(t, serve(t), "/")
	v.state("empty")
	eval[bool](v, `(() => {
		const post = Worker.prototype.postMessage;
		Worker.prototype.postMessage = function (m) {
			if (m.request?.includes('"fit"')) {
				Worker.prototype.postMessage = post;
				m = {request: "this is no request"};
			}
			post.call(this, m);
		};
		return true;
	})()`)
	v.drop("labels", write(t, "animals.csv", animals))
	v.state("ready")
	v.allow("this is no request")
	v.allow("invalid character") // its last words
	v.allow("exit code")
	v.click("#run")
	v.state("error")
	v.await("document.querySelector('#failure')?.innerText.includes('broke down')")
	v.click("#failure button")
	v.state("ready")
	v.fit("ds")
}

// Closing a file frees its memory: WebAssembly memory never shrinks, so the worker is
// replaced by a new one.
func TestClosingGivesMemoryBack(t *testing.T) {
	v := open(t, serve(t), "/")
	v.state("empty")
	v.drop("labels", large(t, 500_000, 100_000, 5_000))
	v.fit("majority")
	before := v.memory()
	v.click("#add summary")
	v.click("#clear")
	v.state("empty")
	v.drop("labels", write(t, "animals.csv", animals))
	v.fit("ds")
	if after := v.memory(); before == 0 || after == 0 || after > before*2/3 {
		t.Errorf("got %d bytes after closing, %d before", after, before)
	}
}
