package main

import (
	"bytes"
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

// write writes all files to the folder for the answers, run.json last; only
// run.json, into memory, where there is no folder.
func (s *session) write(f *api.Fitted) error {
	files := f.Files
	if s.out == "" {
		files = []string{api.FileRun}
	}
	var all []api.Export
	for _, what := range files {
		all = append(all, api.Export{What: what, Name: api.FileOf(what)})
	}
	for _, shape := range s.shapes() {
		all = append(all, api.Export{What: api.FileLabels, As: shape, Name: api.ShapeFile(shape)})
	}
	if s.tiers {
		all = append(all, api.Export{What: api.FileTiers, Name: api.FileOf(api.FileTiers)})
	}
	if s.sample > 0 {
		all = append(all, api.Export{What: api.FileSample, Tasks: s.sample, Name: api.FileOf(api.FileSample)})
	}
	if s.checks > 0 {
		all = append(all, api.Export{What: api.FileChecks, Tasks: s.checks, Name: api.FileOf(api.FileChecks)})
	}
	for _, one := range all {
		one.Safe, one.Tiers = !s.exact, s.tiers
		if _, err := s.do(api.Request{Export: &one}, nil); err != nil {
			return err
		}
	}
	if err := s.export(api.RoleWorkspace, s.save); err != nil {
		return err
	}
	return s.export(api.RoleState, s.saveState)
}
