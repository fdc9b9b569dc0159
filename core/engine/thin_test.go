package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
)

// single is tasks of one label each, but for the first few, which have two.
func single(tasks, shared int) string {
	var b strings.Builder
	b.WriteString("task,worker,label\n")
	for i := range tasks {
		fmt.Fprintf(&b, "t%d,w%d,%s\n", i, i%4, []string{"x", "y", "x"}[i%3])
		if i < shared {
			fmt.Fprintf(&b, "t%d,w%d,x\n", i, (i+1)%4)
		}
	}
	return b.String()
}

// Where hardly a task has labels of two workers the counts say so, and so does every
// fit but the plain answer; what tells of workers in another way takes it back.
func TestThinLabelsAreGuesswork(t *testing.T) {
	for _, c := range []struct {
		tasks, shared int
		want          string
	}{{40, 0, "No task has labels of two workers"}, {40, 3, "Only 3 of 40 labelled tasks"}, {40, 4, ""}} {
		v := newVisit(t)
		thin := v.open(api.RoleLabels, single(c.tasks, c.shared)).Counts.Thin
		if thin == "" != (c.want == "") || !strings.HasPrefix(thin, c.want) {
			t.Fatalf("%d of %d shared: got %q, want %q …", c.shared, c.tasks, thin, c.want)
		}
		for method, plain := range map[string]bool{"ds": false, "glad": false, "kos": false, "majority": true} {
			said := slices.Contains(v.fit(method).Warnings, thin)
			if want := thin != "" && !plain; said != want {
				t.Errorf("%d of %d shared, %s: the result says so: %v, want %v", c.shared, c.tasks, method, said, want)
			}
			if thin != "" && !plain && !strings.Contains(v.File("run"), c.want) {
				t.Errorf("%d of %d shared, %s: run.json does not say so", c.shared, c.tasks, method)
			}
		}
	}
	v := newVisit(t)
	thin := v.open(api.RoleLabels, single(40, 0)).Counts.Thin
	if a := v.must(api.Request{Advise: &api.Advise{Methods: []string{"ds", "mmsr", "majority"}, Settings: api.Settings{Seed: 1}}},
		nil).Advised; a.Best != "" || a.Sentence != "No method can be recommended. "+thin+"." {
		t.Errorf("advised %q: %s", a.Best, a.Sentence)
	}
	v.open(api.RoleGold, "task,label\nt0,x\nt1,y\nt2,x\nt3,y\n")
	if got := v.fit("ds").Warnings; slices.Contains(got, thin) {
		t.Errorf("known classes tell of the workers, and yet: %q", got)
	}
	numbers := newVisit(t)
	o := numbers.open(api.RoleLabels, "task,worker,label\na,u,1.5\nb,v,2.25\nc,u,3.125\nd,v,1.75\ne,u,0.5\nf,v,2.875\ng,u,9.5\nh,v,"+
		"7.25\ni,u,6.5\nj,v,4.5\nk,u,3.5\nl,v,8.125\n")
	if !o.Counts.Kind.Numbers || !strings.Contains(o.Counts.Thin, "mean or median") {
		t.Fatalf("got %+v", o.Counts)
	}
	if m := o.Methods[slices.IndexFunc(o.Methods, func(m api.Method) bool {
		return m.Name == "mean"
	})]; !m.Plain || o.Counts.Guesswork(m, false) != "" {
		t.Errorf("the mean is guesswork: %+v", m)
	}
	if got := numbers.fit("biasprecision").Warnings; !slices.Contains(got, o.Counts.Thin) {
		t.Errorf("biases of workers who share nothing: got %q", got)
	}
}
