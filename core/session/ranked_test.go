package session_test

import (
	"os"
	"path/filepath"
	"testing"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/session/sessiontest"
	"concord/internal/shared"
)

// Rankings are opened without a question; those of several lists together, or of one of them.
func TestRankingsAreOpened(t *testing.T) {
	open := func(path ...string) (*sessiontest.Visit, *api.Opened) {
		text, err := os.ReadFile(filepath.Join(append([]string{shared.Dir(t)}, path...)...))
		if err != nil {
			t.Fatal(err)
		}
		v := sessiontest.New(t)
		o := v.Open(api.RoleLabels, sessiontest.File{Called: path[len(path)-1], Text: string(text)})
		if o.Read.Kind() != api.KindComparisons || o.Read.Confirm != "" {
			t.Errorf("%v: got %s and question %q, want comparisons and none", path, o.Read.Kind(), o.Read.Confirm)
		}
		return v, o
	}
	open("cases", "41-rankings", "rankings.csv")
	v, o := open("kinds", "data", "rankings_lee", "rankings.csv")
	if n := o.Counts; n.Labels != 163_869 || n.Workers != 2107 {
		t.Errorf("got %d votes by %d workers, want 163,869 by 2,107", n.Labels, n.Workers)
	}
	read := o.Read
	read.Where = []api.Condition{{Column: "task", Values: []string{"us_holidays"}}}
	if n := v.Reread(api.RoleLabels, read).Counts; n.Labels != 146*45 || n.Workers != 146 || n.Tasks != 45 {
		t.Errorf("one list: got %d votes by %d workers on %d pairs, want 6,570 by 146 on 45", n.Labels, n.Workers, n.Tasks)
	}
}

// Rankings are kept for methods as long as they decide the votes there are, and no others.
func TestRankingsWithoutWorkers(t *testing.T) {
	v := sessiontest.New(t)
	v.Open(api.RoleLabels, sessiontest.File{Called: "x.csv", Text: "worker,ranking\nann,A>B>C\nbob,B>A>C\neve,C>A\nann,C>B\n"})
	s, err := v.Amended(sessiontest.Job(t), &api.Amend{Exclude: []int{0}})
	if err != nil {
		t.Fatal(err)
	}
	d := s.Labels.MethodSet().Data
	r := d.Comparisons.Rankings
	if r == nil {
		t.Fatal("got no rankings, want those of bob and eve")
	}
	if again := crowd.CompareLists(d.Comparisons.Items, d.Workers, r); len(r.Worker) != 2 || again.Len() != d.Len() || d.Len() != 4 {
		t.Errorf("got %d votes and rankings of workers %v that decide %d, want 4 by workers 1 and 2", d.Len(), r.Worker, again.Len())
	}
}
