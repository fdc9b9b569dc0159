package engine

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"concord/core/wire"
)

// What takes long without having steps lets the world in on the way, and can be
// cancelled there.
func TestCancelWhileThinking(t *testing.T) {
	var text strings.Builder
	text.WriteString("task,worker,label\n")
	for i := range 40_000 {
		fmt.Fprintf(&text, "task %d,worker %d,%d\n", i/4, i*7919%97, i%3)
	}
	v := newVisit(t)
	v.open(roleLabels, text.String())
	v.fit("majority")
	before := v.state()
	for name, request := range map[string]wire.Request{
		"agree":  {Agree: &wire.Agree{Seed: 1}},
		"judge":  {Judge: &wire.Subject{Index: 1}},
		"plan":   {Plan: &wire.Plan{Budget: 20}},
		"advise": {Advise: &wire.Advise{Methods: []string{"majority", "wawa"}}},
	} {
		for _, at := range []int{1, 4, 9} {
			v.tick, v.turns, v.cancelAt = 1, 0, at // every look at the clock is due for a turn
			reply, _ := v.do(request, nil)
			v.cancelAt = 0
			if reply.Fault == nil || !reply.Fault.Cancelled || v.turns != at {
				t.Fatalf("%s, cancelled at turn %d: got %+v after %d turns", name, at, reply, v.turns)
			}
			if v.state() != before {
				t.Errorf("%s, cancelled at turn %d, changed something", name, at)
			}
		}
	}
}

// Between the last row, or the last step, and the answer it still tells that time
// goes on.
func TestTimeIsTold(t *testing.T) {
	var text strings.Builder
	text.WriteString("task,worker,label\n")
	for i := range 400_000 {
		fmt.Fprintf(&text, "task %d,worker %d,%d\n", i/4, i*7919%97, i%3)
	}
	v := newVisit(t)
	for name, ask := range map[string]func() []*wire.Progress{
		"open": func() []*wire.Progress {
			_, told := v.do(wire.Request{Open: &wire.Open{Role: roleLabels}}, memory{"labels.csv", []byte(text.String())})
			return told
		},
		"fit": func() []*wire.Progress {
			v.open(roleLabels, text.String())
			_, told := v.do(wire.Request{Fit: &wire.Fit{Method: "ds"}}, nil)
			return told
		},
	} {
		v.tick = .1 // of which a turn takes one or two
		told := ask()
		if len(told) < 3 {
			t.Fatalf("%s: told %d times", name, len(told))
		}
		last, before := *told[len(told)-1], *told[len(told)-2]
		later := last.Seconds > before.Seconds
		if last.Seconds = before.Seconds; !later || !reflect.DeepEqual(last, before) {
			t.Errorf("%s: at last it told %+v, before %+v; want nothing new but the time", name, last, before)
		}
		v.tick = .001
	}
}
