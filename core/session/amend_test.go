package session_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/session"
	"concord/core/session/sessiontest"
)

const tiny = "task,worker,label\nt1,w1,yes\nt1,w2,yes\nt1,w3,no\nt2,w1,no\nt2,w2,no\nt2,w3,no\nt10,w1,yes\nt10,w2,no\n"

// An amended session is another value: a worker who is left out has no labels there, and a verdict is a truth to some and a check to
// others.
func TestAmended(t *testing.T) {
	v := sessiontest.New(t)
	v.Text(api.RoleLabels, tiny)
	for _, c := range []struct {
		name            string
		amend           api.Amend
		labels, workers int
		gold, checked   []int32
	}{
		{"nothing", api.Amend{}, 8, 3, []int32{-1, -1, -1}, []int32{-1, -1, -1}},
		{"a worker, twice", api.Amend{Exclude: []int{2, 2}}, 6, 2, []int32{-1, -1, -1}, []int32{-1, -1, -1}},
		{"verdicts, the last of each task", api.Amend{Review: []api.Reviewed{{Task: 1, Label: "no"}, {Task: 1, Label: "yes"}}}, 8, 3,
			[]int32{-1, 1, -1}, []int32{-1, -1, -1}},
		{"checks", api.Amend{Checked: []api.Reviewed{{Task: 2, Label: "no"}}}, 8, 3, []int32{-1, -1, -1}, []int32{-1, -1, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			checked, err := v.Labels.CheckAmend(&c.amend)
			if err != nil {
				t.Fatal(err)
			}
			s, err := v.Amended(sessiontest.Job(t), checked)
			if err != nil {
				t.Fatal(err)
			}
			if got := s.Labels.Counts; got.Labels != c.labels || got.Workers != c.workers || got.Tasks != 3 {
				t.Errorf("got %+v, want %d labels by %d workers", got, c.labels, c.workers)
			}
			none := []int32{-1, -1, -1}
			if got := s.Labels.Reviewed(slices.Clone(none)); !slices.Equal(got, c.gold) {
				t.Errorf("gold: got %v, want %v", got, c.gold)
			}
			if got := s.Labels.Checked(slices.Clone(none)); !slices.Equal(got, c.checked) {
				t.Errorf("checked: got %v, want %v", got, c.checked)
			}
			if got := v.Labels.Counts; got.Labels != 8 || len(v.Labels.Amend.Exclude) > 0 {
				t.Errorf("the session before has changed: got %+v", got)
			}
		})
	}
}

// What makes no sense is refused with the reason.
func TestAmendmentsThatAreRefused(t *testing.T) {
	v := sessiontest.New(t)
	v.Text(api.RoleLabels, tiny)
	for want, a := range map[string]api.Amend{
		"There is no worker number 3":    {Exclude: []int{3}},
		"There is no worker number -1":   {Exclude: []int{-1}},
		"No label would be left":         {Exclude: []int{0, 1, 2}},
		"There is no task number 3":      {Review: []api.Reviewed{{Task: 3, Label: "yes"}}},
		"There is no label “maybe”":      {Review: []api.Reviewed{{Task: 0, Label: "maybe"}}},
		"The order lacks the class “no”": {Order: []string{"low", "high"}},
	} {
		checked, err := v.Labels.CheckAmend(&a)
		if err == nil {
			_, err = v.Amended(sessiontest.Job(t), checked)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: got %v, want %q", a, err, want)
		}
	}
}

// An order of the classes gives each its place, and brings labels to it and estimates back.
func TestOrder(t *testing.T) {
	v := sessiontest.New(t)
	v.Text(api.RoleLabels, "task,worker,label\na,x,low\na,y,mid\na,z,high\nb,x,mid\nb,y,mid\nb,z,low\n")
	l, err := v.Labels.WithOrder([]string{"low", "mid", "high"})
	if err != nil {
		t.Fatal(err)
	}
	s := l.Scale // classes are high, low, mid by their names
	if got := fmt.Sprint(s.Order, s.Place, s.Sorted([]int{0, 1, 2}), s.PlaceOf(0), s.ClassAt(0)); got != "[1 2 0] [2 0 1] [1 2 0] 2 1" {
		t.Errorf("got %s", got)
	}
	if got := s.Ranked(l.Set.Data).Class; !slices.Equal(got, []uint16{0, 1, 2, 1, 1, 0}) {
		t.Errorf("ranked: got %v", got)
	}
	if got := session.Permute([]float64{.2, .3, .5}, s.Place); !slices.Equal(got, []float64{.5, .2, .3}) {
		t.Errorf("got %v", got)
	}
	if _, err := v.Labels.WithOrder([]string{"low", "mid"}); err == nil {
		t.Error("an order without one of the classes is taken")
	}
}

// A worker who ticked nothing is left out like any other.
func TestLeaveOutWhoTickedNothing(t *testing.T) {
	v := sessiontest.New(t)
	v.Text(api.RoleLabels, "task,worker,label\nt1,A,\"[\"\"x\"\",\"\"y\"\"]\"\nt1,B,[]\nt2,C,\"[\"\"x\"\",\"\"y\"\"]\"\nt2,B,[]\n")
	if got := v.Labels.MethodSet().Data.Len(); got != 8 {
		t.Errorf("got %d answers to questions, want 8", got)
	}
	s, err := v.Amended(sessiontest.Job(t), &api.Amend{Exclude: []int{1}})
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Labels.MethodSet().Data.Len(); got != 4 {
		t.Errorf("without B: got %d answers to questions, want 4", got)
	}
}
