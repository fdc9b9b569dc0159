package e2e

import (
	"os"

	"github.com/chromedp/chromedp"
)

// violation is a finding of axe-core.
type violation struct {
	ID, Impact, Help string
	Nodes            []struct {
		HTML, FailureSummary string
	}
}

// accessible checks what the page shows against WCAG 2.2 AA; with colours only, that alone which depends on the theme.
func (v *visit) accessible(step string, colours bool) {
	v.Helper()
	v.await("document.getAnimations().every((a) => a.playState !== 'running')") // colours in transition don't count
	rules := `["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]`
	if colours {
		rules = `["color-contrast"]`
	}
	found := eval[[]violation](v, `axe.run(document, {runOnly: `+rules+`, resultTypes: ["violations"], preload: false}).then((r) =>
		r.violations.map(({id, impact, help, nodes}) => ({
			ID: id, Impact: impact, Help: help,
			Nodes: nodes.map((n) => ({HTML: n.html, FailureSummary: n.failureSummary})),
		})))`)
	for _, f := range found {
		for _, n := range f.Nodes {
			v.Errorf("%s: %s (%s, %s): %s\n%s", step, f.Help, f.ID, f.Impact, n.HTML, n.FailureSummary)
		}
	}
}

// accessibleEverywhere checks a station of the tour in a narrow window in the light theme and a wide one in the dark theme; make sweep
// tries all four.
func (v *visit) accessibleEverywhere(station string) {
	v.Helper()
	for _, size := range []struct {
		name, theme   string
		width, height int64
	}{{"narrow", "light", 390, 844}, {"wide", "dark", 1280, 900}} {
		v.must(chromedp.Do(v.ctx, chromedp.EmulateViewport(size.width, size.height)))
		for _, theme := range []string{"light", "dark"} {
			usual := theme == size.theme
			if usual || os.Getenv(sweeps) != "" {
				v.prefers(theme)
				v.accessible(station+", "+size.name+", "+theme, !usual)
			}
		}
		v.prefers("light")
	}
}
