package ui

import (
	"html"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// HTML writes a component as HTML, the same text every time. go-app itself writes attributes in random order, quotes
// them as Go does, and includes boolean attributes that are off.
func HTML(ui app.UI) string {
	text := app.HTMLString(ui)
	var b strings.Builder
	for {
		start := strings.IndexByte(text, '<') // in texts it is escaped
		if start < 0 {
			b.WriteString(text)
			return b.String()
		}
		end := start + 1
		for text[end] != ' ' && text[end] != '>' {
			end++
		}
		b.WriteString(text[:end])
		var attributes []string
		attributes, text = readAttributes(text[end:])
		for _, a := range attributes {
			b.WriteString(" " + a)
		}
		b.WriteByte('>')
	}
}

// switches are attributes that are on as soon as they are there.
var switches = []string{"checked", "disabled", "hidden", "open", "selected", "multiple", "readonly", "required"}

// readAttributes reads the attributes of a tag as go-app writes them. It returns them sorted, and the text after the tag.
func readAttributes(text string) (attributes []string, rest string) {
	for text[0] == ' ' {
		text = text[1:]
		end := strings.IndexAny(text, " =>")
		name, value := text[:end], "true" // which go-app leaves out
		text = text[end:]
		if text[0] == '=' {
			quoted, err := strconv.QuotedPrefix(text[1:])
			if err != nil {
				panic(err) // go-app writes it with strconv.Quote
			}
			text = text[1+len(quoted):]
			value, _ = strconv.Unquote(quoted)
		}
		switch {
		case !slices.Contains(switches, name):
			attributes = append(attributes, name+`="`+html.EscapeString(value)+`"`)
		case value == "true":
			attributes = append(attributes, name)
		}
	}
	slices.Sort(attributes)
	return attributes, strings.TrimPrefix(text, ">")
}
