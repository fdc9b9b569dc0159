package analysis_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/session/sessiontest"
	"concord/core/simulate"
)

func TestAdvise(t *testing.T) {
	v := newVisit(t)
	v.sample("labels", "adversaries")
	a := must(v.methods.Advise(v.job(), v.Session, &api.Advise{Settings: api.Settings{Seed: 1}, Methods: []string{"majority", "ds", "ridge"}}))
	if a.Best != "ds" || !strings.HasPrefix(a.Sentence, "Use Dawid–Skene") || len(a.Methods) != 3 || a.Methods[2].Why == "" ||
		a.Methods[2].Tasks != nil {
		t.Errorf("got %+v", a)
	}
	if m := a.Methods[0]; m.Tasks == nil || m.Tasks.SE <= 0 || m.Behind.Value <= 0 || m.Short {
		t.Errorf("majority: got %+v", m)
	}
	a = must(v.methods.Advise(v.job(), v.Session, &api.Advise{
		Settings: api.Settings{Seed: 1}, Methods: []string{"majority", "ds", "consensus"},
	}))
	if a.Best != "consensus" || !strings.HasPrefix(a.Sentence, "Use Consensus") ||
		(a.Rival != "") != strings.Contains(a.Sentence, "predicts hidden labels best here, but") {
		t.Errorf("with the default: got %+v", a)
	}
	if got := refusal(v.methods.Advise(v.job(), v.Session, &api.Advise{Methods: []string{"ridge"}})); !strings.Contains(got, "None of these") {
		t.Errorf("got %q", got)
	}
}

// Of many labels a sample judges, and methods that take long are left out and named; who names them has them judged.
func TestAdviseIsBounded(t *testing.T) {
	v := newVisit(t)
	crowd := simulate.Mob{Tasks: 4000, Workers: 30, Classes: 3, PerTask: 3, Low: .5, High: .9}
	labels, _ := sessiontest.TextOf(t, crowd.Sample(1))
	v.open("labels", labels)
	a := must(v.methods.Advise(v.job(), v.Session, &api.Advise{Settings: api.Settings{Seed: 1}}))
	if a.Best != "consensus" || a.Labels < 10_000 || a.Labels > 10_002 {
		t.Errorf("got %s by %d labels", a.Best, a.Labels)
	}
	judged := func(a *api.Advised) (names []string) {
		for _, m := range a.Methods {
			if m.Tasks != nil {
				names = append(names, m.Name)
			}
		}
		return names
	}
	names := judged(a)
	for _, name := range []string{"consensus", "majority", "ds"} {
		if !slices.Contains(names, name) {
			t.Errorf("%s is not judged; got %v", name, names)
		}
	}
	for _, name := range []string{"ebcc", "minimax"} {
		if slices.Contains(names, name) || !slices.Contains(a.Slow, name) {
			t.Errorf("%s is not left out: got %v, and left out %v", name, names, a.Slow)
		}
	}
	if again := must(v.methods.Advise(v.job(), v.Session, &api.Advise{Settings: api.Settings{Seed: 1}})); !slices.Equal(again.Slow, a.Slow) ||
		again.Methods[0].Tasks.Value != a.Methods[0].Tasks.Value {
		t.Errorf("again: got %+v, want %+v", again, a)
	}
	ask := &api.Advise{Settings: api.Settings{Seed: 1}, Methods: []string{"mace", "consensus"}}
	if a = must(v.methods.Advise(v.job(), v.Session, ask)); !slices.Equal(judged(a), ask.Methods) || a.Slow != nil {
		t.Errorf("named: got %v, left out %v", judged(a), a.Slow)
	}
}

// The largest numbers that are read as such leave all that is said of them finite.
func TestAdviseOnVeryLargeNumbers(t *testing.T) {
	var b strings.Builder
	b.WriteString("task,worker,label\n")
	for i := range 6 {
		fmt.Fprintf(&b, "t%d,ann,1e60\nt%d,bob,-1e60\nt%d,cid,0.5\n", i, i, i)
	}
	v := newVisit(t)
	v.open("labels", b.String())
	if a := must(v.methods.Advise(v.job(), v.Session, &api.Advise{Settings: api.Settings{Seed: 1}})); a.Best == "" {
		t.Errorf("got %+v", a)
	}
}

// Quick advice says why the default suits the labels, and compares it with few others.
func TestQuickAdvice(t *testing.T) {
	v := newVisit(t)
	v.sample("labels", "moderation")
	a := must(v.methods.Advise(v.job(), v.Session, &api.Advise{Settings: api.Settings{Seed: 1}, Quick: true}))
	if a.Best != "consensus" || !strings.HasPrefix(a.Sentence, "Consensus is the default here. It averages methods") ||
		(a.Rival != "") != strings.Contains(a.Sentence, "standard errors") {
		t.Errorf("got %+v", a)
	}
	v.open("labels", "task,worker,label\na,u,x\na,v,y\nb,u,x\nb,v,x\nc,u,y\nc,v,y\n")
	a = must(v.methods.Advise(v.job(), v.Session, &api.Advise{Settings: api.Settings{Seed: 1}, Quick: true}))
	if want := "No method can be recommended. There are two workers, and where they disagree nothing shows who is right."; a.Best != "" ||
		a.Rival != "" || a.Sentence != want {
		t.Errorf("two workers: got %+v", a)
	}
	v.open("labels", "task,worker,label\na,u,x\nb,u,x\nc,u,y\n")
	for _, quick := range []bool{false, true} {
		a = must(v.methods.Advise(v.job(), v.Session, &api.Advise{Settings: api.Settings{Seed: 1}, Quick: quick}))
		if want := "No method can be recommended. All labels are by one worker, so nothing shows where they are wrong."; a.Best != "" ||
			a.Sentence != want {
			t.Errorf("one worker, quick %v: got %+v", quick, a)
		}
	}
}
