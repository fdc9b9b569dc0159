package export

import (
	"bytes"
	"errors"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"
)

func keep(role, text string) Kept {
	return Kept{
		Role: role, Name: role + ".csv", Choices: []byte(`{"header":true}`), Size: int64(len(text)),
		Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil },
	}
}

func pack(t testing.TB, s *Project) []byte {
	var b bytes.Buffer
	if err := s.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func aProject() *Project {
	return &Project{
		Files: []Kept{keep("labels", "a,b,c\n"), keep("truth", "")}, Note: []byte(`{"amend":{}}`), Page: "p\n",
		Numbers: []Numbers{{"posterior", []float64{.1, math.Copysign(0, -1), math.Inf(1)}}, {"prior", []float64{}}},
	}
}

func TestProjectSurvives(t *testing.T) {
	text := pack(t, aProject())
	if !bytes.Equal(text, pack(t, aProject())) {
		t.Error("the same project gives different bytes")
	}
	got, err := ReadProject(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	want := aProject()
	for n, f := range got.Files {
		from, _ := f.Open()
		read, _ := io.ReadAll(from)
		first, _ := want.Files[n].Open()
		was, _ := io.ReadAll(first)
		if !bytes.Equal(read, was) {
			t.Errorf("%s: got %q, want %q", f.Role, read, was)
		}
		got.Files[n].Open, want.Files[n].Open = nil, nil
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if !math.Signbit(got.Of("posterior")[1]) || got.Of("nothing") != nil {
		t.Error("numbers lose their bits, or appear from nowhere")
	}
}

func TestAFileThatHasChangedIsNotSaved(t *testing.T) {
	for _, size := range []int64{5, 7} {
		s := aProject()
		s.Files[0].Size = size
		if err := s.Write(io.Discard); err == nil || !strings.Contains(err.Error(), "has changed since it was opened") {
			t.Errorf("size %d: got %v", size, err)
		}
	}
}

// What can be saved can be opened again, whatever the length of its header; what can't be opened is not saved.
func TestLongHeaders(t *testing.T) {
	s := aProject()
	s.Page = strings.Repeat("a note ", 3<<20)
	again, err := ReadProject(bytes.NewReader(pack(t, s)))
	if err != nil || again.Page != s.Page {
		t.Errorf("21 MB: got %v", err)
	}
	s.Page = strings.Repeat("a note ", maxLine/7+1)
	if err := s.Write(io.Discard); err == nil || !strings.Contains(err.Error(), "shorten the notes") {
		t.Errorf("64 MB: got %v", err)
	}
}

// FuzzReadProject checks that no bytes make it panic, and that whatever is
// wrong has one of the four reasons.
func FuzzReadProject(f *testing.F) {
	text := pack(f, aProject())
	f.Add(text)
	f.Add(text[:len(text)/2])
	f.Add([]byte("task,worker,label\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := ReadProject(bytes.NewReader(text))
		switch {
		case err == nil:
			again, err := ReadProject(bytes.NewReader(pack(t, s)))
			if err != nil || len(again.Files) != len(s.Files) {
				t.Errorf("what was read can't be read again: %v", err)
			}
		case !errors.Is(err, ErrNotSaved) && !errors.Is(err, ErrNewer) && !errors.Is(err, ErrDamaged):
			t.Errorf("got %v", err)
		}
	})
}
