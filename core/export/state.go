package export

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"math"

	"concord/core/crowd"
	"concord/core/fit"
)

// State is a fitted model put aside in a file, with all that is needed to fold
// in more labels later, or to fit again from where it stood.
type State struct {
	Method                  string            // of the catalog
	Values                  map[string]string // its parameters
	Seed                    uint64
	Source                  string // the name of the file that the labels came from
	Tasks, Workers, Classes []string
	Model                   *fit.Saved
}

// The file is gzip. In it comes a line of JSON, the header; then, little-endian,
// the names of tasks and workers (each its length, 4 bytes, and its bytes), the
// class prior, the class counts, the expected counts and the posteriors (8 bytes
// a number), the labels (4 bytes a task, 4 a worker, 2 a class) and the gold
// tasks (4 bytes each), if there are such; then the SHA-256 of all that.
const (
	stateFormat  = "concord state"
	stateVersion = 1
)

type stateHeader struct {
	Format  string            `json:"format"`
	Version int               `json:"version"`
	Concord string            `json:"concord"` // the version that wrote it
	Method  string            `json:"method"`
	Values  map[string]string `json:"values"`
	Seed    uint64            `json:"seed"`
	Source  string            `json:"source"`
	Options fit.CountOptions  `json:"options"`
	Classes []string          `json:"classes"`
	Tasks   int               `json:"tasks"`
	Workers int               `json:"workers"`
	Labels  int               `json:"labels"` // -1: not kept
	Gold    bool              `json:"gold"`
}

// What can be wrong with a saved state.
var (
	ErrNoState      = errors.New("this is no saved state")
	ErrStateVersion = errors.New("the state was saved by another version of Concord")
	ErrStateDamaged = errors.New("the saved state is damaged")
)

// WriteState writes a state. The same state gives the same bytes.
func WriteState(w io.Writer, s *State) error {
	m := s.Model
	h := stateHeader{
		Format: stateFormat, Version: stateVersion, Concord: Version,
		Method: s.Method, Values: s.Values, Seed: s.Seed, Source: s.Source, Options: m.Options,
		Classes: s.Classes, Tasks: m.Tasks, Workers: m.Workers, Labels: -1, Gold: m.Gold != nil,
	}
	if m.Labels != nil {
		h.Labels = m.Labels.Len()
	}
	line, err := json.Marshal(h)
	if err != nil {
		return err
	}
	e := newStateWriter(w)
	e.bytes(append(line, '\n'))
	for _, names := range [][]string{s.Tasks, s.Workers} {
		for _, name := range names {
			e.uint32(uint32(len(name)))
			e.bytes([]byte(name))
		}
	}
	for _, part := range [][]float64{m.Prior, m.Class, m.Counts, m.Posterior} {
		for _, x := range part {
			e.uint64(math.Float64bits(x))
		}
	}
	if l := m.Labels; l != nil {
		for i := range l.Tasks {
			from, to := l.Of(i)
			e.uint32(uint32(to - from))
		}
		for _, j := range l.Worker[l.Start[0]:l.Start[l.Tasks]] {
			e.uint32(uint32(j))
		}
		for _, k := range l.Class[l.Start[0]:l.Start[l.Tasks]] {
			e.uint16(k)
		}
	}
	for _, k := range m.Gold {
		e.uint32(uint32(k))
	}
	return e.end()
}

// stateWriter writes through gzip and adds up. It keeps the first error.
type stateWriter struct {
	z    *gzip.Writer
	to   *bufio.Writer // to z
	sum  hash.Hash
	word [8]byte
	err  error
}

func newStateWriter(w io.Writer) *stateWriter {
	z := gzip.NewWriter(w)
	return &stateWriter{z: z, to: bufio.NewWriterSize(z, 1<<16), sum: sha256.New()}
}

// end writes the sum of all and ends the file.
func (e *stateWriter) end() error {
	if e.err == nil {
		_, e.err = e.to.Write(e.sum.Sum(nil))
	}
	if e.err == nil {
		e.err = e.to.Flush()
	}
	if e.err != nil {
		return e.err
	}
	return e.z.Close()
}

func (e *stateWriter) bytes(b []byte) {
	if e.err == nil {
		e.sum.Write(b)
		_, e.err = e.to.Write(b)
	}
}

func (e *stateWriter) uint16(x uint16) { e.bytes(binary.LittleEndian.AppendUint16(e.word[:0], x)) }
func (e *stateWriter) uint32(x uint32) { e.bytes(binary.LittleEndian.AppendUint32(e.word[:0], x)) }
func (e *stateWriter) uint64(x uint64) { e.bytes(binary.LittleEndian.AppendUint64(e.word[:0], x)) }

// The most that a state may hold: as much as a fit could have had.
const (
	maxStateNumbers = 1 << 28
	maxStateLabels  = 1 << 29
	maxStateName    = 1 << 20
)

// ReadState reads a state. Whatever the bytes are, it neither panics nor takes
// more memory than they have bytes, by a small factor. Its errors wrap one of
// those above.
func ReadState(r io.Reader) (*State, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, noState(r, err)
	}
	d := &stateReader{from: bufio.NewReaderSize(z, 1<<16), sum: sha256.New()}
	h, err := d.header()
	if err != nil {
		return nil, err
	}
	n, m, k := h.Tasks, h.Workers, len(h.Classes)
	s := &State{
		Method: h.Method, Values: h.Values, Seed: h.Seed, Source: h.Source, Classes: h.Classes,
		Tasks: d.names(n), Workers: d.names(m),
		Model: &fit.Saved{Options: h.Options, Tasks: n, Workers: m, Classes: k},
	}
	s.Model.Prior, s.Model.Class, s.Model.Counts, s.Model.Posterior = d.floats(k), d.floats(k), d.floats(m*k*k), d.floats(n*k)
	if h.Labels >= 0 {
		s.Model.Labels = d.labels(n, m, k, h.Labels)
	}
	if h.Gold {
		s.Model.Gold = d.gold(n, k)
	}
	if err := d.end(ErrStateDamaged); err != nil {
		return nil, err
	}
	if err := s.Model.Check(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrStateDamaged, err)
	}
	return s, nil
}

// end checks that all is read and as it was written; else its error wraps
// damaged.
func (d *stateReader) end(damaged error) error {
	sum := d.sum.Sum(nil)
	stored := make([]byte, len(sum))
	if d.err == nil {
		_, d.err = io.ReadFull(d.from, stored)
	}
	if d.err == nil {
		if _, err := d.from.ReadByte(); err == nil {
			d.err = errors.New("there is more after its end")
		} else if err != io.EOF {
			d.err = err
		}
	}
	switch {
	case d.err == io.EOF || d.err == io.ErrUnexpectedEOF:
		return fmt.Errorf("%w: it ends too early", damaged)
	case d.err != nil:
		return fmt.Errorf("%w: %w", damaged, d.err)
	case !bytes.Equal(sum, stored):
		return fmt.Errorf("%w: its checksum is wrong", damaged)
	}
	return nil
}

// noState tells a file that is no gzip from one that could not be read.
func noState(r io.Reader, err error) error {
	if errors.Is(err, gzip.ErrHeader) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return ErrNoState
	}
	return err
}

// stateReader reads and adds up. It keeps the first error, and then returns
// zeros.
type stateReader struct {
	from *bufio.Reader
	sum  hash.Hash
	word [8]byte
	err  error
}

// line reads the first line, of 16 MiB at most.
func (d *stateReader) line() ([]byte, error) {
	var line []byte
	for {
		part, err := d.from.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case err == nil:
			d.sum.Write(line)
			return line, nil
		case err != bufio.ErrBufferFull || len(line) > maxStateName*16:
			return nil, fmt.Errorf("there is no first line: %w", err)
		}
	}
}

// header reads the first line and refuses what is of another kind or version.
func (d *stateReader) header() (*stateHeader, error) {
	line, err := d.line()
	if err != nil {
		return nil, ErrNoState
	}
	var kind struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
	}
	if json.Unmarshal(line, &kind) != nil || kind.Format != stateFormat {
		return nil, ErrNoState
	}
	if kind.Version != stateVersion {
		return nil, fmt.Errorf("%w: its format is %d, this is Concord %s, which reads %d", ErrStateVersion, kind.Version, Version, stateVersion)
	}
	var h stateHeader
	if err := json.Unmarshal(line, &h); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrStateDamaged, err)
	}
	n, m, k := h.Tasks, h.Workers, len(h.Classes)
	if n < 0 || m < 0 || k < 1 || k > crowd.MaxClasses || n > maxStateNumbers/k || m > maxStateNumbers/k/k || h.Labels < -1 || h.Labels > maxStateLabels {
		return nil, fmt.Errorf("%w: it speaks of %d tasks, %d workers, %d classes and %d labels", ErrStateDamaged, n, m, k, h.Labels)
	}
	return &h, nil
}

func (d *stateReader) read(b []byte) {
	if d.err != nil {
		clear(b)
		return
	}
	_, d.err = io.ReadFull(d.from, b)
	d.sum.Write(b)
}

func (d *stateReader) uint32() uint32 {
	d.read(d.word[:4])
	return binary.LittleEndian.Uint32(d.word[:4])
}

// some is how many items are made room for at a time, so that a header that
// lies takes no memory.
func some(n int) int { return min(n, 1<<16) }

func (d *stateReader) names(n int) []string {
	out := make([]string, 0, some(n))
	var b []byte
	for i := 0; i < n && d.err == nil; i++ {
		size := d.uint32()
		if size > maxStateName {
			d.err = fmt.Errorf("a name has %d bytes", size)
			break
		}
		b = append(b[:0], make([]byte, size)...)
		d.read(b)
		out = append(out, string(b))
	}
	return out
}

func (d *stateReader) floats(n int) []float64 {
	out := make([]float64, 0, some(n))
	for i := 0; i < n && d.err == nil; i++ {
		d.read(d.word[:8])
		out = append(out, math.Float64frombits(binary.LittleEndian.Uint64(d.word[:8])))
	}
	return out
}

func (d *stateReader) labels(tasks, workers, classes, n int) *crowd.Labels {
	l := &crowd.Labels{Tasks: tasks, Workers: workers, Classes: classes, Start: make([]int32, 1, some(tasks)+1)}
	total := uint64(0)
	for i := 0; i < tasks && d.err == nil; i++ {
		if total += uint64(d.uint32()); total > uint64(n) {
			d.err = errors.New("it has more labels than it says")
		}
		l.Start = append(l.Start, int32(total))
	}
	if d.err == nil && total != uint64(n) {
		d.err = errors.New("it has fewer labels than it says")
	}
	l.Worker, l.Class = make([]int32, 0, some(n)), make([]uint16, 0, some(n))
	for i := 0; i < n && d.err == nil; i++ {
		j := d.uint32()
		if j >= uint32(workers) {
			d.err = fmt.Errorf("a label is by worker %d of %d", j, workers)
		}
		l.Worker = append(l.Worker, int32(j))
	}
	for i := 0; i < n && d.err == nil; i++ {
		d.read(d.word[:2])
		k := binary.LittleEndian.Uint16(d.word[:2])
		if int(k) >= classes {
			d.err = fmt.Errorf("a label names class %d of %d", k, classes)
		}
		l.Class = append(l.Class, k)
	}
	return l
}

func (d *stateReader) gold(tasks, classes int) []int32 {
	out := make([]int32, 0, some(tasks))
	for i := 0; i < tasks && d.err == nil; i++ {
		k := int32(d.uint32())
		if k < crowd.Unknown || int(k) >= classes {
			d.err = fmt.Errorf("a gold task has class %d of %d", k, classes)
		}
		out = append(out, k)
	}
	return out
}
