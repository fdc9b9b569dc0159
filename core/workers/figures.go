package workers

import (
	"strings"

	"concord/core/advise"
	"concord/core/api"
	"concord/core/export"
	"concord/core/metric"
	"concord/core/sheet"
)

// defined returns x, which belongs to a figure, or NaN if that is undefined.
func defined(f api.Figure, x float64) float64 { return unless(!f.Defined(), x) }

// Figures are what every method says of the workers: first, how many labels each gave.
func Figures(a *export.Answers) []sheet.Column {
	columns := []sheet.Column{sheet.Number("labels", "Labels", func(j int) float64 { return float64(a.Given[j]) })}
	if a.Label == nil {
		columns = append(columns, sheet.Number("deviation", "Deviation", func(j int) float64 { return a.Deviation[j] }))
		columns = append(columns, offsets("difference", "Mean difference", "difference_variance", "Variance of differences", a.Offsets)...)
		columns = append(columns, offsets("true_bias", "True bias", "true_variance", "True variance", a.TrueOffsets)...)
	} else {
		columns = append(columns,
			sheet.Share("accuracy", "Labels probably right", func(j int) float64 { return a.Accuracy[j].Value }),
			sheet.Number("accuracy_low", "From", func(j int) float64 { return a.Accuracy[j].Low }),
			sheet.Number("accuracy_high", "To", func(j int) float64 { return a.Accuracy[j].High }))
		if a.Modelled != nil {
			columns = append(columns, sheet.Share("model_accuracy", "By the model alone", func(j int) float64 { return a.Modelled[j] }))
		}
		columns = append(columns, sheet.Share("agreement", "Agreement", func(j int) float64 { return a.Agreement[j] }))
	}
	if p := a.Priced; p != nil {
		columns = append(columns,
			sheet.Number("saved_random", "Cost saved against guessing", func(j int) float64 { return p.Random[j] }),
			sheet.Number("saved_strategic", "Cost saved against one constant label", func(j int) float64 { return p.Strategic[j] }))
	}
	return columns
}

// offsets are how far the numbers of the workers are off; none where all is nil.
func offsets(bias, biasTitle, variance, varianceTitle string, all []api.Offsets) []sheet.Column {
	if all == nil {
		return nil
	}
	return []sheet.Column{
		sheet.Number(bias, biasTitle, func(j int) float64 { return unless(all[j].N == 0, all[j].Bias) }),
		sheet.Number(variance, varianceTitle, func(j int) float64 { return unless(all[j].N == 0, all[j].Variance) }),
	}
}

// Judged are what all others say of the workers, and the agreement without each.
func Judged(workers []advise.Worker, without []metric.Without) []sheet.Column {
	agreement := func(of func(w *advise.Worker) float64) func(i int) float64 {
		return func(i int) float64 { return defined(workers[i].Agreement, of(&workers[i])) }
	}
	return []sheet.Column{
		sheet.Text("flags", "Suspicions", func(i int) string {
			var kinds []string
			for _, f := range workers[i].Flags {
				kinds = append(kinds, f.Kind.String())
			}
			return strings.Join(kinds, ", ")
		}, func(i int) float64 {
			most := 0.0
			for _, f := range workers[i].Flags {
				most = max(most, f.Evidence)
			}
			return most
		}),
		sheet.Share("others", "Agrees with all others", agreement(func(w *advise.Worker) float64 { return w.Agreement.Value })),
		sheet.Number("low", "From", agreement(func(w *advise.Worker) float64 { return w.Agreement.Low })),
		sheet.Number("high", "To", agreement(func(w *advise.Worker) float64 { return w.Agreement.High })),
		sheet.Share("spammer", "Spammer score", agreement(func(w *advise.Worker) float64 { return w.Spammer })),
		sheet.Share("saved", "Cost saved", agreement(func(w *advise.Worker) float64 { return w.Saved })),
		// Differences: the same number of decimals for all.
		sheet.Number("change", "Change in α if removed", func(i int) float64 { return defined(without[i].Alpha, without[i].Change) }).Fixed(),
	}
}
