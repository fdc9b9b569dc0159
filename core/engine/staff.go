package engine

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"concord/core/catalog"
	"concord/core/intake"
	"concord/core/transport"
	"concord/core/wire"
)

// Several workers read a large file, each its own part of it. A helper is
// started for one job and ended after it: its memory is given back, a Cancel
// ends it at once, and there is nothing in it that could be out of date. Whatever
// goes wrong in parts is done again by the engine alone, so that helpers change
// how long something takes and nothing else.

// Employer is a Host that can start helpers.
type Employer interface {
	Host
	// Helpers is how many helpers may work beside the engine.
	Helpers() int
	// Worth is how many bytes of a file, and how many labels of a fit, are worth a
	// worker: below, starting a helper and putting together what it finds cost more
	// than they save.
	Worth() (bytes, labels int64)
	// Help starts a helper, in which Help runs. file is what it may read, nil for
	// nothing. It ends with ctx, and what is expected of it then is ctx.Err().
	Help(ctx context.Context, file Source) (transport.Helper, error)
}

// Cuttable is a Source that can be read from anywhere, by several at once. It can't
// be read any more once it has changed, as a browser's File can't: so all of them
// read the same, and so does who comes later.
type Cuttable interface {
	Source
	OpenAt(from int64) (io.ReadCloser, error)
}

// Help is the work of a helper: it does the one job that it is told over line.
func Help(line transport.Line, file Source) error {
	message, err := line.Receive()
	if err != nil {
		return err
	}
	m := transport.NewReader(message)
	switch job := m.Byte(); job {
	case jobRead:
		var errand intake.Errand
		if err := json.Unmarshal(m.Bytes(), &errand); err != nil {
			return err
		}
		cuttable, ok := file.(Cuttable)
		if !ok {
			return errors.New("a helper was given no file to read a part of")
		}
		return intake.SendPart(line, cuttable.OpenAt, &errand)
	case jobFit:
		return catalog.Serve(line)
	default:
		return fmt.Errorf("a helper was told to do %q", job)
	}
}

// The jobs of helpers.
const (
	jobRead byte = 'r'
	jobFit  byte = 'f' // passes of the Dawid–Skene family
)

// ownShare is what the engine reads itself of a file, where a helper reads 1: it
// also puts together what all of them find.
const ownShare = .8

// attentive is a helper whom the engine waits for without being deaf to the world,
// or silent.
type attentive struct {
	transport.Helper
	*reading
}

// Receive implements transport.Line.
func (a attentive) Receive() ([]byte, error) {
	if err := a.progress(); err != nil {
		return nil, err
	}
	return a.Helper.Receive()
}

// readLabels reads a file of labels, in parts where that pays, if there is room
// for it. The checksum is made on the way, unless the file is sure to be the same
// when it is asked for.
func (e *Engine) readLabels(c *call, f *file) (*intake.Set, error) {
	if _, sure := f.source.(Cuttable); !sure {
		f.hash = sha256.New()
		defer func() { f.sum, f.hash = hex.EncodeToString(f.hash.Sum(nil)), nil }()
	}
	if f.several() {
		return e.readSeveral(c, f)
	}
	set, err := e.readInParts(c, f)
	var bad *intake.BadRows
	var refused *refusal
	switch {
	case set != nil || errors.As(err, &bad) || errors.As(err, &refused):
		return set, err
	case c.ctx.Err() != nil:
		return nil, c.ctx.Err()
	}
	if err := e.room(f); err != nil {
		return nil, err
	}
	if err := c.turn(); err != nil {
		return nil, err
	}
	return readAll(c, f, intake.Labels)
}

// workers is how many workers, this one among them, a file of so many bytes or a
// fit of so many labels is worth: a power of two, so that sums over their parts can
// have one order.
func (e *Engine) workers(bytes, labels int64) int {
	n := 1
	if employer, ok := e.host.(Employer); ok {
		perFile, perFit := employer.Worth()
		for m := int64(2); m <= int64(employer.Helpers()+1) && (m*perFile <= bytes || m*perFit <= labels); m *= 2 {
			n = int(m)
		}
	}
	return n
}

// readInParts reads a file of labels in parts; nil where it has to be read in one.
func (e *Engine) readInParts(c *call, f *file) (*intake.Set, error) {
	source, ok := f.source.(Cuttable)
	workers := e.workers(f.source.Size(), 0)
	if !ok || workers == 1 {
		return nil, nil
	}
	ranges, err := intake.Ranges(readerAt{source}, source.Size(), f.guess, workers, ownShare)
	if err != nil || len(ranges) == 1 {
		return nil, err
	}
	j := &reading{call: c, file: f, source: source}
	defer j.end()
	for _, of := range ranges[1:] {
		if err := j.start(e.host.(Employer), of); err != nil {
			return nil, err
		}
	}
	if err := e.room(f); err != nil { // while the helpers begin
		return nil, err
	}
	parts := make([]*intake.Part, len(ranges))
	if parts[0], err = j.read(ranges[0]); err != nil {
		return nil, err
	}
	for n, r := range j.remotes {
		parts[n+1] = r.Part()
	}
	return intake.Merge(parts)
}

// reading is a file that is being read in parts.
type reading struct {
	*call
	file    *file
	source  Cuttable
	helpers []transport.Helper
	remotes []*intake.Remote
	rows    int // of our own part
	bytes   int64
}

// end ends the helpers.
func (j *reading) end() {
	for _, h := range j.helpers {
		h.End()
	}
}

func (j *reading) options(of intake.Range) intake.Options {
	r := j.file.read
	return intake.Options{
		Skip: r.Skip, ManyClasses: r.ManyClasses, Drop: r.Drop, Again: j.file.again(), Merge: j.file.merge(),
		Size: min(of.To, j.source.Size()) - of.From,
	}
}

// start has a helper read a part.
func (j *reading) start(host Employer, of intake.Range) error {
	h, err := host.Help(j.ctx, j.source)
	if err != nil {
		return err
	}
	j.helpers = append(j.helpers, h)
	errand := intake.NewErrand(j.source.Name(), j.file.guess, j.options(of), of)
	text, err := json.Marshal(errand)
	if err != nil {
		return err
	}
	var m transport.Message
	m.Byte(jobRead)
	m.Bytes(text)
	j.remotes = append(j.remotes, intake.NewRemote(attentive{h, j}, errand, h.End))
	return h.Send(m)
}

// read reads our own part, and takes in what the helpers find meanwhile.
func (j *reading) read(of intake.Range) (*intake.Part, error) {
	r, err := j.source.OpenAt(of.From)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	o := j.options(of)
	o.Progress = func(rows int, bytes int64) error {
		j.rows, j.bytes = rows, bytes
		for _, r := range j.remotes {
			if err := r.Take(); err != nil {
				return err
			}
		}
		return j.progress()
	}
	return intake.ReadPart(j.source.Name(), r, j.file.guess, o, of)
}

// progress tells how far all of them have come, and lets the world in.
func (j *reading) progress() error {
	j.tell(func() wire.Progress {
		p := wire.Progress{Phase: "read", Bytes: j.bytes, Total: j.source.Size(), Rows: j.rows}
		for _, r := range j.remotes {
			rows, bytes := r.Progress()
			p.Rows += rows
			p.Bytes += bytes
		}
		p.Bytes = min(p.Bytes, p.Total) // each reads a little beyond its part
		return p
	})
	return j.turn()
}

// team is the helpers of one fit. It implements fit.Crew.
type team struct {
	*call
	engine  *Engine
	helpers []transport.Helper
}

// Hire implements fit.Crew.
func (t *team) Hire(labels, parts int) []transport.Line {
	var lines []transport.Line
	for range min(t.engine.workers(0, int64(labels)), parts) - 1 {
		h, err := t.engine.host.(Employer).Help(t.ctx, nil)
		if err != nil {
			t.end()
			return nil
		}
		t.helpers = append(t.helpers, h)
		if h.Send([]byte{jobFit}) != nil {
			t.end()
			return nil
		}
		lines = append(lines, h)
	}
	return lines
}

// end ends the helpers.
func (t *team) end() {
	for _, h := range t.helpers {
		h.End()
	}
}

// readerAt makes an io.ReaderAt of a Cuttable.
type readerAt struct{ Cuttable }

func (r readerAt) ReadAt(p []byte, from int64) (int, error) {
	file, err := r.OpenAt(from)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	n, err := io.ReadFull(file, p)
	if err == io.ErrUnexpectedEOF {
		err = io.EOF
	}
	return n, err
}
