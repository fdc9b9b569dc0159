package detail

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/chart"
	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/kit"
	"concord/core/api"
)

// maxWeights is how many votes a waterfall shows: the heaviest.
const maxWeights = 15

// why explains the label of a task: a waterfall of the class prior and the votes in log-odds, or words.
func why(t *api.Task) []app.UI {
	w := t.Why
	switch {
	case w == nil && t.Decides == "":
		return nil
	case len(t.Panel) > 0:
		return panel(t)
	case w == nil:
		return []app.UI{app.H3().Text(kit.Either(t.Items != nil, "Why this answer", "Why this label")), app.P().Text(t.Decides)}
	case w.Known:
		return []app.UI{app.H3().Text("Why this label"), app.P().Text("Gold task: its label was given, so votes don’t count.")}
	}
	return []app.UI{
		app.H3().Text("Why " + format.Quoted(w.Answer) + " and not " + format.Quoted(w.Rival)),
		kit.Muted("Bars to the right support this label. In log-odds: 1 more makes it 2.7 times as likely."),
		kit.Figure(fmt.Sprintf("why-%d", t.Index),
			"Why "+format.Visible(t.Name)+" is "+format.Quoted(w.Answer)+" and not "+format.Quoted(w.Rival)+": log-odds of the votes", waterfall(t)),
		app.P().Text(oddsSentence(w)),
		kit.Terms("Weight"),
	}
}

// panel shows what each member of a panel makes of a task, and what it adds to the answer.
func panel(t *api.Task) []app.UI {
	answer := slices.Index(t.Classes, t.Label)
	if answer < 0 {
		return nil
	}
	titles := []string{"Method", "Its label", "#Posterior of " + format.Quoted(t.Label), "#Share of the mean"}
	var rows []app.UI
	agree, mean := 0, 0.0
	for _, m := range t.Panel {
		if m.Label == t.Label {
			agree++
		}
		share := m.Weight * m.Posterior[answer]
		mean += share
		cells := kit.NumberCells(format.Figure(m.Posterior[answer], 4), format.Figure(share, 4))
		rows = append(rows, kit.Record(titles, append([]app.UI{kit.RowHead(m.Title), kit.Cell(m.Label)}, cells...)...))
	}
	return []app.UI{
		app.H3().Text("Why " + format.Quoted(t.Label)),
		app.P().Text(t.Decides),
		kit.FigureRecords(fmt.Sprintf("panel-%d", t.Index), "What each method makes of "+format.Visible(t.Name), titles, rows),
		kit.Terms("Posterior"),
		app.P().Text(fmt.Sprintf("%d of %d give this label. The shares add up to %s, %s", agree, len(t.Panel), format.Figure(mean, 4),
			afterMean(t, answer))),
	}
}

// afterMean says what follows from the mean of the members.
func afterMean(t *api.Task, answer int) string {
	if t.Predicted == nil {
		return "its posterior."
	}
	return fmt.Sprintf("and the prediction is %s. Both together make it %s, its posterior.", format.Figure(t.Predicted[answer], 4),
		format.Figure(t.Posterior[answer], 4))
}

// oddsSentence says what the weights come to.
func oddsSentence(w *api.Why) string {
	switch {
	case w.Decisive > 0:
		return format.Quoted(w.Rival) + " is ruled out: by what the method has learned, it would never get these votes."
	case w.Decisive < 0 || !w.Exact && w.LogOdds == nil:
		return "The weights add up to " + signed(w.Sum) + ". The probability is too close to certain to compare."
	case !w.Exact:
		return "The weights add up to " + signed(w.Sum) + ", the probability to " + signed(*w.LogOdds) + ": it dates from " +
			"before the workers were last updated."
	}
	if w.Sum < 0.05 {
		return "Together " + signed(w.Sum) + ": " + format.Quoted(w.Answer) + " is hardly more probable than " + format.Quoted(w.Rival) + "."
	}
	return "Together " + signed(w.Sum) + ": " + format.Quoted(w.Answer) + " is " + odds(w.Sum) + " times as probable as " +
		"" + format.Quoted(w.Rival) + "."
}

// odds writes how many times as probable log-odds make a class.
func odds(x float64) string {
	switch {
	case x > 20:
		return "more than 400,000,000"
	case x > 7:
		return format.Count(int(math.Round(math.Exp(x))))
	}
	return format.Fixed(math.Exp(x), 1)
}

// signed writes a weight with its sign.
func signed(x float64) string { return kit.Either(x > 0, "+", "") + format.Fixed(x, 2) }

// weight is one bar of the waterfall.
type weight struct {
	vote   *api.Vote // nil: of no single vote
	index  int       // of the vote
	name   string
	amount float64
}

// weights are the bars of the waterfall, the last what they come to.
func weights(t *api.Task) []weight {
	w := t.Why
	var votes []weight
	rest := w.Sum - w.Prior
	for n := range t.Votes {
		v := &t.Votes[n]
		x := weight{vote: v, index: n, name: v.Name}
		switch {
		case v.Decisive != 0:
			x.amount = math.Inf(v.Decisive)
		case v.Weight != nil:
			x.amount = *v.Weight
		}
		votes = append(votes, x)
	}
	if len(votes) > maxWeights {
		slices.SortStableFunc(votes, func(a, b weight) int { return cmp.Compare(math.Abs(b.amount), math.Abs(a.amount)) })
		votes = votes[:maxWeights]
	}
	for _, x := range votes {
		if !math.IsInf(x.amount, 0) {
			rest -= x.amount
		}
	}
	all := append([]weight{{name: "Before the votes", amount: w.Prior}}, votes...)
	if more := t.VoteCount - len(votes); more > 0 {
		all = append(all, weight{name: "the " + format.Plural(more, "other vote"), amount: rest})
	}
	return all
}

// waterfall draws the weights one below the other, each from where the last ended, with its number.
func waterfall(t *api.Task) app.UI {
	all := weights(t)
	amounts := make([]float64, len(all))
	for n, x := range all {
		amounts[n] = x.amount
	}
	falls, zero := chart.Falls(amounts)
	var rows []app.UI
	for n, x := range all {
		name, label := kit.Name(x.name), ""
		if x.vote != nil {
			name = kit.Opener(fmt.Sprintf("why-%d-%s", x.index, model.RowID(model.ViewWorkers, x.vote.Worker)), x.name)
			label = x.vote.Label
		}
		text := kit.Either(math.IsInf(x.amount, 0), "decides", signed(x.amount))
		rows = append(rows, fallRow(name, label, fall(falls[n], zero), text))
	}
	last := chart.Fall{From: zero, To: zero}
	for n := len(all) - 1; n >= 0; n-- {
		if !math.IsInf(all[n].amount, 0) {
			last.To = falls[n].To
			break
		}
	}
	rows = append(rows, fallRow(app.Text("Together"), t.Why.Answer, fall(last, zero), signed(t.Why.Sum)).Class("fall-sum"))
	return app.Table().Class("bars falls").ID("why").OnClick(kit.OpenClicked).Body(
		app.Caption().Class("hidden").Text("What each vote weighs, in log-odds"),
		app.THead().Class("hidden").Body(kit.Row(kit.Heads("From", "Label", "Bar", "Weight")...)),
		app.TBody().Body(rows...),
	)
}

// fallRow is a row of the waterfall.
func fallRow(name app.UI, label string, bar app.UI, text string) app.HTMLTr {
	return kit.Row(
		app.Th().Scope("row").Class("bar-name").Body(name),
		kit.Cell(label).Class("fall-label"),
		app.Td().Class("bar-place").Body(bar),
		kit.NumberCell(text),
	)
}

// fall draws one bar of a waterfall.
func fall(f chart.Fall, zero float64) app.UI {
	class := kit.Either(f.To < f.From, "fall-against", "fall-for")
	return kit.Strip("fall", 12,
		kit.Line("fall-zero", zero, 0, zero, 12), kit.Box(class, min(f.From, f.To), 1, max(math.Abs(f.To-f.From), 0.4), 10))
}
