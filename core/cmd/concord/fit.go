package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/workers"
)

// saveFlags adds what is read and written beside the labels.
func saveFlags(o *options, f *flag.FlagSet) {
	f.StringVar(&o.recipePath, "recipe", "", "a run.json, a `FILE`: read the same files and fit as it says, and tell whether the labels are "+
		"the same; files that no flag names are looked for beside it and beside the labels, and flags that are given count instead")
	f.StringVar(&o.state, "state", "", "an earlier fit, a `FILE` that --save or --save-state wrote: the labels are those that came "+
		"since, and are folded in")
	f.BoolVar(&o.Resume, "refit", false, "with --state: fit all labels again, starting from it")
	f.StringVar(&o.saveState, "save-state", "", "save what --state needs to this `FILE`, without the files that a project holds")
	f.StringVar(&o.save, "save", "", "save a project to this `FILE`, best called something.concord, which holds the files, too: the page, "+
		"concord report and --state open it")
	f.StringVar(&o.out, "out", "", "the `DIR` for the answers: labels.csv, posteriors.csv, workers.csv, confusion.csv, run.json …, and "+
		"README.txt, which explains them")
	f.StringVar(&o.as, "as", "", "with --out: write the labels in this `SHAPE` too: "+api.ShapeNames()+"; several with commas")
	f.IntVar(&o.sample, "truth-sample", 0, "with --out: write truth-sample.csv too, a random list of this `NUMBER` of tasks to check; "+
		"with their truth filled in, it is a file for --truth")
	f.BoolVar(&o.tiers, "tiers", false, fmt.Sprintf("with --out: put workers into tiers, in workers.csv and tiers.csv. A tier needs %d labels",
		workers.FewestRated))
	f.IntVar(&o.checks, "check-sample", 0, "with --out: write method-checks.csv too, this `NUMBER` of tasks on which the default and the "+
		"majority vote differ; with their truth filled in, --truth chooses the method by it")
	f.Func("content", "with --out: whether tables have what workers saw of the tasks, their texts or links: `yes` or no (default yes)",
		func(s string) error {
			if s != "yes" && s != "no" {
				return errors.New("it takes yes or no")
			}
			o.bare = s == "no"
			return nil
		})
	f.BoolVar(&o.json, "json", false, "print run.json in place of the report and the labels")
}

// runFit reads labels, fits a method and writes the answers.
func runFit(s *session) error {
	s.host.dir = s.out
	s.host.engine.OnlyFiles = s.save == "" && s.saveState == "" && s.state == "" && s.as == ""
	fit := s.fit
	if s.recipePath != "" {
		if err := s.openRecipe(); err != nil {
			return err
		}
		fit = s.fitRecipe
	}
	if s.state != "" {
		if err := s.openState(); err != nil {
			return err
		}
	}
	if err := s.openAll(); err != nil {
		return err
	}
	fitted, err := fit()
	if err != nil {
		return err
	}
	return s.answer(fitted)
}

// answer writes and prints what a fit found.
func (s *session) answer(fitted *api.Fitted) error {
	var record bytes.Buffer
	s.host.seal = api.FileOf(api.FileRun)
	s.host.copies[api.FileOf(api.FileRun)] = &record
	if what := s.prints(fitted); what != "" && what != api.FileRun {
		s.host.copies[api.FileOf(what)] = s.stdout
	}
	err := s.write(fitted)
	if err != nil {
		return err
	}
	text := s.summary(fitted)
	switch {
	case s.json:
		s.prose, text = visible{s.stdout}, record.String()
		if s.ranking != nil {
			if text, err = rankingJSON(text, s.ranking); err != nil {
				return err
			}
		}
	case s.out != "":
		text += s.written(fitted) + s.nexts()
	case s.save == "" && s.saveState == "" && s.prints(fitted) == "":
		what := answersOf(fitted)
		text += fmt.Sprintf("Add --out DIR to get the %s and all tables as files, or > %s for the %[1]s alone.\n",
			map[string]string{api.FileLabels: "labels", api.FileItems: "ranking"}[what], api.FileOf(what))
	}
	if err := s.say(text); err != nil || s.recipe == nil {
		return err
	}
	return s.compareRecipe(record.Bytes())
}

// answersOf is the file that people want most: the labels, or the ranking of the items that were compared.
func answersOf(f *api.Fitted) string {
	if ranks(f) {
		return api.FileItems
	}
	return api.FileLabels
}

// prints is what standard output gets: run.json where it is asked for, the answers where nothing else is and they are not for a screen,
// or "".
func (s *session) prints(f *api.Fitted) string {
	switch {
	case s.json:
		return api.FileRun
	case s.out == "" && s.save == "" && s.saveState == "" && !isScreen(s.stdout):
		return answersOf(f)
	}
	return ""
}

// shapes are the other shapes in which the labels are written.
func (o *options) shapes() []string {
	if o.as == "" {
		return nil
	}
	return strings.Split(o.as, ",")
}

// answers are the files that the folder for the answers gets; where there is no folder, what standard output gets.
func (s *session) answers(f *api.Fitted) (all []api.Export) {
	add := func(what string, tasks int) {
		all = append(all, api.Export{What: what, Tasks: tasks, Name: api.FileOf(what)})
	}
	if s.out == "" {
		if what := s.prints(f); what != "" && what != api.FileRun {
			add(what, 0)
		}
		if s.json || s.recipe != nil {
			add(api.FileRun, 0)
		}
		return all
	}
	for _, what := range f.Files {
		add(what, 0)
	}
	for _, shape := range s.shapes() {
		if shape == api.Back && f.NotBack != "" {
			continue
		}
		all = append(all, api.Export{What: api.FileLabels, As: shape, Name: api.ShapeOf(shape).Called(s.from.Name())})
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
	if !hasReadme(s.out) {
		add(api.FileReadme, 0)
	}
	return all
}

// hasReadme reports whether a folder has a README.txt that no run wrote: it stays.
func hasReadme(dir string) bool {
	text, err := os.ReadFile(filepath.Join(dir, api.FileOf(api.FileReadme)))
	return err == nil && !strings.HasPrefix(string(text), "Concord ")
}

// put writes a file.
func (s *session) put(x *api.Export) error {
	x.Safe, x.Bare, x.Tiers = !s.exact, s.bare, s.tiers
	reply, err := s.do(api.Request{Export: x}, nil)
	if err == nil && reply.Exported.Next != nil {
		s.next = append(s.next, reply.Exported)
	}
	return err
}

// write writes all files.
func (s *session) write(f *api.Fitted) error {
	if f.NotBack != "" && slices.Contains(s.shapes(), api.Back) {
		s.warn("%s can't be given back with the answers: %s", s.from.Name(), f.NotBack)
	}
	for _, one := range s.answers(f) {
		if err := s.put(&one); err != nil {
			return err
		}
	}
	if err := s.export(api.RoleProject, s.save); err != nil {
		return err
	}
	return s.export(api.RoleState, s.saveState)
}
