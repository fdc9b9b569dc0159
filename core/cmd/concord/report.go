package main

import (
	"context"
	"flag"
	"fmt"
	"io"
)

func (o *options) reportFlags() *flag.FlagSet {
	f := newFlags("report")
	o.fitting(f)
	o.reading(f)
	o.learning(f)
	f.StringVar(&o.out, "out", "report.html", "the `FILE` to write")
	return f
}

// reportCommand fits a method and writes the report.
func reportCommand(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	var o options
	labels, help, err := o.parse(o.reportFlags, args)
	if err != nil || help {
		return o.help(stdout, o.reportFlags, err)
	}
	s := newSession(ctx, &o, stdin, stderr)
	defer s.close()
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
	if err := s.export("report", o.out); err != nil {
		return err
	}
	path := o.out
	o.out = "" // summary would list the files of a folder
	_, err = fmt.Fprintf(stdout, "%s%s written\n", summary(&o, opened, truth, fitted), path)
	return err
}
