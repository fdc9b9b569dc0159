package intake_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"concord/core/intake"
)

// rowsOf writes n labels of 33 bytes a row: five labels a task, by n/500
// workers, four classes; sorted by task or shuffled.
func rowsOf(n int, order string, delimiter byte) []byte {
	const per, classes = 5, 4
	workers := max(n/500, per)
	src := rand.New(rand.NewPCG(1, 2))
	place := make([]int32, n)
	for i := range place {
		place[i] = int32(i)
	}
	if order == "shuffled" {
		src.Shuffle(n, func(a, b int) { place[a], place[b] = place[b], place[a] })
	}
	b := make([]byte, 0, 33*(n+1))
	b = fmt.Appendf(b, "task%cworker%clabel\n", delimiter, delimiter)
	for _, p := range place {
		b = fmt.Appendf(b, "task%08d%cworker%06d%cclass%d\n", p/per, delimiter, src.IntN(workers), delimiter, src.IntN(classes))
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
			g, err := intake.Detect("labels", head(file))
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(file)))
			b.ReportAllocs()
			for b.Loop() {
				set, err := intake.Labels("labels", bytes.NewReader(file), g, intake.Options{})
				if err != nil {
					b.Fatal(err)
				}
				if set.Data.Len() != c.rows {
					b.Fatalf("got %d labels, want %d", set.Data.Len(), c.rows)
				}
			}
			b.ReportMetric(float64(c.rows)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}
