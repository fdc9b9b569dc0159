package parse

import (
	"bytes"
	"errors"
	"math"
	"strconv"
)

// mostNumber keeps sums of fourth powers finite for as many numbers as a file may hold.
const mostNumber = 1e60

// Number parses a decimal number of at most 1e60 in size.
func Number(b []byte) (float64, error) {
	for _, c := range b {
		// ParseFloat takes hexadecimal, infinities and underscores too.
		if (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E' {
			return 0, strconv.ErrSyntax
		}
	}
	x, err := strconv.ParseFloat(string(b), 64)
	if err == nil && math.Abs(x) > mostNumber {
		err = strconv.ErrRange
	}
	return x, err
}

// Mend says how to correct a cell that Number rejected. A comma is ambiguous: it may mark decimals or thousands.
func Mend(cell []byte) string {
	if bytes.IndexByte(cell, ',') >= 0 {
		return "Write the decimals behind a point (2.5), and thousands without a comma"
	}
	return "Correct it"
}

// NoNumber says why Number rejected a cell.
func NoNumber(err error, where string) string {
	if errors.Is(err, strconv.ErrRange) {
		return "a number beyond 1e60, too large to reckon with"
	}
	return "not a number, " + where
}

// Count parses a whole number, perhaps written as "3.0" by a spreadsheet. Counts above math.MaxInt32 become that.
func Count(cell []byte) (n int, ok bool) {
	whole, rest, _ := bytes.Cut(cell, []byte("."))
	if len(whole) == 0 || len(bytes.Trim(rest, "0")) > 0 {
		return 0, false
	}
	for _, digit := range whole {
		if digit < '0' || digit > '9' {
			return 0, false
		}
		n = min(10*n+int(digit-'0'), math.MaxInt32)
	}
	return n, true
}
