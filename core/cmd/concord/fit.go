package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"concord/core/engine"
	"concord/core/export"
	"concord/core/wire"
)

// fitCommand reads a file, fits a method and writes the answers.
func fitCommand(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	var o options
	labels, help, err := o.parse(o.flags, args)
	if err != nil || help {
		return o.help(stdout, o.flags, err)
	}
	s := newSession(ctx, &o, stdin, stderr)
	s.host.dir = o.out
	defer s.close()
	if o.state != "" {
		if err := s.openState(); err != nil {
			return err
		}
	}
	opened, err := s.open("labels", labels)
	if err != nil {
		return err
	}
	if o.out != "" {
		if err := makeDir(o.out); err != nil {
			return err
		}
	}
	truth, err := s.beside()
	if err != nil {
		return err
	}
	fitted, err := s.fit()
	if err != nil {
		return err
	}
	var record bytes.Buffer
	s.host.only["run.json"] = sinks{&record}
	if err := s.write(fitted); err != nil {
		return err
	}
	if o.json {
		_, err = stdout.Write(record.Bytes())
		return err
	}
	_, err = io.WriteString(stdout, summary(&o, opened, truth, s.exam, fitted))
	return err
}

// help prints what there is to know of a command, unless there is an error.
func (o *options) help(stdout io.Writer, flags func() *flag.FlagSet, err error) error {
	if err != nil {
		return err
	}
	f := flags()
	fmt.Fprintf(stdout, "usage: concord %s [flags] LABELS.csv …\n\n", f.Name())
	f.SetOutput(stdout)
	f.PrintDefaults()
	return nil
}

// session is one run of a command.
type session struct {
	*options
	ctx    context.Context
	host   *host
	engine *engine.Engine
	stdin  io.Reader
	stderr io.Writer
	done   []func()       // to be called at the end
	once   []os.FileInfo  // what was read, and can't be read again
	from   session.Source // the labels
	labels *wire.Opened   // the same, as they were read
	held   []wire.Holds   // what the file of labels holds beside them
	exam   *wire.Opened   // the truth of predicted tasks; nil: none was given
}

func newSession(ctx context.Context, o *options, stdin io.Reader, stderr io.Writer) *session {
	h := &host{start: time.Now(), only: map[string]sinks{}, paths: map[string]string{}}
	return &session{ctx: ctx, host: h, engine: engine.New(h), options: o, stdin: stdin, stderr: stderr}
}

func (s *session) close() {
	for _, done := range s.done {
		done()
	}
}

// do serves a request. Its fault is the user's, unless it was Concord's.
func (s *session) do(r wire.Request, from session.Source) (wire.Reply, error) {
	var reply wire.Reply
	s.engine.Do(s.ctx, r, from, func(r wire.Reply) {
		if r.Final() {
			reply = r
		}
	})
	f := reply.Fault
	switch {
	case f == nil:
		return reply, nil
	case f.Cancelled:
		return reply, errors.New("interrupted")
	case f.Broken && s.host.kept:
		return reply, mistake{f.Message}
	case f.Broken:
		return reply, errors.New(f.Message)
	case f.HeaderLine > 0 && r.Open != nil && r.Open.Role == "labels":
		return reply, mistakef("%s With -header-line %d it is the header.", f.Message, f.HeaderLine)
	case f.NoWorker:
		return reply, mistakef("%s With -anonymous each row is another worker's: that is enough for a majority vote and figures of agreement.", f.Message)
	case f.Many:
		return reply, mistakef("%s With -many-labels they are taken for what they are.", f.Message)
	case f.CanSkip:
		return reply, mistakef("%s With -skip the bad rows are left out, and %d remain.", f.Message, f.Good)
	}
	return reply, mistake{f.Message}
}

// fit runs the method, or folds the labels into the saved state.
func (s *session) fit() (*wire.Fitted, error) {
	r := wire.Request{Fit: &wire.Fit{
		Method: s.method, Values: s.values, Seed: s.seed, Resume: s.refit,
		MaxSteps: s.maxSteps, Tolerance: s.tolerance, Gain: s.gain, Parts: s.parts,
	}}
	if s.state != "" && !s.refit {
		r = wire.Request{Fold: &wire.Fold{Seed: s.seed, MaxSteps: s.maxSteps, Tolerance: s.tolerance}}
	}
	before := s.guesswork(s.method)
	reply, err := s.do(r, nil)
	if err != nil {
		return nil, err
	}
	for _, w := range reply.Fitted.Warnings {
		if w != before {
			s.warn("%s", w)
		}
	}
	return reply.Fitted, nil
}

// guesswork says, before methods run, why the answer of one of them will be guesswork,
// and returns what it said; "" where there is nothing to say.
func (s *session) guesswork(methods ...string) string {
	gold := slices.ContainsFunc(s.held, func(h wire.Holds) bool { return h.Role == "gold" })
	told := s.state != "" || s.gold != "" || s.confusion != "" || gold
	for _, m := range s.labels.Methods {
		if why := s.labels.Counts.Guesswork(m, told); why != "" && slices.Contains(methods, m.Name) {
			s.warn("%s", why)
			return why
		}
	}
	return ""
}

// write writes all files to the folder for the answers, run.json last; only
// run.json, into memory, where there is no folder.
func (s *session) write(f *wire.Fitted) error {
	files := f.Files
	if s.out == "" {
		files = []string{"run"}
	}
	for _, what := range files {
		name := fileName(what)
		if _, err := s.do(wire.Request{Export: &wire.Export{What: what, Safe: !s.exact, Name: name}}, nil); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if s.as != "" {
		for _, shape := range strings.Split(s.as, ",") {
			name := export.ShapeFile(shape)
			if _, err := s.do(wire.Request{Export: &wire.Export{What: "labels", As: shape, Safe: !s.exact, Name: name}}, nil); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	if err := s.export("workspace", s.save); err != nil || s.saveState == "" {
		return err
	}
	s.host.paths[stateName] = s.saveState
	_, err := s.do(wire.Request{Export: &wire.Export{What: "state", Name: stateName}}, nil)
	return err
}

// stateName is what the engine calls the saved state; the host knows the path.
const stateName = "state.gz"

// fileName is what a download is called in the folder for the answers.
func fileName(what string) string {
	if what == "run" {
		return "run.json"
	}
	return what + ".csv"
}
