package engine

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/session"
	"concord/internal/race"
)

// labelled is a file of n labels, four a task, of which four in five are right.
func labelled(n int) string {
	var text strings.Builder
	text.WriteString("task,worker,label\n")
	for i := range n {
		said := i / 4 % 3
		if i%5 == 0 {
			said = i % 3
		}
		fmt.Fprintf(&text, "task %d,worker %d,%d\n", i/4, i*7919%97, said)
	}
	return text.String()
}

// What takes long without having steps lets the world in on the way, and can be
// cancelled there.
func TestCancelWhileThinking(t *testing.T) {
	v := newVisit(t)
	v.open(api.RoleLabels, labelled(40_000))
	v.fit("majority")
	before := v.state()
	for name, request := range map[string]api.Request{
		"agree":  {Agree: &api.Agree{Seed: 1}},
		"judge":  {Judge: &api.Subject{Index: 1}},
		"plan":   {Plan: &api.Plan{Budget: 20}},
		"needed": {Needed: &api.Needed{}},
		"advise": {Advise: &api.Advise{Methods: []string{"majority", "wawa"}}},
	} {
		for _, at := range []int{1, 4, 9} {
			v.cache.Keep()                         // the downloads have judged everybody
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
	race.Skip(t)
	v := newVisit(t)
	file := memory{"labels.csv", []byte(labelled(400_000))}
	for _, ask := range []struct {
		name    string
		request api.Request
		from    session.Source
	}{
		{"open", api.Request{Open: &api.Open{Role: api.RoleLabels}}, file},
		{"fit", api.Request{Fit: &api.Fit{Method: "ds"}}, nil},
	} {
		v.tick = .1 // of which a turn takes one or two
		_, told := v.do(ask.request, ask.from)
		const enough = 10 // a reader tells of its last row twice anyway
		if len(told) < enough {
			t.Fatalf("%s: told %d times", ask.name, len(told))
		}
		told = told[len(told)-enough:]
		for n, p := range told[1:] {
			was := *told[n]
			later := p.Seconds > was.Seconds
			if was.Seconds = p.Seconds; !later || !reflect.DeepEqual(was, *p) {
				t.Errorf("%s: at last it told %+v after %+v; want nothing new but the time", ask.name, p, told[n])
			}
		}
	}
}
