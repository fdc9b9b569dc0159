package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"

	"concord/core/wire"
)

func (o *options) adviseFlags() *flag.FlagSet {
	f := newFlags("advise")
	f.StringVar(&o.methods, "methods", "", "judge only these methods, `NAME,NAME,…` (default: all that can run)")
	f.IntVar(&o.budget, "budget", 0, "also plan this `NUMBER` of further labels, with the method recommended")
	f.StringVar(&o.method, "method", "", "with -budget: plan with the method of this `NAME`, and judge none")
	f.Var(&o.most, "most", "with -budget: ask no worker for more than this `NUMBER` of labels, or share of them such as 20% (default: twice an even share, half at most)")
	f.BoolVar(&o.suspects, "suspects", false, "with -budget: ask workers who are suspect, too")
	f.StringVar(&o.out, "out", "", "with -budget: write the tasks and workers to ask to this `FILE`, as CSV")
	o.stopping(f)
	o.reading(f)
	o.learning(f)
	f.BoolVar(&o.json, "json", false, "print JSON")
	f.BoolVar(&o.exact, "exact", false, "write names that a spreadsheet would run as formulas as they are, without an apostrophe before them")
	return f
}

// shownAsks is how many labels to get are printed.
const shownAsks = 10

// mostLabels is a number of labels, or a share of them.
type mostLabels struct {
	labels int
	share  float64
}

// String implements flag.Value.
func (m *mostLabels) String() string {
	switch {
	case m.share > 0:
		return strconv.FormatFloat(100*m.share, 'g', -1, 64) + "%"
	case m.labels > 0:
		return strconv.Itoa(m.labels)
	}
	return ""
}

// Set implements flag.Value.
func (m *mostLabels) Set(text string) error {
	if number, ok := strings.CutSuffix(text, "%"); ok {
		x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || !(x > 0 && x <= 100) {
			return errors.New("a share is above 0%, up to 100%")
		}
		*m = mostLabels{share: x / 100}
		return nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return errors.New("a number of labels, or a share such as 20%")
	}
	*m = mostLabels{labels: n}
	return nil
}

// advice is what concord advise -json prints.
type advice struct {
	*wire.Advised
	Method string        `json:"method,omitempty"` // that the plan rests on
	Plan   *wire.Planned `json:"plan,omitempty"`
}

// adviseCommand recommends a method, and the labels to get next.
func adviseCommand(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	var o options
	labels, help, err := o.parse(o.adviseFlags, args)
	if err != nil || help {
		return o.help(stdout, o.adviseFlags, err)
	}
	if o.budget == 0 && (o.out != "" || o.given["most"] || o.suspects || o.method != "") {
		return mistakef("-out, -most, -suspects and -method go with -budget")
	}
	s := newSession(ctx, &o, stdin, stderr)
	defer s.close()
	opened, err := s.open("labels", labels)
	if err != nil {
		return err
	}
	if _, err := s.beside(); err != nil {
		return err
	}
	var out advice
	if o.method == "" {
		ask := &wire.Advise{Seed: o.seed, MaxSteps: o.maxSteps, Tolerance: o.tolerance}
		if o.methods != "" {
			ask.Methods = strings.Split(o.methods, ",")
		}
		reply, err := s.do(wire.Request{Advise: ask}, nil)
		if err != nil {
			return err
		}
		out.Advised, o.method = reply.Advised, reply.Advised.Best
	}
	if o.budget > 0 {
		if o.method == "" {
			return mistakef("no method can be recommended, so name one with -method to plan with it")
		}
		if out.Plan, err = s.plan(); err != nil {
			return err
		}
		out.Method = o.method
	}
	if o.json {
		return printJSON(stdout, out)
	}
	_, err = io.WriteString(stdout, adviceText(opened, &out))
	return err
}

// plan fits the method and plans the labels to get next.
func (s *session) plan() (*wire.Planned, error) {
	if _, err := s.fit(); err != nil {
		return nil, err
	}
	reply, err := s.do(wire.Request{Plan: &wire.Plan{
		Budget: s.budget, Most: s.most.labels, Share: s.most.share, Suspects: s.suspects, Seed: s.seed,
	}}, nil)
	if err != nil {
		return nil, err
	}
	return reply.Planned, s.export("plan", s.out)
}

// adviceText tells a person.
func adviceText(labels *wire.Opened, a *advice) string {
	var b strings.Builder
	if a.Advised != nil {
		fmt.Fprintf(&b, "%s\n\nHow well each method predicts labels hidden from it (nats a label, standard error; * short list):\n", a.Sentence)
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
			fmt.Fprintf(&b, "  and %s; -out FILE writes all\n", plural(more, "more label"))
		}
	}
	return b.String()
}
