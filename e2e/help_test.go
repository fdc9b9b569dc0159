package e2e

import (
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// The page leads to how the method works and to what the figures mean; both open in a tab of their own without a network, are accessible
// in both themes, wide and narrow, and fit the window.
func TestHelp(t *testing.T) {
	axe, err := os.ReadFile("../node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Fatalf("axe-core is missing: run make tools (%v)", err)
	}
	s, err := start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.stop)
	v := openInstalled(t, s, "/")
	v.state("empty")
	v.offline()
	s.stop()
	v.allow("net::ERR_CONNECTION_REFUSED") // the browser looks for a new service worker, in vain
	v.drop("labels", write(t, "animals.csv", animals))
	v.fit("ds")
	v.drop("truth", write(t, "truth.csv", "task,truth\np1,cat\np2,dog\n"))
	v.await(`document.querySelector("#results .figure .term")`)
	to := func(selector string) string {
		link := eval[struct{ Href, Target, Rel string }](v,
			"(({href, target, rel}) => ({Href: href, Target: target, Rel: rel}))(document.querySelector(`"+
				selector+"`))")
		if link.Target != "_blank" || link.Rel != "noopener" {
			t.Errorf("%s opens in %q, rel %q, want _blank and noopener", selector, link.Target, link.Rel)
		}
		return strings.TrimPrefix(link.Href, v.origin)
	}
	v.picture("help-link")
	method, figure := to("#method-page"), to("#results .figure .term")
	for _, page := range []struct{ path, says string }{
		{method, "Dawid–Skene"}, {figure, "The figures"}, {"/help/methods.html", "The methods"},
	} {
		v.navigate(page.path)
		if got := eval[string](v, "document.querySelector('h1').textContent"); got != page.says {
			t.Errorf("%s: got the title %q, want %q", page.path, got, page.says)
		}
		if _, anchor, found := strings.Cut(page.path, "#"); found {
			if got := eval[string](v, "document.querySelector(':target')?.id ?? ''"); got != anchor {
				t.Errorf("%s shows %q", page.path, got)
			}
		}
		eval[bool](v, string(axe)+"; true")
		for name, size := range map[string]window{"narrow": phone, "wide": laptop} {
			v.must(chromedp.Do(v.ctx, chromedp.EmulateViewport(size.Width, size.Height)))
			for _, theme := range []string{"light", "dark"} {
				v.prefers(theme)
				v.accessible(page.path+", "+name+", "+theme, theme == "dark")
			}
			v.prefers("light")
			if wide := eval[int](v, "document.documentElement.scrollWidth"); wide > int(size.Width) {
				t.Errorf("%s, %s: the page is %d pixels wide", page.path, name, wide)
			}
		}
	}
	if n := eval[int](v, "document.scripts.length"); n > 0 {
		t.Errorf("a page of help has %d scripts", n)
	}
}
