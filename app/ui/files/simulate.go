package files

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/model"
	"concord/app/ui/kit"
	"concord/core/api"
)

// simulateBox describes a crowd and opens it. Its fields keep what is typed until it is sent.
func simulateBox(disabled bool) app.UI {
	s := api.DefaultSimulated()
	fields := []struct {
		id, label string
		value     *int
	}{
		{"tasks", "Tasks", &s.Tasks}, {"per-task", "Labels per task", &s.PerTask}, {"classes", "Classes", &s.Classes},
		{"workers", "Workers", &s.Workers}, {"spammers", "of these, spammers", &s.Spammers}, {"copiers", "of these, copiers", &s.Copiers},
		{"low", "Worst worker, % right", &s.Low}, {"high", "Best worker, % right", &s.High},
	}
	const seed = "simulate-seed"
	var all []app.UI
	add := func(id, label, value string) {
		all = append(all, app.Div().Class("field").Body(
			app.Label().For(id).Class("field-label").Text(label),
			app.Input().Type("text").ID(id).Attr("inputmode", "numeric").AutoComplete(false).Spellcheck(false).Value(value),
		))
	}
	for _, f := range fields {
		add("simulate-"+f.id, f.label, strconv.Itoa(*f.value))
	}
	add(seed, "Seed", strconv.FormatUint(s.Seed, 10))
	form := app.Form().Class("simulate").On("submit", func(ctx app.Context, e app.Event) {
		e.PreventDefault()
		typed := func(id string) string {
			return strings.ReplaceAll(strings.TrimSpace(app.Window().GetElementByID(id).Get("value").String()), ",", "")
		}
		for _, f := range fields {
			n, err := strconv.Atoi(typed("simulate-" + f.id))
			if err != nil {
				n = -1 // which is refused
			}
			*f.value = n
		}
		s.Seed, _ = strconv.ParseUint(typed(seed), 10, 64)
		kit.Send(ctx, model.Simulate{Crowd: s})
	})
	return kit.Fold("simulate-fold", "Simulate a crowd …",
		app.P().Class("muted").Text("Generate labels with known truth, to try methods or to plan a project."),
		form.Body(
			app.Div().Class("simulate-fields").Body(all...),
			kit.LookButton("simulate", "main", "play", "Simulate").Type("submit").Disabled(disabled),
		),
	).ID("simulate-crowd")
}
