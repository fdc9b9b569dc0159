package main

import (
	"flag"
	"fmt"
	"path/filepath"
	"strings"

	"concord/core/api"
	"concord/internal/humanize"
)

func adjudicateFlags(o *options, f *flag.FlagSet) {
	f.StringVar(&o.out, "out", "", "the `DIR` for adjudicated.csv and disagreements.csv")
	f.Func("decided", "what somebody decided: a `FILE` like disagreements.csv with its column truth filled in", func(path string) error {
		o.side[api.RoleTruth] = path
		return nil
	})
}

// runAdjudicate sets the labels on which everybody agrees apart from those that somebody has to decide.
func runAdjudicate(s *session) error {
	s.host.dir, s.agrees = s.out, true
	if err := s.openAll(); err != nil {
		return err
	}
	if !s.labels.Counts.Kind.Can(api.AskCheck) {
		return mistakef("%s can't be adjudicated: that takes labels that are classes, one a task", s.labels.File.Name)
	}
	paired, err := s.do(api.Request{Pairs: &api.Pairs{Count: pairsPrinted}}, nil)
	if err != nil {
		return err
	}
	// Any method will do: the files hold none of its labels.
	if _, err := s.do(api.Request{Fit: &api.Fit{Method: api.MethodBaseline, Settings: s.Settings}}, nil); err != nil {
		return err
	}
	left, err := s.do(api.Request{Rows: &api.Rows{Table: "tasks", Only: api.Only{What: api.OnlySplit}}}, nil)
	if err != nil {
		return err
	}
	var b strings.Builder
	n := left.Page.Matching
	fmt.Fprintf(&b, "%s: %s, %d to decide\n", s.labels.File.Name, humanize.Count(left.Page.Total, "task"), n)
	if one := s.labels.Counts.Single; one > 0 {
		fmt.Fprintf(&b, "Left out, unless decided: %s with one label only.\n", humanize.Count(one, "task"))
	}
	pairsText(&b, &api.Agreement{Workers: paired.Paired.Of}, paired.Paired)
	if s.out == "" {
		return s.say(b.String())
	}
	for _, what := range []string{api.FileAdjudicated, api.FileDisagreements} {
		if _, err := s.do(api.Request{Export: &api.Export{What: what, Name: api.FileOf(what), Safe: !s.exact}}, nil); err != nil {
			return err
		}
	}
	fmt.Fprintf(&b, "\nThe answers are in %s.\n", filepath.Join(s.out, api.FileOf(api.FileAdjudicated)))
	if n > 0 {
		fmt.Fprintf(&b, "Fill in the column truth of %s, and give it as --decided.\n", filepath.Join(s.out, api.FileOf(api.FileDisagreements)))
	}
	return s.say(b.String())
}
