package e2e

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// order returns the order of the classes on the page.
func (v *visit) order() string {
	v.Helper()
	return eval[string](v, "[...document.querySelectorAll('#class-order .order-name')].map((e) => e.textContent).join()")
}

// Classes can be put in order by dragging and by keys; agreement by distance is then what
// the shell prints for that order, and the distance from the truth is shown.
func TestOrder(t *testing.T) {
	grades := "task,worker,label\n"
	for n, row := range []string{"low low mid", "high high mid", "mid mid mid", "low mid low", "high high high", "mid low mid"} {
		for j, label := range strings.Fields(row) {
			grades += fmt.Sprintf("t%d,w%d,%s\n", n, j, label)
		}
	}
	file := write(t, "grades.csv", grades)
	v := open(t, serve(t), "/")
	v.state("empty")
	v.drop("labels", file)
	v.state("ready")
	v.drop("truth", write(t, "truth.csv", "task,label\nt0,low\nt1,low\nt2,mid\nt3,low\nt4,high\nt5,mid\n"))
	v.await(`document.querySelector("#truth")?.innerText.includes("found")`)
	v.fit("majority")

	v.turn("data")
	v.click("#classes-ordered")
	v.await("document.querySelectorAll('#class-order li').length === 3 && document.body.dataset.state === 'done'")
	settled := func(want string) {
		t.Helper()
		v.await(fmt.Sprintf("[...document.querySelectorAll('#class-order .order-name')].map((e) => e.textContent).join() === %q && "+
			"document.body.dataset.state === 'done'", want))
	}
	before := strings.Split(v.order(), ",")
	eval[bool](v, `(() => {
		const [first, , third] = document.querySelectorAll("#class-order li"), carried = new DataTransfer();
		const drag = (on, kind) => on.dispatchEvent(new DragEvent(kind, {bubbles: true, cancelable: true, dataTransfer: carried}));
		drag(first, "dragstart");
		drag(third, "dragover");
		return drag(third, "drop");
	})()`)
	order := []string{before[1], before[2], before[0]}
	settled(strings.Join(order, ","))
	const alt = 1 // the bit of the Alt key
	for place, class := range []string{"low", "mid", "high"} {
		at := slices.Index(order, class)
		if at > place { // the focus goes along with the class
			v.must(chromedp.Do(v.ctx, chromedp.Focus(chromedp.CSS(fmt.Sprintf("#earlier-%d", at)))))
		}
		for ; at > place; at-- {
			v.must(chromedp.Do(v.ctx, chromedp.KeyEvent(kb.ArrowUp, chromedp.KeyModifiers(alt))))
			order[at-1], order[at] = order[at], order[at-1]
			settled(strings.Join(order, ","))
		}
	}
	v.await(`document.querySelector("#summary").textContent.includes("steps from the truth on average")`)

	out, err := exec.Command(built.shell, "agree", "-json", "-order", "low,mid,high", file).Output()
	v.must(err)
	var want struct {
		Alpha struct{ Ordinal struct{ Value float64 } }
	}
	v.must(json.Unmarshal(out, &want))
	v.turn("agreement")
	v.await("document.querySelector('#coefficients')")
	got := eval[string](v, "[...document.querySelectorAll('#coefficients tr')].find((r) => "+
		"r.textContent.includes('order')).cells[1].title")
	if text := fmt.Sprintf("%.6f", want.Alpha.Ordinal.Value); got != text {
		t.Errorf("α of ordered classes: got %s, want %s", got, text)
	}

	v.turn("workers")
	v.click("#workers-0")
	v.await("document.querySelector('.heat')")
	if rows := eval[string](v,
		"[...document.querySelectorAll('#detail .behind th[scope=row]')].map((e) => e.textContent).join()"); rows != "low,mid,high" {
		t.Errorf("the matrix has the rows %s", rows)
	}
}
