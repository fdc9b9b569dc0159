package analysis

import (
	"fmt"

	"concord/core/api"
	"concord/core/job"
	"concord/core/metric"
	"concord/core/report"
	"concord/core/sheet"
	"concord/core/workers"
	"concord/internal/humanize"
)

const (
	ReportWorkers = 100 // rows of the report's tables
	reportTasks   = 30
	reportClasses = 20
)

// Report returns the report on the result.
func (r *Written) Report(c *job.Job) (*report.Report, error) {
	agreed, err := Agree(c, r.Session, &api.Agree{Seed: r.settings.Seed})
	if err != nil {
		return nil, err
	}
	if err := c.Turn(); err != nil {
		return nil, err
	}
	k := r.Of.MethodSet().Data.Classes
	f := &report.Found{
		Record: r.record(nil), Method: &r.Entry.Info, Counts: r.Of.Counts, Agreement: agreed,
		Accuracy: r.Accuracy(), Numbers: r.Distance,
		Answers: len(r.Answers.Label), Differ: r.differ, Ties: r.Answers.Ties, Learns: r.Answers.Result.Confusion != nil, Asked: k,
	}
	if r.truth != nil {
		f.Unseen = len(r.truth.Unseen.Tasks)
	}
	if r.score != nil && r.score.Evaluated > 0 && k <= judgeClasses {
		posterior, truth := r.probabilities()
		f.Quality = metric.Judge(posterior, truth, k, r.settings.Seed)
	}
	if r.Answers.Label != nil {
		counts := r.Answers.CountClasses()
		for at := range min(len(counts), reportClasses) {
			k := r.Of.Scale.ClassAt(at)
			share := float64(counts[k]) / float64(max(1, r.Answers.Len()))
			f.Classes = append(f.Classes, report.Bar{
				Name: r.Of.Set.Classes.At(k), Share: share, Says: fmt.Sprintf("%s (%.1f %%)", humanize.Number(counts[k]), 100*share),
			})
		}
	}
	if err := r.reportWorkers(c, f); err != nil {
		return nil, err
	}
	if err := r.reportTasks(c, &f.Tasks); err != nil {
		return nil, err
	}
	out := report.Make(f)
	if r.compared != nil {
		var ran []int // the best first; those that did not run are last
		for i := range r.compared.Found.Ran() {
			ran = append(ran, i)
		}
		out.Methods = MethodTable(r.compared.Found).List(ran, len(ran))
	}
	return out, nil
}

// reportWorkers lists those who are suspect, then those with most labels, and says how the workers differ.
func (r *Result) reportWorkers(c *job.Job, f *report.Found) error {
	if r.Of.Anonymous() {
		return nil
	}
	a, stand, err := r.complete(c)
	if err != nil {
		return err
	}
	f.Boxes = workers.Boxes(stand, a)
	if stand != nil {
		f.Against = stand.Against()
	}
	f.Workers = a.ListWorkers(ReportWorkers, r.Of.Counts.Workers)
	return nil
}

// reportTasks lists the tasks whose label is least sure.
func (r *Result) reportTasks(c *job.Job, out *sheet.Listing) error {
	a := r.Answers
	if a.Label == nil || a.Silent() {
		return nil
	}
	order, err := sheet.ByNumber(a.Len(), a.Probability, false, c.Turn)
	if err != nil {
		return err
	}
	var rows []int
	for _, i := range order[:min(len(order), reportTasks)] {
		rows = append(rows, int(i))
	}
	*out = a.LabelTable().List(rows, a.Len())
	return nil
}
