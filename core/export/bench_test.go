package export_test

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"testing"

	"concord/core/crowd"
	"concord/core/export"
	"concord/core/fit"
	"concord/core/kind/class"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/scan"
)

func noPause() error { return nil }

// answersOf are answers to tasks that an own file names: five labels each, four
// classes, every probability another number, most of them near one.
func answersOf(b *testing.B, tasks int, name func(i int) string) *export.Answers {
	const per, classes = 5, 4
	file := []byte("task,worker,label\n")
	for row := range tasks * per {
		r := crowd.Hash(1, uint64(row))
		file = fmt.Appendf(file, "%s,worker%06d,class%d\n", name(row/per), r%1000, r>>32%classes)
	}
	g, err := layout.Detect("labels", file[:min(len(file), 1<<16)])
	if err != nil {
		b.Fatal(err)
	}
	set, err := labels.Read("labels", bytes.NewReader(file), &g.Layout, scan.Options{})
	if err != nil {
		b.Fatal(err)
	}
	if set.Data.Tasks != tasks || set.Data.Classes != classes {
		b.Fatalf("got %d tasks and %d classes, want %d and %d", set.Data.Tasks, set.Data.Classes, tasks, classes)
	}
	e := &crowd.Estimate{Posterior: make([]float64, tasks*classes)}
	random := rand.New(rand.NewPCG(1, 2))
	for i := range tasks {
		p := 1 / (1 + math.Exp(-12*random.Float64()))
		for k := range classes {
			e.Posterior[i*classes+k] = (1 - p) / (classes - 1)
		}
		e.Posterior[i*classes+random.IntN(classes)] = p
	}
	cut, err := class.Kind{}.Cut(set, nil)
	if err != nil {
		b.Fatal(err)
	}
	a, err := export.New(export.Of(cut), &fit.Result{Estimate: e}, 1, nil, noPause)
	if err != nil {
		b.Fatal(err)
	}
	return a
}

// The names of tasks that are measured: numbers in a row, which intake keeps as
// such, and texts.
var namings = []struct {
	names string
	of    func(i int) string
}{
	{"numbers", func(i int) string { return fmt.Sprintf("task%08d", i) }},
	{"texts", func(i int) string { return fmt.Sprintf("%016x.jpg", crowd.Hash(2, uint64(i))) }},
}

// BenchmarkLabels writes labels.csv.
func BenchmarkLabels(b *testing.B) {
	const tasks = 200_000
	for _, n := range namings {
		b.Run(fmt.Sprintf("names=%s/tasks=%d", n.names, tasks), func(b *testing.B) {
			labels := answersOf(b, tasks, n.of).LabelTable()
			b.ReportAllocs()
			for b.Loop() {
				if err := labels.WriteCSV(io.Discard, true); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/tasks, "ns/row")
		})
	}
}

// BenchmarkFormulas looks for formulas among the names.
func BenchmarkFormulas(b *testing.B) {
	const tasks = 200_000
	for _, n := range namings {
		b.Run(fmt.Sprintf("names=%s/tasks=%d", n.names, tasks), func(b *testing.B) {
			a := answersOf(b, tasks, n.of)
			b.ReportAllocs()
			for b.Loop() {
				if found, _, err := export.Formulas(a.Named, noPause); found > 0 || err != nil {
					b.Fatal(found, err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/tasks, "ns/name")
		})
	}
}
