package answer

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/chart"
	"concord/app/format"
	"concord/app/ui/kit"
	"concord/core/api"
)

// traceChart shows how the fit converged: the objective by step, or else how far the parameters moved.
func traceChart(f *api.Fitted) app.UI {
	across, by, each := "Step", " by step", 1
	if f.Seen > 0 {
		across, by, each = "Texts seen", " by texts seen", f.Seen
	}
	title := "Change" + by
	figure := func(s api.Step) float64 { return s.Change }
	if f.Objective != "" {
		title = kit.UpperFirst(f.Objective) + by
		figure = func(s api.Step) float64 { return s.Objective }
	} else if last := len(f.Trace) - 1; last >= 0 && api.Finite(f.Trace[last].Change) == nil && f.Trace[last].Flips >= 0 {
		title = "Labels changed" + by // all that the steps of a panel have in common
		figure = func(s api.Step) float64 { return float64(s.Flips) }
	}
	x, y := make([]float64, len(f.Trace)), make([]float64, len(f.Trace))
	for i, s := range f.Trace {
		x[i], y[i] = float64(s.N*each), figure(s)
	}
	c := chart.NewLine(x, y, chart.Size{W: 460, H: 220}, 72)
	if len(c.Pieces) == 0 || len(x) < 2 {
		return app.Figure().Class("card").Body(
			app.FigCaption().Class("card-title").Text("Convergence"),
			kit.Muted("This method takes a single step, so there is nothing to converge."),
		)
	}
	var numbers []string
	for _, i := range c.Drawn {
		numbers = append(numbers, across+" "+format.Number(x[i])+": "+format.Number(y[i]))
	}
	return app.Figure().Class("card").ID("trace").Body(
		app.FigCaption().Class("card-title").Text(title),
		kit.DrawLine(c, title+", from "+format.Fixed(y[0], 2)+" to "+format.Fixed(y[len(y)-1], 2), across, numbers),
		kit.Behind(&traceTable{Fitted: f}),
		kit.Terms("Objective", "Change"),
		kit.SaveButtons("convergence"),
	)
}

// traceTable is the table behind the chart.
type traceTable struct {
	app.Compo
	pieces
	Fitted *api.Fitted
}

// maxTraceRows is how many steps the table behind the chart lists.
const maxTraceRows = 30

func (t *traceTable) Render() app.UI {
	f := t.Fitted
	number := func(x float64, decimals int) string {
		return kit.Either(api.Finite(x) == nil, "–", format.Fixed(x, decimals))
	}
	every := (len(f.Trace) + maxTraceRows - 1) / maxTraceRows
	titles := []string{"#Step", "#Objective", "#Change", "#Labels changed"}
	var rows []app.UI
	for i, s := range f.Trace {
		if !t.Has(1, 1) || i%every != 0 && i != len(f.Trace)-1 {
			continue
		}
		flips := kit.Either(s.Flips >= 0, format.Count(s.Flips), "–")
		rows = append(rows, kit.Record(titles, kit.NumberCells(format.Count(s.N), number(s.Objective, 4), number(s.Change, 6), flips)...))
	}
	return kit.FigureRecords("", "Steps of the fit", titles, rows)
}

// pieces is embedded under a name that go-app doesn't copy from one drawing to the next.
type pieces = kit.Pieces
