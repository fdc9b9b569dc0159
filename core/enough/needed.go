package enough

import (
	"slices"
	"strconv"

	"concord/core/analysis"
	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/export"
	"concord/core/fit"
	"concord/core/job"
	"concord/core/method"
	"concord/core/result"
	"concord/core/session"
	"concord/core/twin"
	"concord/core/wire"
	"concord/internal/humanize"
)

// mostTwinned bounds the confusion matrices of all workers, M×K² numbers of 8 bytes.
const mostTwinned = 1 << 24

// tooSlow are methods whose fits take five times as long as those of most: hundreds of them can't be waited for.
var tooSlow = []string{"cbcc", "ebcc"}

// Needed simulates what more labels would bring, or fewer, to a result.
func Needed(of analysis.Methods, c *job.Job, r *analysis.Result, q *wire.Needed) (*result.Simulated, error) {
	switch d := r.Data; {
	case r.Of.Anonymous():
		return nil, session.NeedsWorkers("How many labels are needed can't be said")
	case r.Answers.Label == nil || r.Of.Pairs != nil:
		return nil, wire.Refuse("How many labels are needed can be said of classes, one to a task. Take the labels as that, if they can be.")
	case r.Expected == nil:
		return nil, wire.Refuse("How many labels are needed can't be said by %s: how many of its labels are right is not known. Run %s first.",
			r.Entry.Title, titleOf(of, method.Default))
	case d.Classes < 2 || d.Workers > mostTwinned/(d.Classes*d.Classes):
		return nil, wire.Refuse("How many labels are needed can't be said of %s and %s: there is one class only, or too much to simulate.",
			humanize.Count(d.Classes, "class"), humanize.Count(d.Workers, "worker"))
	}
	if why := r.Unlearnable(); why != "" && r.Expected.Checked == 0 {
		return nil, wire.Refuse("How many labels are needed can't be said. %s. Have more workers label some of the tasks, or add a truth.",
			why)
	}
	out := &result.Simulated{Without: q.Without}
	ask := twin.Question{Right: r.Expected.Value, Without: -1, Seed: q.Seed}
	if q.Without != "" {
		for j, n := range r.Answers.Given {
			if n > 0 && r.Of.Set.Workers.At(j) == q.Without {
				ask.Without = j
			}
		}
		if ask.Without < 0 {
			return nil, wire.Refuse("There is no worker “%s” with labels to leave out. Write the name as the table of workers has it.", q.Without)
		}
	}
	l := &r.Data.Labels
	row := func(i int, to []float64) {
		copy(to, r.Answers.Posterior(i))
		r.Answers.Calibrated(i, to)
	}
	like, err := twin.Of(l, row, r.Truth(), c.Thinking)
	if err != nil {
		return nil, err
	}
	x := r.Expected
	out.Now, out.Low, out.High, out.Tasks, out.PerTask = x.Value, x.Low, x.High, len(like.PerTask), like.MeanPerTask()
	entries, note := twinned(of, r)
	if note != "" {
		out.Notes = append(out.Notes, note)
	}
	for n, e := range entries {
		m, _, err := e.Method(nil)
		if n == 0 && e.Name == r.Entry.Name {
			m = r.Method
		}
		if err != nil {
			return nil, err
		}
		ask.Methods = append(ask.Methods, posterior(r, c, e, m))
	}
	ask.Tell = func(at, all int) error {
		return c.Tell(func() wire.Progress { return wire.Progress{Phase: "fit", At: at, Of: all} })
	}
	f, err := like.Foresee(ask)
	if err != nil {
		if c.Ctx.Err() != nil {
			return nil, c.Ctx.Err()
		}
		return nil, wire.Refuse("The simulation could not go on: %s.", err)
	}
	for way, curves := range [][][]twin.Interval{f.Right, f.Without} {
		for n, curve := range curves {
			need := result.Needed{Method: entries[n].Name, Title: entries[n].Title, Without: way == 1}
			for at, y := range curve {
				need.Points = append(need.Points, result.NeedsPoint{
					More: f.More[at], PerTask: f.PerTask[at], Right: y.Value, Low: y.Low, High: y.High,
				})
			}
			out.Curves = append(out.Curves, need)
		}
	}
	out.Notes = append(out.Notes,
		"Simulated: "+strconv.Itoa(f.Draws)+" crowds of "+humanize.Count(f.Tasks, "task")+" each, with workers like yours. "+
			whole(f.Misled)+" % of the tasks mislead everybody; workers err on the others so often that "+whole(x.Value)+
			" % are right with the labels there are.",
		"The bands hold 95 % of such crowds, and what forecasts for real crowds were off by. The expected "+whole(x.Value)+
			" % may itself be off: then all of it lies higher or lower.")
	return out, nil
}

func whole(share float64) string { return strconv.Itoa(int(100*share + .5)) }

// titleOf returns the title of a method, its name if there is none of that name.
func titleOf(of analysis.Methods, name string) string {
	if e, err := of.Find(name); err == nil {
		return e.Title
	}
	return name
}

// twinned returns the methods to simulate: that of the result, if it can be, the default and the baseline.
func twinned(of analysis.Methods, r *analysis.Result) (all []catalog.Entry, note string) {
	if r.Method == nil || r.Entry.Described || slices.Contains(tooSlow, r.Entry.Name) {
		note = r.Entry.Title + " can't be simulated: it takes too long, or more than labels. The figures are of the default, as if it were as " +
			"often right."
	} else {
		all = append(all, r.Entry)
	}
	for _, name := range []string{method.Default, method.Baseline} {
		if e, err := of.Find(name); err == nil && name != r.Entry.Name {
			all = append(all, e)
		}
	}
	return all, note
}

// posterior returns the function that fits a method to a data set with the settings of the result.
func posterior(r *analysis.Result, c *job.Job, e catalog.Entry, m fit.Method) func(*crowd.Dataset) ([]float64, error) {
	rank, settings := r.RankFor(e), r.Settings()
	settings.Pause, settings.Parts = c.Turn, 1
	return func(d *crowd.Dataset) ([]float64, error) {
		if rank != nil {
			d = rank.Ranked(d)
		}
		found, err := fit.Run(d, m, settings)
		if err != nil {
			return nil, err
		}
		if rank != nil {
			return session.Permute(found.Posterior, rank.Place), nil
		}
		return found.Posterior, nil
	}
}

func exact(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// NeededFile returns a simulation as a download. With prices it says what a task costs.
func NeededFile(s *result.Simulated, prices *result.Prices, safe bool) *export.File {
	header := []string{"method", "without", "more_per_task", "labels_per_task", "right", "low", "high"}
	if prices != nil {
		header = append(header, "cost_per_task")
	}
	return export.Rows(wire.FileNeeded, header, func(yield func([]string) bool) {
		for _, n := range s.Curves {
			without := ""
			if n.Without {
				without = s.Without
			}
			for _, p := range n.Points {
				row := []string{n.Method, without, strconv.Itoa(p.More), exact(p.PerTask), exact(p.Right), exact(p.Low), exact(p.High)}
				if prices != nil {
					row = append(row, exact(prices.Cost(p)))
				}
				if !yield(row) {
					return
				}
			}
		}
	}, safe)
}
