package analysis

import (
	"fmt"
	"math"

	"concord/core/advise"
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
		other := api.MethodDefault
		if e, err := of.Find(other); err == nil {
			other = e.Title
		}
		return nil, api.Refuse("How many labels are needed can't be said by %s: how many of its labels are right is not known. Run %s first.",
			r.Entry.Title, other)
	case d.Classes < 2:
		return nil, api.Refuse("How many labels are needed can't be said: there is one class only, so that nothing can be wrong.")
	}
	if why := r.Unforeseeable(); why != "" {
		return nil, api.Refuse("%s", why)
	}
	out, _, err := r.Foretell(c, true)
	return out, err
}

// Foretell says how right more labels would make the answers, spread evenly or where they help most, and, if it is asked for, how right
// fewer would have left them: the method is then run on parts of the labels. There is a forecast only where it is known how many
// answers are right now; both begin there.
func (r *Result) Foretell(c *job.Job, fewer bool) (*api.Forecast, *advise.Outlook, error) {
	q, err := r.calibrated(c)
	if err != nil {
		return nil, nil, err
	}
	o, err := advise.Foresee(r.Data, q, r.Expected.Value, c.Thinking)
	if err != nil {
		return nil, nil, err
	}
	x := r.Expected
	out := &api.Forecast{Now: x.Value, Low: x.Low, High: x.High, Tasks: x.Labelled}
	out.PerTask = float64(r.Data.Len()) / float64(max(1, out.Tasks))
	if fewer {
		if out.Points, err = r.fewer(c, out); err != nil {
			return nil, nil, err
		}
		if len(out.Points) == 0 && out.PerTask > 1.5 {
			out.Notes = append(out.Notes, "What fewer labels would have left is not shown: "+r.Entry.Title+" can't be run on parts of them, or "+
				"takes too long.")
		}
	}
	for _, more := range further(out.PerTask, o.Most()) {
		p := pointAt(out, more)
		p.Right = o.Even(more)
		p.Targeted = new(max(o.Targeted(more), p.Right)) // which it is, but for rounding
		p.Low, p.High = around(p.Right, more, out.Tasks)
		out.Points = append(out.Points, p)
	}
	out.Notes = append(out.Notes, outlookNotes(out, o)...)
	return out, o, nil
}

// pointAt is a number of labels of which nothing is foretold yet.
func pointAt(f *api.Forecast, more float64) api.ForecastPoint {
	return api.ForecastPoint{More: more, Labels: int(math.Round(more * float64(f.Tasks))), PerTask: f.PerTask + more}
}

// outlookNotes say what the forecast rests on.
func outlookNotes(f *api.Forecast, o *advise.Outlook) []string {
	return []string{
		fmt.Sprintf("About %s of the tasks mislead everybody, as in other crowds whose labels are wrong as often: more labels don't mend those. "+
			"On the others, new labels are like those so far.", api.Tenths(o.Misled)),
		fmt.Sprintf("The ranges hold 19 of 20 gains foretold for real crowds. That %s are right now may itself be off (%.0f to %.0f %%): then "+
			"all of it lies higher or lower.", api.Tenths(f.Now), 100*f.Low, 100*f.High),
	}
}

// around is where the share lies with 95 %, if the share now is right.
func around(right, more float64, tasks int) (low, high float64) {
	half := advise.Around(more, tasks)
	return max(0, right-half), min(1, right+half)
}

// further returns the numbers of labels by which each task could have more: parts of one, then up to twice as many again, at most
// most.
func further(now float64, most int) []float64 {
	all, n := []float64{0, .25, .5}, max(1, int(now+.5))
	end := min(most, max(2*n, 3))
	for tens := 1; tens <= end; tens *= 10 {
		for _, x := range []int{1, 2, 3, 5, 7} {
			if x *= tens; 10*x >= n && x <= end {
				all = append(all, float64(x))
			}
		}
	}
	if last := float64(end); end > 0 && all[len(all)-1] < .8*last {
		all = append(all, last)
	}
	return all
}

// calibrated returns the calibrated posteriors of all tasks, N×K.
func (r *Result) calibrated(c *job.Job) ([]float64, error) {
	k := r.Data.Classes
	q := make([]float64, r.Data.Tasks*k)
	return q, c.Over(r.Data.Tasks, func(i int) { r.Answers.Calibrated(i, q[i*k:i*k:(i+1)*k]) })
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
