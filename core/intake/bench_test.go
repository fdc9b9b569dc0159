package intake_test

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"testing"

	"concord/core/crowd"
	"concord/core/intake"
)

// writer is a file of n labels of 33 bytes a row, written as it is read: five
// labels a task, by n/500 workers, four classes; sorted by task, or shuffled by
// a step that visits every row once.
type writer struct {
	rows, at, step int
	line           []byte
	left           []byte
}

func newWriter(rows int, order string, delimiter byte) *writer {
	w := &writer{rows: rows, step: 1}
	if order == "shuffled" {
		w.step = 7_368_787 // a prime that divides no number of rows here
	}
	w.line = fmt.Appendf(nil, "task%08d%cworker%06d%cclass%d\n", 0, delimiter, 0, delimiter, 0)
	w.left = fmt.Appendf(nil, "task%cworker%clabel\n", delimiter, delimiter)
	return w
}

func (w *writer) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		if len(w.left) == 0 {
			if w.at == w.rows {
				break
			}
			const per, classes = 5, 4
			row := w.at * w.step % w.rows
			r := crowd.Hash(1, uint64(row))
			digits(w.line[4:12], row/per)
			digits(w.line[19:25], int(r%uint64(max(w.rows/500, per))))
			digits(w.line[31:32], int(r>>32%classes))
			w.left = w.line
			w.at++
		}
		k := copy(p[n:], w.left)
		n += k
		w.left = w.left[k:]
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// digits writes x over b, with zeros in front.
func digits(b []byte, x int) {
	for i := len(b) - 1; i >= 0; i-- {
		b[i] = byte('0' + x%10)
		x /= 10
	}
}

// rowsOf is such a file as a whole.
func rowsOf(rows int, order string, delimiter byte) []byte {
	b, err := io.ReadAll(newWriter(rows, order, delimiter))
	if err != nil {
		panic(err)
	}
	return b
}

func BenchmarkLabels(b *testing.B) {
	for _, c := range []struct {
		format string
		order  string
		rows   int
	}{
		{"csv", "sorted", 1_000_000},
		{"csv", "shuffled", 1_000_000},
		{"tsv", "sorted", 100_000},
	} {
		b.Run(fmt.Sprintf("format=%s/order=%s/rows=%d", c.format, c.order, c.rows), func(b *testing.B) {
			file := rowsOf(c.rows, c.order, map[string]byte{"csv": ',', "tsv": '\t'}[c.format])
			b.SetBytes(int64(len(file)))
			b.ReportAllocs()
			for b.Loop() {
				read33(b, bytes.NewReader(file), c.rows, file)
			}
			b.ReportMetric(float64(c.rows)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}

// BenchmarkLabelsMemory reads what a tab must be able to hold. The file is
// written as it is read, so that memory is what the labels need; run it alone,
// once (-benchtime 1x), since memory is counted from the start of the process.
func BenchmarkLabelsMemory(b *testing.B) {
	const rows = 10_000_000
	b.Run(fmt.Sprintf("format=csv/order=shuffled/rows=%d", rows), func(b *testing.B) {
		for b.Loop() {
			set := read33(b, newWriter(rows, "shuffled", ','), rows, rowsOf(1000, "sorted", ','))
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			b.ReportMetric(float64(m.Sys)/1e6, "sys-MB")
			runtime.GC()
			runtime.ReadMemStats(&m)
			b.ReportMetric(float64(m.HeapAlloc)/1e6, "live-MB")
			runtime.KeepAlive(set)
		}
		b.ReportMetric(rows*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
	})
}

func read33(b *testing.B, file io.Reader, rows int, first []byte) *intake.Set {
	g, err := intake.Detect("labels", head(first))
	if err != nil {
		b.Fatal(err)
	}
	set, err := intake.Labels("labels", file, g, intake.Options{})
	if err != nil {
		b.Fatal(err)
	}
	if set.Data.Len() != rows {
		b.Fatalf("got %d labels, want %d", set.Data.Len(), rows)
	}
	return set
}
