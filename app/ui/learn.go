package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/core/wire"
)

// effort says about what a fit will take.
func effort(e *wire.Effort) app.UI {
	if e == nil {
		return app.Div()
	}
	text := "A run will take about " + about(e.Seconds) + " and " + format.Bytes(int64(e.Bytes)) + " of memory on this machine."
	note := app.UI(app.Span())
	if e.Note != "" {
		note = app.Span().Class("muted").Text(sentence(e.Note))
	}
	if e.Large {
		return app.P().ID("effort").Class("missing").Body(icon("warning"),
			app.Span().Body(app.Text(text+" That may be more than this tab can bear. A linear method, such as logistic regression from crowds, is done in seconds. "), note))
	}
	return app.P().ID("effort").Class("effort").Body(app.Text(text+" "), note)
}

// about writes a time as roughly as it is known.
func about(seconds float64) string {
	switch {
	case seconds < 1:
		return "a second"
	case seconds < 10:
		return format.Plural(int(seconds+0.5), "second")
	case seconds < 90:
		return format.Plural(5*int(seconds/5+0.5), "second")
	case seconds < 5400:
		return format.Plural(int(seconds/60+0.5), "minute")
	}
	return format.Plural(int(seconds/3600+0.5), "hour")
}

// predictions say how many tasks were predicted and, where the truth is known, how
// right that is.
func predictions(r *model.Result) app.UI {
	says := format.Plural(r.Predicted, "task") + " that nobody labelled " + wasWere(r.Predicted) + " predicted: see Downloads."
	t := r.Test
	if t == nil || t.Evaluated == 0 {
		return app.P().Text(says)
	}
	return app.Div().ID("test").Body(
		app.P().Text(says+" The truth of "+format.Count(t.Evaluated)+" of them is known; with 95 % intervals:"),
		testFigures(t),
	)
}

func wasWere(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

// testFigures shows how right predictions are.
func testFigures(t *wire.Test) app.UI {
	var body []app.UI
	for _, f := range []struct {
		name  string
		value *wire.Measure
		share bool
	}{
		{"Accuracy", t.Accuracy, true}, {"Area under the ROC curve", t.AUC, false}, {"F1", t.F1, false}, {"R²", t.R2, false}, {"Mean absolute error", t.MAE, false},
	} {
		if f.value == nil {
			continue
		}
		write := func(x float64) string { return format.Fixed(x, 3) }
		text := write(f.value.Value) + " (" + write(f.value.Low) + " to " + write(f.value.High) + ")"
		if f.share {
			text = accuracyOf(*f.value)
		}
		if f.value.Why != "" {
			text = f.value.Why
		}
		body = append(body, app.Div().Body(app.Dt().Text(f.name), app.Dd().Text(text)))
	}
	return app.Dl().Class("facts").Body(body...)
}
