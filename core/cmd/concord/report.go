package main

import (
	"flag"
	"fmt"
	"strings"

	"concord/core/api"
)

func reportFlags(o *options, f *flag.FlagSet) {
	f.StringVar(&o.out, "out", "report.html", "the `FILE` to write")
	f.BoolVar(&o.json, "json", false, "print the same as JSON, and write no file")
}

// runReport fits a method, or opens a project, and writes the report.
func runReport(s *session) error {
	var text string
	if s.json {
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
	if s.json {
		const what = api.FileReportJSON
		var text strings.Builder
		s.host.copies[what] = &text
		if _, err := s.do(api.Request{Export: &api.Export{What: what, Name: what}}, nil); err != nil {
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

// openProject opens a saved project, which has labels and a result of its own.
func (s *session) openProject(path string) error {
	for name := range s.given {
		if name != "out" && name != "json" {
			return mistakef("-%s does not go with a project, which has its own labels and result", name)
		}
	}
	from, err := s.input(path)
	if err != nil {
		return err
	}
	_, err = s.load("project", from, nil)
	return err
}
