package workers

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"concord/core/api"
	"concord/core/export"
	"concord/core/sheet"
	"concord/internal/humanize"
)

// Columns are what a table of workers shows of how they stand.
func (s *Standings) Columns() []sheet.Column {
	all := s.All
	figure := func(name, title string, of func(*api.Standing) api.Figure, text func(api.Figure) string) sheet.Column {
		return sheet.Text(name, title, func(j int) string {
			if f := of(&all[j]); f.Defined() {
				return text(f)
			}
			return ""
		}, func(j int) float64 { return unless(!of(&all[j]).Defined(), of(&all[j]).Value) })
	}
	verdict := func(name, title string, text func(*api.Verdict) string) sheet.Column {
		return sheet.Text(name, title, func(j int) string { return text(&all[j].Verdict) }, func(j int) float64 { return all[j].Verdict.Rank })
	}
	columns := []sheet.Column{
		verdict("verdict", "Verdict", func(v *api.Verdict) string { return v.Says }),
		verdict("evidence", "Evidence", func(v *api.Verdict) string { return v.Evidence }),
		sheet.Number("labels", "Labels", func(j int) float64 { return float64(all[j].Labels) }),
		figure("accuracy", "Accuracy (95 %)", func(x *api.Standing) api.Figure { return x.Accuracy },
			api.Figure.Percents),
	}
	timed := false
	for j := range all {
		timed = timed || all[j].Seconds > 0
	}
	if s.Truth != nil {
		columns = append(columns, figure("true_accuracy", "True accuracy", func(x *api.Standing) api.Figure { return x.True },
			func(f api.Figure) string { return humanize.Percent(f.Value) + " of " + humanize.Number(f.N) }))
	}
	if timed {
		columns = append(columns, sheet.Text("seconds", "Time per label", func(j int) string {
			if all[j].Seconds == 0 {
				return ""
			}
			return fmt.Sprintf("%.3g s", all[j].Seconds)
		}, func(j int) float64 { return unless(all[j].Seconds == 0, all[j].Seconds) }))
	}
	out := func(j int) bool {
		return all[j].Excluded || all[j].Verdict.Kind == api.Silent || all[j].Verdict.Kind == api.Unjudged
	}
	tiers := map[string]float64{"A": 4, "B": 3, "C": 2, api.Unrated: 1}
	return append(columns,
		sheet.Text("changes", "Labels changed if excluded", func(j int) string {
			if out(j) {
				return ""
			}
			return all[j].Changes()
		}, func(j int) float64 { return unless(out(j), float64(all[j].Turns)) }),
		sheet.Text("tier", "Tier", func(j int) string { return all[j].Tier }, func(j int) float64 { return tiers[all[j].Tier] }))
}

// unless returns x, or NaN where it is unknown.
func unless(unknown bool, x float64) float64 {
	if unknown {
		return math.NaN()
	}
	return x
}

// TierTable has the tier of each worker, and why. Who is excluded is not there.
func (s *Standings) TierTable() *sheet.Table {
	var of []int
	for j := range s.All {
		if s.All[j].Tier != "" {
			of = append(of, j)
		}
	}
	at := func(row int) *api.Standing { return &s.All[of[row]] }
	name := func(row int) string { return s.Workers(of[row]) }
	t := &sheet.Table{Size: len(of), RowName: name, Rank: new(sheet.Rank), Index: func(row int) int { return of[row] }}
	t.Columns = []sheet.Column{
		sheet.Name("worker", "Worker", name),
		sheet.Number("labels", "Labels", func(i int) float64 { return float64(at(i).Labels) }),
		sheet.Share("accuracy", "Accuracy", func(i int) float64 { return defined(at(i).Accuracy, at(i).Accuracy.Value) }),
		sheet.Number("accuracy_low", "From", func(i int) float64 { return defined(at(i).Accuracy, at(i).Accuracy.Low) }),
		sheet.Number("accuracy_high", "To", func(i int) float64 { return defined(at(i).Accuracy, at(i).Accuracy.High) }),
		sheet.Text("tier", "Tier", func(i int) string { return at(i).Tier }, func(i int) float64 { return float64(at(i).Tier[0]) }),
		sheet.Text("why", "Why", func(i int) string { return s.Tiers.Why(at(i)) }, func(i int) float64 { return at(i).Verdict.Rank }),
	}
	return t
}

// Listing is the table of a report: those who stand out, then those with most labels, so many at most. s is nil where labels
// are numbers.
func Listing(s *Standings, a *export.Answers, name func(int) string, most int) (header []string, numeric []bool, rows [][]string) {
	var order []int
	for j, n := range a.Given {
		if n > 0 {
			order = append(order, j)
		}
	}
	slices.SortStableFunc(order, func(x, y int) int {
		if s != nil {
			a, b := s.All[x].Verdict, s.All[y].Verdict
			if a.Look() || b.Look() {
				return cmp.Compare(b.Rank, a.Rank)
			}
		}
		return cmp.Compare(a.Given[y], a.Given[x])
	})
	header, numeric = []string{"Worker", "Labels", "Deviation"}, []bool{false, true, true}
	if a.Label != nil {
		header = []string{"Worker", "Labels", "Accuracy (95 % interval)", "Agrees with all others (95 % interval)", "Verdict"}
		numeric = []bool{false, true, true, true, false}
	}
	known := s != nil && s.Truth != nil
	if known {
		header, numeric = slices.Insert(header, 3, "True accuracy (95 % interval)"), slices.Insert(numeric, 3, true)
	}
	if a.Label == nil && a.TrueOffsets != nil {
		header = append(header, "Mean difference", "True bias", "Variance of differences", "True variance")
		numeric = append(numeric, true, true, true, true)
	}
	for _, j := range order[:min(len(order), most)] {
		row := []string{name(j), fmt.Sprint(a.Given[j])}
		if a.Label == nil {
			row = append(row, humanize.Figure(a.Deviation[j]))
			if t := a.TrueOffsets; t != nil {
				of, unknown := a.Offsets[j], t[j].N == 0
				row = append(row, humanize.Figure(of.Bias), humanize.Figure(unless(unknown, t[j].Bias)),
					humanize.Figure(of.Variance), humanize.Figure(unless(unknown, t[j].Variance)))
			}
			rows = append(rows, row)
			continue
		}
		x := &s.All[j]
		row = append(row, span(x.Accuracy))
		if known {
			row = append(row, span(x.True))
		}
		rows = append(rows, append(row, span(x.Others), x.Verdict.Sentence()))
	}
	return header, numeric, rows
}

// span writes a figure and its interval; nothing where it has no value.
func span(f api.Figure) string {
	if !f.Defined() {
		return ""
	}
	return fmt.Sprintf("%s (%s to %s)", sheet.Decimals(f.Value), sheet.Decimals(f.Low), sheet.Decimals(f.High))
}
