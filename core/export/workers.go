package export

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/sheet"
	"concord/internal/humanize"
)

// WorkerTable has a row for each worker: how many labels the worker gave, what the method says and, where labels are classes and that
// is known, how the worker stands. It is nil where nobody knows the workers.
func (a *Answers) WorkerTable() *sheet.Table {
	if a.Data.Anonymous {
		return nil
	}
	figures := a.WorkerFigures()
	if a.Standings != nil && !a.Cut.Info().Items {
		figures = append(sheet.Only(sheet.Files|sheet.Report, figures...), a.standing()...) // a page has what sums it up
	}
	columns := append([]*sheet.Column{sheet.Row("worker", "Worker", a.Workers, nil).Listed("", nil)}, figures...)
	says := strings.TrimSpace("A row for each worker. " + a.Sampled)
	return &sheet.Table{Name: api.FileWorkers, Size: a.Data.Workers, Columns: columns, Says: says}
}

// WorkerFigures are what every method says of the workers, beginning with how many labels each gave, and what only this one does.
func (a *Answers) WorkerFigures() []*sheet.Column {
	columns := []*sheet.Column{sheet.Count("labels", "Labels", func(j int) int { return int(a.Given[j]) }).Listed("", nil).
		Saying("How many labels the worker gave.")}
	if a.Label == nil {
		columns = append(append(columns, sheet.Number("deviation", "Deviation", valueOf(a.Deviation)).Listed("", nil).
			Saying("The root mean square of the differences between the worker's numbers and the values.")), a.offsets()...)
	} else if !a.Cut.Info().Items {
		columns = append(columns,
			sheet.Share("accuracy", "Labels probably right", func(j int) float64 { return a.Accuracy[j].Value }).Percent().
				Saying("The share of the worker's labels that are probably right."),
			sheet.Number("accuracy_low", "From", func(j int) float64 { return a.Accuracy[j].Low }).Percent().
				Saying("The low end of its 95 % interval."),
			sheet.Number("accuracy_high", "To", func(j int) float64 { return a.Accuracy[j].High }).Percent().
				Saying("The high end."))
		if a.Modelled != nil {
			columns = append(columns, sheet.Share("model_accuracy", "By the model alone", valueOf(a.Modelled)).Percent().
				Saying("How probably the worker is right about a task, by the model alone."))
		}
		columns = append(columns, sheet.Share("agreement", "Agreement", valueOf(a.Agreement)).Before(sheet.Files, "accuracy_low").
			Percent().Saying("The share of the worker's labels that are right, by the model alone."))
	}
	if p := a.Priced; p != nil {
		columns = append(columns, sheet.Number("saved_random", "Cost saved against guessing", valueOf(p.Random)).
			Saying("The share of the cost that the worker's labels save against guesses."),
			sheet.Number("saved_strategic", "Cost saved against one constant label", valueOf(p.Strategic)).
				Saying("The same against always giving one label."))
	}
	return append(columns, a.Figures(crowd.OfWorker)...)
}

// offsets are how far the numbers of the workers are from the values and, where it is known, from the truth.
func (a *Answers) offsets() []*sheet.Column {
	figure := func(name, title string, all []api.Offsets, of func(api.Offsets) float64) *sheet.Column {
		c := sheet.Number(name, title, func(j int) float64 {
			if all[j].N == 0 {
				return math.NaN()
			}
			return of(all[j])
		})
		if a.TrueOffsets != nil {
			c.Listed("", nil)
		}
		return c
	}
	bias, variance := func(o api.Offsets) float64 { return o.Bias }, func(o api.Offsets) float64 { return o.Variance }
	columns := []*sheet.Column{ // not “bias”: a method may have one of its own
		figure("difference", "Mean difference", a.Offsets, bias).Saying("The mean of the worker's numbers less the values."),
		figure("difference_variance", "Variance of differences", a.Offsets, variance).Saying("The variance of these differences."),
	}
	if all := a.TrueOffsets; all != nil {
		columns = append(columns,
			figure("true_bias", "True bias", all, bias).Before(sheet.Report, "difference_variance").
				Saying("The mean of the worker's numbers less the true ones."),
			figure("true_variance", "True variance", all, variance).Saying("The variance of these differences."),
			sheet.Count("true_labels", "", func(j int) int { return all[j].N }).Saying("On how many tasks whose truth is known that rests."))
	}
	return columns
}

// standing is how the workers stand. Files have no column of what is known of nobody.
func (a *Answers) standing() (columns []*sheet.Column) {
	all := a.Standings
	known := slices.ContainsFunc(all, func(x api.Standing) bool { return x.True.N > 0 })
	verdict := func(name, title string, of func(*api.Verdict) string) *sheet.Column {
		return sheet.Text(name, title, func(j int) string { return of(&all[j].Verdict) }, func(j int) float64 { return all[j].Verdict.Rank })
	}
	unless := func(unknown bool, x float64) float64 {
		if unknown {
			return math.NaN()
		}
		return x
	}

	// The labels of those who are excluded, too.
	shown := sheet.Only(sheet.Page, sheet.Count("labels", "Labels", func(j int) int { return all[j].Labels }))
	expected := sheet.Figure("accuracy", "expected_low", "expected_high", "Accuracy (95 %)",
		func(j int) api.Figure { return all[j].Accuracy }, api.Figure.Percents)
	expected[0].File = "expected_accuracy"
	expected[0].Says = "How often the worker is right, taking into account how few labels there are, with a 95 % interval."
	inPercent(expected)
	expected[0].Listed("Accuracy (95 % interval)", nil)
	others := sheet.Figure("others", "others_low", "others_high", "", func(j int) api.Figure { return all[j].Others }, api.Figure.Percents)
	others[0].Listed("Agrees with all others (95 % interval)", nil).Saying("How often the others say the same, with a 95 % interval.")
	inPercent(others)
	columns = slices.Concat(shown, expected, others)

	if slices.ContainsFunc(all, func(x api.Standing) bool { return x.Seconds > 0 }) {
		columns = append(columns, sheet.Number("seconds", "Time per label", func(j int) float64 {
			return unless(all[j].Seconds == 0, all[j].Seconds)
		}).Shown(func(j int) string {
			if all[j].Seconds == 0 {
				return ""
			}
			return fmt.Sprintf("%.3g s", all[j].Seconds)
		}).Saying("How many seconds a label takes, the median."))
	}
	right := sheet.Figure("true_accuracy", "true_low", "true_high", "True accuracy", func(j int) api.Figure { return all[j].True },
		func(f api.Figure) string { return humanize.Percent(f.Value) + " of " + humanize.Number(f.N) })
	right[0].Saying("How often the worker was right where the truth is known, with a 95 % interval.")
	inPercent(right)
	right[0].Listed("True accuracy (95 % interval)", func(j int) string {
		if f := all[j].True; f.Defined() {
			return f.Percents()
		}
		return ""
	}).Before(sheet.Page|sheet.Report, "others")
	right = append(right, sheet.Count("true_labels", "", func(j int) int { return all[j].True.N }).
		Saying("On how many labels that rests."))
	if !known {
		right = sheet.Only(sheet.Page|sheet.Report, right...)
	}
	if a.Truth != nil {
		columns = append(columns, right...)
	}
	uncounted := func(j int) bool {
		return all[j].Excluded || all[j].Verdict.Kind == api.Silent || all[j].Verdict.Kind == api.Unjudged
	}
	columns = append(columns, sheet.Count("changes", "Labels changed if excluded", func(j int) int { return all[j].Turns }).
		Saying("How many labels would change without the worker.").
		SortedBy(func(j int) float64 { return unless(uncounted(j), float64(all[j].Turns)) }).
		Shown(func(j int) string {
			if uncounted(j) {
				return ""
			}
			return all[j].Changes()
		}))
	if known {
		columns = append(columns, sheet.Count("gain", "", func(j int) int { return all[j].Gain }).
			Saying("How many more of these would be right."))
	}
	tiers := map[string]float64{"A": 4, "B": 3, "C": 2, api.Unrated: 1}
	return append(columns,
		verdict("verdict", "Verdict", func(v *api.Verdict) string { return v.Says }).Before(sheet.Page, "labels").
			Listed("", func(j int) string { return all[j].Verdict.Sentence() }).Saying("What stands out about the worker."),
		verdict("evidence", "Evidence", func(v *api.Verdict) string { return v.Evidence }).Before(sheet.Page, "labels").
			Saying("What shows it."),
		sheet.Text("tier", "Tier", func(j int) string {
			if !a.Tiers {
				return ""
			}
			return all[j].Tier
		}, func(j int) float64 { return tiers[all[j].Tier] }).Shown(func(j int) string { return all[j].Tier }).
			Saying("A, B, C or Unrated, if you asked for tiers."),
		sheet.Flag("excluded", "", "", func(j int) bool { return all[j].Excluded }).Saying("Whether you left the worker out."))
}

// inPercent has workbooks show a figure and its interval as percentages.
func inPercent(figure []*sheet.Column) {
	for _, c := range figure {
		c.Percent()
	}
}
