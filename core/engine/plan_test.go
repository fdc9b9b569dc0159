package engine

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"concord/core/api"
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

// pooled are labels of tasks a* on both sides of a line, and features of these and
// of further tasks: b0 lies on the line, b1 far from it.
func pooled(t *testing.T) *visit {
	t.Helper()
	var labels, features strings.Builder
	labels.WriteString("task,worker,label\n")
	features.WriteString("task,x,y\n")
	r := rand.New(rand.NewPCG(5, 6))
	for i := range 40 {
		x := float64(i%2*2-1) * (.3 + r.Float64())
		for _, j := range r.Perm(5)[:3] {
			said := i % 2
			if r.IntN(8) == 0 {
				said = 1 - said
			}
			fmt.Fprintf(&labels, "a%d,w%d,%s\n", i, j, []string{"no", "yes"}[said])
		}
		fmt.Fprintf(&features, "a%d,%.3f,%.3f\n", i, x, r.Float64())
	}
	features.WriteString("b1,1.2,.5\nb0,0,.5\n")
	v := newVisit(t)
	v.opens(api.RoleLabels, "labels.csv", labels.String())
	v.opens(api.RoleFeatures, "features.csv", features.String())
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
