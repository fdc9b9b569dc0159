package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// payloads are names that would do something if a page took them for more than text.
var payloads = []string{
	`"><img src=x onerror=hacked()>`, `<script>hacked()</script>`, `<svg/onload=hacked()>`,
	`' onmouseover='hacked()' autofocus onfocus='hacked()`,
	`javascript:hacked()`, `</textarea></title></style></script><iframe srcdoc="<script>parent.hacked()</script>">`, `{{hacked()}}${hacked()}`,
	`=HYPERLINK("javascript:hacked()")`, `&lt;img src=x onerror=hacked()&gt;`, `url(javascript:hacked())`, `__proto__`,
	"\u202edlrow", "\u200b",
}

// Names that try to be more than text are text, wherever they are shown, and none of them gets into the address of the page. The
// labels are pasted.
func TestHostileNames(t *testing.T) {
	v := open(t, serve(t), "/")
	v.state("empty")
	cell := func(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }
	rows := "task,worker,label\n"
	for i, task := range payloads {
		for j, worker := range payloads[:5] {
			label := payloads[(i%3+j%4/3)%3]
			rows += cell(task) + "," + cell(worker) + "," + cell(label) + "\n"
		}
	}
	eval[bool](v, `(globalThis.hacked = () => (globalThis.broken = true), true)`)
	v.click("#paste")
	v.await("document.querySelector('#paste-text')")
	eval[bool](v, fmt.Sprintf("(document.querySelector('#paste-text').value = %q, true)", rows))
	v.click("#paste-text ~ * button, #paste-text ~ button")
	v.state("ready")
	if got := eval[string](v, "document.querySelector('#counts').innerText"); !strings.Contains(got, fmt.Sprint(5*len(payloads))) {
		t.Errorf("pasted %d labels: got %s", 5*len(payloads), got)
	}
	unharmed := func(where string) {
		t.Helper()
		v.unfold()
		v.settled()
		if bad := eval[string](v, `(() => {
			const all = (selector) => [...document.querySelectorAll(selector)];
			const strange = all("img:not(#content img), iframe, object, embed, body script, [onerror], [onload], [onmouseover], [onfocus]")
				.concat(all("[href], [src]").filter((e) => /^javascript:/i.test(e.getAttribute("href") ?? e.getAttribute("src"))));
			return (globalThis.broken ? "something ran; " : "") + strange.map((e) => e.outerHTML).join("; ");
		})()`); bad != "" {
			t.Errorf("%s: %s", where, bad)
		}
		if hash := eval[string](v, "decodeURIComponent(location.hash)"); strings.Contains(hash, "hacked") || strings.Contains(hash, "dlrow") {
			t.Errorf("%s: the address holds data: %s", where, hash)
		}
	}
	unharmed("ready")
	v.fit("ds")
	for _, tab := range eval[[]string](v, "[...document.querySelectorAll('[role=tab]')].map((t) => t.id)") {
		v.click("#" + tab)
		unharmed(tab)
	}
	for _, view := range []string{"tasks", "workers"} {
		v.turn(view)
		v.click("#table-" + view + " .open")
		v.await("document.querySelector('#detail')")
		unharmed("the first of the " + view)
		v.press("\x1b")
		v.await("!document.querySelector('#detail')")
	}
}
