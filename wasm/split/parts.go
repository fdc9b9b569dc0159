package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// divide has the first program keep the functions with these names and those within them, Go's runtime, and what can't be away: what
// calls JavaScript, and the few functions with calls other than those of Go, which may pause.
func (m *module) divide(names []string) {
	listed := map[string]bool{}
	for _, name := range names {
		listed[name] = true
	}
	for n := range m.functions {
		f := &m.functions[n]
		f.first = listed[f.name] || listed[enclosing(f.name)] || f.kind != 0 || always(f.name)
		instructions(f.body, func(in instruction) {
			f.first = f.first || in.op == call && in.callee < m.imports
		})
	}
}

// closure is how Go names functions within a function.
var closure = regexp.MustCompile(`\.(func|gowrap|deferwrap)\d+.*$`)

// enclosing is the name of the function within which one is: what is called only now and then, such as what tells of progress, is
// in the first program with the function that calls it.
func enclosing(name string) string { return closure.ReplaceAllString(name, "") }

// always tells whether a function is in the first program whatever the list says. Go's runtime, and what that is made of, starts where
// nothing can pause, and which of its functions run later depends on when it collects garbage. Which of what waits, cancels and tells
// of progress runs depends on how fast the machine is.
func always(name string) bool {
	switch packageOf(name) {
	case "runtime", "context", "sync", "sync/atomic", "concord/core/yield", "concord/core/job":
		return true
	}
	return strings.HasPrefix(name, "runtime/") || strings.HasPrefix(name, "internal/") || !strings.Contains(name, ".")
}

// whole is the program in one.
func (m *module) whole() []byte {
	to := m.appendSame(slices.Clone(preamble), typeSection, importSection, functionSection, tableSection, memorySection, globalSection,
		exportSection, elementSection, codeSection)
	return appendData(to, m.memory)
}

// appendData writes what memory holds when the program begins.
func appendData(to, memory []byte) []byte {
	return appendMemory(to, memory, make([]byte, len(memory)), 256)
}

// appendMemory writes memory where it differs from what there is. Pieces are written as one where few bytes are between them: each begins
// with some bytes of its own, which don't compress well.
func appendMemory(to, memory, is []byte, few int) []byte {
	var pieces []byte
	n := 0
	for at := 0; at < len(memory); {
		if memory[at] == is[at] {
			at++
			continue
		}
		end := at + 1
		for next := end; next < len(memory) && next-end < few; next++ {
			if memory[next] != is[next] {
				end = next + 1
			}
		}
		pieces = appendBytes(appendOffset(append(pieces, 0), at), memory[at:end])
		at = end
		n++
	}
	return appendSection(to, dataSection, n, pieces)
}

// Types of values and functions.
const (
	i32           = 0x7f
	aFunctionType = 0x60
)

// globals are how many registers Go's programs have: SP is the first one, and PAUSE the last.
const globals, sp, pause = 8, 0, 7

// first is the first program. In the table each function of the rest has a stand-in, which pauses the program: it leaves what is to be
// called where Go's runtime looks for what comes next (wasm_pc_f_loop), tells JavaScript which it is (split.missing) and returns to it.
// Once the rest has taken its places in the table JavaScript calls goOn, which is that loop.
func (m *module) first(memory []byte) []byte {
	firsts, rests := m.parts()
	number := make([]int, m.imports+len(m.functions))
	next := 0
	give := func(functions []int) {
		for _, f := range functions {
			number[m.imports+f] = next
			next++
		}
	}
	for n := range m.imports {
		number[n] = n
	}
	missing := m.imports
	next = missing + 1
	give(firsts)
	pausing := next
	next++
	give(rests)

	kinds, types := m.entries(typeSection)
	types = append(types, aFunctionType, 2, i32, i32, 1, i32) // pausing
	types = append(types, aFunctionType, 1, i32, 0)           // missing
	_, imports := m.entries(importSection)
	imports = appendUint(append(appendBytes(appendBytes(imports, "split"), "missing"), aFunction), kinds+1)

	var declared, bodies, slots []byte
	for _, n := range firsts {
		f := m.functions[n]
		declared = appendUint(declared, f.kind)
		bodies = appendBytes(bodies, relinked(f.body, func(to []byte, callee int) []byte {
			if callee >= m.imports && !m.functions[callee-m.imports].first {
				return appendIndirect(to, 0, m.slot+callee-m.imports)
			}
			return appendCall(to, number[callee])
		}))
	}
	declared = appendUint(declared, kinds)
	tell := append(appendInt([]byte{localGet, 1, i32Const}, int64(m.slot)), i32Sub)
	bodies = appendBytes(bodies, append(appendCall(append([]byte{0, // no locals
		globalGet, sp, i32Const, 8, i32Sub, // the place below the stack
		localGet, 1, i64ExtendI32, i64Const, 16, i64Shl, localGet, 0, i64ExtendI32, i64Or, // which function, and where in it
		i64Store, 3, 0,
		i32Const, 1, globalSet, pause,
	}, tell...), missing), i32Const, 1, end))
	for _, n := range rests {
		declared = appendUint(declared, m.functions[n].kind)
		bodies = appendBytes(bodies, append(appendCall(appendInt([]byte{0, localGet, 0, i32Const}, int64(m.slot+n)), pausing), end))
	}
	slots = appendUint(appendOffset([]byte{0}, m.slot), len(m.functions))
	for n := range m.functions {
		slots = appendUint(slots, number[m.imports+n])
	}

	to := slices.Clone(preamble)
	to = appendSection(to, typeSection, kinds+2, types)
	to = appendSection(to, importSection, m.imports+1, imports)
	to = appendSection(to, functionSection, len(m.functions)+1, declared)
	to = m.appendSame(to, tableSection, memorySection, globalSection)
	to = m.appendExports(to, number)
	to = appendSection(to, elementSection, 1, slots)
	to = appendSection(to, codeSection, len(m.functions)+1, bodies)
	return appendData(to, memory)
}

// parts are the functions of the first program and of the rest, by number.
func (m *module) parts() (first, rest []int) {
	for n, f := range m.functions {
		if f.first {
			first = append(first, n)
		} else {
			rest = append(rest, n)
		}
	}
	return first, rest
}

func (m *module) appendSame(to []byte, sections ...byte) []byte {
	for _, id := range sections {
		to = appendBytes(append(to, id), m.sections[id])
	}
	return to
}

// appendExports writes what the program exports, and what the rest imports.
func (m *module) appendExports(to []byte, number []int) []byte {
	n, r := m.entries(exportSection)
	var exports []byte
	for range n {
		exports = appendBytes(exports, r.name())
		kind, index := r.byte(), r.uint()
		if kind == aFunction {
			index = number[index]
		}
		exports = appendUint(append(exports, kind), index)
	}
	export := func(name string, kind byte, index int) {
		exports = appendUint(append(appendBytes(exports, name), kind), index)
		n++
	}
	export("table", aTable, 0)
	for g := range globals {
		export(fmt.Sprint("global", g), aGlobal, g)
	}
	for f := range m.functions {
		if m.functions[f].name == "wasm_pc_f_loop" {
			export("goOn", aFunction, number[m.imports+f])
		}
	}
	return appendSection(to, exportSection, n, exports)
}

// rest is the other program: functions that take their places in the table of the first, and what its memory lacks.
func (m *module) rest(memory []byte) []byte {
	_, rests := m.parts()
	number := map[int]int{}
	for n, f := range rests {
		number[m.imports+f] = n
	}

	var imports []byte
	take := func(name string, kind byte, what []byte) {
		imports = append(append(appendBytes(appendBytes(imports, "first"), name), kind), what...)
	}
	_, table := m.entries(tableSection)
	_, pages := m.entries(memorySection)
	take("table", aTable, table)
	take("mem", aMemory, pages)
	_, r := m.entries(globalSection)
	for g := range globals {
		take(fmt.Sprint("global", g), aGlobal, r.take(2))
		r.byte()
		r.int()
		r.byte()
	}

	var bodies, slots []byte
	for n, f := range rests {
		bodies = appendBytes(bodies, relinked(m.functions[f].body, func(to []byte, callee int) []byte {
			if own, ok := number[callee]; ok {
				return appendCall(to, own)
			}
			return appendIndirect(to, m.functions[callee-m.imports].kind, m.slot+callee-m.imports)
		}))
		slots = appendUint(appendUint(appendOffset(append(slots, 0), m.slot+f), 1), n)
	}

	to := m.appendSame(slices.Clone(preamble), typeSection)
	to = appendSection(to, importSection, 2+globals, imports)
	to = appendSection(to, functionSection, len(rests), make([]byte, len(rests))) // of Go's usual type, which is the first
	to = appendSection(to, elementSection, len(rests), slots)
	to = appendSection(to, codeSection, len(rests), bodies)
	return appendMemory(to, m.memory, memory, 8)
}

// profiled is a program that tells JavaScript (split.enter) of each function that it enters, by number.
func (m *module) profiled() []byte {
	number := make([]int, m.imports+len(m.functions))
	for n := range number {
		number[n] = n
		if n >= m.imports {
			number[n]++
		}
	}
	kinds, types := m.entries(typeSection)
	_, imports := m.entries(importSection)
	imports = appendUint(append(appendBytes(appendBytes(imports, "split"), "enter"), aFunction), kinds)
	var bodies []byte
	slots := appendUint(appendOffset([]byte{0}, m.slot), len(m.functions))
	for n, f := range m.functions {
		slots = appendUint(slots, number[m.imports+n])
		locals := instructions(f.body, func(instruction) {})
		body := relinked(f.body, func(to []byte, callee int) []byte { return appendCall(to, number[callee]) })
		enter := appendCall(appendInt(append(locals, i32Const), int64(n)), m.imports)
		bodies = appendBytes(bodies, append(enter, body[len(locals):]...))
	}
	to := slices.Clone(preamble)
	to = appendSection(to, typeSection, kinds+1, append(types, aFunctionType, 1, i32, 0))
	to = appendSection(to, importSection, m.imports+1, imports)
	to = m.appendSame(to, functionSection, tableSection, memorySection, globalSection)
	to = m.appendExports(to, number)
	to = appendSection(to, elementSection, 1, slots)
	to = appendSection(to, codeSection, len(m.functions), bodies)
	return appendData(to, m.memory)
}
