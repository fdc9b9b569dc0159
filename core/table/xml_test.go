package table_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"concord/core/table"
)

// xmlValues reads XML as JSON: the line of each value and what it says, and how it ends.
func xmlValues(text string, l table.Limits) (got string, err error) {
	var b strings.Builder
	j := table.NewJSON(table.XMLAsJSON(iotest.OneByteReader(strings.NewReader(text)), l), table.Elements, nil, l)
	for {
		if err = j.Next(); err == io.EOF {
			return b.String(), nil
		} else if err != nil {
			return b.String(), err
		}
		fmt.Fprintf(&b, "%d:", j.Line())
		spellXML(&b, j.Value())
		b.WriteByte('\n')
	}
}

func spellXML(b *strings.Builder, v table.Value) {
	if v.Type() != table.Object {
		fmt.Fprintf(b, "%q", v.Text())
		return
	}
	b.WriteByte('(')
	for m := range v.Each() {
		fmt.Fprintf(b, " %s=", m.Key())
		spellXML(b, m)
	}
	b.WriteString(" )")
}

func TestXMLAsJSON(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"elements", "<?xml version=\"1.0\"?>\n<list>\n<r><a>1</a><b/></r>\n<r><c><d>x</d></c></r></list>\n",
			"3:( a=\"1\" b=\"\" )\n4:( c=( d=\"x\" ) )\n"},
		{"of one name", "<list><r><v>1</v><v>2</v></r></list>", "1:( v=\"1\" v=\"2\" )\n"},
		{"lines within", "<list>\n\n<r>\n<a>one\ntwo</a>\n</r>\n<!-- a\nremark -->\n<r\n><a>3</a></r></list>",
			"3:( a=\"one\\ntwo\" )\n10:( a=\"3\" )\n"},
		{"ends of lines of Windows", "<list>\r\n<r><a>x\r\ny</a></r>\r\n<r><a>z</a></r></list>", "2:( a=\"x\\ny\" )\n4:( a=\"z\" )\n"},
		{"marks", "<list><r><a> &lt;\"\\&#9;é&#x1F600;&amp;<![CDATA[<b>]]> </a></r></list>", "1:( a=\"<\\\"\\\\\\té😀&<b>\" )\n"},
		{"text alone", "<list><r>x</r><s/></list>", "1:\"x\"\n1:\"\"\n"},
		{"text beside elements, attributes", "<list a='1'>x<r b='2'>y<c>z</c>w</r></list>", "1:( c=\"z\" )\n"},
		{"prefixes", "<x:list><x:r><y:a>1</y:a></x:r></x:list>", "1:( y:a=\"1\" )\n"},
		{"another encoding, which it had", "<?xml version='1.0' encoding='ISO-8859-1'?><list><r><a>é</a></r></list>", "1:( a=\"é\" )\n"},
		{"byte order mark", "\ufeff<list><r><a>1</a></r></list>", "1:( a=\"1\" )\n"},
		{"none", "<list/>", ""},
	} {
		if got, err := xmlValues(test.text, table.Limits{}); got != test.want || err != nil {
			t.Errorf("%s: got %s%v, want %s", test.name, got, err, test.want)
		}
	}
}

// What is wrong is said with its line, after all that is right before it, and ends the text.
func TestXMLThatIsWrong(t *testing.T) {
	const before = "<list>\n<r><a>1</a></r>\n"
	for _, test := range []struct {
		name, text string
		line       int
		want       error
	}{
		{"another tag is closed", before + "<r>\n<a>2</b></r></list>", 4, table.ErrMarkup},
		{"an unknown entity", before + "<r><a>&nosuch;</a></r></list>", 3, table.ErrMarkup},
		{"a definition of entities", before + "<!DOCTYPE x [<!ENTITY a \"b\">]><r/></list>", 3, table.ErrMarkup},
		{"no name", before + "<r>< </r></list>", 3, table.ErrMarkup},
		{"a control character", before + "<r><a>\x01</a></r></list>", 3, table.ErrMarkup},
		{"no UTF-8", before + "<r><a>\xff</a></r></list>", 3, table.ErrUTF8},
		{"cut off in a tag", before + "\n<r><a", 4, table.ErrCut},
		{"cut off in a text", before + "<r><a>2\n", 4, table.ErrCut},
		{"cut off between two", before, 3, table.ErrCut},
		{"something behind", before + "</list>\n<list/>", 4, table.ErrMarkup},
		{"text behind", before + "</list>\n\nmore", 5, table.ErrMarkup},
		{"too deep", before + "<r><b><c><d/></c></b></r></list>", 3, table.ErrDepth},
		{"too long", before + "<r><a>" + strings.Repeat("x", 101) + "</a></r></list>", 3, table.ErrCellSize},
		{"too long in pieces", before + "<r><a>" + strings.Repeat("xxxxxxxxx<!---->", 12) + "</a></r></list>", 3, table.ErrCellSize},
	} {
		got, err := xmlValues(test.text, table.Limits{Depth: 4, Cell: 100})
		e, ok := errors.AsType[*table.Error](err)
		if got != "2:( a=\"1\" )\n" || !ok || e.Err != test.want || e.Line != test.line {
			t.Errorf("%s: got %s%v, want line %d, %v", test.name, got, err, test.line, test.want)
		}
	}
}

func TestXMLElements(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"<?xml version=\"1.0\"?>\n<!-- x -->\n<list>\n<pair><id>", "[list pair]"},
		{"  <a><b/><c/></a>", "[a b]"},
		{"<a>", "[a]"},
		{"<!DOCTYPE html>\n<html><body>", "[]"},
		{"a<b>,<c>\n", "[]"},
		{"", "[]"},
	} {
		if got := fmt.Sprint(table.XMLElements([]byte(test.text), 2)); got != test.want {
			t.Errorf("%q: got %s, want %s", test.text, got, test.want)
		}
	}
}

// Whatever is taken for XML becomes values of JSON, or an error with a line.
func FuzzXMLAsJSON(f *testing.F) {
	f.Add("<list>\n<r><a>1</a><b>x\ny</b></r></list>")
	f.Add("<list><r><![CDATA[\"]]>&amp;</r><r/>")
	f.Fuzz(func(t *testing.T, text string) {
		_, err := xmlValues(text, table.Limits{})
		e, ok := errors.AsType[*table.Error](err)
		if err != nil && (!ok || e.Line < 1 || e.Line > 1+strings.Count(text, "\n")) {
			t.Errorf("got %v of %d lines", err, 1+strings.Count(text, "\n"))
		}
		if ok && (e.Err == table.ErrJSON || e.Err == table.ErrAfterJSON) {
			t.Errorf("got %v", err)
		}
	})
}
