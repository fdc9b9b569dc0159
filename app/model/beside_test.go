package model

import (
	"slices"
	"strings"
	"testing"

	"concord/app/model/files"
	"concord/core/api"
	"concord/core/kind"
	"concord/core/kind/class"
	"concord/core/kind/number"
	"concord/core/kind/set"
)

// beside opens a file beside the labels.
func (w *world) beside(role string, o api.Opened) {
	w.Helper()
	w.do(Pick{role, files.File{Name: role + ".csv", Handle: []byte("x")}})
	o.Role, o.File.Name = role, role+".csv"
	w.reply(w.only().ID, api.Reply{Opened: &o})
}

// rolesThat names the roles for which is holds.
func rolesThat(is func(api.Role) bool) (names []string) {
	for _, r := range api.Roles() {
		if is(r) {
			names = append(names, r.Name)
		}
	}
	return names
}

// isSide tells that files go with the labels and describe no tasks.
func isSide(r api.Role) bool { return r.Beside() && !r.Describing() }

var matricesRead = api.Choices{Delimiter: ",", Roles: []string{"worker", "truth", "label", "value"}}

func openedState() *api.Opened {
	return &api.Opened{Role: api.RoleState, State: &api.State{Method: "ds", Title: "DS", Source: "old.csv", Tasks: 5}}
}

// Every role but that of an earlier fit needs labels first.
func TestBesidesNeedLabels(t *testing.T) {
	for _, role := range rolesThat(isSide) {
		w := newWorld(t)
		w.do(Pick{role, file})
		if len(w.sent()) != 0 || w.Note == "" {
			t.Errorf("%s: got %+v, note %q", role, w.sent(), w.Note)
		}
	}
	w := newWorld(t)
	w.do(Pick{api.RoleState, file})
	if r := w.only(); r.Open == nil || r.Open.Role != api.RoleState {
		t.Errorf("got %+v, want the state opened", r)
	}
}

// An earlier fit is known by its name, even where it is dropped as labels.
func TestStateIsKnownByItsName(t *testing.T) {
	w := newWorld(t)
	w.do(Pick{api.RoleLabels, files.File{Name: "rte-ds-2026-01-31-state.gz"}})
	if got := w.only().Open.Role; got != api.RoleState {
		t.Errorf("got %s", got)
	}
	w.do(Pick{api.RoleLabels, files.File{Name: "state.csv.gz"}})
	if got := w.sent(); got[len(got)-1].Open.Role != api.RoleLabels {
		t.Errorf("got %+v, want labels", got)
	}
}

// What a fit is given makes an earlier result stale, and a fault keeps it.
func TestGoldAndMatrices(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	w.beside(api.RoleGold, api.Opened{Known: 3, Read: api.Choices{Roles: []string{"task", "label"}}})
	if !w.Stale() || !strings.Contains(w.Note, "3 gold tasks") || w.Result == nil {
		t.Errorf("stale %v, note %q", w.Stale(), w.Note)
	}
	gold := w.Gold.Opened
	w.fit()
	if w.Stale() || !slices.Contains(w.Result.Side, gold) {
		t.Error("the result was made with the gold tasks that are open")
	}
	w.do(Pick{api.RoleGold, files.File{Name: "bad.csv"}})
	w.reply(w.only().ID, api.Reply{Fault: &api.Fault{Message: "an unknown task"}})
	w.phase(Error)
	if w.Gold.Opened != gold || w.focused() != "gold-problem" || !strings.Contains(w.Status(), "file of gold tasks") {
		t.Errorf("focus %q, status %q", w.focused(), w.Status())
	}
	w.do(Dismiss{})
	w.phase(Done)

	w.beside(api.RoleConfusion, api.Opened{Known: 2, Read: matricesRead})
	w.do(SetOption{api.RoleConfusion, "mode", "prior"})
	r := w.only().Reread
	if r == nil || r.Role != api.RoleConfusion || r.Mode != "prior" || r.Failed {
		t.Fatalf("got %+v, want the matrices read as a prior", r)
	}
	w.reply(w.last, api.Reply{Fault: &api.Fault{Message: "lacks a worker"}})
	if w.Confusion.Opened == nil {
		t.Error("a fault has taken the matrices away")
	}
	w.do(Dismiss{}, Forget{api.RoleConfusion})
	if r := w.only(); r.Drop == nil || r.Drop.Role != api.RoleConfusion || w.Confusion.Opened != nil {
		t.Errorf("got %+v", r)
	}
}

// When the choices of the labels change, all beside them is read again, as it
// was; where a cell may now hold several labels, as if for the first time.
func TestBesidesFollowTheLabels(t *testing.T) {
	w := newWorld(t)
	w.Open()
	for _, role := range rolesThat(isSide) {
		w.beside(role, api.Opened{Known: 2, Read: api.Choices{Roles: api.RoleOf(role).Needs}})
	}
	w.do(SetOption{api.RoleLabels, "header", "no"})
	o := openedLabels()
	o.Read.Header = false
	w.reply(w.only().ID, api.Reply{Opened: o})
	var again []string
	for _, r := range w.sent() {
		again = append(again, r.Reread.Role)
	}
	if !slices.Equal(again, rolesThat(isSide)) {
		t.Fatalf("got %v read again, want all of %v", again, rolesThat(isSide))
	}
	for _, r := range w.sent() {
		w.reply(r.ID, api.Reply{Opened: &api.Opened{Role: r.Reread.Role, Read: r.Reread.Choices}})
	}
	w.do(SetKind{Name: api.KindSets, On: true})
	o = openedLabels()
	o.Read.Sets = true
	w.reply(w.only().ID, api.Reply{Opened: o})
	for _, r := range w.sent() {
		if r.Open == nil || r.Open.Read != nil {
			t.Errorf("got %+v, want %v opened as detected", r, rolesThat(isSide))
		}
	}

	// Other labels have other tasks and workers.
	w = newWorld(t)
	w.Open()
	w.beside(api.RoleGold, api.Opened{Known: 1, Read: api.Choices{Roles: []string{"task", "label"}}})
	w.do(Pick{api.RoleLabels, files.File{Name: "other.csv"}})
	w.reply(w.only().ID, api.Reply{Opened: openedLabels()})
	if r := w.only(); r.Drop == nil || r.Drop.Role != api.RoleGold || w.Gold.Opened != nil {
		t.Errorf("got %+v, want the gold tasks dropped", r)
	}
}

func TestSeveralLabelsInACell(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.do(SetKind{Name: api.KindSets, On: true})
	if r := w.only().Reread; !r.Sets || r.Separator != "" {
		t.Fatalf("got %+v", r)
	}
	o := openedLabels()
	o.Read.Sets = true
	w.reply(w.last, api.Reply{Opened: o})
	w.do(SetOption{api.RoleLabels, "separator", "|"})
	if r := w.only().Reread; r.Separator != "|" || !r.Sets {
		t.Errorf("got %+v", r)
	}
}

// An earlier fit, then the labels that came since: they are folded in, or fitted
// again from where the state ended.
func TestFoldIn(t *testing.T) {
	w := newWorld(t)
	w.do(Pick{api.RoleState, file})
	w.phase(Loading)
	w.reply(w.only().ID, api.Reply{Opened: openedState()})
	w.phase(Empty)
	if w.FoldBlocked() == "" || w.focused() != "state-title" {
		t.Errorf("blocked %q, focus %q", w.FoldBlocked(), w.focused())
	}
	w.do(FoldIn{})
	if len(w.sent()) != 0 {
		t.Error("there is nothing to fold in yet")
	}
	w.Open()
	w.do(SetSeed{Text: "x"}, FoldIn{})
	if len(w.sent()) != 0 {
		t.Error("a fold with a bad seed")
	}
	w.do(SetSeed{Text: "7"}, FoldIn{})
	r := w.only()
	if r.Fold == nil || r.Fold.Seed != 7 {
		t.Fatalf("got %+v, want a fold", r)
	}
	w.phase(Running)
	w.reply(r.ID, api.Reply{Fitted: &api.Fitted{Method: "ds", Title: "DS with new labels folded in", Steps: 2}})
	w.phase(Done)
	if w.Stale() {
		t.Error("nothing has changed since")
	}
	w.do(StartRun{Resume: true})
	if r := w.only().Fit; r == nil || !r.Resume {
		t.Errorf("got %+v, want a fit from the state", r)
	}
	w.do(Cancel{})
	w.reply(w.State.Run.ID, api.Reply{Fault: &api.Fault{Cancelled: true}})

	// Without the state the labels stand alone, and are counted again.
	w.do(Forget{api.RoleState})
	sent := w.sent()
	if len(sent) != 2 || sent[0].Drop == nil || sent[1].Reread == nil || sent[1].Reread.Role != api.RoleLabels {
		t.Errorf("got %+v", sent)
	}
}

// To forget labels ends the worker that held them: the state is opened again.
func TestStateOutlivesTheLabels(t *testing.T) {
	w := newWorld(t)
	w.do(Pick{api.RoleState, file})
	w.reply(w.only().ID, api.Reply{Opened: openedState()})
	w.Open()
	w.do(Forget{api.RoleLabels})
	w.reply(w.only().ID, api.Reply{Dropped: &api.Drop{Role: api.RoleLabels}})
	r := w.only()
	if r.Open == nil || r.Open.Role != api.RoleState {
		t.Fatalf("got %+v, want the state opened again", r)
	}
	w.reply(r.ID, api.Reply{Opened: openedState()})
	w.phase(Empty)
	if w.Saved.Opened == nil {
		t.Error("the state is gone")
	}
}

func TestResumeNeedsAState(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.do(StartRun{Resume: true})
	if len(w.sent()) != 0 {
		t.Errorf("got %+v", w.sent())
	}
}

// A state that is opened beside labels joins them to its own.
func TestStateBesideLabels(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.beside(api.RoleGold, api.Opened{Known: 1, Read: api.Choices{Roles: []string{"task", "label"}}})
	w.fit()
	o := openedState()
	o.Counts, o.Methods = &api.Counts{Tasks: 7}, openedLabels().Methods[:2]
	w.do(Pick{api.RoleState, file})
	w.reply(w.only().ID, api.Reply{Opened: o})
	if w.Result != nil || w.Labels.Opened.Counts.Tasks != 7 || len(w.Methods()) != 2 {
		t.Errorf("counts %+v", w.Labels.Opened.Counts)
	}
	if r := w.only().Reread; r == nil || r.Role != api.RoleGold {
		t.Errorf("got %+v, want the gold tasks read again", w.sent())
	}
}

// A worker that was begun anew is given everything again, the state first.
func TestLostWithEverything(t *testing.T) {
	w := newWorld(t)
	w.do(Pick{api.RoleState, file})
	w.reply(w.only().ID, api.Reply{Opened: openedState()})
	w.Open()
	for _, role := range append(rolesThat(isSide), rolesThat(api.Role.Describing)...) {
		w.beside(role, api.Opened{Known: 2, Read: api.Choices{Roles: api.RoleOf(role).Needs}})
	}
	w.do(Lost{})
	var order []string
	for _, r := range w.sent() {
		order = append(order, r.Open.Role)
	}
	if want := rolesThat(func(r api.Role) bool { return r.Name != api.RoleProject && r.Name != api.RoleRecipe }); !slices.Equal(order, want) {
		t.Fatalf("got %v, want %v", order, want)
	}
	for _, r := range w.sent() {
		o := &api.Opened{Role: r.Open.Role, Read: api.Choices{Roles: []string{"task", "label"}}}
		switch r.Open.Role {
		case api.RoleState:
			o = openedState()
		case api.RoleLabels:
			o = openedLabels()
		}
		w.reply(r.ID, api.Reply{Opened: o})
	}
	w.phase(Ready)
	if !strings.Contains(w.Note, "Cancelled") || w.Saved.Opened == nil || w.Gold.Opened == nil {
		t.Errorf("note %q", w.Note)
	}
}

// Agreement is asked for once, when it is first looked at, and again after a
// fault or when the labels have changed.
func TestAgreement(t *testing.T) {
	w := newWorld(t)
	w.do(Show{ViewAgreement})
	if len(w.sent()) != 0 || w.View != ViewTasks {
		t.Error("there is no result to look at")
	}
	w.Open()
	w.fit()
	w.do(Key{Key: "a"})
	if r := w.only(); r.Agree == nil || w.View != ViewAgreement || w.focused() != "tab-agreement" {
		t.Fatalf("got %+v", r)
	}
	w.reply(w.last, api.Reply{Fault: &api.Fault{Message: "no"}})
	w.phase(Error)
	w.do(Dismiss{}, Show{ViewAgreement})
	w.reply(w.only().ID, api.Reply{Agreed: &api.Agreement{Workers: 30}})
	w.do(Show{ViewTasks}, Show{ViewAgreement})
	if len(w.sent()) != 0 {
		t.Error("asked for what is there")
	}
	w.do(TurnPairs{})
	r := w.only()
	if r.Pairs == nil || r.Pairs.Count != PairsSize {
		t.Fatalf("got %+v", r)
	}
	w.reply(r.ID, api.Reply{Paired: &api.Paired{Of: 30}})
	w.do(TurnPairs{Row: 0, Column: PairsSize})
	r = w.only()
	w.reply(r.ID, api.Reply{Paired: &api.Paired{Of: 30}})
	if w.Agreement.Column != PairsSize || w.Agreement.Row != 0 {
		t.Errorf("got %+v", w.Agreement)
	}
	for _, m := range []Msg{TurnPairs{Row: 30}, TurnPairs{Column: -1}, Key{Key: "n"}, Search{}} {
		if w.do(m); len(w.cmds) != 0 {
			t.Errorf("%T%+v: got %+v, want nothing", m, m, w.cmds)
		}
	}
	if c := (Confuse{-1, -1}); w.Agreement.Confuse != c {
		t.Errorf("got %+v, want nobody chosen", w.Agreement.Confuse)
	}
	if w.do(Confuse{Worker: 3, Other: -1}); len(w.sent()) != 0 {
		t.Error("one worker alone confuses nothing")
	}
	w.do(Confuse{Worker: 3, Other: 5})
	r = w.only()
	if c := r.Confuse; c == nil || c.Worker != 3 || c.Other != 5 {
		t.Fatalf("got %+v, want what workers 3 and 5 confuse", r)
	}
	w.reply(r.ID, api.Reply{Confused: &api.Confusion{Classes: []string{"x"}}})
	if w.Agreement.Confused == nil {
		t.Error("what they confuse is not shown")
	}
	w.do(SetWeights{"linear"})
	asked := w.sent()
	if len(asked) != 2 || asked[0].Agree == nil || asked[0].Agree.Weights != "linear" || asked[1].Pairs.Weights != "linear" ||
		asked[1].Pairs.Column != PairsSize {
		t.Fatalf("got %+v, want agreement and the piece that is shown, with linear weights", asked)
	}
	w.reply(asked[0].ID, api.Reply{Agreed: &api.Agreement{Workers: 30}})
	w.reply(asked[1].ID, api.Reply{Paired: &api.Paired{Of: 30}})
	w.do(Download{What: api.FileAgreement})
	if x := w.only().Export; x == nil || x.Agree.Weights != "linear" || x.Agree.Seed != 1 {
		t.Errorf("got %+v, want the coefficients that are shown", x)
	}
	w.do(SetWeights{"1,2"})
	for _, r := range w.sent() {
		w.reply(r.ID, api.Reply{Fault: &api.Fault{Message: "no"}})
	}
	if w.Agreement.Agreed == nil || w.Agreement.Weights != "linear" {
		t.Errorf("weights that are refused: got %+v, want what was shown", w.Agreement)
	}
	w.do(Dismiss{})
	w.fit()
	if w.Agreement.Agreed == nil {
		t.Error("a fit changes nothing about agreement")
	}
	w.do(SetOption{api.RoleLabels, "header", "no"})
	w.reply(w.only().ID, api.Reply{Opened: openedLabels()})
	if w.Agreement.Agreed != nil {
		t.Error("the agreement of other labels")
	}
}

var costsRead = api.Choices{Roles: []string{files.ColumnTruth, files.ColumnLabel, files.ColumnValue}}

// Costs change the tables of the result that is there; taken away, they do again.
func TestCostsAreColumnsOfTheResult(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	w.do(Pick{api.RoleCosts, file})
	r := w.only()
	if r.Open == nil || r.Open.Role != api.RoleCosts {
		t.Fatalf("got %+v", r)
	}
	w.reply(r.ID, api.Reply{Opened: &api.Opened{Role: api.RoleCosts, Read: costsRead}})
	if asked := w.sent(); len(asked) != 1 || asked[0].Rows == nil || asked[0].Rows.Table != ViewTasks || w.Result == nil {
		t.Errorf("got %+v, want the table of tasks asked for again", asked)
	}
	w.do(Forget{api.RoleCosts})
	asked := w.sent()
	if len(asked) != 2 || asked[0].Drop == nil || asked[0].Drop.Role != api.RoleCosts || asked[1].Rows == nil {
		t.Errorf("got %+v, want the costs dropped, and the table of tasks asked for again", asked)
	}
}

// What a file of labels holds beside them is opened with it, follows its choices,
// and goes when it is no more said to be there.
func TestFileHoldsItsTruth(t *testing.T) {
	w := newWorld(t)
	w.do(Pick{api.RoleLabels, file})
	o := openedLabels()
	read := api.Choices{Delimiter: ",", Header: true, Skip: true, Roles: []string{"task", "", "", "label"}}
	o.Embedded = []api.Embedded{{Role: api.RoleTruth, Column: "gold", Read: read}}
	w.reply(w.only().ID, api.Reply{Opened: o})
	r := w.only()
	if r.Open == nil || r.Open.Role != api.RoleTruth || r.Open.File.Name != file.Name || !slices.Equal(r.Open.Read.Roles, read.Roles) {
		t.Fatalf("got %+v, want the same file opened as truth", r)
	}
	w.reply(r.ID, api.Reply{Opened: &api.Opened{Role: api.RoleTruth, Known: 2, Read: read}})
	if w.Truth.Opened == nil || w.Truth.Origin.Name != file.Name {
		t.Errorf("the truth is %+v", w.Truth)
	}
	w.do(SetOption{api.RoleLabels, "delimiter", ";"})
	w.reply(w.only().ID, api.Reply{Opened: o})
	if r = w.only(); r.Open == nil || r.Open.Role != api.RoleTruth {
		t.Errorf("got %+v, want the truth opened again", r)
	}
	w.reply(r.ID, api.Reply{Opened: &api.Opened{Role: api.RoleTruth, Known: 2, Read: read}})
	w.do(SetOption{api.RoleLabels, "delimiter", ","})
	w.reply(w.only().ID, api.Reply{Opened: openedLabels()})
	if r = w.only(); r.Drop == nil || r.Drop.Role != api.RoleTruth || w.Truth.Opened != nil {
		t.Errorf("got %+v, want the truth dropped", r)
	}
	// A file of truth by itself is none of its business.
	w.beside(api.RoleTruth, api.Opened{Known: 3, Read: api.Choices{Roles: []string{"task", "label"}}})
	w.do(SetOption{api.RoleLabels, "delimiter", ";"})
	w.reply(w.only().ID, api.Reply{Opened: o})
	if r = w.only(); r.Reread == nil || r.Reread.Role != api.RoleTruth || w.Truth.Origin.Name != "truth.csv" {
		t.Errorf("got %+v, want the file of truth read again", r)
	}
}

// What the labels have no use for is not offered, and the page says why and what to do.
func TestNoUse(t *testing.T) {
	for what, c := range map[string]struct {
		kind kind.Kind
		none []string
		says string
	}{
		"classes": {kind: class.Kind{}},
		"numbers": {number.Kind{}, []string{api.RoleGold, api.RoleConfusion, api.RolePredictions, api.RoleCosts}, "open those as truth"},
		"sets":    {set.Kind{}, []string{api.RolePredictions, api.RoleFeatures, api.RoleText}, "one class at a time"},
	} {
		w := newWorld(t)
		w.Open()
		w.Labels.Opened.Read.As(c.kind.Info().Name)
		for _, r := range api.Roles() {
			if got, want := w.NoUse(r.Name), slices.Contains(c.none, r.Name); (got != "") != want || want && !strings.Contains(got, c.says) {
				t.Errorf("%s, %s: got %q", what, r.Name, got)
			}
		}
		if got := w.NoUses(); len(got) != min(1, len(c.none)) {
			t.Errorf("%s: got %q, want each reason once", what, got)
		}
		if w.CanDescribe() == c.kind.Info().Several {
			t.Errorf("%s: got features and texts offered: %v", what, w.CanDescribe())
		}
	}
	if got := newWorld(t).NoUses(); len(got) != 0 {
		t.Errorf("nothing open: got %q", got)
	}
}
