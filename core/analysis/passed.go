package analysis

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/job"
	"concord/core/passrate"
	"concord/core/report"
	"concord/core/sheet"
	"concord/internal/humanize"
)

// whose names the verdicts.
func whose(out *api.PassRate) string {
	if out.Judge == "" {
		return "the panel"
	}
	return "“" + out.Judge + "”"
}

// rateSentence says what would pass, by the best way that there is.
func rateSentence(out *api.PassRate) string {
	all := &out.All
	would := func(f api.Figure) string {
		return fmt.Sprintf("If a person judged all %s, about %s would pass (95 %% interval %s to %s)", humanize.Count(all.Tasks, "task"),
			api.Tenths(f.Value), api.Tenths(f.Low), api.Tenths(f.High))
	}
	who := whose(out)
	if out.Judge == "" {
		who = "The panel"
	}
	alone := fmt.Sprintf("%s alone passes %s.", who, api.Tenths(all.Alone.Value))
	switch {
	case all.Human == all.Tasks:
		f := all.Sampled
		return fmt.Sprintf("A person labelled %s by hand, and passes %s of them (95 %% interval for tasks like these: %s to %s). %s",
			humanize.Count(all.Tasks, "task"), api.Tenths(f.Value), api.Tenths(f.Low), api.Tenths(f.High), alone)
	case all.Powered.Defined():
		return fmt.Sprintf("%s: by the verdicts of %s, corrected with %s by hand. %s", would(all.Powered), whose(out),
			humanize.Count(all.Human, "label"), alone)
	case all.Sampled.Defined():
		return fmt.Sprintf("%s: by %s by hand. %s", would(all.Sampled), humanize.Count(all.Human, "label"), alone)
	}
	return alone + " How many a person would pass is unknown: nobody labelled any of these tasks by hand."
}

// rateLimits are what can't be said of a pass rate, beside what can't be said of the judges (bench.say).
func (r *Result) rateLimits(out *api.PassRate, t *passTally) (all []string) {
	add := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	if n := out.All.Human; 4*n >= out.All.Tasks && n < out.All.Tasks {
		add("Intervals are those of all tasks like these: of these alone, many of which a person labelled, the share is better known.")
	}
	if f := out.All.Powered; !f.Defined() && out.All.Human > 0 {
		add("Prediction-powered inference is not defined: %s.", f.Why)
	}
	if f := out.All.Corrected; !f.Defined() && out.All.Human > 0 {
		add("The correction by TPR and TNR is not defined: %s.", f.Why)
	}
	if n := t.silent; n > 0 {
		add("%s without a verdict of %s: left out.", humanize.Count(n, "task"), whose(out))
	}
	var others []string
	for _, k := range slices.Sorted(maps.Keys(t.others)) {
		others = append(others, "“"+r.className(k)+"”")
	}
	if len(others) > 1 {
		add("What is not “%s” does not pass: %s.", out.Pass, strings.Join(others[:min(len(others), nextByHand)], ", "))
	}
	few := 0
	for _, g := range out.Groups {
		if g.Human < passrate.Least {
			few++
		}
	}
	if few > 0 {
		add("In %s of %s a person labelled fewer than %d tasks: too few to correct their pass rates.", humanize.Number(few),
			humanize.Count(len(out.Groups), "group"), passrate.Least)
	}
	if t.lone > 0 {
		add("%s without a value in “%s”: in no group.", humanize.Count(t.lone, "task"), out.Group)
	}
	return all
}

// rateTable has the pass rate of all tasks, then that of each group.
func rateTable(out *api.PassRate) *sheet.Table {
	rows := append([]api.Passed{out.All}, out.Groups...)
	percents := func(f api.Figure) string {
		if !f.Interval {
			return api.Tenths(f.Value)
		}
		return fmt.Sprintf("%s (%s–%s)", api.Tenths(f.Value), api.Tenths(f.Low), api.Tenths(f.High))
	}
	t := &sheet.Table{Name: api.FilePassRate, Size: len(rows), Columns: []*sheet.Column{
		sheet.Text("group", "Tasks", func(i int) string {
			if i == 0 {
				return "all"
			}
			return rows[i].Group
		}, nil),
		sheet.Count("tasks", "Number", func(i int) int { return rows[i].Tasks }),
		sheet.Count("human", "Labelled by hand", func(i int) int { return rows[i].Human }),
	}}
	for _, f := range []struct {
		name, title string
		of          func(p *api.Passed) api.Figure
	}{
		{"powered", "Prediction-powered", func(p *api.Passed) api.Figure { return p.Powered }},
		{"corrected", "Corrected by TPR and TNR", func(p *api.Passed) api.Figure { return p.Corrected }},
		{"sampled", "Labels by hand alone", func(p *api.Passed) api.Figure { return p.Sampled }},
		{"alone", "Judge alone", func(p *api.Passed) api.Figure { return p.Alone }},
		{"tpr", "TPR", func(p *api.Passed) api.Figure { return p.TPR }},
		{"tnr", "TNR", func(p *api.Passed) api.Figure { return p.TNR }},
	} {
		columns := sheet.Figure(f.name, f.name+"_low", f.name+"_high", f.title, func(i int) api.Figure { return f.of(&rows[i]) }, percents)
		if f.name == "alone" {
			columns = columns[:1]
		}
		t.Columns = append(t.Columns, columns...)
	}
	return t
}

// reportRate puts in a report the pass rate of a panel with a person's sample, as it was asked for last. as is the result with the names
// that workers have there.
func (r *Result) reportRate(c *job.Job, f *report.Found, as *Result) error {
	if !r.Of.Counts.IsPanel() || known(r.byHand()) == 0 {
		return nil
	}
	last, err := r.rated(c)
	var refused *api.Fault
	switch {
	case errors.As(err, &refused): // nothing says which label passes
		return nil
	case err != nil:
		return err
	case last.All.Human == last.All.Tasks: // the truth says it
		return nil
	}
	q := &api.Rate{Pass: last.Pass, Group: last.Group, Within: last.Within}
	if j, ok := r.Of.Set.Workers.Find(last.Judge); ok && last.Judge != "" {
		q.Judge = as.Of.Set.Workers.At(j)
	}
	if f.PassRate, err = as.PassRate(c, q); err != nil {
		return err
	}
	rows := []int{0}
	for n := range f.PassRate.Groups {
		rows = append(rows, n+1)
	}
	f.Passed = rateTable(f.PassRate).List(rows, len(rows))
	return nil
}

// HumanSample returns a table of the tasks that a person is to label for the interval that was asked for last, as Sample draws them.
func (r *Result) HumanSample(c *job.Job, bare bool) (*sheet.Table, error) {
	out, err := r.rated(c)
	if err != nil {
		return nil, err
	}
	n := out.More
	switch {
	case n == 0:
		return nil, api.Refuse("No further task is to be labelled by hand: the interval is within %s points already.",
			humanize.Plain(math.Round(1000*out.Within)/10))
	case n < 0:
		n = out.All.Tasks
	}
	t, err := r.Sample(c, n, bare)
	if err != nil {
		return nil, err
	}
	t.Name = api.FileHumanSample
	return t, nil
}
