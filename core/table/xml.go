package table

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// ErrMarkup is what is wrong with XML that is not well formed.
var ErrMarkup = errors.New("text that is not well-formed XML")

// XMLElements returns the names of the first elements of XML, as many as that or fewer; nil: the text does not begin as XML does.
func XMLElements(text []byte, most int) (names []string) {
	if text = bytes.TrimSpace(text); !bytes.HasPrefix(text, []byte{'<'}) {
		return nil
	}
	x := textReader(bytes.NewReader(text), Limits{})
	for len(names) < most {
		t, err := x.next()
		if err != nil {
			break
		}
		if e, ok := t.(xml.StartElement); ok {
			names = append(names, e.Name.Local)
		}
	}
	return names
}

// XMLAsJSON returns XML as a JSON array, which has a value for each element within the outermost, and holds one piece of it at a time.
// An element with others in it is an object, whose members are called like those and have their order; several may have the same
// name. Any other is a string, its text without white space around it. Attributes, comments, and text beside elements are left out.
//
// Each value is on the line where its element is. XML that is not well formed, or ends too early, ends the array with an *Error, which
// tells the line.
func XMLAsJSON(src io.Reader, l Limits) io.Reader {
	return &xmlAsJSON{xml: textReader(src, l), limits: l.filled(), line: 1}
}

// textReader reads XML that is UTF-8 by now, whatever its declaration says.
func textReader(src io.Reader, l Limits) *xmlReader {
	x := newXMLReader(src, l.filled().Cell)
	x.CharsetReader = func(_ string, text io.Reader) (io.Reader, error) { return text, nil }
	return x
}

type xmlAsJSON struct {
	xml    *xmlReader
	limits Limits
	open   []xmlElement // those that are not closed yet, the outermost first
	ended  bool         // the outermost element
	text   []byte       // of the innermost element so far
	out    bytes.Buffer
	line   int // of what is written next
	done   error
}

// xmlElement is an element that is not closed yet.
type xmlElement struct {
	name   string
	object bool // there are others in it
}

func (x *xmlAsJSON) Read(p []byte) (int, error) {
	for x.out.Len() == 0 {
		if x.done != nil {
			return 0, x.done
		}
		x.done = x.step()
	}
	return x.out.Read(p)
}

// step writes what the next token says.
func (x *xmlAsJSON) step() error {
	t, err := x.xml.next()
	switch {
	case err == io.EOF && x.ended:
		return io.EOF
	case err == io.EOF:
		return x.bad("", ErrCut)
	case err == ErrXML:
		return x.bad("", x.cause())
	case err == ErrCellSize:
		return x.bad("", err)
	case err != nil:
		return err
	}
	switch t := t.(type) {
	case xml.StartElement:
		return x.begin(qualified(t.Name))
	case xml.EndElement:
		return x.end(qualified(t.Name))
	case xml.CharData:
		if len(x.open) == 0 && len(bytes.TrimSpace(bytes.TrimPrefix(t, byteOrderMark))) > 0 {
			return x.bad(string(bytes.TrimSpace(t)), ErrMarkup)
		}
		if x.text = append(x.text, t...); len(x.text) > x.limits.Cell {
			return x.bad("", ErrCellSize)
		}
	}
	return nil
}

// cause says why there is no token.
func (x *xmlAsJSON) cause() error {
	if e, ok := errors.AsType[*xml.SyntaxError](x.xml.syntax); ok {
		switch e.Msg {
		case "unexpected EOF":
			return ErrCut
		case "invalid UTF-8":
			return ErrUTF8
		}
	}
	return ErrMarkup
}

func (x *xmlAsJSON) begin(name string) error {
	switch depth := len(x.open); {
	case x.ended:
		return x.bad("<"+name, ErrMarkup)
	case depth == x.limits.Depth:
		return x.bad("<"+name, ErrDepth)
	case depth == 0:
		x.out.WriteByte('[')
	case depth > 1:
		if within := &x.open[depth-1]; within.object {
			x.out.WriteByte(',')
		} else {
			x.out.WriteByte('{')
			within.object = true
		}
		x.lines()
		x.quote([]byte(name))
		x.out.WriteByte(':')
	case x.open[0].object:
		x.out.WriteByte(',')
		x.lines()
	default:
		x.open[0].object = true
		x.lines()
	}
	x.open = append(x.open, xmlElement{name: name})
	x.text = x.text[:0]
	return nil
}

func (x *xmlAsJSON) end(name string) error {
	last := len(x.open) - 1
	if last < 0 || x.open[last].name != name {
		return x.bad("</"+name+">", ErrMarkup)
	}
	object := x.open[last].object
	switch x.open = x.open[:last]; {
	case last == 0:
		x.ended = true
		x.lines()
		x.out.WriteByte(']')
	case object:
		x.lines()
		x.out.WriteByte('}')
	default:
		x.quote(bytes.TrimSpace(x.text))
		x.lines()
	}
	x.text = x.text[:0]
	return nil
}

// lines ends lines until the next thing is on that of the last token.
func (x *xmlAsJSON) lines() {
	for line, _ := x.xml.InputPos(); x.line < line; x.line++ {
		x.out.WriteByte('\n')
	}
}

// quote writes a string.
func (x *xmlAsJSON) quote(s []byte) {
	x.out.WriteByte('"')
	for len(s) > 0 {
		r, size := utf8.DecodeRune(s)
		switch {
		case r == '"' || r == '\\':
			x.out.WriteByte('\\')
			x.out.WriteByte(s[0])
		case r < ' ':
			fmt.Fprintf(&x.out, `\u%04x`, r)
		default:
			x.out.Write(s[:size])
		}
		s = s[size:]
	}
	x.out.WriteByte('"')
}

// bad describes what is wrong at the last token.
func (x *xmlAsJSON) bad(text string, err error) error {
	line, _ := x.xml.InputPos()
	return &Error{Line: line, Text: text[:min(len(text), mostExcerpt)], Err: err}
}

func qualified(name xml.Name) string {
	if name.Space == "" {
		return name.Local
	}
	return name.Space + ":" + name.Local
}
