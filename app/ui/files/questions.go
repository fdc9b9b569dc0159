package files

import (
	"fmt"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/kit"
	"concord/core/api"
)

// allQuestions are the questions of a file: which is read, and what came of each once all are fitted.
type allQuestions struct {
	app.Compo
	Read    *api.Choices
	Found   *api.Questions // nil: not there yet
	Saves   []model.Save
	Shapes  []api.Shape // that have room for all questions
	Locked  bool
	Blocked string // why they can't be fitted now
}

// Questions returns the questions of the file of labels, nothing where it has one, or where its columns are to be confirmed first.
func Questions(s model.State) app.UI {
	o := s.Labels.Opened
	if o == nil || len(o.Read.Questions) < 2 || s.Labels.Asks() != "" || s.Coming() {
		return app.Div().Hidden(true)
	}
	together := slices.DeleteFunc(s.Shapes(), func(x api.Shape) bool { return !x.Each })
	return &allQuestions{Read: &o.Read, Found: s.Questions, Saves: s.Saves, Shapes: together, Locked: s.Busy(), Blocked: s.QuestionsBlocked()}
}

func (v *allQuestions) Render() app.UI {
	return app.Section().Class("questions").ID("questions").Aria("label", "Questions of the file").Body(
		app.Div().Class("row").Body(
			questions("question", v.Read, v.Locked),
			kit.Button("fit-questions", "", "play", kit.Either(v.Found == nil, "Fit all questions", "Fit all again"), model.FitQuestions{}).
				Disabled(v.Blocked != "").Title(v.Blocked),
			kit.Muted("The file has answers to "+format.Plural(len(v.Read.Questions), "question")+". One is read at a time."),
		),
		app.If(v.Found != nil, v.found),
	)
}

// found is the table of the questions. The name of one reads its answers.
func (v *allQuestions) found() app.UI {
	titles := []string{"Question", "#Tasks", "#Labels", "#Workers", "#Classes", "#Krippendorff’s α", "Verdict", "#Probably right"}
	var rows []app.UI
	for n, q := range v.Found.Found {
		id := fmt.Sprintf("question-%d", n+1)
		name := kit.Opener(id, q.Name).OnClick(kit.Sends(model.AskQuestion{Question: q.Name, From: id}))
		shown := q.Name == v.Read.Question
		if shown {
			name.Aria("current", "true")
		}
		head := app.Th().Scope("row").Body(name, kit.When(shown, app.Span().Class("muted").Text(" (shown)")))
		cells := append([]app.UI{head}, kit.NumberCells(known(q.Tasks), known(q.Labels), known(q.Workers),
			known(q.Classes), alpha(&q))...)
		rows = append(rows, kit.Record(titles, append(cells, app.Td().Body(use(&q)), kit.NumberCell(right(q.Expected)))...))
	}
	return app.Div().Class("study-form").Body(
		kit.FigureRecords("questions-table", "What came of each question", titles, rows),
		kit.Terms("Krippendorff’s α", "Probably right"),
		kit.DownloadRow(api.FileQuestions, "Download the labels of all questions", kit.Saved(v.Saves, api.FileQuestions, "")),
		app.Range(v.Shapes).Slice(func(n int) app.UI {
			x := v.Shapes[n]
			save := kit.Saved(v.Saves, api.FileQuestions, x.Name)
			return app.Div().Body(
				app.Div().Class("row").Body(
					kit.Button("download-questions-"+x.Name, "", "download", x.Title, model.Download{What: api.FileQuestions, As: x.Name}),
					app.Span().Class("muted").Text(kit.SaveNote(save)),
				),
				kit.Next("next-"+x.Name, save),
			)
		}),
	)
}

// known is a count, "–" where there is none.
func known(n int) string { return kit.Either(n > 0, format.Count(n), "–") }

func alpha(q *api.Question) string {
	if q.Why != "" || !q.Alpha.Defined() {
		return "–"
	}
	return format.Figure(q.Alpha.Value, 3)
}

// use is the verdict on the labels of a question, or why it has none.
func use(q *api.Question) app.UI {
	switch {
	case q.Why != "":
		return app.Text(format.Visible(q.Why))
	case q.Use == "":
		return app.Text("–")
	}
	return app.Strong().Class("use use-" + string(q.Use)).Title(q.Reason).Text(q.Use.Title())
}

// right is how many labels are expected to be right.
func right(e *api.Expected) string {
	if !e.Known() {
		return "–"
	}
	return e.About(e.Value) + " of " + format.Count(e.Labelled)
}

// questions asks which of the questions of the file is read.
func questions(id string, read *api.Choices, locked bool) app.UI {
	x := api.OptionOf("question")
	var pairs []string
	for _, q := range read.Questions {
		pairs = append(pairs, q, kit.Plainly(q))
	}
	return app.Div().Class("choice").Body(app.Label().For(id).Text(x.Title),
		kit.Select(id, read.Question, pairs, func(text string) model.Msg { return model.AskQuestion{Question: text, From: id} }).Disabled(locked))
}
