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

// beside are a file for each role that goes with tiny.
var beside = map[string]string{
	api.RoleTruth:       "task,label\nt1,yes\nt2,no\n",
	api.RoleGold:        "task,label\nt10,no\n",
	api.RoleConfusion:   "worker,truth,label,count\nw1,yes,yes,8\nw1,yes,no,2\nw1,no,no,9\nw2,no,no,4\n",
	api.RolePredictions: "task,yes,no\nt1,.9,.1\nt10,.25,.75\n",
	api.RoleCosts:       "truth,label,cost\nyes,no,10\nno,yes,1\n",
	api.RoleFeatures:    "task,x,y\nt1,1.5,3\nt2,2.25,4\nt10,0.5,1\nnew,1,2\n",
	api.RoleText:        "task,text\nt1,a red fox\nt2,a blue sea\nt10,a red sea\nnew,the old fox\n",
	api.RolePredict:     "task,x,y\nlater,1,2\n",
}

// with opens tiny and files in roles.
func with(t *testing.T, roles ...string) *sessiontest.Visit {
	v := sessiontest.New(t)
	v.Text(api.RoleLabels, tiny)
	for _, role := range roles {
		v.Text(role, beside[role])
	}
	return v
}

// Each file that goes with labels says what it holds for them, and methods see it.
func TestRoles(t *testing.T) {
	v := with(t)
	if p := v.Parts(api.RoleLabels); p.Gold || p.Confusion || p.Features || p.Words || p.Tasks != 3 || p.Classes != 2 {
		t.Errorf("labels alone: got %+v", p)
	}
	if o := v.Text(api.RoleTruth, beside[api.RoleTruth]); o.Known != 2 || !v.Truth.Measures() || fmt.Sprint(v.Truth.Class) != "[1 0 -1]" {
		t.Errorf("truth: got %+v, %v", o, v.Truth.Class)
	}
	if o := v.Text(api.RoleGold, beside[api.RoleGold]); o.Known != 1 || fmt.Sprint(v.Gold.Class) != "[-1 -1 0]" {
		t.Errorf("gold: got %+v, %v", o, v.Gold.Class)
	}
	v.Text(api.RoleConfusion, beside[api.RoleConfusion])
	if c := v.Confusion; c == nil || !slices.Equal(c.Right, []float64{17, 4, 0}) || !slices.Equal(c.Of, []float64{19, 4, 0}) {
		t.Errorf("confusion: got %+v", c)
	}
	if o := v.Text(api.RoleCosts, beside[api.RoleCosts]); fmt.Sprint(o.Costs.Classes, o.Costs.Of) != "[no yes] [[0 1] [10 0]]" {
		t.Errorf("costs: got %+v", o.Costs)
	}
	if o := v.Text(api.RolePredictions, beside[api.RolePredictions]); o.Known != 2 || !v.Parts(api.RolePredictions).Predictions ||
		fmt.Sprint(v.Predictions.Predictions.P) != "[0.1 0.9 0.5 0.5 0.75 0.25]" {
		t.Errorf("predictions: got %+v, %v", o, v.Predictions.Predictions)
	}
	v.Text(api.RoleFeatures, beside[api.RoleFeatures])
	if p := v.Parts(api.RoleFeatures); !p.Features || p.Dimensions != 2 {
		t.Errorf("features: got %+v", p)
	}
	v.Text(api.RoleText, beside[api.RoleText])
	if p := v.Parts(api.RoleText); !p.Words {
		t.Errorf("texts: got %+v", p)
	}
	if names, _ := v.UnlabelledTexts(); !slices.Equal(names, []string{"new"}) {
		t.Errorf("texts to predict: got %q", names)
	}
	if names, _ := with(t, api.RoleFeatures, api.RolePredict).UnlabelledFeatures(); !slices.Equal(names, []string{"new", "later"}) {
		t.Errorf("to predict: got %q", names)
	}
}

// What was read against other labels is stale once they change: nothing is left of it but the file, which can be read again.
func TestOtherLabelsMakeFilesStale(t *testing.T) {
	for role := range beside {
		if role == api.RolePredict {
			continue // it needs features
		}
		t.Run(role, func(t *testing.T) {
			v := with(t, role)
			if err := v.CheckFresh(role); err != nil {
				t.Fatal(err)
			}
			v.Text(api.RoleLabels, tiny+"t11,w1,yes\n")
			in := v.Input(role)
			if in == nil || !in.Stale {
				t.Fatalf("got %+v, want it stale", in)
			}
			if err := v.CheckFresh(role); err == nil || !strings.Contains(err.Error(), "again") {
				t.Errorf("got %v", err)
			}
			v.Reread(role, in.Choices())
			if err := v.CheckFresh(role); err != nil {
				t.Errorf("read again: %v", err)
			}
			v.Drop(role)
			if in := v.Input(role); in != nil {
				t.Errorf("dropped: got %+v", in)
			}
		})
	}
}

// All problems of a file can be listed, however many it was refused for, and in the order of the file.
func TestEachProblem(t *testing.T) {
	const bad = 1500
	text := tiny
	for n := range bad {
		text += fmt.Sprintf("x%d,bob\n", n)
	}
	v := sessiontest.New(t)
	f := v.Refused(api.RoleLabels, sessiontest.File{Called: "labels.csv", Text: text})
	if f.Count != bad || !f.CanSkip || len(f.Problems) >= bad {
		t.Fatalf("got %d problems, %d of them held", f.Count, len(f.Problems))
	}
	read := f.Opened.Read
	read.Skip = true
	v.Reread(api.RoleLabels, read)
	line := strings.Count(tiny, "\n")
	if err := v.EachProblem(sessiontest.Job(t), v.Labels.Problems, func(p api.Problem) {
		if line++; p.Line != line || p.File != "labels.csv" {
			t.Fatalf("got %+v, want line %d", p, line)
		}
	}); err != nil {
		t.Error(err)
	}
	if want := strings.Count(text, "\n"); line != want {
		t.Errorf("the last is in line %d, want %d", line, want)
	}
}

// Tasks that nobody labelled are those that only the texts have, and images that no task is named like.
func TestUnseen(t *testing.T) {
	v := with(t, api.RoleText)
	u, err := v.Unseen(sessiontest.Job(t), &api.Unseen{Images: []string{"T1.png", "c.png"}})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, x := range u.Tasks {
		got = append(got, x.Name)
	}
	if want := []string{"new", "c"}; !slices.Equal(got, want) || u.Of != 2 {
		t.Errorf("got %q of %d, want %q", got, u.Of, want)
	}
}

// A session has a place for every role: only projects and recipes are opened as a whole.
func TestEveryRoleHasAPlace(t *testing.T) {
	var s session.Session
	for _, r := range api.Roles() {
		_, err := s.Without(nil, r.Name)
		if loads := r.Name != api.RoleProject && r.Name != api.RoleRecipe; (err == nil) != loads {
			t.Errorf("%s: got %v, want a place: %v", r.Name, err, loads)
		}
	}
	if got := s.Input("nothing"); got != nil {
		t.Errorf("a role that is none: got %+v loaded, want nothing", got)
	}
}
