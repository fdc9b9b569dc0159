package table

import (
	"bytes"
	"iter"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// Type is the type of a JSON value.
type Type byte

// The types of JSON values. None is that of a missing value.
const (
	None Type = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

// Value is one value of a JSON text, including its contents. It is valid until its JSON
// reads the next one. The zero Value is of type None.
type Value struct {
	all []node
	at  int32
}

// node is a value in a document. Each node precedes those of its contents.
type node struct {
	kind Type
	key  []byte
	text []byte
	end  int32 // the node after it and its contents
}

func (v Value) node() *node {
	if v.all == nil {
		return &node{}
	}
	return &v.all[v.at]
}

// Type returns what v is.
func (v Value) Type() Type { return v.node().kind }

// Scalar reports whether v is a string, a number, true, false or null.
func (v Value) Scalar() bool { t := v.Type(); return t > None && t < Array }

// Key returns the name that v has in the object around it.
func (v Value) Key() []byte { return v.node().key }

// Text returns what a scalar says: a string without its escapes, a number or truth value as it is
// written, nothing for null. Of an array or an object it is the JSON text.
func (v Value) Text() []byte { return v.node().text }

// Any reports whether v is a non-empty array or object.
func (v Value) Any() bool { return v.node().end > v.at+1 }

// Each goes over the elements of an array or the members of an object.
func (v Value) Each() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		end := v.node().end
		for n := v.at + 1; n < end; n = v.all[n].end {
			if !yield(Value{v.all, n}) {
				return
			}
		}
	}
}

// Get returns the member of an object named key, the last if there are several.
func (v Value) Get(key string) (found Value) {
	if v.Type() != Object {
		return found
	}
	for m := range v.Each() {
		if string(m.Key()) == key {
			found = m
		}
	}
	return found
}

// parser makes nodes of the text of one value.
type parser struct {
	text  []byte
	at    int
	nodes []node
	space []byte // for strings with escapes
	depth int    // that is left
}

// parse parses text. An error comes with its position in text.
func (p *parser) parse(text []byte, depth int) (v Value, where int, err error) {
	p.text, p.at, p.nodes, p.space, p.depth = text, 0, p.nodes[:0], p.space[:0], depth
	if err := p.value(nil); err != nil {
		return Value{}, p.at, err
	}
	if p.skip(); p.at < len(text) {
		return Value{}, p.at, ErrJSON
	}
	return Value{p.nodes, 0}, 0, nil
}

// skip skips whitespace.
func (p *parser) skip() {
	for p.at < len(p.text) && isSpace(p.text[p.at]) {
		p.at++
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

// next returns the next byte that is not whitespace, 0 at the end.
func (p *parser) next() byte {
	if p.skip(); p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

func (p *parser) value(key []byte) error {
	n := len(p.nodes)
	p.nodes = append(p.nodes, node{key: key})
	c, from := p.next(), p.at
	var (
		kind Type
		text []byte
		err  error
	)
	switch c {
	case '{', '[':
		if p.depth--; p.depth < 0 {
			return ErrDepth
		}
		if kind = Array; c == '{' {
			kind = Object
		}
		err = p.members(c == '{')
		text = p.text[from:p.at]
		p.depth++
	case '"':
		kind = String
		text, err = p.string()
	default:
		kind, text = p.literal()
		if kind == None {
			return ErrJSON
		}
	}
	if err != nil {
		return err
	}
	p.nodes[n].kind, p.nodes[n].text, p.nodes[n].end = kind, text, int32(len(p.nodes))
	return nil
}

// members reads the contents of an array or an object.
func (p *parser) members(named bool) error {
	closing := byte(']')
	if named {
		closing = '}'
	}
	p.at++
	for p.next() != closing {
		var key []byte
		if named {
			if p.next() != '"' {
				return ErrJSON
			}
			var err error
			if key, err = p.string(); err != nil {
				return err
			}
			if p.next() != ':' {
				return ErrJSON
			}
			p.at++
		}
		if err := p.value(key); err != nil {
			return err
		}
		switch p.next() {
		case ',':
			p.at++
		case closing:
		default:
			return ErrJSON
		}
	}
	p.at++
	return nil
}

// literal reads a number, true, false or null, and also NaN and the infinities, which Python writes.
func (p *parser) literal() (Type, []byte) {
	from := p.at
	for p.at < len(p.text) && isWord(p.text[p.at]) {
		p.at++
	}
	word := p.text[from:p.at]
	switch string(word) {
	case "null":
		return Null, nil
	case "true", "false":
		return Bool, word
	case "NaN", "Infinity", "-Infinity":
		return Number, word
	}
	if isNumber(word) {
		return Number, word
	}
	p.at = from
	return None, nil
}

// isWord reports whether c can be part of a number, true, false or null.
func isWord(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '-' || c == '+' || c == '.'
}

// isNumber reports whether text is a number of JSON.
func isNumber(text []byte) bool {
	digits := func() bool {
		n := 0
		for n < len(text) && text[n] >= '0' && text[n] <= '9' {
			n++
		}
		text = text[n:]
		return n > 0
	}
	text = bytes.TrimPrefix(text, []byte{'-'})
	if !digits() {
		return false
	}
	if len(text) > 0 && text[0] == '.' {
		if text = text[1:]; !digits() {
			return false
		}
	}
	if len(text) > 0 && (text[0] == 'e' || text[0] == 'E') {
		if text = text[1:]; len(text) > 0 && (text[0] == '+' || text[0] == '-') {
			text = text[1:]
		}
		if !digits() {
			return false
		}
	}
	return len(text) == 0
}

// string reads a string. One without escapes is a view into the text.
func (p *parser) string() ([]byte, error) {
	p.at++
	from := p.at
	for ; p.at < len(p.text); p.at++ {
		switch c := p.text[p.at]; {
		case c == '"':
			p.at++
			return p.text[from : p.at-1], nil
		case c == '\\':
			return p.escaped(from)
		case c < ' ' && c != '\t':
			return nil, ErrControl
		}
	}
	return nil, ErrJSON
}

// escaped reads the rest of a string that has escapes.
func (p *parser) escaped(from int) ([]byte, error) {
	start := len(p.space)
	p.space = append(p.space, p.text[from:p.at]...)
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c == '"':
			p.at++
			return p.space[start:], nil
		case c == '\\':
			if err := p.escape(); err != nil {
				return nil, err
			}
			continue
		case c < ' ' && c != '\t':
			return nil, ErrControl
		default:
			p.space = append(p.space, c)
		}
		p.at++
	}
	return nil, ErrJSON
}

// escape reads one escape.
func (p *parser) escape() error {
	if p.at+1 == len(p.text) {
		return ErrJSON
	}
	c := p.text[p.at+1]
	if n := bytes.IndexByte([]byte(`"\/bfnrt`), c); n >= 0 {
		p.space = append(p.space, "\"\\/\b\f\n\r\t"[n])
		p.at += 2
		return nil
	}
	r, ok := p.unicode(p.at)
	switch {
	case !ok:
		return ErrJSON
	case r == 0:
		return ErrNUL
	case utf16.IsSurrogate(r):
		low, _ := p.unicode(p.at + 6)
		if r = utf16.DecodeRune(r, low); r == utf8.RuneError {
			return ErrUTF8 // half a character
		}
		p.at += 6
	}
	p.at += 6
	p.space = utf8.AppendRune(p.space, r)
	return nil
}

// unicode reads an escape of four hexadecimal digits.
func (p *parser) unicode(at int) (r rune, ok bool) {
	if at+6 > len(p.text) || p.text[at] != '\\' || p.text[at+1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(p.text[at+2:at+6]), 16, 16)
	return rune(n), err == nil
}

// Parse parses a short JSON text; ok is false if it is not JSON.
func Parse(text []byte) (v Value, ok bool) {
	var p parser
	v, _, err := p.parse(text, Limits{}.filled().Depth)
	return v, err == nil
}
