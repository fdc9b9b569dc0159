package sheet

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"concord/core/table"
)

func TestFormula(t *testing.T) {
	for cell, want := range map[string]bool{
		"=1+1": true, "@SUM(A1)": true, "\tx": true, "\rx": true, "+x": true, "-x": true, "-": true, "+": true,
		"-1e5": true, "-1e+": true, "-1e-5e-5": true, "-1.": true, "-.5": true, "--1": true, "-1 ": true, "-1+cmd|' /C calc'!A0": true,
		"\nx": true, "＝1+1": true, "＋x": true, "－x": true, "＠SUM(A1)": true, "－１": true, "＋1": false, "－1.5": false, "！": false, "\xef": false,
		"": false, "-1": false, "+1": false, "-1.25": false, "+0.5": false, "-3.8e-05": false, "1": false, "a=b": false, "'=1": false,
		"−1": false, "yes": false,
	} {
		if got := Formula([]byte(cell)); got != want {
			t.Errorf("Formula(%q): got %v, want %v", cell, got, want)
		}
	}
}

func TestNumbersReadBackToTheSameBits(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", math.Copysign(0, -1): "-0", 1: "1", -12: "-12", .5: "0.5", 1e-6: "0.000001", 1e-7: "1e-07", 1.0 / 3: "0.3333333333333333",
		.1: "0.1", math.Nextafter(.1, 0): "0.09999999999999999", math.Nextafter(.1, 1): "0.10000000000000002",
		math.Nextafter(1, 0): "0.9999999999999999", -.5: "-0.5",
		1e15: "1000000000000000", 123456.75: "123456.75", 1e21: "1e+21", math.NaN(): "", math.Inf(-1): "-Inf",
	} {
		if got := string(AppendNumber(nil, x)); got != want {
			t.Errorf("AppendNumber(%g): got %q, want %q", x, got, want)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 40_000 {
		x := math.Float64frombits(random.Uint64())
		if n%2 > 0 { // a probability, of any number of digits
			size := math.Pow(10, float64(1+random.IntN(17)))
			x = math.Round(random.Float64()*size) / size
			if got, want := string(AppendNumber([]byte("0,"), x)), "0,"+strconv.FormatFloat(x, 'f', -1, 64); x >= 1e-6 && got != want {
				t.Fatalf("got %s, want %s", got, want)
			}
		}
		if math.IsNaN(x) {
			continue
		}
		text := string(AppendNumber(nil, x))
		if back, err := strconv.ParseFloat(text, 64); err != nil || math.Float64bits(back) != math.Float64bits(x) {
			t.Fatalf("%x is written as %s, which reads back as %x (%v)", x, text, back, err)
		}
	}
}

func TestCells(t *testing.T) {
	for _, test := range []struct{ cell, safe, plain string }{
		{"", "", ""}, {"yes", "yes", "yes"}, {"task-0000017", "task-0000017", "task-0000017"}, {"−1", "−1", "−1"}, {"日本", "日本", "日本"},
		{"a b", "a b", "a b"}, {" a", `" a"`, `" a"`}, {"a ", `"a "`, `"a "`}, {"a\t", "\"a\t\"", "\"a\t\""}, {" ", `" "`, `" "`},
		{"\u00a0", "\u00a0", "\u00a0"},
		{"a,b", `"a,b"`, `"a,b"`}, {"a\nb", "\"a\nb\"", "\"a\nb\""}, {"a\rb", "\"a\rb\"", "\"a\rb\""}, {"a\tb", "a\tb", "a\tb"},
		{"a'b!#", "a'b!#", "a'b!#"},
		{`"`, `""""`, `""""`}, {`say "yes"`, `"say ""yes"""`, `"say ""yes"""`}, {`""`, `""""""`, `""""""`},
		{"=1+1", "'=1+1", "=1+1"}, {"-1", "-1", "-1"}, {"-1.5", "-1.5", "-1.5"}, {"-1.", "'-1.", "-1."}, {"+x", "'+x", "+x"}, {"@", "'@", "@"},
		{`=a,"b"`, `"'=a,""b"""`, `"=a,""b"""`}, {"\tx", "'\tx", "\"\tx\""}, {"\rx", "\"'\rx\"", "\"\rx\""}, {"= ", `"'= "`, `"= "`},
		{"'=1", "'=1", "'=1"},
		{strings.Repeat("x", 5000), strings.Repeat("x", 5000), strings.Repeat("x", 5000)},
	} {
		for safe, want := range map[bool]string{true: test.safe, false: test.plain} {
			var text bytes.Buffer
			s := newCSV(&text, safe)
			s.text("before")
			s.text(test.cell)
			s.name(names{"other", test.cell}, 1)
			s.int(1)
			s.row()
			if err := s.flush(); err != nil || text.String() != "before,"+want+","+want+",1\n" {
				t.Errorf("%q, safe %v: got %q, %v, want %q twice", test.cell, safe, text.String(), err, want)
			}
		}
	}
}

// FuzzSheet writes two rows of cells and reads them back.
func FuzzSheet(f *testing.F) {
	f.Add("task", "a,b", "say \"yes\"", "=1+1", true)
	f.Add("", " padded ", "two\nlines", "\r", false)
	f.Fuzz(func(t *testing.T, a, b, c, d string, safe bool) {
		var text bytes.Buffer
		s := newCSV(&text, safe)
		s.text(a)
		s.text(b)
		s.row()
		s.text(c)
		s.text(d)
		s.row()
		if err := s.flush(); err != nil {
			t.Fatal(err)
		}
		want := [][]string{{a, b}, {c, d}}
		for _, row := range want {
			for n, cell := range row {
				if safe && Formula([]byte(cell)) {
					row[n] = "'" + cell
				}
			}
		}
		if !strings.Contains(a+b+c+d, "\r\n") { // encoding/csv makes them \n
			rows, err := csv.NewReader(bytes.NewReader(text.Bytes())).ReadAll()
			if err != nil || !slices.EqualFunc(rows, want, slices.Equal) {
				t.Errorf("encoding/csv: got %q, %v, want %q", rows, err, want)
			}
		}
		if strings.Contains(a+b+c+d, "\x00") || !utf8.ValidString(strings.Join([]string{a, b, c, d}, " ")) || strings.HasPrefix(a, "\ufeff") {
			return // no name of ours: our reader refuses it, or takes it for a byte order mark
		}
		r := table.NewReader(&text, ",", table.Limits{})
		for _, row := range want {
			if err := r.Next(); err != nil || r.Len() != 2 || string(r.Cell(0)) != row[0] || string(r.Cell(1)) != row[1] {
				t.Fatalf("our reader: got %d cells, %v, want %q", r.Len(), err, row)
			}
		}
	})
}

type brokenPipe struct{ after int }

func (b *brokenPipe) Write(p []byte) (int, error) {
	if b.after -= len(p); b.after < 0 {
		return 0, errBroken
	}
	return len(p), nil
}

var errBroken = errors.New("broken pipe")

func TestSheetReportsTheFirstErrorOfWriting(t *testing.T) {
	s := newCSV(&brokenPipe{after: 3 * full}, false)
	rows := 0
	for ; s.row() == nil; rows++ {
		s.text(strings.Repeat("x", 1000))
		if rows > 10*full {
			t.Fatal("goes on writing after an error")
		}
	}
	if err := s.flush(); !errors.Is(err, errBroken) {
		t.Errorf("got %v, want %v", err, errBroken)
	}
}

func BenchmarkSheet(b *testing.B) {
	b.ReportAllocs()
	s := newCSV(&bytes.Buffer{}, true)
	s.to = discard{}
	x := 0.1234567
	for b.Loop() {
		s.text("task-1234567")
		s.number(x)
		s.number(1 - x)
		s.row()
		x = math.Mod(x*1.37, 1)
	}
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

func TestAppendShare(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 1: "1", .5: "0.5", .25: "0.25", 1. / 3: "0.333333", 2. / 3: "0.666667", .1: "0.1", .123456789: "0.123457",
		.0999999: "0.0999999", .09999999: "0.1", .00999999999: "0.01", .0234151248: "0.0234151", 1.23456789e-5: "0.0000123457",
		1e-6: "0.000001", 9.999999e-7: "0.000001", 1.23456789e-9: "1.23457e-09", 1e-300: "1e-300", .9999994: "0.999999",
		.9999996: "0.999999", 1 - 1e-16: "0.999999", -.25: "-0.25", -.123456789: "-0.123457", 7.123456789: "7.12346", 12: "12",
		math.NaN(): "",
	} {
		if got := string(AppendShare(nil, x)); got != want {
			t.Errorf("%v: got %q, want %q", x, got, want)
		}
	}
	for x := 1e-12; x < 1; x *= 1.00071 {
		text := string(AppendShare(nil, x))
		got, err := strconv.ParseFloat(text, 64)
		if err != nil || math.Abs(got-x) > 5.0001e-6*x || string(AppendNumber(nil, got)) != text {
			t.Fatalf("%v: got %s, want six digits of it in their shortest form", x, text)
		}
	}
}

// Whatever the number of processors, the same bytes are written, and the first error of writing is returned.
func TestPiecesAreWrittenInOrder(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	table := func() *Table {
		last := -1 // columns may keep what they computed last
		return &Table{Size: 5*piece + 17, Columns: []*Column{
			Count("row", "", func(i int) int { last = i; return i }),
			Share("share", "", func(int) float64 { return 1 / float64(1+last) }),
		}}
	}
	var want, got bytes.Buffer
	if err := table().WriteCSV(&want, false); err != nil {
		t.Fatal(err)
	}
	several := table()
	several.Again = table
	if err := several.WriteCSV(&got, false); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want.Bytes()) {
		t.Errorf("got %d bytes by several goroutines, want the %d of one", got.Len(), want.Len())
	}
	full := errors.New("full")
	for _, room := range []int{0, 10, want.Len() / 2} {
		if err := several.WriteCSV(&fullDisk{room, full}, false); err != full {
			t.Errorf("room for %d bytes: got %v, want %v", room, err, full)
		}
	}
}

// A column that panics does so where the table is written, so that whoever asked for it can go on.
func TestPanicOfAPiece(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	table := func() *Table {
		return &Table{Size: 5*piece + 17, Columns: []*Column{Count("row", "", func(i int) int {
			if i == 2*piece+5 {
				panic("broken")
			}
			return i
		})}}
	}
	several := table()
	several.Again = table
	defer func() {
		if got := recover(); got != "broken" {
			t.Errorf("got %v, want the panic of the column", got)
		}
	}()
	err := several.WriteCSV(io.Discard, false)
	t.Errorf("got %v, want a panic", err)
}

// fullDisk takes so many bytes.
type fullDisk struct {
	room int
	err  error
}

func (d *fullDisk) Write(p []byte) (int, error) {
	if d.room -= len(p); d.room < 0 {
		return 0, d.err
	}
	return len(p), nil
}
