package table

import (
	"bytes"
	"io"
	"slices"
)

// Pruned returns a JSON text without what nobody reads: of an object within depth-1 others, or arrays, only the members that are named
// stay. The values of the others become null, however large they are. Line ends within them stay if lines are to be counted.
func Pruned(src io.Reader, depth int, keep []string, lines bool) io.Reader {
	return &pruner{src: src, depth: depth, keep: keep, lines: lines, in: make([]byte, 32<<10)}
}

type pruner struct {
	src   io.Reader
	depth int
	keep  []string
	lines bool

	in   []byte
	out  bytes.Buffer
	done error

	at              int  // depth of the next byte
	quoted, escaped bool // it is in a string
	cut             bool // it is in a value that is left out
	key             []byte
}

func (p *pruner) Read(b []byte) (int, error) {
	for p.out.Len() == 0 {
		if p.done != nil {
			return 0, p.done
		}
		var n int
		n, p.done = p.src.Read(p.in)
		for _, c := range p.in[:n] {
			p.step(c)
		}
	}
	return p.out.Read(b)
}

func (p *pruner) step(c byte) {
	switch {
	case p.escaped:
		p.escaped = false
	case p.quoted:
		p.escaped, p.quoted = c == '\\', c != '"'
	case c == '"':
		p.quoted = true
		p.key = p.key[:0]
	case c == '{' || c == '[':
		p.at++
	case c == '}' || c == ']':
		p.cut = p.cut && p.at > p.depth
		p.at--
	case c == ',':
		p.cut = p.cut && p.at > p.depth
	case c == ':' && p.at == p.depth && !p.cut:
		if name := bytes.TrimPrefix(p.key, []byte{'"'}); !slices.Contains(p.keep, string(name)) {
			p.cut = true
			p.out.WriteString(":null")
			return
		}
	}
	if p.quoted && p.at == p.depth && len(p.key) < longestKey {
		p.key = append(p.key, c)
	}
	if !p.cut || p.lines && c == '\n' {
		p.out.WriteByte(c)
	}
}

// longestKey is longer than any name that is kept.
const longestKey = 100
