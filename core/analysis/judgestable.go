package analysis

import (
	"concord/core/api"
	"concord/core/job"
	"concord/core/report"
	"concord/core/sheet"
	"concord/internal/humanize"
)

// judgesTable has a row for the panel and one for each judge, as they were asked for last.
func (r *Result) judgesTable(c *job.Job) (*sheet.Table, error) {
	found, err := r.Judges(c, r.askedJudges(c))
	if err != nil {
		return nil, err
	}
	return judgeTable(found), nil
}

// reportJudges puts in a report how the judges of a panel stand, as they were asked for last. as is the result with the names that workers
// have there.
func (r *Result) reportJudges(c *job.Job, f *report.Found, as *Result) (err error) {
	if !r.Of.Counts.IsPanel() || r.judgeable() != nil {
		return nil
	}
	if f.Judges, err = as.Judges(c, r.askedJudges(c)); err != nil {
		return err
	}
	if f.Judges.Human == 0 && len(f.Judges.Judges) == 1 { // nothing is known of it
		f.Judges = nil
		return nil
	}
	rows := make([]int, len(f.Judges.All()))
	for n := range rows {
		rows[n] = n
	}
	f.Panel = judgeTable(f.Judges).List(rows, len(rows))
	return nil
}

// judgeTable has a row for the panel, if a person's labels are known, and one for each judge. A report lists the figures that are known.
func judgeTable(p *api.Judges) *sheet.Table {
	rows := p.All()
	const says = "A row for the panel, if a person’s labels are known, and one for each judge."
	t := &sheet.Table{Name: api.FileJudges, Size: len(rows), Says: says, Columns: []*sheet.Column{
		sheet.Text("judge", "Judge", func(i int) string { return rows[i].Name }, nil).Listed("", nil),
		sheet.Count("verdicts", "Verdicts", func(i int) int { return rows[i].Labels }).Listed("", nil).
			Saying("How many tasks the judge has a verdict on."),
		sheet.Count("blank", "No verdict", func(i int) int { return rows[i].Blank }).Saying("How many it has none on."),
		sheet.Count("human", "Labelled by a person", func(i int) int { return rows[i].Accuracy.N }).
			Saying("How many of the former a person labelled."),
	}}
	figure := func(name, title, says string, text func(api.Figure) string, of func(j *api.Judge) api.Figure) {
		known := false
		for i := range rows {
			known = known || of(&rows[i]).Defined()
		}
		columns := sheet.Figure(name, name+"_low", name+"_high", title, func(i int) api.Figure { return of(&rows[i]) }, text)
		columns[0].Saying(says + " Then its 95 % interval.")
		for _, c := range columns {
			c.Percent() // six digits
		}
		if known {
			columns[0].Listed("", nil).Aligned()
		}
		t.Columns = append(t.Columns, columns...)
	}
	figure("accuracy", "Right (95 % interval)", "The share of these that the judge has as the person does.", api.Figure.Percents,
		func(j *api.Judge) api.Figure { return j.Accuracy })
	percent := func(f api.Figure) string { return humanize.Percent(f.Value) }
	figure("tpr", "TPR", "Of what the person passes, the share that the judge passes.", percent,
		func(j *api.Judge) api.Figure { return j.TPR })
	figure("tnr", "TNR", "Of what the person fails, the share that the judge fails.", percent,
		func(j *api.Judge) api.Figure { return j.TNR })
	figure("kappa", "κ", "Cohen's κ with the person.", api.Figure.Hundredths, func(j *api.Judge) api.Figure { return j.Kappa })
	figure("others", "Agrees with another judge", "How often another judge says the same.", percent,
		func(j *api.Judge) api.Figure { return j.Others })
	figure("worth", "Panel gains", "How much more often the panel is right with the judge than without.", api.Figure.Points,
		func(j *api.Judge) api.Figure { return j.Without })
	figure("length_bias", "Length bias", "How much more often the judge is wrong in favour of the longer half than of the shorter.",
		api.Figure.Points, func(j *api.Judge) api.Figure { return j.Length })
	bias := func(j *api.Judge) api.Figure {
		if len(j.Bias) == 0 {
			return api.Undefined(api.NoTruth)
		}
		return j.Bias[0].Figure
	}
	t.Columns = append(t.Columns, sheet.Text("bias_class", "Biased towards", func(i int) string {
		if len(rows[i].Bias) == 0 {
			return ""
		}
		return rows[i].Bias[0].Class
	}, nil).Listed("", nil).Saying("The class that the judge is most biased towards or away from."))
	figure("bias", "Bias", "How much more often it gives that class than is right.", api.Figure.Points, bias)
	t.Columns = append(t.Columns, sheet.Text("errs_with", "Errs together with", func(i int) string { return p.Kin(rows[i].Index) }, nil).
		Saying("The judges of its family, who err together."))
	return t
}
