package engine

import (
	"context"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
)

// rated are ratings of texts of two models on two scales, a row each. Raters agree on one, and not on the other.
func rated() string {
	var b strings.Builder
	b.WriteString("rater_id,item_id,model_id,dimension,score\n")
	for item := range 12 {
		for n, model := range []string{"A", "B"} {
			for rater := range 4 {
				fmt.Fprintf(&b, "r%d,i%d,%s,fluency,%d\n", rater, item, model, 1+(item+n)%3)
				fmt.Fprintf(&b, "r%d,i%d,%s,accuracy,%d\n", rater, item, model, 1+(item*(rater+2)+rater*rater)%2)
			}
		}
	}
	return b.String()
}

func each(method string) api.Request {
	return api.Request{Each: &api.Fit{Method: method, Settings: api.Settings{Seed: 1}}}
}

// records are those of a file of CSV.
func records(t *testing.T, text string) [][]string {
	t.Helper()
	all, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// What comes of each question is what comes of it when it is read and fitted by itself, and nothing that is loaded changes.
func TestEachQuestionIsFitted(t *testing.T) {
	for _, test := range []struct{ name, text string }{
		{"a row each", rated()}, {"of three kinds, each with a truth", studio()}, {"a column each", questions()},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := newVisit(t)
			read := v.open(api.RoleLabels, test.text).Read
			before := v.state()
			found := v.must(each(""), nil).Each.Found
			if after := v.state(); after != before {
				t.Errorf("what was loaded changed: got %s, want %s", after, before)
			}
			if len(found) != len(read.Questions) || len(found) < 2 {
				t.Fatalf("got %+v, want a row for each of %q", found, read.Questions)
			}
			all := records(t, v.File(api.FileQuestions))
			if all[0][0] != "question" {
				t.Errorf("got the header %q", all[0])
			}
			for n, q := range slices.Backward(found) { // the first is loaded
				o := v.must(api.Request{Reread: &api.Reread{Role: api.RoleLabels, Choices: read.Asking(q.Name)}}, nil).Opened
				for _, held := range o.Embedded {
					v.must(api.Request{Open: &api.Open{Role: held.Role, Read: &held.Read}}, text2("labels", test.text))
				}
				f := v.fit(api.Begin(o).Method)
				alpha := v.must(api.Request{Agree: &api.Agree{Seed: 1}}, nil).Agreed.OnScale(o.Counts.Kind)
				got := fmt.Sprint(q.Name, q.Why, q.Tasks, q.Labels, q.Workers, q.Classes, q.Alpha, q.Expected)
				want := fmt.Sprint(read.Questions[n], "", o.Counts.Tasks, o.Counts.Labels, o.Counts.Workers, o.Counts.Classes, alpha, f.Expected)
				if q.Method != f.Title || got != want {
					t.Errorf("got %s of %s,\nwant %s", got, q.Method, want)
				}
				one := records(t, v.File(api.FileLabels))
				var rows [][]string // of the question among all, with the columns of its own file
				for _, row := range all[1:] {
					if row[0] != q.Name {
						continue
					}
					var cells []string
					for _, column := range one[0] {
						cells = append(cells, row[slices.Index(all[0], column)])
					}
					rows = append(rows, cells)
				}
				if fmt.Sprint(rows) != fmt.Sprint(one[1:]) {
					t.Errorf("%s: got the labels\n%v\nwant\n%v", q.Name, rows, one[1:])
				}
				if again := records(t, v.File(api.FileQuestions)); fmt.Sprint(again) != fmt.Sprint(all) {
					t.Errorf("after “%s” was chosen: got other labels of all questions", q.Name)
				}
			}
		})
	}
}

// Without a method each question has the one that its labels begin with, and a verdict of its own.
func TestEachQuestionHasAVerdict(t *testing.T) {
	v := newVisit(t)
	v.open(api.RoleLabels, rated())
	var got []string
	for _, q := range v.must(each(""), nil).Each.Found {
		got = append(got, fmt.Sprintf("%s %s %d %v", q.Name, q.Use, q.Tasks, q.Alpha.Value > .9))
		if q.Method == "" || q.Reason == "" {
			t.Errorf("got no method or reason: %+v", q)
		}
	}
	if want := []string{"fluency check 24 true", "accuracy check 24 false"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A question that can't be fitted says why, and the others are.
func TestAQuestionWithoutLabels(t *testing.T) {
	v := newVisit(t)
	v.open(api.RoleLabels, studio())
	found := v.must(each("ds"), nil).Each.Found // which takes classes
	if found[0].Why != "" || !strings.Contains(found[2].Why, "can't run on these data") || found[2].Tasks != 15 {
		t.Errorf("got %+v", found)
	}
	for _, row := range records(t, v.File(api.FileQuestions))[1:] {
		if row[0] == found[2].Name {
			t.Errorf("got the label %q of a question without", row)
		}
	}
}

func TestEachIsRefused(t *testing.T) {
	v := newVisit(t)
	export := api.Request{Export: &api.Export{What: api.FileQuestions}}
	for _, test := range []struct {
		name string
		r    api.Request
		want string
	}{
		{"no labels", each(""), "Open a file of labels first."}, {"no labels to download", export, "Fit all questions first."},
	} {
		if got := v.fault(test.r, nil).Message; got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
	v.open(api.RoleLabels, "task,worker,label\nt1,w1,x\nt1,w2,y\nt2,w1,x\n")
	if got := v.fault(each(""), nil).Message; !strings.Contains(got, "one question only") {
		t.Errorf("got %q", got)
	}
	o := v.open(api.RoleLabels, rated())
	v.must(each("majority"), nil)
	o.Read.Again = api.AgainFirst // now the answers are others
	v.must(api.Request{Reread: &api.Reread{Role: api.RoleLabels, Choices: o.Read}}, nil)
	if got := v.fault(export, nil).Message; got != "Fit all questions first." {
		t.Errorf("answers to what was read before: got %q", got)
	}
}

// A cancelled fit to all questions leaves what was found before.
func TestEachIsCancelled(t *testing.T) {
	v := loaded(t)
	v.open(api.RoleLabels, rated())
	v.must(each("majority"), nil)
	before := v.File(api.FileQuestions)
	ctx, cancel := context.WithCancel(context.Background())
	v.tick = 1
	last, at := api.Reply{}, 0
	r := each("slow")
	r.ID = 7
	v.Do(ctx, r, nil, func(reply api.Reply) {
		if last = reply; reply.Progress != nil && reply.Progress.Step != nil {
			if at = reply.Progress.At; at == 2 {
				cancel()
			}
		}
	})
	if last.Fault == nil || !last.Fault.Cancelled || at != 2 {
		t.Errorf("got %+v at fit %d", last, at)
	}
	if v.File(api.FileQuestions) != before {
		t.Error("the labels found before are gone")
	}
}
