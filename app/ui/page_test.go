package ui_test

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/model"
	"concord/app/ui"
	"concord/core/api"
	"concord/lab/stories"
)

// frame shows whatever state it is given, as the page does.
type frame struct {
	app.Compo
	state *model.State
	ctx   app.Context
}

func (f *frame) OnPreRender(ctx app.Context) { f.ctx = ctx }

func (f *frame) Render() app.UI { return ui.View(*f.state) }

// From a story to the next, to the first and to the richest, and back, the page is changed in place without a panic, and
// shows then what it would show if it had been drawn afresh.
func TestPageIsChangedInPlace(t *testing.T) {
	all := stories.All()
	fresh := map[string]string{}
	for _, s := range all {
		fresh[s.Name] = ui.HTML(ui.View(s.State))
	}
	for i, from := range all {
		for j, to := range all {
			hub := func(n int) bool { return all[n].Name == "empty" || all[n].Name == "done-truth" }
			if !hub(i) && !hub(j) && i-j != 1 && j-i != 1 {
				continue
			}
			state := from.State
			engine := app.NewTestEngine()
			f := &frame{state: &state}
			if err := engine.Load(f); err != nil {
				t.Fatalf("%s: %v", from.Name, err)
			}
			engine.ConsumeAll()
			state = to.State
			f.ctx.Update()
			engine.ConsumeAll()
			if got := ui.HTML(f); got != fresh[to.Name] {
				t.Fatalf("from %s to %s: the page is not what it is when drawn afresh:\n%s", from.Name, to.Name, difference(got, fresh[to.Name]))
			}
		}
	}
}

func difference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return "got  " + a[i] + "\nwant " + b[i]
		}
	}
	return "one is longer"
}

// Where no task has a second label, the page says what that means.
func TestOneLabelATaskIsSaid(t *testing.T) {
	for _, s := range stories.All() {
		said := strings.Contains(ui.HTML(ui.View(s.State)), "so nothing shows which are right")
		if want := s.Name == "one-label"; said != want {
			t.Errorf("%s: said %v, want %v", s.Name, said, want)
		}
	}
}

// A task can be given every class that is shown of it, also those for which there is no key.
func TestEveryClassCanBeGiven(t *testing.T) {
	for _, s := range stories.All() {
		d := s.State.Detail()
		if s.Name != "reviewing" || d.Task == nil {
			continue
		}
		task := *d.Task
		task.Classes, task.Posterior = nil, nil
		for n := range 23 {
			task.Classes, task.Posterior = append(task.Classes, fmt.Sprintf("class %d of 23", n+1)), append(task.Posterior, 1./23)
		}
		task.Label = task.Classes[20]
		s.State.Details = []model.Detail{{Kind: d.Kind, Index: d.Index, Task: &task}}
		page := ui.HTML(ui.View(s.State))
		for _, class := range task.Classes {
			if !strings.Contains(page, "Label as “"+class+"”") && !strings.Contains(page, "Keep “"+class+"”") {
				t.Errorf("there is no way to say that it is %s", class)
			}
		}
		return
	}
	t.Fatal("there is no story of a review")
}

// What was left out of a truth file is said where it is seen, not under what is folded.
func TestRowsLeftOutAreSeen(t *testing.T) {
	for _, s := range stories.All() {
		if s.Name != "done-truth" {
			continue
		}
		truth := *s.State.Truth.Opened
		truth.Known, truth.Count = 0, 2
		truth.Issues = []api.Issue{{Kind: api.IssueLeftOut, Text: "2 rows left out; the first is line 1,203, “3.62”: a class that no worker " +
			"ever chose."}}
		s.State.Truth.Opened = &truth
		page := ui.HTML(ui.View(s.State))
		_, card, _ := strings.Cut(page, `id="data"`)
		card, _, _ = strings.Cut(card, `id="results"`)
		for _, want := range []string{api.RoleOf(api.RoleTruth).Empty,
			"2 rows left out; the first is line 1,203, “3.62”: a class that no worker ever chose."} {
			if !strings.Contains(card, want) {
				t.Errorf("the page does not say %q at once:\n%s", want, card)
			}
		}
		return
	}
	t.Fatal("there is no story with a truth")
}

// What can't be seen in a name, or turns the text around it, is written out wherever names are shown, and stays as it is where
// it is a value.
func TestNamesAreSeenWhole(t *testing.T) {
	const worker, label = "ann\u202elarotcod", "ye\u200bs"
	shown := func(s model.State) string {
		page := ui.HTML(ui.View(s))
		for line := range strings.Lines(tags.ReplaceAllString(page, "")) {
			if strings.ContainsAny(line, "\u202e\u200b") {
				t.Errorf("a name is shown as it is: %q", strings.TrimSpace(line))
			}
		}
		return page
	}
	told := 0
	for _, s := range stories.All() {
		switch s.Name {
		case "done-truth":
			told++
			s.State.View = model.ViewTasks
			tables := maps.Clone(s.State.Tables)
			table := tables[model.ViewTasks]
			page := *table.Page
			page.Cells = slices.Clone(page.Cells)
			page.Cells[0] = slices.Clone(page.Cells[0])
			page.Cells[0][0], page.Cells[0][2] = worker, label
			table.Page = &page
			tables[model.ViewTasks] = table
			s.State.Tables = tables
			result := *s.State.Result
			result.Classes = []api.Share{{Class: label}, {Class: "no"}}
			s.State.Result = &result
			got := shown(s.State)
			for _, want := range []string{`>ann\u202elarotcod</button>`, `>ye\u200bs</td>`, `value="=` + label + `"`, `>ye\u200bs</option>`} {
				if !strings.Contains(got, want) {
					t.Errorf("the table of tasks has no %q", want)
				}
			}
		case "reviewing":
			told++
			task := *s.State.Detail().Task
			task.Name, task.Label, task.Classes = worker, label, []string{label, "no"}
			task.Votes = []api.Vote{{Worker: 1, Name: worker, Label: label}}
			task.Posterior = []float64{.9, .1}
			s.State.Details = []model.Detail{{Kind: s.State.Detail().Kind, Index: s.State.Detail().Index, Task: &task}}
			got := shown(s.State)
			for _, want := range []string{`>ann\u202elarotcod</h2>`, `Keep “ye\u200bs”`} {
				if !strings.Contains(got, want) {
					t.Errorf("the task under review has no %q", want)
				}
			}
		}
	}
	if told != 2 {
		t.Errorf("got %d of the stories done-truth and reviewing", told)
	}
}

// tags are all that is not shown.
var tags = regexp.MustCompile(`<[^>]*>`)

// The overview is right of none, of one and of all.
func TestOverviewOfFew(t *testing.T) {
	var overview model.State
	for _, s := range stories.All() {
		if s.Name == "overview" {
			overview = s.State
		}
	}
	for want, change := range map[string]func(c *api.Counts){
		"No majority vote is tied.": func(c *api.Counts) { c.Ties = 0 },
		"1 label repeats":           func(c *api.Counts) { c.Repeats = 1 },
		"2 labels repeat":           func(c *api.Counts) { c.Repeats = 2 },
		"Every label is “yes”.": func(c *api.Counts) {
			c.Classes, c.ClassNames, c.ClassLabels = 1, []string{"yes"}, []int{c.Labels}
		},
		"The 2 classes are equally common: 50.0 % of labels each.": func(c *api.Counts) {
			c.ClassLabels = []int{c.Labels / 2, c.Labels / 2}
		},
	} {
		opened := *overview.Labels.Opened
		counts := *opened.Counts
		change(&counts)
		opened.Counts = &counts
		s := overview
		s.Labels.Opened = &opened
		if page := ui.HTML(ui.View(s)); !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

// A setting that is wrong but folded away is said to be so beside the button that it blocks.
func TestWrongSettingIsSaid(t *testing.T) {
	for _, s := range stories.All() {
		if s.Name != "done" {
			continue
		}
		s.State.Setup.MaxSteps = "0"
		// once as the title of the button
		if page := ui.HTML(ui.View(s.State)); strings.Count(page, s.State.Blocked()) < 2 ||
			!strings.Contains(s.State.Blocked(), "“More settings”") {
			t.Errorf("the page does not say %q", s.State.Blocked())
		}
		return
	}
	t.Fatal("there is no story of a result")
}

// A panel has neither an objective nor a measure of change: its course is how many labels each step changed.
func TestCourseOfAPanel(t *testing.T) {
	for _, s := range stories.All() {
		if s.Name != "done" {
			continue
		}
		r, f := *s.State.Result, *s.State.Result.Fitted
		f.Objective, f.Trace, f.Steps = "", nil, 3
		for n, flips := range []int{9, 4, 0} {
			f.Trace = append(f.Trace, api.Step{N: n + 1, Objective: math.NaN(), Change: math.NaN(), Flips: flips})
		}
		r.Fitted = &f
		s.State.Result = &r
		page := ui.HTML(ui.View(s.State))
		if !strings.Contains(page, "Labels changed by step") || strings.Contains(page, "takes a single step") {
			t.Error("the page does not show how many labels each step changed")
		}
		return
	}
	t.Fatal("there is no story of a result")
}
