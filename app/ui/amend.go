package ui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/core/wire"
)

// amendBar says what the user has changed about the labels, and takes it back.
type amendBar struct {
	app.Compo
	Excluded int
	Reviewed int
	Ordered  bool // the classes are steps of a scale
	Undo     bool // there is something to take back
	Busy     bool
}

func (b *amendBar) Render() app.UI {
	if b.Excluded+b.Reviewed == 0 && !b.Ordered && !b.Undo {
		return app.Div().Class("amended").Hidden(true)
	}
	var parts []string
	if b.Excluded > 0 {
		parts = append(parts, format.Plural(b.Excluded, "worker")+" left out")
	}
	if b.Reviewed > 0 {
		parts = append(parts, format.Plural(b.Reviewed, "task")+" judged by you")
	}
	if b.Ordered {
		parts = append(parts, "the classes in order")
	}
	text := "Nothing is left out or overruled now."
	if len(parts) > 0 {
		text = "This result follows your changes: " + strings.Join(parts, ", ") + "."
	}
	return app.Div().Class("amended").ID("amended").Body(
		app.Span().Text(text),
		app.Button().Type("button").ID("undo-amend").Class("button button-small").Disabled(b.Busy || !b.Undo).
			OnClick(sends(model.UndoAmend{})).Body(icon("undo"), app.Text("Undo the last change")),
	)
}

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

// verdict asks whether a task's label is right.
func verdict(d model.Detail, j judging) app.UI {
	t := d.Task
	if !j.Can {
		return app.Div()
	}
	if j.Verdict != "" && !j.Reviewing {
		return app.Div().Class("verdict").ID("verdict").Body(
			app.P().Class("verdict-text").Text("You say: "+format.Quoted(j.Verdict)+". Fits are given this class."),
			app.Button().Type("button").ID("take-back").Class("button button-small").Disabled(j.Busy).
				OnClick(sends(model.Review{Task: t.Index})).Body(icon("undo"), app.Text("Take it back")),
		)
	}
	var buttons, others []app.UI
	keys := model.VerdictKeys(t)
	for n, class := range t.Classes {
		id, look, names, text := fmt.Sprintf("verdict-%d", n+1), "button button-small", []string{}, "It is "+format.Quoted(class)
		var body []app.UI
		if class == t.Label {
			id, look, names = "accept", look+" button-main", append(names, "A")
			body = append(body, icon("check"))
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
			OnClick(sends(model.Review{Task: t.Index, Label: class})).Body(body...)
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
			Aria("keyshortcuts", "S").OnClick(sends(model.SkipTask{})).Body(app.Text("Skip"), key("S")))
		buttons = append(buttons, app.Button().Type("button").ID("undo-review").Class("button button-small button-quiet").Disabled(!j.Undo).
			Aria("keyshortcuts", "U").OnClick(sends(model.UndoReview{})).Body(icon("undo"), app.Text("Undo"), key("U")))
	}
	return app.Div().Class("verdict").ID("verdict").Body(
		app.P().Class("verdict-text").Text("Do you know better? What you say becomes a gold task, and the result follows."),
		app.Div().Class("row").Body(buttons...),
		app.P().Class("verdict-asks").ID("verdict-asks").Role("alert").Aria("live", "assertive").Text(model.AskedBack(d)),
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
	text, name, image := "Their labels count. Leave the worker out, and the result follows at once; it can be undone.", "Leave this worker out", "close"
	if j.Excluded {
		text, name, image = "This worker is left out: the labels don’t count.", "Take this worker in again", "undo"
	}
	return app.Div().Class("verdict").Body(
		app.P().Class("verdict-text").Text(text),
		app.Button().Type("button").ID("exclude").Class("button button-small").Disabled(j.Busy).
			OnClick(sends(model.Exclude{Worker: w.Index, Out: !j.Excluded})).Body(icon(image), app.Text(name)),
	)
}

// mark says beside a name what the user has changed about it.
func (t *tableView) mark(index int) app.UI {
	if !slices.Contains(t.Marked, index) {
		return nil
	}
	text := "judged by you"
	if t.Kind == model.ViewWorkers {
		text = "left out"
	}
	return app.Span().Class("chip").Text(text)
}

// reviewed are the tasks that the user has judged.
func reviewed(a wire.Amend) []int {
	var all []int
	for _, v := range a.Review {
		all = append(all, v.Task)
	}
	return all
}
