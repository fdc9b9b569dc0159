package e2e

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// work evaluates an expression in the worker that takes requests.
func work[T any](v *visit, expression string) T {
	v.Helper()
	x, err := chromedp.Run(v.worker(), chromedp.Evaluate[T](expression))
	v.must(err)
	return x
}

// worker is the one that takes requests.
func (v *visit) worker() context.Context {
	v.Helper()
	deadline := time.Now().Add(v.patience)
	for {
		v.mu.Lock()
		workers := v.workers
		v.mu.Unlock()
		for _, ctx := range workers {
			// The service worker has no program, and one that was ended does not answer.
			soon, done := context.WithTimeout(ctx, 2*time.Second)
			main, err := chromedp.Run(soon, chromedp.Evaluate[bool]("!!globalThis.program"))
			done()
			if err == nil && main {
				return ctx
			}
		}
		if time.Now().After(deadline) {
			v.Fatal("no worker is there to ask")
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// running counts all workers.
func (v *visit) running() int {
	v.Helper()
	all, err := chromedp.CallBrowser(v.ctx, target.GetTargets, target.GetTargetsParams{})
	v.must(err)
	n := 0
	for _, t := range all.TargetInfos {
		if t.Type == "worker" && (v.apart == "" || t.BrowserContextID == v.apart) {
			n++
		}
	}
	return n
}

// alone waits until one worker is left.
func (v *visit) alone() {
	v.Helper()
	deadline := time.Now().Add(v.patience)
	for n := v.running(); n != 1; n = v.running() {
		if time.Now().After(deadline) {
			v.Fatalf("there are %d workers, want one", n)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// Work is cancelled at one moment after the other: each time the page is ready again with what it had, workers do not pile up, and
// memory does not grow.
func TestCancelAtManyMoments(t *testing.T) {
	v := open(t, serve(t), "/licenses.txt")
	v.allow("favicon.ico") // of the page of plain text
	v.before(lenient)      // it is one worker all the time
	v.navigate("/#method=ds&tolerance=1e-300&steps=1000000")
	v.state("empty")
	work[bool](v, "globalThis.marked = true")
	v.drop("labels", write(t, "animals.csv", animals))
	v.state("ready")
	counts := func() string { return eval[string](v, "document.querySelector('#counts').innerText") }
	cancel := func(what, had string) {
		t.Helper()
		v.held()
		v.click("#cancel")
		v.state("ready")
		v.await("document.querySelector('#status').textContent.includes('Cancelled')")
		if got := counts(); got != had {
			t.Errorf("after %s was cancelled: got %s, want %s", what, got, had)
		}
		v.alone()
		if !work[bool](v, "globalThis.marked === true") {
			t.Fatalf("%s: the worker was ended, though it had a minute to obey", what)
		}
	}
	file, small := large(t, 1_000_000, 200_000, 2_000), counts()
	for moment := 1; moment < 30; moment += 6 { // parts of the file, of which there are more
		v.hold("open", moment)
		v.drop("labels", file)
		cancel(fmt.Sprintf("reading, at moment %d,", moment), small)
	}
	v.drop("labels", file)
	v.await(fmt.Sprintf("document.body.dataset.state === 'ready' && document.querySelector('#counts')?.innerText !== %q", small))
	big, memory := counts(), v.memory()
	for moment := 1; moment < 30; moment += 6 {
		v.hold("fit", moment)
		v.click("#run")
		v.held()
		cancel(fmt.Sprintf("fitting, at moment %d,", moment), big)
	}
	if after := v.memory(); after > 2*memory {
		t.Errorf("the worker has %d bytes, %d before", after, memory)
	} else {
		t.Logf("the worker has %d bytes, %d before", after, memory)
	}
	v.click("#add summary")
	v.click("#clear")
	v.state("empty")
	v.alone()
}

// BenchmarkCancel cancels a fit of ten million labels at ten random moments:
//
//	most-ms mean-ms   until the page is ready again
//	first-MB last-MB  memory of the worker after the first and the last of them
func BenchmarkCancel(b *testing.B) {
	v := open(b, serve(b), "/")
	v.patience = 10 * patience
	v.navigate("/#method=ds&tolerance=1e-300&steps=1000000")
	v.state("empty")
	v.drop("labels", large(b, 10_000_000, 2_000_000, 20_000))
	v.await("document.body.dataset.state === 'loading'")
	v.state("ready")
	moments := rand.New(rand.NewPCG(1, 1))
	for b.Loop() {
		var most, sum float64
		const times = 10
		for n := range times {
			v.click("#run")
			v.state("running")
			time.Sleep(time.Duration(moments.IntN(4000)) * time.Millisecond)
			ms := eval[float64](v, `new Promise((done) => {
				const began = performance.now();
				const look = () => document.body.dataset.state === "ready" ? done(performance.now() - began) : setTimeout(look, 5);
				document.querySelector("#cancel").click();
				look();
			})`)
			most, sum = max(most, ms), sum+ms
			if n == 0 {
				b.ReportMetric(float64(v.memory())/1e6, "first-MB")
			}
		}
		b.ReportMetric(most, "most-ms")
		b.ReportMetric(sum/times, "mean-ms")
		b.ReportMetric(float64(v.memory())/1e6, "last-MB")
	}
}
