package e2e

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// sweeps runs every method on every data set below 10,000 labels, to the end if that is
// bearable: make sweep. Without it, each data set gets a few methods that have not run
// yet, for a few steps each. ONLY=NAME,NAME restricts it to these data sets.
const sweeps = "CONCORD_SWEEP"

// small are the data sets below 10,000 labels, with what describes their tasks.
var small = []struct{ name, features, text string }{
	{"wordsim", "", ""},
	{"ds1979", "", ""},
	{"iris", "features.csv", ""},
	{"labelme", "features.csv.gz", "derived_bow.csv.gz"},
	{"music", "features.csv", ""},
	{"bluebird", "", ""},
	{"temporal", "", ""},
	{"bm", "", ""},
	{"reuters_amt", "", ""},
	{"dog", "", ""},
	{"moviereviews", "", "bow.csv.gz"},
	{"rte", "", ""},
}

// mostMemory bounds the memory of the page and its worker together, in bytes.
const mostMemory = 500e6

// Every method that can run on a data set runs, and every tab of its result opens,
// without an error, a message on the console, or more memory than there may be.
func TestSweep(t *testing.T) {
	full := os.Getenv(sweeps) != ""
	ran := map[string]bool{}
	fits, most := 0, int64(0)
	v := open(t, serve(t), "/")
	v.measured()
	for _, set := range small {
		if only := os.Getenv("ONLY"); only != "" && !slices.Contains(strings.Split(only, ","), set.name) {
			continue
		}
		t.Run(set.name, func(t *testing.T) {
			defer func(all testing.TB, patience time.Duration) { v.TB, v.patience = all, patience }(v.TB, v.patience)
			v.TB = t
			v.navigate("/")
			v.state("empty")
			v.drop("labels", reference(t, "data", set.name, "labels.csv"))
			v.state("ready")
			if set.name == "wordsim" { // which has whole numbers only
				v.click("#labels-numeric")
			}
			if set.name != "ds1979" { // whose truth nobody knows
				v.drop("truth", reference(t, "data", set.name, "truth.csv"))
				v.await(`document.querySelector("#truth")?.innerText.includes("found")`)
			}
			if !full {
				v.fewSteps()
			}
			plain := v.methods()
			some := func(methods []string, few int) {
				for _, method := range methods {
					if full || few > 0 && !ran[method] {
						ran[method] = true
						few--
						fits++
						most = max(most, v.look(method))
					}
				}
			}
			some(plain, 2)
			if set.features == "" && set.text == "" {
				return
			}
			// What learns from features or texts takes minutes for all of its steps, and
			// Gaussian processes over a thousand tasks for a few.
			v.fewSteps()
			v.patience = 20 * patience
			if set.features != "" {
				v.drop("features", reference(t, "data", set.name, set.features))
				v.await(`document.querySelector("#features-described")`)
			}
			if set.text != "" {
				v.drop("text", reference(t, "data", set.name, set.text))
				v.await(`document.querySelector("#texts-described") && !document.querySelector("#words-least")?.disabled`)
			}
			some(slices.DeleteFunc(v.methods(), func(m string) bool { return slices.Contains(plain, m) }), 3)
		})
	}
	t.Logf("sweep: in Chromium %d fits of real data, and all views of each, without an error; %.0f MB in use at most", fits, float64(most)/1e6)
}

// fewSteps makes fits end early.
func (v *visit) fewSteps() {
	v.Helper()
	v.await(`document.querySelector("#steps")`)
	v.choose("#steps", "3")
}

// methods are those that can run.
func (v *visit) methods() []string {
	v.Helper()
	return eval[[]string](v, `[...document.querySelectorAll("#method option")].filter((o) => !o.disabled).map((o) => o.value)`)
}

// look runs a method, opens each tab of what it finds, and returns the memory in use then, in bytes.
func (v *visit) look(method string) int64 {
	v.Helper()
	v.fit(method)
	v.await(`[...document.querySelectorAll("#about-answer p")].some((p) => p.textContent.startsWith(
		document.querySelector("#method").selectedOptions[0].textContent.trim())) && document.querySelector("[role=tab]")`)
	tabs := eval[[]string](v, `(async () => {
		const until = async (what, is) => {
			for (const end = performance.now() + 60_000; !is(); await new Promise((go) => setTimeout(go, 20))) {
				if (performance.now() > end) throw new Error("waited in vain for " + what);
			}
		};
		const opened = [];
		for (const {id} of document.querySelectorAll("[role=tab]")) {
			document.getElementById(id).click();
			await until(id, () => {
				const panel = document.getElementById(id.replace("tab-", "panel-"));
				return document.getElementById(id).ariaSelected === "true" && panel?.innerText.trim()
					&& !document.querySelector(".row-wait") && document.querySelector("#cancel").disabled;
			});
			opened.push(id.replace("tab-", ""));
		}
		return opened;
	})()`)
	if len(tabs) < 5 {
		v.Errorf("%s: the tabs are %v", method, tabs)
	}
	if got := v.status(); !strings.HasPrefix(got, "done: ") || eval[bool](v, `!!document.querySelector(".problem")`) {
		v.Errorf("%s: the page says %q", method, got)
	}
	got := v.heap()
	v.Logf("%s: %.0f MB, %v", method, float64(got)/1e6, tabs)
	if got > mostMemory {
		v.Errorf("%s: page and worker take %.0f MB", method, float64(got)/1e6)
	}
	return got
}

// measured makes the page report the memory of its program, from the next page on.
func (v *visit) measured() {
	v.Helper()
	_, err := chromedp.Call(v.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `
		const instantiate = WebAssembly.instantiate;
		WebAssembly.instantiate = async (...all) => {
			const made = await instantiate.apply(WebAssembly, all);
			globalThis.memory = made.exports.mem;
			return made;
		};`})
	v.must(err)
}

// heap returns the memory of the page and its worker: that of the programs, and what the
// browser keeps for them.
func (v *visit) heap() (bytes int64) {
	v.Helper()
	bytes = v.memory() + eval[int64](v, "memory.buffer.byteLength")
	v.mu.Lock()
	all := append([]context.Context{v.ctx}, v.workers...)
	v.mu.Unlock()
	for _, ctx := range all {
		soon, done := context.WithTimeout(ctx, 2*time.Second) // one that has ended may not answer
		u, err := chromedp.Call(soon, runtime.GetHeapUsage, cdp.Empty{})
		done()
		if err == nil {
			bytes += int64(u.UsedSize + u.EmbedderHeapUsedSize + u.BackingStorageSize)
		}
	}
	return bytes
}
