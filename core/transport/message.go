package transport

import (
	"encoding/binary"
	"errors"
	"math"
)

// Message is a message being written. Its methods append to it.
type Message []byte

// Byte appends b, such as the kind of a message.
func (m *Message) Byte(b byte) { *m = append(*m, b) }

// Int appends x.
func (m *Message) Int(x int) { *m = binary.LittleEndian.AppendUint64(*m, uint64(x)) }

// Float appends x, to the last bit.
func (m *Message) Float(x float64) {
	*m = binary.LittleEndian.AppendUint64(*m, math.Float64bits(x))
}

// Int32s appends the elements of x, without their number; so do those below.
func (m *Message) Int32s(x []int32) {
	b := m.room(4 * len(x))
	for n, v := range x {
		binary.LittleEndian.PutUint32(b[4*n:], uint32(v))
	}
}

// Uint16s appends the elements of x.
func (m *Message) Uint16s(x []uint16) {
	b := m.room(2 * len(x))
	for n, v := range x {
		binary.LittleEndian.PutUint16(b[2*n:], v)
	}
}

// Floats appends the elements of x.
func (m *Message) Floats(x []float64) {
	b := m.room(8 * len(x))
	for n, v := range x {
		binary.LittleEndian.PutUint64(b[8*n:], math.Float64bits(v))
	}
}

// room appends size bytes and returns them.
func (m *Message) room(size int) []byte {
	at := len(*m)
	if cap(*m) < at+size {
		*m = append(make([]byte, 0, at+size), *m...)
	}
	*m = (*m)[:at+size]
	return (*m)[at:]
}

var errShort = errors.New("transport: a message is shorter than what it claims to hold")

// Reader reads a message. After the end it returns zeros, and Err says so.
type Reader struct {
	rest  []byte
	short bool
}

// NewReader returns a Reader of a message, which it does not copy.
func NewReader(message []byte) *Reader { return &Reader{rest: message} }

// Err reports whether more was read than there was.
func (r *Reader) Err() error {
	if r.short {
		return errShort
	}
	return nil
}

// Len returns how many bytes are left.
func (r *Reader) Len() int { return len(r.rest) }

// take returns the next n bytes, nil if there are fewer.
func (r *Reader) take(n int) []byte {
	if n < 0 || n > len(r.rest) {
		r.short, r.rest = true, nil
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

// Byte reads what Message.Byte wrote; so do those below.
func (r *Reader) Byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

// Int reads a number.
func (r *Reader) Int() int {
	if b := r.take(8); b != nil {
		return int(binary.LittleEndian.Uint64(b))
	}
	return 0
}

// Float reads a number.
func (r *Reader) Float() float64 {
	if b := r.take(8); b != nil {
		return math.Float64frombits(binary.LittleEndian.Uint64(b))
	}
	return 0
}

// Int32s fills x.
func (r *Reader) Int32s(x []int32) {
	if b := r.take(4 * len(x)); b != nil {
		for n := range x {
			x[n] = int32(binary.LittleEndian.Uint32(b[4*n:]))
		}
	}
}

// Uint16s fills x.
func (r *Reader) Uint16s(x []uint16) {
	if b := r.take(2 * len(x)); b != nil {
		for n := range x {
			x[n] = binary.LittleEndian.Uint16(b[2*n:])
		}
	}
}

// Floats fills x.
func (r *Reader) Floats(x []float64) {
	if b := r.take(8 * len(x)); b != nil {
		for n := range x {
			x[n] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*n:]))
		}
	}
}
