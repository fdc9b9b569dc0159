package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	"concord/core/wire"
)

func (o *options) reportFlags() *flag.FlagSet {
	f := newFlags("report")
	o.fitting(f)
	o.reading(f)
	o.learning(f)
	f.StringVar(&o.out, "out", "report.html", "the `FILE` to write")
	f.BoolVar(&o.json, "json", false, "print the same as JSON, and write no file")
	return f
}

// workspaceEnding is how the names of workspaces end.
const workspaceEnding = ".concord"

// reportCommand fits a method, or opens a workspace, and writes the report.
func reportCommand(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	var o options
	labels, help, err := o.parse(o.reportFlags, args)
	if err != nil || help {
		return o.help(stdout, o.reportFlags, err)
	}
	s := newSession(ctx, &o, stdin, stderr)
	defer s.close()
	if strings.HasSuffix(labels, workspaceEnding) {
		return s.reportWorkspace(labels, stdout)
	}
	opened, err := s.open("labels", labels)
	if err != nil {
		return err
	}
	truth, err := s.beside()
	if err != nil {
		return err
	}
	fitted, err := s.fit()
	if err != nil {
		return err
	}
	if o.json {
		return s.printReport(stdout)
	}
	if err := s.export("report", o.out); err != nil {
		return err
	}
	path := o.out
	o.out = "" // summary would list the files of a folder
	_, err = fmt.Fprintf(stdout, "%s%s written\n", summary(&o, opened, truth, s.exam, fitted), path)
	return err
}

// reportWorkspace writes the report of what a workspace holds.
func (s *session) reportWorkspace(path string, stdout io.Writer) error {
	for name := range s.given {
		if name != "out" && name != "json" {
			return mistakef("-%s does not go with a workspace, which has its own labels and result", name)
		}
	}
	from, err := s.source(path)
	if err != nil {
		return err
	}
	if _, err := s.do(wire.Request{Open: &wire.Open{Role: "workspace", File: &wire.File{Name: from.name, Size: from.size}}}, from); err != nil {
		return err
	}
	if s.json {
		return s.printReport(stdout)
	}
	if err := s.export("report", s.out); err != nil {
		return err
	}
	_, err = fmt.Fprintf(stdout, "%s written\n", s.out)
	return err
}

// printReport prints the report as JSON.
func (s *session) printReport(stdout io.Writer) error {
	const what = "report-json"
	s.host.only[what] = sinks{stdout}
	_, err := s.do(wire.Request{Export: &wire.Export{What: what, Name: what}}, nil)
	return err
}
