package analysis

import (
	"math"

	"concord/core/api"
	"concord/core/job"
	"concord/core/session"
	"concord/core/sheet"
)

// Needed says how right more labels would make the answers of a result, or fewer would have left them.
func Needed(of Methods, c *job.Job, r *Result) (*api.Forecast, error) {
	if r.Of.Anonymous() {
		return nil, session.NeedsWorkers("How many labels are needed can't be said")
	}
	if err := r.Of.Refuse(api.AskNeeded); err != nil {
		return nil, err
	}
	switch d := r.Data; {
	case r.Expected == nil:
		return nil, api.Refuse("How many labels are needed can't be said by %s: how many of its labels are right is not known. Run %s first.",
			r.Entry.Title, titleOf(of, api.MethodDefault))
	case d.Classes < 2:
		return nil, api.Refuse("How many labels are needed can't be said: there is one class only, so that nothing can be wrong.")
	}
	if why := r.Unforeseeable(); why != "" {
		return nil, api.Refuse("%s", why)
	}
	out, _, err := r.Foretell(c, true)
	return out, err
}

// titleOf returns the title of a method, its name if there is none of that name.
func titleOf(of Methods, name string) string {
	if e, err := of.Find(name); err == nil {
		return e.Title
	}
	return name
}

// NeededTable has a row for each number of labels of a forecast. With prices it says what a task costs.
func NeededTable(f *api.Forecast, prices *api.Prices) *sheet.Table {
	number := func(name string, of func(p api.ForecastPoint) float64) *sheet.Column {
		return exact(name, func(i int) float64 { return of(f.Points[i]) })
	}
	columns := []*sheet.Column{
		number("more_per_task", func(p api.ForecastPoint) float64 { return p.More }),
		sheet.Count("more_labels", "", func(i int) int { return f.Points[i].Labels }),
		number("labels_per_task", func(p api.ForecastPoint) float64 { return p.PerTask }),
		number("right", func(p api.ForecastPoint) float64 { return p.Right }),
		number("low", func(p api.ForecastPoint) float64 { return p.Low }),
		number("high", func(p api.ForecastPoint) float64 { return p.High }),
		number("right_targeted", func(p api.ForecastPoint) float64 {
			if p.Targeted == nil {
				return math.NaN()
			}
			return *p.Targeted
		}),
	}
	if prices != nil {
		columns = append(columns, number("cost_per_task", prices.Cost))
	}
	return &sheet.Table{Name: api.FileNeeded, Size: len(f.Points), Columns: columns}
}
