package files

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/model/files"
	"concord/app/ui/kit"
	"concord/core/wire"
)

// preview shows the first rows, with a choice of the role above each column.
func (f *fileView) preview(o *wire.Opened) app.UI {
	role := func(i int) string {
		if i < len(f.Draft.Roles) {
			return f.Draft.Roles[i]
		}
		return files.ColumnIgnore
	}
	shown := f.columns(role)
	var roles, names []app.UI
	for _, i := range shown {
		c := o.Columns[i]
		roles = append(roles, app.Td().Class(roleClass(role(i))).Body(
			app.Label().For("%s-role-%d", f.Role, i).Class("hidden").Text("Role of the column "+c.Name),
			app.Select().ID("%s-role-%d", f.Role, i).Class("role-select").Disabled(f.Locked).Title(c.Why).
				OnChange(kit.SendsText(func(v string) model.Msg { return model.SetRole{Of: f.Role, Column: i, Role: v} })).
				Body(kit.Options(role(i), files.RoleOf(f.Role).Columns...)...),
		))
		names = append(names, app.Th().Scope("col").Class(roleClass(role(i))).Text(kit.OrDash(c.Name)))
	}
	var rows []app.UI
	for _, cells := range o.Preview[:min(len(o.Preview), 6)] {
		var row []app.UI
		for _, i := range shown {
			text := ""
			if i < len(cells) {
				text = cells[i]
			}
			cell := app.Td().Class(roleClass(role(i))).Text(text)
			if len(text) > longCell {
				cell = cell.Title(text) // it is cut off
			}
			row = append(row, cell)
		}
		rows = append(rows, app.Tr().Body(row...))
	}
	return app.Div().Body(
		app.Div().Body(app.If(len(f.Missing) > 0, func() app.UI { // in a place of its own: a choice below keeps the focus
			return app.P().Class("missing").Role("status").Body(kit.Icon("warning"),
				app.Text("Say which column holds the "+strings.Join(f.Missing, " and which the ")+"."),
				// else the problem offers it
				app.If(!f.Failed && f.Role == wire.RoleLabels && slices.Equal(f.Missing, []string{files.ColumnWorker}), func() app.UI {
					return app.Button().Type("button").Class("button button-small").ID("take-anonymous").
						OnClick(kit.Sends(model.SetAnonymous{On: true})).Text("Nobody knows: majority vote and agreement only")
				}))
		})),
		app.Div().Class("scroll preview-place").TabIndex(0).Role("region").Aria("label", "First rows of the file").Body(
			app.Table().Class("preview").Body(
				app.Caption().Class("hidden").Text("First rows of "+o.File.Name+", with the role of each column"),
				app.THead().Body(app.Tr().Class("role-row").Body(roles...), app.Tr().Body(names...)),
				app.TBody().Body(rows...),
			),
		),
		app.If(len(o.Columns) > roomyColumns, func() app.UI {
			text := "Columns with a role come first."
			if len(shown) < len(o.Columns) {
				text = format.Count(len(shown)) + " of " + format.Count(len(o.Columns)) + " columns are shown. " + text
			}
			return app.P().Class("muted").Text(text)
		}),
	)
}

// longCell is from how many bytes on a cell may not be shown in full.
const longCell = 30

// roomyColumns is up to how many columns a table keeps their order.
const roomyColumns = 8

// maxColumns is how many columns without a role are shown.
const maxColumns = 30

// columns are those that are shown: the first, and every one that has a role. Of
// many those that had one when the file was read come first.
func (f *fileView) columns(role func(int) string) []int {
	var shown, rest []int
	for i := range f.Opened.Columns {
		switch read := f.Opened.Read.Roles; {
		case i >= maxColumns && role(i) == files.ColumnIgnore:
		case len(f.Opened.Columns) > roomyColumns && i < len(read) && read[i] == files.ColumnIgnore:
			rest = append(rest, i)
		default:
			shown = append(shown, i)
		}
	}
	if len(f.Opened.Columns) > roomyColumns {
		slices.SortStableFunc(shown, func(a, b int) int { return roleRank(f.Opened, a) - roleRank(f.Opened, b) })
	}
	return append(shown, rest...)
}

// roleRank is the place of a column among those of many that had a role: what
// every file of labels has comes first.
func roleRank(o *wire.Opened, column int) int {
	order := []string{files.ColumnTask, files.ColumnWorker, files.ColumnLabel}
	if column < len(o.Read.Roles) {
		if at := slices.Index(order, o.Read.Roles[column]); at >= 0 {
			return at
		}
	}
	return len(order)
}

func roleClass(role string) string {
	if role == files.ColumnIgnore {
		return "role role-none"
	}
	return "role role-" + role
}
