package kit

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/model"
)

// options are those of a select: values and texts in turn.
func Options(chosen string, pairs ...string) []app.UI {
	var all []app.UI
	for i := 0; i < len(pairs); i += 2 {
		value := pairs[i]
		if value == "" {
			value = nothing
		}
		all = append(all, app.Option().Value(value).Selected(pairs[i] == chosen).Text(pairs[i+1]))
	}
	return all
}

func Tick(id, text string, on bool, m func(bool) model.Msg) app.UI {
	return app.Div().Class("choice").Body(
		app.Input().Type("checkbox").ID(id).Checked(on).OnChange(sendsTick(m)),
		app.Label().For(id).Text(text),
	)
}

// stepHead is the heading of a numbered step.
func StepHead(number, id, title string) app.UI {
	return app.H2().ID(id).TabIndex(-1).Class("step-title").Body(
		app.Span().Class("step-number").Aria("hidden", "true").Text(number),
		app.Span().Text(title),
	)
}
