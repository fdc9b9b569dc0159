package export

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/fit"
)

// Project is the content of a saved file: everything that was open, or only a fitted
// model. docs/project.md describes the format.
type Project struct {
	Files   []Kept          `json:"files,omitempty"` // as they were opened
	Note    json.RawMessage `json:"note,omitempty"`  // the engine's
	Page    string          `json:"page,omitempty"`  // the page's
	Numbers []Numbers       `json:"-"`               // of the result
	State   *State          `json:"-"`               // a fitted model without the files it came from; nil: none
}

// Kept is a file and how it was read.
type Kept struct {
	Role    string                        `json:"role"`
	Name    string                        `json:"name"`
	Size    int64                         `json:"size"`
	Choices json.RawMessage               `json:"choices"`
	Open    func() (io.ReadCloser, error) `json:"-"`
}

// Numbers are numbers with a name.
type Numbers struct {
	Name string
	X    []float64
}

// State is a fitted model with all that is needed to fold in more labels later, or to continue the fit.
type State struct {
	Method  string            `json:"method"` // of the catalog
	Values  map[string]string `json:"values"` // its parameters
	Seed    uint64            `json:"seed"`
	Source  string            `json:"source"` // the name of the file that the labels came from
	Classes []string          `json:"classes"`
	Tasks   []string          `json:"-"`
	Workers []string          `json:"-"`
	Model   *fit.Saved        `json:"-"`
}

const (
	savedHead    = `{"format":"concord `
	savedFormat  = "concord workspace" // what a project was called when the format was made
	savedVersion = 2
)

// savedHeader is the first line of a saved file.
type savedHeader struct {
	Format  string    `json:"format"`
	Version int       `json:"version"`
	Concord string    `json:"concord"` // the version that wrote it
	Files   few[Kept] `json:"files,omitempty"`
	Project
	State *savedState    `json:"state,omitempty"`
	Lists few[savedList] `json:"lists,omitempty"`
}

type savedState struct {
	State
	Classes few[string]      `json:"classes"`
	Options fit.CountOptions `json:"options"`
}

// few is a list that is read no further than there may be classes, the longest that a header has: items of a few bytes take many
// times as much memory.
type few[T any] []T

// UnmarshalJSON implements json.Unmarshaler.
func (f *few[T]) UnmarshalJSON(text []byte) error {
	*f = nil
	d := json.NewDecoder(bytes.NewReader(text))
	switch begin, err := d.Token(); {
	case err != nil || begin == nil: // null
		return err
	case begin != json.Delim('['):
		return fmt.Errorf("it has %v where a list should be", begin)
	}
	for d.More() {
		if len(*f) == crowd.MaxClasses {
			return fmt.Errorf("it has a list of more than %d items", crowd.MaxClasses)
		}
		var item T
		if err := d.Decode(&item); err != nil {
			return err
		}
		*f = append(*f, item)
	}
	return nil
}

// What can be wrong with a saved file; the messages follow its name.
var (
	ErrNotSaved = errors.New("is not from Concord")
	ErrNewer    = errors.New("was saved by a newer version of Concord")
	ErrDamaged  = errors.New("is damaged")
	ErrTrap     = errors.New("unpacks to so much more than its size that it may be a trap")
)

// Write writes a saved file. The same project gives the same bytes.
func (s *Project) Write(w io.Writer) error {
	h := savedHeader{Format: savedFormat, Version: savedVersion, Concord: api.Version, Files: s.Files, Project: *s}
	var lists []list
	for _, x := range s.Numbers {
		lists = append(lists, list{x.Name, x.X})
	}
	if m := s.State; m != nil {
		h.State = &savedState{*m, m.Classes, m.Model.Options}
		lists = append(lists, m.lists()...)
	}
	for _, l := range lists {
		h.Lists = append(h.Lists, l.header())
	}
	line, err := json.Marshal(h)
	if err != nil {
		return err
	}
	if len(line) > maxLine {
		return fmt.Errorf("what was chosen, reviewed and noted takes %d MB, and a saved file has room for %d MB of it: shorten the notes",
			len(line)>>20, maxLine>>20)
	}
	to := newSavedWriter(w)
	to.Write(append(line, '\n'))
	for _, f := range s.Files {
		if err := to.file(&f); err != nil {
			return err
		}
	}
	for _, l := range lists {
		to.list(l.items)
	}
	return to.end()
}

// ReadProject reads a saved file, also of older versions. Whatever the bytes, it does not
// panic, and takes no more memory than a small multiple of their uncompressed size, which is
// bounded as for any packed file. Errors other than those of reading wrap ErrNotSaved, ErrNewer,
// ErrDamaged or ErrTrap.
func ReadProject(r io.Reader) (*Project, error) {
	d, err := newSavedReader(r)
	if err != nil {
		return nil, err
	}
	line, err := d.line()
	if err != nil {
		return nil, err
	}
	h, err := readHeader(line)
	if err != nil {
		return nil, err
	}
	s := &h.Project
	s.Files = h.Files
	for n := range s.Files {
		text := d.blob(s.Files[n].Size)
		s.Files[n].Open = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }
	}
	lists := map[string]any{}
	for _, about := range h.Lists {
		l := d.list(about)
		lists[about.Name] = l
		if x, ok := l.([]float64); ok && h.State == nil {
			s.Numbers = append(s.Numbers, Numbers{about.Name, x})
		}
	}
	if err := d.end(); err != nil {
		return nil, err
	}
	if h.State != nil {
		if s.State, err = h.State.with(lists); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
		}
	}
	return s, nil
}

// Saved reports whether Concord saved a file, and whether it is only a fitted model.
func Saved(r io.Reader) (saved, state bool) {
	d, err := newSavedReader(r)
	if err != nil {
		return false, false
	}
	head, _ := d.from.Peek(len(savedHead))
	if !bytes.HasPrefix(head, []byte(savedHead)) {
		return false, false
	}
	var h struct {
		Format string
		State  *struct{}
	}
	if line, err := d.line(); err == nil {
		err = json.Unmarshal(line, &h)
		state = err == nil && (h.Format == olderState || h.State != nil)
	}
	return true, state
}

// readHeader parses the first line of a saved file.
func readHeader(line []byte) (*savedHeader, error) {
	var kind struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
		Concord string `json:"concord"`
	}
	if json.Unmarshal(line, &kind) != nil {
		return nil, ErrNotSaved
	}
	read, newest := readHeader2, savedVersion
	switch {
	case kind.Format == olderState:
		read, newest = readStateHeader1, 1
	case kind.Format != savedFormat:
		return nil, ErrNotSaved
	case kind.Version == 1:
		read = readHeader1
	}
	if kind.Version > newest {
		return nil, fmt.Errorf("%w: Concord %s; this is %s", ErrNewer, kind.Concord, api.Version)
	}
	h, err := read(line)
	if err == nil && kind.Version < 1 {
		err = fmt.Errorf("its version is %d", kind.Version)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: its header can't be understood: %w", ErrDamaged, err)
	}
	return h, nil
}

func readHeader2(line []byte) (*savedHeader, error) {
	var h savedHeader
	return &h, json.Unmarshal(line, &h)
}

// lists are the long parts of a state.
func (s *State) lists() []list {
	m := s.Model
	lists := []list{
		{"tasks", s.Tasks}, {"workers", s.Workers}, {"prior", m.Prior}, {"class", m.Class}, {"counts", m.Counts}, {"posterior", m.Posterior},
	}
	if l := m.Labels; l != nil {
		per := make([]int32, l.Tasks)
		for i := range per {
			from, to := l.Of(i)
			per[i] = int32(to - from)
		}
		from, to := l.Start[0], l.Start[l.Tasks]
		lists = append(lists, list{"labels", per}, list{"worker", l.Worker[from:to]}, list{"label", l.Class[from:to]})
	}
	if m.Gold != nil {
		lists = append(lists, list{"gold", m.Gold})
	}
	return lists
}

// with completes a state with its lists, if they belong together.
func (s *savedState) with(lists map[string]any) (*State, error) {
	out := &s.State
	out.Classes = s.Classes
	out.Tasks, out.Workers = named[string](lists, "tasks"), named[string](lists, "workers")
	m := &fit.Saved{
		Options: s.Options, Tasks: len(out.Tasks), Workers: len(out.Workers), Classes: len(out.Classes),
		Prior: named[float64](lists, "prior"), Class: named[float64](lists, "class"), Counts: named[float64](lists, "counts"),
		Posterior: named[float64](lists, "posterior"), Gold: named[int32](lists, "gold"),
	}
	out.Model = m
	if _, ok := lists["labels"]; ok {
		l := &crowd.Labels{
			Tasks: m.Tasks, Workers: m.Workers, Classes: m.Classes,
			Worker: named[int32](lists, "worker"), Class: named[uint16](lists, "label"), Start: make([]int32, m.Tasks+1),
		}
		per := named[int32](lists, "labels")
		if len(per) != m.Tasks || len(l.Worker) != len(l.Class) {
			return nil, errors.New("its labels do not belong together")
		}
		for i, n := range per {
			if n < 0 || int(n) > len(l.Worker)-int(l.Start[i]) {
				return nil, errors.New("its tasks have more labels than there are")
			}
			l.Start[i+1] = l.Start[i] + n
		}
		if l.Len() != len(l.Worker) {
			return nil, errors.New("its tasks have fewer labels than there are")
		}
		for n, j := range l.Worker {
			if j < 0 || int(j) >= m.Workers || int(l.Class[n]) >= m.Classes {
				return nil, fmt.Errorf("a label names worker %d of %d, class %d of %d", j, m.Workers, l.Class[n], m.Classes)
			}
		}
		m.Labels = l
	}
	for _, k := range m.Gold {
		if k < crowd.Unknown || int(k) >= m.Classes {
			return nil, fmt.Errorf("a gold task has class %d of %d", k, m.Classes)
		}
	}
	return out, m.Check()
}

// named returns the list of that name; nil: there is none of this type.
func named[T any](lists map[string]any, name string) []T {
	x, _ := lists[name].([]T)
	return x
}

// Of returns the numbers of that name, nil where there are none.
func (s *Project) Of(name string) []float64 {
	if i := slices.IndexFunc(s.Numbers, func(x Numbers) bool { return x.Name == name }); i >= 0 {
		return s.Numbers[i].X
	}
	return nil
}
