package report

import (
	"bytes"
	"html"
	"strconv"
	"strings"

	"concord/internal/humanize"
)

// markup writes HTML. html/template would escape as well, but with it the worker's program would
// grow from 9.7 to 15.6 MB (it calls methods by their names, so the linker can leave out hardly
// any), for one page whose text all stands between tags or in quoted attributes: there,
// html.EscapeString is enough. What is markup is a constant of this package; what comes from
// outside goes through text or attr.
type markup struct{ buf []byte }

// tag is markup that is written as it is. Only constants convert to it by themselves.
type tag string

func (m *markup) raw(t ...tag) {
	for _, s := range t {
		m.buf = append(m.buf, s...)
	}
}

// text writes text, escaped.
func (m *markup) text(s string) { m.buf = append(m.buf, html.EscapeString(s)...) }

// in writes text in an element that has no attributes.
func (m *markup) in(element tag, s string) {
	m.raw("<", element, ">")
	m.text(s)
	m.raw("</", element, ">\n")
}

// attr writes an attribute with its leading space.
func (m *markup) attr(name tag, value string) {
	m.raw(" ", name, `="`)
	m.text(value)
	m.raw(`"`)
}

// numbers writes attributes, whose names have spaces between them, with two decimals at most.
func (m *markup) numbers(names tag, values ...float64) {
	for n, name := range strings.Fields(string(names)) {
		m.raw(" ", tag(name), `="`)
		m.buf = appendShort(m.buf, values[n])
		m.raw(`"`)
	}
}

// shape writes an element without content.
func (m *markup) shape(element, names tag, values ...float64) {
	m.raw("<", element)
	m.numbers(names, values...)
	m.raw("/>")
}

// appendShort appends a number with two decimals at most.
func appendShort(to []byte, x float64) []byte {
	to = bytes.TrimRight(strconv.AppendFloat(to, x, 'f', 2, 64), "0")
	return bytes.TrimSuffix(to, []byte("."))
}

// table writes a table; columns whose heading is in numeric are aligned right.
func (m *markup) table(caption string, header []string, numeric []bool, rows [][]string) {
	m.raw("<div class=wide><table>\n")
	if caption != "" {
		m.in("caption", caption)
	}
	m.raw("<thead><tr>")
	cell := func(n int, open, end tag, s string) {
		m.raw(open)
		if n < len(numeric) && numeric[n] {
			m.raw(" class=n")
			s = humanize.Commas(s)
		}
		m.raw(">")
		m.text(s)
		m.raw(end)
	}
	for n, s := range header {
		cell(n, "<th scope=col", "</th>", s)
	}
	m.raw("</tr></thead>\n<tbody>\n")
	for _, row := range rows {
		m.raw("<tr>")
		for n, s := range row {
			if n == 0 {
				cell(n, "<th scope=row", "</th>", s)
			} else {
				cell(n, "<td", "</td>", s)
			}
		}
		m.raw("</tr>\n")
	}
	m.raw("</tbody></table></div>\n")
}

// facts writes pairs of a name and what is to be said of it.
func (m *markup) facts(list []Fact) {
	m.raw("<dl>\n")
	for _, f := range list {
		m.raw("<dt>")
		m.text(f.Name)
		m.raw("</dt>")
		m.in("dd", f.Says)
	}
	m.raw("</dl>\n")
}

// items writes a list.
func (m *markup) items(list []string) {
	m.raw("<ul>\n")
	for _, s := range list {
		m.in("li", s)
	}
	m.raw("</ul>\n")
}
