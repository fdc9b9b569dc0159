package model

import "testing"

// About has an address and an entry in the browser's history, and keeps the settings of the address.
func TestAboutHasAnAddress(t *testing.T) {
	s, _ := Update(New(), Address{Fragment: "method=ds&seed=7"})
	s, cmds := Update(s, About{Open: true})
	want := Fragment{Text: "method=ds&seed=7&open=about", Push: true}
	if len(cmds) != 1 || cmds[0] != want || !s.About {
		t.Errorf("opened: got %v, want %v", cmds, want)
	}
	s, cmds = Update(s, Close{})
	if len(cmds) != 2 || cmds[1] != (GoBack{}) || s.About {
		t.Errorf("closed: got %v, want the focus moved, then GoBack", cmds)
	}
	s, _ = Update(s, Address{Fragment: "method=ds&seed=7&open=about"})
	if !s.About || s.Setup.Method != "ds" || s.Setup.Seed != "7" {
		t.Errorf("by its address: got open %v with %+v", s.About, s.Setup)
	}
	if s, _ = Update(s, Address{Fragment: "method=ds&seed=7"}); s.About {
		t.Error("Back does not close it")
	}
}
