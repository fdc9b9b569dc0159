package e2e

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/chromedp"

	"concord/app/model"
	"concord/core/api"
)

// length is how often something is done: as often as a variable of the environment says (make soak), or in short.
func length(t testing.TB, variable string, short int) int {
	t.Helper()
	text, ok := os.LookupEnv(variable)
	if !ok {
		return short
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < short {
		t.Fatalf("%s is %q, want a number from %d", variable, text, short)
	}
	return n
}

// inUse returns the memory of the page and its worker, in bytes, without what is only waiting to be collected.
func (v *visit) inUse() int64 {
	v.Helper()
	_, err := chromedp.Call(v.ctx, heapprofiler.CollectGarbage, cdp.Empty{})
	v.must(err)
	return v.heap()
}

// level checks that memory in use stays level: that the least of the second half of what was measured is not above the least of the
// first by more than it may. When memory is given back is up to chance, but what leaks is never given back.
func (v *visit) level(when string, used []int64, mayGrow int64) {
	v.Helper()
	before, after := slices.Min(used[:(len(used)+1)/2]), slices.Min(used[len(used)/2:])
	v.Logf("soak: %s: at least %.1f MB in use in the first half, %.1f MB in the second, no message on the console",
		when, float64(before)/1e6, float64(after)/1e6)
	if after > before+mayGrow {
		v.Errorf("memory in use grew from %.0f MB to %.0f MB over %s", float64(before)/1e6, float64(after)/1e6, when)
	}
}

// Files are opened, fitted and closed again and again in one tab: memory stays level, and nothing is complained of.
func TestSoakCycles(t *testing.T) {
	v := begin(t, serve(t))
	v.byHand()
	v.measured()
	v.navigate("/")
	v.state("empty")
	v.offline()
	all := []string{write(t, "animals.csv", animals), write(t, "tweets.csv", tweets)}
	var used []int64
	cycles := length(t, "CONCORD_CYCLES", 9)
	for n := range cycles {
		v.pick("#labels-file", all[n%len(all)])
		v.state("ready")
		v.fit([]string{"ds", "majority", "consensus"}[n%3])
		if n > 2 { // each method was used once
			used = append(used, v.inUse()) // before the next worker is there, or not yet
		}
		eval[bool](v, `(document.querySelector("#clear").click(), true)`)
		v.state("empty")
	}
	v.level(fmt.Sprintf("%d times opening, running and closing", cycles), used, 30e6)
}

// An action is something that a user can do where an element is found, and what it tells the page.
type action struct {
	on  string // finds the elements
	say string // values or texts to choose from; empty: it is clicked
	msg func(s model.State, e element) model.Msg
}

// element is what an action was done to.
type element struct {
	ID, Value, Sample string
	Checked           bool
}

// last is the part of an id behind the last hyphen, before what comes before.
func (e element) last() (before string, index int) {
	at := strings.LastIndexByte(e.ID, '-')
	index, _ = strconv.Atoi(e.ID[at+1:])
	return e.ID[:max(at, 0)], index
}

var actions = []action{
	{on: "#samples [data-sample]", msg: func(_ model.State, e element) model.Msg { return model.PickSample{Name: e.Sample} }},
	{on: "#method", say: "majority ds onecoin consensus mace", msg: func(_ model.State, e element) model.Msg {
		return model.SetMethod{Name: e.Value}
	}},
	{on: "#run:not([hidden])", msg: func(model.State, element) model.Msg { return model.StartRun{} }},
	{on: "#confirm-roles", msg: func(model.State, element) model.Msg { return model.ConfirmRoles{} }},
	{on: "#settle button:not(#confirm-roles):not(:disabled)", msg: func(s model.State, e element) model.Msg {
		for _, i := range s.Issues() {
			for _, r := range i.Remedies {
				if e.ID == "settle-"+i.Key()+"-"+r.Do {
					return model.Settle{Issue: i.Key(), Remedy: r}
				}
			}
		}
		return nil
	}},
	{on: "[role=tab]", msg: func(_ model.State, e element) model.Msg {
		return model.Show{View: strings.TrimPrefix(e.ID, "tab-")}
	}},
	{on: "#table-tasks .open, #table-workers .open", msg: func(_ model.State, e element) model.Msg {
		kind, index := e.last()
		return model.Open{Kind: kind[strings.LastIndexByte(kind, '-')+1:], Index: index, From: e.ID}
	}},
	{on: ".dialog-close", msg: func(model.State, element) model.Msg { return model.Close{} }},
	{on: "#exclude", msg: func(s model.State, _ element) model.Msg {
		d := s.Detail()
		out := true
		for _, j := range s.Amend.Exclude {
			out = out && j != d.Index
		}
		return model.Exclude{Worker: d.Index, Out: out}
	}},
	{on: "#undo-workers", msg: func(model.State, element) model.Msg { return model.UndoAmend{} }},
	{on: "#tasks-filter, #workers-filter", say: "a p 1 zz", msg: func(_ model.State, e element) model.Msg {
		return model.Filter{Table: strings.TrimSuffix(e.ID, "-filter"), Text: e.Value}
	}},
	{on: "#table-tasks th .sort, #table-workers th .sort", msg: func(_ model.State, e element) model.Msg {
		_, which, _ := strings.Cut(e.ID, "-")
		table, column, _ := strings.Cut(which, "-")
		return model.Sort{Table: table, Column: column}
	}},
	{on: "#review", msg: func(model.State, element) model.Msg { return model.StartReview{} }},
	{on: "#skip-task", msg: func(model.State, element) model.Msg { return model.SkipTask{} }},
	{on: "#shortcuts", msg: func(model.State, element) model.Msg { return model.Sheet{Open: true} }},
	{on: "#labels-header", msg: func(_ model.State, e element) model.Msg {
		return model.SetOption{Of: api.RoleLabels, Option: "header", Text: strconv.FormatBool(e.Checked)}
	}},
	{on: "#dismiss, #failure button", msg: func(model.State, element) model.Msg { return model.Dismiss{} }},
	{on: "#clear", msg: func(model.State, element) model.Msg { return model.Forget{Role: api.RoleLabels} }},
}

// act does an action to the nth element that it is possible for, and returns which that was; without an id: none.
func (v *visit) act(a action, n int) element {
	v.Helper()
	return eval[element](v, fmt.Sprintf(`((on, say, n) => {
		const top = document.querySelector("dialog:modal") ?? document;
		const all = [...top.querySelectorAll(on)].filter((e) => !e.disabled && !e.closest("[hidden]"));
		if (!all.length) return {};
		const e = all[n %% all.length];
		if (say.length) {
			const words = e.options ? say.filter((word) => [...e.options].some((o) => o.value === word && !o.disabled)) : say;
			e.value = words[(n >> 4) %% words.length];
			e.dispatchEvent(new Event(e.options ? "change" : "input", {bubbles: true}));
		} else e.click();
		const {id, value, checked, dataset} = e;
		return {ID: id || on, Value: value ?? "", Sample: dataset.sample ?? "", Checked: !!checked};
	})(%q, %q.split(" ").filter(Boolean), %d)`, a.on, a.say, n))
}

// Random sequences of actions, by seed, in one tab: after each the page shows what app/model says, memory stays level, and nothing
// is complained of.
func TestSoakSequences(t *testing.T) {
	v := begin(t, serve(t))
	v.byHand()
	v.measured()
	v.before(`addEventListener("beforeinstallprompt", (e) => e.stopImmediatePropagation());`)
	v.navigate("/")
	v.state("empty")
	v.offline()
	v.await("document.querySelector('#offline-ready')")
	w := newTwin(t)
	all := []string{
		write(t, "animals.csv", animals), write(t, "tweets.csv", tweets), write(t, "unanimous.csv", unanimous()),
		write(t, "ragged.csv", animals+"p6,ann\n"), write(t, "empty.csv", ""),
	}
	const each = 8 // actions of a sequence
	sequences, done := length(t, "CONCORD_SEQUENCES", 4), 0
	var used []int64
	for seed := range sequences {
		r := rand.New(rand.NewPCG(uint64(seed), 20))
		var trail []string
		for try := 0; len(trail) < each && try < 10*each; try++ { // most actions are possible now and then only
			if k := r.IntN(10); k == 0 || w.state.Labels.Opened == nil && k < 7 {
				if w.state.Detail() != nil || w.state.Sheet {
					continue // a dialog lies over it
				}
				file := all[r.IntN(len(all))]
				trail = append(trail, filepath.Base(file))
				v.pick("#labels-file", file)
				w.do(pick(t, file))
			} else {
				a := actions[r.IntN(len(actions))]
				e := v.act(a, r.IntN(1<<12))
				if e.ID == "" {
					continue
				}
				trail = append(trail, fmt.Sprintf("%s %s", e.ID, e.Value+e.Sample))
				w.do(a.msg(w.state, e))
			}
			done++
			if why := v.same(w); why != "" {
				v.picture("soak")
				t.Fatalf("seed %d, after %s:\n%s", seed, strings.Join(trail, " · "), why)
			}
		}
		if seed >= sequences/4 {
			used = append(used, v.inUse())
		}
	}
	v.level(fmt.Sprintf("%d sequences of %d actions", sequences, done), used, 60e6) // what a sequence needs most is found late
}

// same waits until the page shows what its twin does, and returns how they differ if that does not happen.
func (v *visit) same(w *twin) (why string) {
	v.Helper()
	want, phase := w.text(), w.state.Phase()
	for deadline := time.Now().Add(v.patience); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		shown := eval[[2]string](v, `(() => {
			const texts = document.createTreeWalker(document.querySelector("#app"), NodeFilter.SHOW_TEXT), all = [];
			while (texts.nextNode()) all.push(texts.currentNode.data);
			return [all.join(" "), document.body.dataset.state];
		})()`)
		if why = differ(plain(shown[0]), want); why == "" && shown[1] != phase {
			why = fmt.Sprintf("the page is %s, its twin %s", shown[1], phase)
		}
		if why == "" {
			return ""
		}
	}
	return why
}
