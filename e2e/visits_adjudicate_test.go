package e2e

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// manyClasses writes labels of many classes, with names that begin alike: five workers label 1,200 tasks, and four in five are right. The
// last class is the most common.
func manyClasses(t *testing.T, classes int) (file string) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	b.WriteString("task,worker,label\n")
	for task := range 1200 {
		truth := task % classes
		if task%10 == 0 {
			truth = classes - 1
		}
		for worker := range 5 {
			label := truth
			if rng.Float64() > .8 {
				label = rng.IntN(classes)
			}
			fmt.Fprintf(&b, "t%d,w%d,http://dbpedia.org/ontology/Class%04d\n", task, worker, label)
		}
	}
	return write(t, fmt.Sprintf("classes%d.csv", classes), b.String())
}

// types types text into the field with the focus.
func (v *visit) types(text string) {
	v.Helper()
	for _, c := range text {
		v.press(string(c))
	}
}

// Of many classes the most common come first, a class is found by typing, and what all names begin with is said once.
func TestVisitManyClasses(t *testing.T) {
	for _, n := range []int{2, 5, 200, 1000} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			if n != 200 && os.Getenv(screenshots) == "" {
				t.Skip("one number of classes is enough where no pictures are asked for")
			}
			v := arrive(t, serve(t), "/#method=majority")
			v.drop("labels", manyClasses(t, n))
			v.state("done")
			v.station("1-classes", ".bars-scaled")
			last := fmt.Sprintf("Class%04d", n-1)
			if got := eval[string](v, textOf(".bars-scaled .bar-name")); got != last {
				t.Errorf("the first bar is %q, want %q", got, last)
			}
			if n <= 20 {
				return
			}
			v.click("#tasks-label")
			v.types(last)
			v.await(`document.querySelectorAll("#tasks-label-list [role=option]").length === 1`)
			v.station("2-typed", "#tasks-label-list")
			v.press(kb.Enter)
			v.await(`document.querySelector(".pager-text").innerText.includes("that match (1,200 in all)") &&
				document.querySelector("#tasks-label").getAttribute("aria-expanded") === "false"`)
			v.click("#table-tasks .open")
			v.await(opened)
			v.station("3-task")
			v.click("#verdict-any")
			v.types("0007")
			v.await(textOf("#verdict-any-list") + ` === "Class0007"`)
			v.station("4-another")
			v.press(kb.Escape)
			v.await(opened + ` && document.querySelector("#verdict-any").getAttribute("aria-expanded") === "false"`)
			v.click("#detail .dialog-close")
			v.click("#tab-workers")
			v.click("#table-workers .open")
			v.await(`document.querySelector(".heat")`)
			v.station("5-worker", ".heat")
		})
	}
}

// Two reviewers review the same labels, sealed. What they disagree on is decided by a third, and the merged gold comes out.
func TestVisitAdjudicate(t *testing.T) {
	s := serve(t)
	file := sentences(t, 12)
	var reviews []string
	for n, name := range []string{"anna", "ben"} {
		v := arrive(t, s, "/")
		v.drop("labels", file)
		v.state("done")
		v.click("#sealed")
		v.await(`!!document.querySelector("#reviewer")`)
		v.click("#reviewer")
		v.types(name)
		v.station("1-sealed-"+name, "#reviewer")
		if eval[bool](v, `!!document.querySelector("#table-tasks")`) {
			t.Error("the labels are shown")
		}
		v.enters("#tasks-filter", "1")
		v.await(textOf("#review") + `.startsWith("Review these ") && !` + textOf("#review") + `.endsWith(" 12")`)
		var of int
		fmt.Sscanf(eval[string](v, textOf("#review")), "Review these %d", &of)
		v.click("#review")
		for at := range of {
			v.await(fmt.Sprintf(`document.body.dataset.state === "done" && %s && %s === "%d of %d" &&
				!document.querySelector("#verdict-1").disabled`, opened, textOf("#review-progress"), at+1, of))
			if at == 0 {
				v.station("2-task-" + name)
				if eval[bool](v, `/Keep|Probability|vote/.test(document.querySelector("#detail").innerText)`) {
					t.Error("the review is not sealed")
				}
			}
			if at == 1 { // closed, and gone on with
				v.press(kb.Escape)
				v.await(textOf("#review-continue") + fmt.Sprintf(` === "Continue (2 of %d)"`, of))
				v.click("#review-continue")
				v.await(fmt.Sprintf(`%s && %s === "2 of %d"`, opened, textOf("#review-progress"), of))
			}
			v.press(fmt.Sprint(1 + at*n%2)) // ben differs on every other one
		}
		v.await(`document.body.dataset.state === "done" && !document.querySelector("#detail")`)
		name, content := v.download("#save-gold")
		review := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(review, content, 0o644); err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(string(content), "\n"); got != of+1 {
			t.Errorf("%s has %d lines, want %d", name, got, of+1)
		}
		reviews = append(reviews, review)
	}
	v := arrive(t, s, "/")
	v.drop("labels", reviews...)
	v.await(`document.querySelector("#open-batch")?.disabled === false`)
	v.click("#open-batch")
	v.click("#confirm-roles")
	v.state("done")
	v.click("#tab-tasks")
	v.await(`document.querySelector("#tasks-only")`)
	eval[bool](v, `((e) => { e.value = "split"; return e.dispatchEvent(new Event("change", {bubbles: true})); })(
		document.querySelector("#tasks-only"))`)
	v.await(textOf("#review") + `.startsWith("Review ")`)
	v.station("3-merged", "#tasks-only")
	before, merged := v.download("#download-adjudicated")
	v.click("#review")
	v.await(opened)
	v.station("4-decide")
	v.await(`!document.querySelector("#accept").disabled`)
	v.press("a")
	v.await(`document.body.dataset.state === "done" && document.querySelector("#amended")`)
	v.press(kb.Escape)
	if _, after := v.download("#download-adjudicated"); strings.Count(string(after), "\n") != strings.Count(string(merged), "\n")+1 {
		t.Errorf("%s has as many tasks after a verdict as before: %s", before, after)
	}
}
