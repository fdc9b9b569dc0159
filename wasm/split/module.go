package main

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// The sections of a WebAssembly module that are read or written, by their numbers.
const (
	typeSection     = 1
	importSection   = 2
	functionSection = 3
	tableSection    = 4
	memorySection   = 5
	globalSection   = 6
	exportSection   = 7
	elementSection  = 9
	codeSection     = 10
	dataSection     = 11
)

// What can be imported and exported.
const (
	aFunction byte = iota
	aTable
	aMemory
	aGlobal
)

// A module is a program as Go links it: it has one memory, and one table with all functions in their order.
type module struct {
	sections  map[byte][]byte
	imports   int // functions that JavaScript provides: their numbers come before those of the others
	functions []function
	slot      int    // where the functions begin in the table
	memory    []byte // when the program begins
}

// A function of a module has a body.
type function struct {
	name  string
	kind  int    // its type, by number
	body  []byte // its locals and instructions
	first bool   // it is in the first program
}

var preamble = []byte("\x00asm\x01\x00\x00\x00")

// parse reads a program of Go.
func parse(program []byte) (m *module, err error) {
	defer func() {
		if e := recover(); e != nil {
			m, err = nil, fmt.Errorf("not as this version of Go links programs: %v", e)
		}
	}()
	r := reader(program)
	if string(r.take(len(preamble))) != string(preamble) {
		return nil, errors.New("no WebAssembly program")
	}
	m = &module{sections: map[byte][]byte{}}
	for len(r) > 0 {
		id := r.byte()
		m.sections[id] = r.take(r.uint())
	}
	m.readFunctions()
	m.readMemory()
	return m, m.readNames()
}

// entries returns a reader of the entries of a section, and how many there are.
func (m *module) entries(section byte) (n int, r reader) {
	r = reader(m.sections[section])
	n = r.uint()
	return n, r
}

func (m *module) readFunctions() {
	m.imports, _ = m.entries(importSection)
	_, kinds := m.entries(functionSection)
	n, bodies := m.entries(codeSection)
	for range n {
		m.functions = append(m.functions, function{kind: kinds.uint(), body: bodies.take(bodies.uint())})
	}
	parts, r := m.entries(elementSection)
	if parts != 1 || r.uint() != 0 {
		panic("the table has several parts")
	}
	m.slot = r.offset()
	if r.uint() != n {
		panic("the table lacks functions")
	}
	for f := range n {
		if r.uint() != m.imports+f {
			panic("the table is in another order")
		}
	}
}

func (m *module) readMemory() {
	n, r := m.entries(dataSection)
	for range n {
		if r.uint() != 0 {
			panic("there are several memories")
		}
		at := r.offset()
		content := r.take(r.uint())
		if end := at + len(content); end > len(m.memory) {
			m.memory = append(m.memory, make([]byte, end-len(m.memory))...)
		}
		copy(m.memory[at:], content)
	}
}

// A reader takes numbers and bytes from its front. It panics where there are too few.
type reader []byte

func (r *reader) byte() byte { return r.take(1)[0] }

func (r *reader) take(n int) []byte {
	b := (*r)[:n:n]
	*r = (*r)[n:]
	return b
}

func (r *reader) name() []byte { return r.take(r.uint()) }

func (r *reader) uint() int {
	v, n := binary.Uvarint(*r)
	r.take(max(n, 1))
	return int(v)
}

// int reads a number that may be negative.
func (r *reader) int() (v int64) {
	for shift := 0; ; shift += 7 {
		b := r.byte()
		v |= int64(b&0x7f) << shift
		if b < 0x80 {
			return v << (57 - min(shift, 57)) >> (57 - min(shift, 57))
		}
	}
}

// offset reads where in the table or in memory something begins.
func (r *reader) offset() int {
	if r.byte() != i32Const {
		panic("something begins nowhere in particular")
	}
	v := int(r.int())
	r.byte()
	return v
}

func appendUint(to []byte, v int) []byte { return binary.AppendUvarint(to, uint64(v)) }

// appendInt writes a number that may be negative.
func appendInt(to []byte, v int64) []byte {
	for v < -64 || v > 63 {
		to = append(to, byte(v)|0x80)
		v >>= 7
	}
	return append(to, byte(v)&0x7f)
}

// appendBytes writes a name, or a body.
func appendBytes[B string | []byte](to []byte, b B) []byte {
	return append(appendUint(to, len(b)), b...)
}

func appendOffset(to []byte, v int) []byte {
	return append(appendInt(append(to, i32Const), int64(v)), end)
}

// appendSection writes a section of n entries.
func appendSection(to []byte, id byte, n int, entries []byte) []byte {
	return appendBytes(append(to, id), append(appendUint(nil, n), entries...))
}
