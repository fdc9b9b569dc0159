package kit

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"concord/app/format"
	"concord/core/api"
)

// Capital begins a phrase with a capital letter.
func Capital(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}

// Sentence makes one of a phrase.
func Sentence(s string) string {
	if s == "" {
		return ""
	}
	s = Capital(s)
	if !strings.ContainsAny(s[len(s)-1:], ".?!") {
		s += "."
	}
	return s
}

func OrDash(s string) string { return cmp.Or(s, "–") }

func UpperFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func LowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }

// Plainly is a name with its invisible characters written out.
func Plainly(name string) string {
	q := fmt.Sprintf("%q", name)
	return strings.ReplaceAll(q[1:len(q)-1], `\"`, `"`)
}

func RangeText(r api.Range) string {
	return Either(r.Min == r.Max, format.Number(r.Min), format.Number(r.Min)+" to "+format.Number(r.Max))
}

func Round1(x float64) float64 { return float64(int(x*10+0.5)) / 10 }

func Share(n, of int) float64 { return float64(n) / float64(max(of, 1)) }

// Interval writes a share with its interval, or why there is none.
func Interval(m api.Figure) string {
	if m.Why != "" {
		return "not defined: " + m.Why
	}
	return format.Percent(m.Value) + " (" + format.Percent(m.Low) + " to " + format.Percent(m.High) + ")"
}

// Shorten cuts names to what fits beside a cell.
func Shorten(names []string) []string {
	const room = 10
	short := make([]string, len(names))
	for i, n := range names {
		n = format.Visible(n)
		if r := []rune(n); len(r) > room {
			n = string(r[:room-1]) + "…"
		}
		short[i] = n
	}
	return short
}
