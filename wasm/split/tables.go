package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"maps"
	"slices"
)

// What Go's runtime knows of functions, for its collector and for stack traces, lies in memory that never changes: a header (pcHeader
// in its source), names, tables by instruction, and a _func for each function. These are words of a _func, of 32 bits:
const (
	nameOffset  = 1
	argsSize    = 2
	pcsp        = 4 // the first of its tables by instruction
	pcfile      = 5
	pcln        = 6
	pcdataCount = 7
	startLine   = 9
	pcdata      = 11 // further tables by instruction, and then its funcdata
	inlined     = 3  // the funcdata that lists inlined calls, of four words each, of which the second is a name
)

var word = binary.LittleEndian

// tables are where in the memory of a program the parts begin.
type tables struct {
	memory              []byte
	names, files, pctab int // the names of functions, those of files, and tables by instruction
	details             int // moduledata.gofunc: funcdata
	functions           []int
}

func (m *module) tables() (*tables, error) {
	begin := []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8} // and then words of 64 bits
	at := bytes.Index(m.memory, begin)
	if at < 0 || bytes.Contains(m.memory[at+1:], begin) {
		return nil, errors.New("the tables of functions aren't where they are looked for: has the version of Go changed?")
	}
	number := func(at, n int) int { return int(word.Uint64(m.memory[at+8*n:])) }
	moduledata := bytes.Index(m.memory, word.AppendUint64(nil, uint64(at))) // begins with the address of the header
	t := &tables{memory: m.memory, names: at + number(at, 4), files: at + number(at, 5), pctab: at + number(at, 7),
		details: number(moduledata, 40)}
	index := at + number(at, 8)
	for n := range number(at, 1) {
		t.functions = append(t.functions, index+t.word(index, 2*n+1))
	}
	if len(t.functions) != len(m.functions) {
		return nil, errors.New("the tables are of other functions")
	}
	return t, nil
}

func (t *tables) word(at, n int) int { return int(int32(word.Uint32(t.memory[at+4*n:]))) }

// byInstruction are where the tables by instruction of a function begin, but for its files and lines.
func (t *tables) byInstruction(f int) []int {
	all := []int{t.pctab + t.word(f, pcsp)}
	for n := range t.word(f, pcdataCount) {
		all = append(all, t.pctab+t.word(f, pcdata+n))
	}
	return all
}

// funcdata calls yield with where each funcdata of a function begins.
func (t *tables) funcdata(f int, yield func(n, at int)) (end int) {
	first, count := pcdata+t.word(f, pcdataCount), int(t.memory[f+4*pcdata-1])
	for n := range count {
		if offset := t.word(f, first+n); offset >= 0 {
			yield(n, t.details+offset)
		}
	}
	return f + 4*(first+count)
}

// readNames reads the names of the functions.
func (m *module) readNames() error {
	t, err := m.tables()
	if err != nil {
		return err
	}
	for n, f := range t.functions {
		name := m.memory[t.names+t.word(f, nameOffset):]
		m.functions[n].name = string(name[:bytes.IndexByte(name, 0)])
	}
	return nil
}

// pieces are places in memory that follow each other: each ends where the next begins. They are needed or not.
type pieces map[int]bool

func (p pieces) add(at int, needed bool) { p[at] = p[at] || needed }

func (p pieces) begins() []int { return slices.Sorted(maps.Keys(p)) }

// blank clears what isn't needed, but for the last, the end of which isn't known.
func (p pieces) blank(memory []byte) {
	begins := p.begins()
	for n, at := range begins[:len(begins)-1] {
		if !p[at] {
			clear(memory[at:begins[n+1]])
		}
	}
}

// dropLines blanks files and lines, which only stack traces show. These name functions all the same.
func (m *module) dropLines() error {
	t, err := m.tables()
	if err != nil {
		return err
	}
	byInstruction := pieces{t.pctab: true}
	for _, f := range t.functions {
		for _, at := range t.byInstruction(f) {
			byInstruction.add(at, true)
		}
		for _, n := range []int{pcfile, pcln, startLine} {
			if n != startLine {
				byInstruction.add(t.pctab+t.word(f, n), false)
			}
			clear(m.memory[f+4*n:][:4])
		}
	}
	byInstruction.blank(m.memory)
	clear(m.memory[t.files:t.pctab])
	return nil
}

// firstMemory is the memory of the first program: it lacks what the runtime knows of functions of the rest, for which it never looks
// before one of them runs. Only with what goroutines may begin it could meet before.
func (m *module) firstMemory() ([]byte, error) {
	t, err := m.tables()
	if err != nil {
		return nil, err
	}
	taken := m.taken()
	memory := slices.Clone(m.memory)
	names, byInstruction, details, inlines := pieces{}, pieces{t.pctab: true}, pieces{}, pieces{}
	for n, f := range t.functions {
		needed := m.functions[n].first || taken[n] && t.word(f, argsSize) == 0
		names.add(t.names+t.word(f, nameOffset), needed)
		for _, at := range t.byInstruction(f) {
			byInstruction.add(at, needed)
		}
		end := t.funcdata(f, func(n, at int) {
			details.add(at, needed)
			if n == inlined {
				inlines.add(at, needed)
			}
		})
		if !needed {
			clear(memory[f:end])
		}
	}
	begins := details.begins()
	for list, needed := range inlines {
		n, _ := slices.BinarySearch(begins, list)
		for at := list; n+1 < len(begins) && at+16 <= begins[n+1]; at += 16 {
			if name := t.names + t.word(at, 1); name < t.files && memory[name-1] == 0 { // behind a list may be other bytes
				names.add(name, needed)
			}
		}
	}
	names.blank(memory)
	byInstruction.blank(memory)
	details.blank(memory)
	return memory, nil
}

// taken tells which functions have their address in code or in memory, as all have that goroutines begin with: go calls closures.
func (m *module) taken() []bool {
	taken := make([]bool, len(m.functions))
	take := func(pc uint64) {
		if n := int(pc>>16) - m.slot; pc&0xffff == 0 && n >= 0 && n < len(taken) {
			taken[n] = true
		}
	}
	for _, f := range m.functions {
		instructions(f.body, func(in instruction) { take(uint64(in.constant)) })
	}
	for at := 0; at+8 <= len(m.memory); at += 8 {
		take(word.Uint64(m.memory[at:]))
	}
	return taken
}
