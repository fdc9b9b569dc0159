package files

import (
	"fmt"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/model/files"
	"concord/app/ui/kit"
	"concord/core/api"
)

// preview shows the first rows, with a choice of the role above each column.
func (f *fileView) preview(o *api.Opened) app.UI {
	role := func(i int) string {
		if i < len(f.Draft.Roles) {
			return f.Draft.Roles[i]
		}
		return files.ColumnIgnore
	}
	shown := f.columns(role)
	var roles, names []app.UI
	for _, i := range shown {
		c := o.Read.Columns[i]
		id, set := fmt.Sprintf("%s-role-%d", f.Role, i), func(v string) model.Msg { return model.SetRole{Of: f.Role, Column: i, Role: v} }
		roles = append(roles, app.Td().Class(roleClass(role(i))).Body(
			app.Label().For(id).Class("hidden").Text("Role of the column "+c.Name),
			kit.Select(id, role(i), api.RoleOf(f.Role).Columns, set).Class("role-select").Disabled(f.Locked).Title(c.Why),
		))
		names = append(names, kit.Head(kit.OrDash(c.Name)).Class(roleClass(role(i))))
	}
	var rows []app.UI
	for _, cells := range o.Read.Preview[:min(len(o.Read.Preview), 6)] {
		var row []app.UI
		for _, i := range shown {
			text := ""
			if i < len(cells) {
				text = cells[i]
			}
			cell := kit.Cell(text).Class(roleClass(role(i)))
			if len(text) > longCell {
				cell = cell.Title(format.Visible(text)) // it is cut off
			}
			row = append(row, cell)
		}
		rows = append(rows, kit.Row(row...))
	}
	return app.Div().Body(
		app.Div().Body(app.If(len(f.Missing) > 0, f.missing)), // in a place of its own: a choice below keeps the focus
		kit.Scroll("First rows of "+format.Visible(o.File.Name), app.Table().Class("preview").Body(
			app.Caption().Class("hidden").Text("First rows of "+format.Visible(o.File.Name)+", with the role of each column"),
			app.THead().Body(kit.Row(roles...).Class("role-row"), kit.Row(names...)),
			app.TBody().Body(rows...),
		)).Class("preview-place"),
		app.If(len(o.Read.Columns) > roomyColumns, func() app.UI {
			text := "Columns in use come first."
			if len(shown) < len(o.Read.Columns) {
				text = format.Count(len(shown)) + " of " + format.Count(len(o.Read.Columns)) + " columns are shown. " + text
			}
			return app.Div().Body(kit.Muted(text), kit.Fold("all-columns", "All columns",
				&columnList{Role: f.Role, Read: &o.Read, Roles: f.Draft.Roles, Locked: f.Locked}).Open(f.Failed))
		}),
	)
}

// missing says which roles no column has.
func (f *fileView) missing() app.UI {
	anonymous := kit.Button("take-anonymous", "small", "", "No worker column: majority vote and agreement only",
		model.SetOption{Of: api.RoleLabels, Option: "anonymous", Text: "yes"})
	offered := !f.Failed && f.Role == api.RoleLabels && slices.Equal(f.Missing, []string{files.ColumnWorker}) // else the problem offers it
	return app.P().Class("missing").Role("status").Body(kit.Icon("warning"),
		app.Text("Choose the column that holds the "+strings.Join(f.Missing, ", and the one that holds the ")+"."), kit.When(offered, anonymous))
}

// longCell is from how many bytes on a cell may not be shown in full.
const longCell = 30

// roomyColumns is up to how many columns a table keeps their order.
const roomyColumns = 8

// maxColumns is how many columns without a role are shown.
const maxColumns = 30

// columns are those that are shown: the first, and all with a role. If there are many, those that had a role when
// the file was read come first.
func (f *fileView) columns(role func(int) string) []int {
	var shown, rest []int
	for i := range f.Opened.Read.Columns {
		switch read := f.Opened.Read.Roles; {
		case i >= maxColumns && role(i) == files.ColumnIgnore:
		case len(f.Opened.Read.Columns) > roomyColumns && i < len(read) && read[i] == files.ColumnIgnore:
			rest = append(rest, i)
		default:
			shown = append(shown, i)
		}
	}
	if len(f.Opened.Read.Columns) > roomyColumns {
		slices.SortStableFunc(shown, func(a, b int) int { return roleRank(f.Opened, a) - roleRank(f.Opened, b) })
	}
	return append(shown, rest...)
}

// roleRank orders columns by the role they had when the file was read: task, worker, label, others.
func roleRank(o *api.Opened, column int) int {
	order := []string{files.ColumnTask, files.ColumnWorker, files.ColumnLabel}
	if column < len(o.Read.Roles) {
		if at := slices.Index(order, o.Read.Roles[column]); at >= 0 {
			return at
		}
	}
	return len(order)
}

func roleClass(role string) string {
	switch role {
	case files.ColumnIgnore:
		role = "none"
	case api.ColumnBest, api.ColumnWorst, api.ColumnRank, api.ColumnRanking:
		role = api.ColumnItem
	}
	return "role role-" + role
}
