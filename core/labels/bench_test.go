package labels_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"math/bits"
	"runtime"
	"testing"

	"concord/core/crowd"
	"concord/core/labels"
	"concord/core/labels/labelstest"
	"concord/core/layout"
	"concord/core/scan"
)

// writer is a file of n labels of 33 bytes a row, written as it is read: five
// labels a task, by n/500 workers, four classes; sorted by task or shuffled.
type writer struct {
	rows, written int
	row, bits     int // shuffled: the last row, and the bits of the generator's modulus
	line          []byte
	left          []byte
}

func newWriter(rows int, order string, delimiter byte) *writer {
	w := &writer{rows: rows, row: -1}
	if order == "shuffled" {
		w.bits = bits.Len(uint(rows - 1))
	}
	w.line = fmt.Appendf(nil, "task%08d%cworker%06d%cclass%d\n", 0, delimiter, 0, delimiter, 0)
	w.left = fmt.Appendf(nil, "task%cworker%clabel\n", delimiter, delimiter)
	return w
}

// next returns the row to write: by a linear congruential generator of full
// period (Hull and Dobell 1962), passing over numbers that are no rows.
func (w *writer) next() int {
	if w.bits == 0 {
		w.row++
		return w.row
	}
	for {
		w.row = (w.row*1_664_525 + 1_013_904_223) & (1<<w.bits - 1)
		if w.row < w.rows {
			return w.row
		}
	}
}

func (w *writer) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		if len(w.left) == 0 {
			if w.written == w.rows {
				break
			}
			const per, classes = 5, 4
			row := w.next()
			r := crowd.Hash(1, uint64(row))
			digits(w.line[4:12], row/per)
			digits(w.line[19:25], int(r%uint64(max(w.rows/500, per))))
			digits(w.line[31:32], int(r>>32%classes))
			w.left = w.line
			w.written++
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
			g := detected(b, file)
			b.SetBytes(int64(len(file)))
			b.ReportAllocs()
			for b.Loop() {
				read33(b, bytes.NewReader(file), g, c.rows)
			}
			b.ReportMetric(float64(c.rows)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}

// BenchmarkStandard splits the same rows with encoding/csv, which makes no
// integers of names: a yardstick for machines that are slow or busy.
func BenchmarkStandard(b *testing.B) {
	const rows = 1_000_000
	b.Run(fmt.Sprintf("format=csv/order=sorted/rows=%d", rows), func(b *testing.B) {
		file := rowsOf(rows, "sorted", ',')
		b.SetBytes(int64(len(file)))
		for b.Loop() {
			r := csv.NewReader(bytes.NewReader(file))
			r.ReuseRecord = true
			for {
				if _, err := r.Read(); err == io.EOF {
					break
				} else if err != nil {
					b.Fatal(err)
				}
			}
		}
		b.ReportMetric(rows*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
	})
}

// BenchmarkMemory reads what a tab must be able to hold. The file is
// written as it is read, so that memory is what the labels need; run it alone,
// once (-benchtime 1x), since memory is counted from the start of the process.
func BenchmarkMemory(b *testing.B) {
	const rows = 10_000_000
	b.Run(fmt.Sprintf("format=csv/order=shuffled/rows=%d", rows), func(b *testing.B) {
		g := detected(b, rowsOf(1000, "sorted", ','))
		for b.Loop() {
			set := read33(b, newWriter(rows, "shuffled", ','), g, rows)
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

func detected(b *testing.B, file []byte) *layout.Layout {
	g, err := layout.Detect("labels", labelstest.Head(file))
	if err != nil {
		b.Fatal(err)
	}
	return &g.Layout
}

func read33(b *testing.B, file io.Reader, g *layout.Layout, rows int) *labels.Set {
	set, err := labels.Read("labels", file, g, scan.Options{})
	if err != nil {
		b.Fatal(err)
	}
	if set.Data.Len() != rows {
		b.Fatalf("got %d labels, want %d", set.Data.Len(), rows)
	}
	return set
}

// BenchmarkLookAlikes looks for names that look alike: half a million rows have
// few enough tasks that theirs are looked through, two million don't.
func BenchmarkLookAlikes(b *testing.B) {
	for _, rows := range []int{500_000, 2_000_000} {
		b.Run(fmt.Sprintf("rows=%d", rows), func(b *testing.B) {
			file := rowsOf(rows, "shuffled", ',')
			set := read33(b, bytes.NewReader(file), detected(b, file), rows)
			b.ReportAllocs()
			for b.Loop() {
				if found, err := labels.LookAlikes(set, func() error { return nil }); len(found) > 0 || err != nil {
					b.Fatal(found, err)
				}
			}
		})
	}
}

func BenchmarkDetect(b *testing.B) {
	for _, order := range []string{"sorted", "shuffled"} {
		b.Run("bytes=1MiB/order="+order, func(b *testing.B) {
			file := labelstest.Head(rowsOf(40_000, order, ','))
			for b.Loop() {
				if _, err := layout.Detect("labels.csv", file); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
