package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"concord/core/api"
)

func reportFlags(o *options, f *flag.FlagSet) {
	f.StringVar(&o.out, "out", "report.html", "the `FILE` to write")
	f.StringVar(&o.paper, "paper", "", "write to this `DIR` what a paper takes over: a methods paragraph, tables as LaTeX, Markdown and CSV, "+
		"references; the report only with --out")
	f.StringVar(&o.key, "key", "", "write whom the pseudonyms of the workers stand for to this `FILE`")
	f.BoolVar(&o.names, "worker-names", false, "name the workers; else pseudonyms stand for them")
	f.BoolVar(&o.json, "json", false, "print the same as JSON, and write no file")
}

// runReport fits a method, or opens a project, and writes the report.
func runReport(s *session) error {
	var text string
	if s.json && s.paper != "" {
		return mistakef("--json and --paper can't be combined")
	}
	if s.json || s.paper != "" && !s.given["out"] {
		s.out = ""
	}
	if path := s.files[0]; strings.HasSuffix(path, ".concord") {
		if err := s.openProject(path); err != nil {
			return err
		}
	} else {
		fitted, err := s.fitAll()
		if err != nil {
			return err
		}
		text = s.summary(fitted)
	}
	if err := s.export(api.FileKey, s.key); err != nil {
		return err
	}
	if s.paper != "" {
		if err := s.writePaper(text); err != nil || s.out == "" {
			return err
		}
		text = ""
	}
	if s.json {
		const what = api.FileReportJSON
		var text strings.Builder
		s.host.copies[what] = &text
		if _, err := s.do(api.Request{Export: &api.Export{What: what, Name: what, Names: s.names}}, nil); err != nil {
			return err
		}
		s.prose = visible{s.stdout}
		return s.say(text.String())
	}
	if err := s.export(api.FileReport, s.out); err != nil {
		return err
	}
	return s.say(fmt.Sprintf("%s%s written\n", text, s.out))
}

// writePaper writes what a paper takes over from the result.
func (s *session) writePaper(text string) error {
	reply, err := s.do(api.Request{Publish: &api.Publish{Names: s.names}}, nil)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(s.paper, 0o755); err != nil {
		return fmt.Errorf("the folder of --paper can't be made: %w", err)
	}
	var names []string
	for _, part := range reply.Paper.Parts {
		s.host.paths[part.File] = filepath.Join(s.paper, part.File)
		to, err := s.host.create(part.File)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(to, part.Text); err != nil {
			to.Abort()
			return err
		}
		if err := to.Close(); err != nil {
			return err
		}
		names = append(names, part.File)
	}
	return s.say(fmt.Sprintf("%s%s: %s\n", text, s.paper, strings.Join(names, ", ")))
}

// openProject opens a saved project, which has labels and a result of its own.
func (s *session) openProject(path string) error {
	for name := range s.given {
		if !slices.Contains([]string{"out", "json", "paper", "key", "worker-names"}, name) {
			return mistakef("--%s does not go with a project, which has its own labels and result", name)
		}
	}
	from, err := s.input(path)
	if err != nil {
		return err
	}
	_, err = s.load("project", from, nil)
	return err
}
