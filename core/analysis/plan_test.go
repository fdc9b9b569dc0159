package analysis_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/session/sessiontest"
	"concord/internal/shared"
)

// copied are labels of 200 tasks by seven workers who are right three times of
// four, each task by five of them; zoe copies amy.
func copied() string {
	r := rand.New(rand.NewPCG(1, 2))
	names := []string{"amy", "bob", "cat", "dan", "eve", "fay", "gus"}
	var b strings.Builder
	b.WriteString("task,worker,label\n")
	for i := range 200 {
		truth := r.IntN(3)
		for _, j := range r.Perm(7)[:5] {
			said := truth
			if r.IntN(4) == 0 {
				said = (truth + 1 + r.IntN(2)) % 3
			}
			fmt.Fprintf(&b, "t%d,%s,%c\n", i, names[j], 'a'+said)
			if j == 0 {
				fmt.Fprintf(&b, "t%d,zoe,%c\n", i, 'a'+said)
			}
		}
	}
	return b.String()
}

// noted reports whether a plan has a note that contains a text.
func noted(p *api.Planned, text string) bool {
	return slices.ContainsFunc(p.Notes, func(note string) bool { return strings.Contains(note, text) })
}

func TestPlanLeavesSuspectsOut(t *testing.T) {
	v := newVisit(t)
	v.open(api.RoleLabels, copied())
	v.run(api.Fit{Method: "ds", Settings: api.Settings{Seed: 1, Stop: "paper"}}) // settled, two labels fewer are of use
	p, labels := v.planned(api.Plan{Budget: 60})
	if p.Count != 60 || labels["amy"]+labels["zoe"] > 0 || labels[""] > 0 {
		t.Errorf("got %v", labels)
	}
	if !noted(p, "Workers who stand out get nothing, unless you include them.") {
		t.Errorf("got %q", p.Notes)
	}
	for j, n := range labels {
		if n > 20 || n > p.Most {
			t.Errorf("%s is asked for %d labels of 60, the most is %d", j, n, p.Most)
		}
	}
	p, labels = v.planned(api.Plan{Budget: 60, Suspects: true})
	if p.Count != 60 || labels["amy"]+labels["zoe"] == 0 || noted(p, "stand out") {
		t.Errorf("with suspects: got %v, %q", labels, p.Notes)
	}
}

func TestPlanKeepsToTheShare(t *testing.T) {
	v := newVisit(t)
	v.open(api.RoleLabels, copied())
	v.run(api.Fit{Method: "ds", Settings: api.Settings{Seed: 1, Stop: "paper"}}) // settled, two labels fewer are of use
	for _, c := range []struct {
		q     api.Plan
		most  int
		count int
		note  string
	}{
		{api.Plan{Budget: 60}, 20, 60, "The limit is 20, so that the plan does not depend on one person."},
		{api.Plan{Budget: 60, Suspects: true}, 15, 60, "The limit is 15"},
		{api.Plan{Budget: 60, Share: .25}, 15, 60, "The limit is 15, as you set."},
		{api.Plan{Budget: 60, Share: 1}, 60, 60, "The limit is 60, as you set."},
		{api.Plan{Budget: 60, Most: 12}, 12, 60, "The limit is 12, as you set."},
		{api.Plan{Budget: 60, Share: .05}, 3, 18, "42 of the 60 could not be assigned: nobody gets more than 3,"},
		{api.Plan{Budget: 3, Share: .1}, 1, 3, "3 workers are asked for at most 1 label."},
		{api.Plan{Budget: 1}, 1, 1, "One worker is asked for at most 1 label."},
	} {
		p, labels := v.planned(c.q)
		if p.Most != c.most || p.Count != c.count || !noted(p, c.note) {
			t.Errorf("%+v: got %d labels, %d at most, %q; want %d, %d, %q", c.q, p.Count, p.Most, p.Notes, c.count, c.most, c.note)
		}
		for j, n := range labels {
			if n > c.most {
				t.Errorf("%+v: %s is asked for %d labels", c.q, j, n)
			}
		}
	}
	for _, share := range []float64{-.1, 1.1, math.NaN()} {
		_, _, err := v.result.NextLabels(v.job(), &api.Plan{Budget: 3, Share: share})
		if got := refusal(share, err); !strings.Contains(got, "can't get") {
			t.Errorf("a share of %g: got %q", share, got)
		}
	}
}

// What is said where little or nothing can be asked.
func TestPlanWithNobodyLeft(t *testing.T) {
	rows := func(tasks int, said func(i int) []string) string {
		var b strings.Builder
		b.WriteString("task,worker,label\n")
		for i := range tasks {
			for j, label := range said(i) {
				if label != "" {
					fmt.Fprintf(&b, "t%d,w%d,%s\n", i, j, label)
				}
			}
		}
		return b.String()
	}
	turns := func(i int) string { return []string{"no", "yes"}[i%2] }
	often := func(i int) string { return turns(i + i%5/4) } // four times of five the same
	for _, c := range []struct {
		about, labels, method string
		sentence, note        string
		count                 int
	}{
		{"everybody has labelled everything", rows(60, func(i int) []string { return []string{turns(i), turns(i), often(i)} }), "majority",
			"Nobody is left to ask: everybody who may be asked has labelled every task that is in doubt. About ", "", 0},
		{"some tasks have everybody", rows(60, func(i int) []string {
			if i < 20 {
				return []string{turns(i), turns(i), often(i)}
			}
			return []string{turns(i), often(i), ""}
		}), "majority", "", "tasks in doubt are left out: everybody who may be asked has labelled them.", -1},
	} {
		v := newVisit(t)
		v.open(api.RoleLabels, c.labels)
		v.fit(c.method)
		p, labels := v.planned(api.Plan{Budget: 5})
		if !strings.HasPrefix(p.Sentence, c.sentence) || c.note != "" && !noted(p, c.note) || c.count >= 0 && p.Count != c.count ||
			labels[""] > 0 {
			t.Errorf("%s: got %q, %q, %v", c.about, p.Sentence, p.Notes, labels)
		}
	}
}

// Where everybody is suspect, nobody is asked: the words say so.
func TestPlanWhereAllAreSuspect(t *testing.T) {
	var b strings.Builder
	b.WriteString("task,worker,label\n")
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 100 {
		said := 'a' + rune(r.IntN(3))
		fmt.Fprintf(&b, "t%d,amy,%c\nt%[1]d,zoe,%[2]c\n", i, said)
		if i%2 == 0 {
			said = 'a' + rune(r.IntN(3))
			fmt.Fprintf(&b, "t%d,bob,%c\nt%[1]d,cat,%[2]c\n", i, said)
		}
	}
	v := newVisit(t)
	v.open(api.RoleLabels, b.String())
	v.fit("majority")
	p, _ := v.planned(api.Plan{Budget: 5})
	if p.Count != 0 || p.Sentence != "There is nobody to ask: all 4 workers stand out." || !noted(p, "unless you include them") {
		t.Errorf("got %d labels, %q, %q", p.Count, p.Sentence, p.Notes)
	}
	// Where they are asked, too, all four have labelled most of what is in doubt.
	if p, _ := v.planned(api.Plan{Budget: 5, Suspects: true}); !strings.Contains(p.Sentence, "would hardly help") {
		t.Errorf("with suspects: got %q", p.Sentence)
	}
}

// pooled opens a pool of tasks with features, most of them labelled.
func pooled(t *testing.T) *visit {
	t.Helper()
	labels, features := sessiontest.Pool()
	v := newVisit(t)
	v.open(api.RoleLabels, labels)
	v.open(api.RoleFeatures, features)
	return v
}

// Tasks that nobody labelled are planned too: by a classifier that ranks by doubt
// before all others, by others where more is to be gained. A task to predict that
// has labels, or comes in both files, comes once.
func TestPlanFromThePool(t *testing.T) {
	for _, method := range []string{"gpc-ma", "raykar"} {
		v := pooled(t)
		v.open(api.RolePredict, "task,x,y\nb1,1.2,.5\na3,.5,.5\nc0,.02,.4\n")
		v.run(api.Fit{Method: method, Settings: api.Settings{Seed: 1}})
		p, _ := v.planned(api.Plan{Budget: 60})
		var tasks []string
		for _, a := range p.Asks {
			if a.Task.Index < 0 != (a.Task.Labels == 0) || a.Task.Index < 0 == strings.HasPrefix(a.Task.Name, "a") {
				t.Errorf("%s: got %+v", method, a.Task)
			}
			if !slices.Contains(tasks, a.Task.Name) {
				tasks = append(tasks, a.Task.Name)
			}
		}
		at := func(name string) int { return slices.Index(tasks, name) }
		if at("b0") < 0 || at("c0") < 0 || at("b1") >= 0 && at("b0") > at("b1") {
			t.Errorf("%s: got %v", method, tasks)
		}
		if p.ByDoubt != (method == "gpc-ma") {
			t.Errorf("%s: got %+v", method, p)
		}
		if p.ByDoubt {
			slices.Sort(tasks[:3])
			if !slices.Equal(tasks[:3], []string{"b0", "b1", "c0"}) || p.Count != 43 || strings.Contains(p.Sentence, "instead of") {
				t.Errorf("%s: got %d labels, %q, of %v", method, p.Count, p.Sentence, tasks)
			}
			const want = "43 tasks that the classifier is least sure of, one label each: first 3 that nobody labelled yet, " +
				"then 40 with labels."
			if p.Sentence != want {
				t.Errorf("got %q, want %q", p.Sentence, want)
			}
			if !noted(p, "17 labels of the budget are left: every task that somebody can label gets one.") {
				t.Errorf("got %q", p.Notes)
			}
		} else if !noted(p, "Of 3 tasks that nobody labelled, what was predicted counts as what is believed.") {
			t.Errorf("%s: got %q", method, p.Notes)
		}
	}
}

// Who was left out is not asked, by no kind of plan.
func TestPlanWithoutAWorker(t *testing.T) {
	for _, method := range []string{"gpc-ma", "raykar"} {
		v := pooled(t)
		v.run(api.Fit{Method: method, Settings: api.Settings{Seed: 1}})
		_, before := v.planned(api.Plan{Budget: 20})
		best := ""
		for j, n := range before {
			if n > before[best] || n == before[best] && j < best {
				best = j
			}
		}
		at, _ := v.Session.Labels.Set.Workers.Find(best)
		v.amend1(api.Amend{Exclude: []int{at}})
		if _, labels := v.planned(api.Plan{Budget: 20}); labels[best] > 0 || len(labels) == 0 {
			t.Errorf("%s: without %s got %v", method, best, labels)
		}
		if method == "gpc-ma" && strings.Contains(v.file("next"), ","+best+",") {
			t.Errorf("%s is in next.csv", best)
		}
	}
}

// Features of 351 tasks, of which 59 have labels of seven workers as in the paper:
// those that nobody labelled come first, every one of them.
func TestPlanOfIonosphere(t *testing.T) {
	truth := shared.Records(t, "data", "uci_ionosphere", "truth.csv")
	features := shared.Records(t, "data", "uci_ionosphere", "features.csv")
	alpha, beta := []float64{.9, .9, .8, .4, .3, .4, .6}, []float64{.8, .9, .9, .4, .5, .5, .5}
	r := rand.New(rand.NewPCG(7, 8))
	var labels, x strings.Builder
	labels.WriteString("task,worker,label\n")
	has := map[string]bool{}
	for _, i := range r.Perm(len(truth))[:59] {
		has[truth[i][0]] = true
		for _, j := range r.Perm(7)[:5] {
			p, right, wrong := alpha[j], "g", "b"
			if truth[i][1] == "b" {
				p, right, wrong = beta[j], "b", "g"
			}
			if r.Float64() > p {
				right = wrong
			}
			fmt.Fprintf(&labels, "%s,w%d,%s\n", truth[i][0], j, right)
		}
	}
	fmt.Fprintf(&x, "task")
	for f := range features[0][1:] {
		fmt.Fprintf(&x, ",f%d", f+1)
	}
	for _, row := range features {
		fmt.Fprintf(&x, "\n%s", strings.Join(row, ","))
	}
	v := newVisit(t)
	v.open(api.RoleLabels, labels.String())
	v.open(api.RoleFeatures, x.String()+"\n")
	v.run(api.Fit{Method: "gpc-ma", Settings: api.Settings{Seed: 1}})
	p, by := v.planned(api.Plan{Budget: 351})
	if !strings.Contains(p.Sentence, "first 292 that nobody labelled yet") {
		t.Errorf("got %q", p.Sentence)
	}
	for n, row := range strings.Split(strings.TrimSpace(asCSV(v.plan.Table())), "\n")[1:] {
		if name, _, _ := strings.Cut(row, ","); has[name] != (n >= 292) {
			t.Fatalf("label %d of the plan is about %s", n, name)
		}
	}
	for j, n := range by {
		if n > 351/2 {
			t.Errorf("%s is asked for %d of 351", j, n)
		}
	}
}
