package files

import (
	"cmp"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/model/files"
	"concord/app/ui/kit"
	"concord/core/api"
)

// besides are the files that may be opened beside the labels. Projects and recipes may also come first.
func (d *data) besides() (all []app.UI) {
	if d.Labels.Opened != nil {
		tasks := 0
		if c := d.Labels.Opened.Counts; c != nil {
			tasks = c.Tasks
		}
		for _, r := range ordered(func(r api.Role) int { return r.Place }) {
			s := *d.Source(r.Name)
			here := s.Opened != nil || s.Fault != nil || len(s.Past) > 0
			if r.Describing() && !d.CanDescribe() || r.Predicts() && !d.CanPredict() || d.NoUse(r.Name) != "" && !here {
				continue
			}
			view := &besideView{Source: s, Role: d.Answers().Role(r.Name), Running: d.Running, Tasks: tasks}
			if r.Name == api.RoleCosts {
				view.Pricing = d.Pricing
			}
			all = append(all, view)
		}
		all = append(all, app.Div().ID("no-uses").Body(noUses(d.Sources)...))
	}
	if d.NoUse(api.RoleState) == "" || d.Saved.Opened != nil || d.Saved.Fault != nil {
		all = append(all, &besideView{Source: d.Saved, Role: api.RoleOf(api.RoleState), Running: d.Running,
			Same: sameSource(d.Saved.Opened, d.Labels.Opened)})
	}
	return append(all,
		&besideView{Source: d.Work, Role: api.RoleOf(api.RoleProject), Running: d.Running},
		&besideView{Source: d.Recipe, Role: api.RoleOf(api.RoleRecipe), Running: d.Running},
	)
}

// ordered are the roles that have a place in some order, by their places: 1, 2, 3 …
func ordered(place func(api.Role) int) (all []api.Role) {
	for n := range len(api.Roles()) {
		for _, r := range api.Roles() {
			if place(r) == n+1 {
				all = append(all, r)
			}
		}
	}
	return all
}

// noUses say why some kinds of files are not offered.
func noUses(s files.Sources) (all []app.UI) {
	for _, why := range s.NoUses() {
		all = append(all, kit.Muted(why))
	}
	return all
}

// sameSource reports whether labels look like those that a state was made from.
func sameSource(state, labels *api.Opened) bool {
	return state != nil && state.State != nil && labels != nil && state.State.Source == labels.File.Name
}

// besideView takes one file beside the labels, and shows it.
type besideView struct {
	app.Compo
	pieces
	Source  files.Source
	Role    api.Role // that of the source, as the page describes it
	Running bool
	Same    bool    // of a state: the labels look like its own
	Pricing pricing // of costs
	Tasks   int     // with labels
	Kind    api.Kind
}

// CompoID keeps the views apart, so that one never takes over the fields of another.
func (b *besideView) CompoID() string { return b.Source.Role }

func (b *besideView) Render() app.UI {
	s := b.Source
	words := words(s, b.Role, b.Tasks)
	class := kit.Either(s.Opened != nil || s.Fault != nil, "beside beside-loaded", "beside")
	place := app.Div().Class(class).ID(s.Role).DataSet("drop", s.Role)
	if b.Role.Place > 0 && !b.Has(1, 1) { // the others are there from the start
		return place
	}
	return place.Body(
		app.Div().Class("beside-head").Body(
			app.Div().Class("beside-text").Body(app.H3().ID(s.Role+"-title").TabIndex(-1).Text(words.title), app.P().Text(words.hint)),
			app.Div().Class("row").Body(
				kit.Choose(s.Role, "", words.choose).Disabled(b.Running),
				kit.When(len(s.Past) > 0, kit.Button("undo-"+s.Role, "", "undo", "Undo", model.Undo{Of: s.Role}).Disabled(b.Running)),
				kit.When(s.Opened != nil, kit.Button("remove-"+s.Role, "quiet", "", "Remove", model.Forget{Role: s.Role}).Disabled(b.Running)),
			),
		),
		kit.When(b.Same, kit.Warning("The earlier fit came from a file of the same name. If these are the same labels, they count twice.")),
		besideNotices(s),
		app.If(s.Role == api.RoleConfusion && s.Shown() != nil, b.mode),
		b.described(),
		b.pricing(),
		app.If(s.Role != api.RoleState && s.Shown() != nil, func() app.UI {
			return kit.Fold("beside-file", "Import options", newFileView(s, b.Running)).Open(s.Fault != nil || s.Opened.Read.Confirm != "")
		}),
	)
}

// besideNotices are those of a file beside the labels. Their list is always there, so that what comes after it
// keeps its place and the focus.
func besideNotices(s files.Source) app.UI {
	if s.Shown() == nil {
		return kit.Notices()
	}
	return notices(s.Role, s.Shown(), s.Fault != nil)
}

// wording is what a view says of its file.
type wording struct{ title, hint, choose string }

// words are those of a file: what is loaded, or what could be. Tasks are labelled ones.
func words(s files.Source, role api.Role, tasks int) wording {
	o := s.Opened
	if o == nil {
		return wording{role.Title, role.Hint, role.Choose}
	}
	w := wording{s.Origin.Name, files.Loaded(role, o, tasks), cmp.Or(role.Again, "Another file")}
	switch s.Role {
	case api.RoleCosts: // which may be entered on the card, too
		w.title = role.Title
	case api.RoleState:
		w.hint = stateWords(o.State)
	}
	return w
}

// stateWords say what is in an earlier fit.
func stateWords(s *api.State) string {
	if s == nil {
		return ""
	}
	text := s.Title + ", fitted to " + format.Plural(s.Tasks, "task") + " and " + format.Plural(s.Workers, "worker")
	if s.Labels > 0 {
		text += " with " + format.Plural(s.Labels, "label")
	}
	return text + " of " + s.Source + "."
}

// mode asks how a history enters a fit.
func (b *besideView) mode() app.UI {
	x := api.OptionOf("mode")
	chosen := x.Values[max(0, slices.IndexFunc(x.Values, func(v api.OptionValue) bool { return v.Name == b.Source.Draft.Mode }))]
	return app.Div().Class("choice choice-mode").Body(
		app.Label().For("confusion-mode").Text(x.Title),
		kit.Select("confusion-mode", chosen.Name, pairsOf(x, chosen.Name),
			func(v string) model.Msg { return model.SetOption{Of: api.RoleConfusion, Option: x.Name, Text: v} }).
			Aria("describedby", "confusion-mode-help").Disabled(b.Running || b.Source.Reading != nil),
		app.P().ID("confusion-mode-help").Class("field-help").Text(chosen.Help),
	)
}
