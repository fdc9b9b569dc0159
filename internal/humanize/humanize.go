// Package humanize writes numbers for people, the same way in every message.
package humanize

import (
	"math"
	"strconv"
	"strings"
)

// Number writes a whole number with a comma before every three digits: 12,345.
func Number(n int) string { return Commas(strconv.Itoa(n)) }

// Count writes a number and its noun: "1 row", "2,500 rows", "3 classes".
func Count(n int, noun string) string { return Number(n) + " " + Noun(n, noun) }

// Are writes a number, its noun and the verb: "1 label is", "2 labels are"; without a
// noun "1 is", "2 are".
func Are(n int, noun string) string {
	things, verb := Number(n), " are"
	if noun != "" {
		things = Count(n, noun)
	}
	if n == 1 {
		verb = " is"
	}
	return things + verb
}

// Noun returns the form of a noun after a number.
func Noun(n int, noun string) string {
	switch {
	case n == 1:
		return noun
	case strings.HasSuffix(noun, "s"):
		return noun + "es"
	}
	return noun + "s"
}

// Commas puts commas into the whole part of a decimal number: 12,345.6789.
func Commas(number string) string {
	from := 0
	for from < len(number) && (number[from] < '0' || number[from] > '9') {
		from++ // the sign
	}
	to := from
	for to < len(number) && number[to] >= '0' && number[to] <= '9' {
		to++
	}
	for at := to - 3; at > from; at -= 3 {
		number = number[:at] + "," + number[at:]
	}
	return number
}

// Plain writes a number with commas, 1,000,000, and without an exponent unless it is very small.
func Plain(x float64) string {
	if x != 0 && math.Abs(x) < 1e-4 {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	return Commas(strconv.FormatFloat(x, 'f', -1, 64))
}

// Short cuts a text that is longer than n characters.
func Short(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n-1]) + "…"
}

// Percent writes a share as a whole percentage. Only 0 is written as 0 %, and only 1 as 100 %.
func Percent(x float64) string {
	whole := math.Round(100 * x)
	switch {
	case x > 0 && whole == 0:
		return "< 1 %"
	case x < 1 && whole == 100:
		return "> 99 %"
	}
	return strconv.FormatFloat(whole, 'f', 0, 64) + " %"
}

// Figure writes a number as people read it: whole, or with four decimals, or
// with an exponent where it is very small or large.
func Figure(x float64) string {
	switch size := math.Abs(x); {
	case math.IsNaN(x):
		return ""
	case size < 1e15 && x == math.Trunc(x):
		return strconv.FormatFloat(x, 'f', 0, 64)
	case size < 1e-3 || size >= 1e9:
		return strconv.FormatFloat(x, 'e', 3, 64)
	}
	return strconv.FormatFloat(x, 'f', 4, 64)
}
