package views

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/chart"
	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/kit"
	"concord/core/api"
	"concord/internal/humanize"
)

// workers are how the workers stand: who stands out, a picture, who is excluded, and the table.
type workers struct {
	rows
	Crew   model.Crew
	Undo   bool // the last change can come back
	Busy   bool
	Saves  []model.Save
	Judged bool // they have verdicts
	Items  bool // … by the ranking of the items that they compared
}

func workersOf(s model.State) Shown {
	return workers{
		rows: rows{
			Kind: model.ViewWorkers, Table: s.Tables[model.ViewWorkers], Judge: s.CanJudge(), Marked: s.Amend.Exclude,
			Nouns: s.Answers().Nouns(),
		},
		Crew: s.Crew, Undo: len(s.Before) > 0, Busy: s.Busy(), Judged: s.HasVerdicts(), Items: s.Answers().Items,
		Saves: []model.Save{kit.Saved(s.Saves, api.FileWorkers, ""), kit.Saved(s.Saves, api.FileTiers, "")},
	}
}

func (w workers) draw(v *view) app.UI {
	panel, r := kit.Panel(model.ViewWorkers, "study workers"), w.Crew.Roster
	says := "Looking at the " + humanize.Noun(2, w.noun()) + " …"
	switch {
	case w.Crew.Why != "":
		says = w.Crew.Why
	case r != nil:
		says = r.Sentence
	}
	// What isn't there keeps its place, or what has the focus below would be another element once it is.
	body := []app.UI{kit.Lead(says).ID("workers-finding"), w.picture(v), w.excluded()}
	if w.Table.Page == nil {
		body = append(body, w.filters(), app.P().Class("table-wait").Text("Loading …"))
		return panel.Body(body...)
	}
	return panel.Body(append(body, w.filters(), w.actions(), w.list(v), w.pager(w.Table.Page), w.terms(), w.boxes(), w.tiers(),
		w.notes())...)
}

// maxExcluded is how many of those who are excluded are listed; the table has all of them.
const maxExcluded = 20

// excluded lists who is excluded, with the evidence.
func (w workers) excluded() app.UI {
	if w.Crew.Roster == nil || len(w.Crew.Roster.Excluded) == 0 {
		return app.Div().Hidden(true)
	}
	all := w.Crew.Roster.Excluded
	var items []app.UI
	for _, x := range all[:min(len(all), maxExcluded)] {
		text := format.Plural(x.Labels, w.Nouns.Answer)
		if x.Accuracy.Interval {
			text += ", " + x.Accuracy.Percents() + " right. " + x.Verdict.Sentence()
		}
		if !w.Judged {
			text = ""
		}
		items = append(items, app.Li().Body(
			kit.Opener("excluded-"+model.RowID(model.ViewWorkers, x.Index), x.Name),
			app.Span().Class("muted").Text(text),
			kit.Button("include-"+strconv.Itoa(x.Index), "small", "undo", "Include again", model.Exclude{Worker: x.Index}).
				Aria("label", "Include again: "+format.Visible(x.Name)).Disabled(w.Busy),
		))
	}
	if more := len(all) - len(items); more > 0 {
		items = append(items, app.Li().Class("muted").Text("and "+format.Count(more)+" more, marked in the table"))
	}
	return app.Section().Class("card excluded").ID("excluded").Aria("label", "Excluded "+humanize.Noun(2, w.noun())).Body(
		app.H3().Class("card-title").Text(format.Plural(len(all), w.noun())+" excluded: their "+humanize.Noun(2, w.Nouns.Answer)+" don’t count"),
		app.Ul().OnClick(kit.OpenClicked).Body(items...))
}

// actions exclude who is ticked, take that back, and download.
func (w workers) actions() app.UI {
	n := len(w.Crew.Ticked)
	text := "Exclude and refit"
	if n > 0 {
		text = "Exclude " + format.Plural(n, w.noun()) + " and refit"
	}
	note := ""
	for _, save := range w.Saves {
		if save.Name != "" || save.What != "" {
			note = kit.SaveNote(save)
		}
	}
	return app.Div().Class("row workers-actions").Body(
		kit.Button("exclude-ticked", "small main", "close", text, model.ExcludeTicked{}).Disabled(w.Busy || n == 0),
		kit.Button("undo-workers", "small", "undo", "Undo", model.UndoAmend{}).Disabled(w.Busy || !w.Undo),
		kit.Button("download-table-workers", "small", "download", "Download table", model.Download{What: api.FileWorkers}),
		kit.Muted(note),
	)
}

// list is the table. On a narrow screen each row is a card.
func (w workers) list(v *view) app.UI {
	page := w.Table.Page
	if w.Table.Others() {
		return w.table(page, v)
	}
	heads, titles := []app.UI{kit.HiddenHead("Exclude").Class("tick-head")}, []string{"Exclude"}
	for _, h := range page.Columns {
		if w.shows(h) {
			heads, titles = append(heads, w.head(h)), append(titles, h.Title)
		}
	}
	table := func(id, caption string, heads, rows []app.UI) app.HTMLTable {
		return kit.Cards(id, caption, heads, rows).OnChange(ticked)
	}
	return w.drawn(page, v, table, ", the worst first. A header sorts it, a name opens it.", heads, titles, w.worker)
}

// ofVoters are the columns for which the table of voters has room. The rest is a click on the name away, and in the download.
var ofVoters = []string{"worker", "verdict", "votes", "agreement", "skill", "left_share", "tie_share"}

// shows reports whether a column is one of the table: evidence stands with the verdict.
func (w workers) shows(h api.Heading) bool {
	if w.Items {
		return slices.Contains(ofVoters, h.Name)
	}
	return h.Name != "evidence" && (h.Name != "tier" || w.Crew.Tiers)
}

// worker is a row: a box to tick, the name, and what is known.
func (w workers) worker(page *api.Page, r int, cells []string) []app.UI {
	index := page.Index[r]
	tick := app.Input().Type("checkbox").ID("tick-" + strconv.Itoa(index)).
		Checked(slices.Contains(w.Crew.Ticked, index)).Disabled(slices.Contains(w.Marked, index))
	row := []app.UI{
		app.Td().Class("tick-cell").Body(app.Label().For("tick-"+strconv.Itoa(index)).Class("tick").Body(
			tick, app.Span().Class("hidden").Text("Exclude "+format.Visible(cells[0])))),
		app.Th().Scope("row").Body(w.name(page.From+r, index, cells[0]), w.mark(index)),
	}
	evidence := slices.IndexFunc(page.Columns, func(h api.Heading) bool { return h.Name == "evidence" })
	for c, h := range page.Columns {
		text := together(cells[c])
		switch {
		case c == 0, !w.shows(h):
		case h.Name == "verdict":
			row = append(row, app.Td().Class("verdict-cell").Body(
				app.Span().Class(kit.Either(quiet(text), "", "verdict-says")).Text(text),
				app.Span().Class("verdict-evidence").Text(together(format.Visible(cells[evidence])))))
		case text == "":
			row = append(row, app.Td().Class("number cell-empty"))
		default:
			row = append(row, kit.NumberCell(text))
		}
	}
	return row
}

// together keeps numbers and their percent signs in one line.
func together(text string) string { return strings.ReplaceAll(text, " %", "\u00a0%") }

// quiet reports whether a verdict asks for nothing.
func quiet(says string) bool {
	return slices.Contains([]string{"No evidence of a problem", "Not enough labels yet", "No labels", "Not judged", "Comparing …"}, says)
}

// ticked tells of a box that was ticked. One handler serves the whole table.
func ticked(ctx app.Context, e app.Event) {
	box := e.Get("target")
	if index, err := strconv.Atoi(strings.TrimPrefix(box.Get("id").String(), "tick-")); err == nil {
		kit.Send(ctx, model.TickWorker{Worker: index, On: box.Get("checked").Bool()})
	}
}

// boxes show how the workers differ: a boxplot in each row.
func (w workers) boxes() app.UI {
	if w.Crew.Roster == nil || len(w.Crew.Roster.Boxes) == 0 {
		return app.Div().Hidden(true)
	}
	header, says := api.Figures(w.Crew.Roster.Boxes)
	titles := []string{header[0], "Boxplot", "#" + header[1], "#" + header[2], "#" + header[3]}
	var rows []app.UI
	for n, b := range chart.NewBoxPlots(w.Crew.Roster.Boxes) {
		const middle, half = 10, 6
		plot := kit.Strip("box-plot", 2*middle,
			kit.Line("box-line", b.Min, middle, b.Max, middle),
			kit.Box("box-middle", b.Low, middle-half, b.High-b.Low, 2*half),
			kit.Line("box-line", b.Min, middle-half, b.Min, middle+half),
			kit.Line("box-line", b.Max, middle-half, b.Max, middle+half),
			kit.Line("box-median", b.Median, middle-half, b.Median, middle+half))
		cells := []app.UI{app.Th().Scope("row").Text(says[n][0]), app.Td().Class("box-place").Body(plot)}
		rows = append(rows, kit.Record(titles, append(cells, kit.NumberCells(says[n][1:]...)...)...))
	}
	title := "How the " + humanize.Noun(2, w.noun()) + " differ"
	return kit.Fold("behind", title, kit.Scroll(title, kit.Records("data", "worker-boxes", title, kit.Heads(titles...), rows)))
}

// terms leads to what the columns that are shown mean.
func (w workers) terms() app.UI {
	page := *w.Table.Page
	page.Columns = slices.DeleteFunc(slices.Clone(page.Columns), func(h api.Heading) bool { return !w.shows(h) })
	return terms(&page)
}

// tiers has the switch that puts workers into tiers: what pay may hang on is there only for who asks.
func (w workers) tiers() app.UI {
	r := w.Crew.Roster
	if !w.Judged || w.Items || r == nil || r.Tiers == nil {
		return app.Div().Hidden(true)
	}
	tick := kit.Tick("show-tiers", fmt.Sprintf("Put workers into tiers (%d labels needed)", r.Tiers.Fewest), w.Crew.Tiers,
		func(on bool) model.Msg { return model.ShowTiers{On: on} })
	if !w.Crew.Tiers {
		return app.Div().Class("workers-tiers").Body(tick)
	}
	return app.Div().Class("workers-tiers").Body(tick,
		app.P().Class("muted").ID("tiers-says").Text(r.Tiers.Says+" A tier is an estimate: before it decides on pay, let the worker see "+
			"it and object."),
		kit.Button("download-tiers", "small", "download", "Download tiers", model.Download{What: api.FileTiers}))
}

// notes say what the figures mean.
func (w workers) notes() app.UI {
	if !w.Judged {
		return kit.Muted("The deviation is how far a worker’s numbers are from the results, on average (root mean square).")
	}
	if w.Items {
		return kit.Fold("behind", "What these figures mean", kit.Muted("Each voter is compared with the ranking made without their votes, "+
			"where the vote was for one of the two. Close items divide everybody, so a verdict weighs what an average voter would agree on. "+
			"It needs 10 votes, and is corrected for the number of voters (false discovery rate, Benjamini–Hochberg). Verdicts are hints: a "+
			"voter with a taste of their own is not wrong. Skill is how closely votes follow the scores: 1 is average, 0 is chance."))
	}
	text := "Accuracy is the expected share of right labels; with few labels it leans towards the crowd average. Verdicts " +
		"compare a worker with all others on the same tasks, and need 10 labels there. They are corrected for the number of workers " +
		"(false discovery rate, Benjamini–Hochberg): of those who are said to stand out, one in twenty may do so by chance. They are " +
		"hints: a worker who sees more than the others looks wrong where the others are. Changed labels are estimated without a refit, " +
		"which usually changes up to twice as many."
	if r := w.Crew.Roster; r != nil && r.Sampled != "" {
		text += " " + r.Sampled
	}
	return kit.Fold("behind", "What these figures mean", kit.Muted(text))
}
