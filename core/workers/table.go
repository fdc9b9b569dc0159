package workers

import (
	"concord/core/api"
	"concord/core/sheet"
)

// TierTable has the tier of each worker, and why. Who is excluded is not there.
func (s *Standings) TierTable(names sheet.Names) *sheet.Table {
	var of []int
	for j := range s.All {
		if s.All[j].Tier != "" {
			of = append(of, j)
		}
	}
	at, worker := func(row int) *api.Standing { return &s.All[of[row]] }, func(row int) int { return of[row] }
	t := &sheet.Table{Name: api.FileTiers, Size: len(of), Rank: new(sheet.Rank), Index: worker}
	t.Columns = []*sheet.Column{
		sheet.Row("worker", "Worker", names, worker),
		sheet.Count("labels", "Labels", func(i int) int { return at(i).Labels }),
		sheet.Share("accuracy", "Accuracy", func(i int) float64 { return defined(at(i).Accuracy, at(i).Accuracy.Value) }),
		sheet.Number("accuracy_low", "From", func(i int) float64 { return defined(at(i).Accuracy, at(i).Accuracy.Low) }),
		sheet.Number("accuracy_high", "To", func(i int) float64 { return defined(at(i).Accuracy, at(i).Accuracy.High) }),
		sheet.Text("tier", "Tier", func(i int) string { return at(i).Tier }, func(i int) float64 { return float64(at(i).Tier[0]) }),
		sheet.Text("why", "Why", func(i int) string { return s.Tiers.Why(at(i)) }, func(i int) float64 { return at(i).Verdict.Rank }),
	}
	return t
}
