package api

import "strings"

// Names of columns in a text such as task=item+model,label=score may have these characters themselves, after a backslash.
const special = `\,+=`

// Escape writes a name so that Split and Cut take it as a whole.
func Escape(name string) string {
	var b strings.Builder
	for _, r := range name {
		if strings.ContainsRune(special, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Unescape reads a name that Escape wrote. A backslash before any other character stands for itself.
func Unescape(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) && strings.IndexByte(special, text[i+1]) >= 0 {
			i++
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// Split cuts a text at each sep that has no backslash before it. The parts are still escaped.
func Split(text string, sep byte) (parts []string) {
	from := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case sep:
			parts = append(parts, text[from:i])
			from = i + 1
		}
	}
	return append(parts, text[from:])
}

// Cut cuts a text at the first sep that has no backslash before it. The parts are still escaped.
func Cut(text string, sep byte) (before, after string, ok bool) {
	before = Split(text, sep)[0]
	if ok = len(before) < len(text); ok {
		after = text[len(before)+1:]
	}
	return before, after, ok
}

// with adds a condition, column=value, to others.
func with(all []Condition, text string) []Condition {
	column, value, ok := Cut(text, '=')
	column = Unescape(strings.TrimSpace(column))
	if !ok || column == "" {
		return all
	}
	for n := range all {
		if all[n].Column == column {
			all[n].Values = append(all[n].Values, value)
			return all
		}
	}
	return append(all, Condition{Column: column, Values: []string{value}})
}
