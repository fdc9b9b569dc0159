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

// columnList lists all columns of a file, each with its first values and its role. What is typed above it narrows it down.
type columnList struct {
	app.Compo
	Role   string
	Read   *api.Choices
	Roles  []string // as they are shown
	Locked bool

	search string
}

func (l *columnList) Render() app.UI {
	id := l.Role + "-columns"
	var rows []app.UI
	for i, c := range l.Read.Columns {
		samples := samplesOf(l.Read.Preview, i)
		if l.search != "" && !strings.Contains(strings.ToLower(c.Name+"\n"+strings.Join(samples, "\n")), l.search) {
			continue
		}
		role := files.ColumnIgnore
		if i < len(l.Roles) {
			role = l.Roles[i]
		}
		control := fmt.Sprintf("%s-%d", id, i)
		set := func(v string) model.Msg { return model.SetRole{Of: l.Role, Column: i, Role: v} }
		rows = append(rows, app.Li().Class("column "+roleClass(role)).Body(
			app.Label().For(control).Class("column-name").Text(kit.OrDash(format.Visible(c.Name))),
			kit.Select(control, role, api.RoleOf(l.Role).Columns, set).Class("role-select").Disabled(l.Locked),
			app.Span().Class("column-samples").Text(strings.Join(samples, " · ")),
		))
	}
	return app.Div().Class("column-list").Body(
		app.Label().For(id+"-search").Class("hidden").Text("Search the columns"),
		app.Input().ID(id+"-search").Type("search").Placeholder("Search "+format.Count(len(l.Read.Columns))+" columns").
			AutoComplete(false).Spellcheck(false).OnInput(func(ctx app.Context, e app.Event) {
			l.search = strings.ToLower(strings.TrimSpace(ctx.JSSrc().Get("value").String()))
		}),
		app.Ul().ID(id).Body(rows...),
		app.If(len(rows) == 0, func() app.UI { return kit.Muted("No column has that.") }),
	)
}

// samplesOf returns the first few different values of a column.
func samplesOf(preview [][]string, column int) (all []string) {
	const few = 3
	for _, r := range preview {
		if column < len(r) && r[column] != "" && !slices.Contains(all, r[column]) && len(all) < few {
			all = append(all, format.Visible(r[column]))
		}
	}
	return all
}
