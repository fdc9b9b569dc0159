package e2e

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// crowd writes labels of 24 tasks by six workers, of whom eve copies ann and mal says the same of all, and what describes the tasks:
// numbers, and texts. Some names are longer than a phone is wide. Two tasks have a description and no labels.
func crowd(t testing.TB) (labels, features, texts string) {
	t.Helper()
	classes := []string{"cat", "dog", "a-class-with-a-name-that-is-longer-than-any-screen-of-a-phone-is-wide"}
	var rows, numbers, words strings.Builder
	rows.WriteString("task,worker,label,seen\n")
	numbers.WriteString("task,size,noise\n")
	words.WriteString("task,text\n")
	for i := range 26 {
		task, k := fmt.Sprintf("photo-%d", i), i%3
		if i == 4 {
			task = "https://example.org/pictures/of/animals/that/nobody/has/ever/seen/before/photo-4.jpeg"
		}
		fmt.Fprintf(&numbers, "%s,%d,%d\n", task, 10*k+i%4, i*7%5)
		fmt.Fprintf(&words, "%s,%s with %s and %s\n", task, []string{"whiskers", "bones", "stripes"}[k], []string{"milk", "sticks", "grass"}[k],
			[]string{"sun", "rain"}[i%2])
		if i >= 24 {
			continue
		}
		says := func(worker string, k int) {
			fmt.Fprintf(&rows, "%s,%s,%s,This is number %d\n", task, worker, classes[k%3], i)
		}
		slip := func(every int) int { return max(0, 1-i%every) }
		if i%2 == 0 { // of the others, bob and dan have something left to label
			says("dan", k+slip(3))
		}
		says("ann", k+slip(5))
		says("eve", k+slip(5))
		if i%3 > 0 {
			says("bob", k+slip(4))
		}
		says("a-worker-with-a-name-that-is-longer-than-any-screen-of-a-phone-is-wide", k+slip(7))
		says("mal", 0)
	}
	return write(t, "labels.csv", rows.String()), write(t, "features.csv", numbers.String()), write(t, "texts.csv", words.String())
}

// settled waits until the page has not changed for a moment, with nothing to come.
func (v *visit) settled() {
	v.Helper()
	v.await(`!document.querySelector(".row-wait, .table-wait") && !["loading", "running"].includes(document.body.dataset.state)`)
	eval[bool](v, `new Promise((done) => {
		let last = performance.now();
		new MutationObserver(() => { last = performance.now(); }).observe(document, {subtree: true, childList: true, attributes: true});
		const look = () => (performance.now() - last > 120 ? done(true) : setTimeout(look, 20));
		look();
	})`)
}

// unfold opens all that is folded up, but the menu.
func (v *visit) unfold() {
	v.Helper()
	eval[bool](v, `(document.querySelectorAll("main details:not(.menu), dialog details").forEach((d) => { d.open = true; }), true)`)
}

// tour shows everything that the page can show, one station after the other.
func (v *visit) tour(look func(station string)) {
	v.Helper()
	station := func(name string) {
		v.Helper()
		v.settled()
		v.unfold()
		look(name)
	}
	view := func(name, drawn string) {
		v.Helper()
		v.click("#tab-" + name)
		v.await(fmt.Sprintf("document.querySelector('#panel-%s') && document.querySelector(%q)", name, drawn))
	}
	closed := func(dialog string) {
		v.Helper()
		v.press(kb.Escape)
		v.await("!document.querySelector('" + dialog + "')")
	}
	labels, features, texts := crowd(v)

	v.state("empty")
	v.click("#paste")
	station("start")

	v.drop("labels", write(v, "animals.csv", animals+"p6,ann\n"))
	v.state("error")
	station("bad rows")
	v.click("#skip")
	v.state("ready")
	v.settled()

	guess := "task,ref,worker,label\n"
	for n := range 60 {
		guess += fmt.Sprintf("animals,%d,w%d,%s\n", n/5, n%5, []string{"cat", "dog"}[(n/5+n%5/4)%2])
	}
	v.drop("labels", write(v, "job.csv", guess))
	v.await("document.querySelector('#confirm-roles')")
	station("roles in doubt")

	v.drop("labels", labels)
	v.await(`document.querySelector("#data-title").innerText === "labels.csv" && !document.querySelector("#confirm-roles")`)
	v.fit("consensus")
	view("tasks", "#table-tasks .open")
	station("labels")
	v.click("#add summary")
	station("menu")
	v.click("#add summary")
	v.click("#table-tasks .open")
	v.await("document.querySelector('#verdict')")
	station("task")
	closed("#detail")
	v.click("#review")
	v.await("document.querySelector('#review-progress')")
	station("review")
	closed("#detail")

	view("workers", "#table-workers .open")
	v.await("document.querySelector('#crew')")
	station("workers")
	v.click("#table-workers .open")
	v.await("document.querySelector('.heat') && document.querySelector('#judged')")
	station("worker")
	closed("#detail")
	v.click("#table-workers tbody tr:nth-child(1) input")
	v.await("!document.querySelector('#exclude-ticked').disabled")
	v.click("#exclude-ticked")
	v.await("document.body.dataset.state === 'done' && document.querySelector('#excluded')")
	station("workers, one excluded")

	view("agreement", "#coefficients")
	v.click("#show-pairs")
	v.await("document.querySelector('#pairs td')")
	station("agreement")

	view("methods", "#contenders tbody")
	station("methods")
	v.click("#compare")
	v.await("document.querySelector('#compared-title') && document.body.dataset.state === 'done'")
	station("methods, compared")

	view("plan", "#plan")
	station("next labels")
	v.click("#plan")
	v.await("document.querySelector('#download-needed') && document.querySelector('#asks') && document.body.dataset.state === 'done'")
	station("next labels, found")

	v.drop("features", features)
	v.await("document.querySelector('#label-more, #features-described, .data-added')")
	v.fit("raykar")
	view("data", "#cost-fields")
	station("data")
	view("tasks", "#label-more")
	v.click("#label-more")
	v.await("document.querySelector('#labelling-title')?.textContent === 'photo-24'")
	station("labelling")
	closed("#labelling")

	v.drop("text", texts)
	v.await("document.querySelector('.data-added')?.innerText.includes('texts.csv') && document.body.dataset.state !== 'loading'")
	v.fit("ma-sldac")
	view("topics", "#topics-table")
	station("topics")

	v.click("#about-link")
	v.await("document.querySelector('#about:modal #sum-app') && document.querySelector('#sum-worker')")
	station("about")
	closed("#about")
	v.click("#shortcuts")
	v.await("document.querySelector('dialog:modal')")
	station("shortcuts")
	closed("dialog")
}

// Everything that the page shows is accessible: narrow in the light theme and wide in the dark one; make sweep tries all four. And
// nothing is lost in a window 320 pixels wide, nor on a laptop's screen at 200 %: all controls can be reached, and no text or table is
// cut off.
func TestTour(t *testing.T) {
	axe, err := os.ReadFile("../node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Fatalf("axe-core is missing: run make tools (%v)", err)
	}
	v := open(t, serve(t), "/")
	eval[bool](v, string(axe)+"; true")
	stations := 0
	v.tour(func(station string) {
		v.Helper()
		stations++
		v.accessibleEverywhere(station)
		v.small(station)
	})
	if !t.Failed() {
		t.Logf("sweep: axe-core finds nothing at %d stations of the page, narrow and wide, light and dark", stations)
	}
}
