package e2e

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// patience is how long a test waits for something that must happen. Tests never assert
// how long something took.
const patience = 60 * time.Second

// visit is one visit to the app with a browser of its own. When it ends, it
// fails its test if anything in the browser complained, or asked for anything
// outside the app's origin.
type visit struct {
	testing.TB
	ctx       context.Context
	origin    string
	downloads string               // the folder that downloads go to
	apart     cdp.BrowserContextID // from other visits in the same browser; none: it has a browser of its own
	patience  time.Duration
	manual    bool // fits start when the test asks for them
	single    bool // without a service worker

	mu        sync.Mutex
	tabs      map[string]bool // by the names of their targets, which are those of their frames
	stays     bool            // answers a browser that asks before it leaves the page
	asked     int             // … so often it did
	requests  []string
	complains []string
	allowed   []string // what complaints may contain
	lures     []string // addresses that a test has the page ask for, in vain
	saved     chan string
	workers   []context.Context // of the workers that were seen
}

// open starts a browser and opens a page of the server, on which fits start when the test asks for them. No service worker is ever
// installed: that takes as long as to start the page.
func open(t testing.TB, s *server, path string, options ...chromedp.ExecAllocatorOption) *visit {
	t.Helper()
	v := begin(t, s, options...)
	v.byHand()
	v.uninstalled()
	v.navigate(path)
	return v
}

// openInstalled does as open does, and lets the service worker be installed.
func openInstalled(t testing.TB, s *server, path string, options ...chromedp.ExecAllocatorOption) *visit {
	t.Helper()
	v := begin(t, s, options...)
	v.byHand()
	v.navigate(path)
	return v
}

// begin starts a visit: in a browser of its own if it asks for options, else in the one that all share, apart from the visits before, as
// in a private window: what it stores is in memory.
func begin(t testing.TB, s *server, options ...chromedp.ExecAllocatorOption) *visit {
	t.Helper()
	v := &visit{TB: t, origin: s.url, downloads: t.TempDir(), patience: patience, saved: make(chan string, 16), allowed: leavings}
	var end context.CancelFunc
	if len(options) > 0 {
		v.ctx, end = browse(options...)
	} else {
		v.ctx, end = chromedp.NewContext(browserOfAll(), chromedp.WithNewBrowserContext())
	}
	t.Cleanup(end)
	t.Cleanup(v.judge)

	v.must(chromedp.Listen(v.ctx, v.event))
	c := chromedp.FromContext(v.ctx)
	v.apart, v.tabs = c.BrowserContextID, map[string]bool{string(c.Target.TargetID): true}
	v.must(chromedp.ListenBrowser(v.ctx, v.browserEvent))
	_, err := chromedp.CallBrowser(v.ctx, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: v.downloads, EventsEnabled: new(true),
		BrowserContextID: v.apart,
	})
	v.must(err)
	return v
}

// browserOfAll is the browser that visits share: to start one takes a second. It tells of the workers that come into being.
var browserOfAll = sync.OnceValue(func() context.Context {
	ctx, _ := browse() // ends with the tests
	_, err := chromedp.CallBrowser(ctx, target.SetDiscoverTargets, target.SetDiscoverTargetsParams{Discover: true})
	if err != nil {
		panic(err)
	}
	return ctx
})

// browse returns a browser that is yet to start.
func browse(options ...chromedp.ExecAllocatorOption) (context.Context, context.CancelFunc) {
	options = append(append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(built.chromium),
		chromedp.Flag("disable-gpu", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-quic", true),
		chromedp.WindowSize(1280, 900),
	), options...)
	if flag.Lookup("test.bench").Value.String() == "" {
		// Tests are short, and most code not worth optimising. Benchmarks measure the browser as it is.
		options = append(options, chromedp.Flag("js-flags", "--wasm-tiering-budget=100000000"))
	}
	ctx, end := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, quit := chromedp.NewContext(ctx)
	return ctx, func() { quit(); end() }
}

func (v *visit) must(err error) {
	v.Helper()
	if err != nil {
		v.Fatal(err)
	}
}

// leavings are complaints about a page that is left, with a result that is nowhere
// else, by somebody who has touched neither key nor mouse.
var leavings = []string{"Blocked attempt to show a 'beforeunload' confirmation panel"}

// another opens a page in another tab of the same browser.
func (v *visit) another(path string) *visit {
	v.Helper()
	w := &visit{TB: v.TB, origin: v.origin, downloads: v.downloads, patience: v.patience, saved: v.saved, allowed: leavings}
	ctx, cancel := chromedp.NewContext(v.ctx)
	v.Cleanup(cancel)
	w.ctx = ctx
	v.Cleanup(w.judge)
	w.must(chromedp.Listen(w.ctx, w.event))
	if v.manual {
		w.byHand()
	}
	if v.single {
		w.uninstalled()
	}
	w.navigate(path)
	return w
}

// byHand has fits start when the test asks for them, in all that is opened from now on.
func (v *visit) byHand() {
	v.Helper()
	v.manual = true
	v.before(`try { localStorage.setItem("auto", "off"); } catch { /* not here */ }`)
}

// uninstalled has no service worker installed in all that is opened from now on.
func (v *visit) uninstalled() {
	v.Helper()
	v.single = true
	v.before("globalThis.ServiceWorkerContainer && (ServiceWorkerContainer.prototype.register = () => new Promise(() => {}));")
}

// navigate goes to another page of the server.
func (v *visit) navigate(path string) {
	v.Helper()
	v.must(chromedp.Do(v.ctx, chromedp.Navigate(v.origin+path)))
}

// browserEvent follows the workers that come into being, and the downloads.
func (v *visit) browserEvent(ev any) {
	switch ev := ev.(type) {
	case *target.EventTargetCreated:
		if v.apart != "" && ev.TargetInfo.BrowserContextID != v.apart {
			return
		}
		v.mu.Lock()
		v.tabs[string(ev.TargetInfo.TargetID)] = true
		v.mu.Unlock()
		if kind := ev.TargetInfo.Type; kind == "worker" || kind == "service_worker" {
			go func() {
				ctx, _ := chromedp.NewContext(v.ctx, chromedp.WithTargetID(ev.TargetInfo.TargetID)) // ends with the visit
				if chromedp.Listen(ctx, v.event) != nil {
					return // it was gone before it could be followed
				}
				v.mu.Lock()
				defer v.mu.Unlock()
				v.workers = append(v.workers, ctx)
			}()
		}
	case *browser.EventDownloadWillBegin:
		v.mu.Lock()
		ours := v.apart == "" || v.tabs[string(ev.FrameID)]
		v.mu.Unlock()
		if ours {
			v.note(&v.requests, ev.URL)
		}
	case *browser.EventDownloadProgress:
		if ev.State == browser.DownloadProgressStateCompleted && strings.HasPrefix(ev.FilePath, v.downloads) {
			v.saved <- ev.FilePath
		}
	}
}

// event records the requests and complaints of a page or a worker.
func (v *visit) event(ev any) {
	switch ev := ev.(type) {
	case *page.EventJavascriptDialogOpening:
		v.mu.Lock()
		v.asked++
		answer := page.HandleJavaScriptDialogParams{Accept: !v.stays}
		v.mu.Unlock()
		go chromedp.Call(v.ctx, page.HandleJavaScriptDialog, answer)
	case *network.EventRequestWillBeSent:
		v.note(&v.requests, ev.Request.URL)
	case *log.EventEntryAdded:
		if ev.Entry.Level == log.EntryLevelError || ev.Entry.Level == log.EntryLevelWarning {
			v.note(&v.complains, fmt.Sprintf("%s: %s (%s)", ev.Entry.Level, ev.Entry.Text, ev.Entry.URL))
		}
	case *runtime.EventConsoleAPICalled:
		if ev.Type == runtime.ConsoleAPICalledTypeError || ev.Type == runtime.ConsoleAPICalledTypeWarning {
			var words []string
			for _, a := range ev.Args {
				words = append(words, a.Description+string(a.Value))
			}
			v.note(&v.complains, "console: "+strings.Join(words, " "))
		}
	case *runtime.EventExceptionThrown:
		text := ev.ExceptionDetails.Text
		if e := ev.ExceptionDetails.Exception; e != nil {
			text += " " + e.Description
		}
		v.note(&v.complains, "exception: "+text)
	}
}

func (v *visit) note(list *[]string, text string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	*list = append(*list, text)
}

// allow accepts complaints with this text.
func (v *visit) allow(text string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.allowed = append(v.allowed, text)
}

// judge fails the test if anything went wrong in the browser.
func (v *visit) judge() {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.requests) == 0 {
		v.Error("no request was recorded: the recording itself is broken")
	}
	for _, url := range v.requests {
		if !v.own(url) {
			v.Errorf("a request left the origin: %s", url)
		}
	}
complaint:
	for _, text := range v.complains {
		for _, allowed := range v.allowed {
			if strings.Contains(text, allowed) {
				continue complaint
			}
		}
		v.Errorf("the browser complained: %s", text)
	}
}

// own reports whether a URL belongs to the app.
func (v *visit) own(url string) bool {
	for _, lure := range v.lures {
		if strings.HasPrefix(url, lure) {
			return true
		}
	}
	return strings.HasPrefix(url, v.origin+"/") || strings.HasPrefix(url, "blob:"+v.origin+"/") || strings.HasPrefix(url, "data:")
}

// eval returns the value of a JavaScript expression.
func eval[T any](v *visit, expression string) T {
	v.Helper()
	x, err := chromedp.Run(v.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		v.Fatalf("%s: %v", expression, err)
	}
	return x
}

// await waits until a JavaScript expression is true.
func (v *visit) await(expression string) {
	v.Helper()
	deadline := time.Now().Add(v.patience)
	for {
		yes, err := chromedp.Run(v.ctx, chromedp.Evaluate[bool]("Promise.resolve("+expression+").then(Boolean)", chromedp.EvalAwaitPromise))
		if err == nil && yes {
			return
		}
		if time.Now().After(deadline) {
			v.picture("timeout")
			v.Fatalf("waited in vain for %s (%v); the page says %q", expression, err, v.status())
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// state waits for body[data-state] to be one of the given.
func (v *visit) state(want ...string) {
	v.Helper()
	v.await(fmt.Sprintf("%q.split(' ').includes(document.body.dataset.state)", strings.Join(want, " ")))
}

// status returns the text of #status.
func (v *visit) status() string {
	text, err := chromedp.Run(v.ctx, chromedp.Evaluate[string](
		"document.body.dataset.state + ': ' + (document.querySelector('#status')?.textContent ?? '')"))
	if err != nil {
		return err.Error()
	}
	return text
}

// picture saves a screenshot, to look into a failure.
func (v *visit) picture(name string) {
	image, err := chromedp.Run(v.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		return
	}
	file := filepath.Join(os.TempDir(), "concord-"+strings.ReplaceAll(v.Name(), "/", "-")+"-"+name+".png")
	if os.WriteFile(file, image, 0o644) == nil {
		v.Logf("see %s", file)
	}
}

// drop drops files on the page, as a hand would: over the window, to the zone
// for that role, which then shows, and let go.
func (v *visit) drop(role string, files ...string) {
	v.Helper()
	v.drag(input.DispatchDragEventTypeDragEnter, eval[point](v, "({X: innerWidth/2, Y: innerHeight/2})"), files...)
	zone := fmt.Sprintf("document.querySelector('.overlay:not([hidden]) .overlay-zone[data-drop=%s]')", role)
	v.await(zone)
	v.dropAt(eval[point](v, fmt.Sprintf("(({x, y, width, height}) => ({X: x + width/2, Y: y + height/2}))(%s.getBoundingClientRect())", zone)),
		files...)
}

// dropAt drops files somewhere on the page.
func (v *visit) dropAt(at point, files ...string) {
	v.Helper()
	v.drag(input.DispatchDragEventTypeDragOver, at, files...)
	v.drag(input.DispatchDragEventTypeDrop, at, files...)
}

func (v *visit) drag(kind input.DispatchDragEventType, at point, files ...string) {
	v.Helper()
	for n := range files {
		var err error
		files[n], err = filepath.Abs(files[n])
		v.must(err)
	}
	_, err := chromedp.Call(v.ctx, input.DispatchDragEvent, input.DispatchDragEventParams{
		Type: kind, X: at.X, Y: at.Y,
		Data: &input.DragData{Items: []*input.DragDataItem{}, Files: files, DragOperationsMask: 1},
	})
	v.must(err)
}

type point struct{ X, Y float64 }

// pick gives a file to a file input, as the browser's own dialog would.
func (v *visit) pick(selector, file string) {
	v.Helper()
	file, err := filepath.Abs(file)
	v.must(err)
	v.must(chromedp.Do(v.ctx, chromedp.SetUploadFiles(chromedp.CSS(selector), []string{file})))
}

// click clicks the element that selector finds.
func (v *visit) click(selector string) {
	v.Helper()
	// What stands above may still be drawn, and would move it away from under a
	// mouse: whether a mouse would hit it and the click are one task.
	v.await(fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		if (!e || e.disabled) return false;
		e.scrollIntoView({block: "center", behavior: "instant"});
		const at = e.getBoundingClientRect();
		const hit = document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2);
		if (!hit || !e.contains(hit)) return false;
		e.focus();
		setTimeout(() => e.click()); // after this has answered: it may leave the page
		return true;
	})()`, selector))
}

// choose selects a value of a select element, as a user would.
func (v *visit) choose(selector, value string) {
	v.Helper()
	v.await(fmt.Sprintf("document.querySelector(%q)", selector)) // a view is drawn piece by piece
	eval[bool](v, fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		e.value = %q;
		if (e.value !== %[2]q) throw new Error("there is no choice " + %[2]q);
		e.dispatchEvent(new Event("input", {bubbles: true}));
		e.dispatchEvent(new Event("change", {bubbles: true}));
		return true;
	})()`, selector, value))
}

// turn shows a view.
func (v *visit) turn(view string) {
	v.Helper()
	v.click("#tab-" + view)
	v.await(fmt.Sprintf("document.querySelector('#tab-%s[aria-selected=true]') && document.querySelector('#panel-%[1]s')", view))
}

// download clicks a button and returns the name and content of the download.
func (v *visit) download(selector string) (name string, content []byte) {
	v.Helper()
	v.click(selector)
	file := v.downloaded(selector)
	content, err := os.ReadFile(file)
	v.must(err)
	return filepath.Base(file), content
}

// downloaded waits for a download that has been started, and returns its path.
func (v *visit) downloaded(by string) (file string) {
	v.Helper()
	select {
	case file := <-v.saved:
		return file
	case <-time.After(v.patience):
		v.Fatalf("no download came of %s; the page says %q", by, v.status())
		return ""
	}
}
