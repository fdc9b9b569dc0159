package yield

import (
	"errors"
	"testing"
)

func TestWork(t *testing.T) {
	stop := errors.New("stop")
	pauses := 0
	w := New(func() error {
		if pauses++; pauses == 3 {
			return stop
		}
		return nil
	})
	n := 0
	for w.Continue(1) {
		n++
	}
	if n+1 != 3*every || w.Err() != stop {
		t.Errorf("broken off after %d, %v; want %d, %v", n+1, w.Err(), 3*every, stop)
	}
	if w.Continue(10*every) || pauses != 3 {
		t.Errorf("goes on: %d pauses", pauses)
	}
	if w = New(nil); !w.Continue(every) || w.Err() != nil {
		t.Error("without a pause there is nothing that breaks it off")
	}
}
