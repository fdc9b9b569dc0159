package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/engine"
	"concord/core/export"
	"concord/internal/humanize"
)

// openRecipe reads the recipe, and takes from it what no flag states.
func (s *session) openRecipe() error {
	from, err := s.input(s.recipePath)
	if err != nil {
		return err
	}
	in, err := from.Open()
	if err != nil {
		return mistakef("%s can't be read: %v", from.name, err)
	}
	defer in.Close()
	r, err := export.ReadRecipe(in)
	if err != nil {
		return mistakef("%s %v", from.name, err)
	}
	s.recipe = r
	if s.answering != nil {
		fmt.Fprintf(s.stderr, "concord: in place of what %s says: %s\n", from.name, strings.Join(s.answering, ", "))
	}
	s.takeSettings(&r.Fit)
	if s.given["order"] {
		r.Order = s.ordered()
		if r.Began != nil {
			r.Began.Order = r.Order
		}
	}
	return s.findFiles()
}

// takeSettings takes those of a fit that no flag states. Values belong to their method.
func (s *session) takeSettings(f *api.Fit) {
	was := s.Fit
	s.Fit = *f
	s.Values = maps.Clone(f.Values)
	if s.given["method"] && was.Method != f.Method {
		s.Method, s.Values = was.Method, map[string]string{}
	}
	maps.Copy(s.Values, was.Values)
	for name, set := range map[string]func(){
		"seed": func() { s.Seed = was.Seed }, "max-steps": func() { s.MaxSteps = was.MaxSteps }, "stop": func() { s.Stop = was.Stop },
		"tolerance": func() { s.Tolerance = was.Tolerance }, "gain": func() { s.Gain = was.Gain }, "parts": func() { s.Parts = was.Parts },
		"refit": func() { s.Resume = was.Resume },
	} {
		if s.given[name] {
			set()
		}
	}
}

// findFiles finds the files of the recipe that no flag names: beside it, or beside the labels.
func (s *session) findFiles() error {
	labels := s.recipe.Of(api.RoleLabels)
	if s.files == nil && labels.Name == stdinName {
		s.files = []string{"-"}
	}
	if s.files == nil {
		all := labels.Choices.Files
		if all == nil {
			all = []api.File{{Name: labels.Name}}
		}
		for _, f := range all {
			path, err := s.findBeside(f.Name, "name it at the end of the line")
			if err != nil {
				return err
			}
			s.files = append(s.files, path)
		}
	}
	for _, f := range s.recipe.Files {
		flag := "state"
		if f.Role != api.RoleState && f.Role != api.RoleLabels {
			flag = api.RoleOf(f.Role).Flags[0].Name
		}
		given := f.Role == api.RoleState && s.state != "" ||
			len(s.named(func(r api.Role) bool { return r.Name == f.Role })) > 0
		inLabels := f.Name == labels.Name && f.SHA256 == labels.SHA256
		if given || inLabels {
			continue
		}
		path, err := s.findBeside(f.Name, "give it with --"+flag)
		if err != nil && !api.RoleOf(f.Role).GivenToFits() {
			continue // the comparison says so
		}
		if err != nil {
			return err
		}
		if f.Role == api.RoleState {
			s.state = path
		} else {
			s.side[flag] = path
		}
	}
	return nil
}

// findBeside finds a file of that name beside the recipe or the labels.
func (s *session) findBeside(name, otherwise string) (string, error) {
	dirs := []string{filepath.Dir(s.recipePath)}
	if s.files != nil {
		dirs = append(dirs, filepath.Dir(s.files[0]))
	}
	for _, dir := range dirs {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
			return path, nil
		}
	}
	return "", mistakef("%s is a recipe that needs %s, which is not in %s: %s", filepath.Base(s.recipePath), name,
		strings.Join(slices.Compact(dirs), " nor in "), otherwise)
}

// recalled returns how the recipe reads the file of a role; nil: it has none.
func (s *session) recalled(open *api.Open, from engine.Source) (*api.Choices, error) {
	if s.recipe == nil || s.recipe.Of(open.Role) == nil {
		return nil, nil
	}
	used := s.recipe.Of(open.Role)
	look := used.Choices
	look.Roles, look.Chosen, look.Files = nil, nil, open.Files
	seen, err := s.do(api.Request{Open: &api.Open{Role: open.Role, Look: true, Read: &look, Files: open.Files}}, from)
	if err != nil {
		return nil, err
	}
	read, err := used.Read(from.Name(), seen.Opened.Read.Columns)
	if err != nil {
		return nil, mistakef("%s: %v", filepath.Base(s.recipePath), err)
	}
	read.Files = open.Files
	return read, nil
}

// decide applies what the recipe says that the user decided, before the fit or after it.
func (s *session) decide(d *api.Decisions) (*api.Amended, error) {
	reply, err := s.do(api.Request{Decide: d}, nil)
	if err != nil {
		return nil, err
	}
	a := reply.Amended
	if a.Strangers > 0 {
		s.warn("%s decides about %s that these labels don't have.", filepath.Base(s.recipePath), humanize.Count(a.Strangers, "task or worker"))
	}
	s.labels.Counts, s.labels.Methods = a.Counts, a.Methods
	return a, nil
}

// fitRecipe fits as the recipe says: from where its fit began to what was decided in the end.
func (s *session) fitRecipe() (*api.Fitted, error) {
	if _, err := s.decide(cmp.Or(s.recipe.Began, &s.recipe.Decisions)); err != nil {
		return nil, err
	}
	fitted, err := s.fit()
	if err != nil || s.recipe.Began == nil {
		return fitted, err
	}
	a, err := s.decide(&s.recipe.Decisions)
	if err != nil {
		return nil, err
	}
	return a.Fitted, nil
}

// compare says whether the labels are those of the recipe. record is the new run.json.
func (s *session) compareRecipe(record []byte) error {
	now, err := export.ReadRecipe(bytes.NewReader(record))
	if err != nil {
		return err
	}
	fmt.Fprintf(s.stderr, "concord: %s: %s\n", filepath.Base(s.recipePath), s.recipe.Compare(now))
	return nil
}
