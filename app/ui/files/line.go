package files

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/model/files"
	"concord/app/ui/kit"
	"concord/core/api"
)

// New returns the files of a state: a line that says what is open, with a menu of what can be added, or, before
// that, the ways to open a file.
func New(s model.State) app.UI {
	if s.Labels.Shown() == nil {
		return &start{Sources: s.Sources, Batch: s.Batch, Pasting: s.Pasting, Running: s.Run != nil, Shown: len(s.Images.Names()),
			Own: len(s.Labelling.Own())}
	}
	return &line{Sources: s.Sources, Batch: s.Batch, Pasting: s.Pasting, Running: s.Run != nil, View: s.Showing()}
}

// line is what is open, in a line; and what went wrong with any of it.
type line struct {
	app.Compo
	files.Sources
	Batch   *files.Batch
	Pasting bool
	Running bool
	View    string
}

func (d *line) Render() app.UI {
	faults := []app.UI{}
	for _, src := range d.Each() {
		faults = append(faults, problemPanel(*src))
	}
	return app.Section().Class("data-line").ID("data").Aria("labelledby", "data-title").DataSet("drop", api.RoleLabels).Body(
		app.Div().Class("data-row").Body(
			app.Div().Class("data-what").Body(
				app.H2().ID("data-title").TabIndex(-1).Class("data-name").Text(format.Visible(d.Labels.Shown().File.Name)),
				app.Span().Class("data-counts").Text(countsText(d.Labels.Shown().Counts)),
			),
			app.Div().Class("data-actions").Body(
				kit.When(len(d.Labels.Past) > 0,
					kit.Button("undo", "small quiet", "undo", "Undo", model.Undo{Of: api.RoleLabels}).Disabled(d.Running)),
				kit.Button("import-options", "small quiet", "", "Import options", model.Show{View: model.ViewData}).
					Hidden(d.View == model.ViewData),
				d.menu(),
			),
		),
		app.If(d.added() != nil, func() app.UI { return app.Div().Class("data-added").Body(d.added()...) }),
		app.If(d.Batch != nil && d.Batch.Items != nil, func() app.UI { return batchPanel(d.Batch, d.Labels.Opened != nil) }),
		app.Div().Body(faults...),
		app.If(d.View != model.ViewData, func() app.UI { return app.Div().Body(d.notices()...) }),
		app.If(d.Pasting, pasteBox),
	)
}

// notices are those of the files beside the labels, which a person has to see.
func (d *line) notices() (all []app.UI) {
	for _, r := range api.Roles() {
		if s := d.Source(r.Name); r.Name != api.RoleLabels && s.Opened != nil && s.Fault == nil {
			all = append(all, notices(r.Name, s.Opened, false))
			if empty := d.Answers().Role(r.Name).Empty; s.Opened.Known == 0 && empty != "" {
				all = append(all, kit.Warning(empty))
			}
		}
	}
	return all
}

// countsText is what was found in a file of labels.
func countsText(c *api.Counts) string {
	if c == nil {
		return ""
	}
	return strings.Join(files.Counted(c), " · ")
}

// added names the files that are open beside the labels.
func (d *line) added() (all []app.UI) {
	for _, r := range api.Roles() {
		if s := d.Source(r.Name); r.Name != api.RoleLabels && s.Opened != nil {
			all = append(all, kit.Button("", "small chip", "", d.Answers().Role(r.Name).Title+": "+s.Origin.Name, model.Show{View: model.ViewData}))
		}
	}
	return all
}

// menu lists what can be added.
func (d *line) menu() app.UI {
	item := func(role, text, hint string) app.UI {
		return app.Li().Body(kit.Choose(role, "quiet menu-item", text).Disabled(d.Running).Title(hint))
	}
	var all []app.UI
	for _, r := range ordered(func(r api.Role) int { return r.Item }) {
		if d.NoUse(r.Name) == "" {
			r = d.Answers().Role(r.Name)
			all = append(all, item(r.Name, r.Title+"…", r.Tip))
		}
	}
	if d.NoUse(api.RoleState) == "" {
		all = append(all, item(api.RoleState, "Earlier fit…", "Add these labels to those of an earlier project"))
	}
	all = append(all,
		item(api.RoleLabels, "Another labels file…", "Replaces this one; choose several to combine them"),
		app.Li().Body(kit.Button("paste", "quiet menu-item", "", "Paste a table…", model.Paste{Open: !d.Pasting}).Disabled(d.Running)),
		item(api.RoleProject, "Project…", "Replaces everything that is open"),
		item(api.RoleRecipe, "Recipe…", "Makes the result of a run.json again"),
		app.Li().Body(kit.Button("clear", "quiet menu-item", "", "Close this file", model.Forget{Role: api.RoleLabels}).
			Disabled(d.Running || d.Labels.Opened == nil)),
	)
	for _, why := range noUses(d.Sources) {
		all = append(all, app.Li().Class("menu-note").Body(why))
	}
	return app.Details().Class("menu").ID("add").Body(
		app.Summary().Class("button button-small").Text("Add…"),
		app.Ul().Class("menu-list").Body(all...),
	)
}

// Inputs are the file inputs of all roles. They stay in place whatever is loaded; the buttons made by kit.Choose
// open them.
type Inputs struct {
	app.Compo
	Disabled bool
}

func (i *Inputs) Render() app.UI {
	var all []app.UI
	for _, r := range api.Roles() {
		all = append(all, app.Input().Type("file").ID(r.Name+"-file").Class("file-input").DataSet("drop", r.Name).TabIndex(-1).
			Multiple(r.Name == api.RoleLabels).Disabled(i.Disabled).Aria("label", kit.UpperFirst(r.Take)))
	}
	all = append(all, app.Input().Type("file").ID("images-file").Class("file-input").TabIndex(-1).Multiple(true).Accept("image/*").
		Aria("label", "Images of the tasks"))
	return app.Div().Class("inputs").Body(all...)
}
