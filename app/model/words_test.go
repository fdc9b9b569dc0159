package model

import (
	"slices"
	"testing"
)

// The points of a column's numbers stand below each other; what is no number, or
// is written with an exponent, stays.
func TestCells(t *testing.T) {
	for _, test := range []struct{ in, want []string }{
		{[]string{"9.8000", "3", "-12", "12345", "", "1.000e-07"}, []string{"9.8000", "3.0000", "−12.0000", "12,345.0000", "", "1.000e−7"}},
		{[]string{"10", "12345"}, []string{"10", "12,345"}},
		{[]string{"1.000e-07", "0"}, []string{"1.000e−7", "0"}},
		{[]string{"NaN", "0.5"}, []string{Cell("NaN"), "0.5"}},
	} {
		if got := Cells(test.in); !slices.Equal(got, test.want) {
			t.Errorf("%q: got %q, want %q", test.in, got, test.want)
		}
	}
}

// The end of a long name is shown: it tells addresses apart.
func TestMiddle(t *testing.T) {
	const address = "https://example.org/a/very/long/path/to/the/pictures/"
	a, b := Middle(address+"000041.png"), Middle(address+"000042.png")
	if a == b || len([]rune(a)) > 44 {
		t.Errorf("got %s and %s", a, b)
	}
	for _, name := range []string{"", "w1", "صورة 0.jpg", "a name of forty-four letters is shown whole.", "一二三四五六七八九十"} {
		if got := Middle(name); got != name {
			t.Errorf("got %q, want %q as it is", got, name)
		}
	}
}

// A name that is written from right to left does not change the order of the
// sentence it stands in; others are as they are.
func TestQuoted(t *testing.T) {
	for name, want := range map[string]string{"cat": "“cat”", "": "“”", "🐶": "“🐶”", "نعم": "“\u2068نعم\u2069”", "a\u202eb": "“\u2068a\u202eb\u2069”", "אברהם 2": "“\u2068אברהם 2\u2069”"} {
		if got := Quoted(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

// Large numbers are written in digits, with commas; others as exactly as they are read.
func TestNumbers(t *testing.T) {
	for got, want := range map[string]string{
		Short(148756.79): "148,757", Short(-20_000_000.4): "−20,000,000", Short(0.94561): "0.9456", Short(3.3684): "3.368", Short(9999.4): "9999",
		Number(1234567.5): "1,234,568", Number(0.0362859): "0.0362859", Number(12): "12",
		Figure(-12150184359.6897, 4): "−12,150,184,360", Figure(-0.68841, 4): "−0.6884", Figure(1234.5, 3): "1,234.500",
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
