package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"concord/core/analysis"
	"concord/core/api"
	"concord/core/crowd"
	"concord/core/export"
	"concord/core/job"
	"concord/core/session"
)

// note is what a project holds besides files and numbers.
type note struct {
	Amend  api.Amend            `json:"amend"`
	Result *analysis.NoteResult `json:"result,omitempty"`
}

// projectFile returns everything there is as a project.
func (e *Engine) projectFile(_ *call, x *api.Export) (*export.File, error) {
	if e.session.Labels == nil {
		return nil, api.Refuse("There is nothing to save. Open a file of labels first.")
	}
	w, r := &export.Project{Page: x.Page}, e.result
	for _, role := range api.Roles() {
		f := e.session.Input(role.Name)
		if f == nil {
			continue
		}
		read := f.Choices()
		if g := f.Found; g != nil && g.Confirm != "" && r != nil && r.Method != nil {
			read.Confirmed = true // or nobody would have run a method
		}
		read.Detected = api.Detected{} // the file says that itself
		choices, err := json.Marshal(read)
		if err != nil {
			return nil, err
		}
		from := f.Source
		w.Files = append(w.Files, export.Kept{Role: role.Name, Name: from.Name(), Size: from.Size(), Choices: choices, Open: from.Open})
	}
	n := note{Amend: e.session.Labels.Amend}
	if r != nil {
		n.Result, w.Numbers = r.Put()
	}
	var err error
	w.Note, err = json.Marshal(n)
	return export.NewFile(x.What, w.Write), err
}

// reopen replaces everything by a project.
func (e *Engine) reopen(on *call, _ *api.Open) (*api.Reopened, error) {
	if on.file == nil {
		return nil, api.Refuse("There is no file to open. Choose one.")
	}
	next, out, err := e.unpacked(on.Job, on.file)
	if err != nil {
		return nil, err
	}
	*e = *next
	return out, nil
}

// unpacked opens a project in a new engine.
func (e *Engine) unpacked(c *job.Job, from Source) (*Engine, *api.Reopened, error) {
	w, err := session.ReadSaved(c, from, api.RoleProject)
	if err != nil {
		return nil, nil, err
	}
	next, back := e.empty(c)
	defer back()
	out := &api.Reopened{Page: w.Page}
	var n note
	if json.Unmarshal(w.Note, &n) != nil {
		err = errors.New("what it says of its result can't be understood")
	} else {
		err = next.refill(c, w, &n, out)
	}
	switch {
	case c.Ctx.Err() != nil:
		return nil, nil, c.Ctx.Err()
	case err != nil:
		return nil, nil, api.Refuse("%s can't be opened again: %s. Open the files that it was made of instead.", from.Name(),
			strings.TrimSuffix(err.Error(), "."))
	}
	return next, out, nil
}

// empty returns an engine with nothing loaded, in which the job goes on until back is called.
func (e *Engine) empty(c *job.Job) (next *Engine, back func()) {
	next = New(e.host)
	next.methods, next.enough = e.methods, e.enough // which other goroutines hold
	was := c.Cache
	c.Cache = next.cache
	return next, func() { c.Cache = was }
}

// asState returns a file that is opened as an earlier fit, or the state of the fit if it is a project.
func (e *Engine) asState(c *job.Job, from Source) (Source, error) {
	if role, err := session.SavedRole(from); role != api.RoleProject {
		return from, err
	}
	whole, _, err := e.unpacked(c, from)
	if err != nil {
		return nil, err
	}
	if whole.result == nil {
		return nil, api.Refuse("%s holds no fit that could be gone on with. Open it as a project, and run a method first.", from.Name())
	}
	state, err := whole.result.Saving(c)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	if err := (&export.Project{State: state}).Write(&text); err != nil {
		return nil, err
	}
	return memory{from.Name(), text.Bytes()}, nil
}

// refill opens a project in an empty engine.
func (e *Engine) refill(c *job.Job, w *export.Project, n *note, out *api.Reopened) error {
	err := e.loadAll(c, out, func(role string) (Source, *api.Choices, error) {
		i := slices.IndexFunc(w.Files, func(f export.Kept) bool { return f.Role == role })
		if i < 0 {
			return nil, nil, nil
		}
		f, read := &w.Files[i], new(api.Choices)
		if json.Unmarshal(f.Choices, read) != nil {
			return nil, nil, fmt.Errorf("how %s was read can't be understood", f.Name)
		}
		if role == api.RoleConfusion && read.Mode == "" { // when that could be left out, it was the default
			read.Mode = session.ModeName(crowd.Assign)
		}
		return packed{f}, read, nil
	})
	if err != nil {
		return err
	}
	if e.session.Labels == nil {
		return errors.New("it has no labels")
	}
	if len(n.Amend.Exclude)+len(n.Amend.Review)+len(n.Amend.Checked)+len(n.Amend.Order) > 0 {
		var err error
		if out.Amended, err = e.amend(&call{Job: c}, &n.Amend); err != nil {
			return err
		}
	}
	if n.Result == nil {
		return nil
	}
	if err := n.Result.Check(); err != nil {
		return err
	}
	out.Fit = &n.Result.Fit
	r, err := e.methods.Restored(c, e.session, w, n.Result)
	out.Fitted, err = e.shown(c, r, err)
	return err
}

// loadAll loads the files of all roles as they are to be read. of returns none for a role without a file.
func (e *Engine) loadAll(c *job.Job, out *api.Reopened, of func(role string) (Source, *api.Choices, error)) error {
	for _, r := range api.Roles() {
		from, read, err := of(r.Name)
		if err != nil {
			return err
		}
		if from == nil {
			continue
		}
		opened, err := e.load(c, r.Name, from, nil, read)
		if err != nil {
			return err
		}
		at := len(out.Opened)
		if r.Name == api.RoleLabels {
			at = 0
		}
		out.Opened = slices.Insert(out.Opened, at, *opened)
	}
	return nil
}

// packed is a file of a project.
type packed struct{ *export.Kept }

func (k packed) Name() string                 { return k.Kept.Name }
func (k packed) Size() int64                  { return k.Kept.Size }
func (k packed) Open() (io.ReadCloser, error) { return k.Kept.Open() }
