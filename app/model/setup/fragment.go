package setup

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"concord/app/format"
)

// Fragment writes the settings for the page's address, without what has its
// default: "method=ds&seed=7&set.smoothing=0.1". It never holds data. Without a method, nothing is set for one.
func (p Setup) Fragment() string {
	var parts []string
	add := func(key, value string) {
		parts = append(parts, key+"="+url.QueryEscape(value))
	}
	if p.Method != "" {
		add("method", p.Method)
	}
	if p.Seed != "1" {
		add("seed", p.Seed)
	}
	values := p.Own()
	for _, name := range slices.Sorted(maps.Keys(values)) {
		add("set."+name, values[name])
	}
	for _, stop := range stops {
		if value := *p.text(stop); value != "" {
			add(stop, value)
		}
	}
	return strings.Join(parts, "&")
}

// NamesMethod reports whether the page's address says which method to run.
func NamesMethod(text string) bool {
	q, err := url.ParseQuery(strings.TrimPrefix(text, "#"))
	return err == nil && q.Get("method") != ""
}

// Parse reads settings from the page's address. What it can't read stays as in p, and is named in a note.
func Parse(text string, p Setup) (Setup, string) {
	q, err := url.ParseQuery(strings.TrimPrefix(text, "#"))
	if err != nil {
		return p, "The settings in the address can’t be read and are ignored."
	}
	if m := q.Get("method"); m != "" {
		p.Method = m
	}
	if seed := q.Get("seed"); seed != "" {
		p.Seed = seed
	}
	var unknown []string
	for _, key := range slices.Sorted(maps.Keys(q)) {
		name, ok := strings.CutPrefix(key, "set.")
		switch {
		case ok:
			p = p.WithValue(name, q.Get(key))
		case key != "method" && p.text(key) == nil:
			unknown = append(unknown, format.Quoted(key))
		}
	}
	for _, stop := range stops {
		p = p.With(stop, q.Get(stop))
	}
	if len(unknown) > 0 {
		return p, "Ignored in the address, not a setting: " + strings.Join(unknown, ", ") + "."
	}
	return p, ""
}
