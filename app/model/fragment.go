package model

import (
	"concord/app/format"
	"maps"
	"net/url"
	"slices"
	"strings"
)

// fragment writes the settings for the page's address, without what has its
// default: "method=ds&seed=7&set.smoothing=0.1". It never holds data.
func (p Setup) fragment() string {
	var parts []string
	add := func(key, value string) {
		parts = append(parts, key+"="+url.QueryEscape(value))
	}
	add("method", p.Method)
	if p.Seed != "1" {
		add("seed", p.Seed)
	}
	values := p.values()
	for _, name := range slices.Sorted(maps.Keys(values)) {
		add("set."+name, values[name])
	}
	for _, stop := range []struct{ key, value string }{
		{StopSteps, p.MaxSteps}, {StopTolerance, p.Tolerance}, {StopGain, p.Gain},
	} {
		if stop.value != "" {
			add(stop.key, stop.value)
		}
	}
	return strings.Join(parts, "&")
}

// namesMethod reports whether the page's address says which method to run.
func namesMethod(text string) bool {
	q, err := url.ParseQuery(strings.TrimPrefix(text, "#"))
	return err == nil && q.Get("method") != ""
}

// parseFragment reads settings from the page's address. What it can't read it
// leaves as it is in p, and names in a note.
func parseFragment(text string, p Setup) (Setup, string) {
	q, err := url.ParseQuery(strings.TrimPrefix(text, "#"))
	if err != nil {
		return p, "The settings in the address can’t be read, and are left out."
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
			p = p.set(SetValue{Param: name, Value: q.Get(key)})
		case !slices.Contains([]string{"method", "seed", StopSteps, StopTolerance, StopGain}, key):
			unknown = append(unknown, format.Quoted(key))
		}
	}
	for _, what := range []string{StopSteps, StopTolerance, StopGain} {
		p = p.set(SetStop{What: what, Text: q.Get(what)})
	}
	if len(unknown) > 0 {
		return p, "The address holds what is no setting: " + strings.Join(unknown, ", ") + ". It is left out."
	}
	return p, ""
}
