package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"

	"concord/core/api"
	"concord/internal/humanize"
)

func adviseFlags(o *options, f *flag.FlagSet) {
	f.StringVar(&o.methods, "methods", "", "judge only these methods, `NAME,NAME,…` (default: those that can run and don't take long)")
	f.BoolVar(&o.quick, "quick", false, "only say why the default suits the labels, and whether another method predicts hidden labels "+
		"clearly better: a second's work on a sample")
	f.IntVar(&o.plan.Budget, "budget", 0, "also plan this `NUMBER` of further labels, with the method recommended")
	f.StringVar(&o.Method, "method", "", "with --budget: plan with the method of this `NAME`, and judge none")
	f.Func("most", "with --budget: ask no worker for more than this `NUMBER` of labels, or share of them such as 20% "+
		"(default: twice an even share, half at most)", o.setMost)
	f.BoolVar(&o.plan.Suspects, "suspects", false, "with --budget: ask workers who are suspect, too")
	f.StringVar(&o.out, "out", "", "with --budget: write the tasks and workers to ask to this `FILE`, as CSV")
}

// setMost sets how much any worker is asked for: a number of labels, or a share of them.
func (o *options) setMost(text string) error {
	o.plan.Most, o.plan.Share = 0, 0
	if number, ok := strings.CutSuffix(text, "%"); ok {
		x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || !(x > 0 && x <= 100) {
			return errors.New("a share is above 0%, up to 100%")
		}
		o.plan.Share = x / 100
		return nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return errors.New("a number of labels, or a share such as 20%")
	}
	o.plan.Most = n
	return nil
}

// shownAsks is how many labels to get are printed.
const shownAsks = 10

// advice is what concord advise --json prints.
type advice struct {
	*api.Advised
	Method string       `json:"method,omitempty"` // that the plan rests on
	Plan   *api.Planned `json:"plan,omitempty"`
}

// runAdvise recommends a method, and the labels to get next.
func runAdvise(s *session) error {
	if s.plan.Budget == 0 && (s.out != "" || s.given["most"] || s.plan.Suspects || s.Method != "") {
		return mistakef("--out, --most, --suspects and --method go with --budget")
	}
	if s.quick && s.methods != "" {
		return mistakef("--quick chooses its methods: leave --methods out")
	}
	if err := s.openAll(); err != nil {
		return err
	}
	if s.labels.Counts.Kind.Items {
		return s.adviseRanking()
	}
	var out advice
	if s.Method == "" {
		s.large = true
		ask := &api.Advise{Settings: s.Settings, Quick: s.quick}
		if s.methods != "" {
			ask.Methods = strings.Split(s.methods, ",")
		}
		reply, err := s.do(api.Request{Advise: ask}, nil)
		if err != nil {
			return err
		}
		out.Advised, s.Method = reply.Advised, reply.Advised.Best
	}
	if s.plan.Budget > 0 {
		if s.Method == "" {
			return mistakef("no method can be recommended, so name one with --method to plan with it")
		}
		if _, err := s.fit(); err != nil {
			return err
		}
		reply, err := s.do(api.Request{Plan: &s.plan}, nil)
		if err != nil {
			return err
		}
		if err := s.export(api.FilePlan, s.out); err != nil {
			return err
		}
		out.Method, out.Plan = s.Method, reply.Planned
	}
	return s.print(out, adviceText(s.labels, &out))
}

// adviceText is the answer in words.
func adviceText(labels *api.Opened, a *advice) string {
	var b strings.Builder
	if a.Advised != nil {
		fmt.Fprintf(&b, "%s\n", a.Sentence)
		if len(a.Advised.Methods) > 0 {
			b.WriteString("\nHow well each method predicts labels hidden from it (nats a label, standard error; * short list)")
			if a.Advised.Labels < labels.Counts.Labels {
				fmt.Fprintf(&b, ", in a sample of %s", humanize.Count(a.Advised.Labels, "label"))
			}
			b.WriteString(":\n")
		}
		for _, m := range a.Advised.Methods {
			if m.Tasks == nil {
				continue
			}
			mark := " "
			if m.Short {
				mark = "*"
			}
			fmt.Fprintf(&b, "%s %-14s %9.4f ± %.4f", mark, m.Name, m.Tasks.Value, m.Tasks.SE)
			if m.Labels != nil {
				fmt.Fprintf(&b, "; single labels %9.4f ± %.4f", m.Labels.Value, m.Labels.SE)
			}
			if m.Lost != "" {
				fmt.Fprintf(&b, "; has lost the class %s", m.Lost)
			}
			b.WriteByte('\n')
		}
		if len(a.Slow) > 0 {
			fmt.Fprintf(&b, "\nNot judged, since they take long: %s. To judge one of them, too, name it: --methods %s,%s\n",
				strings.Join(a.Slow, ", "), cmp.Or(a.Best, a.Rival, api.MethodDefault), a.Slow[0])
		}
	}
	if p := a.Plan; p != nil {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s, %s: %s\n", labels.File.Name, a.Method, p.Sentence)
		for _, text := range p.Notes {
			fmt.Fprintln(&b, text)
		}
		for _, ask := range p.Asks[:min(shownAsks, len(p.Asks))] {
			fmt.Fprintf(&b, "  ask %s about %s", ask.Worker.Name, ask.Task.Name)
			if ask.Right != nil {
				fmt.Fprintf(&b, " (right with %.1f %%)", 100**ask.Right)
			}
			b.WriteByte('\n')
		}
		if more := p.Count - shownAsks; more > 0 {
			fmt.Fprintf(&b, "  and %s; --out FILE writes all\n", humanize.Count(more, "more label"))
		}
	}
	return b.String()
}
