// Package humanize writes numbers for people, the same way in every message.
package humanize

import (
	"strconv"
	"strings"
)

// Number writes a whole number with a comma before every three digits: 12,345.
func Number(n int) string { return Commas(strconv.Itoa(n)) }

// Count writes a number and its noun: "1 row", "2,500 rows", "3 classes".
func Count(n int, noun string) string { return Number(n) + " " + Noun(n, noun) }

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
