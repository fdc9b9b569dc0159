package views

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/chart"
	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/kit"
	"concord/core/api"
)

// judges is the view of a panel: how each judge stands, who errs with whom, and the pass rate.
type judges struct {
	model.Panel
	Classes []string
	Most    int // tasks that can be checked at random; 0: none
	Busy    bool
	Saves   []model.Save // of judges.csv, passrate.csv and the tasks to label by hand
}

func judgesOf(s model.State) Shown {
	most, _ := s.CanCheck()
	v := judges{Panel: s.Panel, Most: most, Busy: s.Busy()}
	if c := s.Counts(); c != nil {
		v.Classes = c.ClassNames
	}
	for _, what := range []string{api.FileJudges, api.FilePassRate, api.FileHumanSample} {
		v.Saves = append(v.Saves, kit.Saved(s.Saves, what, ""))
	}
	return v
}

func (v judges) draw(*view) app.UI {
	panel := kit.Panel(model.ViewJudges, "study judges")
	if v.Judges.Found == nil && v.Judges.Why == "" {
		return panel.Body(app.P().Class("table-wait").Text("Comparing the judges …"))
	}
	// What isn't there keeps its place, or what has the focus below would be another element once it is.
	return panel.Body(v.standing(), v.passed())
}

// standing is how the judges stand.
func (v judges) standing() app.UI {
	j, why := v.Judges.Found, v.Judges.Why
	if j == nil {
		return kit.Warning(why)
	}
	return app.Div().Class("study-form").Body(
		app.If(why != "", func() app.UI { return kit.Warning(why) }),
		limits("judges-limits", j.Limits),
		app.If(j.Human == 0, v.nobody),
		kit.Lead(together(j.Sentence)).ID("judges-sentence"),
		facts(j),
		judgeTable(j),
		app.Div().Class("row").Body(
			kit.Button("download-table-judges", "", "download", "Download the table of judges", model.Download{What: api.FileJudges}),
			app.Span().Class("muted").Text(kit.SaveNote(v.Saves[0]))),
		app.If(len(j.Families) > 0, func() app.UI { return families(j) }),
		app.If(len(j.Pairs) > 2, func() app.UI { return errorMatrix(j) }),
	)
}

// limits say what can't be said.
func limits(id string, all []string) app.UI {
	if len(all) == 0 {
		return app.Ul().Hidden(true)
	}
	var items []app.UI
	for _, text := range all {
		items = append(items, kit.Notice(together(text)))
	}
	return app.Ul().Class("notices").ID(id).Body(items...)
}

// nobody offers what adds a person's labels, where there are none.
func (v judges) nobody() app.UI {
	add := func(role, look string) app.UI {
		return kit.Choose(role, look, api.RoleOf(role).Choose).Disabled(v.Busy)
	}
	return app.Div().Class("row").ID("judges-human").Body(
		add(api.RoleGold, "main"), add(api.RoleTruth, ""), v.check("check-judges", checkedAtOnce))
}

// checkedAtOnce is how many tasks a check at random takes.
const checkedAtOnce = 50

// check opens tasks at random, to be labelled here.
func (v judges) check(id string, n int) app.UI {
	n = min(n, v.Most, checkedAtOnce)
	if n == 0 {
		return nil
	}
	return kit.Button(id, "", "check", "Label "+format.Count(n)+" at random here", model.StartCheck{Count: n}).Disabled(v.Busy)
}

// facts are what sums the panel up.
func facts(j *api.Judges) app.UI {
	human := "none of " + format.Plural(j.Tasks, "task")
	if j.Human > 0 {
		human = format.Count(j.Human) + " of " + format.Plural(j.Tasks, "task")
	}
	all := []app.UI{kit.Fact("Labelled by hand", human)}
	for _, f := range []struct {
		title string
		api.Figure
		write written
	}{{"Effective judges", j.Effective, decimals(1, 1)}, {"Error correlation", j.Correlation, decimals(1, 2)}} {
		if f.Defined() {
			value, interval := f.write(f.Figure)
			all = append(all, kit.Fact(f.title, value+kit.Either(f.Interval, " ("+interval+")", "")))
		}
	}
	return app.Dl().Class("facts").Body(all...)
}

// written is how a figure is written, and its interval, if it has one.
type written func(f api.Figure) (value, interval string)

func points(f api.Figure) (value, interval string) {
	return api.Points(f.Value), api.Points(f.Low) + " to " + api.Points(f.High)
}

func percents(f api.Figure) (value, interval string) { return format.Percent(f.Value), f.Span() }

// decimals writes figures so many times as large with so many decimals.
func decimals(times float64, n int) written {
	return func(f api.Figure) (value, interval string) {
		f = f.Times(times)
		return format.Fixed(f.Value, n), format.Fixed(f.Low, n) + " to " + format.Fixed(f.High, n)
	}
}

// judgeColumn is a column of the table of judges: it is left out where nobody has what it says.
type judgeColumn struct {
	title string
	known func(api.Judge) bool
	cell  func(api.Judge) app.UI
}

func judgeFigure(title string, of func(api.Judge) api.Figure, write written) judgeColumn {
	known := func(x api.Judge) bool { return of(x).Defined() }
	return judgeColumn{title, known, func(x api.Judge) app.UI { return figureCell("", of(x), write) }}
}

// judgeColumns are those of the panel and of its judges that say something.
func judgeColumns(all []api.Judge) []judgeColumn {
	return slices.DeleteFunc([]judgeColumn{
		judgeFigure("Accuracy", func(x api.Judge) api.Figure { return x.Accuracy }, percents),
		judgeFigure("TPR", func(x api.Judge) api.Figure { return x.TPR }, percents),
		judgeFigure("TNR", func(x api.Judge) api.Figure { return x.TNR }, percents),
		judgeFigure("Cohen’s κ", func(x api.Judge) api.Figure { return x.Kappa }, decimals(1, 2)),
		judgeFigure("Agreement with others", func(x api.Judge) api.Figure { return x.Others }, percents),
		judgeFigure("Panel gains, in points", func(x api.Judge) api.Figure { return x.Without }, points),
		judgeFigure("Length bias, in points", func(x api.Judge) api.Figure { return x.Length }, points),
		{"Class bias, in points", func(x api.Judge) bool { return len(x.Bias) > 0 }, func(x api.Judge) app.UI {
			if len(x.Bias) == 0 {
				return kit.NumberCell("–")
			}
			return figureCell(format.Quoted(x.Bias[0].Class)+" ", x.Bias[0].Figure, points)
		}},
		{"No verdict", func(x api.Judge) bool { return x.Blank > 0 }, func(x api.Judge) app.UI { return kit.NumberCell(format.Count(x.Blank)) }},
	}, func(c judgeColumn) bool { return !slices.ContainsFunc(all, c.known) })
}

// judgeTable is a row for each judge below that of the panel, with what its columns mean.
func judgeTable(j *api.Judges) app.UI {
	all := j.All()
	columns := judgeColumns(all)
	titles, heads := []string{"Judge", "On an axis"}, []app.UI{kit.Head("Judge"), kit.HiddenHead("On an axis")}
	for _, c := range columns {
		titles, heads = append(titles, c.title), append(heads, kit.NumberHead(c.title))
	}
	bars := barsOf(all, func(x api.Judge) api.Figure { return x.Accuracy })
	var rows []app.UI
	for n, x := range all {
		name := app.Th().Scope("row").Text("The panel")
		if x.Index >= 0 {
			name = app.Th().Scope("row").Body(kit.Opener("judge-"+model.RowID(model.ViewWorkers, x.Index), x.Name))
		}
		cells := []app.UI{name, app.Td().Class("span-place").Body(bars[n])}
		for _, c := range columns {
			cells = append(cells, c.cell(x))
		}
		rows = append(rows, kit.Record(titles, cells...))
	}
	caption := "The judges, the most accurate first"
	position := format.Quoted(j.Position) + " is the verdict for the first of two: bias towards it is position bias."
	return app.Div().Class("study-form").Body(
		kit.Scroll(caption, kit.Records("data", "table-judges", caption, heads, rows).OnClick(kit.OpenClicked)),
		kit.Terms(titles...),
		kit.When(j.Position != "", kit.Muted(position)),
		kit.When(j.Length != "", kit.Muted("Length bias is by the column "+format.Quoted(j.Length)+".")),
	)
}

// figureCell is a figure with its interval, or a dash that says why there is none. before stands before it.
func figureCell(before string, f api.Figure, write written) app.UI {
	if !f.Defined() {
		return kit.NumberCell("–").Title(f.Why)
	}
	value, interval := write(f)
	return app.Td().Class("number").Title(format.Fixed(f.Value, 6)).Body(app.Text(before+value),
		kit.When(f.Interval, app.Span().Class("figure-interval").Text(interval)))
}

// barsOf draws figures on one axis; those that aren't defined have no bar.
func barsOf[T any](rows []T, of func(T) api.Figure) []app.UI {
	var low, at, high []float64
	for _, x := range rows {
		if f := of(x); f.Defined() {
			low, at, high = append(low, f.Low), append(at, f.Value), append(high, f.High)
		}
	}
	spans, zero := chart.Spans(low, at, high)
	bars := make([]app.UI, len(rows))
	for n, x := range rows {
		if of(x).Defined() {
			bars[n], spans = span(spans[0], zero), spans[1:]
		}
	}
	return bars
}

// families names the judges who err together.
func families(j *api.Judges) app.UI {
	var items []app.UI
	for _, family := range j.Families {
		names := make([]string, len(family))
		for n, at := range family {
			names[n] = format.Visible(j.Judges[at].Name)
		}
		items = append(items, app.Li().Text(strings.Join(names, ", ")))
	}
	return app.Div().Body(kit.PanelTitle("Families that err together"), app.Ul().Class("families").ID("judges-families").Body(items...))
}

// errorMatrix is the correlation of the errors of each pair of judges.
func errorMatrix(j *api.Judges) app.UI {
	// Names of models begin alike and end alike: columns have the numbers of the rows.
	var names []string
	titles, heads := []string{"Judge"}, kit.Heads("Judge")
	for n, x := range j.Judges {
		number := format.Count(n + 1)
		names = append(names, number+" "+x.Name)
		titles, heads = append(titles, number), append(heads, kit.Head(number).Class("pair-head").Title(format.Visible(x.Name)))
	}
	var rows []app.UI
	for r, row := range j.Pairs {
		cells := []app.UI{kit.RowHead(names[r])}
		for c, x := range row {
			switch {
			case r == c:
				cells = append(cells, kit.Cell("itself").Class("pair pair-none"))
			case x == 0:
				cells = append(cells, kit.Cell("–").Class("pair pair-none"))
			default:
				cells = append(cells, shade(x).Title(format.Visible(names[r]+", "+names[c])).Text(format.Fixed(x, 2)))
			}
		}
		rows = append(rows, kit.Record(titles, cells...))
	}
	caption := "Error correlation of each pair of judges"
	return app.Div().Body(kit.PanelTitle("Who errs with whom"),
		kit.Muted("0: they err on their own; 1: whenever one is wrong, so is the other."),
		kit.Terms("Error correlation"),
		kit.Figure("judge-errors", caption, kit.Scroll(caption, kit.Records("pairs", "judge-errors", caption, heads, rows))))
}
