package main

import (
	"flag"
	"fmt"
	"strings"

	"concord/core/api"
	"concord/internal/humanize"
)

func compareFlags(o *options, f *flag.FlagSet) {
	f.StringVar(&o.methods, "methods", "majority,ds,ibcc", "the methods, `NAME,NAME,…`; concord methods lists them; all: those that can run, "+
		"each in less than three seconds. Of comparisons of items (default all) they are always compared by votes hidden from them")
	f.BoolVar(&o.heldOut, "held-out", false, "also how well each method predicts labels hidden from it, to put methods in order without a "+
		"truth: takes some fifteen times as long")
	f.StringVar(&o.table, "table", "", "write the methods, the best first, to this `FILE`, as CSV")
	f.StringVar(&o.out, "out", "", "write the tasks on which the methods disagree to this `FILE`, as CSV")
}

// runCompare runs methods side by side.
func runCompare(s *session) error {
	if err := s.openAll(); err != nil {
		return err
	}
	if s.labels.Counts.Kind.Items {
		return s.compareRankings()
	}
	names := strings.Split(s.methods, ",")
	if s.methods == "all" {
		names = s.quickMethods()
	}
	warned := s.warnGuesswork(names...)
	ask := &api.Compare{Methods: names, Settings: s.Settings, HeldOut: s.heldOut}
	reply, err := s.do(api.Request{Compare: ask}, nil)
	if err != nil {
		return err
	}
	for _, m := range reply.Compared.Methods {
		for _, w := range m.Warnings {
			if w != warned {
				s.warn("%s: %s", m.Name, w)
			}
		}
	}
	if err := s.export(api.FileCompared, s.out); err != nil {
		return err
	}
	if err := s.export(api.FileMethods, s.table); err != nil {
		return err
	}
	return s.print(bare(reply.Compared), comparisonText(s.labels, reply.Compared))
}

// compareRankings compares methods that rank items.
func (s *session) compareRankings() error {
	if s.out != "" || s.table != "" {
		return mistakef("--out and --table list labels on which methods disagree, and methods by their labels: comparisons of items have " +
			"rankings. Leave them out")
	}
	var names []string
	if s.given["methods"] && s.methods != "all" {
		names = strings.Split(s.methods, ",")
	}
	r, err := s.foretell(names)
	if err != nil {
		return err
	}
	return s.print(r.Held, foretoldText(r.Held))
}

// quickMethods are all methods that can run on what is loaded, without those that take long.
func (s *session) quickMethods() (names []string) {
	for _, m := range api.Runnable(s.labels, s.beside...) {
		if m.Why == "" && m.Seconds <= api.SlowSeconds {
			names = append(names, m.Name)
		}
	}
	return names
}

// bare clears what the JSON of a comparison has never had: what figures rest on.
func bare(c *api.Compared) *api.Compared {
	for _, m := range c.Methods {
		var figures []*api.Figure
		if a := m.Accuracy; a != nil && a.Apart != nil {
			figures = append(figures, a.Apart)
		}
		if d := m.Numbers; d != nil {
			figures = append(figures, &d.R2, &d.MAE, &d.RMSE, &d.Correlation)
		}
		if q := m.Quality; q != nil {
			figures = append(figures, &q.MacroF1, &q.LogLoss, &q.Brier, &q.ECE)
			for n := range q.Bins {
				figures = append(figures, &q.Bins[n].Right)
			}
		}
		for _, f := range figures {
			f.N, f.Interval = 0, false
		}
	}
	return c
}

// mostPairs is up to how many pairs of methods all are printed; of more, those with the reference.
const mostPairs = 10

// comparisonText is the answer in words.
func comparisonText(labels *api.Opened, c *api.Compared) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", labels.File.Name, humanize.Count(c.Tasks, "task"))
	if !labels.Counts.Kind.Numbers {
		fmt.Fprintf(&b, "; the methods disagree on %s", humanize.Number(c.Differ))
		if c.Known > 0 {
			fmt.Fprintf(&b, "; the truth of %s is known, %s of these are disputed", humanize.Number(c.Known), humanize.Number(c.Disputed))
		}
	}
	b.WriteString("\n")
	if c.Finding != "" {
		fmt.Fprintf(&b, "%s\n", strings.Join(append([]string{c.Finding}, c.Says...), "\n"))
	}
	b.WriteByte('\n')
	for _, n := range c.Order() {
		m := &c.Methods[n]
		fmt.Fprintf(&b, "  %-14s ", m.Name)
		if m.Why != "" {
			fmt.Fprintf(&b, "%s\n", m.Why)
			continue
		}
		fmt.Fprintf(&b, "%s after %s in %.2f s", m.Status, humanize.Count(m.Steps, "step"), m.Seconds)
		if a := m.Accuracy; a != nil && a.Evaluated > 0 {
			fmt.Fprintf(&b, "; %s of %s wrong, accuracy %.4f (%.4f to %.4f)", humanize.Number(a.Wrong), humanize.Number(a.Evaluated), a.Accuracy,
				a.Low, a.High)
			if d := a.Apart; d != nil && d.Why == "" {
				fmt.Fprintf(&b, ", %.4f steps off on average", d.Value)
			}
		}
		if m.Quality != nil && m.ECE.Defined() {
			fmt.Fprintf(&b, "; macro F1 %.4f, calibration error %.4f, log loss %.4f, Brier score %.4f", m.MacroF1.Value, m.ECE.Value,
				m.LogLoss.Value, m.Brier.Value)
		}
		if h := m.HeldOut; h != nil && h.Tasks != nil {
			fmt.Fprintf(&b, "; log score of hidden labels %.4f ± %.4f", h.Tasks.Value, h.Tasks.SE)
			if h.Lost != "" {
				fmt.Fprintf(&b, ", has lost the class %s", h.Lost)
			}
		}
		if d := m.Numbers; d != nil && d.MAE.Why == "" {
			fmt.Fprintf(&b, "; mean absolute error %.4g", d.MAE.Value)
		}
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
	for _, p := range c.Pairs {
		if len(c.Pairs) > mostPairs && p.A != c.Reference && p.B != c.Reference {
			continue
		}
		fmt.Fprintf(&b, "  %s and %s: ", c.Methods[p.A].Name, c.Methods[p.B].Name)
		if p.Spread != nil {
			fmt.Fprintf(&b, "%.4g apart (root mean square)\n", *p.Spread)
			continue
		}
		fmt.Fprintf(&b, "%s, %.2f %% the same", humanize.Count(p.Differ, "other label"), 100*p.Same)
		if p.Kappa != nil {
			fmt.Fprintf(&b, ", κ %.4f", *p.Kappa)
		}
		if p.Weighted != nil {
			fmt.Fprintf(&b, ", weighted κ %.4f", *p.Weighted)
		}
		if t := p.McNemar; t != nil {
			fmt.Fprintf(&b, "; only the first right %s, only the second %s, McNemar p = %.3g", humanize.Number(t.OnlyA), humanize.Number(t.OnlyB),
				t.P)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
