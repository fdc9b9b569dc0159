package main

import (
	"fmt"
	"strings"

	"concord/core/api"
)

// runAgree measures how far the workers agree with each other.
func runAgree(s *session) error {
	s.agrees = true
	if err := s.openLabels(); err != nil {
		return err
	}
	reply, err := s.do(api.Request{Agree: &api.Agree{Seed: s.Seed}}, nil)
	if err != nil {
		return err
	}
	return s.print(agreement(reply.Agreed), agreementText(s.labels.File.Name, reply.Agreed))
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

type agreed struct {
	Tasks   int           `json:"tasks"`
	Paired  int           `json:"paired"` // tasks with two labels or more
	Labels  int           `json:"labels"`
	Percent measured      `json:"percent"`
	Fleiss  measured      `json:"fleiss"`
	Alpha   alphas        `json:"alpha"`
	AC1     measured      `json:"ac1"`
	AC2     measured      `json:"ac2"`
	Entropy measured      `json:"entropy"` // bits
	Classes []agreedClass `json:"classes,omitempty"`
}

// agreement puts the answer into the shape of the JSON.
func agreement(a *api.Agreement) *agreed {
	counted := func(f api.Figure) measured {
		m := measuredOf(f, f.Interval)
		m.N = &f.N
		return m
	}
	out := &agreed{
		Tasks: a.Tasks, Paired: a.Paired, Labels: a.Labels, Percent: counted(a.Percent), Fleiss: counted(a.Fleiss),
		Alpha: alphas{counted(a.Alpha.Nominal), counted(a.Alpha.Ordinal), counted(a.Alpha.Interval), counted(a.Alpha.Ratio)},
		AC1:   counted(a.AC1), AC2: counted(a.AC2), Entropy: counted(a.Entropy),
	}
	for _, c := range a.Classes {
		out.Classes = append(out.Classes, agreedClass{c.Class, c.Labels, measuredOf(c.Specific, true), measuredOf(c.Alpha, true)})
	}
	return out
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
func agreementText(name string, a *api.Agreement) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s on %s, %d of them with two labels or more\n", name, plural(a.Labels, "label"), plural(a.Tasks, "task"), a.Paired)
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
	return b.String()
}
