package engine

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"concord/core/catalog"
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
	work    func(line transport.Line) error // what they do
}

func (f *firm) Helpers() int { return f.helpers }

func (f *firm) MinLabels() int { return 10 }

func (f *firm) Help(ctx context.Context) (transport.Helper, error) {
	here, there := transport.Pipe()
	f.started++
	go func() {
		f.work(there)
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

// immutable is a file in memory that can be opened anywhere.
type immutable struct{ memory }

func (c immutable) OpenAt(from int64) (io.ReadCloser, error) {
	return io.NopCloser(bytes.NewReader(c.text[min(from, c.Size()):])), nil
}

// staffed is a visit with helpers for whatever is larger than a few bytes.
func staffed(t *testing.T, helpers int) (*visit, *firm) {
	v := newVisit(t)
	f := &firm{world: v.world, helpers: helpers, work: catalog.Serve}
	v.Engine.host = f
	return v, f
}

// crowded is a file of labels, as simulated.
func crowded(t *testing.T, tasks int) immutable {
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
	return immutable{memory{"crowded.csv", []byte(text.String())}}
}

// downloads is all that can be downloaded of a fit, but for how long it took.
func (v *visit) downloads(method string) map[string]string {
	v.fit(method)
	files := map[string]string{}
	for _, what := range []string{"labels", "posteriors", "workers", "confusion"} {
		files[what] = v.File(what)
	}
	return files
}

// However many workers share the work, what is downloaded is the same.
func TestSharedFit(t *testing.T) {
	file := crowded(t, 3000)
	alone, _ := staffed(t, 0)
	alone.must(wire.Request{Open: &wire.Open{Role: "labels"}}, file)
	want := alone.downloads("ds")
	for _, helpers := range []int{1, 2, 3} {
		v, f := staffed(t, helpers)
		v.must(wire.Request{Open: &wire.Open{Role: "labels"}}, file)
		got := v.downloads("ds")
		if most := map[int]int{1: 1, 2: 1, 3: 3}[helpers]; f.started != most || f.ended != most {
			t.Errorf("of %d helpers %d were started and %d ended, want %d", helpers, f.started, f.ended, most)
		}
		for what := range want {
			if got[what] != want[what] {
				t.Errorf("with %d helpers %s differ", helpers, what)
			}
		}
	}
}

// A helper that is lost, or that talks nonsense, costs time and nothing else.
func TestHelpersThatFail(t *testing.T) {
	file := crowded(t, 2000)
	alone, _ := staffed(t, 0)
	alone.must(wire.Request{Open: &wire.Open{Role: "labels"}}, file)
	want := alone.downloads("ds")
	for name, work := range map[string]func(transport.Line) error{
		"dead at once": func(transport.Line) error { return nil },
		"nonsense":     func(l transport.Line) error { return l.Send([]byte("labels")) },
		"empty":        func(l transport.Line) error { return l.Send(nil) },
		"dead halfway": func(l transport.Line) error { return catalog.Serve(&brittle{l, 0}) },
		"cut short":    func(l transport.Line) error { return catalog.Serve(&short{l}) },
		"dead later":   func(l transport.Line) error { return catalog.Serve(&brittle{l, 4}) },
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

// A shared fit can be given up at any moment; what was loaded stays, and no helper
// does.
func TestCancelSharedFit(t *testing.T) {
	file := crowded(t, 4000)
	for at := 1; ; at++ {
		v, f := staffed(t, 1)
		v.must(wire.Request{Open: &wire.Open{Role: "labels"}}, file)
		before := v.state()
		v.tick, v.cancelAt = 1, at
		reply, _ := v.do(wire.Request{Fit: &wire.Fit{Method: "ds", Seed: 1}}, nil)
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
	f.work = func(line transport.Line) error {
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
