package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
)

// BenchmarkTab measures a whole visit in a real Chromium, from the drop to the
// downloaded labels, as run.json tells it:
//
//	read-rows/s           rows read a second
//	ns/label/step         of the fit
//	read-s fit-s write-s  seconds
//	peak-MB               memory of the worker's program, which has most at the end
//	busy-ms               the longest that the page's main thread was kept busy
//
// Run it with make bench-tab.
func BenchmarkTab(b *testing.B) {
	for _, size := range []struct {
		labels, tasks, workers int
		order                  string
		methods                []string
	}{
		{1_000_000, 200_000, 5_000, "shuffled", []string{"ds"}},
		{1_800_000, 500_000, 20_000, "shuffled", []string{"ds"}},
		{10_000_000, 2_000_000, 20_000, "shuffled", []string{"ds", "fds", "consensus"}},
		{10_000_000, 2_000_000, 20_000, "sorted", []string{"majority"}},
	} {
		b.Run(fmt.Sprintf("labels=%d/tasks=%d/order=%s", size.labels, size.tasks, size.order), func(b *testing.B) {
			file := largeIn(b, size.labels, size.tasks, size.workers, size.order == "shuffled")
			for _, method := range size.methods {
				b.Run("method="+method, func(b *testing.B) { visitOf(b, method, file) })
			}
		})
	}
}

// visitOf is a visit with a method.
func visitOf(b *testing.B, method, file string) {
	info, err := os.Stat(file)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(info.Size())
	for b.Loop() {
		b.StopTimer()
		v := open(b, serve(b), "/")
		v.patience = 10 * patience // ten million labels take a while on a busy machine
		v.state("empty")
		end := v.trace()
		b.StartTimer()
		v.drop("labels", file)
		v.state("ready")
		v.fit(method)
		v.download("#download-labels")
		b.StopTimer()
		b.ReportMetric(end(), "busy-ms")
		v.report(b)
		b.StartTimer()
	}
}

// report reports what the record of the run says, and the worker's memory.
func (v *visit) report(b *testing.B) {
	b.Helper()
	_, run := v.download("#download-run")
	var record struct {
		Labels  int
		Steps   int
		Rows    int
		Seconds struct{ Read, Fit, Write float64 }
	}
	if err := json.Unmarshal(run, &record); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(record.Rows)/record.Seconds.Read, "read-rows/s")
	b.ReportMetric(record.Seconds.Fit*1e9/float64(record.Labels*record.Steps), "ns/label/step")
	b.ReportMetric(record.Seconds.Read, "read-s")
	b.ReportMetric(record.Seconds.Fit, "fit-s")
	b.ReportMetric(record.Seconds.Write, "write-s")
	b.ReportMetric(float64(v.memory())/1e6, "peak-MB")
}

// memory returns the memory of the programs of all workers.
func (v *visit) memory() int64 {
	v.mu.Lock()
	defer v.mu.Unlock()
	var sum int64
	for _, ctx := range v.workers {
		// The service worker has none, and a worker that was ended has none any more.
		n, err := chromedp.Run(ctx, chromedp.Evaluate[int64]("globalThis.memory?.buffer.byteLength ?? 0"))
		if err == nil {
			sum += n
		}
	}
	return sum
}
