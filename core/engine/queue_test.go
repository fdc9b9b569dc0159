package engine

import (
	"testing"

	"concord/core/api"
)

// Requests are answered in turn, but for those that were cancelled or give way to the next.
func TestQueue(t *testing.T) {
	v := newVisit(t)
	v.open(api.RoleLabels, tiny)
	q := NewQueue(v.Engine)
	agree, advise := api.Request{Agree: &api.Agree{}}, api.Request{Advise: &api.Advise{Quick: true}}
	for id, r := range []api.Request{agree, agree, advise, agree, advise} {
		r.ID = id + 1
		if r.Advise != nil && !r.GivesWay() {
			t.Fatal("quick advice does not give way")
		}
		q.Put(r, nil)
	}
	q.Put(api.Request{ID: 6, Cancel: &api.Cancel{ID: 2}}, nil)
	q.Put(api.Request{ID: 7, Cancel: &api.Cancel{ID: 99}}, nil) // which there is not
	close(q.jobs)
	var got []int
	cancelled := map[int]bool{}
	q.Serve(func(r api.Reply) {
		if r.Final() {
			got, cancelled[r.ID] = append(got, r.ID), r.Fault != nil && r.Fault.Cancelled
		}
	})
	if len(got) != 5 || got[0] != 1 || got[4] != 5 {
		t.Errorf("got replies to %v, want to 1 to 5", got)
	}
	for id, want := range map[int]bool{1: false, 2: true, 3: true, 4: false, 5: false} {
		if cancelled[id] != want {
			t.Errorf("request %d: cancelled %v, want %v", id, cancelled[id], want)
		}
	}
}
