package transport

import (
	"encoding/binary"
	"errors"
)

// Message is a message being written. Its methods append to it.
type Message []byte

// Byte appends b, such as the kind of a message.
func (m *Message) Byte(b byte) { *m = append(*m, b) }

// Int appends x.
func (m *Message) Int(x int) { m.append(int64(x)) }

// Float appends x, to the last bit.
func (m *Message) Float(x float64) { m.append(x) }

// Int32s appends the elements of x without their number. So do Uint16s and Floats.
func (m *Message) Int32s(x []int32) { m.append(x) }

// Uint16s appends the elements of x.
func (m *Message) Uint16s(x []uint16) { m.append(x) }

// Floats appends the elements of x.
func (m *Message) Floats(x []float64) { m.append(x) }

func (m *Message) append(x any) {
	b, err := binary.Append(*m, binary.LittleEndian, x)
	if err != nil {
		panic(err) // it has a fixed size
	}
	*m = b
}

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
		return errors.New("transport: a message is shorter than what it claims to hold")
	}
	return nil
}

// Len returns how many bytes are left.
func (r *Reader) Len() int { return len(r.rest) }

// Byte reads what Message.Byte wrote. The other methods are named alike, too.
func (r *Reader) Byte() (b byte) {
	r.fill(&b)
	return b
}

// Int reads a number.
func (r *Reader) Int() int {
	var x int64
	r.fill(&x)
	return int(x)
}

// Float reads a number.
func (r *Reader) Float() (x float64) {
	r.fill(&x)
	return x
}

// Int32s fills x.
func (r *Reader) Int32s(x []int32) { r.fill(x) }

// Uint16s fills x.
func (r *Reader) Uint16s(x []uint16) { r.fill(x) }

// Floats fills x.
func (r *Reader) Floats(x []float64) { r.fill(x) }

// fill reads x, a pointer or a slice, unless fewer bytes are left than it needs.
func (r *Reader) fill(x any) {
	n, err := binary.Decode(r.rest, binary.LittleEndian, x)
	if err != nil {
		r.short = true
		n = len(r.rest)
	}
	r.rest = r.rest[n:]
}
