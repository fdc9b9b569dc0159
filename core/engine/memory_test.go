package engine

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"concord/core/api"
)

// huge is a file that goes on and on with the same text.
type huge struct {
	memory
	size int64
	read *int64
}

func (h huge) Size() int64 { return h.size }
func (h huge) Open() (io.ReadCloser, error) {
	return io.NopCloser(&endless{text: h.text, left: h.size, read: h.read}), nil
}

type endless struct {
	text []byte
	at   int
	left int64
	read *int64
}

func (e *endless) Read(p []byte) (int, error) {
	if e.left <= 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(int64(len(p)), e.left)], e.text[e.at:])
	e.at = (e.at + n) % len(e.text)
	e.left -= int64(n)
	*e.read += int64(n)
	return n, nil
}

// A file that can't be held is refused before it is read, with what to do; what
// was loaded stays, and can be used.
func TestMemoryLimit(t *testing.T) {
	v := newVisit(t)
	v.Engine.host.MemoryLimit = 4 << 30
	v.open("labels", tiny)
	v.fit("majority")
	before := v.state()
	var crowd strings.Builder
	for n := range 100_000 {
		fmt.Fprintf(&crowd, "t%d,w%d,c%d\n", n/5, n%7, n%4)
	}
	text := []byte(crowd.String())
	var read int64
	file := huge{memory{"large.csv", text}, 40 << 30, &read}
	fault := v.fault(api.Request{Open: &api.Open{Role: "labels"}}, file)
	for _, want := range []string{"large.csv", "billion labels", "concord fit", "4.3 GB", "still is"} {
		if !strings.Contains(fault.Message, want) {
			t.Errorf("%q does not speak of %q", fault.Message, want)
		}
	}
	if fault.Broken || fault.Cancelled {
		t.Errorf("got %+v", fault)
	}
	if read > 10<<20 {
		t.Errorf("%d bytes were read first", read)
	}
	if v.state() != before {
		t.Error("what was loaded has changed")
	}
	v.fit("ds")

	// A small file fits everywhere.
	v.Engine.host.MemoryLimit = 1
	v.must(api.Request{Open: &api.Open{Role: "labels"}}, huge{file.memory, int64(len(file.text)), &read})
}
