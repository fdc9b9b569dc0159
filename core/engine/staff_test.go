package engine

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"concord/core/synth"
	"concord/core/transport"
	"concord/core/wire"
)

// firm is a world with helpers, which are goroutines.
type firm struct {
	*world
	helpers int
	started int
	ended   int
	work    func(line transport.Line, file Source) error // what they do
}

func (f *firm) Helpers() int { return f.helpers }

func (f *firm) Worth() (bytes, labels int64) { return 10, 10 }

func (f *firm) Help(ctx context.Context, file Source) (transport.Helper, error) {
	here, there := transport.Pipe()
	f.started++
	go func() {
		f.work(there, file)
		there.End()
	}()
	context.AfterFunc(ctx, here.End)
	return &hired{here, here.End, f, false}, nil
}

type hired struct {
	transport.Line
	end  func()
	firm *firm
	gone bool
}

func (h *hired) End() {
	if !h.gone {
		h.gone = true
		h.firm.ended++
	}
	h.end()
}

// cuttable is a file in memory that can be read from anywhere.
type cuttable struct{ memory }

func (c cuttable) OpenAt(from int64) (io.ReadCloser, error) {
	return io.NopCloser(bytes.NewReader(c.text[min(from, c.Size()):])), nil
}

// staffed is a visit with helpers for whatever is larger than a few bytes.
func staffed(t *testing.T, helpers int) (*visit, *firm) {
	v := newVisit(t)
	f := &firm{world: v.world, helpers: helpers, work: Help}
	v.Engine.host = f
	return v, f
}

// crowded is a file of labels, as simulated.
func crowded(t *testing.T, tasks int) cuttable {
	t.Helper()
	d := synth.DawidSkene{Tasks: tasks, Workers: 40, Classes: 4, PerTask: 5, Low: .4, High: .8}.Draw(3).Data
	var text strings.Builder
	text.WriteString("task,worker,label\n")
	for n := range 5 {
		for i := range d.Tasks {
			from, _ := d.Of(i)
			fmt.Fprintf(&text, "t%d,w%d,c%d\n", i, d.Worker[from+n], d.Class[from+n])
		}
	}
	return cuttable{memory{"crowded.csv", []byte(text.String())}}
}

// downloads is all that can be downloaded of a fit, but for how long it took.
func (v *visit) downloads(method string) map[string]string {
	v.fit(method)
	files := map[string]string{}
	for _, what := range []string{"labels", "posteriors", "workers", "confusion"} {
		files[what] = v.file(what)
	}
	return files
}

// However many workers share the work, what is downloaded is the same.
func TestWorkInParts(t *testing.T) {
	file := crowded(t, 3000)
	alone, _ := staffed(t, 0)
	alone.must(wire.Request{Open: &wire.Open{Role: "labels"}}, file)
	want := alone.downloads("ds")
	for _, helpers := range []int{1, 2, 3} {
		v, f := staffed(t, helpers)
		v.must(wire.Request{Open: &wire.Open{Role: "labels"}}, file)
		most := map[int]int{1: 1, 2: 1, 3: 3}[helpers]
		if f.started != most || f.ended != most {
			t.Errorf("of %d helpers %d were started and %d ended to read, want %d", helpers, f.started, f.ended, most)
		}
		got := v.downloads("ds")
		if f.started != 2*most || f.ended != 2*most {
			t.Errorf("of %d helpers %d were started and %d ended to read and fit, want %d", helpers, f.started, f.ended, 2*most)
		}
		for what := range want {
			if got[what] != want[what] {
				t.Errorf("with %d helpers %s differ", helpers, what)
			}
		}
	}
}

// A file whose labels are too bad to be read in parts is refused as if it had
// been read in one; one whose records look like several is read all the same.
func TestReadingInPartsIsToldAlike(t *testing.T) {
	good := string(crowded(t, 500).text)
	many := strings.Builder{}
	many.WriteString("task,worker,label\n")
	for i := range 3000 {
		fmt.Fprintf(&many, "t%d,w%d,c%d\n", i/2, i%2, i)
	}
	quoted := strings.Builder{}
	quoted.WriteString("task,worker,label\n")
	for i := range 400 {
		fmt.Fprintf(&quoted, "\"t%d\n%s\",w%d,c%d\n", i/2, strings.Repeat("t,w,c\n", 40), i%2, i%3)
	}
	for name, text := range map[string]string{
		"bad rows":     good + "t1,w1\nt2,w2,c1,c1\n" + good[18:],
		"many classes": many.String(),
		"an open end":  good + "t1,\"w1",
		"quoted":       quoted.String(),
	} {
		file := cuttable{memory{"file.csv", []byte(text)}}
		alone, _ := staffed(t, 0)
		want, _ := alone.do(wire.Request{Open: &wire.Open{Role: "labels"}}, file)
		v, f := staffed(t, 1)
		got, _ := v.do(wire.Request{Open: &wire.Open{Role: "labels"}}, file)
		if f.started != 1 || f.ended != 1 {
			t.Errorf("%s: %d helpers were started and %d ended", name, f.started, f.ended)
		}
		if a, b := text2json(t, got), text2json(t, want); a != b {
			t.Errorf("%s: got %s, want %s", name, a, b)
		}
	}
}

func text2json(t *testing.T, r wire.Reply) string {
	t.Helper()
	text, err := wire.Encode(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A helper that is lost, or that talks nonsense, costs time and nothing else.
func TestHelpersThatFail(t *testing.T) {
	file := crowded(t, 2000)
	alone, _ := staffed(t, 0)
	alone.must(wire.Request{Open: &wire.Open{Role: "labels"}}, file)
	want := alone.downloads("ds")
	for name, work := range map[string]func(transport.Line, Source) error{
		"dead at once": func(transport.Line, Source) error { return nil },
		"nonsense":     func(l transport.Line, _ Source) error { return l.Send([]byte("labels")) },
		"empty":        func(l transport.Line, _ Source) error { return l.Send(nil) },
		"no file":      func(l transport.Line, _ Source) error { return Help(l, nil) },
		"dead halfway": func(l transport.Line, s Source) error { return Help(&brittle{l, 3}, s) },
		"cut short":    func(l transport.Line, s Source) error { return Help(&short{l}, s) },
		"dead later":   func(l transport.Line, s Source) error { return Help(&brittle{l, 12}, s) },
	} {
		v, f := staffed(t, 1)
		f.work = work
		v.must(wire.Request{Open: &wire.Open{Role: "labels"}}, file)
		got := v.downloads("ds")
		for what := range want {
			if got[what] != want[what] {
				t.Errorf("%s: %s differ", name, what)
			}
		}
		if f.started == 0 || f.started != f.ended {
			t.Errorf("%s: %d helpers were started and %d ended", name, f.started, f.ended)
		}
	}
}

// brittle is a line that breaks after a few messages.
type brittle struct {
	transport.Line
	left int
}

func (b *brittle) Send(message []byte) error {
	if b.left--; b.left < 0 {
		return transport.ErrLost
	}
	return b.Line.Send(message)
}

// short is a line that loses the last byte of every message.
type short struct{ transport.Line }

func (s *short) Send(message []byte) error { return s.Line.Send(message[:max(0, len(message)-1)]) }

// A file that is read in parts can be given up at any moment; what was loaded
// stays, and no helper does.
func TestCancelInParts(t *testing.T) {
	file := crowded(t, 4000)
	for at := 1; ; at++ {
		v, f := staffed(t, 1)
		v.must(wire.Request{Open: &wire.Open{Role: "labels"}}, text2("labels", tiny))
		before := v.state()
		v.tick, v.cancelAt = 1, at
		reply, _ := v.do(wire.Request{Open: &wire.Open{Role: "labels"}}, file)
		if v.cancelAt = 0; reply.Fault == nil {
			before = v.state()
			v.cancelAt = at
			reply, _ = v.do(wire.Request{Fit: &wire.Fit{Method: "ds", Seed: 1}}, nil)
		}
		if f.started != f.ended {
			t.Errorf("cancelled at turn %d: %d helpers were started and %d ended", at, f.started, f.ended)
		}
		if reply.Fault == nil {
			if at < 3 {
				t.Errorf("there were but %d turns", at)
			}
			return
		}
		v.cancelAt = 0
		if !reply.Fault.Cancelled || v.state() != before {
			t.Errorf("cancelled at turn %d: got %+v, or what was loaded has changed", at, reply.Fault)
		}
	}
}

// Where a fit is cancelled while its helpers start, it is cancelled and not failed.
func TestCancelWhileHelpersStart(t *testing.T) {
	v, f := staffed(t, 1)
	v.must(wire.Request{Open: &wire.Open{Role: "labels"}}, crowded(t, 2000))
	f.work = func(line transport.Line, _ Source) error {
		v.cancel()
		_, err := line.Receive()
		return err
	}
	if fault := v.fault(wire.Request{Fit: &wire.Fit{Method: "ds", Seed: 1}}, nil); !fault.Cancelled {
		t.Errorf("got %+v", fault)
	}
	if f.started != f.ended {
		t.Errorf("%d helpers were started and %d ended", f.started, f.ended)
	}
}
