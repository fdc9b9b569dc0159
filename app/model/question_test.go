package model

import (
	"reflect"
	"testing"

	"concord/app/model/files"
	"concord/core/api"
)

// What was shown is handed back with what was chosen: if another column holds the labels now, what goes with them is the engine's
// business.
func TestAnotherQuestion(t *testing.T) {
	w := newWorld(t)
	w.Open()
	o := *w.Labels.Opened
	o.Read.Roles = []string{"task", "worker", "label", "", "truth"}
	w.Labels.Opened, w.Labels.Draft = &o, o.Read
	w.do(SetRole{api.RoleLabels, 3, files.ColumnLabel})
	r := w.only()
	if string(r.Reread.Form) != `"shown"` || !reflect.DeepEqual(r.Reread.Roles, []string{"task", "worker", "", "label", "truth"}) {
		t.Fatalf("got %+v", r.Reread)
	}
	next := o
	next.Read.Roles, next.Read.Form = []string{"task", "worker", "", "label", ""}, []byte(`"next"`)
	w.reply(r.ID, api.Reply{Opened: &next})
	for _, m := range []Msg{SetKind{Name: api.KindNumbers, On: true}, Undo{api.RoleLabels}} {
		w.do(m)
		r := w.only()
		if got := string(r.Reread.Form); got != `"next"` {
			t.Errorf("%+v: got what was found as %s", m, got)
		}
		w.reply(r.ID, api.Reply{Opened: &next})
	}
	// One that could not be read and is chosen once more asks again.
	w.do(SetRole{api.RoleLabels, 2, files.ColumnLabel})
	r = w.only()
	w.reply(r.ID, api.Reply{Fault: &api.Fault{Message: "too many classes", Many: true}})
	w.do(SetOption{api.RoleLabels, "many-labels", "yes"})
	if r := w.only(); string(r.Reread.Form) != `"next"` {
		t.Errorf("got %+v", r.Reread)
	}
}

// All questions are fitted at once. What came of them stays while another of them is read, and nothing else.
func TestAllQuestions(t *testing.T) {
	w := newWorld(t)
	w.Open()
	open := *w.Labels.Opened
	open.Read.Question, open.Read.Questions = "fluency", []string{"fluency", "accuracy"}
	w.Labels.Opened, w.Labels.Draft = &open, open.Read
	w.do(FitQuestions{})
	r := w.only()
	if r.Each == nil || r.Each.Method != "" || r.Each.Seed != 1 || w.Phase() != Running {
		t.Fatalf("got %+v, %s", r, w.Phase())
	}
	w.do(Cancel{})
	if c := w.only().Cancel; c == nil || c.ID != r.ID {
		t.Errorf("cancelled: got %+v", c)
	}
	w.reply(r.ID, api.Reply{Fault: &api.Fault{Cancelled: true}})
	w.do(SetMethod{"ds"})
	w.do(FitQuestions{})
	if r = w.only(); r.Each == nil || r.Each.Method != "ds" {
		t.Fatalf("by the chosen method: got %+v", r)
	}
	found := &api.Questions{Found: []api.Question{{Name: "fluency"}, {Name: "accuracy"}}}
	w.reply(r.ID, api.Reply{Each: found})
	if w.Questions != found {
		t.Fatalf("got %+v", w.Questions)
	}
	w.do(Download{What: api.FileQuestions}) // without a result
	if x := w.only().Export; x == nil || x.What != api.FileQuestions {
		t.Errorf("download: got %+v", x)
	}
	w.do(AskQuestion{"fluency", "question-1"}) // which is read
	if len(w.sent()) > 0 {
		t.Errorf("the same question: got %+v", w.sent())
	}
	w.do(AskQuestion{"accuracy", "question-2"})
	again := w.only()
	if again.Reread == nil || again.Reread.Question != "accuracy" {
		t.Fatalf("another question: got %+v", again)
	}
	w.do(AskQuestion{"fluency", "question-1"})
	if sent := w.sent(); len(sent) > 0 || w.Note == "" {
		t.Errorf("while it is read: got %+v, %q", sent, w.Note)
	}
	other := open
	other.Read.Question = "accuracy"
	w.reply(again.ID, api.Reply{Opened: &other})
	if w.Questions != found {
		t.Error("what came of all questions is gone with another of them")
	}
	w.do(SetOption{api.RoleLabels, "again", api.AgainFirst})
	again = w.only()
	w.reply(again.ID, api.Reply{Opened: &other})
	if w.Questions != nil {
		t.Errorf("of labels that were read in another way: got %+v", w.Questions)
	}
}

// Another question is read as the table was confirmed to be laid out, with the roles that the user chose, but for the label's.
func TestAnotherQuestionKeepsTheRoles(t *testing.T) {
	for _, test := range []struct {
		name   string
		roles  []string
		chosen []bool
		want   []bool
	}{
		{"as detected", []string{"task", "worker", "label", ""}, nil, nil},
		{"a column each", []string{"task", "worker", "label", ""}, []bool{true, false, true, false}, []bool{true, false, false, false}},
		{"a row each", []string{"task", "worker", "label", "question"}, []bool{true, false, true, true}, []bool{true, false, true, true}},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := newWorld(t)
			w.Open()
			o := *w.Labels.Opened
			o.Read.Question, o.Read.Questions, o.Read.Confirmed = "fluency", []string{"fluency", "accuracy"}, true
			o.Read.Roles, o.Read.Chosen = test.roles, test.chosen
			w.Labels.Opened, w.Labels.Draft = &o, o.Read
			w.do(AskQuestion{"accuracy", "question"})
			r := w.only().Reread
			if r == nil || r.Question != "accuracy" || !r.Confirmed || !reflect.DeepEqual(r.Roles, test.roles) ||
				!reflect.DeepEqual(append([]bool{}, r.Chosen...), append([]bool{}, test.want...)) {
				t.Errorf("got %+v", r)
			}
		})
	}
}
