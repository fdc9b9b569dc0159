package detail

import (
	"fmt"
	"math"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/model/verdict"
	"concord/app/ui/kit"
	"concord/core/wire"
)

// judging is what a detail needs to know of the user's changes.
type judging struct {
	Can       bool   // tasks can be judged
	Verdict   string // on the task; empty: none
	Reviewing bool   // one task after the other
	Undo      bool   // the last of them can come back
	Excluded  bool   // the worker is left out
	Busy      bool
}

func judgingOf(s model.State) judging {
	d := s.Detail()
	return judging{
		Can: s.CanReview(), Verdict: s.Verdict(d.Index), Reviewing: s.Reviewing, Undo: s.CanUndoReview(),
		Excluded: s.Excluded(d.Index), Busy: s.Busy(),
	}
}

// ask asks whether a task's label is right.
func ask(d model.Detail, j judging) app.UI {
	t := d.Task
	if !j.Can {
		return app.Div()
	}
	if j.Verdict != "" && !j.Reviewing {
		return app.Div().Class("verdict").ID("verdict").Body(
			app.P().Class("verdict-text").Text("You say: "+format.Quoted(j.Verdict)+". Fits are given this class."),
			app.Button().Type("button").ID("take-back").Class("button button-small").Disabled(j.Busy).
				OnClick(kit.Sends(model.Review{Task: t.Index})).Body(kit.Icon("undo"), app.Text("Take it back")),
		)
	}
	var buttons, others []app.UI
	keys := verdict.Keys(t)
	for n, class := range t.Classes {
		id, look, names, text := fmt.Sprintf("verdict-%d", n+1), "button button-small", []string{}, "It is "+format.Quoted(class)
		var body []app.UI
		if class == t.Label {
			id, look, names = "accept", look+" button-main", append(names, "A")
			body = append(body, kit.Icon("check"))
		}
		if keys[n] != "" {
			names = append(names, keys[n])
		}
		if class == d.Asks {
			look, text = look+" button-asks", "Yes, it is "+format.Quoted(class)
		}
		body = append(body, app.Text(text))
		for _, name := range names {
			body = append(body, key(name))
		}
		b := app.Button().Type("button").ID(id).Class(look).Disabled(j.Busy).
			OnClick(kit.Sends(model.Review{Task: t.Index, Label: class})).Body(body...)
		if len(names) > 0 {
			b = b.Aria("keyshortcuts", strings.Join(names, " "))
		}
		switch {
		case class == t.Label:
			buttons = append([]app.UI{b}, buttons...)
		case len(names) > 0:
			buttons = append(buttons, b)
		default:
			others = append(others, b)
		}
	}
	if j.Reviewing {
		buttons = append(buttons, app.Button().Type("button").ID("skip-task").Class("button button-small button-quiet").Disabled(j.Busy).
			Aria("keyshortcuts", "S").OnClick(kit.Sends(model.SkipTask{})).Body(app.Text("Skip"), key("S")))
		buttons = append(buttons, app.Button().Type("button").ID("undo-review").Class("button button-small button-quiet").Disabled(!j.Undo).
			Aria("keyshortcuts", "U").OnClick(kit.Sends(model.UndoReview{})).Body(kit.Icon("undo"), app.Text("Undo"), key("U")))
	}
	return app.Div().Class("verdict").ID("verdict").Body(
		app.P().Class("verdict-text").Text("Do you know better? What you say becomes a gold task, and the result follows."),
		app.Div().Class("row").Body(buttons...),
		app.P().Class("verdict-asks").ID("verdict-asks").Role("alert").Aria("live", "assertive").Text(verdict.AskBack(d.Task, d.Asks)),
		app.If(len(others) > 0, func() app.UI {
			return app.Details().Class("verdict-others").Body(
				app.Summary().Text("It is another class"),
				app.Div().Class("row").Body(others...),
			)
		}),
	)
}

// key shows the key that does the same.
func key(name string) app.UI { return app.Kbd().Class("key").Aria("hidden", "true").Text(name) }

// exclusion leaves a worker out, or takes the worker in again.
func exclusion(w *wire.Worker, j judging) app.UI {
	text, name, image := "Their labels count. Leave the worker out, and the result follows at once; it can be undone.",
		"Leave this worker out", "close"
	if j.Excluded {
		text, name, image = "This worker is left out: the labels don’t count.", "Take this worker in again", "undo"
	}
	return app.Div().Class("verdict").Body(
		app.P().Class("verdict-text").Text(text),
		app.Button().Type("button").ID("exclude").Class("button button-small").Disabled(j.Busy).
			OnClick(kit.Sends(model.Exclude{Worker: w.Index, Out: !j.Excluded})).Body(kit.Icon(image), app.Text(name)),
	)
}

// aboutText says what the text of a task is about, and which of its words spoke
// for its label.
func aboutText(t *wire.Task) []app.UI {
	if len(t.Topics) == 0 {
		return nil
	}
	var topics []app.UI
	for _, s := range t.Topics {
		topics = append(topics, app.Tr().Body(
			app.Th().Scope("row").Class("bar-name").Text("Topic "+format.Count(s.Number)+": "+strings.Join(s.Words, ", ")),
			app.Td().Class("bar-place").Body(kit.Meter(s.Share)),
			app.Td().Class("number").Text(format.Percent(s.Share)),
		))
	}
	body := []app.UI{
		app.H3().Text("What its text is about"),
		app.Table().Class("bars about-topics").Body(
			app.THead().Class("hidden").Body(app.Tr().Body(
				app.Th().Scope("col").Text("Topic"), app.Th().Scope("col").Text("Bar"), app.Th().Scope("col").Text("Share"))),
			app.TBody().Body(topics...)),
	}
	if len(t.Spoken) == 0 {
		return body
	}
	most := 0.0
	for _, w := range t.Spoken {
		most = max(most, math.Abs(w.Weight))
	}
	said := func(title string, sign float64) app.UI {
		var words []app.UI
		for _, w := range t.Spoken {
			if w.Weight*sign <= 0 {
				continue
			}
			text := w.Word
			if w.Count > 1 {
				text += " ×" + format.Count(w.Count)
			}
			class := "word-for"
			if sign < 0 {
				class = "word-against"
			}
			if math.Abs(w.Weight) < most/3 {
				class += " word-weak"
			}
			words = append(words, app.Li().Class("said "+class).Title(format.Fixed(w.Weight, 4)).Text(text))
		}
		if len(words) == 0 {
			words = append(words, app.Li().Class("muted").Text("none"))
		}
		return app.Div().Body(app.H4().Text(title), app.Ul().Class("said-words").Body(words...))
	}
	forIt, againstIt := "Words that spoke for “"+t.Label+"”", "Words that spoke against it"
	if len(t.Posterior) == 0 {
		forIt, againstIt = "Words that spoke for a larger number", "Words that spoke for a smaller one"
	}
	return append(body, app.Div().Class("said-both").Body(said(forIt, 1), said(againstIt, -1)))
}
