package main

import (
	"flag"
	"fmt"
	"strings"

	"concord/core/api"
	"concord/internal/humanize"
)

func agreeFlags(o *options, f *flag.FlagSet) {
	f.StringVar(&o.weights, "weights", "", "how much near labels of ordered classes agree, for AC2 and weighted κ, `WEIGHTS`: ordinal, "+
		"linear, quadratic, or one number for each distance, as in 1,0.5,0 (default ordinal)")
	f.StringVar(&o.out, "out", "", "write Cohen’s κ of all pairs of workers to this `FILE`, as CSV")
}

const (
	pairsPrinted = 5  // workers whose pairs are printed
	pairsInJSON  = 50 // and those in the JSON
)

// runAgree measures how far the workers agree with each other.
func runAgree(s *session) error {
	s.agrees = true
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
	return s.print(agreement(a, paired), agreementText(s.labels.File.Name, a, paired))
}

// pairs returns κ of the pairs that are shown, nil if there are none, and writes all to --out.
func (s *session) pairs(a *api.Agreement) (*api.Paired, error) {
	if s.out != "" {
		s.host.paths[api.FilePairs] = s.out
		ask := &api.Export{What: api.FilePairs, Name: api.FilePairs, Safe: !s.exact, Weights: s.weights}
		if _, err := s.do(api.Request{Export: ask}, nil); err != nil {
			return nil, err
		}
	}
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

// agreedPair is a pair of workers who share a task.
type agreedPair struct {
	Worker   string   `json:"worker"`
	Other    string   `json:"other"`
	Tasks    int      `json:"tasks"`
	Same     float64  `json:"agreement"`
	Kappa    *float64 `json:"kappa"`                    // null: not defined
	Weighted *float64 `json:"weighted_kappa,omitempty"` // absent: not defined, or no order
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
	Weights   *api.Weights  `json:"weights,omitempty"`
	Unused    []string      `json:"unused,omitempty"`
	Entropy   measured      `json:"entropy"` // bits
	Paradox   string        `json:"paradox,omitempty"`
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
		Workers: a.Workers, Pairs: pairsOf(paired),
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

// pairsOf are the pairs of a matrix who share a task, each once.
func pairsOf(p *api.Paired) (all []agreedPair) {
	if p == nil {
		return nil
	}
	for r, one := range p.Rows {
		for c := r + 1; c < len(p.Columns); c++ {
			if x := p.Cells[r][c]; x.Tasks > 0 {
				all = append(all, agreedPair{one.Name, p.Columns[c].Name, x.Tasks, x.Same, x.Kappa, x.Weighted})
			}
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
	for _, f := range a.Figures() {
		fmt.Fprintf(&b, "  %-36s ", f.Title)
		switch {
		case f.Why != "":
			fmt.Fprintf(&b, "not defined because %s\n", f.Why)
		case f.Interval:
			fmt.Fprintf(&b, "%7.4f  (95 %% interval %.4f to %.4f)\n", f.Value, f.Low, f.High)
		default:
			fmt.Fprintf(&b, "%7.4f\n", f.Value)
		}
	}
	if a.Weights != nil {
		fmt.Fprintf(&b, "Weights by distance: %s\n", a.Weights.Text())
	}
	if len(a.Unused) > 0 {
		fmt.Fprintf(&b, "Unused steps: %s\n", strings.Join(a.Unused, ", "))
	}
	if says := a.Paradox(); says != "" {
		fmt.Fprintln(&b, says)
	}
	pairsText(&b, a, paired)
	return b.String()
}

func pairsText(b *strings.Builder, a *api.Agreement, paired *api.Paired) {
	pairs := pairsOf(paired)
	if len(pairs) == 0 {
		return
	}
	b.WriteString("\nCohen’s κ of each pair of workers")
	if a.Weights != nil {
		fmt.Fprintf(b, ", and with %s weights", a.Weights.Name)
	}
	b.WriteByte('\n')
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
		fmt.Fprintf(b, "  %-36s %7s", p.Worker+", "+p.Other, value(p.Kappa))
		if a.Weights != nil {
			fmt.Fprintf(b, " %7s", value(p.Weighted))
		}
		fmt.Fprintf(b, "  on %s\n", humanize.Count(p.Tasks, unit))
	}
	if undefined {
		b.WriteString("  –: not defined because, on the tasks they share, chance alone would agree always\n")
	}
	if a.Workers > pairsPrinted {
		fmt.Fprintf(b, "  These are the %d busiest of %s; --out FILE writes all pairs.\n", pairsPrinted, humanize.Count(a.Workers, "worker"))
	}
}
