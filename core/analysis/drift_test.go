package analysis_test

import (
	"fmt"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/session/sessiontest"
	"concord/core/workers"
)

// tiring is four workers, of whom one is right on the first half of 80 tasks and
// says the opposite later; rows come in an order that is not that of the times.
func tiring(when func(n int) string) string {
	var b strings.Builder
	b.WriteString("task,worker,label,submit_time\n")
	for n := range 80 {
		i := n * 37 % 80
		said := "no"
		if i%2 == 0 {
			said = "yes"
		}
		tired := said
		if i >= 40 {
			tired = map[string]string{"yes": "no", "no": "yes"}[said]
		}
		for _, worker := range []string{"ann", "bob", "cat"} {
			fmt.Fprintf(&b, "t%d,%s,%s,%s\n", i, worker, said, when(i))
		}
		fmt.Fprintf(&b, "t%d,eve,%s,%s\n", i, tired, when(i))
	}
	return b.String()
}

func minutes(n int) string { return fmt.Sprintf("2019-11-02 %02d:%02d:00", 8+n/60, n%60) }

func TestDrift(t *testing.T) {
	v := newVisit(t)
	v.open(api.RoleLabels, tiring(minutes))
	v.fit("majority")
	judged := func(j int) *api.Judged { return must(v.result.JudgeWorker(v.job(), &api.Subject{Index: j})) }
	check := func(j int) {
		t.Helper()
		d := judged(j).Drift
		if d == nil || len(d.Windows) != 8 || !strings.Contains(d.Sentence, "got worse over time, beyond chance (p = less than 0.001)") {
			t.Fatalf("got %+v", d)
		}
		if w := d.Windows[0]; w.From != "2019-11-02 08:00:00" || w.To != "2019-11-02 08:09:00" || w.Labels != 10 || w.Agreement.Value != 1 {
			t.Errorf("first window: got %+v", w)
		}
		if w := d.Windows[7]; w.From != "2019-11-02 09:10:00" || w.Agreement.Value != 0 || w.Agreement.High > .35 {
			t.Errorf("last window: got %+v", w)
		}
	}
	check(3)
	if d := judged(0).Drift; !strings.Contains(d.Sentence, "No change over time beyond chance (p = 1.000)") {
		t.Errorf("ann: got %+v", d)
	}
	// The times of those who are left out do not shift those of the others.
	v.amend1(api.Amend{Exclude: []int{1}})
	check(3)
	if d := judged(1).Drift; d.Why == "" {
		t.Errorf("bob is left out: got %+v", d)
	}
}

// Without times, with too few of them or with one only there is no telling.
// Times of several files are not read: that is said, and nothing about a damaged
// file.
func TestDriftOfSeveralFiles(t *testing.T) {
	v := newVisit(t)
	header, rows, _ := strings.Cut(tiring(minutes), "\n")
	half := len(rows)/2 + strings.Index(rows[len(rows)/2:], "\n") + 1
	whole, files := sessiontest.Joined(sessiontest.File{Called: "a.csv", Text: header + "\n" + rows[:half]},
		sessiontest.File{Called: "b.csv", Text: header + "\n" + rows[half:]})
	v.Open(api.RoleLabels, whole, files...)
	v.fit("majority")
	if d := must(v.result.JudgeWorker(v.job(), &api.Subject{Index: 3})).Drift; d == nil || d.Why != "the labels come from several files" {
		t.Errorf("got %+v", d)
	}
}

func TestNoDrift(t *testing.T) {
	v := newVisit(t)
	v.open(api.RoleLabels, explained)
	v.fit("majority")
	if d := must(v.result.JudgeWorker(v.job(), &api.Subject{})).Drift; d != nil {
		t.Errorf("without times: got %+v", d)
	}
	v.open(api.RoleLabels, tiring(func(int) string { return "2019-11-02 08:00:00" }))
	v.fit("majority")
	if d := must(v.result.JudgeWorker(v.job(), &api.Subject{Index: 3})).Drift; d == nil || !strings.Contains(d.Why, "the same time") {
		t.Errorf("one time: got %+v", d)
	}
	v.open(api.RoleLabels, "task,worker,label,time\na,ann,x,2019-11-02\na,bob,x,2019-11-02\nb,ann,y,2019-11-03\nb,bob,y,2019-11-03\n")
	v.fit("majority")
	if d := must(v.result.JudgeWorker(v.job(), &api.Subject{})).Drift; d == nil || !strings.Contains(d.Why, "gave 2 labels with a time") {
		t.Errorf("few labels: got %+v", d)
	}
}

func TestClock(t *testing.T) {
	for at, want := range map[uint32]string{
		0: "1970-01-01 00:00:00", 951782399: "2000-02-28 23:59:59", 951782400: "2000-02-29 00:00:00", 1572714672: "2019-11-02 17:11:12",
		4294967295: "2106-02-07 06:28:15",
	} {
		if got := workers.Clock(at); got != want {
			t.Errorf("%d: got %s, want %s", at, got, want)
		}
	}
}
