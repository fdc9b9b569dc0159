package main

import (
	"flag"
	"fmt"
	"math"
	"strings"

	"concord/core/api"
)

func needFlags(o *options, f *flag.FlagSet) {
	f.Float64Var(&o.prices.Label, "price", 0, "what a label costs, a `NUMBER`; with --mistake: tell how many labels pay")
	f.Float64Var(&o.prices.Mistake, "mistake", 0, "what a wrong answer costs, a `NUMBER` in the same currency")
	f.StringVar(&o.out, "out", "", "write the figures to this `FILE`, as CSV")
}

// runNeed tells what more labels would bring.
func runNeed(s *session) error {
	if (s.prices.Label > 0) != (s.prices.Mistake > 0) {
		return mistakef("--price and --mistake go together")
	}
	if _, err := s.fitAll(); err != nil {
		return err
	}
	reply, err := s.do(api.Request{Needed: &api.Needed{}}, nil)
	if err != nil {
		return err
	}
	if err := s.export(api.FileNeeded, s.out); err != nil {
		return err
	}
	return s.print(reply.Needed, neededText(s.labels.File.Name, s.prices, reply.Needed))
}

// neededText is the answer in words.
func neededText(name string, prices api.Prices, x *api.Forecast) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", name, x.Sentence())
	if text := x.Costs(prices); text != "" {
		fmt.Fprintln(&b, text)
	}
	b.WriteString("\nlabels per task  more labels  right, spread evenly    right, where they help most")
	if prices.Known() {
		b.WriteString("  cost per task")
	}
	b.WriteByte('\n')
	for _, p := range x.Points {
		mark, targeted := " ", ""
		if p.More == 0 {
			mark = "*"
		}
		text := api.Tenths(p.Right)
		if p.More != 0 {
			text += fmt.Sprintf(" (%.0f–%.0f)", 100*p.Low, 100*p.High)
			if p.Targeted != nil {
				targeted = api.Tenths(*p.Targeted)
			}
		}
		row := fmt.Sprintf("%s%8.4g         %+10d   %-22s  %-28s", mark, math.Round(100*p.PerTask)/100, p.Labels, text, targeted)
		if prices.Known() {
			row += fmt.Sprintf("  %.4g", prices.Cost(p))
		}
		b.WriteString(strings.TrimRight(row, " ") + "\n")
	}
	b.WriteString("* as it is\n")
	for _, note := range x.Notes {
		fmt.Fprintf(&b, "\n%s\n", note)
	}
	return b.String()
}
