// Package sessiontest opens files in a session, as tests of what is loaded and of what is computed from it need it. Only tests use it.
package sessiontest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"

	"concord/core/api"
	"concord/core/job"
	"concord/core/session"
)

// Job begins a job that nobody cancels, on a host whose clock goes on by a millisecond whenever it is read.
func Job(testing.TB) *job.Job {
	clock := 0.
	host := &job.Host{
		Seconds: func() float64 { clock += .001; return clock }, Today: func() string { return "2026-01-02" },
	}
	return job.New(context.Background(), host, 1, func(api.Reply) {})
}

// File is a file in memory: a name and what it holds.
type File struct{ Called, Text string }

func (f File) Name() string { return f.Called }
func (f File) Size() int64  { return int64(len(f.Text)) }

// Open reads the file from its start.
func (f File) Open() (io.ReadCloser, error) {
	return io.NopCloser(bytes.NewReader([]byte(f.Text))), nil
}

// Joined is several files as one source.
func Joined(files ...File) (whole File, all []api.File) {
	whole.Called = "joined.csv"
	for _, f := range files {
		all = append(all, api.File{Name: f.Called, Size: f.Size()})
		whole.Text += f.Text
	}
	return whole, all
}

// Visit holds a session, and a file that could not be opened by its role.
type Visit struct {
	*session.Session
	T      testing.TB
	failed map[string]*session.File
}

// New returns a visit with nothing open.
func New(t testing.TB) *Visit {
	return &Visit{Session: &session.Session{}, T: t, failed: map[string]*session.File{}}
}

// Try opens a file in a role. What was open stays if it can't be.
func (v *Visit) Try(role string, from session.Source, files []api.File, read *api.Choices) (*api.Opened, *api.Fault) {
	v.T.Helper()
	s, o, err := v.With(Job(v.T), role, from, files, read)
	if err == nil {
		v.Session = s
		return o, nil
	}
	var failed *session.Failed
	if errors.As(err, &failed) {
		v.failed[role] = failed.File
	}
	var fault *api.Fault
	if !errors.As(err, &fault) {
		v.T.Fatalf("%s: %v", from.Name(), err)
	}
	return nil, fault
}

// Open opens a file that can be opened.
func (v *Visit) Open(role string, from session.Source, files ...api.File) *api.Opened {
	v.T.Helper()
	return v.must(v.Try(role, from, files, nil))
}

// Text opens a file of the role's name.
func (v *Visit) Text(role, text string) *api.Opened {
	v.T.Helper()
	return v.Open(role, File{role + ".csv", text})
}

// Refused tries to open a file that can't be opened, and returns why.
func (v *Visit) Refused(role string, from session.Source, files ...api.File) *api.Fault {
	v.T.Helper()
	return v.mustNot(v.Try(role, from, files, nil))
}

// Reread reads the file in a role again: the one that could not be opened last, if there is one.
func (v *Visit) Reread(role string, read api.Choices) *api.Opened {
	v.T.Helper()
	o := v.must(v.Try(role, v.source(role), nil, &read))
	delete(v.failed, role)
	return o
}

// RefusedAgain is Reread where the choices can't be followed.
func (v *Visit) RefusedAgain(role string, read api.Choices) *api.Fault {
	v.T.Helper()
	return v.mustNot(v.Try(role, v.source(role), nil, &read))
}

// LookAt recognises a file.
func (v *Visit) LookAt(from session.Source) *api.Opened {
	v.T.Helper()
	o, err := v.Look(Job(v.T), "", from, nil, nil)
	if err != nil {
		v.T.Fatalf("%s: %v", from.Name(), err)
	}
	return o
}

// Drop closes the file in a role.
func (v *Visit) Drop(role string) {
	v.T.Helper()
	s, err := v.Without(Job(v.T), role)
	if err != nil {
		v.T.Fatal(err)
	}
	v.Session = s
}

func (v *Visit) source(role string) session.Source {
	v.T.Helper()
	if f := v.failed[role]; f != nil {
		return f.Source
	}
	in := v.Input(role)
	if in == nil {
		v.T.Fatalf("no file of %s is open", role)
	}
	return in.Source
}

func (v *Visit) must(o *api.Opened, f *api.Fault) *api.Opened {
	v.T.Helper()
	if f != nil {
		v.T.Fatalf("got %+v", f)
	}
	return o
}

func (v *Visit) mustNot(o *api.Opened, f *api.Fault) *api.Fault {
	v.T.Helper()
	if f == nil {
		v.T.Fatalf("it is opened: %+v", o)
	}
	return f
}
