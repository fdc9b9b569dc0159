package e2e

import (
	"os"
	"testing"
)

// violation is a finding of axe-core.
type violation struct {
	ID, Impact, Help string
	Nodes            []struct {
		HTML, FailureSummary string
	}
}

// accessible checks the current page against WCAG 2.2 AA.
func (v *visit) accessible(step string) {
	v.Helper()
	v.await("document.getAnimations().every((a) => a.playState !== 'running')") // colours in transition don't count
	found := eval[[]violation](v, `axe.run(document, {
		runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
	}).then((r) => r.violations.map(({id, impact, help, nodes}) => ({
		ID: id, Impact: impact, Help: help,
		Nodes: nodes.map((n) => ({HTML: n.html, FailureSummary: n.failureSummary})),
	})))`)
	for _, f := range found {
		for _, n := range f.Nodes {
			v.Errorf("%s: %s (%s, %s): %s\n%s", step, f.Help, f.ID, f.Impact, n.HTML, n.FailureSummary)
		}
	}
}

// Every step of a visit is accessible, in both themes.
func TestAccessibility(t *testing.T) {
	axe, err := os.ReadFile("../node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Fatalf("axe-core is missing: run make tools (%v)", err)
	}
	v := open(t, serve(t), "/")
	for _, theme := range []string{"light", "dark"} {
		v.navigate("/")
		v.state("empty")
		eval[bool](v, string(axe)+"; true")
		v.choose("#theme", theme)
		v.accessible(theme + ", empty")
		v.drop("labels", write(t, "animals.csv", animals+"p6,ann\n"))
		v.state("error")
		v.accessible(theme + ", bad rows")
		v.click("#skip")
		v.state("ready")
		v.accessible(theme + ", ready")
		v.fit("ds")
		v.accessible(theme + ", done")
		v.click("#cost-fields summary")
		eval[bool](v, `(() => { const f = document.querySelector("#cost-1-0"); f.focus(); f.value = "much"; f.dispatchEvent(new `+
			`Event("change", {bubbles: true})); return true; })()`)
		v.await("document.querySelector('#costs-wrong')")
		v.accessible(theme + ", costs")
		for _, view := range []string{"overview", "agreement", "workers"} {
			v.click("#tab-" + view)
			v.await("document.querySelector('#suspects, .overview .card:last-child .card-lead, #coefficients, #workers-0')")
			v.accessible(theme + ", " + view)
		}
		v.click("#tab-methods")
		v.click("#compare")
		v.await("document.querySelector('#compared-title') && document.body.dataset.state === 'done'")
		v.accessible(theme + ", methods")
		v.click("#tab-workers")
		v.click("#workers-0")
		v.await("document.querySelector('.heat') && document.querySelector('#judged')")
		v.accessible(theme + ", worker")
		v.click(".dialog-close")
		v.await("!document.querySelector('#detail')")
		v.click("#shortcuts")
		v.await("document.querySelector('dialog:modal')")
		v.accessible(theme + ", shortcuts")
	}
}
