package files

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/model/files"
	"concord/app/ui/kit"
	"concord/core/api"
)

// pricing is what the view of the costs shows beside their file.
type pricing struct {
	Matrix   *api.CostMatrix // to be changed by hand; nil: there is none, and Why
	Why      string
	Wrong    *model.WrongCost
	Changing bool        // what was filled in is under way
	Priced   *api.Priced // what the labels of the result cost; nil: nothing yet
	Result   bool        // there is one
}

func pricingOf(s model.State) pricing {
	p := pricing{Wrong: s.Pricing.Wrong, Changing: s.Costs.Reading != nil, Result: s.Result != nil}
	p.Matrix, p.Why = s.CostMatrix(s.Pricing.Wanted)
	if s.Result != nil && s.Costs.Opened != nil {
		p.Priced = s.Result.Priced
	}
	return p
}

// pricing shows the matrix of costs, each of them a field.
func (b *besideView) pricing() app.UI {
	p := b.Pricing
	switch {
	case b.Source.Role != api.RoleCosts:
		return app.Div()
	case p.Matrix == nil:
		return app.P().Class("muted").Text(p.Why)
	}
	loaded := b.Source.Opened != nil
	return app.Div().Body(
		app.Div().Body( // always there: what comes after it stays in its place, and a field in focus
			app.If(p.Priced != nil, func() app.UI { return app.P().ID("priced").Class("priced").Text(pricedText(p.Priced)) }),
			kit.When(loaded && !p.Result, kit.Muted("Run a method to see what its labels cost.")),
		),
		kit.Fold("beside-file", "Enter costs here",
			app.FieldSet().Disabled(b.Running).Body(
				app.Legend().Class("hidden").Text("What each wrong label costs"),
				app.P().ID("costs-help").Class("field-help").
					Text("What it costs to give the column’s label when the row’s class is true. Only relative costs matter."),
				b.costTable(),
				app.If(p.Wrong != nil, func() app.UI { return kit.Warning(p.Wrong.Why).ID("costs-wrong").Role("alert") }),
				kit.When(loaded && !files.Even(p.Matrix), kit.Button("reset-costs", "small", "", "Reset every mistake to 1", model.ResetCosts{})),
			),
		).ID("cost-fields").Open(loaded || p.Wrong != nil || p.Changing || len(b.Source.Past) > 0),
	)
}

func pricedText(p *api.Priced) string {
	text := "The most probable labels cost " + format.Short(p.Said) + " per task on average"
	if p.Differ == 0 {
		return text + ". They are also the cheapest."
	}
	return text + ", the cheapest " + format.Short(p.Least) + ". The two differ on " + format.Plural(p.Differ, "task") + "."
}

func (b *besideView) costTable() app.UI {
	p := b.Pricing
	heads := []app.UI{kit.Head("Truth ↓ Label →").Class("cost-corner")}
	var rows []app.UI
	for k, truth := range p.Matrix.Classes {
		heads = append(heads, kit.Head(truth).Class("cost-class").Title(format.Visible(truth)))
		cells := []app.UI{kit.RowHead(truth).Class("cost-class").Title(format.Visible(truth))}
		for l, label := range p.Matrix.Classes {
			cell := app.Td().Class("cost").Body(b.cost(k, l, truth, label))
			if k == l {
				cell = cell.Class("cost-right")
			}
			cells = append(cells, cell)
		}
		rows = append(rows, kit.Row(cells...))
	}
	return kit.Scroll("Costs of wrong labels",
		kit.Table("costs", "costs-matrix", "What each label costs where each class is the truth", heads, rows))
}

// cost is the field of one cost.
func (b *besideView) cost(k, l int, truth, label string) app.UI {
	text, wrong := strconv.FormatFloat(b.Pricing.Matrix.Of[k][l], 'g', -1, 64), false
	if w := b.Pricing.Wrong; w != nil && w.Truth == k && w.Label == l {
		text, wrong = w.Text, true
	}
	field := app.Input().Type("text").Attr("inputmode", "decimal").ID("cost-%d-%d", k, l).Value(text).AutoComplete(false).Spellcheck(false).
		Aria("label", "Cost where "+format.Quoted(truth)+" is true and the answer is "+format.Quoted(label)).
		Aria("invalid", strconv.FormatBool(wrong)).
		OnChange(kit.SendsText(func(v string) model.Msg { return model.SetCost{Truth: k, Label: l, Text: v} }))
	if wrong {
		return field.Aria("describedby", "costs-wrong")
	}
	return field.Aria("describedby", "costs-help")
}
