package format

import (
	"math"
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
	for name, want := range map[string]string{"cat": "“cat”", "": "“”", "🐶": "“🐶”", "نعم": "“\u2068نعم\u2069”",
		"a\u202eb": `“a\u202eb”`, "ye\u200bs": `“ye\u200bs”`, "אברהם 2": "“\u2068אברהם 2\u2069”"} {
		if got := Quoted(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

// What can't be seen in a name, or turns it round, is written by number; what is needed to spell it is not.
func TestVisible(t *testing.T) {
	for name, want := range map[string]string{
		"": "", "cat": "cat", "naïve": "naïve", "نعم": "نعم", "a b": "a b", "a\u00a0b": "a\u00a0b", `a\nb`: `a\nb`,
		"it's":     "it's",
		"a\u202eb": `a\u202eb`, "ye\u200bs": `ye\u200bs`, "\ufeffyes": `\ufeffyes`, "y\u00ades": `y\u00ades`, "yes\n": `yes\n`,
		"\x1b[31m": `\x1b[31m`, "\ufffd": "\ufffd",
		"\u2066x\u2069": `\u2066x\u2069`, "نعم\u202e": `نعم\u202e`,
		"می\u200cشود": "می\u200cشود", "👩\u200d🔬": "👩\u200d🔬", "a\u200db": `a\u200db`, "👩\u200d": `👩\u200d`, "م\u200c\u200cش": `م\u200c\u200cش`,
	} {
		if got := Visible(name); got != want {
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

func TestFormats(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Count(0), "0"}, {Count(999), "999"}, {Count(1000), "1,000"}, {Count(-1234567), "−1,234,567"},
		{Plural(1, "task"), "1 task"}, {Plural(2, "class"), "2 classes"}, {Plural(0, "vote"), "0 votes"},
		{Number(0.0001), "0.0001"}, {Number(1e12), "1,000,000,000,000"}, {Number(1e15), "1e+15"}, {Number(12), "12"}, {Number(-0.5), "−0.5"},
		{Number(1e-7), "1e−7"}, {Number(-2e-12), "−2e−12"},
		{Short(34.0551), "34.06"}, {Short(-0.974067), "−0.9741"}, {Percent(0.9275), "92.8 %"}, {Percent(math.NaN()), "–"}, {Percent(0), "0.0 %"},
		{Percent(1), "100.0 %"}, {Percent(1e-4), "< 0.1 %"}, {Percent(0.9999), "> 99.9 %"},
		{Grouped(-13702.183, 2), "−13,702.18"}, {Grouped(702.5, 1), "702.5"}, {Grouped(1234, 0), "1,234"}, {Grouped(math.NaN(), 2), "–"},
		{Percent2(0.9275), "92.75 %"},
		{Cell("8581"), "8,581"}, {Cell("-0.0002"), "−0.0002"}, {Cell("-0.0000"), "0.0000"}, {Cell("-2.345e-04"), "−2.345e−4"},
		{Cell("pair-1"), "pair-1"}, {Cell(""), ""},
		{Fixed(-3679.632, 2), "−3679.63"}, {Fixed(-0.001, 2), "0.00"}, {Fixed(math.Inf(1), 2), "–"},
		{Seconds(0.04), "0.0 s"}, {Seconds(125), "2 min 5 s"},
		{Bytes(999), "999 bytes"}, {Bytes(1500), "2 kB"}, {Bytes(34_000_000), "34 MB"}, {Bytes(3_400_000), "3.4 MB"},
		{Bytes(2_500_000_000), "2.50 GB"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
