package e2e

import "testing"

func TestPageStarts(t *testing.T) {
	v := open(t, serve(t), "/")
	v.state("empty")
	if eval[bool](v, "document.querySelector('#boot') !== null") {
		t.Error("the loading bar is still there")
	}
}
