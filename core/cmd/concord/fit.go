package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"concord/core/engine"
	"concord/core/wire"
)

// options are the flags of concord fit.
type options struct {
	method           string
	values           map[string]string
	seed             uint64
	maxSteps, parts  int
	tolerance, gain  float64
	truth, gold      string
	confusion, mode  string
	sets             string
	out              string
	json, exact      bool
	skip, manyLabels bool
	roles, numeric   string
	delimiter        string
	header           string
	encoding         string
}

func (o *options) flags() *flag.FlagSet {
	f := flag.NewFlagSet("fit", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.StringVar(&o.method, "method", "ds", "the `NAME` of the method; concord methods lists them")
	f.Func("set", "a setting of the method, `KEY=VALUE`; may be repeated", func(s string) error {
		key, value, ok := strings.Cut(s, "=")
		if !ok {
			return errors.New("it needs KEY=VALUE")
		}
		o.values[key] = value
		return nil
	})
	f.Uint64Var(&o.seed, "seed", 1, "breaks ties and draws what is random")
	f.IntVar(&o.maxSteps, "max-steps", 0, "stop after this `NUMBER` of steps (default 1000)")
	f.Float64Var(&o.tolerance, "tolerance", 0, "stop when the parameters move by less than this `NUMBER`; negative: never (default 1e-4)")
	f.Float64Var(&o.gain, "gain", 0, "stop when the objective rises by less than this `NUMBER`; 0: never")
	f.IntVar(&o.parts, "parts", 0, "the `NUMBER` of goroutines that a step may use (default 1)")
	f.StringVar(&o.truth, "truth", "", "a `FILE` of known true labels to compare with: task, label")
	f.StringVar(&o.gold, "gold", "", "a `FILE` of known true labels that the method is given: task, label")
	f.StringVar(&o.confusion, "confusion", "", "a `FILE` of confusion matrices to begin with: worker, truth, label, and probability or count")
	f.StringVar(&o.mode, "confusion-mode", "assign", "how they enter: assign replaces the first step's, addition is added to its counts, prior to those of every step")
	f.StringVar(&o.sets, "multilabel", "", "a task may have several labels, with the `SEPARATOR` between them in a cell, or, where it is the word rows, in one row each")
	f.StringVar(&o.out, "out", "", "the `DIR` for the answers: labels.csv, posteriors.csv, workers.csv, confusion.csv, run.json …")
	f.BoolVar(&o.json, "json", false, "print run.json, and nothing else")
	f.BoolVar(&o.exact, "exact", false, "write names that a spreadsheet would run as formulas as they are, without an apostrophe before them")
	f.BoolVar(&o.skip, "skip", false, "leave bad rows out")
	f.BoolVar(&o.manyLabels, "many-labels", false, "take more than 1,000 different labels for what they are")
	f.StringVar(&o.roles, "roles", "", "which columns to read, `task=COL,worker=COL,label=COL`, by name or number (default: as detected)")
	f.StringVar(&o.numeric, "numeric", "", "whether labels are numbers on a scale, `yes or no` (default: as detected)")
	f.StringVar(&o.header, "header", "", "whether the first row names the columns, `yes or no` (default: as detected)")
	f.StringVar(&o.delimiter, "delimiter", "", "the `CHARACTER` between cells, or tab (default: as detected)")
	f.StringVar(&o.encoding, "encoding", "", "the `NAME` of the encoding: utf-8, utf-16le, utf-16be, windows-1252, windows-1251 (default: as detected)")
	return f
}

// parse reads the flags, which may stand before and after the file.
func (o *options) parse(args []string) (labels string, help bool, err error) {
	o.values = map[string]string{}
	f := o.flags()
	var files []string
	for {
		if err := f.Parse(args); errors.Is(err, flag.ErrHelp) {
			return "", true, nil
		} else if err != nil {
			return "", false, mistakef("%v; concord fit -help lists the flags", err)
		}
		if f.NArg() == 0 {
			break
		}
		files = append(files, f.Arg(0))
		args = f.Args()[1:]
	}
	switch {
	case len(files) == 0:
		return "", false, mistakef("no file of labels; usage: concord fit [flags] LABELS.csv")
	case len(files) > 1:
		return "", false, mistakef("one file of labels, please, not %d: %s", len(files), strings.Join(files, ", "))
	case len(slices.DeleteFunc([]string{files[0], o.truth, o.gold, o.confusion}, func(f string) bool { return f != "-" })) > 1:
		return "", false, mistakef("only one file can come from standard input")
	case o.maxSteps < 0 || o.parts < 0 || o.gain < 0:
		return "", false, mistakef("-max-steps, -parts and -gain can't be negative")
	}
	return files[0], false, nil
}

// fitCommand reads a file, fits a method and writes the answers.
func fitCommand(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	var o options
	labels, help, err := o.parse(args)
	if err != nil {
		return err
	}
	if help {
		fmt.Fprintf(stdout, "usage: concord fit [flags] LABELS.csv\n\n")
		f := o.flags()
		f.SetOutput(stdout)
		f.PrintDefaults()
		return nil
	}
	h := &host{start: time.Now(), dir: o.out, only: map[string]sinks{}}
	s := &session{ctx: ctx, host: h, engine: engine.New(h), options: &o, stdin: stdin, stderr: stderr}
	defer s.close()
	opened, err := s.open("labels", labels)
	if err != nil {
		return err
	}
	if o.out != "" {
		if err := makeDir(o.out); err != nil {
			return err
		}
	}
	var truth *wire.Opened
	for _, beside := range []struct{ role, path string }{{"truth", o.truth}, {"gold", o.gold}, {"confusion", o.confusion}} {
		if beside.path == "" {
			continue
		}
		r, err := s.open(beside.role, beside.path)
		if err != nil {
			return err
		}
		if beside.role == "truth" {
			truth = r
		}
	}
	fitted, err := s.fit()
	if err != nil {
		return err
	}
	var record bytes.Buffer
	h.only["run.json"] = sinks{&record}
	if err := s.write(fitted); err != nil {
		return err
	}
	if o.json {
		_, err = stdout.Write(record.Bytes())
		return err
	}
	_, err = io.WriteString(stdout, summary(&o, opened, truth, fitted))
	return err
}

// session is one run of concord fit.
type session struct {
	*options
	ctx    context.Context
	host   *host
	engine *engine.Engine
	stdin  io.Reader
	stderr io.Writer
	done   []func() // to be called at the end
}

func (s *session) close() {
	for _, done := range s.done {
		done()
	}
}

// do serves a request. Its fault is the user's, unless it was Concord's.
func (s *session) do(r wire.Request, from engine.Source) (wire.Reply, error) {
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
	case f.Broken:
		return reply, errors.New(f.Message)
	case f.CanSkip:
		return reply, mistakef("%s With -skip the bad rows are left out, and %d remain.", f.Message, f.Good)
	}
	return reply, mistake{f.Message}
}

// open reads a file in a role.
func (s *session) open(role, path string) (*wire.Opened, error) {
	from, done, err := source(path, s.stdin)
	s.done = append(s.done, done)
	if err != nil {
		return nil, err
	}
	open := &wire.Open{Role: role, Look: true, File: &wire.File{Name: from.name, Size: from.size}}
	reply, err := s.do(wire.Request{Open: open}, from)
	if err != nil {
		return nil, err
	}
	read, err := s.choose(role, from, reply.Opened)
	if err != nil {
		return nil, err
	}
	open.Look, open.Read = false, read
	if reply, err = s.do(wire.Request{Open: open}, from); err != nil {
		return nil, err
	}
	opened := reply.Opened
	for _, w := range opened.Warnings {
		s.warn("%s: %s. %s.", w.File, w.What, w.Do)
	}
	if n := opened.Count; n > 0 {
		p := opened.Problems[0]
		s.warn("%s: left out %s, the first on line %d: %s.", p.File, plural(n, "row"), p.Line, p.What)
	}
	return opened, nil
}

func (s *session) warn(format string, args ...any) {
	fmt.Fprintf(s.stderr, "concord: warning: "+format+"\n", args...)
}

// choose puts the flags in place of what was detected.
func (s *session) choose(role string, from engine.Source, seen *wire.Opened) (*wire.Read, error) {
	read := seen.Read
	s.common(role, &read)
	if role != "labels" {
		return &read, nil
	}
	if s.delimiter != "" || s.header != "" || s.encoding != "" {
		switch {
		case s.delimiter == "tab" || s.delimiter == `\t`:
			read.Delimiter = "\t"
		case s.delimiter != "":
			read.Delimiter = s.delimiter
		}
		if s.encoding != "" {
			read.Encoding = s.encoding
		}
		if err := yesNo("header", s.header, &read.Header); err != nil {
			return nil, err
		}
		read.Roles = nil // the columns are others now
		reply, err := s.do(wire.Request{Open: &wire.Open{Role: role, Look: true, Read: &read}}, from)
		if err != nil {
			return nil, err
		}
		seen = reply.Opened
		read = seen.Read
		s.common(role, &read)
	}
	if err := yesNo("numeric", s.numeric, &read.Numeric); err != nil {
		return nil, err
	}
	if s.roles != "" {
		return &read, chooseRoles(s.roles, seen.Columns, &read)
	}
	if found := len(slices.DeleteFunc(slices.Clone(read.Roles), func(r string) bool { return r == "" })); found == 3 && seen.Confirm != "" {
		return nil, mistakef("%s: %s. Confirm what was detected with -roles %s, or name other columns.", seen.File.Name, seen.Confirm, rolesFlag(&read))
	}
	return &read, nil
}

// common sets the choices that need no look at the file.
func (s *session) common(role string, read *wire.Read) {
	read.Skip, read.ManyClasses = s.skip, s.manyLabels
	if role == "confusion" {
		read.Mode = s.mode
		return
	}
	if s.sets != "" {
		read.Sets = true
		if s.sets != "rows" {
			read.Separator = s.sets
		}
		read.Numeric = false
	}
}

func yesNo(name, value string, to *bool) error {
	switch value {
	case "":
	case "yes":
		*to = true
	case "no":
		*to = false
	default:
		return mistakef("-%s is yes or no, not %q", name, value)
	}
	return nil
}

// chooseRoles reads task=COL,worker=COL,label=COL.
func chooseRoles(text string, columns []wire.Column, read *wire.Read) error {
	for n := range read.Roles {
		read.Roles[n] = ""
	}
	for _, one := range strings.Split(text, ",") {
		role, name, ok := strings.Cut(one, "=")
		if !ok || !slices.Contains([]string{"task", "worker", "label"}, role) {
			return mistakef("-roles has %q; it needs task=COL,worker=COL,label=COL", one)
		}
		at := slices.IndexFunc(columns, func(c wire.Column) bool { return c.Name == name })
		if at < 0 {
			n, err := strconv.Atoi(name)
			if err != nil || n < 1 || n > len(columns) {
				var names []string
				for _, c := range columns {
					names = append(names, c.Name)
				}
				return mistakef("-roles: there is no column %q; there are %s", name, strings.Join(names, ", "))
			}
			at = n - 1
		}
		if read.Roles[at] != "" {
			return mistakef("-roles gives the column %q two roles", columns[at].Name)
		}
		read.Roles[at] = role
	}
	return nil
}

// rolesFlag writes roles as -roles wants them.
func rolesFlag(read *wire.Read) string {
	var out []string
	for n, role := range read.Roles {
		if role != "" {
			out = append(out, fmt.Sprintf("%s=%d", role, n+1))
		}
	}
	return strings.Join(out, ",")
}

func (s *session) fit() (*wire.Fitted, error) {
	reply, err := s.do(wire.Request{Fit: &wire.Fit{
		Method: s.method, Values: s.values, Seed: s.seed,
		MaxSteps: s.maxSteps, Tolerance: s.tolerance, Gain: s.gain, Parts: s.parts,
	}}, nil)
	if err != nil {
		return nil, err
	}
	for _, w := range reply.Fitted.Warnings {
		s.warn("%s", w)
	}
	return reply.Fitted, nil
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
			return fmt.Errorf("%s: %s", name, err) // no mistake of the user's
		}
	}
	return nil
}

// fileName is what a download is called in the folder for the answers.
func fileName(what string) string {
	if what == "run" {
		return "run.json"
	}
	return what + ".csv"
}
