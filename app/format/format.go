// Package format writes numbers, sizes and names as the page shows them.
package format

import (
	"math"
	"strconv"
	"strings"
	"unicode"

	"concord/internal/humanize"
)

// Count writes a whole number with commas: 12,345.
func Count(n int) string { return strings.Replace(humanize.Number(n), "-", "−", 1) }

// Plural writes a count with its noun: "1 task", "800 tasks".
func Plural(n int, noun string) string { return Count(n) + " " + humanize.Noun(n, noun) }

// Number writes a whole number with all its digits, any other with at most six significant ones.
func Number(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1e15 {
		return Count(int(x))
	}
	if size := math.Abs(x); size >= 1e6 && size < 1e15 {
		return Grouped(x, 0)
	}
	text := strconv.FormatFloat(x, 'g', 6, 64)
	return strings.ReplaceAll(strings.Replace(text, "e-0", "e-", 1), "-", "−")
}

// Short writes a number with four significant digits, or whole where it is large.
func Short(x float64) string {
	if large(x) {
		return Grouped(x, 0)
	}
	return strings.ReplaceAll(strconv.FormatFloat(x, 'g', 4, 64), "-", "−")
}

// Percent writes a share of one: "92.8 %". Only 0 is written as 0 %, and only 1 as 100 %.
func Percent(x float64) string {
	switch {
	case math.IsNaN(x):
		return "–"
	case x > 0 && x < 0.0005:
		return "< 0.1 %"
	case x > 0.9995 && x < 1:
		return "> 99.9 %"
	}
	return Fixed(100*x, 1) + " %"
}

// Whole writes a share of one in whole percents.
func Whole(x float64) string { return humanize.Percent(x) }

// Percent2 writes a share of one to the hundredth of a percent: "92.75 %".
func Percent2(x float64) string { return Fixed(100*x, 2) + " %" }

// Fixed writes a number with so many decimals.
func Fixed(x float64, decimals int) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return "–"
	}
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-") // 0 has no sign
	}
	return strings.Replace(text, "-", "−", 1)
}

// Cell writes a number of a table like other numbers: with commas and a true minus. Other texts stay as they are.
func Cell(text string) string {
	x, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil:
		return text
	case strings.Contains(text, "e"):
		return strings.ReplaceAll(strings.Replace(strings.Replace(text, "e-0", "e-", 1), "e+", "e", 1), "-", "−")
	}
	_, decimals, _ := strings.Cut(text, ".")
	return Grouped(x, len(decimals))
}

// Figure writes a number with so many decimals, or whole where it is large.
func Figure(x float64, decimals int) string {
	if large(x) {
		return Grouped(x, 0)
	}
	return Grouped(x, decimals)
}

// large reports whether the decimals of a number say nothing, but it needs no exponent yet.
func large(x float64) bool { return math.Abs(x) >= 1e4 && math.Abs(x) < 1e15 }

// Cells writes the numbers of a column, all with as many decimals as the one that has most, so that they align.
func Cells(texts []string) []string {
	most, out := 0, make([]string, len(texts))
	for _, text := range texts {
		if _, decimals, ok := strings.Cut(text, "."); ok && !strings.Contains(text, "e") {
			most = max(most, len(decimals))
		}
	}
	for n, text := range texts {
		out[n] = Cell(text)
		if x, err := strconv.ParseFloat(text, 64); err == nil && !strings.ContainsAny(text, ".e") {
			out[n] = Grouped(x, most)
		}
	}
	return out
}

// Visible writes what can't be seen in a name, or turns the text around it, by number: \u202e. Files hold names as they are. A
// joiner stays where it may be a matter of spelling: between characters beyond ASCII, as in Persian and in emoji.
func Visible(name string) string {
	if !strings.ContainsFunc(name, hidden) {
		return name
	}
	var b strings.Builder
	r := []rune(name)
	spelt := func(i int) bool { return i >= 0 && i < len(r) && r[i] > unicode.MaxASCII && !hidden(r[i]) }
	for i, c := range r {
		if joiner := c == '\u200c' || c == '\u200d'; hidden(c) && !(joiner && spelt(i-1) && spelt(i+1)) {
			b.WriteString(strings.Trim(strconv.QuoteRune(c), "'"))
		} else {
			b.WriteRune(c)
		}
	}
	return b.String()
}

// hidden reports whether a character can't be seen where it stands. Spaces can, however wide.
func hidden(r rune) bool { return !unicode.IsPrint(r) && !unicode.Is(unicode.Zs, r) }

// Quoted puts a name in quotation marks, as it is Visible. A name with letters written from right to left is isolated, or it would
// change the order of the text around it.
func Quoted(name string) string {
	name = Visible(name)
	if strings.ContainsFunc(name, leftwards) {
		name = "\u2068" + name + "\u2069"
	}
	return "“" + name + "”"
}

// leftwards reports whether a character is written from right to left.
func leftwards(r rune) bool {
	return unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Adlam)
}

// Middle leaves out the middle of a name that is too long for a table: addresses of pictures differ at the end.
func Middle(name string) string {
	const most, end = 44, 18
	r := []rune(name)
	if len(r) <= most {
		return name
	}
	return string(r[:most-end-1]) + "…" + string(r[len(r)-end:])
}

// Grouped writes a number with so many decimals, and with commas: 12,345.68.
func Grouped(x float64, decimals int) string { return humanize.Commas(Fixed(x, decimals)) }

// Seconds writes a time: "0.4 s", "2 min 5 s".
func Seconds(x float64) string {
	if x < 60 {
		return Fixed(x, 1) + " s"
	}
	return strconv.Itoa(int(x)/60) + " min " + strconv.Itoa(int(x)%60) + " s"
}

// Bytes writes a size: "12 kB", "3.4 MB".
func Bytes(n int64) string {
	switch {
	case n < 1000:
		return strconv.FormatInt(n, 10) + " bytes"
	case n < 1e6:
		return strconv.FormatInt((n+500)/1000, 10) + " kB"
	case n >= 1e7 && n < 1e9:
		return Fixed(float64(n)/1e6, 0) + " MB"
	case n < 1e9:
		return Fixed(float64(n)/1e6, 1) + " MB"
	}
	return Fixed(float64(n)/1e9, 2) + " GB"
}

// About writes a time that is roughly known: less than a second, about 9 s, about 2 min, about 3 h.
func About(seconds float64) string {
	switch {
	case seconds < 1:
		return "under 1 s"
	case seconds < 10:
		return "about " + Fixed(seconds, 0) + " s"
	case seconds < 90:
		return "about " + Fixed(5*math.Round(seconds/5), 0) + " s"
	case seconds < 5400:
		return "about " + Fixed(seconds/60, 0) + " min"
	}
	return "about " + Fixed(seconds/3600, 0) + " h"
}
