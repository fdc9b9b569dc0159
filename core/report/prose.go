package report

import (
	"fmt"
	"slices"
	"strings"

	"concord/core/cite"
	"concord/core/sheet"
)

// prose is a paragraph: text, and works that it cites.
type prose []span

type span struct {
	text   string
	keys   []string // of the works cited after the text
	within bool     // within parentheses
}

// say adds a text.
func (p *prose) say(format string, args ...any) {
	*p = append(*p, span{text: fmt.Sprintf(format, args...)})
}

// cite cites works after what was said last, if there are any.
func (p *prose) cite(keys ...string) {
	last := &(*p)[len(*p)-1]
	last.keys = append(last.keys, keys...)
}

// within cites works after what was said last, which stands within parentheses.
func (p *prose) within(keys ...string) {
	p.cite(keys...)
	(*p)[len(*p)-1].within = true
}

// plain writes the paragraph for people: (Dawid and Skene, 1979).
func (p prose) plain(escape func(string) string) string {
	var b strings.Builder
	for _, s := range p {
		b.WriteString(escape(s.text))
		var names []string
		for _, key := range s.keys {
			if key == ours {
				names = append(names, "The Concord authors")
			}
		}
		for _, w := range cite.Of(s.keys...) {
			names = append(names, w.Short())
		}
		switch text := escape(strings.Join(names, "; ")); {
		case s.within:
			b.WriteString("; " + text)
		case text != "":
			b.WriteString(" (" + text + ")")
		}
	}
	return b.String()
}

// tex writes the paragraph for LaTeX: ~\cite{dawid1979}.
func (p prose) tex() string {
	var b strings.Builder
	for _, s := range p {
		b.WriteString(sheet.TeX(s.text))
		if s.keys != nil {
			fmt.Fprintf(&b, `~\cite{%s}`, strings.Join(s.keys, ","))
		}
	}
	return b.String()
}

func asIs(s string) string { return s }

// list joins names as a sentence does: a, b and c.
func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// quoted puts names in quotes. Of more than most the rest is counted.
func quoted(names []string, most int) string {
	var all []string
	for _, name := range names[:min(len(names), most)] {
		all = append(all, "“"+name+"”")
	}
	if more := len(names) - len(all); more > 0 {
		all = append(all, fmt.Sprintf("%d more", more))
	}
	return list(all)
}

// cited are the keys of all works that paragraphs cite, each once, in their order.
func cited(all []prose) (keys []string) {
	for _, p := range all {
		for _, s := range p {
			for _, key := range s.keys {
				if !slices.Contains(keys, key) {
					keys = append(keys, key)
				}
			}
		}
	}
	return keys
}
