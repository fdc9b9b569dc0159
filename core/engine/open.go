package engine

import (
	"bytes"
	"errors"
	"io"
	"math"
	"slices"
	"unicode/utf8"

	"concord/core/crowd"
	"concord/core/intake"
	"concord/core/synth"
	"concord/core/wire"
)

// The roles in which a file is opened.
const (
	roleLabels = "labels"
	roleTruth  = "truth"
)

// file is a file and the choices by which it is read.
type file struct {
	source Source
	guess  *intake.Guess
	read   wire.Read
}

// labels are a set of labels that is loaded.
type labels struct {
	file
	set     *intake.Set
	parts   crowd.Parts
	counts  *wire.Counts
	seconds float64 // that reading took
	ranks   [2]rank // of tasks and of workers, by name; made when they are first asked for
}

// truth is a file of what is known to be true. Where the labels have changed
// since it was read it holds nothing until it is read again.
type truth struct {
	file
	class []int32   // N, crowd.Unknown where not known; nil where labels are numbers
	value []float64 // N, NaN where not known; nil where labels are classes
}

type problem = intake.Problem

// headSize is how much of a file is looked at before it is read.
const headSize = 1 << 20

// open loads a file or a sample.
func (e *Engine) open(c *call, o *wire.Open, from Source) (*wire.Opened, error) {
	if o.Sample != "" {
		var err error
		if from, err = sample(o); err != nil {
			return nil, err
		}
	}
	if from == nil {
		return nil, refuse("There is no file to open.")
	}
	if o.Look {
		return look(o, from)
	}
	return e.load(c, o.Role, from, o.Read)
}

// look says what is understood of a file.
func look(o *wire.Open, from Source) (*wire.Opened, error) {
	f := &file{source: from}
	if err := f.detect(o.Read); err != nil {
		if r := asRefusal(err); r != nil {
			return nil, r
		}
		return nil, err
	}
	return f.opened(o.Role), nil
}

// reread loads a file again, with other choices.
func (e *Engine) reread(c *call, r *wire.Reread) (*wire.Opened, error) {
	var f *file
	switch {
	case r.Failed:
		f = e.failed[r.Role]
	case r.Role == roleLabels && e.labels != nil:
		f = &e.labels.file
	case r.Role == roleTruth && e.truth != nil:
		f = &e.truth.file
	}
	if f == nil {
		return nil, refuse("There is no file of %s to read again. Open it first.", r.Role)
	}
	return e.load(c, r.Role, f.source, &r.Read)
}

// load reads a file in a role. What was loaded in it stays until all is well.
func (e *Engine) load(c *call, role string, from Source, choices *wire.Read) (opened *wire.Opened, err error) {
	f := &file{source: from}
	defer func() {
		if r := asRefusal(err); r != nil {
			r.Opened = f.opened(role)
			e.failed[role] = f
			err = r
		}
	}()
	if err := f.detect(choices); err != nil {
		return nil, err
	}
	switch role {
	case roleLabels:
		opened, err = e.loadLabels(c, f)
	case roleTruth:
		opened, err = e.loadTruth(c, f)
	default:
		err = unknownRole(role)
	}
	if err == nil {
		delete(e.failed, role)
	}
	return opened, err
}

func (e *Engine) loadLabels(c *call, f *file) (*wire.Opened, error) {
	set, err := readAll(c, f, intake.Labels)
	if err != nil {
		return nil, e.note(err)
	}
	l := &labels{file: *f, set: set, seconds: c.seconds()}
	if l.counts, err = count(c, set); err != nil {
		return nil, err
	}
	l.parts = set.Data.Parts()

	e.labels, e.result, e.problems = l, nil, set.Problems.First
	if e.truth != nil {
		e.truth.class, e.truth.value = nil, nil
	}
	o := f.opened(roleLabels)
	o.Counts = l.counts
	o.Methods = methods(l.parts)
	o.Problems, o.Count = problems(set.Problems)
	o.Warnings, _ = problems(intake.Problems{First: set.Warnings})
	return o, nil
}

func (e *Engine) loadTruth(c *call, f *file) (*wire.Opened, error) {
	if e.labels == nil {
		return nil, refuse("Open a file of labels first; then the truth of its tasks.")
	}
	t := &truth{file: *f}
	bad, err := readAll(c, f, func(name string, r io.Reader, g *intake.Guess, o intake.Options) (bad intake.Problems, err error) {
		if set := e.labels.set; set.Data.Numeric() {
			t.value, bad, err = intake.TrueValues(name, r, g, set, o)
		} else {
			t.class, bad, err = intake.Truth(name, r, g, set, o)
		}
		return bad, err
	})
	if err != nil {
		return nil, e.note(err)
	}
	e.truth, e.problems = t, bad.First
	o := f.opened(roleTruth)
	o.Known = t.known()
	o.Problems, o.Count = problems(bad)
	if e.result != nil {
		e.result.judge(t)
		o.Accuracy, o.Numbers = e.result.accuracy(), e.result.numbers()
	}
	return o, nil
}

// known counts the tasks whose truth is known.
func (t *truth) known() int {
	n := 0
	for _, k := range t.class {
		if k != crowd.Unknown {
			n++
		}
	}
	for _, x := range t.value {
		if !math.IsNaN(x) {
			n++
		}
	}
	return n
}

// readAll has the whole of a file read, with progress.
func readAll[T any](c *call, f *file, read func(string, io.Reader, *intake.Guess, intake.Options) (T, error)) (T, error) {
	r, err := f.source.Open()
	if err != nil {
		var none T
		return none, err
	}
	defer r.Close()
	return read(f.source.Name(), r, f.guess, intake.Options{
		Skip: f.read.Skip, ManyClasses: f.read.ManyClasses,
		Progress: func(rows int, bytes int64) error {
			c.tell(func() wire.Progress {
				return wire.Progress{Phase: "read", Bytes: bytes, Total: f.source.Size(), Rows: rows}
			})
			return c.turn()
		},
	})
}

// note keeps the problems of a file that was refused for its bad rows, so that
// they can be downloaded.
func (e *Engine) note(err error) error {
	var bad *intake.BadRows
	if errors.As(err, &bad) {
		e.problems = bad.Problems.First
	}
	return err
}

// detect understands the file, as far as choices do not say otherwise.
func (f *file) detect(choices *wire.Read) error {
	r, err := f.source.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	head, err := io.ReadAll(io.LimitReader(r, headSize))
	if err != nil {
		return err
	}
	var known intake.Choice
	if choices != nil {
		known = intake.Choice{Encoding: choices.Encoding, Header: &choices.Header}
		known.Delimiter, _ = utf8.DecodeRuneInString(choices.Delimiter)
		if choices.Delimiter == "" {
			known.Delimiter = 0
		}
	}
	if f.guess, err = intake.DetectAs(f.source.Name(), head, known); err != nil {
		return err
	}
	if choices != nil {
		f.choose(choices)
	}
	f.describe()
	return nil
}

// choose puts the roles that the user chose in place of those detected. Where
// the columns are not those that the choice was made for, it means nothing.
func (f *file) choose(r *wire.Read) {
	f.read.Skip, f.read.ManyClasses = r.Skip, r.ManyClasses
	if len(r.Roles) != len(f.guess.Columns) {
		return
	}
	f.guess.Numeric = r.Numeric
	for n := range f.guess.Columns {
		if c, role := &f.guess.Columns[n], intake.Role(r.Roles[n]); role != c.Role {
			c.Role, c.Why = role, "your choice"
		}
	}
}

// describe puts the choices that hold into the words of the wire.
func (f *file) describe() {
	g := f.guess
	f.read.Delimiter, f.read.Header, f.read.Numeric, f.read.Encoding = string(g.Delimiter), g.Header, g.Numeric, g.Encoding
	f.read.Roles = nil
	for _, column := range g.Columns {
		f.read.Roles = append(f.read.Roles, string(column.Role))
	}
}

// opened tells what was understood of a file.
func (f *file) opened(role string) *wire.Opened {
	o := &wire.Opened{Role: role, File: wire.File{Name: f.source.Name(), Size: f.source.Size()}, Read: f.read}
	if g := f.guess; g != nil {
		o.Format, o.Encoding, o.Packing, o.Confirm, o.Offer = g.Format, g.Encoding, g.Packing, g.Confirm, g.Offer
		o.Preview = g.Preview
		for _, column := range g.Columns {
			o.Columns = append(o.Columns, wire.Column{Name: column.Name, Why: column.Why})
		}
	}
	return o
}

// shown is how many problems travel with a reply.
const shown = 20

func problems(p intake.Problems) (first []wire.Problem, count int) {
	for _, one := range p.First[:min(shown, len(p.First))] {
		first = append(first, wireProblem(one))
	}
	return first, p.Count
}

func wireProblem(p intake.Problem) wire.Problem {
	return wire.Problem{File: p.File, Line: p.Line, Column: p.Column, Text: p.Text, What: p.What, Do: p.Do}
}

// asRefusal turns an error of intake into what the page shows. It returns nil
// for what is no fault of the file.
func asRefusal(err error) *refusal {
	var (
		r   *refusal
		bad *intake.BadRows
		one *intake.Problem
	)
	switch {
	case errors.As(err, &r):
		return r
	case errors.As(err, &bad):
		r = &refusal{Message: bad.Error(), CanSkip: bad.Good > 0, Good: bad.Good}
		r.Problems, r.Count = problems(bad.Problems)
		return r
	case errors.As(err, &one):
		return &refusal{Message: one.Error(), Problems: []wire.Problem{wireProblem(*one)}, Count: 1}
	}
	return nil
}

// sample is one of the samples as a file.
func sample(o *wire.Open) (Source, error) {
	all := synth.Samples()
	i := slices.IndexFunc(all, func(s synth.Sample) bool { return s.Name == o.Sample })
	if i < 0 {
		return nil, refuse("There is no sample %q.", o.Sample)
	}
	if o.Role == roleTruth {
		text, ok := all[i].Truth()
		if !ok {
			return nil, refuse("The truth of the sample %q is not known.", all[i].Title)
		}
		return memory{o.Sample + "-truth.csv", text}, nil
	}
	return memory{o.Sample + ".csv", all[i].Labels()}, nil
}

// memory is a file in memory.
type memory struct {
	name string
	text []byte
}

func (m memory) Name() string                 { return m.name }
func (m memory) Size() int64                  { return int64(len(m.text)) }
func (m memory) Open() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(m.text)), nil }
