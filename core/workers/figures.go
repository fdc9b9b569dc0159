package workers

import (
	"math"
	"strings"

	"concord/core/advise"
	"concord/core/api"
	"concord/core/metric"
	"concord/core/sheet"
)

// unless returns x, or NaN where it is unknown.
func unless(unknown bool, x float64) float64 {
	if unknown {
		return math.NaN()
	}
	return x
}

// defined returns x, which belongs to a figure, or NaN if that is undefined.
func defined(f api.Figure, x float64) float64 { return unless(!f.Defined(), x) }

// Judged are what all others say of the workers, and the agreement without each.
func Judged(workers []advise.Worker, without []metric.Without) []*sheet.Column {
	agreement := func(of func(w *advise.Worker) float64) func(i int) float64 {
		return func(i int) float64 { return defined(workers[i].Agreement, of(&workers[i])) }
	}
	return []*sheet.Column{
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
