package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"strings"

	"concord/core/api"
	"concord/core/workers"
)

// saveFlags adds what is read and written beside the labels.
func saveFlags(o *options, f *flag.FlagSet) {
	f.StringVar(&o.state, "state", "", "a saved state, a `FILE`: the labels are those that came since, and are folded in")
	f.BoolVar(&o.Resume, "refit", false, "with -state: fit all labels again, starting from the state")
	f.StringVar(&o.saveState, "save-state", "", "save the fitted state to this `FILE`, for -state")
	f.StringVar(&o.save, "save", "", "save everything to this `FILE`, best called something.concord: concord report opens it")
	f.StringVar(&o.out, "out", "", "the `DIR` for the answers: labels.csv, posteriors.csv, workers.csv, confusion.csv, run.json …")
	f.StringVar(&o.as, "as", "", "with -out: write the labels in this `SHAPE` too: "+api.ShapeNames()+"; several with commas")
	f.IntVar(&o.sample, "truth-sample", 0, "with -out: write truth-sample.csv too, a random list of this `NUMBER` of tasks to check; "+
		"with their truth filled in, it is a file for -truth")
	f.BoolVar(&o.tiers, "tiers", false, fmt.Sprintf("with -out: put workers into tiers, in workers.csv and tiers.csv. A tier needs %d labels",
		workers.FewestRated))
	f.IntVar(&o.checks, "check-sample", 0, "with -out: write method-checks.csv too, this `NUMBER` of tasks on which the default and the "+
		"majority vote differ; with their truth filled in, -truth chooses the method by it")
	f.Func("content", "with -out: whether tables have what workers saw of the tasks, their texts or links: `yes` or no (default yes)",
		func(s string) error {
			if s != "yes" && s != "no" {
				return errors.New("it takes yes or no")
			}
			o.bare = s == "no"
			return nil
		})
	f.BoolVar(&o.json, "json", false, "print run.json, and nothing else")
}

// runFit reads labels, fits a method and writes the answers.
func runFit(s *session) error {
	s.host.dir = s.out
	s.host.engine.OnlyFiles = s.save == "" && s.saveState == "" && s.state == "" && s.as == ""
	if s.state != "" {
		if err := s.openState(); err != nil {
			return err
		}
	}
	if err := s.openAll(); err != nil {
		return err
	}
	fitted, err := s.fit()
	if err != nil {
		return err
	}
	return s.answer(fitted)
}

// answer writes and prints what a fit found.
func (s *session) answer(fitted *api.Fitted) error {
	var record bytes.Buffer
	s.host.copies[api.FileOf(api.FileRun)] = &record
	s.host.seal = api.FileOf(api.FileRun)
	if err := s.write(fitted); err != nil {
		return err
	}
	text := s.summary(fitted)
	switch {
	case s.json:
		text = record.String()
	case s.out != "":
		text += s.written(fitted)
	}
	return s.say(text)
}

// shapes are the other shapes in which the labels are written.
func (o *options) shapes() []string {
	if o.as == "" {
		return nil
	}
	return strings.Split(o.as, ",")
}

// answers are the files that the folder for the answers gets; where there is no folder, only run.json, into memory.
func (s *session) answers(f *api.Fitted) (all []api.Export) {
	add := func(what string, tasks int) {
		all = append(all, api.Export{What: what, Tasks: tasks, Name: api.FileOf(what)})
	}
	if s.out == "" {
		add(api.FileRun, 0)
		return all
	}
	for _, what := range f.Files {
		add(what, 0)
	}
	for _, shape := range s.shapes() {
		if shape == api.Back && f.NotBack != "" {
			s.warn("%s can't be given back with the answers: %s", s.from.Name(), f.NotBack)
			continue
		}
		all = append(all, api.Export{What: api.FileLabels, As: shape, Name: api.ShapeFile(shape, s.from.Name())})
	}
	if s.tiers {
		add(api.FileTiers, 0)
	}
	if s.sample > 0 {
		add(api.FileSample, s.sample)
	}
	if s.checks > 0 {
		add(api.FileChecks, s.checks)
	}
	return all
}

// write writes all files.
func (s *session) write(f *api.Fitted) error {
	for _, one := range s.answers(f) {
		one.Safe, one.Bare, one.Tiers = !s.exact, s.bare, s.tiers
		if _, err := s.do(api.Request{Export: &one}, nil); err != nil {
			return err
		}
	}
	if err := s.export(api.RoleWorkspace, s.save); err != nil {
		return err
	}
	return s.export(api.RoleState, s.saveState)
}
