package table

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"
)

// read returns what the Reader makes of text: a line for each record, or for
// what was wrong with it.
func read(r *Reader) []string {
	var out []string
	for {
		err := r.Next()
		if err == io.EOF {
			return out
		}
		if err != nil {
			out = append(out, "! "+err.Error())
			if e := new(Error); !errors.As(err, &e) || e.Fatal {
				return out
			}
			continue
		}
		cells := make([]string, r.Len())
		for i := range cells {
			cells[i] = string(r.Cell(i))
		}
		out = append(out, fmt.Sprintf("%d: %q", r.Line(), cells))
	}
}

// small returns a Reader whose buffer is as small as can be, so that every
// record straddles reads.
func small(src io.Reader, delim string, l Limits) *Reader {
	r := NewReader(src, delim, l)
	r.buf = make([]byte, 4+padding)[:4]
	return r
}

// lines are records of one cell on the lines from to to.
func lines(from, to int, cell string) []string {
	var out []string
	for n := from; n <= to; n++ {
		out = append(out, fmt.Sprintf("%d: [%q]", n, cell))
	}
	return out
}

func TestReader(t *testing.T) {
	limits := Limits{Cell: 10, Record: 40, Columns: 4}
	for _, test := range []struct {
		name  string
		text  string
		delim string
		want  []string
	}{
		{"nothing", "", ",", nil},
		{"one line end", "\n", ",", nil},
		{"plain", "a,b\nc,d\n", ",", []string{`1: ["a" "b"]`, `2: ["c" "d"]`}},
		{"no last line end", "a,b\nc,d", ",", []string{`1: ["a" "b"]`, `2: ["c" "d"]`}},
		{"CR LF", "a,b\r\nc,d\r\n", ",", []string{`1: ["a" "b"]`, `2: ["c" "d"]`}},
		{"CR", "a,b\rc,d\r", ",", []string{`1: ["a" "b"]`, `2: ["c" "d"]`}},
		{"byte order mark", "\xef\xbb\xbfa,b\n", ",", []string{`1: ["a" "b"]`}},
		{"only a byte order mark", "\xef\xbb\xbf", ",", nil},
		{"byte order mark and quotes", "\xef\xbb\xbf\"a\",b\n", ",", []string{`1: ["a" "b"]`}},
		{"blank lines", "\n\na\n\r\n\rb\n\n", ",", []string{`3: ["a"]`, `6: ["b"]`}},
		{"empty cells", ",\n,,\na,\n,", ",", []string{`1: ["" ""]`, `2: ["" "" ""]`, `3: ["a" ""]`, `4: ["" ""]`}},
		{"spaces are kept", " a , b \n", ",", []string{`1: [" a " " b "]`}},
		{"tab", "a\tb,c\n", "\t", []string{`1: ["a" "b,c"]`}},
		{"semicolon", "a;b|c\n", ";", []string{`1: ["a" "b|c"]`}},
		{"pipe", "a|b;c\n", "|", []string{`1: ["a" "b;c"]`}},
		{"quotes", "\"a\",\"b,c\"\n", ",", []string{`1: ["a" "b,c"]`}},
		{"quotes at the end", "a,\"b\"", ",", []string{`1: ["a" "b"]`}},
		{"quotes after plain cells", "a,b,\"c\"\nd\n", ",", []string{`1: ["a" "b" "c"]`, `2: ["d"]`}},
		{"empty quotes", "\"\",\"\"\n\"\"", ",", []string{`1: ["" ""]`, `2: [""]`}},
		{"doubled quotes", "\"a\"\"b\",\"\"\"\"\n", ",", []string{`1: ["a\"b" "\""]`}},
		{"empty cell after quotes", "\"a\",\n\"b\",", ",", []string{`1: ["a" ""]`, `2: ["b" ""]`}},
		{"quoted line ends", "\"a\nb\",c\n\"d\r\ne\"\nf\n", ",", []string{`1: ["a\nb" "c"]`, `3: ["d\r\ne"]`, `5: ["f"]`}},
		{"stray quote", "a,b\"c\nd\n", ",", []string{`! line 1, column 2: a quote inside a cell that does not begin with one: "b\"c"`,
			`2: ["d"]`}},
		{"stray quote after quotes", "\"a\",b\"c\nd\n", ",",
			[]string{`! line 1, column 2: a quote inside a cell that does not begin with one: "b\"c"`, `2: ["d"]`}},
		{"text after quotes", "\"a\"b,c\nd\n", ",", []string{`! line 1, column 1: text after the closing quote of a cell: "\"a\"b,c"`,
			`2: ["d"]`}},
		{"stray quote below a quoted line end", "\"a\nb\",c\"\nd\n", ",",
			[]string{`! line 2, column 2: a quote inside a cell that does not begin with one: "c\""`,
				`! line 2, column 1: a quote inside a cell that does not begin with one: "b\""`, `3: ["d"]`}},
		{"open quote", "a\n\"b\nc\n", ",", []string{`1: ["a"]`, `! line 2, column 1: a quote that is never closed: "\"b"`, `3: ["c"]`}},
		{"open quote at the end", "a\n\"", ",", []string{`1: ["a"]`, `! line 2, column 1: a quote that is never closed: "\""`}},
		{"a cell as large as may be", "abcdefghij\n\"abcdefghij\"\n", ",", []string{`1: ["abcdefghij"]`, `2: ["abcdefghij"]`}},
		{"a cell too large", "x\na,abcdefghijk\nb\n", ",", []string{`1: ["x"]`, `! line 2, column 2: a cell that is too large: "abcdefghijk"`,
			`3: ["b"]`}},
		{"a cell far too large", "x\na," + strings.Repeat("y", 500) + ",\r\nb\n", ",",
			[]string{`1: ["x"]`, `! line 2, column 2: a cell that is too large: "` + strings.Repeat("y", 80) + `"`, `3: ["b"]`}},
		{"quotes too large", "\"abcdefghijk\"\nb\n", ",", []string{`! line 1, column 1: a cell that is too large: "\"abcdefghijk\""`,
			`2: ["b"]`}},
		{"a quoted cell too large, with line ends", "x\n\"" + strings.Repeat("y\n", 15) + "\",z\nb\n", ",",
			[]string{`1: ["x"]`, `! line 2, column 1: a cell that is too large: "\"y"`, `18: ["b"]`}},
		{"a quoted cell too large for a record", "x,\"" + strings.Repeat("y\n", 19) + "\"\nb\n", ",", slices.Concat(
			[]string{`! line 1, column 2: a cell that is too large: "\"y"`}, lines(2, 19, "y"),
			[]string{`! line 20, column 1: a quote that is never closed: "\""`, `21: ["b"]`})},
		{"too many cells", "1,2,3,4\n1,2,3,4,5\n6\n", ",", []string{`1: ["1" "2" "3" "4"]`, `! line 2, column 5: too many cells: "5"`,
			`3: ["6"]`}},
		{"too many cells with quotes", "1,2,3,\"4\",5\n6\n", ",", []string{`! line 1, column 5: too many cells: "5"`, `2: ["6"]`}},
		{"NUL", "a,b\x00\nc\n", ",", []string{`! line 1, column 2: a NUL byte: "b\x00"`, `2: ["c"]`}},
		{"NUL in quotes", "\"a\x00\"\nc\n", ",", []string{`! line 1, column 1: a NUL byte: "\"a\x00\""`, `2: ["c"]`}},
		{"UTF-8", "é,日本\n", ",", []string{`1: ["é" "日本"]`}},
		{"not UTF-8", "a,caf\xe9\nc\n", ",", []string{`! line 1, column 2: text that is not valid UTF-8: "caf\xe9"`, `2: ["c"]`}},
		{"not UTF-8 in quotes", "a,\"\n\xe9\"\nc\n", ",", []string{`! line 1, column 2: text that is not valid UTF-8: "\""`, `3: ["c"]`}},
		{"not UTF-8 beside a delimiter", "a\xe9,b\n", ",", []string{`! line 1, column 1: text that is not valid UTF-8: "a\xe9"`}},
		{"tilde", "a~b,c\n", "~", []string{`1: ["a" "b,c"]`}},
		{"control character", "a\x01b,c\n", "\x01", []string{`1: ["a" "b,c"]`}},
		{"two colons", "a::b:c\nd::\n::e", "::", []string{`1: ["a" "b:c"]`, `2: ["d" ""]`, `3: ["" "e"]`}},
		{"two colons, three", "a:::b\nc:\n", "::", []string{`1: ["a" ":b"]`, `2: ["c:"]`}},
		{"two colons, blank lines", "\n\na::b\n\r\n\rc\n\n", "::", []string{`3: ["a" "b"]`, `6: ["c"]`}},
		{"two colons and quotes", "\"a::\"\"b\"::\"c\nd\"\ne::\"f\"", "::", []string{`1: ["a::\"b" "c\nd"]`, `3: ["e" "f"]`}},
		{"two colons, stray quote", "a::b\"c\nd\n", "::",
			[]string{`! line 1, column 2: a quote inside a cell that does not begin with one: "b\"c"`, `2: ["d"]`}},
		{"two colons, text after quotes", "\"a\":b::c\nd\n", "::",
			[]string{`! line 1, column 1: text after the closing quote of a cell: "\"a\":b::c"`, `2: ["d"]`}},
		{"two colons, open quote", "a::\"b\nc\n", "::", []string{`! line 1, column 2: a quote that is never closed: "\"b"`, `2: ["c"]`}},
		{"two colons, byte order mark", "\xef\xbb\xbfa::b\n", "::", []string{`1: ["a" "b"]`}},
		{"broken bar", "a¦b§c\n", "¦", []string{`1: ["a" "b§c"]`}},
		{"broken bar, not UTF-8", "a¦caf\xe9\nc\n", "¦", []string{`! line 1, column 2: text that is not valid UTF-8: "caf\xe9"`, `2: ["c"]`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			for how, r := range map[string]*Reader{
				"whole":          NewReader(strings.NewReader(test.text), test.delim, limits),
				"byte by byte":   NewReader(iotest.OneByteReader(strings.NewReader(test.text)), test.delim, limits),
				"small buffer":   small(strings.NewReader(test.text), test.delim, limits),
				"data with EOF":  small(iotest.DataErrReader(strings.NewReader(test.text)), test.delim, limits),
				"halves of read": small(iotest.HalfReader(strings.NewReader(test.text)), test.delim, limits),
			} {
				if got := read(r); !slices.Equal(got, test.want) {
					t.Errorf("%s: got\n%s\nwant\n%s", how, strings.Join(got, "\n"), strings.Join(test.want, "\n"))
				}
			}
		})
	}
}

func TestReaderRecordSize(t *testing.T) {
	text := "a,b,c,d,e,f,g,h,i\nx\n"
	got := read(small(strings.NewReader(text), ",", Limits{Record: 10}))
	want := []string{`! line 1: a record that is too large: "a"`, `2: ["x"]`}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestReaderSourceFails(t *testing.T) {
	broken := errors.New("broken")
	r := NewReader(io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(broken)), ",", Limits{})
	if err := r.Next(); err != nil {
		t.Fatalf("record 1: got %v, want none: it is whole", err)
	}
	err := r.Next()
	var e *Error
	if !errors.As(err, &e) || !e.Fatal || e.Line != 2 || !errors.Is(err, broken) {
		t.Errorf("record 2: got %v, want a fatal error on line 2 that wraps %q", err, broken)
	}
}

func TestReaderAllocatesNothingByRecord(t *testing.T) {
	text := []byte(strings.Repeat("abc,\"d\"\"ef\",ghi\n", 1000))
	r := NewReader(bytes.NewReader(text), ",", Limits{})
	r.Next()
	if n := testing.AllocsPerRun(900, func() {
		if err := r.Next(); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("got %v allocations a record, want 0", n)
	}
}

// FuzzReader holds the Reader against encoding/csv, and a small buffer against
// a large one. The two readers differ on purpose in what is left out below.
func FuzzReader(f *testing.F) {
	for _, s := range []string{"a,b\n\"c\",\"d\"\"e\"\n", "a\"b\nc", "\"a\nb\",c\n\n\"", "\"\"\"\",\"x\"y\n", "é,\xff,\x00\n", "a\r\nb\rc",
		"\xef\xbb\xbfa;b"} {
		f.Add([]byte(s), byte(','))
		f.Add([]byte(s), byte(';'))
	}
	f.Fuzz(func(t *testing.T, text []byte, delim byte) {
		if delim >= utf8.RuneSelf || delim == 0 || delim == '"' || delim == '\n' || delim == '\r' {
			return
		}
		got := read(NewReader(bytes.NewReader(text), string(delim), Limits{}))
		if again := read(small(bytes.NewReader(text), string(delim), Limits{})); !slices.Equal(got, again) {
			t.Fatalf("a large buffer gives\n%q\na small one\n%q", got, again)
		}
		if bytes.ContainsAny(text, "\r\x00") || !utf8.Valid(text) || bytes.HasPrefix(text, byteOrderMark) {
			return
		}
		c := csv.NewReader(bytes.NewReader(text))
		c.Comma, c.FieldsPerRecord = rune(delim), -1
		for n := 0; ; n++ {
			record, err := c.Read()
			if err == io.EOF {
				if n != len(got) {
					t.Fatalf("got %d records, encoding/csv has %d: %q", len(got), n, got)
				}
				return
			}
			if n == len(got) {
				t.Fatalf("got %d records, encoding/csv has more: %v %v", n, record, err)
			}
			if bad := strings.HasPrefix(got[n], "!"); bad != (err != nil) {
				t.Fatalf("record %d: got %s, encoding/csv has %q, %v", n, got[n], record, err)
			}
			if err != nil {
				return // where to go on is our own choice
			}
			line, _ := c.FieldPos(0)
			if want := fmt.Sprintf("%d: %q", line, record); got[n] != want {
				t.Fatalf("record %d: got %s, encoding/csv has %s", n, got[n], want)
			}
		}
	})
}

// FuzzLongDelimiter holds the Reader of a delimiter of two bytes against that of one
// that stands in its place.
func FuzzLongDelimiter(f *testing.F) {
	for _, s := range []string{"a::b\n\"c\"::\"d\"\"e\"\n", "a:::b\"c\n:", "\"a\nb::\"::c\n\n\"", "\"\"\"\":\"x\"::y\n", "é::\xff::\x00\n",
		"a::\r\nb\rc:"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		const short = "\x1f"
		if bytes.Contains(text, []byte(short)) {
			return
		}
		plain := func(out []string) []string {
			for n, one := range out {
				if strings.HasPrefix(one, "!") { // the text of an error ends at another place
					one, _, _ = strings.Cut(one, ": \"")
				}
				out[n] = strings.ReplaceAll(one, `\x1f`, "::")
			}
			return out
		}
		want := plain(read(NewReader(bytes.NewReader(bytes.ReplaceAll(text, []byte("::"), []byte(short))), short, Limits{})))
		for _, r := range []*Reader{NewReader(bytes.NewReader(text), "::", Limits{}), small(bytes.NewReader(text), "::", Limits{})} {
			if got := plain(read(r)); !slices.Equal(got, want) {
				t.Fatalf("got\n%q\nwant\n%q", got, want)
			}
		}
	})
}

// FuzzRoundTrip reads what encoding/csv has written.
func FuzzRoundTrip(f *testing.F) {
	f.Add("a", "b\"c", "d\ne", "f,g")
	f.Add("", " ", "é", "\"")
	f.Fuzz(func(t *testing.T, a, b, c, d string) {
		var buf bytes.Buffer
		w := csv.NewWriter(&buf)
		want := [][]string{{a, b}, {c, d}}
		for _, s := range []string{a, b, c, d} {
			if !utf8.ValidString(s) || strings.ContainsAny(s, "\x00\r") {
				return
			}
		}
		w.WriteAll(want)
		if strings.HasPrefix(a, "\ufeff") {
			return // taken for a byte order mark
		}
		r := small(&buf, ",", Limits{})
		for n, record := range want {
			if err := r.Next(); err != nil {
				t.Fatalf("record %d: %v", n, err)
			}
			for i, cell := range record {
				if got := string(r.Cell(i)); got != cell {
					t.Fatalf("record %d, cell %d: got %q, want %q", n, i, got, cell)
				}
			}
		}
		if err := r.Next(); err != io.EOF {
			t.Fatalf("got %v at the end, want EOF", err)
		}
	})
}
