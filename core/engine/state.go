package engine

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/export"
	"concord/core/fit"
	"concord/core/intake"
	"concord/core/wire"
)

// roleState is the role of a saved state.
const roleState = "state"

// saved is a saved state that is loaded.
type saved struct {
	source         Source
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

// add returns the index of a name, which is a new one if need be.
func (x *index) add(name string) int32 {
	i, ok := x.at[name]
	if !ok {
		i = int32(len(x.names))
		x.at[name] = i
		x.names = append(x.names, name)
	}
	return i
}

// extended returns a copy to which names can be added.
func (x *index) extended() *index { return newIndex(x.names) }

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

// loadState reads a saved state, or the state of the fit that a workspace holds.
// Labels that are loaded are joined to it.
func (e *Engine) loadState(c *call, from Source) (*wire.Opened, error) {
	w, err := readSaved(c, from, roleState)
	if err != nil {
		return nil, err
	}
	s := &saved{source: from, State: w.State}
	if s.State == nil {
		if s.State, err = e.stateOf(c, from, w); err != nil {
			return nil, err
		}
	}
	s.tasks, s.workers = newIndex(s.Tasks), newIndex(s.Workers)
	if len(s.tasks.names) != len(s.Tasks) || len(s.workers.names) != len(s.Workers) {
		return nil, refuse("%s: the saved state %s: a name comes twice. Save it anew, or fit again.", from.Name(), export.ErrDamaged)
	}
	var l *labels
	if e.labels != nil {
		if l, err = e.prepare(c, e.labels.file, e.labels.own, s); err != nil {
			return nil, err
		}
	}
	o := &wire.Opened{
		Role: roleState, File: wire.File{Name: from.Name(), Size: from.Size()},
		State: &wire.State{
			Method: s.Method, Title: s.Method, Source: s.Source, Tasks: len(s.Tasks), Workers: len(s.Workers),
			Classes: s.Classes[:min(len(s.Classes), classNames)], Of: len(s.Classes),
		},
	}
	if entry, err := e.find(s.Method); err == nil {
		o.State.Title = entry.Title
	}
	if s.Model.Labels != nil {
		o.State.Labels = s.Model.Labels.Len()
	}
	e.state = s
	if l != nil {
		e.take(l, listed{})
		o.Counts, o.Methods = l.counts, methods(l.parts)
	}
	return o, nil
}

// stateOf returns the state of the fit that a workspace holds.
func (e *Engine) stateOf(c *call, from Source, w *export.Workspace) (*export.State, error) {
	whole, _, err := e.unpacked(c, from, w)
	switch {
	case err != nil:
		return nil, err
	case whole.result == nil:
		return nil, refuse("%s holds no fit that could be gone on with. Open it as a workspace, and run a method first.", from.Name())
	}
	return whole.result.saving(c)
}

// turning reads, tells how far it has come and lets the world in.
type turning struct {
	from  io.Reader
	call  *call
	bytes int64
	total int64
}

func (t *turning) Read(p []byte) (int, error) {
	n, err := t.from.Read(p)
	t.bytes += int64(n)
	t.call.tell(func() wire.Progress { return wire.Progress{Phase: "read", Bytes: t.bytes, Total: t.total} })
	if stop := t.call.turn(); stop != nil {
		return n, stop
	}
	return n, err
}

// join makes one set of a state's labels and those that came since, with the
// names of the state first; fresh are the latter alone, numbered alike.
func (s *saved) join(c *call, own *intake.Set) (joined *intake.Set, fresh *crowd.Dataset, err error) {
	if own.Data.Numeric() {
		return nil, nil, refuse("The saved state is of classes (%s), and these labels are numbers. Take them as classes, or drop the state.", some(s.Classes))
	}
	class := make([]int32, own.Classes.Len())
	for k := range class {
		at := slices.Index(s.Classes, own.Classes.At(k))
		if at < 0 {
			return nil, nil, refuse("The labels have the class “%s”, which the saved state does not know; it knows %s. Drop the state and fit all labels again.", own.Classes.At(k), some(s.Classes))
		}
		class[k] = int32(at)
	}
	tasks, workers := s.tasks.extended(), s.workers.extended()
	worker := make([]int32, own.Workers.Len())
	for j := range worker {
		worker[j] = workers.add(own.Workers.At(j))
	}
	d := own.Data
	i, j, k := make([]int32, 0, d.Len()), make([]int32, 0, d.Len()), make([]int32, 0, d.Len())
	err = c.over(d.Tasks, func(task int) {
		name := tasks.add(own.Tasks.At(task))
		from, to := d.Of(task)
		for n := from; n < to; n++ {
			i, j, k = append(i, name), append(j, worker[d.Worker[n]]), append(k, class[d.Class[n]])
		}
	})
	if err != nil {
		return nil, nil, err
	}
	labels := crowd.NewLabels(tasks.Len(), workers.Len(), len(s.Classes), i, j, k)
	fresh = &crowd.Dataset{Labels: labels}
	if s.Model.Labels != nil {
		labels = crowd.Join(s.Model.Labels, &labels)
	}
	joined = &intake.Set{}
	*joined = *own
	joined.Data, joined.Tasks, joined.Workers, joined.Classes = &crowd.Dataset{Labels: labels}, tasks, workers, newIndex(s.Classes)
	return joined, fresh, nil
}

// some writes the first few of a list of names.
func some(names []string) string {
	if len(names) > 5 {
		return fmt.Sprintf("%s … (%d in all)", strings.Join(names[:5], ", "), len(names))
	}
	return strings.Join(names, ", ")
}

// gold returns the gold tasks of the state and those given now, which count
// where they differ; nil if there are none.
func (s *saved) gold(tasks int, given []int32) []int32 {
	if s == nil || s.Model.Gold == nil {
		return given
	}
	out := make([]int32, tasks)
	for i := range out {
		out[i] = crowd.Unknown
		if i < len(s.Model.Gold) {
			out[i] = s.Model.Gold[i]
		}
		if given != nil && given[i] != crowd.Unknown {
			out[i] = given[i]
		}
	}
	return out
}

// estimate is what the state believes, with room for workers that came since.
func (s *saved) estimate(workers int) *crowd.Estimate {
	e := catalog.Recall(s.Model)
	e.Confusion = append(e.Confusion, make([]float64, workers*len(s.Classes)*len(s.Classes)-len(e.Confusion))...)
	return e
}

// fold takes the labels that came since into the state.
func (e *Engine) fold(c *call, f *wire.Fold) (*wire.Fitted, error) {
	switch {
	case e.state == nil:
		return nil, refuse("Open a saved state first; then the labels that came since.")
	case e.labels == nil:
		return nil, refuse("Open a file of labels first.")
	case len(e.labels.amend.Exclude) > 0:
		return nil, refuse("Labels can't be folded in while workers are left out: the saved state has learnt from them. Fit all labels again instead.")
	}
	entry, err := e.find(e.state.Method)
	if err != nil {
		return nil, refuse("The saved state is of a method that this version of Concord does not have: %s. Drop the state, and fit all labels.", err)
	}
	_, values, err := entry.Method(e.state.Values)
	if err != nil {
		return nil, refuse("The saved state has settings that this version of Concord does not take: %s. Drop the state, and fit all labels.", err)
	}
	entry.Title += " with new labels folded in"
	entry.Objective = "" // a fold has none
	r := &result{
		of: e.labels, entry: entry, values: values, loaded: e.beside(),
		asked:    wire.Fit{Method: entry.Name, Values: values, Seed: f.Seed, MaxSteps: f.MaxSteps, Tolerance: f.Tolerance},
		settings: fit.Settings{MaxSteps: f.MaxSteps, Tolerance: f.Tolerance, Seed: f.Seed}.WithDefaults(),
	}
	if err := e.given(r); err != nil {
		return nil, err
	}
	r.beside["fold"] = "yes"
	fresh := *e.labels.fresh
	fresh.Gold = r.gold
	r.data = &crowd.Dataset{Labels: e.labels.set.Data.Labels, Gold: r.gold}
	found, next, err := catalog.Fold(e.state.Model, &fresh, r.settings)
	if err != nil {
		return nil, refuse("The labels can't be folded in: %s. Fit all labels again instead.", err)
	}
	r.state = next
	if err := e.finish(c, r, found); err != nil {
		return nil, err
	}
	return e.accept(r), nil
}

// saving is a result as a state to be saved.
func (r *result) saving(c *call) (*export.State, error) {
	switch {
	case r.answers.Label == nil:
		return nil, refuse("A state can't be saved where labels are numbers. Save a workspace instead: it keeps everything.")
	case r.of.anonymous():
		return nil, unnamed("A state can't be saved")
	case r.of.pairs != nil:
		return nil, refuse("A state can't be saved where a task may have several labels. Save a workspace instead: it keeps everything.")
	}
	set := r.of.set
	s := &export.State{Method: r.entry.Name, Values: r.values, Seed: r.settings.Seed, Source: r.of.source.Name(), Model: r.state}
	for _, list := range []struct {
		to *[]string
		of export.Names
	}{{&s.Tasks, set.Tasks}, {&s.Workers, set.Workers}, {&s.Classes, set.Classes}} {
		*list.to = make([]string, list.of.Len())
		if err := c.over(list.of.Len(), func(i int) { (*list.to)[i] = list.of.At(i) }); err != nil {
			return nil, err
		}
	}
	if s.Model == nil {
		s.Model = fit.Save(r.method, r.data, r.answers.Result.Estimate, r.settings.Seed)
	}
	return s, nil
}
