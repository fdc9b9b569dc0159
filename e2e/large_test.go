package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
)

// large writes a file of labels in random order, spread evenly over the tasks: four
// classes, seven of ten labels right.
func large(t testing.TB, labels, tasks, workers int) string {
	t.Helper()
	return largeIn(t, labels, tasks, workers, true)
}

// largeIn is large in random order, or in that of the tasks.
func largeIn(t testing.TB, labels, tasks, workers int, shuffled bool) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "large.csv")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriter(f)
	fmt.Fprintln(w, "task,worker,label")
	r := rand.New(rand.NewPCG(1, 1))
	order := func(n int) int { return n }
	if shuffled {
		perm := r.Perm(labels)
		order = func(n int) int { return perm[n] }
	}
	for n := range labels {
		n = order(n)
		i := n * tasks / labels
		l := i % 4
		if r.Float64() < .3 {
			l = r.IntN(4)
		}
		fmt.Fprintf(w, "task-%07d,worker-%05d,class-%d\n", i, r.IntN(workers), l)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return file
}

// trace records what the browser does until the returned function is called,
// which returns the longest task on the page's main thread: the milliseconds
// that it kept the processor busy. (The time on the wall would measure the
// machine's other work too.)
func (v *visit) trace() (end func() float64) {
	v.Helper()
	var mu sync.Mutex
	var events []traceEvent
	complete := make(chan struct{})
	v.must(chromedp.Listen(v.ctx, func(ev any) {
		switch ev := ev.(type) {
		case *tracing.EventDataCollected:
			mu.Lock()
			defer mu.Unlock()
			for _, raw := range ev.Value {
				var e traceEvent
				if json.Unmarshal(raw, &e) == nil && (e.Name == "RunTask" || e.Name == "ThreadControllerImpl::RunTask" || e.Name == "thread_name") {
					events = append(events, e)
				}
			}
		case *tracing.EventTracingComplete:
			close(complete)
		}
	}))
	_, err := chromedp.Call(v.ctx, tracing.Start, tracing.StartParams{
		TransferMode: tracing.StartTransferModeReportEvents,
		TraceConfig:  &tracing.TraceConfig{IncludedCategories: []string{"toplevel", "disabled-by-default-devtools.timeline", "__metadata"}},
	})
	v.must(err)
	return func() float64 {
		_, err := chromedp.Call(v.ctx, tracing.End, cdp.Empty{})
		v.must(err)
		<-complete
		mu.Lock()
		defer mu.Unlock()
		return longest(v.TB, events)
	}
}

// traceEvent is an event of the Trace Event Format.
type traceEvent struct {
	Name     string
	Pid, Tid int
	Tdur     float64 // microseconds of processor time
	Args     struct{ Name string }
}

func longest(t testing.TB, events []traceEvent) float64 {
	t.Helper()
	type thread struct{ pid, tid int }
	main := map[thread]bool{}
	for _, e := range events {
		if e.Name == "thread_name" && e.Args.Name == "CrRendererMain" {
			main[thread{e.Pid, e.Tid}] = true
		}
	}
	tasks, most := 0, 0.0
	for _, e := range events {
		if e.Name != "thread_name" && main[thread{e.Pid, e.Tid}] {
			tasks++
			most = max(most, e.Tdur/1000)
		}
	}
	if tasks == 0 || most == 0 {
		t.Fatalf("the trace shows no task of the page (%d events, %d main threads): the recording is broken", len(events), len(main))
	}
	t.Logf("%d tasks on the main thread, the longest of %.1f ms", tasks, most)
	return most
}

// A million labels are read and aggregated while the page stays responsive. On a quiet machine no task of the page takes 100 ms
// (make bench-tab measures it). Beside other tests processors are up to half as slow again, and a page that did the worker's work
// would be busy for seconds, so more than twice that is wrong.
func TestMillionLabels(t *testing.T) {
	file := large(t, 1_000_000, 200_000, 5_000)
	want := shell(t, "-method", "ds", file) + "/labels.csv"
	s := serve(t)
	const busy = 250 // ms
	most := math.Inf(1)
	for visits := 0; visits < 3 && most > busy; visits++ {
		v := open(t, s, "/")
		v.state("empty")
		end := v.trace()
		v.drop("labels", file)
		v.state("ready")
		v.fit("ds")
		_, got := v.download("#download-labels")
		most = min(most, end())
		sameCells(t, got, want)
	}
	if most > busy {
		t.Errorf("a task of %.0f ms kept the page's main thread busy", most)
	}
}
