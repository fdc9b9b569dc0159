package engine

import (
	"fmt"
	"strings"
	"testing"

	"concord/core/wire"
)

// While answers are written, progress tells how many of their rows are, for as many as there are.
func TestProgressOfWriting(t *testing.T) {
	v := newVisit(t)
	v.tick = .1
	const tasks = 20_000
	var text strings.Builder
	text.WriteString("task,worker,label\n")
	for i := range tasks {
		fmt.Fprintf(&text, "t%d,w1,yes\nt%[1]d,w2,no\n", i)
	}
	v.open("labels", text.String())
	v.must(wire.Request{Fit: &wire.Fit{Method: "majority"}}, nil)
	_, progress := v.do(wire.Request{Export: &wire.Export{What: "posteriors"}}, nil)
	if len(progress) < 2 {
		t.Fatalf("got %d replies, want several", len(progress))
	}
	rows := -1
	for _, p := range progress {
		if p.Phase != "write" || p.AllRows != tasks || p.Rows < rows || p.Rows > tasks {
			t.Fatalf("got %+v after %d rows", p, rows)
		}
		rows = p.Rows
	}
	if rows < tasks/2 {
		t.Errorf("got %d rows in the end, want nearly %d", rows, tasks)
	}
}
