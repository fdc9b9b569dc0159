package calibrate_test

import (
	"math/rand/v2"
	"testing"

	"concord/core/calibrate"
)

// BenchmarkFoot looks at a million labels, ten a task, of four classes, and calibrates the vote.
func BenchmarkFoot(b *testing.B) {
	src := rand.New(rand.NewPCG(1, 2))
	d := design{}
	for range 100_000 {
		of := make([]int32, 10)
		for n := range of {
			of[n] = int32(src.IntN(1000))
		}
		d = append(d, of)
	}
	data := d.filled(1000, 4, honest(4, .8, src))
	a := answersOf(data, calibrate.Vote)
	for b.Loop() {
		e, err := calibrate.Observe(data, nil, nil)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := e.Foot(a, nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*data.Len()), "ns/label")
}
