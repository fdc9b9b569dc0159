package views

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/kit"
	"concord/core/api"
)

// passed is the share of the tasks that would pass if a person judged them all.
func (v judges) passed() app.UI {
	p := v.Passed.Found
	body := []app.UI{kit.PanelTitle("Pass rate").ID("rate-title").TabIndex(-1)}
	switch {
	case v.Passed.Why == "":
	case p == nil && v.Rate.Pass == "": // it asks what passes, which may be nothing
		body = append(body, app.P().Class("muted").ID("rate-why").Text(v.Passed.Why))
	default:
		body = append(body, kit.Warning(v.Passed.Why).ID("rate-why"))
	}
	if p == nil {
		return app.Div().Class("study-form").Body(append(body, v.asked(), app.If(v.Passed.Why == "", func() app.UI {
			return app.P().Class("table-wait").Text("Estimating the pass rate …")
		}))...)
	}
	return app.Div().Class("study-form").Body(append(body,
		limits("rate-limits", p.Limits),
		kit.Lead(together(p.Sentence)).ID("rate-sentence"),
		v.asked(),
		rateTable(p),
		kit.Terms("Pass rate", "95 % interval"),
		app.If(len(p.Groups) > 0, func() app.UI { return groupTable(p) }),
		kit.DownloadRow(api.FilePassRate, "Download the pass rates", v.Saves[1]),
		v.more(p))...)
}

// asked chooses which pass rate.
func (v judges) asked() app.UI {
	ask, p := v.Rate, v.Passed.Found
	if p == nil {
		p = &api.PassRate{}
	}
	sets := func(field func(*api.Rate) *string) func(text string) model.Msg {
		return func(text string) model.Msg {
			r := ask
			*field(&r) = text
			return model.SetRate{Rate: r}
		}
	}
	var all []app.UI
	if len(v.Classes) > 0 {
		var classes []api.Share
		for _, name := range v.Classes {
			classes = append(classes, api.Share{Class: name, Tasks: -1})
		}
		chosen := cmp.Or(ask.Pass, p.Pass)
		all = append(all, kit.ClassChoice("rate-pass", "Passes", chosen, kit.Either(chosen == "", "choose a label", ""), classes,
			sets(func(r *api.Rate) *string { return &r.Pass })))
	}
	if j := v.Judges.Found; j != nil && len(j.Judges) > 1 {
		options := []string{"", "The panel"}
		for _, x := range j.Judges {
			options = append(options, x.Name, x.Name)
		}
		all = append(all, kit.Choice("rate-judge", "Judged by", ask.Judge, options, sets(func(r *api.Rate) *string { return &r.Judge })))
	}
	if len(p.Columns) > 0 {
		options := []string{"", "no groups"}
		for _, name := range p.Columns {
			options = append(options, name, name)
		}
		all = append(all, kit.Choice("rate-group", "By", ask.Group, options, sets(func(r *api.Rate) *string { return &r.Group })))
	}
	return app.Div().Class("choices").ID("rate-choices").Body(all...)
}

// way is one to know a pass rate.
type way struct {
	title string
	of    func(api.Passed) api.Figure
}

// waysOf are all of them, the best first.
func waysOf(p *api.PassRate) []way {
	alone := kit.Either(p.Judge == "", "The panel alone", format.Visible(p.Judge)+" alone")
	return []way{
		{"Prediction-powered", func(x api.Passed) api.Figure { return x.Powered }},
		{"Corrected by TPR and TNR", func(x api.Passed) api.Figure { return x.Corrected }},
		{"Labels by hand alone", func(x api.Passed) api.Figure { return x.Sampled }},
		{alone, func(x api.Passed) api.Figure { return x.Alone }},
	}
}

// rateTable is the pass rate of all tasks, by each way to know it.
func rateTable(p *api.PassRate) app.UI {
	ways := waysOf(p)
	var figures []api.Figure
	for _, w := range ways {
		figures = append(figures, w.of(p.All))
	}
	bars := barsOf(figures, func(f api.Figure) api.Figure { return f })
	titles := []string{"Estimate", "On an axis", "#Pass rate", "#95 % interval"}
	heads := kit.Heads(titles...)
	heads[1] = kit.HiddenHead("On an axis")
	var rows []app.UI
	for n, w := range ways {
		name, f := app.Th().Scope("row").Body(kit.Term(w.title)), figures[n]
		if !f.Defined() {
			rows = append(rows, kit.Record(titles, name, kit.Cell("not defined: "+f.Why).ColSpan(3).Class("muted")))
			continue
		}
		interval := kit.Either(f.Interval, api.Tenths(f.Low)+" to "+api.Tenths(f.High), "–")
		rows = append(rows, kit.Record(titles, name, app.Td().Class("span-place").Body(bars[n]),
			kit.NumberCell(api.Tenths(f.Value)).Title(format.Fixed(f.Value, 6)), kit.NumberCell(interval)))
	}
	caption := "Pass rate of all tasks"
	return kit.Figure("passrate", caption, kit.Scroll(caption, kit.Records("data", "table-rate", caption, heads, rows)))
}

// groupTable is the pass rate of each group of tasks.
func groupTable(p *api.PassRate) app.UI {
	ways := waysOf(p)
	titles := []string{p.Group, "On an axis"}
	heads := []app.UI{kit.Head(p.Group), kit.HiddenHead("On an axis")}
	for _, title := range []string{"Tasks", "Labelled by hand"} {
		titles, heads = append(titles, title), append(heads, kit.NumberHead(title))
	}
	for _, w := range ways {
		titles, heads = append(titles, w.title), append(heads, kit.NumberHead(w.title))
	}
	bars := barsOf(p.Groups, ways[0].of)
	var rows []app.UI
	for n, g := range p.Groups {
		cells := []app.UI{kit.RowHead(g.Group), app.Td().Class("span-place").Body(bars[n]),
			kit.NumberCell(format.Count(g.Tasks)), kit.NumberCell(format.Count(g.Human))}
		for _, w := range ways {
			cells = append(cells, figureCell("", w.of(g), percents))
		}
		rows = append(rows, kit.Record(titles, cells...))
	}
	caption := "Pass rate by " + format.Visible(p.Group)
	return kit.Figure("passrate-groups", caption, kit.Scroll(caption, kit.Records("data", "table-groups", caption, heads, rows)))
}

// more says how many further tasks a person is to label, and which.
func (v judges) more(p *api.PassRate) app.UI {
	var options []string
	for _, n := range []int{1, 2, 3, 5, 10} {
		options = append(options, strconv.Itoa(n), fmt.Sprintf("± %d points", n))
	}
	set := func(text string) model.Msg {
		r := v.Rate
		n, _ := strconv.Atoi(text)
		r.Within = float64(n) / 100
		return model.SetRate{Rate: r}
	}
	return app.Div().Class("study-form").Body(
		kit.PanelTitle("What to label by hand next"),
		kit.Choice("rate-within", "Interval", fmt.Sprintf("%.0f", 100*p.Within), options, set),
		app.P().ID("rate-more").Text(together(p.Wanted())),
		app.If(len(p.Next) > 0, func() app.UI {
			return app.Div().Class("study-form").Body(
				app.Div().Class("row").Body(
					kit.Button("download-"+api.FileHumanSample, "", "download", "Download the tasks", model.Download{What: api.FileHumanSample}),
					v.check("check-rate", kit.Either(p.More > 0, p.More, checkedAtOnce)),
					app.Span().Class("muted").Text(kit.SaveNote(v.Saves[2])),
				),
				kit.Fold("behind", "Which tasks", nextTasks(p.Next)))
		}),
	)
}

// nextTasks lists them; a name opens its task.
func nextTasks(next []api.Person) app.UI {
	var items []app.UI
	for _, x := range next {
		items = append(items, app.Li().Body(kit.Opener("by-hand-"+model.RowID(model.ViewTasks, x.Index), x.Name)))
	}
	return app.Ul().Class("next-tasks").ID("rate-next").OnClick(kit.OpenClicked).Body(items...)
}
