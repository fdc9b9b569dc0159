package table

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

// readRuns is read with runs of three of the cells of each record, those that
// are left to Next in between. Of each run it takes only some back.
func readRuns(r *Reader, columns int, want [3]int) (out []string, inRuns int) {
	run := &Run{}
	for turn := 0; ; turn++ {
		line := r.next
		r.Run(columns, want, run)
		if turn%3 == 2 && run.N > 1 {
			r.Unread(run, run.N-1)
		}
		for n := range run.N {
			var cells []string
			for c := range want {
				from, to := run.From[c][n], run.To[c][n]
				_ = run.Text[to+7] // may be read
				cells = append(cells, string(run.Text[from:to]))
			}
			out = append(out, fmt.Sprintf("%d: %q", line+n, cells))
		}
		inRuns += run.N
		err := r.Next()
		if err == io.EOF {
			return out, inRuns
		}
		switch {
		case err != nil:
			out = append(out, "! "+err.Error())
		case r.Len() != columns:
			out = append(out, fmt.Sprintf("%d: %d cells", r.Line(), r.Len()))
		default:
			var cells []string
			for _, c := range want {
				cells = append(cells, string(r.Cell(c)))
			}
			out = append(out, fmt.Sprintf("%d: %q", r.Line(), cells))
		}
	}
}

// readSome is what readRuns must return.
func readSome(r *Reader, columns int, want [3]int) (out []string) {
	for {
		err := r.Next()
		if err == io.EOF {
			return out
		}
		switch {
		case err != nil:
			out = append(out, "! "+err.Error())
		case r.Len() != columns:
			out = append(out, fmt.Sprintf("%d: %d cells", r.Line(), r.Len()))
		default:
			var cells []string
			for _, c := range want {
				cells = append(cells, string(r.Cell(c)))
			}
			out = append(out, fmt.Sprintf("%d: %q", r.Line(), cells))
		}
	}
}

func sameRuns(t *testing.T, text []byte, delim string, l Limits, columns int, of [3]int) int {
	t.Helper()
	want, most := readSome(NewReader(bytes.NewReader(text), delim, l), columns, of), 0
	for _, r := range []*Reader{NewReader(bytes.NewReader(text), delim, l), small(bytes.NewReader(text), delim, l)} {
		got, n := readRuns(r, columns, of)
		if !slices.Equal(got, want) {
			t.Fatalf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		most = max(most, n)
	}
	return most
}

// TestRun reads records in runs: they are those that Next reads.
func TestRun(t *testing.T) {
	plain := strings.Repeat("task 1,worker-2,yes\n,,\na,b#!,\x01\t\n", 300)
	for _, test := range []struct {
		name, text string
		least      int // records that must come in runs
	}{
		{"nothing", "", 0},
		{"plain", plain, 880},
		{"CR LF", strings.ReplaceAll(plain, "\n", "\r\n"), 880},
		{"CR", strings.ReplaceAll(plain, "\n", "\r"), 0},
		{"blank lines", plain + "\n\n" + plain + "\r\n" + plain, 2600},
		{"byte order mark", "\xef\xbb\xbf" + plain, 880},
		{"no last line end", plain + "a,b,c", 880},
		{"ragged", plain + "a,b\n" + plain + "a,b,c,d\n" + plain, 2600},
		{"quotes", plain + "a,\"b\n,\"\"c\",d\n" + plain + "a\",b,c\n" + plain, 2600},
		{"more than ASCII", plain + "a,é,b\na,\xff,b\n" + plain + "a,\x00,b\n" + plain, 2600},
		{"CR within", plain + "a,b\rc,d,e\n" + plain + "a,b,c\r\r\n" + plain, 2600},
	} {
		for _, columns := range []int{3, 1, 2, 65} {
			n := sameRuns(t, []byte(test.text), ",", Limits{}, columns, [3]int{columns - 1, 0, columns / 2})
			if columns == 3 && n < test.least {
				t.Errorf("%s: %d records came in runs, want %d", test.name, n, test.least)
			}
		}
	}
	sameRuns(t, []byte(plain+"0123456789,a,b\n"+plain), ",", Limits{Cell: 12}, 3, [3]int{0, 1, 2})
	sameRuns(t, []byte(plain), ",", Limits{Columns: 2}, 3, [3]int{0, 1, 2})
	if n := sameRuns(t, []byte(strings.ReplaceAll(plain, ",", "::")), "::", Limits{}, 3, [3]int{0, 1, 2}); n > 0 {
		t.Errorf("a delimiter of two bytes: %d records came in runs, want none", n)
	}
	sixty := strings.Repeat(strings.Repeat("x,", 63)+"y\n", 100)
	if n := sameRuns(t, []byte(sixty), ",", Limits{}, 64, [3]int{63, 0, 31}); n < 90 {
		t.Errorf("64 cells: %d records came in runs, want 90", n)
	}
}

func FuzzRun(f *testing.F) {
	f.Add([]byte("a,b,c\nd,e,f\r\n\"g\",h,i\n"), byte(','), byte(3))
	f.Add([]byte("a;b\n\nc;\rd;e\n\r\nf;g"), byte(';'), byte(2))
	f.Fuzz(func(t *testing.T, text []byte, delim, columns byte) {
		if delim >= 0x80 || delim == 0 || delim == '"' || delim == '\n' || delim == '\r' || columns == 0 {
			return
		}
		n := int(columns)
		sameRuns(t, text, string(delim), Limits{}, n, [3]int{0, n / 2, n - 1})
	})
}
