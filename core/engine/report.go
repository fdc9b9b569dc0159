package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"concord/core/advise"
	"concord/core/job"
	"concord/core/metric"
	"concord/core/report"
	"concord/core/sorting"
	"concord/core/wire"
	"concord/internal/humanize"
)

const (
	reportFile    = "report"
	reportJSON    = "report-json"
	reportWorkers = 100 // rows of the report's tables
	reportTasks   = 30
	reportClasses = 20
)

// report gathers what the report says of the result.
func (r *result) report(c *job.Job) (*report.Report, error) {
	agreed, err := agree(c, r.of, &wire.Agree{Seed: r.settings.Seed})
	if err != nil {
		return nil, err
	}
	if err := c.Turn(); err != nil {
		return nil, err
	}
	k := r.of.Asked().Data.Classes
	f := &report.Found{
		Record: r.record(nil), Method: &r.entry.Info, Counts: r.of.Counts, Agreement: agreed,
		Accuracy: r.accuracy(), Numbers: r.distance,
		Answers: len(r.answers.Label), Differ: r.differ, Ties: r.answers.Ties, Learns: r.answers.Result.Confusion != nil, Asked: k,
	}
	if r.truth != nil {
		f.Unseen = len(r.truth.Unseen.Tasks)
	}
	if r.score != nil && r.score.Evaluated > 0 && k <= judgeClasses {
		posterior, truth := r.tested()
		f.Quality = metric.Judge(posterior, truth, k, r.settings.Seed)
	}
	if r.answers.Label != nil {
		counts := r.answers.CountClasses()
		for at := range min(len(counts), reportClasses) {
			k := r.of.Scale.ClassAt(at)
			share := float64(counts[k]) / float64(max(1, r.answers.Len()))
			f.Classes = append(f.Classes, report.Bar{
				Name: r.of.Set.Classes.At(k), Share: share, Says: fmt.Sprintf("%s (%.1f %%)", humanize.Number(counts[k]), 100*share),
			})
		}
	}
	if err := r.reportWorkers(c, &f.Workers); err != nil {
		return nil, err
	}
	if err := r.reportTasks(c, &f.Tasks); err != nil {
		return nil, err
	}
	return report.Make(f), nil
}

// reportWorkers lists those who are suspect, then those with most labels.
func (r *result) reportWorkers(c *job.Job, out *report.Listing) error {
	if r.of.Anonymous() {
		return nil
	}
	a, set := r.answers, r.of.Set
	out.Of = r.of.Counts.Workers
	var judged []advise.Worker
	if r.judgeable() == nil {
		j, err := r.assess(c)
		if err != nil {
			return err
		}
		judged = j.workers
	}
	var order []int
	for j, n := range a.Given {
		if n > 0 {
			order = append(order, j)
		}
	}
	suspect := func(j int) int {
		if judged != nil && len(judged[j].Flags) > 0 {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(order, func(x, y int) int {
		return cmp.Or(cmp.Compare(suspect(x), suspect(y)), cmp.Compare(a.Given[y], a.Given[x]))
	})
	out.Header, out.Numeric = []string{"Worker", "Labels", "Deviation"}, []bool{false, true, true}
	if a.Label != nil {
		out.Header = []string{"Worker", "Labels", "Accuracy by the model", "Agrees with all others (95 % interval)", "Remarks"}
		out.Numeric = []bool{false, true, true, true, false}
	}
	for _, j := range order[:min(len(order), reportWorkers)] {
		row := []string{set.Workers.At(j), fmt.Sprint(a.Given[j])}
		if a.Label == nil {
			out.Rows = append(out.Rows, append(row, figure(a.Deviation[j])))
			continue
		}
		others, remarks := "", []string{}
		if judged != nil {
			if f := judged[j].Agreement; f.Defined() {
				others = fmt.Sprintf("%s (%s to %s)", share(f.Value), share(f.Low), share(f.High))
			}
			for _, f := range judged[j].Flags {
				remarks = append(remarks, f.Kind.String()+": "+f.Reason(set.Workers.At, r.of.Asked().Classes.At))
			}
		}
		out.Rows = append(out.Rows, append(row, share(a.Accuracy[j]), others, strings.Join(remarks, "; ")))
	}
	return nil
}

// reportTasks lists the tasks whose label is least sure.
func (r *result) reportTasks(c *job.Job, out *report.Listing) error {
	a := r.answers
	if a.Label == nil {
		return nil
	}
	out.Of = a.Len()
	out.Header, out.Numeric = []string{"Task", "Label", "Probability", "Votes"}, []bool{false, false, true, true}
	order, err := sorting.ByNumber(a.Len(), a.Probability, false, c.Turn)
	if err != nil {
		return err
	}
	for _, i := range order[:min(len(order), reportTasks)] {
		out.Rows = append(out.Rows, []string{
			a.TaskName(int(i)), a.LabelName(int(i)), share(a.Probability(int(i))), fmt.Sprint(a.Votes(int(i))),
		})
	}
	return nil
}
