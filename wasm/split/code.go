package main

import "fmt"

// Instructions of WebAssembly.
const (
	end          = 0x0b
	call         = 0x10
	callIndirect = 0x11
	localGet     = 0x20
	globalGet    = 0x23
	globalSet    = 0x24
	i64Store     = 0x37
	i32Const     = 0x41
	i64Const     = 0x42
	i32Sub       = 0x6b
	i64Or        = 0x84
	i64Shl       = 0x86
	i64ExtendI32 = 0xad
)

// An instruction is one of a function's body.
type instruction struct {
	op       byte
	callee   int   // of a call: the number of the function
	constant int64 // of 64 bits
	raw      []byte
}

// instructions calls yield with each instruction of a body, and returns what precedes them: the locals.
func instructions(body []byte, yield func(instruction)) (locals []byte) {
	r := reader(body)
	for range r.uint() {
		r.uint()
		r.byte()
	}
	locals = body[: len(body)-len(r) : len(body)-len(r)]
	for len(r) > 0 {
		from := r
		in := instruction{op: r.byte()}
		switch op := in.op; {
		case op == call:
			in.callee = r.uint()
		case op == i64Const:
			in.constant = r.int()
		case op >= 0x02 && op <= 0x04, op == i32Const: // … and blocks
			r.int()
		case op == 0x0c, op == 0x0d, op >= localGet && op <= 0x26: // branches and variables
			r.uint()
		case op == 0x0e: // a table of branches
			for range r.uint() + 1 {
				r.uint()
			}
		case op == callIndirect, op >= 0x28 && op <= 0x3e: // … and loads and stores
			r.uint()
			r.uint()
		case op == 0x3f, op == 0x40: // the size of memory
			r.byte()
		case op == 0x43: // f32.const
			r.take(4)
		case op == 0x44: // f64.const
			r.take(8)
		case op == 0xfc:
			switch more := r.uint(); {
			case more < 8: // numbers made integers
			case more == 10: // memory.copy
				r.take(2)
			case more == 11: // memory.fill
				r.take(1)
			default:
				panic(fmt.Sprintf("unknown instruction fc %x", more))
			}
		case op <= 0x01, op == 0x05, op == end, op == 0x0f, op == 0x1a, op == 0x1b, op >= 0x45 && op <= 0xc4: // all others
		default:
			panic(fmt.Sprintf("unknown instruction %x", op))
		}
		in.raw = from[:len(from)-len(r)]
		yield(in)
	}
	return locals
}

// relinked is a body with other calls: link writes a call of the function with a number.
func relinked(body []byte, link func(to []byte, callee int) []byte) []byte {
	var code []byte
	locals := instructions(body, func(in instruction) {
		if in.op == call {
			code = link(code, in.callee)
		} else {
			code = append(code, in.raw...)
		}
	})
	return append(locals, code...)
}

func appendCall(to []byte, callee int) []byte { return appendUint(append(to, call), callee) }

// appendIndirect writes a call of the function of a type that is at a place of the table.
func appendIndirect(to []byte, kind, slot int) []byte {
	to = appendInt(append(to, i32Const), int64(slot))
	return append(appendUint(append(to, callIndirect), kind), 0)
}
