package export

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
)

// Workspace is everything that is there: the files as they were opened, what was
// changed and asked for, and what was found, to the last bit. docs/workspace.md
// describes the format.
type Workspace struct {
	Files   []Kept
	Note    json.RawMessage // what the engine has to remember beside
	Page    string          // what the page has to remember
	Numbers []Numbers       // of the result
}

// Kept is a file and how it was read.
type Kept struct {
	Role    string
	Name    string
	Choices json.RawMessage
	Size    int64
	Open    func() (io.ReadCloser, error)
}

// Numbers are numbers with a name.
type Numbers struct {
	Name string
	X    []float64
}

const (
	workspaceFormat  = "concord workspace"
	workspaceVersion = 1
)

type workspaceHeader struct {
	Format  string             `json:"format"`
	Version int                `json:"version"`
	Concord string             `json:"concord"` // the version that wrote it
	Files   []workspaceFile    `json:"files"`
	Note    json.RawMessage    `json:"note"`
	Page    string             `json:"page"`
	Numbers []workspaceNumbers `json:"numbers"`
}

type workspaceFile struct {
	Role    string          `json:"role"`
	Name    string          `json:"name"`
	Size    int64           `json:"size"`
	Choices json.RawMessage `json:"choices"`
}

type workspaceNumbers struct {
	Name string `json:"name"`
	N    int    `json:"n"`
}

// What can be wrong with a workspace.
var (
	ErrNoWorkspace      = errors.New("this is no workspace of Concord")
	ErrWorkspaceNewer   = errors.New("the workspace was saved by a newer version of Concord")
	ErrWorkspaceDamaged = errors.New("the workspace is damaged")
)

// WriteWorkspace writes a workspace. The same workspace gives the same bytes.
func WriteWorkspace(w io.Writer, s *Workspace) error {
	h := workspaceHeader{Format: workspaceFormat, Version: workspaceVersion, Concord: Version, Note: s.Note, Page: s.Page}
	for _, f := range s.Files {
		h.Files = append(h.Files, workspaceFile{f.Role, f.Name, f.Size, f.Choices})
	}
	for _, x := range s.Numbers {
		h.Numbers = append(h.Numbers, workspaceNumbers{x.Name, len(x.X)})
	}
	line, err := json.Marshal(h)
	if err != nil {
		return err
	}
	e := newStateWriter(w)
	e.bytes(append(line, '\n'))
	for _, f := range s.Files {
		if err := e.file(&f); err != nil {
			return err
		}
	}
	for _, x := range s.Numbers {
		for _, v := range x.X {
			e.uint64(math.Float64bits(v))
		}
	}
	return e.end()
}

// file copies a file, which must be as long as it says.
func (e *stateWriter) file(f *Kept) error {
	from, err := f.Open()
	if err != nil {
		return fmt.Errorf("%s can't be read again: %w", f.Name, err)
	}
	defer from.Close()
	block := make([]byte, 1<<16)
	size := int64(0)
	for {
		n, err := from.Read(block)
		e.bytes(block[:n])
		size += int64(n)
		switch {
		case e.err != nil:
			return e.err
		case err == io.EOF && size == f.Size:
			return nil
		case err == io.EOF:
			return fmt.Errorf("%s has changed since it was opened: it has %d bytes now, not %d", f.Name, size, f.Size)
		case err != nil:
			return fmt.Errorf("%s can't be read again: %w", f.Name, err)
		}
	}
}

// ReadWorkspace reads a workspace. Whatever the bytes are, it neither panics nor
// takes more memory than they unpack to, by a small factor. Errors that are not
// those of reading wrap one of the three above.
func ReadWorkspace(r io.Reader) (*Workspace, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		if errors.Is(noState(r, err), ErrNoState) {
			return nil, ErrNoWorkspace
		}
		return nil, err
	}
	d := &stateReader{from: bufio.NewReaderSize(z, 1<<16), sum: sha256.New()}
	line, err := d.line()
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, fmt.Errorf("%w: it ends too early", ErrWorkspaceDamaged)
	case err != nil:
		return nil, ErrNoWorkspace
	}
	var kind struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
		Concord string `json:"concord"`
	}
	if json.Unmarshal(line, &kind) != nil || kind.Format != workspaceFormat {
		return nil, ErrNoWorkspace
	}
	if kind.Version > workspaceVersion {
		return nil, fmt.Errorf("%w: Concord %s; this is %s", ErrWorkspaceNewer, kind.Concord, Version)
	}
	var h workspaceHeader
	if err := json.Unmarshal(line, &h); err != nil || kind.Version < 1 {
		return nil, fmt.Errorf("%w: its header can't be understood", ErrWorkspaceDamaged)
	}
	s := &Workspace{Note: h.Note, Page: h.Page}
	for _, f := range h.Files {
		text := d.blob(f.Size)
		s.Files = append(s.Files, Kept{
			Role: f.Role, Name: f.Name, Choices: f.Choices, Size: f.Size,
			Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil },
		})
	}
	for _, x := range h.Numbers {
		if x.N < 0 {
			return nil, fmt.Errorf("%w: it speaks of %d numbers", ErrWorkspaceDamaged, x.N)
		}
		s.Numbers = append(s.Numbers, Numbers{x.Name, d.floats(x.N)})
	}
	return s, d.end(ErrWorkspaceDamaged)
}

// blob reads that many bytes.
func (d *stateReader) blob(size int64) []byte {
	if size < 0 {
		d.err = errors.Join(d.err, fmt.Errorf("a file has %d bytes", size))
		return nil
	}
	var out []byte
	for size > 0 && d.err == nil {
		from := len(out)
		part := int(min(size, 1<<20))
		out = append(out, make([]byte, part)...)
		d.read(out[from:])
		size -= int64(part)
	}
	return out
}

// Of returns the numbers of that name, nil where there are none.
func (s *Workspace) Of(name string) []float64 {
	for _, x := range s.Numbers {
		if x.Name == name {
			return x.X
		}
	}
	return nil
}
