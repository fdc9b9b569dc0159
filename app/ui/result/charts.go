package result

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/ui/kit"
	"concord/core/api"
)

// charts are those of a result. They stay as they are while its tables are turned.
type charts struct {
	app.Compo
	Fitted  *api.Fitted
	Tasks   int
	Ordered bool   // the classes have an order
	Says    string // what a result of such answers is; empty: that goes without saying
}

func (c *charts) Render() app.UI {
	return app.Div().Body(
		c.finding(),
		app.Div().Class("charts").Body(
			app.If(len(c.Fitted.Classes) > 0, func() app.UI { return c.classChart() }),
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
func (c *charts) classChart() app.UI {
	return app.Figure().Class("card").Body(
		app.FigCaption().Class("card-title").Text("Label distribution"),
		kit.ClassBars("Tasks", c.Fitted.Classes, c.Tasks, c.Ordered),
		kit.SaveButtons("classes"),
	)
}
