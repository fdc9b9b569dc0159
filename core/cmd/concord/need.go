package main

import (
	"flag"
	"fmt"
	"strings"

	"concord/core/result"
	"concord/core/wire"
)

func needFlags(o *options, f *flag.FlagSet) {
	f.StringVar(&o.needed.Without, "without", "", "also tell what it would be without the worker of this `NAME`")
	f.Float64Var(&o.prices.Label, "price", 0, "what a label costs, a `NUMBER`; with -mistake: tell where more labels stop paying")
	f.Float64Var(&o.prices.Mistake, "mistake", 0, "what a wrong answer costs, a `NUMBER` in the same currency")
	f.StringVar(&o.out, "out", "", "write the figures to this `FILE`, as CSV")
}

// runNeed tells what more labels would bring.
func runNeed(s *session) error {
	if (s.prices.Label > 0) != (s.prices.Mistake > 0) {
		return mistakef("-price and -mistake go together")
	}
	if _, err := s.fitAll(); err != nil {
		return err
	}
	s.needed.Seed = s.seed
	reply, err := s.do(wire.Request{Needed: &s.needed}, nil)
	if err != nil {
		return err
	}
	if err := s.exportNeeded(); err != nil {
		return err
	}
	return s.print(reply.Needed, neededText(s.labels.File.Name, s.prices, reply.Needed))
}

func (s *session) exportNeeded() error {
	if s.out == "" {
		return nil
	}
	ask := &wire.Export{What: wire.FileNeeded, Name: wire.FileNeeded, Safe: !s.exact}
	if s.prices.Known() {
		ask.Prices = &s.prices
	}
	s.host.paths[wire.FileNeeded] = s.out
	_, err := s.do(wire.Request{Export: ask}, nil)
	return err
}

// neededText is the answer in words.
func neededText(name string, prices result.Prices, x *result.Simulated) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\nlabels per task", name, x.Sentence(prices))
	for _, n := range x.Curves {
		fmt.Fprintf(&b, "  %s", curveName(&n, x.Without))
	}
	if prices.Known() {
		b.WriteString("  cost per task")
	}
	b.WriteByte('\n')
	for at, p := range x.Curves[0].Points {
		mark := " "
		if p.More == 0 {
			mark = "*"
		}
		fmt.Fprintf(&b, "%s%6.1f (%+d)   ", mark, p.PerTask, p.More)
		for _, n := range x.Curves {
			y := n.Points[at]
			text := fmt.Sprintf("%.1f %% (%.0f–%.0f)", 100*y.Right, 100*y.Low, 100*y.High)
			fmt.Fprintf(&b, "  %-*s", len([]rune(curveName(&n, x.Without))), text)
		}
		if prices.Known() {
			fmt.Fprintf(&b, "  %.4g", prices.Cost(p))
		}
		b.WriteByte('\n')
	}
	b.WriteString("* as it is\n")
	for _, note := range x.Notes {
		fmt.Fprintf(&b, "\n%s\n", note)
	}
	return b.String()
}

// curveName heads the column of a curve.
func curveName(n *result.Needed, without string) string {
	name := n.Method
	if n.Without {
		name += " without " + without
	}
	return fmt.Sprintf("%-16s", name)
}
