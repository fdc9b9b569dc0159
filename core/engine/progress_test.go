package engine

import (
	"fmt"
	"strings"
	"testing"

	"concord/core/api"
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
	v.must(api.Request{Fit: &api.Fit{Method: "majority"}}, nil)
	_, progress := v.do(api.Request{Export: &api.Export{What: "posteriors"}}, nil)
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

// While a workbook or an archive is recognised, progress tells how far it is unpacked.
func TestProgressOfRecognition(t *testing.T) {
	text := "task,worker,label\n"
	for i := range 5_000 {
		text += fmt.Sprintf("t%d,w%d,%d\n", i/4, i%7, i%3)
	}
	for _, from := range []memory{workbook(t, "Labels", text), {"labels.zip", []byte(zipped(t, "a.csv", text, "b.csv", text))}} {
		v := newVisit(t)
		v.tick = .1
		reply, progress := v.do(api.Request{Open: &api.Open{Look: true, File: &api.File{Name: from.name, Size: from.Size()}}}, from)
		if reply.Fault != nil {
			t.Fatalf("%s: %+v", from.name, reply.Fault)
		}
		furthest := int64(0)
		for _, p := range progress {
			if p.Phase != "read" || p.Total != from.Size() || p.Bytes <= 0 || p.Bytes > p.Total {
				t.Fatalf("%s: got %+v of a file of %d bytes", from.name, p, from.Size())
			}
			furthest = max(furthest, p.Bytes)
		}
		if len(progress) < 3 || furthest < from.Size()/2 {
			t.Errorf("%s: got %d replies, and %d of %d bytes at most", from.name, len(progress), furthest, from.Size())
		}
	}
}
