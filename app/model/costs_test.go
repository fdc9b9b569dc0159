package model

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"concord/app/model/files"
	"concord/core/api"
	"concord/core/kind/number"
	"concord/core/kind/set"
)

// priced opens labels of the classes no and yes, and fits them.
func priced(t *testing.T) *world {
	w := newWorld(t)
	w.do(Pick{api.RoleLabels, file})
	o := openedLabels()
	o.Counts.ClassNames = []string{"no", "say \"yes\", please"}
	w.reply(w.only().ID, api.Reply{Opened: o})
	w.fit()
	return w
}

// matrix is what the page shows.
func (w *world) matrix() string {
	m, why := w.CostMatrix(w.Pricing.Wanted)
	if m == nil {
		return why
	}
	return fmt.Sprint(m.Of)
}

// takeCosts answers the opening of costs, which have to be those of that file.
func (w *world) takeCosts(text string) {
	w.Helper()
	var open *api.Request
	for _, c := range w.cmds {
		if s, ok := c.(Send); ok && s.Request.Open != nil {
			open = &s.Request
			if got := string(s.File.Handle.([]byte)); got != text {
				w.Fatalf("the file: got\n%s\nwant\n%s", got, text)
			}
		}
	}
	if open == nil {
		w.Fatalf("got %+v, want costs to be opened", w.cmds)
	}
	m, _ := w.CostMatrix(w.Pricing.Wanted)
	if read := open.Open.Read; read == nil || !reflect.DeepEqual(read.Roles, []string{"truth", "label", "value"}) || !read.Header ||
		read.Missing == nil {
		w.Fatalf("got %+v, want the file read as it was written", read)
	}
	w.reply(open.ID, api.Reply{Opened: &api.Opened{Role: api.RoleCosts, File: *open.Open.File, Read: *open.Open.Read, Costs: m,
		Priced: &api.Priced{Said: 2, Least: 1}}})
}

const (
	tenCosts = "truth,label,cost\nno,no,0\nno,\"say \"\"yes\"\", please\",1\n\"say \"\"yes\"\", please\",no,10\n\"say \"\"yes\"\", " +
		"please\",\"say \"\"yes\"\", please\",0\n"
	evenTexts = "truth,label,cost\nno,no,0\nno,\"say \"\"yes\"\", please\",1\n\"say \"\"yes\"\", please\",no,1\n\"say \"\"yes\"\", " +
		"please\",\"say \"\"yes\"\", please\",0\n"
)

func TestCostsByHand(t *testing.T) {
	w := priced(t)
	if got := w.matrix(); got != "[[0 1] [1 0]]" {
		t.Fatalf("nothing was said yet: got %s", got)
	}
	w.do(SetCost{0, 1, "1"}) // as it is
	if len(w.sent()) > 0 {
		t.Errorf("nothing has changed: got %+v", w.sent())
	}
	w.do(SetCost{1, 0, "ten"})
	if wrong := w.Pricing.Wrong; wrong == nil || wrong.Text != "ten" || !strings.Contains(wrong.Why, "“ten” is not a number") ||
		len(w.sent()) > 0 {
		t.Errorf("no number: got %+v, %+v", wrong, w.sent())
	}
	w.do(SetCost{1, 0, " 10 "})
	if w.Pricing.Wrong != nil || w.matrix() != "[[0 1] [10 0]]" {
		t.Errorf("under way: got %s, %+v", w.matrix(), w.Pricing.Wrong)
	}
	w.takeCosts(tenCosts)
	w.phase(Done)
	if w.Result.Priced == nil || w.Result.Priced.Said != 2 {
		t.Errorf("the result: got %+v", w.Result.Priced)
	}
	// What the worker refuses is shown no longer.
	w.do(SetCost{0, 1, "4"})
	w.reply(w.only().ID, api.Reply{Fault: &api.Fault{Message: "no"}})
	if got := w.matrix(); got != "[[0 1] [10 0]]" {
		t.Errorf("refused: got %s", got)
	}
	// Two changes one after the other: the first is given up for both.
	w.do(SetCost{0, 1, "3"}, SetCost{1, 0, "2,5"})
	if r := w.sent(); len(r) != 2 || r[0].Cancel == nil || w.matrix() != "[[0 3] [2.5 0]]" {
		t.Fatalf("got %+v and %s", r, w.matrix())
	}
	w.takeCosts(strings.Replace(strings.Replace(tenCosts, ",10\n", ",2.5\n", 1), "please\",1\n", "please\",3\n", 1))
	w.do(ResetCosts{})
	w.takeCosts(evenTexts)
	if got := w.focused(); got != "undo-costs" {
		t.Errorf("the focus is on %q", got)
	}
	w.do(ResetCosts{})
	if len(w.sent()) > 0 {
		t.Errorf("nothing to reset: got %+v", w.sent())
	}

	// Back, step by step, to where nothing was said; removing can be undone too.
	w.do(Undo{api.RoleCosts})
	if got := w.only().Open; got == nil || got.File.Name != "costs.csv" {
		t.Fatalf("got %+v", w.only())
	}
	m := &api.CostMatrix{Classes: []string{"say \"yes\", please", "no"}, Of: [][]float64{{0, 10}, {1, 0}}}
	w.reply(w.only().ID, api.Reply{Opened: &api.Opened{Role: api.RoleCosts, Costs: m}})
	if got := w.matrix(); got != "[[0 1] [10 0]]" {
		t.Errorf("in the order of the labels: got %s", got)
	}
	w.do(Forget{api.RoleCosts})
	if r := w.sent()[0]; r.Drop == nil || w.Costs.Opened != nil || w.Result.Priced != nil || w.matrix() != "[[0 1] [1 0]]" {
		t.Errorf("removed: got %+v, %s", r, w.matrix())
	}
	w.do(Undo{api.RoleCosts})
	w.reply(w.only().ID, api.Reply{Opened: &api.Opened{Role: api.RoleCosts, Costs: m}})
	for w.Costs.CanUndo() {
		w.do(Undo{api.RoleCosts})
		if r := w.sent()[0]; r.Open != nil {
			w.reply(r.ID, api.Reply{Opened: &api.Opened{Role: api.RoleCosts, Costs: m}})
		}
	}
	if w.Costs.Opened != nil || len(w.Costs.Past) > 0 {
		t.Errorf("all undone: got %+v", w.Costs)
	}
}

func TestCostsThatAreNone(t *testing.T) {
	for text, want := range map[string]float64{"0": 0, "1": 1, "2.5": 2.5, " 2,5": 2.5, "1e3": 1000} {
		if x, why := files.Cost(text); x != want || why != "" {
			t.Errorf("%q: got %g, %q", text, x, why)
		}
	}
	for text, want := range map[string]string{"": "missing", "-1": "below 0", "NaN": "not a number", "inf": "not a number",
		"1,000.5": "not a number", "1e99": "too large", "a": "“a” is not a number"} {
		if _, why := files.Cost(text); !strings.Contains(why, want) {
			t.Errorf("%q: got %q, want %q", text, why, want)
		}
	}
}

// Where there is no matrix to fill in, the page says why.
func TestNoMatrixOfCosts(t *testing.T) {
	for want, c := range map[string]api.Counts{
		"labels are numbers": {Kind: number.Kind{}.Info()},
		"may have several":   {Kind: set.Kind{}.Info(), Classes: 3},
		"13 classes":         {Classes: 13, ClassNames: make([]string, 13)},
		"only one class":     {Classes: 1, ClassNames: make([]string, 1)},
	} {
		w := newWorld(t)
		w.do(Pick{api.RoleLabels, file})
		o := openedLabels()
		o.Counts = &c
		w.reply(w.only().ID, api.Reply{Opened: o})
		if got := w.matrix(); !strings.Contains(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		if w.do(SetCost{0, 1, "2"}); len(w.sent()) > 0 {
			t.Errorf("%s: got %+v", want, w.sent())
		}
	}
}

// Costs that came out of a project can be changed, and the change undone.
func TestCostsOfAProject(t *testing.T) {
	w := priced(t)
	m, _ := w.CostMatrix(w.Pricing.Wanted)
	w.Costs = files.Source{Role: api.RoleCosts, Opened: &api.Opened{Role: api.RoleCosts, Costs: m},
		Origin: files.Origin{Serial: 99, Packed: true, Read: &api.Choices{}}}
	w.do(SetCost{1, 0, "10"})
	w.takeCosts(tenCosts)
	w.do(Undo{api.RoleCosts})
	w.takeCosts(evenTexts)
}

// Another file of labels takes the costs with it, and what they were.
func TestCostsGoWithTheirLabels(t *testing.T) {
	w := priced(t)
	w.do(SetCost{1, 0, "10"})
	w.takeCosts(tenCosts)
	w.do(Forget{api.RoleCosts}, Pick{api.RoleLabels, files.File{Name: "other.csv"}})
	w.reply(w.only().ID, api.Reply{Opened: openedLabels()})
	if w.Costs.CanUndo() {
		t.Error("costs of other labels could be had back")
	}
}

// The focus stays on the control by which a choice is made; a sheet is read as if
// it were alone; and where roles are missing, other columns are looked for.
func TestChoicesKeepTheFocus(t *testing.T) {
	w := newWorld(t)
	w.Open()
	for _, c := range []struct {
		m    Msg
		want string
	}{
		{SetOption{api.RoleLabels, "header", "no"}, "labels-header"},
		{SetRole{api.RoleLabels, 3, files.ColumnLabel}, "labels-role-3"},
		{SetNone{"-1", true}, "labels-none-1"},
		{SetOption{api.RoleLabels, "again", "last"}, "labels-again"},
		{SetOption{api.RoleLabels, "missing", "x"}, "labels-missing"},
		{SetOption{api.RoleLabels, "drop", "yes"}, "labels-drop"},
		{SetOption{api.RoleLabels, "sheet", "Two"}, "labels-sheet"},
		{Undo{api.RoleLabels}, "undo"},
	} {
		w.do(c.m)
		r := w.only().Reread
		if r == nil {
			t.Fatalf("%+v: got %+v", c.m, w.only())
		}
		if m, ok := c.m.(SetOption); ok && m.Option == "sheet" && !reflect.DeepEqual(r.Choices, api.Choices{Sheet: m.Text}) {
			t.Errorf("another sheet: got %+v", r.Choices)
		}
		o := openedLabels()
		w.reply(w.only().ID, api.Reply{Opened: o})
		if got := w.focused(); got != c.want {
			t.Errorf("%+v: the focus is on %q, want %q", c.m, got, c.want)
		}
	}

	w.do(Pick{api.RoleLabels, files.File{Name: "other.csv"}})
	failed := openedLabels()
	failed.Read.Roles = []string{"task;worker;label"}
	w.reply(w.only().ID, api.Reply{Fault: &api.Fault{Message: "one column", Opened: failed}})
	w.do(SetOption{api.RoleLabels, "delimiter", ";"})
	if r := w.only().Reread; r == nil || !r.Failed || r.Roles != nil || r.Delimiter != ";" {
		t.Errorf("another delimiter where roles are missing: got %+v", r)
	}
}

// What the labels cost follows when a worker is left out.
func TestCostsOfAnAmendedResult(t *testing.T) {
	w := priced(t)
	w.do(SetCost{1, 0, "10"})
	w.takeCosts(tenCosts)
	w.do(Exclude{Worker: 1, Out: true})
	w.reply(w.only().ID, api.Reply{Amended: &api.Amended{Amend: api.Amend{Exclude: []int{1}}, Counts: w.Labels.Opened.Counts,
		Fitted: &api.Fitted{Method: "ds", Priced: &api.Priced{Said: 3}}}})
	if w.Result.Priced == nil || w.Result.Priced.Said != 3 {
		t.Errorf("got %+v", w.Result.Priced)
	}
}
