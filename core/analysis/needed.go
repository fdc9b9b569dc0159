package analysis

import (
	"strconv"

	"concord/core/api"
	"concord/core/export"
	"concord/core/job"
	"concord/core/session"
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

// NeededFile returns a forecast as a download. With prices it says what a task costs.
func NeededFile(f *api.Forecast, prices *api.Prices, safe bool) *export.File {
	header := []string{"more_per_task", "more_labels", "labels_per_task", "right", "low", "high", "right_targeted"}
	if prices != nil {
		header = append(header, "cost_per_task")
	}
	return export.Rows(api.FileNeeded, header, func(yield func([]string) bool) {
		for _, p := range f.Points {
			targeted := ""
			if p.Targeted != nil {
				targeted = exact(*p.Targeted)
			}
			row := []string{exact(p.More), strconv.Itoa(p.Labels), exact(p.PerTask), exact(p.Right), exact(p.Low), exact(p.High), targeted}
			if prices != nil {
				row = append(row, exact(prices.Cost(p)))
			}
			if !yield(row) {
				return
			}
		}
	}, safe)
}
