package engine

import (
	"strings"
	"testing"

	"concord/core/api"
)

// Costs stay, and are counted anew, when a worker is left out and taken in again,
// and when the classes are put in order.
func TestCostsFollowAmendments(t *testing.T) {
	v := newVisit(t)
	v.open("labels", sick())
	first := v.open("costs", priec)
	before := v.fit("majority").Priced
	out := v.must(api.Request{Amend: &api.Amend{Exclude: []int{2}}}, nil).Amended
	if p := out.Fitted.Priced; p == nil || *p == *before {
		t.Errorf("a worker left out: got %+v, before %+v", p, before)
	}
	if head, _, _ := strings.Cut(v.File("workers"), "\n"); !strings.Contains(head, "saved_random") {
		t.Errorf("the workers: got %s", head)
	}
	back := v.must(api.Request{Amend: &api.Amend{}}, nil).Amended
	if p := back.Fitted.Priced; p == nil || *p != *before {
		t.Errorf("taken in again: got %+v, want %+v", p, before)
	}
	// What is remembered of before has no costs that came since.
	late := newVisit(t)
	late.open("labels", sick())
	late.fit("majority")
	late.must(api.Request{Amend: &api.Amend{Exclude: []int{2}}}, nil)
	late.open("costs", priec)
	if p := late.must(api.Request{Amend: &api.Amend{}}, nil).Amended.Fitted.Priced; p == nil || *p != *before {
		t.Errorf("costs that came while a worker was left out: got %+v, want %+v", p, before)
	}
	v.must(api.Request{Amend: &api.Amend{Order: []string{"yes", "no"}}}, nil)
	o := v.open("costs", priec)
	if o.Priced == nil || *o.Priced != *before || o.Costs.Classes[0] != "yes" || o.Costs.Of[0][1] != 10 || first.Costs.Of[1][0] != 10 {
		t.Errorf("in order: got %+v, %+v", o.Priced, o.Costs)
	}
}
