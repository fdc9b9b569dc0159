package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A heard element is one as the accessibility tree has it: what a screen reader says.
type heard struct{ Role, Name string }

// hear returns an element of the accessibility tree; ok is false if the tree leaves it out.
func hear(n *accessibility.Node) (h heard, ok bool) {
	text := func(x *accessibility.Value) (s string) {
		if x != nil && json.Unmarshal(x.Value, &s) != nil {
			return string(x.Value)
		}
		return s
	}
	return heard{text(n.Role), text(n.Name)}, !n.Ignored
}

// focused returns what is heard of the element that has the focus.
func (v *visit) focused() heard {
	v.Helper()
	at, err := chromedp.Call(v.ctx, runtime.Evaluate, runtime.EvaluateParams{Expression: "document.activeElement"})
	v.must(err)
	tree, err := chromedp.Call(v.ctx, accessibility.GetPartialAXTree, accessibility.GetPartialAXTreeParams{
		ObjectID: at.Result.ObjectID, FetchRelatives: new(false)})
	v.must(err)
	h, _ := hear(tree.Nodes[0])
	return h
}

// whole returns all that is heard of the page. Whatever can be operated must have a name.
func (v *visit) whole(station string) (all []heard) {
	v.Helper()
	tree, err := chromedp.Call(v.ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	v.must(err)
	for _, n := range tree.Nodes {
		h, ok := hear(n)
		if !ok {
			continue
		}
		all = append(all, h)
		switch h.Role {
		case "button", "link", "checkbox", "radio", "combobox", "textbox", "searchbox", "spinbutton", "tab", "dialog", "region", "img",
			"image", "DisclosureTriangle":
			if h.Name == "" {
				v.Errorf("%s: a %s without a name", station, h.Role)
			}
		}
	}
	return all
}

// named are the names of all elements of a role.
func named(all []heard, role string) (names []string) {
	for _, h := range all {
		if h.Role == role {
			names = append(names, h.Name)
		}
	}
	return names
}

// seek presses Tab until an element of that role whose name contains a text has the focus, and returns how often.
func (v *visit) seek(role, name string) (presses int) {
	v.Helper()
	const most = 120
	for presses < most {
		v.press(kb.Tab)
		presses++
		if h := v.focused(); h.Role == role && strings.Contains(h.Name, name) {
			if wrong := eval[string](v, seen); wrong != "" {
				v.Errorf("the %s “%s”: %s", role, h.Name, wrong)
			}
			return presses
		}
	}
	v.Fatalf("%d Tabs did not lead to a %s “%s”", most, role, name)
	return 0
}

// Somebody who can't see the page, or holds no mouse, finds everything by its role and name, and does the whole job by keys: from the
// drop to labels.csv with one, then every view, a table, and a review.
func TestVisitKeyboard(t *testing.T) {
	labels := write(t, "tweets.csv", tweets)
	v := arrive(t, serve(t), "/")
	all := v.whole("empty")
	for _, want := range []heard{{"main", ""}, {"heading", "True labels from a crowd"}, {"button", "Choose file"}} {
		if !slices.Contains(all, want) {
			t.Errorf("nobody hears of the %s “%s”", want.Role, want.Name)
		}
	}
	v.station("empty")
	v.picks(labels)
	v.seek("button", "Choose file")
	v.press(kb.Enter)
	v.answers(v.click)
	v.press("d")
	file := v.downloaded("the key D")
	saved, err := os.ReadFile(file)
	v.must(err)
	if got := len(cells(t, string(saved))) - 1; got != 6 || !strings.HasSuffix(file, "labels.csv") {
		t.Errorf("%s has labels of %d tasks, want 6", filepath.Base(file), got)
	}

	v.station("answer")
	all = v.whole("answer")
	tabs := named(all, "tab")
	if want := []string{"Labels", "Workers", "Judges", "Agreement", "Methods", "Next labels", "Data"}; !slices.Equal(tabs, want) {
		t.Errorf("got the tabs %q, want %q", tabs, want)
	}
	if got := named(all, "table"); len(got) == 0 || !strings.HasPrefix(got[len(got)-1], "Table of tasks") {
		t.Errorf("got the tables %q", got)
	}
	v.seek("tab", "Labels")
	for _, view := range tabs[1:] {
		before := eval[string](v, "document.activeElement.id")
		v.press(kb.ArrowRight)
		v.await(fmt.Sprintf("document.activeElement.id !== %q && document.activeElement.getAttribute('aria-selected') === 'true'", before))
		if h := v.focused(); h != (heard{"tab", view}) {
			t.Errorf("the arrow leads to %q, want the tab %s", h, view)
		}
		v.still()
		v.whole(view)
		if view == "Workers" {
			v.station("workers", "#tab-workers")
		}
	}

	// A table: sorted by its head, and a row opens and gives the focus back.
	v.press(kb.Home)
	v.await("document.querySelector('#table-tasks tbody .open')")
	v.seek("button", "Task")
	v.press(kb.Enter)
	v.await(`document.querySelector("#table-tasks th:is([aria-sort=ascending], [aria-sort=descending])")?.innerText.includes("Task")`)
	v.still()
	v.seek("button", "t1")
	task := v.focused()
	v.press(kb.Enter)
	v.await(opened)
	v.station("task")
	if got := named(v.whole("task"), "dialog"); len(got) != 1 || !strings.Contains(got[0], task.Name) {
		t.Errorf("got the dialogs %q, want one named %s", got, task.Name)
	}
	v.press(kb.Escape)
	v.await(`!document.querySelector("#detail")`)
	if h := v.focused(); h != task {
		t.Errorf("closed, the focus is on %q, want %q", h, task)
	}

	// A review: one key for each task.
	v.press("r")
	for n, before := 1, ""; n <= 4; n++ {
		v.await(fmt.Sprintf(`document.body.dataset.state === "done" && ![%q, ""].includes(%s) &&
			document.querySelector("#review-progress").innerText.includes("%d of 4")`, before, opened, n))
		before = eval[string](v, opened)
		if n == 1 {
			v.station("review")
			v.whole("review")
		}
		v.press("a")
	}
	v.await(`!document.querySelector("#detail") && document.querySelector("#status").textContent.includes("reviewed 4 tasks")`)
	v.state("done")
	presses := v.seek("button", "Download labels")
	t.Logf("%d Tabs from the end of a review to the download", presses)
	v.press(kb.Enter)
	saved, err = os.ReadFile(v.downloaded("Download labels"))
	v.must(err)
	if got := strings.Count(string(saved), ",true,"); got != 4 {
		t.Errorf("%d labels are reviewed, want 4:\n%s", got, saved)
	}
}
