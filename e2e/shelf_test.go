package e2e

import "testing"

// Nothing is kept in the browser unless the user asks for it; then it is offered on the
// next visit, opened only on request, and can be deleted for good.
func TestWorkIsKept(t *testing.T) {
	v := open(t, serve(t), "/")
	v.state("empty")
	v.drop("labels", write(t, "animals.csv", animals))
	v.fit("ds")
	if n := eval[int](v, "indexedDB.databases().then((all) => all.length)"); n != 0 {
		t.Errorf("%d databases without being asked", n)
	}
	v.click("#autosave")
	v.await("document.querySelector('#shelf-status').textContent.startsWith('Kept: animals-ds-')")
	v.fit("onecoin") // what is kept follows
	v.await("document.querySelector('#shelf-status').textContent.startsWith('Kept: animals-onecoin-')")
	summary := eval[string](v, "document.querySelector('#summary').textContent")

	v.navigate("/?again")
	v.state("empty")
	v.await("document.querySelector('#shelf-offer')")
	v.click("#open-shelf")
	v.state("done")
	if got := eval[string](v, "document.querySelector('#summary').textContent"); got != summary {
		t.Errorf("opened again: got %s, want %s", got, summary)
	}
	v.click("#clear-kept")
	v.await("!document.querySelector('#clear-kept')")

	v.navigate("/")
	v.state("empty")
	v.await("document.querySelector('#offline-ready') || document.body.dataset.state")
	if eval[bool](v, "localStorage.getItem('shelved') !== null || document.querySelector('#shelf-offer') !== null") {
		t.Error("what was removed is offered")
	}
}
