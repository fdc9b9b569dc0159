package views

import (
	"fmt"
	"math"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/kit"
	"concord/core/api"
)

// only narrows the table of tasks to labels that are worth a look.
func (t rows) only() app.UI {
	o := t.Table.Query.Only
	options := []string{"", "all tasks"}
	if t.Look > 0 {
		n := t.Look
		if o.What == api.OnlyUncertain {
			n = o.First
		}
		options = append(options, api.OnlyUncertain, "the "+format.Count(n)+" least certain")
	}
	options = append(options, api.OnlySplit, "not unanimous")
	if t.Ties || o.What == api.OnlyTies {
		options = append(options, api.OnlyTies, "ties")
	}
	options = append(options, api.OnlyBelow, "agreement below …")
	if len(t.Classes) > 1 {
		options = append(options, api.OnlyPair, "one class against another")
	}
	if o.What == api.OnlyWorker {
		options = append(options, api.OnlyWorker, t.Worker+" disagrees")
	}
	if t.Truth {
		options = append(options, api.OnlyWrong, "wrong by the truth")
	}
	return app.Div().Class("choice").Body(
		app.Label().For("tasks-only").Text("Show"),
		kit.Select("tasks-only", o.What, options, func(v string) model.Msg {
			if v == api.OnlyWorker {
				return model.Narrow{Only: o, Worker: t.Worker}
			}
			return model.Narrow{Only: api.Only{What: v}}
		}),
		app.If(o.What == api.OnlyBelow, func() app.UI {
			var shares []string
			for tenths := 1; tenths <= 10; tenths++ {
				shares = append(shares, fmt.Sprint(tenths), format.Percent(float64(tenths)/10))
			}
			return kit.Select("only-below", fmt.Sprint(math.Round(10*o.Below)), shares, func(v string) model.Msg {
				tenths, _ := strconv.Atoi(v)
				return model.Narrow{Only: api.Only{What: o.What, Below: float64(tenths) / 10}}
			}).Aria("label", "Share of pairs of labels that agree")
		}),
		app.If(o.What == api.OnlyPair, func() app.UI {
			return app.Div().Class("choice").Body(
				t.class("only-class", "Class", o.Class, func(v string) api.Only { return api.Only{What: o.What, Class: v, Other: o.Other} }),
				t.class("only-other", "against", o.Other,
					func(v string) api.Only { return api.Only{What: o.What, Class: o.Class, Other: v} }),
			)
		}),
	)
}

// class chooses one of the classes of a pair.
func (t rows) class(id, label, chosen string, only func(class string) api.Only) app.UI {
	return kit.ClassChoice(id, label, chosen, "", t.Classes, func(class string) model.Msg { return model.Narrow{Only: only(class)} })
}

// finding says how many mistakes the labels that are listed probably hold.
func (t rows) finding(page *api.Page) app.UI {
	if t.Table.Query.Only.What == "" || t.Kind != model.ViewTasks {
		return app.Div()
	}
	text := format.Plural(page.Matching, t.noun())
	switch {
	case page.Matching == 0:
		text = "No task is left to look at here."
	case page.Wrong != nil:
		text += ", of which about " + format.Count(int(math.Round(*page.Wrong))) + " are probably wrong."
	default:
		text += "."
	}
	return app.P().Class("muted only-finding").ID("only-finding").Aria("live", "polite").Text(text)
}
