package views

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/chart"
	"concord/app/format"
	"concord/app/model"
	"concord/app/model/budget"
	"concord/app/model/lineup"
	"concord/app/ui/kit"
	"concord/core/api"
)

// ranking is the view of items that were compared: who leads, how all stand, who beats whom, which method predicts votes best, and what
// to ask next.
type ranking struct {
	model.Items
	rows  // of all items
	Votes string
	Wrong string  // with Votes, or ""
	Takes float64 // seconds that a comparison of methods takes
	Now   string  // the method of the result
	Busy  bool
	Saves [2]model.Save // of items.csv and next-pairs.csv
}

const (
	leaders = 25 // items that are listed unless all are
	met     = 15 // items that the matrix has
)

func rankingOf(s model.State) Shown {
	v := ranking{
		Items: s.Items, rows: rows{Kind: model.ViewRanking, Table: s.Tables[model.ViewRanking]},
		Votes: s.Plan.Budget, Wrong: s.Plan.Wrong(budget.Budget), Now: s.Result.Method, Busy: s.Busy(),
		Saves: [...]model.Save{kit.Saved(s.Saves, api.FileItems, ""), kit.Saved(s.Saves, api.FileNextPairs, "")},
	}
	for _, m := range s.Menu() {
		if m.Ranks && m.Why == "" {
			v.Takes += lineup.Seconds(m, true)
		}
	}
	return v
}

func (v ranking) draw(w *view) app.UI {
	panel := kit.Panel(model.ViewRanking, "study ranking")
	switch r := v.Found; {
	case r != nil && len(r.Items) > 0:
		return panel.Body(v.standing(w), v.meetings(), v.style(), v.methods(), v.ask())
	case v.Why != "":
		return panel.Body(kit.Warning(v.Why))
	}
	return panel.Body(app.P().Class("table-wait").Text("Ranking the items …"))
}

// standing is who leads, and the leaderboard.
func (v ranking) standing(w *view) app.UI {
	r := v.Found
	facts := []app.UI{kit.Fact("Ties", format.Percent(r.Ties))}
	if r.Left.Defined() {
		facts = append(facts, kit.Fact("Left side", r.Left.Hundredths()))
	}
	var notes []app.UI
	for _, text := range r.Notes {
		notes = append(notes, app.Li().Text(together(text)))
	}
	table, all := v.first(), "Show all "+format.Count(r.Count)+" items"
	if v.All {
		table, all = v.every(w), "Show the first "+format.Count(leaders)
	}
	return app.Div().Class("study-form").Body(
		kit.When(v.Why != "", kit.Warning(v.Why)),
		kit.Lead(together(r.Sentence())).ID("ranking-sentence"),
		app.Ul().Class("says muted").ID("ranking-notes").Body(notes...),
		table,
		app.Div().Class("row").Body(
			kit.When(r.Count > leaders, kit.Button("list-items", "", "list", all, model.ListItems{All: !v.All})),
			kit.Button("download-table-items", "", "download", "Download the ranking", model.Download{What: api.FileItems}),
			app.Span().Class("muted").Text(kit.SaveNote(v.Saves[0]))),
		app.Dl().Class("facts").Body(facts...),
		kit.Terms("Rank", "Score (95 %)", "Left side"),
	)
}

// strips are the scores of items, with their intervals on one axis, and the head of their column.
func strips(items []api.RankedItem) (all map[int]app.UI, head app.HTMLTh) {
	var low, at, high []float64
	for _, it := range items {
		low, at, high = append(low, it.Score.Low), append(at, it.Score.Value), append(high, it.Score.High)
	}
	spans, ticks := chart.Scores(low, at, high)
	all = map[int]app.UI{}
	for n, it := range items {
		var body []app.UI
		for _, t := range ticks {
			body = append(body, kit.Line(kit.Either(t.Text == "0", "axis", "grid"), t.At, 0, t.At, 16))
		}
		s := spans[n]
		dot := kit.SVG("path").Class("leader-dot").Attr("d", "M"+chart.Attr(s.At)+" 8h0")
		all[it.Index] = kit.Strip("leader-strip", 16, append(body, kit.Box("span-interval", s.Low, 6, s.High-s.Low, 4), dot)...)
	}
	axis := app.Span().Class("leader-axis").Aria("hidden", true).Body(
		app.Span().Text(ticks[0].Text), app.Span().Text(ticks[len(ticks)-1].Text))
	return all, app.Th().Scope("col").Class("span-place").Body(app.Span().Class("hidden").Text("On an axis"), axis)
}

// first is the leaderboard of the first items, of several groups the best of each.
func (v ranking) first() app.UI {
	each := max(3, leaders/max(v.Found.Groups, 1))
	items := slices.DeleteFunc(slices.Clone(v.Found.Items), func(it api.RankedItem) bool { return it.Rank > each })
	items = items[:min(len(items), leaders)]
	titles := []string{"#Rank", "Item", "On an axis", "#Score (95 %)", "#Won–lost–tied", "#Votes"}
	heads := kit.Heads(titles...)
	strip, head := strips(items)
	heads[2] = head
	var rows []app.UI
	for n, it := range items {
		if v.Found.Groups > 1 && (n == 0 || it.Group != items[n-1].Group) {
			rows = append(rows, kit.Record(titles, app.Th().ColSpan(len(titles)).Class("leader-group").Text("Group "+format.Count(it.Group))))
		}
		record := format.Count(it.Wins) + "–" + format.Count(it.Losses) + "–" + format.Count(it.Ties)
		rows = append(rows, kit.Record(titles,
			app.Td().Class("number leader-rank").Body(app.Text(format.Count(it.Rank)),
				kit.When(it.RankLow < it.RankHigh, app.Span().Class("figure-interval").Text(it.Ranks()))),
			itemHead("", it.Name), app.Td().Class("span-place").Body(strip[it.Index]),
			figureCell("", it.Score, decimals(1, 2)), kit.NumberCell(record), kit.NumberCell(format.Count(it.Wins+it.Losses+it.Ties))))
	}
	caption := "The leaderboard, the best first"
	return kit.Figure("leaderboard", caption, kit.Scroll(caption, kit.Records("data", "leaderboard", caption, heads, rows)))
}

// itemHead names the item of a row, which may be a whole text.
func itemHead(number, name string) app.HTMLTh {
	name = format.Visible(name)
	short := format.Middle(name)
	th := app.Th().Scope("row").Text(number + short)
	if short != name {
		th = th.Title(name)
	}
	return th
}

// every is the table of all items, with those on the axis that a ranking has.
func (v ranking) every(w *view) app.UI {
	page := v.Table.Page
	if page == nil {
		return app.Div().Class("table-view").Body(v.filters(), app.P().Class("table-wait").Text("Loading …"))
	}
	strip, axis := strips(v.Found.Items)
	var heads []app.UI
	var titles []string
	for _, h := range page.Columns {
		heads, titles = append(heads, v.head(h)), append(titles, h.Title)
	}
	heads, titles = slices.Insert(heads, 1, app.UI(axis)), slices.Insert(titles, 1, "On an axis")
	table := func(id, caption string, heads, rows []app.UI) app.HTMLTable {
		return kit.Records("data", id, caption, heads, rows)
	}
	cells := func(page *api.Page, r int, texts []string) []app.UI {
		return slices.Insert(v.cells(page, r, texts), 1, app.UI(app.Td().Class("span-place").Body(strip[page.Index[r]])))
	}
	return app.Div().Class("table-view").Body(v.filters(), v.drawn(page, w, table, ". A header sorts it.", heads, titles, cells),
		v.pager(page), terms(page))
}

// meetings is the matrix of who beats whom, and which majorities go round in circles.
func (v ranking) meetings() app.UI {
	m, t := v.Found.Meetings, v.Found.Triples
	if m == nil {
		return app.Div().Hidden(true)
	}
	n := min(len(m.Items), met)
	// Columns have the numbers of the rows; cells say their names where rows are laid out below each other.
	titles, heads := []string{"Item"}, kit.Heads("Item")
	for c, name := range m.Names[:n] {
		number := format.Count(c + 1)
		titles, heads = append(titles, number+" "+name), append(heads, kit.Head(number).Class("pair-head").Title(format.Visible(name)))
	}
	var rows []app.UI
	for r := range n {
		cells := []app.UI{itemHead(format.Count(r+1)+" ", m.Names[r])}
		for c := range n {
			cells = append(cells, v.meeting(m, r, c))
		}
		rows = append(rows, kit.Record(titles, cells...))
	}
	caption := "Share of votes that the item of a row wins against that of a column"
	return app.Div().Class("study-form").Body(
		kit.PanelTitle("Who beats whom"),
		kit.Muted(caption+", with the number of votes below. A tie counts as half a win."),
		kit.Tick("show-expected", "Show what the ranking expects", v.Expected, func(on bool) model.Msg { return model.ShowExpected{On: on} }),
		kit.Figure("who-beats-whom", caption, kit.Scroll(caption, kit.Records("pairs", "meetings", caption, heads, rows))),
		kit.When(n < v.Found.Count, kit.Muted("The best "+format.Count(n)+" of "+format.Count(v.Found.Count)+" items.")),
		app.If(t != nil && t.Decided > 0, func() app.UI { return app.P().ID("ranking-triples").Text(together(t.Sentence())) }),
	)
}

// meeting is a cell of the matrix.
func (v ranking) meeting(m *api.Meetings, r, c int) app.UI {
	if r == c {
		return app.Td().Class("pair pair-none")
	}
	votes, share := m.Votes[r][c], m.Expected[r][c]
	says := format.Quoted(m.Names[r]) + " and " + format.Quoted(m.Names[c]) + " were never compared"
	if votes > 0 {
		won := m.Wins[r][c]
		says = format.Quoted(m.Names[r]) + " wins " + format.Number(won) + " of " + format.Plural(votes, "vote") + " against " +
			format.Quoted(m.Names[c])
		if !v.Expected {
			share = won / float64(votes)
		}
	}
	says += "; expected: " + format.Whole(m.Expected[r][c])
	if votes == 0 && !v.Expected {
		return kit.Cell("–").Class("pair pair-none").Title(says)
	}
	return shade(share).Title(says).Body(app.Text(together(format.Whole(share))), app.Span().Class("pair-tasks").Text(format.Count(votes)))
}

// style is what features of the items or the answers add to a score.
func (v ranking) style() app.UI {
	if len(v.Found.Style) == 0 {
		return app.Div().Hidden(true)
	}
	titles := []string{"Feature", "#Adds to a score"}
	var rows []app.UI
	for _, x := range v.Found.Style {
		name := format.Visible(x.Name)
		rows = append(rows, kit.Record(titles, app.Th().Scope("row").Body(app.Text(name),
			app.Span().Class("figure-interval").Text("per "+x.Per())), figureCell("", x.Effect, decimals(1, 2))))
	}
	title := "What style adds"
	return app.Div().Class("study-form").Body(kit.PanelTitle(title), kit.FigureRecords("style", title, titles, rows),
		kit.Terms("Adds to a score"))
}

// methods compares the methods by votes that are held out.
func (v ranking) methods() app.UI {
	return app.Div().Class("study-form").Body(
		kit.PanelTitle("Which method predicts votes best"),
		kit.When(v.Held == nil, kit.Muted("Each method ranks the items by most of the votes, and predicts the others.")),
		app.If(v.Held != nil, v.predictions),
		app.Div().Class("row").Body(
			kit.Button("hold-votes", "", "play", kit.Either(v.Held == nil, "Compare methods", "Compare again"), model.HoldVotes{}).Disabled(v.Busy),
			app.Span().Class("muted").Text("Takes "+format.About(v.Takes)+".")),
	)
}

// predictions is how well each method predicts held-out votes. The best is marked if no other may be as good.
func (v ranking) predictions() app.UI {
	titles, heads := []string{"Method", "#Accuracy", "#Log loss", "Use"}, kit.Heads("Method", "#Accuracy", "#Log loss")
	heads = append(heads, kit.HiddenHead("Use"))
	var rows []app.UI
	alone := api.Level(v.Held) == 1
	for n, x := range v.Held {
		use := app.UI(app.Span().Class("muted").Text("in use"))
		if x.Method != v.Now {
			use = kit.Button("rank-by-"+x.Method, "small", "", "Use it", model.RunAdvised{Method: x.Method}).Disabled(v.Busy).
				Aria("label", "Use it: "+x.Title)
		}
		name := app.Th().Scope("row").Body(kit.Help(kit.MethodPage(x.Method), x.Title),
			kit.When(n == 0 && alone, app.Span().Class("chip").Text("best")))
		rows = append(rows, kit.Record(titles, name, figureCell("", x.Accuracy, percents), figureCell("", x.LogLoss, decimals(1, 3)),
			app.Td().Class("method-use").Body(use)))
	}
	title := "Methods by held-out votes"
	return app.Div().Class("study-form").Body(
		app.P().ID("held-out-sentence").Text(together(api.Foretells(v.Held))),
		kit.Scroll(title, kit.Records("data", "held-out", title, heads, rows)),
		kit.Muted("Accuracy: the share of decided votes that are for the item with the higher score. Log loss: how surprised the method is by "+
			"the votes; lower is better."),
		kit.Terms("Accuracy", "Log loss"))
}

// ask is which pairs to ask about next.
func (v ranking) ask() app.UI {
	field := kit.Field(budget.Budget, "Votes to get", "How many more you can collect.", v.Wrong,
		kit.NumberInput(budget.Budget, v.Votes, v.Wrong,
			func(text string) model.Msg { return model.SetAmount{What: budget.Budget, Text: text} }))
	return app.Div().Class("study-form").Body(
		kit.PanelTitle("Which pairs to ask next"),
		app.Div().Class("plan-form").Body(field,
			kit.Button("ask-pairs", "", "play", "Choose pairs", model.AskPairs{}).Disabled(v.Busy || v.Wrong != "")),
		app.If(len(v.Next) > 0, v.pairs),
	)
}

func (v ranking) pairs() app.UI {
	titles := []string{"Item", "Other item", "#Votes", "#The first is better", "Why"}
	var rows []app.UI
	for _, p := range v.Next {
		rows = append(rows, kit.Record(titles, kit.RowHead(p.First), kit.Cell(p.Second), kit.NumberCell(strconv.Itoa(p.Votes)),
			kit.NumberCell(format.Whole(p.Even)), kit.Cell(p.Why)))
	}
	title := "Pairs to ask next"
	return app.Div().Class("study-form").Body(kit.FigureRecords("next-pairs", title, titles, rows),
		kit.DownloadRow(api.FileNextPairs, "Download these pairs", v.Saves[1]))
}
