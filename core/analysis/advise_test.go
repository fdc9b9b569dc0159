package analysis_test

import (
	"fmt"
	"strings"
	"testing"

	"concord/core/api"
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
