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
	"concord/core/result"
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
			kit.Button("take-back", "small", "undo", "Take it back", model.Review{Task: t.Index}).Disabled(j.Busy),
		)
	}
	var buttons, others []app.UI
	keys := verdict.Keys(t)
	for n, class := range t.Classes {
		id, look, icon, text := fmt.Sprintf("verdict-%d", n+1), "small", "", "It is "+format.Quoted(class)
		var names []string
		if class == t.Label {
			id, look, icon, names = "accept", "small main", "check", []string{"A"}
		}
		if keys[n] != "" {
			names = append(names, keys[n])
		}
		if class == d.Asks {
			look, text = look+" asks", "Yes, it is "+format.Quoted(class)
		}
		b := keyButton(id, look, icon, text, model.Review{Task: t.Index, Label: class}, names...).Disabled(j.Busy)
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
		buttons = append(buttons,
			keyButton("skip-task", "small quiet", "", "Skip", model.SkipTask{}, "S").Disabled(j.Busy),
			keyButton("undo-review", "small quiet", "undo", "Undo", model.UndoReview{}, "U").Disabled(!j.Undo))
	}
	return app.Div().Class("verdict").ID("verdict").Body(
		app.P().Class("verdict-text").Text("Do you know better? What you say becomes a gold task, and the result follows."),
		app.Div().Class("row").Body(buttons...),
		app.P().Class("verdict-asks").ID("verdict-asks").Role("alert").Aria("live", "assertive").Text(verdict.AskBack(d.Task, d.Asks)),
		app.If(len(others) > 0, func() app.UI {
			return kit.Fold("verdict-others", "It is another class", app.Div().Class("row").Body(others...))
		}),
	)
}

// keyButton is a button that shows the keys that do the same.
func keyButton(id, look, icon, text string, m model.Msg, keys ...string) app.HTMLButton {
	b := kit.Button(id, look, icon, text, m).Aria("keyshortcuts", strings.Join(keys, " "))
	body := []app.UI{kit.When(icon != "", kit.Icon(icon)), app.Text(text)}
	for _, name := range keys {
		body = append(body, app.Kbd().Class("key").Aria("hidden", "true").Text(name))
	}
	return b.Body(body...)
}

// exclusion excludes a worker, or includes the worker again.
func exclusion(w *wire.Worker, j judging) app.UI {
	text, name, image := "", "Exclude this worker and refit", "close"
	if j.Excluded {
		text, name, image = "This worker is excluded: the labels don’t count.", "Include again and refit", "undo"
	}
	return app.Div().Class("verdict").Body(
		kit.When(text != "", app.P().Class("verdict-text").Text(text)),
		kit.Button("exclude", "small", image, name, model.Exclude{Worker: w.Index, Out: !j.Excluded}).Disabled(j.Busy),
	)
}

// aboutText says what the text of a task is about, and which of its words spoke for its label.
func aboutText(t *wire.Task) []app.UI {
	if len(t.Topics) == 0 {
		return nil
	}
	var topics []app.UI
	for _, s := range t.Topics {
		name := kit.RowHead("Topic " + format.Count(s.Number) + ": " + strings.Join(s.Words, ", ")).Class("bar-name")
		topics = append(topics, kit.BarRow(name, s.Share, format.Percent(s.Share)))
	}
	body := []app.UI{app.H3().Text("What its text is about"), kit.Bars("bars about-topics", kit.Heads("Topic", "Bar", "Share"), topics)}
	if len(t.Spoken) == 0 {
		return body
	}
	forIt, againstIt := "Words that spoke for “"+t.Label+"”", "Words that spoke against it"
	if len(t.Posterior) == 0 {
		forIt, againstIt = "Words that spoke for a larger number", "Words that spoke for a smaller one"
	}
	return append(body, app.Div().Class("said-both").Body(
		spoken(forIt, "word-for", t.Spoken, 1), spoken(againstIt, "word-against", t.Spoken, -1)))
}

// spoken lists the words whose weight has that sign.
func spoken(title, class string, all []result.Spoken, sign float64) app.UI {
	most := 0.0
	for _, w := range all {
		most = max(most, math.Abs(w.Weight))
	}
	var words []app.UI
	for _, w := range all {
		if w.Weight*sign <= 0 {
			continue
		}
		text := w.Word
		if w.Count > 1 {
			text += " ×" + format.Count(w.Count)
		}
		said := app.Li().Class("said " + class)
		if math.Abs(w.Weight) < most/3 {
			said = said.Class("word-weak")
		}
		words = append(words, said.Title(format.Fixed(w.Weight, 4)).Text(text))
	}
	if len(words) == 0 {
		words = append(words, app.Li().Class("muted").Text("none"))
	}
	return app.Div().Body(app.H4().Text(title), app.Ul().Class("said-words").Body(words...))
}
