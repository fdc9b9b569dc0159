package model

import "testing"

// FuzzAddress takes any fragment of an address, before and after labels are there: nothing breaks, and the address that comes of it
// means what it says.
func FuzzAddress(f *testing.F) {
	f.Add("method=ds&seed=7&set.smoothing=1&steps=100&tolerance=1e-6&view=workers&open=workers-3")
	f.Add("#view=none&open=tasks--1&auto=off&%zz")
	f.Fuzz(func(t *testing.T, fragment string) {
		w := newWorld(t)
		w.do(Started{}, Address{fragment})
		first := w.fragment()
		w.do(Address{first})
		if again := w.fragment(); again != first {
			t.Errorf("%q makes %q, which makes %q", fragment, first, again)
		}
	})
}
