package detail

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/model/verdict"
	"concord/app/ui/kit"
	"concord/core/api"
	"concord/internal/humanize"
)

// judging is what a detail needs to know of the user's changes.
type judging struct {
	Can       bool     // tasks can be judged
	Sealed    bool     // nothing is shown of what anybody says
	Classes   []string // all that there are
	Verdict   string   // on the task; empty: none
	Reviewing bool     // one task after the other
	At, Of    int      // … which, and of how many
	Place     string   // … in words
	Drawn     string   // the kind of the tasks, if they were drawn; empty: they were listed
	Checked   string   // the verdict of a check; empty: none
	Undo      bool     // the last of them can come back
	Excluded  bool     // the worker is left out
	Tier      bool     // show that of the worker
	Items     bool     // tasks are pairs of items
	Nouns     api.Nouns
	Busy      bool
}

func judgingOf(s model.State) judging {
	d := s.Detail()
	j := judging{
		Can: s.CanReview(), Verdict: s.Verdict(d.Index), Reviewing: s.Reviewing, Undo: s.CanUndoReview(),
		Excluded: s.Excluded(d.Index), Busy: s.Busy(), Tier: s.Crew.Tiers,
		Items: s.Answers().Items, Nouns: s.Answers().Nouns(),
	}
	j.At, j.Of = s.ReviewPlace(d.Index)
	j.Place, j.Checked = s.Looking.Place(s.Kind, j.At, j.Of, &s.Amend), verdict.On(d.Index, s.Amend.Checked).Label
	if s.Reviewing {
		j.Drawn, j.Sealed = s.Kind, s.Looking.Sealed
	}
	if c := s.Counts(); c != nil {
		j.Classes = c.ClassNames
	}
	return j
}

// progress says how far a review has got.
func progress(j judging) app.UI {
	return app.Div().Class("review-progress").ID("review-progress").Body(
		app.Progress().Value(float64(j.At-1)).Max(float64(j.Of)).Aria("hidden", true),
		app.Span().Text(j.Place),
	)
}

// longestNote is more than anybody has to say of a label, in characters.
const longestNote = 1000

// note is the field for what the user has to say of a verdict.
func note(d model.Detail) app.UI {
	return app.Div().Class("verdict-note").Body(
		app.Label().For("note").Body(app.Text("Note"), app.Kbd().Class("key").Aria("hidden", "true").Text("N")),
		app.Input().Type("text").ID("note").MaxLength(longestNote).AutoComplete(false).Spellcheck(false).Value(d.Note).Aria("keyshortcuts", "N").
			OnChange(kit.SendsText(func(text string) model.Msg { return model.SetNote{Text: text} })),
	)
}

// least is how probable one of many classes must be to have a button.
const least = .01

// ask asks whether a task's label is right.
func ask(d model.Detail, j judging) app.UI {
	t := d.Task
	if !j.Can {
		return app.Div()
	}
	if j.Checked != "" && j.Verdict == "" && !j.Reviewing {
		return app.Div().Class("verdict").ID("verdict").Body(
			app.P().Class("verdict-text").Text("You checked it: "+format.Quoted(j.Checked)+". It measures the labels; no method learns from it."),
			kit.Button("take-back", "small", "undo", "Withdraw", model.Review{Task: t.Index}).Disabled(j.Busy),
		)
	}
	if j.Verdict != "" && !j.Reviewing {
		return app.Div().Class("verdict").ID("verdict").Body(
			app.P().Class("verdict-text").Text("Your label: "+format.Quoted(j.Verdict)+". It counts as gold."),
			note(d),
			kit.Button("take-back", "small", "undo", "Withdraw", model.Review{Task: t.Index}).Disabled(j.Busy),
		)
	}
	var buttons, others []app.UI
	keys := verdict.Keys(t)
	offered, many := places(len(t.Classes)), len(j.Classes) > kit.FewClasses
	if many && j.Sealed {
		offered = nil // all are found by typing
	} else if many {
		offered = slices.DeleteFunc(likely(t), func(k int) bool { return t.Probability[k] < least && t.Classes[k] != t.Label })
	}
	common := format.Common(j.Classes)
	for _, n := range offered {
		class := t.Classes[n]
		short := format.Quoted(strings.TrimPrefix(class, common))
		id, look, icon, text := fmt.Sprintf("verdict-%d", n+1), "small", "", "Label as "+short
		var names []string
		if class == t.Label && !j.Sealed {
			id, look, icon, names, text = "accept", "small main", "check", []string{"A"}, "Keep "+short
		}
		if keys[n] != "" {
			names = append(names, keys[n])
		}
		if class == d.Asks {
			look, text = look+" asks", "Yes, label as "+short
		}
		b := keyButton(id, look, icon, text, model.Review{Task: t.Index, Label: class}, names...).Disabled(j.Busy)
		switch {
		case class == t.Label && !j.Sealed:
			buttons = append([]app.UI{b}, buttons...)
		case len(names) > 0, many:
			buttons = append(buttons, b)
		default:
			others = append(others, b)
		}
	}
	class, text := "verdict", "Is this label right? Your answer counts as gold and updates the result."
	var more app.UI
	if j.Reviewing {
		class, text = "verdict verdict-review", "Is this label right?"
		switch {
		case j.Sealed:
			text = "What is the right label?"
		case j.Drawn == verdict.Sample:
			text = "What is the right label? Your answer measures the labels; no method learns from it."
		case j.Drawn == verdict.Duel:
			text = "The consensus and the majority vote disagree here. What is the right label?"
		}
		more = app.Div().Class("row verdict-more").Body(
			keyButton("undo-review", "small quiet", "undo", "Back", model.UndoReview{}, "B", "U").Disabled(!j.Undo).
				Title("Undo the last answer or skip, and go back to that task"),
			keyButton("skip-task", "small quiet", "", "Skip", model.SkipTask{}, "S").Disabled(j.Busy))
	}
	return app.Div().Class(class).ID("verdict").Body(
		app.P().Class("verdict-text").Text(text),
		app.Div().Class("row").Body(buttons...),
		app.P().Class("verdict-asks").ID("verdict-asks").Role("alert").Aria("live", "assertive").Text(verdict.AskBack(d.Task, d.Asks)),
		app.If(many, func() app.UI {
			return kit.ClassChoice("verdict-any", "Another label", "", "", uncounted(j.Classes), func(class string) model.Msg {
				return model.Review{Task: t.Index, Label: class}
			})
		}),
		app.If(len(others) > 0, func() app.UI {
			return kit.Fold("verdict-others", "Another label", app.Div().Class("row").Body(others...))
		}),
		note(d),
		more,
	)
}

// uncounted are classes to choose from.
func uncounted(classes []string) (all []api.Share) {
	for _, class := range classes {
		all = append(all, api.Share{Class: class, Tasks: -1})
	}
	return all
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
func exclusion(w *api.Worker, j judging) app.UI {
	text, name, image := "", "Exclude this "+j.Nouns.Worker+" and refit", "close"
	if j.Excluded {
		text = fmt.Sprintf("This %s is excluded: their %s don’t count.", j.Nouns.Worker, humanize.Noun(2, j.Nouns.Answer))
		name, image = "Include again and refit", "undo"
	}
	return app.Div().Class("verdict").Body(
		kit.When(text != "", app.P().Class("verdict-text").Text(text)),
		kit.Button("exclude", "small", image, name, model.Exclude{Worker: w.Index, Out: !j.Excluded}).Disabled(j.Busy),
		kit.When(j.Can && !j.Excluded, kit.Button("list-worker", "small", "list", "List the labels they disagree with",
			model.Narrow{Only: api.Only{What: api.OnlyWorker, Worker: w.Index}, Worker: w.Name})),
	)
}

// aboutText says what the text of a task is about, and which of its words spoke for its label.
func aboutText(t *api.Task) []app.UI {
	if len(t.Topics) == 0 {
		return nil
	}
	var topics []app.UI
	for _, s := range t.Topics {
		name := kit.RowHead("Topic " + format.Count(s.Number) + ": " + strings.Join(s.Words, ", ")).Class("bar-name")
		topics = append(topics, kit.BarRow(name, s.Share, format.Percent(s.Share)))
	}
	body := []app.UI{app.H3().Text("Topics of this text"), kit.Bars("bars about-topics", kit.Heads("Topic", "Bar", "Share"), topics)}
	if len(t.Spoken) == 0 {
		return body
	}
	forIt, againstIt := "Words for “"+t.Label+"”", "Words against it"
	if len(t.Posterior) == 0 {
		forIt, againstIt = "Words for a larger number", "Words for a smaller one"
	}
	return append(body, app.Div().Class("said-both").Body(
		spoken(forIt, "word-for", t.Spoken, 1), spoken(againstIt, "word-against", t.Spoken, -1)))
}

// spoken lists the words whose weight has that sign.
func spoken(title, class string, all []api.Spoken, sign float64) app.UI {
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
