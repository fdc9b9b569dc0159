package transport

import (
	"errors"
	"math"
	"reflect"
	"testing"
)

func TestMessage(t *testing.T) {
	var m Message
	m.Byte('x')
	m.Int(-7)
	m.Float(math.Inf(-1))
	m.Int32s([]int32{-1, 1 << 30})
	m.Uint16s([]uint16{0, 65535})
	m.Floats([]float64{math.Pi, math.Copysign(0, -1)})
	r := NewReader(m)
	ints, shorts, floats := make([]int32, 2), make([]uint16, 2), make([]float64, 2)
	kind, n, x := r.Byte(), r.Int(), r.Float()
	r.Int32s(ints)
	r.Uint16s(shorts)
	r.Floats(floats)
	got := []any{kind, n, x, ints, shorts, floats, math.Signbit(floats[1]), r.Len(), r.Err()}
	want := []any{byte('x'), -7, math.Inf(-1), []int32{-1, 1 << 30}, []uint16{0, 65535}, []float64{math.Pi, 0}, true, 0, nil}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	// Cut anywhere, a message is short and nothing worse.
	for size := range m {
		r := NewReader(m[:size])
		r.Byte()
		r.Int()
		r.Float()
		r.Int32s(ints)
		r.Uint16s(shorts)
		r.Floats(floats)
		if r.Err() == nil {
			t.Errorf("%d of %d bytes were enough", size, len(m))
		}
	}
}

func TestPipe(t *testing.T) {
	a, b := Pipe()
	sent := []byte("one")
	if err := b.Send(sent); err != nil {
		t.Fatal(err)
	}
	sent[0] = 'x' // the message is the sender's
	go func() { b.Send([]byte("two")); b.End() }()
	for _, want := range []string{"one", "two"} {
		got, err := a.Receive()
		if string(got) != want || err != nil {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
	if _, err := a.Receive(); !errors.Is(err, ErrLost) {
		t.Errorf("got %v after the end", err)
	}
	if err := a.Send(nil); !errors.Is(err, ErrLost) {
		t.Errorf("got %v from sending after the end", err)
	}
}
