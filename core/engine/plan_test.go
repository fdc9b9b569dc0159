package engine

import (
	"fmt"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/session/sessiontest"
)

// planned makes a plan and returns it with its file: the labels by worker.
func (v *visit) planned(q api.Plan) (*api.Planned, map[string]int) {
	v.t.Helper()
	p := v.must(api.Request{Plan: &q}, nil).Planned
	labels := map[string]int{}
	rows := strings.Split(strings.TrimSpace(v.File("plan")), "\n")
	for _, row := range rows[1:] {
		labels[strings.Split(row, ",")[1]]++
	}
	if len(rows)-1 != p.Count {
		v.t.Errorf("the file has %d labels, want %d", len(rows)-1, p.Count)
	}
	return p, labels
}

// pooled opens a pool of tasks with features, most of them labelled.
func pooled(t *testing.T) *visit {
	t.Helper()
	labels, features := sessiontest.Pool()
	v := newVisit(t)
	v.opens(api.RoleLabels, "labels.csv", labels)
	v.opens(api.RoleFeatures, "features.csv", features)
	return v
}

// A plan is the same after the work was kept and opened again, and what is to be
// labelled next is a download with tasks of the pool.
func TestKeptPlanFromThePool(t *testing.T) {
	v := pooled(t)
	v.must(api.Request{Fit: &api.Fit{Method: "gpc-ma", Settings: api.Settings{Seed: 1}}}, nil)
	q := api.Plan{Budget: 20}
	want, _ := v.planned(q)
	next := v.File("next")
	if rows := strings.Split(next, "\n"); !strings.HasPrefix(rows[1], "b0,") || !strings.HasPrefix(rows[2], "b1,") {
		t.Errorf("got %q", next)
	}
	again := v.reopened()
	got, _ := again.planned(q)
	if fmt.Sprint(got.Sentence, got.Notes) != fmt.Sprint(want.Sentence, want.Notes) || again.File("plan") != v.File("plan") ||
		again.File("next") != next {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
