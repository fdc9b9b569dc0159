package main

import (
	"flag"
	"fmt"
	"strings"
	"text/tabwriter"

	"concord/core/api"
	"concord/internal/humanize"
)

func panelFlags(o *options, f *flag.FlagSet) {
	f.StringVar(&o.rate.Pass, "pass", "", "the `LABEL` that passes (default: the one of two that says so, such as yes)")
	f.StringVar(&o.rate.Group, "group", "", "tell the pass rate by this `COLUMN` of the labels, too, such as the model under test")
	f.StringVar(&o.rate.Judge, "judge", "", "correct the pass rate of this judge, a `NAME` (default: that of the panel)")
	f.Float64Var(&o.rate.Within, "within", 0, "tell how many tasks a person has to label to know the pass rate within this `SHARE` "+
		"(default 0.02)")
	f.StringVar(&o.length, "length", "", "the `COLUMN` that tells how long what is judged is (default: the one that is named so)")
	f.StringVar(&o.out, "out", "", "the `DIR` for the figures: judges.csv and, where people’s labels are known, passrate.csv")
	f.IntVar(&o.sample, "truth-sample", 0, "with --out: write truth-sample.csv too, a random list of this `NUMBER` of tasks for a person to "+
		"label; with their truth filled in, it is a file for --truth")
}

// assessed is what concord panel --json prints.
type assessed struct {
	*api.Judges
	PassRate *api.PassRate `json:"passRate,omitempty"`
}

// runPanel tells how the judges of a panel stand, and how many tasks would pass.
func runPanel(s *session) error {
	s.host.dir = s.out
	if _, err := s.fitAll(); err != nil {
		return err
	}
	reply, err := s.do(api.Request{Panel: &api.Panel{Pass: s.rate.Pass, Length: s.length}}, nil)
	if err != nil {
		return err
	}
	out := assessed{Judges: reply.Judges}
	files := []api.Export{{What: api.FileJudges}}
	sampled := out.Human > 0 && out.Human < out.Tasks
	if sampled && out.Passes || s.given["group"] || s.given["judge"] || s.given["within"] {
		reply, err := s.do(api.Request{Rate: &s.rate}, nil)
		if err != nil {
			return err
		}
		out.PassRate = reply.PassRate
		files = append(files, api.Export{What: api.FilePassRate})
	}
	if s.sample > 0 {
		files = append(files, api.Export{What: api.FileSample, Tasks: s.sample})
	}
	for _, x := range files {
		if x.Name = api.FileOf(x.What); s.out == "" {
			break
		}
		if err := s.put(&x); err != nil {
			return err
		}
	}
	return s.print(out, panelText(s.labels.File.Name, &out))
}

// panelText is the answer in words.
func panelText(name string, p *assessed) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s, %s\n", name, humanize.Count(len(p.Judges.Judges), "judge"), humanize.Count(p.Tasks, "task"))
	if p.Sentence != "" {
		fmt.Fprintln(&b, p.Sentence)
	}
	b.WriteByte('\n')
	p.table(&b)
	if p.Human > 0 && p.Pass != "" {
		fmt.Fprintf(&b, "TPR: of what a person gives “%s”, the share that the judge gives it. TNR: the same of all else.\n", p.Pass)
	}
	if p.Human > 0 && p.Position != "" {
		fmt.Fprintf(&b, "A bias towards “%s” is position bias: it prefers the first.\n", p.Position)
	}
	if p.Length != "" && p.Human > 0 {
		fmt.Fprintf(&b, "Length bias: how much more often the judge is wrong in favour of the longer half, by “%s”.\n", p.Length)
	}
	for _, family := range p.Families {
		var names []string
		for _, at := range family {
			names = append(names, p.Judges.Judges[at].Name)
		}
		fmt.Fprintf(&b, "Err together: %s\n", strings.Join(names, ", "))
	}
	for _, limit := range p.Limits {
		fmt.Fprintf(&b, "\n%s\n", limit)
	}
	if p.PassRate != nil {
		fmt.Fprintf(&b, "\n%s", passRateText(p.PassRate))
	}
	return b.String()
}

// table lists the judges and, where a person's labels are known, the panel, with the figures that are known of any of them.
func (p *assessed) table(b *strings.Builder) {
	all := p.All()
	unless := func(f api.Figure, text string) string {
		if !f.Defined() {
			return ""
		}
		return text
	}
	columns := []struct {
		title string
		of    func(j *api.Judge) string
	}{
		{"judge", func(j *api.Judge) string { return j.Name }},
		{"verdicts", func(j *api.Judge) string { return humanize.Number(j.Labels) }},
		{"right", func(j *api.Judge) string { return unless(j.Accuracy, j.Accuracy.Percents()) }},
		{"TPR", func(j *api.Judge) string { return unless(j.TPR, humanize.Percent(j.TPR.Value)) }},
		{"TNR", func(j *api.Judge) string { return unless(j.TNR, humanize.Percent(j.TNR.Value)) }},
		{"κ", func(j *api.Judge) string { return unless(j.Kappa, fmt.Sprintf("%.2f", j.Kappa.Value)) }},
		{"others agree", func(j *api.Judge) string { return unless(j.Others, humanize.Percent(j.Others.Value)) }},
		{"panel gains", func(j *api.Judge) string { return unless(j.Without, j.Without.Points()) }},
		{"bias", func(j *api.Judge) string {
			if len(j.Bias) == 0 {
				return ""
			}
			return j.Bias[0].Class + " " + j.Bias[0].Points()
		}},
		{"length bias", func(j *api.Judge) string { return unless(j.Length, j.Length.Points()) }},
	}
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	for row := range len(all) + 1 {
		var line []string
		for _, c := range columns {
			cells, known := []string{c.title}, false
			for n := range all {
				cells = append(cells, c.of(&all[n]))
				known = known || cells[n+1] != ""
			}
			if known {
				line = append(line, cells[row])
			}
		}
		fmt.Fprintln(w, strings.Join(line, "\t"))
	}
	w.Flush()
}
