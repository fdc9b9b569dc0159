package detail

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/chart"
	"concord/app/format"
	"concord/app/model"
	"concord/app/model/verdict"
	"concord/app/ui/kit"
	"concord/core/api"
)

// dialog shows one task or worker.
type dialog struct {
	app.Compo
	Detail model.Detail
	Deep   bool // there is one to go back to
	Judge  judging
	Seen   []verdict.Piece // what workers saw of the task
}

// New returns the dialog of what is open in a state.
func New(s model.State) app.UI {
	d := &dialog{Detail: *s.Detail(), Deep: len(s.Details) > 1, Judge: judgingOf(s)}
	if t := d.Detail.Task; t != nil {
		d.Seen = verdict.Content(t.Name, t.Content, s.Images)
		for _, item := range t.Items {
			for _, piece := range verdict.Content(item, nil, s.Images) {
				piece.Column = item
				d.Seen = append(d.Seen, piece)
			}
		}
	}
	return d
}

// OnMount opens it.
func (d *dialog) OnMount(ctx app.Context) { kit.OpenDialog(ctx, "detail-title") }

func (d *dialog) Render() app.UI {
	title, body := "…", []app.UI{kit.Muted("Loading …")}
	switch {
	case d.Detail.Task != nil:
		title, body = d.Detail.Task.Name, append([]app.UI{content(d.Seen, d.Detail.Task.Name)}, taskDetail(d.Detail, d.Judge)...)
	case d.Detail.Worker != nil:
		title, body = d.Detail.Worker.Name, workerDetail(d.Detail.Worker, d.Detail.Judged, d.Judge)
	}
	back := kit.When(d.Deep, kit.Button("", "quiet round", "back", "", model.Back{}).Aria("label", "Back"))
	if d.Judge.Reviewing {
		body = append([]app.UI{progress(d.Judge)}, body...)
	}
	return kit.Dialog("detail", model.ViewOf(d.Detail.Kind).Noun(d.Judge.Nouns), title, back, body)
}

// figures are named figures of a task or worker.
func figures(all []api.Fact) app.UI {
	var body []app.UI
	for _, f := range all {
		if f.Text == "" {
			continue
		}
		text := format.Visible(f.Text)
		if f.Kind == "number" {
			text = format.Cell(text)
		}
		body = append(body, kit.Fact(f.Title, text))
	}
	return app.Dl().Class("facts").Body(body...)
}

func taskDetail(d model.Detail, j judging) []app.UI {
	t := d.Task
	number := len(t.Posterior) == 0 // labels are numbers: there is nothing to agree with
	name, kind, probabilities := "Label", "text", "Probability of each label"
	switch {
	case number:
		name, kind = "Value", "number"
	case t.Items != nil:
		name, probabilities = "Most probable answer", "What an average voter says"
	}
	if j.Sealed {
		return []app.UI{ask(d, j)}
	}
	body := []app.UI{figures([]api.Fact{
		{Heading: api.Heading{Title: name, Kind: kind}, Text: t.Label},
		{Heading: api.Heading{Title: "Truth", Kind: kind}, Text: t.Truth},
	})}
	if t.Truth != "" && t.Truth != t.Label && !number {
		body = append(body, kit.Warning("This label differs from the truth."))
	}
	body = append(body, ask(d, j))
	switch {
	case t.Silent:
		body = append(body, kit.Muted("Nothing shows how likely each label is to be right."))
	case number:
		body = append(body, why(t)...)
	default:
		body = append(append(body, app.H3().Text(probabilities), posterior(t, format.Common(j.Classes))), why(t)...)
	}
	body = append(body, aboutText(t)...)
	heading := format.Plural(t.VoteCount, "vote")
	if t.VoteCount > len(t.Votes) && !counted(t) {
		heading += ", the first " + format.Count(len(t.Votes)) + " of them"
	}
	return append(body, app.H3().Text(heading), votes(t, number, kit.UpperFirst(j.Nouns.Worker)))
}

// votes is the table of who said what. Of numbers it says nothing about agreement, and of two items on which side they stood.
func votes(t *api.Task, number bool, by string) app.UI {
	if counted(t) {
		by = "How many"
	}
	var rows []app.UI
	said, heads := make([]string, len(t.Votes)), kit.Heads(by, "Label", "Agrees with the result")
	for n, v := range t.Votes {
		said[n] = v.Label
	}
	sides := len(t.Votes) > 0 && t.Votes[0].Left != ""
	switch {
	case number:
		said, heads = format.Cells(said), kit.Heads(by, "#Label")
	case sides:
		heads = kit.Heads(by, "Vote", "On the left")
	case t.Items != nil:
		heads = kit.Heads(by, "Vote")
	}
	for n, v := range t.Votes {
		cells := []app.UI{app.Th().Scope("row").Body(voter(n, v)), kit.Cell(said[n])}
		class, agrees := "", "no"
		if v.Label == t.Label {
			class, agrees = "vote-with", "yes"
		}
		switch {
		case number:
			cells[1] = kit.NumberCell(said[n])
		case sides:
			cells = append(cells, kit.Cell(v.Left).Class("muted"))
		case t.Items == nil:
			cells = append(cells, kit.Cell(agrees).Class("muted"))
		}
		rows = append(rows, kit.Row(cells...).Class(class))
	}
	return kit.Table("data", "", "", heads, rows).OnClick(kit.OpenClicked)
}

// counted reports whether votes are only counted, since nobody knows whose they are.
func counted(t *api.Task) bool { return len(t.Votes) > 0 && t.Votes[0].Worker < 0 }

// voter names who gave a vote, and opens what there is to say of the worker.
func voter(n int, v api.Vote) app.UI {
	if v.Worker < 0 {
		return kit.Name(v.Name) // of nobody in particular
	}
	return kit.Opener(fmt.Sprintf("vote-%d-%s", n, model.RowID(model.ViewWorkers, v.Worker)), v.Name)
}

// likeliest is how many of many classes a task shows.
const likeliest = 5

// places are 0 to n−1.
func places(n int) []int {
	all := make([]int, n)
	for k := range all {
		all[k] = k
	}
	return all
}

// likely are the places of the most probable of a task's classes, the most probable first.
func likely(t *api.Task) []int {
	all := places(len(t.Probability))
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(t.Probability[b], t.Probability[a]) })
	return all[:min(likeliest, len(all))]
}

// posterior shows the probability of each class as a bar, and beside it what the model itself believes where
// that differs.
func posterior(t *api.Task, common string) app.UI {
	var rows []app.UI
	heads := []string{"Class", "Bar", "Probability"}
	own := !slices.Equal(t.Probability, t.Posterior)
	if own {
		heads = append(heads, "By the model alone")
	}
	shown, note := places(len(t.Probability)), ""
	if t.Of > kit.FewClasses {
		shown = likely(t)
		note = "The " + format.Count(likeliest) + " most probable of " + format.Count(t.Of) + " classes."
	}
	for _, k := range shown {
		p := t.Probability[k]
		numbers := []string{format.Percent(p)}
		if own {
			numbers = append(numbers, "model "+format.Percent(t.Posterior[k]))
		}
		rows = append(rows, kit.BarRow(kit.BarName(strings.TrimPrefix(t.Classes[k], common)), p, numbers...))
	}
	note = strings.TrimSpace(note + " " + format.CommonNote("class", common))
	return app.Div().Body(kit.Bars("bars", kit.Heads(heads...), rows), kit.Muted(note),
		kit.Terms("Probability", kit.Either(own, "By the model alone", "")))
}

func workerDetail(w *api.Worker, others *api.Judged, j judging) []app.UI {
	body := []app.UI{standing(w, others, j), exclusion(w, j)}
	if w.Standing == nil || !w.Standing.Excluded {
		body = append(body, judgedBy(others))
	}
	if w.Standing != nil {
		title := kit.Either(j.Items, "All figures", "What the method says about this worker")
		body = append(body, kit.Fold("behind", title, figures(w.Figures)).Open(j.Items))
	}
	switch {
	case j.Items: // whose classes are sides
		return body
	case len(w.Confusion) == 0:
		return append(body, kit.Muted("This method has no confusion matrix for a worker."))
	}
	if w.Of > kit.FewClasses && len(w.Mixed) > 0 {
		body = append(body, mixed(w.Mixed)...)
	}
	body = append(body, app.H3().Text("Confusion matrix"),
		kit.Muted("Each row is a true class: how often the worker gives each label to it. A strong diagonal is good."),
		kit.Terms("Confusion matrix"), matrices(w))
	if w.Interval != "" {
		body = append(body, app.P().Class("muted").ID("intervals").Text("Small figures: 95 % interval. "+w.Interval))
	}
	if slices.Contains(w.Evidence, false) || w.True != nil && slices.Contains(w.True.Evidence, false) {
		body = append(body, kit.Muted("No evidence: the worker saw no task of that class."))
	}
	if w.Of > len(w.Classes) {
		body = append(body, kit.Muted("The "+format.Count(len(w.Classes))+" classes that matter most of "+format.Count(w.Of)+"."))
	}
	return append(body, kit.Fold("behind", "As a table, with expected counts and intervals", confusionTable(w)))
}

// mixed lists the classes that a worker mixes up most.
func mixed(all []api.Mixed) []app.UI {
	var names []string
	for _, m := range all {
		names = append(names, m.Truth, m.Label)
	}
	common := format.Common(names)
	var rows []app.UI
	for _, m := range all {
		rows = append(rows, kit.Row(kit.RowHead(m.Truth[len(common):]), kit.Cell(m.Label[len(common):]),
			kit.NumberCell(format.Fixed(m.Count, 1))))
	}
	return []app.UI{app.H3().Text("Most confused"), kit.Muted(format.CommonNote("class", common)),
		kit.Table("data", "mixed", "", kit.Heads("Truth", "Label given", "#Labels"), rows)}
}

// matrices are the confusion matrix as it is estimated and, beside it, as the known truth has it.
func matrices(w *api.Worker) app.UI {
	name := fmt.Sprintf("confusion-%d", w.Index)
	estimated := matrix{w.Classes, w.Confusion, w.Low, w.High, w.Evidence, "Estimated confusion matrix of " + w.Name, "hatch"}
	if w.True == nil {
		return kit.Figure(name, "Confusion matrix of "+w.Name, kit.Scroll("Confusion matrix", estimated.draw()))
	}
	known := matrix{w.Classes, w.True.Share, w.True.Low, w.True.High, w.True.Evidence, "True confusion matrix of " + w.Name, "hatch-true"}
	return app.Div().Class("matrices").Body(
		app.Div().Body(app.H4().Text("Estimated"), kit.Figure(name, estimated.says, kit.Scroll("Estimated confusion matrix", estimated.draw()))),
		app.Div().ID("true-confusion").Body(app.H4().Text("True, by "+format.Plural(w.True.Labels, "label")),
			kit.Figure("true-"+name, known.says, kit.Scroll("True confusion matrix", known.draw()))))
}

// matrix is a confusion matrix to be drawn, row = truth.
type matrix struct {
	classes          []string
	share, low, high [][]float64
	evidence         []bool
	says, hatch      string // what it is; the id of the pattern for rows without evidence
}

// draw draws it as a heat map.
func (m matrix) draw() app.UI {
	names := make([][]string, len(m.classes))
	lower := 0.0 // by how much a second line moves all below it
	common := format.Common(m.classes)
	for k, name := range m.classes {
		if names[k] = cellLines(name[len(common):]); len(names[k]) > 1 {
			lower = lineHeight
		}
	}
	h := chart.NewHeat(m.share, m.classes, m.evidence, chart.Point{X: 68, Y: 40}, 88, 46+lower)
	body := []app.UI{
		kit.SVG("defs").Body(kit.SVG("pattern").ID(m.hatch).Attr("width", "6").Attr("height", "6").Attr("patternUnits", "userSpaceOnUse").
			Attr("patternTransform", "rotate(45)").Body(
			kit.SVG("rect").Class("hatch-line").Attr("width", "1.5").Attr("height", "6"))),
		kit.Label("tick tick-x axis-name", h.Left+(h.W-h.Left)/2, 13, "label given"),
		kit.Label("tick tick-y axis-name", h.Left-8, 34+lower, "truth ↓"),
	}
	for l, c := range h.Cols {
		body = append(body, lines("tick tick-x", names[l], c.At, 34+lower-lineHeight*float64(len(names[l])-1))...)
	}
	for k, r := range h.Rows {
		body = append(body, lines("tick tick-y", names[k], h.Left-8, r.At+4-lineHeight/2*float64(len(names[k])-1))...)
		for l, c := range r.Cells {
			box := kit.Box("", c.X+1, c.Y+1, c.W-2, c.H-2).Attr("rx", "4").Body(
				kit.SVG("title").Text("Truth " + format.Quoted(m.classes[k]) + ", label " + format.Quoted(m.classes[l]) + ": " + c.Text))
			if !r.Known {
				body = append(body, box.Class("cell-unknown").Attr("fill", "url(#"+m.hatch+")"))
				continue
			}
			x, y, ink := c.X+c.W/2, c.Y+c.H/2, kit.Either(c.Level >= strong, "cell-text cell-text-strong", "cell-text")
			body = append(body, box.Class(fmt.Sprintf("heat-%d", c.Level)))
			if low, high, bounded := bounds(m.low, m.high, k, l); bounded {
				body = append(body, kit.Label(ink, x, y-1, c.Text), kit.Label(ink+" cell-interval", x, y+12, low+"–"+high))
			} else {
				body = append(body, kit.Label(ink, x, y+4.5, c.Text))
			}
		}
		if !r.Known {
			body = append(body, kit.Label("cell-text cell-nothing", h.Left+(h.W-h.Left)/2, r.At+4.5, "no evidence"))
		}
	}
	drawn := kit.Chart(h.Size, "heat", m.says, body)
	return kit.At(drawn, "width", h.W, "height", h.H)
}

// strong is where the strongest third of the shades begins: numbers on them need the other ink.
const strong = chart.Levels * 2 / 3

// lineHeight is that of a name of two lines beside the cells of a heat map.
const lineHeight = 14.0

// lines writes a name, the first line at x and y.
func lines(class string, text []string, x, y float64) (all []app.UI) {
	for n, line := range text {
		all = append(all, kit.Label(class, x, y+lineHeight*float64(n), line))
	}
	return all
}

// cellLines cuts a name to what fits beside a cell: two lines at most.
func cellLines(name string) []string {
	const room = 9
	cut := func(s string) string {
		if r := []rune(s); len(r) > room {
			return string(r[:room-1]) + "…"
		}
		return s
	}
	first, rest := "", ""
	for n, word := range strings.Fields(name) {
		switch {
		case n == 0:
			first = word
		case rest == "" && len([]rune(first+" "+word)) <= room:
			first += " " + word
		default:
			rest += " " + word
		}
	}
	if rest == "" {
		return []string{cut(first)}
	}
	return []string{cut(first), cut(rest[1:])}
}

// bounds are those of the interval of a cell, if it has one.
func bounds(lows, highs [][]float64, k, l int) (low, high string, ok bool) {
	if k >= len(lows) || k >= len(highs) || l >= len(lows[k]) || l >= len(highs[k]) {
		return "", "", false
	}
	return format.Fixed(lows[k][l], 2), format.Fixed(highs[k][l], 2), true
}

func confusionTable(w *api.Worker) app.UI {
	titles := []string{"Truth"}
	for _, class := range w.Classes {
		titles = append(titles, "#"+class)
	}
	var rows []app.UI
	for k, class := range w.Classes {
		var row []string
		for l := range w.Classes {
			text := "no evidence"
			if k >= len(w.Evidence) || w.Evidence[k] {
				text = format.Fixed(w.Confusion[k][l], 4)
				if k < len(w.Count) {
					text += " (" + format.Fixed(w.Count[k][l], 1) + ")"
				}
				if low, high, ok := bounds(w.Low, w.High, k, l); ok {
					text += ", " + low + " to " + high
				}
				if w.True != nil && w.True.Evidence[k] {
					text += "; true " + format.Fixed(w.True.Share[k][l], 4) + " (" + format.Fixed(w.True.Count[k][l], 0) + ")"
				}
			}
			row = append(row, text)
		}
		rows = append(rows, kit.Record(titles, append([]app.UI{kit.RowHead(class)}, kit.NumberCells(row...)...)...))
	}
	return kit.Scroll("Confusion matrix as a table", kit.Records("data", "",
		"Probability of each label given the truth, with the expected count in brackets and the 95 % interval", kit.Heads(titles...), rows))
}
