package report

import (
	"bytes"
	"fmt"
	"html"
	"strconv"
	"strings"

	"concord/core/sheet"
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

// in writes text in an element, which may have attributes.
func (m *markup) in(element tag, s string) {
	m.raw("<", element, ">")
	m.text(s)
	name, _, _ := strings.Cut(string(element), " ")
	m.raw("</", tag(name), ">\n")
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

// listing writes a table, of its rows so many at most; 0: all. What there are more of is said above.
func (m *markup) listing(what string, l *sheet.Listing, most int) {
	rows := l.Rows
	if most > 0 {
		rows = rows[:min(most, len(rows))]
	}
	if len(rows) == 0 {
		return
	}
	m.raw("<table>\n")
	if len(rows) < l.Of {
		m.in("caption", fmt.Sprintf("%s of %s %s.", humanize.Number(len(rows)), humanize.Number(l.Of), what))
	}
	m.raw("<thead><tr>")
	for n, s := range l.Header {
		m.raw("<th scope=col")
		if l.Digits[n] {
			m.raw(" class=n")
		}
		m.raw(">")
		m.text(s)
		m.raw("</th>")
	}
	m.raw("</tr></thead>\n<tbody>\n")
	for _, row := range rows {
		m.raw("<tr>")
		for n, s := range row {
			m.cell(n, l.Header[n], s, l.Digits[n])
		}
		m.raw("</tr>\n")
	}
	m.raw("</tbody></table>\n")
}

// cell writes a cell. Names that a line has room for are not broken.
func (m *markup) cell(n int, header, s string, numeric bool) {
	const whole = 40 // characters
	element := tag("td")
	if n == 0 {
		element = "th"
	}
	m.raw("<", element)
	switch {
	case numeric:
		m.raw(" class=n")
		s = humanize.Commas(s)
	case n == 0 && len(s) <= whole:
		m.raw(" class=id")
	case n == 0 || !strings.Contains(s, " ") && len(s) > whole:
		m.raw(" class=long")
	}
	if n == 0 {
		m.raw(" scope=row")
	} else {
		m.attr("data-of", header)
	}
	m.raw(">")
	m.text(s)
	m.raw("</", element, ">")
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
