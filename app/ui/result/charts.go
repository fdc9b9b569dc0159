package result

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/ui/kit"
	"concord/core/api"
)

// charts are those of a result. They stay as they are while its tables are turned.
type charts struct {
	app.Compo
	Fitted *api.Fitted
	Says   string // what a result of such answers is; empty: that goes without saying
}

func (c *charts) Render() app.UI {
	return app.Div().Body(
		c.finding(),
		app.Div().Class("charts").Body(
			app.If(len(c.Fitted.Classes) > 0, func() app.UI { return classChart(c.Fitted.Classes) }),
		),
	)
}

// finding says what the labels are, where that does not go without saying.
func (c *charts) finding() app.UI {
	switch {
	case c.Says != "":
		return kit.Lead(c.Says).Class("finding")
	case c.Fitted.Expected != nil && !c.Fitted.Expected.Known():
		return kit.Lead("The labels are there; nothing shows how likely each is to be right.").Class("finding")
	}
	return app.Div()
}

// classChart shows how the answers fall on the classes.
func classChart(shares []api.Share) app.UI {
	top := slices.Clone(shares)
	if len(top) > kit.MaxClasses {
		slices.SortStableFunc(top, func(a, b api.Share) int { return b.Tasks - a.Tasks })
		top = top[:kit.MaxClasses]
	}
	most := 0
	for _, s := range top {
		most = max(most, s.Tasks)
	}
	var rows []app.UI
	for _, s := range top {
		rows = append(rows, kit.BarRow(kit.BarName(s.Class), kit.Share(s.Tasks, most), format.Count(s.Tasks)))
	}
	note := ""
	if len(shares) > len(top) {
		note = "The " + format.Count(len(top)) + " largest of " + format.Count(len(shares)) + " classes."
	}
	return app.Figure().Class("card").Body(
		app.FigCaption().Class("card-title").Text("Label distribution"),
		kit.Bars("bars", kit.Heads("Class", "Share", "Tasks"), rows),
		kit.Muted(note),
		kit.SaveButtons("classes"),
	)
}
