package result

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/files"
	"concord/app/ui/kit"
	"concord/app/ui/views"
	"concord/core/api"
)

// results are the views of a result, or of the data before there is one.
type results struct {
	app.Compo
	pieces
	Result  *model.Result
	Tabs    []tab
	View    string
	Shown   views.Shown // by that view
	Amend   api.Amend
	Undo    bool // the last amendment can be undone
	Busy    bool
	Open    int    // things to settle
	Says    string // what a result of such answers is
	Nouns   api.Nouns
	Tasks   int
	Ordered bool   // the classes have an order
	Data    app.UI // the view of the data; nil: another is shown
}

// tab is the way to a view. One that is not there keeps its place, so that the focus stays on its tab when another comes or goes.
type tab struct {
	View, Title string
	There       bool
}

// New returns the views of a state in which labels are open.
func New(s model.State) app.UI {
	r := &results{Result: s.Result, View: s.Showing(), Amend: s.Amend, Undo: len(s.Before) > 0, Busy: s.Busy(), Open: len(s.Issues()),
		Nouns: s.Answers().Nouns()}
	for _, v := range model.Views {
		if v.Title != "" {
			r.Tabs = append(r.Tabs, tab{v.Name, v.TitleFor(s.Answers()), v.There(s)})
		}
	}
	if r.View == model.ViewData {
		r.Data = files.Data(s)
	}
	if c := s.Counts(); c != nil {
		r.Says, r.Tasks, r.Ordered = c.Kind.Result, c.Tasks, c.Ordered
	}
	if s.Result != nil {
		r.Shown = views.Of(s)
	}
	return r
}

func (r *results) Render() app.UI {
	return app.Section().Class("views").Aria("label", "Views").Body(
		app.If(r.Result != nil, r.amended),
		r.tabs(),
		app.Div().Body(r.Data),
		app.If(r.Result != nil && r.View == model.ViewTasks && r.Has(1, 2), func() app.UI {
			return &charts{Fitted: r.Result.Fitted, Tasks: r.Tasks, Ordered: r.Ordered, Says: r.Says}
		}),
		app.If(r.Result != nil && r.Has(2, 2), func() app.UI { return views.Draw(r.View, r.Shown) }),
	)
}

func (r *results) tabs() app.UI {
	var all []app.UI
	for _, t := range r.Tabs {
		if !t.There {
			all = append(all, app.Button().Type("button").Class("tab").Hidden(true).Text(t.Title))
			continue
		}
		b := app.Button().Type("button").Class("tab").ID("tab-"+t.View).Role("tab").Aria("selected", t.View == r.View).
			OnClick(kit.Sends(model.Show{View: t.View})).Body(app.Text(t.Title), app.If(t.View == model.ViewData && r.Open > 0, r.badge))
		switch {
		case t.View != r.View:
			b = b.TabIndex(-1) // reached with the arrow keys
		case r.Has(2, 2) || r.Data != nil:
			b = b.Aria("controls", "panel-"+t.View)
		} // else its panel is drawn next
		all = append(all, b)
	}
	return app.Div().Class("tabs").Role("tablist").Aria("label", "Views of the result").On("keydown", kit.TabKeys).Body(all...)
}

// badge says how many things are to be settled, on the tab that has more about them.
func (r *results) badge() app.UI {
	return app.Span().Class("tab-badge").ID("data-badge").Body(app.Text(format.Count(r.Open)), app.Span().Class("hidden").Text(" to settle"))
}

// amended says what the user has changed about the labels, and takes it back.
func (r *results) amended() app.UI {
	a := r.Amend
	excluded, reviewed, checked, ordered := len(a.Exclude), len(a.Review), len(a.Checked), len(a.Order) > 0
	if excluded+reviewed+checked == 0 && !ordered && !r.Undo {
		return app.Div().Class("amended").Hidden(true)
	}
	var parts []string
	if excluded > 0 {
		parts = append(parts, format.Plural(excluded, r.Nouns.Worker)+" excluded")
	}
	if reviewed > 0 {
		parts = append(parts, format.Plural(reviewed, r.Nouns.Task)+" reviewed by you")
	}
	if checked > 0 {
		parts = append(parts, format.Plural(checked, r.Nouns.Task)+" checked at random")
	}
	if ordered {
		parts = append(parts, "classes ordered")
	}
	text := "No changes apply now."
	if len(parts) > 0 {
		text = "This result includes your changes: " + strings.Join(parts, ", ") + "."
	}
	return app.Div().Class("amended").ID("amended").Body(
		app.Span().Text(text),
		kit.Button("undo-amend", "small", "undo", "Undo", model.UndoAmend{}).Disabled(r.Busy || !r.Undo),
	)
}

// pieces is embedded under a name that go-app doesn't copy from one drawing to the next.
type pieces = kit.Pieces
