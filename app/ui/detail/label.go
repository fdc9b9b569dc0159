package detail

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/model/verdict"
	"concord/app/ui/kit"
)

// labelling shows the tasks that nobody labelled, one after the other.
type labelling struct {
	app.Compo
	verdict.Labelling
	Seen []verdict.Piece // what the task that is open shows
	Busy bool
	None bool // there are no other labels
}

// NewLabelling returns the dialog in which the user labels.
func NewLabelling(s model.State) app.UI {
	l := &labelling{Labelling: s.Labelling, Busy: s.Busy(), None: s.Labels.Opened == nil}
	if t := l.Task(); t != nil {
		l.Seen = verdict.Content(t.Name, t.Content, s.Images)
	}
	return l
}

// OnMount opens it.
func (l *labelling) OnMount(ctx app.Context) { kit.OpenDialog(ctx, "labelling-title") }

func (l *labelling) Render() app.UI {
	title, body := "All labelled", []app.UI{}
	switch t := l.Task(); {
	case l.Tasks == nil:
		title, body = "…", []app.UI{kit.Muted("Loading …")}
	case t != nil:
		at := judging{At: l.At + 1, Of: l.Of}
		title, body = t.Name, []app.UI{progress(at), content(l.Seen, t.Name), l.buttons()}
	case len(l.Tasks) == 0:
		title = "Every task has a label"
	default:
		body = []app.UI{l.more(nil)}
	}
	return kit.Dialog("labelling", "Unlabelled task", title, nil, append(body, l.use()))
}

// buttons are the labels that can be given.
func (l *labelling) buttons() app.UI {
	var all []app.UI
	given, keys := l.Labels[l.At], l.Keys()
	skip := keyButton("skip-label", "small quiet", "", "Skip", model.SetLabelling{To: l.Give("")}, "S")
	if len(l.Classes) > kit.FewClasses {
		return app.Div().Class("verdict verdict-review").Body(kit.ClassChoice("label-any", "Label", given, "", uncounted(l.Classes),
			func(class string) model.Msg { return model.SetLabelling{To: l.Give(class)} }), l.more(skip))
	}
	for n, class := range l.Classes {
		var names []string
		if keys[n] != "" {
			names = []string{keys[n]}
		}
		look, icon := "small", ""
		if class == given {
			look, icon = "small main", "check"
		}
		id, give := fmt.Sprintf("label-%d", n+1), model.SetLabelling{To: l.Give(class)}
		all = append(all, keyButton(id, look, icon, "Label as "+format.Quoted(class), give, names...))
	}
	return app.Div().Class("verdict verdict-review").Body(app.Div().Class("row").Body(all...), l.more(skip))
}

// more are the buttons that lead from task to task.
func (l *labelling) more(skip app.UI) app.UI {
	return app.Div().Class("row verdict-more").Body(
		keyButton("back-label", "small quiet", "undo", "Back", model.SetLabelling{To: l.Back()}, "B").Disabled(l.At == 0), skip)
}

// use adds the labels that were given to those of the file.
func (l *labelling) use() app.UI {
	n := len(l.Own())
	choice := func(id, text, what string, gold bool) app.UI {
		to := l.Labelling
		to.True = gold
		return app.Div().Class("own-choice").Body(
			app.Input().Type("radio").Name("own").ID(id).Checked(l.True == gold).OnChange(kit.Sends(model.SetLabelling{To: to})),
			app.Label().For(id).Body(app.Strong().Text(text), app.Text(what)))
	}
	if n == 0 {
		return kit.Muted(kit.Either(l.None, "Label as many as you like, in as many sittings as you like.",
			"Your labels join the file’s when you use them."))
	}
	use := kit.Button("use-labels", "main", "", "Use "+format.Plural(n, "label"), model.UseLabels{}).Disabled(l.Busy)
	if l.None {
		return app.Div().Class("own").Body(use)
	}
	return app.Div().Class("own").Body(
		app.FieldSet().Body(
			app.Legend().Text("How should your labels count?"),
			choice("own-worker", "As one more worker. ", "The method weighs them like any worker’s, under the name “"+verdict.You+"”.", false),
			choice("own-gold", "As gold. ", "The method takes them as true and learns from them how good the workers are.", true)),
		use,
	)
}
