package session

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/export"
	"concord/core/job"
	"concord/core/labels"
)

// Saved is an earlier fit that is loaded.
type Saved struct {
	Input
	tasks, workers *index
	*export.State
}

// index is a list of names in which names are found.
type index struct {
	names []string
	at    map[string]int32
}

func newIndex(names []string) *index {
	x := &index{at: make(map[string]int32, len(names))}
	for _, name := range names {
		x.add(name)
	}
	return x
}

// add returns the index of a name, a new one if it has none.
func (x *index) add(name string) int32 {
	i, ok := x.at[name]
	if !ok {
		i = int32(len(x.names))
		x.at[name] = i
		x.names = append(x.names, name)
	}
	return i
}

func (x *index) Len() int                       { return len(x.names) }
func (x *index) At(i int) string                { return x.names[i] }
func (x *index) Append(to []byte, i int) []byte { return append(to, x.names[i]...) }

func (x *index) Find(name string) (int, bool) {
	i, ok := x.at[name]
	if !ok {
		return -1, false
	}
	return int(i), true
}

// loadState reads an earlier fit. Labels that are loaded are joined to it.
func (l *loader) loadState() (*api.Opened, error) {
	from := l.file.Source
	w, err := ReadSaved(l.Job, from, api.RoleState)
	if err != nil {
		return nil, err
	}
	s := &Saved{Input: l.input(api.Problems{}), State: w.State}
	s.tasks, s.workers = newIndex(s.Tasks), newIndex(s.Workers)
	if len(s.tasks.names) != len(s.Tasks) || len(s.workers.names) != len(s.Workers) {
		return nil, api.Refuse("%s: the earlier fit %s: a name comes twice. Save it anew, or fit again.", from.Name(), export.ErrDamaged)
	}
	o := &api.Opened{
		Role: api.RoleState, File: api.File{Name: from.Name(), Size: from.Size()},
		State: &api.State{
			Method: s.Method, Title: s.Method, Source: s.Source, Tasks: len(s.Tasks), Workers: len(s.Workers),
			Classes: s.Classes,
		},
	}
	if s.Model.Labels != nil {
		o.State.Labels = s.Model.Labels.Len()
	}
	if was := l.s.Labels; was != nil {
		if l.s.Labels, err = prepare(l.Job, was.Input, was.own, s); err != nil {
			return nil, err
		}
		o.Counts = l.s.Labels.Counts
	}
	l.s.State = s
	return o, nil
}

// ReadSaved reads a file that Concord saved, to be opened in a role.
func ReadSaved(c *job.Job, from Source, role string) (*export.Project, error) {
	in, err := from.Open()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	w, err := export.ReadProject(c.Reader(in, from.Size()))
	what, none, again := "project", "no project of Concord. Choose a file that ends in .concord", "Copy it anew, or save it again"
	if role == api.RoleState {
		what, none, again = "earlier fit", "no earlier fit. Choose a project: a file that ends in .concord", "Save it anew, or fit again"
	}
	switch {
	case c.Ctx.Err() != nil:
		return nil, c.Ctx.Err()
	case errors.Is(err, export.ErrNotSaved), err == nil && role == api.RoleState && w.State == nil:
		return nil, api.Refuse("%s: this is %s.", from.Name(), none)
	case errors.Is(err, export.ErrNewer):
		return nil, api.Refuse("%s: the %s %s. Open it with that version.", from.Name(), strings.TrimPrefix(what, "saved "), err)
	case errors.Is(err, export.ErrDamaged):
		return nil, api.Refuse("%s: the %s %s. %s.", from.Name(), what, err, again)
	case errors.Is(err, export.ErrTrap):
		return nil, api.Refuse("%s: the %s %s. If you trust it, unpack it yourself (gunzip < FILE > NEW.concord) and open "+
			"what that writes.", from.Name(), what, err)
	case err == nil && role == api.RoleProject && w.State != nil:
		return nil, api.Refuse("%s: this is no project of Concord but an earlier fit. Open it as such.", from.Name())
	}
	return w, err
}

// join makes one set of the labels of a state and those that came since, with the names of the state first. fresh has only the
// latter, with the same indices.
func (s *Saved) join(c *job.Job, own *labels.Set) (joined *labels.Set, fresh *crowd.Dataset, err error) {
	class := make([]int32, own.Classes.Len())
	for k := range class {
		at := slices.Index(s.Classes, own.Classes.At(k))
		if at < 0 {
			return nil, nil, api.Refuse("The labels have the class “%s”, which the earlier fit does not know; it knows %s. Drop that, and "+
				"fit all labels again.", own.Classes.At(k), some(s.Classes))
		}
		class[k] = int32(at)
	}
	tasks, workers := newIndex(s.tasks.names), newIndex(s.workers.names) // copies
	worker := make([]int32, own.Workers.Len())
	for j := range worker {
		worker[j] = workers.add(own.Workers.At(j))
	}
	d := own.Data
	i, j, k := make([]int32, 0, d.Len()), make([]int32, 0, d.Len()), make([]int32, 0, d.Len())
	err = c.Over(d.Tasks, func(task int) {
		name := tasks.add(own.Tasks.At(task))
		from, to := d.Of(task)
		for n := from; n < to; n++ {
			i, j, k = append(i, name), append(j, worker[d.Worker[n]]), append(k, class[d.Class[n]])
		}
	})
	if err != nil {
		return nil, nil, err
	}
	known := crowd.NewLabels(tasks.Len(), workers.Len(), len(s.Classes), i, j, k)
	fresh = &crowd.Dataset{Labels: known}
	if s.Model.Labels != nil {
		known = crowd.Join(s.Model.Labels, &known)
	}
	joined = new(*own)
	joined.Data, joined.Tasks, joined.Workers, joined.Classes = &crowd.Dataset{Labels: known}, tasks, workers, newIndex(s.Classes)
	return joined, fresh, nil
}

// some joins the first few names of a list.
func some(names []string) string {
	if len(names) > 5 {
		return fmt.Sprintf("%s … (%d in all)", strings.Join(names[:5], ", "), len(names))
	}
	return strings.Join(names, ", ")
}

// Gold returns the gold labels of the state, overridden by those given now; nil if there are none.
func (s *Saved) Gold(tasks int, given []int32) []int32 {
	if s == nil || s.Model.Gold == nil {
		return given
	}
	out := slices.Repeat([]int32{crowd.Unknown}, tasks)
	copy(out, s.Model.Gold)
	for i, k := range given {
		if k != crowd.Unknown {
			out[i] = k
		}
	}
	return out
}

// Estimate returns the estimate of the state, with its confusion matrices extended to so many workers.
func (s *Saved) Estimate(workers int) *crowd.Estimate {
	e := catalog.Recall(s.Model)
	e.Confusion = append(e.Confusion, make([]float64, workers*len(s.Classes)*len(s.Classes)-len(e.Confusion))...)
	return e
}
