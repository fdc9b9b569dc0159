package e2e

import (
	"bytes"
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
	deadline := time.Now().Add(v.patience)
	for {
		v.mu.Lock()
		workers := v.workers
		v.mu.Unlock()
		for _, ctx := range workers {
			// Helpers have a name, the service worker has no program, and one that was
			// ended does not answer.
			soon, done := context.WithTimeout(ctx, 2*time.Second)
			main, err := chromedp.Run(soon, chromedp.Evaluate[bool]("globalThis.name === '' && !!globalThis.program"))
			done()
			if err != nil || !main {
				continue
			}
			x, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
			v.must(err)
			return x
		}
		if time.Now().After(deadline) {
			v.Fatalf("no worker is there to ask for %s", expression)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// processors has the worker believe that the machine has so many (0: as it is),
// count the helpers that it starts, and add up their memory and its own.
func (v *visit) processors(n int) {
	v.Helper()
	work[bool](v, fmt.Sprintf(`(() => {
		if (%d) Object.defineProperty(navigator, "hardwareConcurrency", {value: %[1]d});
		const start = globalThis.startHelper, alive = new Map();
		globalThis.helpers = {started: 0, ended: 0, peak: 0};
		globalThis.startHelper = () => {
			const helper = start(), end = helper.terminate;
			helpers.started++;
			helper.addEventListener("message", ({data}) => {
				if (data.memory) alive.set(helper, data.memory);
				const all = [...alive.values()].reduce((a, b) => a + b, memory.buffer.byteLength);
				helpers.peak = Math.max(helpers.peak, all);
			});
			helper.terminate = () => { end(); helpers.ended++; alive.delete(helper); };
			return helper;
		};
		return true;
	})()`, n))
}

// eager has the worker hire helpers for smaller fits than they are worth.
func (v *visit) eager() {
	v.Helper()
	work[bool](v, "globalThis.eager = true")
}

// helpers is what became of the helpers. Peak is the most memory, in bytes, that
// the programs of all workers had while there were any.
type helpers struct{ Started, Ended, Peak int }

func (v *visit) helpers() helpers {
	v.Helper()
	return work[helpers](v, "globalThis.helpers")
}

// However many workers share the work, downloads are the same to the byte, and no helpers
// remain.
func TestWorkersShareTheWork(t *testing.T) {
	file := large(t, 1_000_000, 200_000, 2_000)
	var want []byte
	for _, processors := range []int{1, 4} {
		v := open(t, serve(t), "/")
		v.state("empty")
		v.processors(processors)
		v.eager()
		v.drop("labels", file)
		v.state("ready")
		if h := v.helpers(); h.Started > 0 {
			t.Errorf("%d processors: got %+v for helpers to read, want none", processors, h)
		}
		v.fit("ds")
		if want, h := min(processors, 2)-1, v.helpers(); h.Started != want || h.Ended != want {
			t.Errorf("%d processors: got %+v for helpers to fit, want %d", processors, h, want)
		}
		_, got := v.download("#download-labels")
		if want == nil {
			want = got
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%d processors: the labels differ", processors)
		}
	}
}

// running counts all workers, including helpers.
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

// Shared work is cancelled at one moment after the other: each time the page is ready
// again with what it had, helpers do not pile up, and memory does not grow.
func TestCancelAtManyMoments(t *testing.T) {
	v := open(t, serve(t), "/licenses.txt")
	v.allow("favicon.ico") // of the page of plain text
	v.before(lenient)      // it is one worker all the time
	v.navigate("/#method=ds&tolerance=1e-300&steps=1000000")
	v.state("empty")
	v.eager()
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
		if !work[bool](v, "globalThis.eager === true") {
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
	big, memory, most := counts(), v.memory(), 0
	for moment := 1; moment < 30; moment += 6 {
		v.hold("fit", moment)
		v.click("#run")
		v.held()
		most = max(most, v.running())
		cancel(fmt.Sprintf("fitting, at moment %d,", moment), big)
	}
	if most != 2 {
		t.Errorf("there were %d workers at most, want one and its helper", most)
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
