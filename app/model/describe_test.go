package model

import (
	"slices"
	"strings"
	"testing"

	"concord/app/model/files"
	"concord/core/api"
)

// withFeatures are labels, features, tasks to predict and their truth.
func withFeatures(t *testing.T) *world {
	w := newWorld(t)
	w.Open()
	o := api.Opened{Known: 4, Read: api.Choices{Roles: []string{"task", ""}}}
	for _, m := range w.Labels.Opened.Methods {
		o.Methods = append(o.Methods, api.Method{Name: m.Name, Title: m.Title, Why: m.Why})
	}
	w.Labels.Opened.Methods = append(slices.Clone(w.Labels.Opened.Methods),
		api.Method{Name: "raykar", Described: true, Why: "it learns from features"},
		api.Method{Name: "gpc-ma", Described: true, Why: "it learns from features"})
	o.Methods = append(o.Methods, api.Method{Name: "raykar", Described: true}, api.Method{Name: "gpc-ma", Described: true})
	w.beside(api.RoleFeatures, o)
	w.beside(api.RolePredict, api.Opened{Known: 2, Read: api.Choices{Roles: []string{"task", ""}}})
	w.beside(api.RoleTestTruth, api.Opened{Known: 2, Read: api.Choices{Roles: []string{"task", "label"}}})
	return w
}

// Features make methods possible, and the first of them is chosen.
func TestFeaturesChooseAMethod(t *testing.T) {
	w := withFeatures(t)
	if w.Setup.Method != "raykar" {
		t.Errorf("got %q chosen", w.Setup.Method)
	}
	if m, ok := w.Method(); !ok || m.Why != "" {
		t.Errorf("got %+v, want a method that can run", m)
	}
	w.do(Forget{api.RoleFeatures})
	if m, _ := w.Method(); m.Why != "" || w.Setup.Method == "raykar" {
		t.Errorf("got %+v, want another method than one without its features", m)
	}
	if w.Predict.Opened != nil || w.TestTruth.Opened != nil {
		t.Error("what rested on the features is still there")
	}
}

// So do texts, without features beside them.
func TestTextsMakeMethodsPossible(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.Labels.Opened.Methods = append(slices.Clone(w.Labels.Opened.Methods), api.Method{Name: "ma-slda", Why: "it learns from texts"})
	w.beside(api.RoleText, api.Opened{Known: 4, Read: api.Choices{Roles: []string{"task", "text"}}, Methods: []api.Method{{Name: "ma-slda"}}})
	if m, ok := w.MethodNamed("ma-slda"); !ok || m.Why != "" {
		t.Errorf("got %+v, want a method that can run", m)
	}
}

// A baseline of a paper is not offered, but runs if the address names it, and is there as long as it is chosen.
func TestBaselinesAreNotOffered(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.Labels.Opened.Methods = append(slices.Clone(w.Labels.Opened.Methods), api.Method{Name: "lda-svm", Baseline: true})
	offered := func() bool {
		return slices.ContainsFunc(w.Menu(), func(m api.Method) bool { return m.Name == "lda-svm" })
	}
	if len(w.Menu()) != len(w.Methods())-1 || offered() || slices.Contains(w.ToCompare(), "lda-svm") {
		t.Errorf("got %+v, want all but the baseline", w.Menu())
	}
	w.do(SetMethod{"lda-svm"})
	if m, ok := w.Method(); !ok || m.Name != "lda-svm" || !offered() {
		t.Errorf("got %+v chosen among %+v, want the baseline", m, w.Menu())
	}
	w.do(SetMethod{"majority"})
	if offered() {
		t.Error("the baseline is still offered")
	}
}

// What rests on a file is read again once that is there again.
func TestPredictionsFollowFeatures(t *testing.T) {
	w := withFeatures(t)
	w.do(SetRole{api.RoleFeatures, 1, files.ColumnLeaveOut})
	r := w.only()
	if r.Reread == nil || r.Reread.Role != api.RoleFeatures || !slices.Equal(r.Reread.Roles, []string{"task", "leave-out"}) {
		t.Fatalf("got %+v, want the features read again", r)
	}
	for _, role := range []string{api.RolePredict, api.RoleTestTruth} {
		o := *w.Features.Opened
		o.Read = r.Reread.Choices
		w.reply(r.ID, api.Reply{Opened: &o})
		if r = w.only(); r.Reread == nil || r.Reread.Role != role {
			t.Fatalf("got %+v, want %s read again", r, role)
		}
	}
}

// Other labels have other tasks: what described the old ones is dropped. Other
// choices have the same.
func TestFeaturesFollowLabels(t *testing.T) {
	w := withFeatures(t)
	w.do(SetOption{api.RoleLabels, "header", "no"})
	w.reply(w.only().ID, api.Reply{Opened: openedLabels()})
	if r := w.only(); r.Reread == nil || r.Reread.Role != api.RoleFeatures {
		t.Fatalf("got %+v, want the features read again", w.sent())
	}
	w = withFeatures(t)
	w.do(Pick{api.RoleLabels, files.File{Name: "other.csv"}})
	w.reply(w.only().ID, api.Reply{Opened: openedLabels()})
	if w.Features.Opened != nil || w.Predict.Opened != nil {
		t.Error("features of other labels are still there")
	}
	if r := w.only(); r.Drop == nil || r.Drop.Role != api.RoleFeatures {
		t.Errorf("got %+v, want the features dropped", r)
	}
}

// Tasks can't be predicted from nothing.
func TestPredictNeedsADescription(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.do(Pick{api.RolePredict, file})
	if len(w.sent()) != 0 || !strings.Contains(w.Note, "features or texts") {
		t.Errorf("got %+v, note %q", w.sent(), w.Note)
	}
}

// Every choice of words makes them anew.
func TestWordsAreChosen(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.beside(api.RoleText, api.Opened{Known: 4, Read: api.Choices{Roles: []string{"task", "text"}, Words: &api.Words{Markup: true}}})
	for _, c := range []struct {
		msg  SetWords
		want api.Words
	}{
		{SetWords{files.WordsLanguage, "english"}, api.Words{Markup: true, Language: "english"}},
		{SetWords{files.WordsStop, "no"}, api.Words{Markup: true, Language: "english", KeepStop: true}},
		{SetWords{files.WordsStems, "no"}, api.Words{Markup: true, Language: "english", KeepStop: true, KeepEndings: true}},
		{SetWords{files.WordsMarkup, "no"}, api.Words{Language: "english", KeepStop: true, KeepEndings: true}},
		{SetWords{files.WordsLeast, "5"}, api.Words{Language: "english", KeepStop: true, KeepEndings: true, MinDocuments: 5}},
		{SetWords{files.WordsShare, "30"}, api.Words{Language: "english", KeepStop: true, KeepEndings: true, MinDocuments: 5, MaxShare: .3}},
		{SetWords{files.WordsMost, "1000"}, api.Words{Language: "english", KeepStop: true, KeepEndings: true, MinDocuments: 5, MaxShare: .3,
			Vocabulary: 1000}},
		{SetWords{files.WordsNgrams, "2"}, api.Words{Language: "english", KeepStop: true, KeepEndings: true, MinDocuments: 5, MaxShare: .3,
			Vocabulary: 1000, Ngrams: 2}},
	} {
		w.do(c.msg)
		r := w.only()
		if r.Reread == nil || r.Reread.Role != api.RoleText || r.Reread.Words == nil || *r.Reread.Words != c.want {
			t.Fatalf("%+v: got %+v, want %+v", c.msg, r, c.want)
		}
		o := *w.Texts.Opened
		o.Read = r.Reread.Choices
		w.reply(r.ID, api.Reply{Opened: &o})
	}
}

// A fit that is good enough is told to keep what it has, once.
func TestEnough(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.do(StartRun{})
	id := w.State.Run.ID
	w.do(Enough{})
	if len(w.sent()) != 0 {
		t.Errorf("got %+v before there was a step", w.sent())
	}
	w.reply(id, api.Reply{Progress: &api.Progress{Phase: "fit", Step: &api.Step{N: 3}}})
	w.do(Enough{})
	if r := w.only(); r.Cancel == nil || *r.Cancel != (api.Cancel{ID: id, Keep: true}) {
		t.Errorf("got %+v", r)
	}
	w.do(Enough{})
	if len(w.sent()) != 0 || w.Status() != "Finishing the step …" {
		t.Errorf("got %+v, status %q", w.sent(), w.Status())
	}
	w.reply(id, api.Reply{Fitted: &api.Fitted{Method: "ds", Title: "DS", Steps: 3, Status: "stopped"}})
	w.phase(Done)
}

// What a fit takes is asked for once for each choice, and only where it can be told.
func TestEffort(t *testing.T) {
	w := withFeatures(t)
	methods := slices.Clone(w.Labels.Opened.Methods)
	for i := range methods {
		methods[i].Effort = methods[i].Name == "raykar"
	}
	w.Labels.Opened.Methods = methods
	w.do(SetMethod{"ds"})
	if len(w.sent()) != 0 {
		t.Errorf("got %+v for a method that can't tell", w.sent())
	}
	w.do(SetMethod{"raykar"})
	r := w.only()
	if r.Effort == nil || r.Effort.Method != "raykar" {
		t.Fatalf("got %+v", r)
	}
	w.reply(r.ID, api.Reply{Effort: &api.Effort{Method: "raykar", Seconds: 3}})
	if w.Effort.Known == nil || len(w.sent()) != 0 {
		t.Errorf("got %+v, then %+v", w.Effort, w.sent())
	}
	w.do(SetValue{"kernel", "ard"})
	if r = w.only(); r.Effort == nil || r.Effort.Values["kernel"] != "ard" || w.Effort.Known != nil {
		t.Errorf("got %+v, known %+v", r, w.Effort.Known)
	}
	w.reply(r.ID, api.Reply{Fault: &api.Fault{Message: "no"}})
	if w.Effort.Known != nil || w.Failure != nil || len(w.sent()) != 0 {
		t.Errorf("after a fault: %+v, %+v", w.Failure, w.sent())
	}
}

// The topics are asked for when they are first looked at, and again once there is
// another result.
func TestLook(t *testing.T) {
	w := newWorld(t)
	w.Open()
	fit := func() {
		w.do(StartRun{})
		w.reply(w.only().ID, api.Reply{Fitted: &api.Fitted{Method: "gpc-ma", Topics: true}})
	}
	fit()
	w.do(Show{ViewTopics})
	r := w.only()
	if r.Topics == nil {
		t.Fatalf("got %+v, want a request for the topics", r)
	}
	w.do(Show{ViewTasks}, Show{ViewTopics})
	if len(w.sent()) != 0 {
		t.Error("asked twice")
	}
	w.reply(r.ID, api.Reply{Topical: &api.Topical{}})
	if w.Look.Topical == nil {
		t.Errorf("got %+v", w.Look)
	}
	w.do(Exclude{Worker: 1})
	w.amended(1)
	if w.Look.Topical != nil {
		t.Error("what was seen before an amendment is still there")
	}
	if r := w.sent()[len(w.sent())-1]; r.Topics == nil {
		t.Errorf("got %+v, want the topics of the amended result", r)
	}
	fit()
	if w.Look.Topical != nil {
		t.Error("what was seen of another result is still there")
	}
}
