package main

import (
	"flag"
	"fmt"
	"strings"
	"unicode/utf8"

	"concord/core/api"
	"concord/internal/humanize"
)

func agreeFlags(o *options, f *flag.FlagSet) {
	f.StringVar(&o.weights, "weights", "", "how much near labels of ordered classes agree, for AC2 and weighted κ, `WEIGHTS`: ordinal, "+
		"linear, quadratic, or one number for each distance, as in 1,0.5,0 (default ordinal)")
	f.StringVar(&o.out, "out", "", "the `DIR` for the figures: agreement.csv, pairs.csv, rater-confusion.csv, task-agreement.csv")
}

const (
	pairsPrinted = 5  // workers whose pairs are printed
	pairsInJSON  = 50 // and those in the JSON
)

// runAgree measures how far the workers agree with each other.
func runAgree(s *session) error {
	s.agrees, s.host.dir = true, s.out
	if err := s.openLabels(); err != nil {
		return err
	}
	if err := s.places(); err != nil {
		return err
	}
	reply, err := s.do(api.Request{Agree: &api.Agree{Seed: s.Seed, Weights: s.weights}}, nil)
	if err != nil {
		return err
	}
	a := reply.Agreed
	for _, i := range s.labels.Issues {
		if i.Kind == api.IssueScale && !a.Ordered {
			s.warn("%s", api.About(s.labels.File.Name, strings.TrimSpace(i.Text+" "+i.Flag)))
		}
	}
	paired, err := s.pairs(a)
	if err != nil {
		return err
	}
	if err := s.agreementFiles(a); err != nil {
		return err
	}
	return s.print(agreement(a, paired), agreementText(s.labels.File.Name, a, paired))
}

// agreementFiles writes the files of --out.
func (s *session) agreementFiles(a *api.Agreement) error {
	if s.out == "" {
		return nil
	}
	files := []string{api.FileAgreement, api.FileTaskAgree}
	if a.Workers > 1 {
		files = append(files, api.FilePairs)
		if len(a.Classes) > 0 {
			files = append(files, api.FileConfused)
		}
	}
	for _, what := range files {
		x := &api.Export{What: what, Name: api.FileOf(what), Safe: !s.exact, Agree: api.Agree{Seed: s.Seed, Weights: s.weights}}
		if _, err := s.do(api.Request{Export: x}, nil); err != nil {
			return err
		}
	}
	return nil
}

// pairs returns the pairs that are shown, nil if there are none.
func (s *session) pairs(a *api.Agreement) (*api.Paired, error) {
	if a.Workers < 2 {
		return nil, nil
	}
	ask := &api.Pairs{Count: pairsPrinted, Weights: s.weights}
	if s.json {
		ask.Count = pairsInJSON
	}
	reply, err := s.do(api.Request{Pairs: ask}, nil)
	return reply.Paired, err
}

// measured is a figure as the shell's JSON has it.
type measured struct {
	Value *float64 `json:"value"` // null: not defined, see why
	Low   *float64 `json:"low"`   // 95 % interval; null: there is none
	High  *float64 `json:"high"`
	N     *int     `json:"n,omitempty"` // tasks that it rests on; of a class not told
	Why   string   `json:"why,omitempty"`
}

type agreedClass struct {
	Class    string   `json:"class"`
	Labels   int      `json:"labels"`
	Specific measured `json:"specific"`
	Alpha    measured `json:"alpha"`
}

type alphas struct {
	Nominal  measured `json:"nominal"`
	Ordinal  measured `json:"ordinal"`
	Interval measured `json:"interval"`
	Ratio    measured `json:"ratio"`
}

type setAlphas struct {
	MASI    measured `json:"masi"`
	Jaccard measured `json:"jaccard"`
}

type coefficient struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	measured
	Method string         `json:"interval,omitempty"`   // how it was had
	SE     float64        `json:"se,omitempty"`         // analytic standard error; absent: there is none
	Error  string         `json:"se_formula,omitempty"` // whose it is
	Test   *api.Statistic `json:"test,omitempty"`
}

// agreedPair is a pair of workers who share a task, or a worker who repeats some.
type agreedPair struct {
	Worker   string   `json:"worker"`
	Other    string   `json:"other"`
	Tasks    int      `json:"tasks"`
	Same     *float64 `json:"agreement,omitempty"`      // absent: labels are numbers
	Kappa    *float64 `json:"kappa"`                    // null: not defined, or labels are numbers
	Weighted *float64 `json:"weighted_kappa,omitempty"` // absent: not defined, or no order
	Pearson  *float64 `json:"pearson,omitempty"`        // absent: not defined, or labels are not numbers
	Spearman *float64 `json:"spearman,omitempty"`
}

type agreed struct {
	Tasks     int           `json:"tasks"`
	Paired    int           `json:"paired"` // tasks with two labels or more
	Labels    int           `json:"labels"`
	Questions int           `json:"questions,omitempty"` // pairs of task and label with two answers, where tasks have several labels
	Over      string        `json:"over"`
	Whole     *setAlphas    `json:"alpha_of_sets,omitempty"`
	Percent   measured      `json:"percent"`
	Fleiss    measured      `json:"fleiss"`
	Pooled    measured      `json:"fleiss_pooled"`
	Alpha     alphas        `json:"alpha"`
	AC1       measured      `json:"ac1"`
	AC2       *measured     `json:"ac2,omitempty"` // absent: without an order it is AC1
	Paradox   string        `json:"paradox,omitempty"`
	All       []coefficient `json:"coefficients"` // that apply to these labels, those that suit them best first
	Weights   *api.Weights  `json:"weights,omitempty"`
	Unused    []string      `json:"unused,omitempty"`
	Entropy   measured      `json:"entropy"` // bits
	Classes   []agreedClass `json:"classes,omitempty"`
	Workers   int           `json:"workers,omitempty"`
	Pairs     []agreedPair  `json:"pairs,omitempty"` // of the 50 workers with most labels
}

// agreement puts the answer into the shape of the JSON.
func agreement(a *api.Agreement, paired *api.Paired) *agreed {
	counted := func(f api.Figure) measured {
		m := measuredOf(f, f.Interval)
		m.N = &f.N
		return m
	}
	out := &agreed{
		Tasks: a.Tasks, Paired: a.Paired, Labels: a.Labels, Questions: a.Questions, Over: a.Over(),
		Percent: counted(a.Percent), Fleiss: counted(a.Fleiss), Pooled: counted(a.Pooled),
		Alpha: alphas{counted(a.Alpha.Nominal), counted(a.Alpha.Ordinal), counted(a.Alpha.Interval), counted(a.Alpha.Ratio)},
		AC1:   counted(a.AC1), Weights: a.Weights, Unused: a.Unused, Entropy: counted(a.Entropy), Paradox: a.Paradox(),
		Workers: a.Workers, Pairs: pairsOf(a, paired),
	}
	for _, c := range a.Figures() {
		out.All = append(out.All, coefficient{c.Name, c.Title, counted(c.Figure), c.Method, c.SE, c.Error, c.Test})
	}
	if a.Weights != nil {
		out.AC2 = new(counted(a.AC2))
	}
	if a.Whole != nil {
		out.Whole = &setAlphas{counted(a.Whole.MASI), counted(a.Whole.Jaccard)}
	}
	for _, c := range a.Classes {
		out.Classes = append(out.Classes, agreedClass{c.Class, c.Labels, measuredOf(c.Specific, true), measuredOf(c.Alpha, true)})
	}
	return out
}

// pairsOf are the pairs of a matrix who share a task, each once, and the workers who repeat some.
func pairsOf(a *api.Agreement, p *api.Paired) (all []agreedPair) {
	if p == nil {
		return nil
	}
	for r, one := range p.Rows {
		for c := r; c < len(p.Columns); c++ {
			x := p.Cells[r][c]
			if x.Tasks == 0 {
				continue
			}
			pair := agreedPair{Worker: one.Name, Other: p.Columns[c].Name, Tasks: x.Tasks, Kappa: x.Kappa, Weighted: x.Weighted,
				Pearson: x.Pearson, Spearman: x.Spearman}
			if !a.Metric() {
				pair.Same = &x.Same
			}
			all = append(all, pair)
		}
	}
	return all
}

func measuredOf(f api.Figure, interval bool) measured {
	switch {
	case !f.Defined():
		return measured{Why: f.Why}
	case interval:
		return measured{Value: &f.Value, Low: &f.Low, High: &f.High}
	}
	return measured{Value: &f.Value}
}

// agreementText is the answer in words.
func agreementText(name string, a *api.Agreement, paired *api.Paired) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s on %s\n%s\n", name, humanize.Count(a.Labels, "label"), humanize.Count(a.Tasks, "task"), a.Over())
	figures := a.Figures()
	width := 36
	for _, f := range figures {
		width = max(width, utf8.RuneCountInString(f.Title))
	}
	for _, f := range figures {
		fmt.Fprintf(&b, "  %-*s ", width, f.Title)
		if f.Why != "" {
			fmt.Fprintf(&b, "not defined because %s\n", f.Why)
			continue
		}
		fmt.Fprintf(&b, "%7.4f", f.Value)
		if f.Interval {
			fmt.Fprintf(&b, "  (95 %% interval %.4f to %.4f)", f.Low, f.High)
		}
		if f.SE > 0 {
			fmt.Fprintf(&b, ", SE %.4f", f.SE)
		}
		if f.Test != nil {
			fmt.Fprintf(&b, ", %s", f.Test.Text())
		}
		if f.N != a.Paired && a.Whole == nil {
			fmt.Fprintf(&b, ", on %s", humanize.Count(f.N, "task"))
		}
		b.WriteByte('\n')
	}
	if a.Weights != nil && a.Weights.By != nil {
		fmt.Fprintf(&b, "Weights by distance: %s\n", a.Weights.Text())
	}
	if len(a.Unused) > 0 {
		fmt.Fprintf(&b, "Unused steps: %s\n", strings.Join(a.Unused, ", "))
	}
	for _, says := range append(a.Notes(), a.Paradox()) {
		if says != "" {
			fmt.Fprintln(&b, says)
		}
	}
	pairsText(&b, a, paired)
	return b.String()
}

func pairsText(b *strings.Builder, a *api.Agreement, paired *api.Paired) {
	pairs := pairsOf(a, paired)
	if len(pairs) == 0 {
		return
	}
	columns := []func(p agreedPair) *float64{func(p agreedPair) *float64 { return p.Kappa }}
	switch {
	case a.Metric():
		b.WriteString("\nPearson’s r and Spearman’s ρ of each pair of workers\n")
		columns = []func(p agreedPair) *float64{func(p agreedPair) *float64 { return p.Pearson },
			func(p agreedPair) *float64 { return p.Spearman }}
	case a.Weights != nil:
		fmt.Fprintf(b, "\nCohen’s κ of each pair of workers, and with %s weights\n", a.Weights.Name)
		columns = append(columns, func(p agreedPair) *float64 { return p.Weighted })
	default:
		b.WriteString("\nCohen’s κ of each pair of workers\n")
	}
	undefined := false
	value := func(x *float64) string {
		if x == nil {
			undefined = true
			return "–"
		}
		return fmt.Sprintf("%.4f", *x)
	}
	unit := "task"
	if a.Whole != nil {
		unit = "pair" // of task and label
	}
	for _, p := range pairs {
		name := p.Worker + ", " + p.Other
		if p.Worker == p.Other {
			name = p.Worker + ", labelling again"
		}
		fmt.Fprintf(b, "  %-36s", name)
		for _, column := range columns {
			fmt.Fprintf(b, " %7s", value(column(p)))
		}
		fmt.Fprintf(b, "  on %s\n", humanize.Count(p.Tasks, unit))
	}
	if undefined {
		why := "chance alone would agree always"
		if a.Metric() {
			why = "there are too few, or one worker always gives the same number"
		}
		fmt.Fprintf(b, "  –: not defined because, on the tasks they share, %s\n", why)
	}
	if a.Workers > pairsPrinted {
		fmt.Fprintf(b, "  These are the %d busiest of %d workers; --out DIR writes all pairs.\n", pairsPrinted, a.Workers)
	}
}
