package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"concord/core/crowd"
	"concord/core/export"
	"concord/core/fit"
	"concord/core/job"
	"concord/core/session"
	"concord/core/wire"
)

// note is what a workspace remembers beside files and numbers.
type note struct {
	Amend  wire.Amend  `json:"amend"`
	Result *noteResult `json:"result,omitempty"`
}

// noteResult is a result without its numbers.
type noteResult struct {
	Fit      wire.Fit          `json:"fit"`
	Fold     bool              `json:"fold,omitempty"` // made by a fold
	Warm     bool              `json:"warm,omitempty"`
	Status   int               `json:"status"`
	Warnings []string          `json:"warnings,omitempty"`
	Seconds  float64           `json:"seconds"`
	Beside   map[string]string `json:"beside,omitempty"`
	Extra    []noteColumn      `json:"extra,omitempty"`
	Next     []fit.Suggestion  `json:"next,omitempty"`
	Right    []float64         `json:"right,omitempty"`
}

type noteColumn struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Of    int    `json:"of"`
}

// workspace gathers all that there is.
func (e *Engine) workspace(page string) (*export.Workspace, error) {
	if e.session.Labels == nil {
		return nil, wire.Refuse("There is nothing to save. Open a file of labels first.")
	}
	w := &export.Workspace{Page: page}
	for _, role := range session.RoleNames() {
		f := e.session.Input(role)
		if f == nil {
			continue
		}
		read := f.Read
		if g := f.Guess; g != nil && g.Confirm != "" && e.result != nil && e.result.method != nil {
			read.Confirmed = true // or nobody would have run a method
		}
		choices, err := json.Marshal(read)
		if err != nil {
			return nil, err
		}
		w.Files = append(w.Files, export.Kept{Role: role, Name: f.Source.Name(), Size: f.Source.Size(), Choices: choices, Open: f.Source.Open})
	}
	n := note{Amend: e.session.Labels.Amend}
	if r := e.result; r != nil {
		n.Result, w.Numbers = r.put()
	}
	var err error
	w.Note, err = json.Marshal(n)
	return w, err
}

// put takes a result apart.
func (r *result) put() (*noteResult, []export.Numbers) {
	found := r.answers.Result
	n := &noteResult{
		Fit: *r.asked, Fold: r.method == nil, Warm: r.warm, Status: int(found.Status), Seconds: r.seconds, Beside: r.beside, Next: r.next, Right: r.right,
	}
	if n.Fold {
		return n, nil
	}
	for _, w := range found.Warnings {
		n.Warnings = append(n.Warnings, w.Error())
	}
	for _, c := range found.Extra {
		n.Extra = append(n.Extra, noteColumn{c.Name, c.Title, int(c.Of)})
	}
	var trace []float64
	for _, s := range found.Trace {
		done := 0.0
		if s.Done {
			done = 1
		}
		trace = append(trace, s.Objective, s.Change, float64(s.Flips), done)
	}
	predicted := &crowd.Estimate{}
	if r.predicted != nil {
		predicted = r.predicted.Estimate
	}
	var numbers []export.Numbers
	for _, x := range numbersOf(found.Estimate, predicted, &trace) {
		if *x.at != nil {
			numbers = append(numbers, export.Numbers{Name: x.name, X: *x.at})
		}
	}
	return n, numbers
}

// place is where numbers of a result are, or are to be put.
type place struct {
	name string // in a workspace
	at   *[]float64
}

func numbersOf(e, predicted *crowd.Estimate, trace *[]float64) []place {
	places := []place{
		{"posterior", &e.Posterior}, {"prior", &e.Prior}, {"confusion", &e.Confusion}, {"value", &e.Value}, {"trace", trace},
		{"predicted posterior", &predicted.Posterior}, {"predicted value", &predicted.Value},
	}
	for n := range e.Extra {
		places = append(places, place{fmt.Sprintf("extra %d", n), &e.Extra[n].Values})
	}
	return places
}

// reopen puts a workspace in the place of all that is there.
func (e *Engine) reopen(on *call, _ *wire.Open) (*wire.Reopened, error) {
	c, from := on.Job, on.file
	if from == nil {
		return nil, wire.Refuse("There is no file to open. Choose one.")
	}
	w, err := session.ReadSaved(c, from, wire.RoleWorkspace)
	if err != nil {
		return nil, err
	}
	next, out, err := e.unpacked(c, from, w)
	if err != nil {
		return nil, err
	}
	*e = *next
	return out, nil
}

// unpacked opens what a workspace has in an engine of its own.
func (e *Engine) unpacked(c *job.Job, from Source, w *export.Workspace) (*Engine, *wire.Reopened, error) {
	next := New(e.host)
	next.find, next.enough = e.find, e.enough // others know what is enough
	out := &wire.Reopened{Page: w.Page}
	var n note
	err := json.Unmarshal(w.Note, &n)
	if err != nil {
		err = errors.New("what it says of its result can't be understood")
	} else {
		err = next.refill(c, w, &n, out)
	}
	switch {
	case c.Ctx.Err() != nil:
		return nil, nil, c.Ctx.Err()
	case err != nil:
		return nil, nil, wire.Refuse("%s can't be opened again: %s. Open the files that it was made of instead.", from.Name(), strings.TrimSuffix(err.Error(), "."))
	}
	return next, out, nil
}

// asState returns a saved state for a file that is opened as one: of a workspace, the state
// of its fit.
func (e *Engine) asState(c *job.Job, from Source) (Source, error) {
	if role, err := session.Saves(from); role != wire.RoleWorkspace {
		return from, err
	}
	w, err := session.ReadSaved(c, from, wire.RoleWorkspace)
	if err != nil {
		return nil, err
	}
	whole, _, err := e.unpacked(c, from, w)
	if err != nil {
		return nil, err
	}
	if whole.result == nil {
		return nil, wire.Refuse("%s holds no fit that could be gone on with. Open it as a workspace, and run a method first.", from.Name())
	}
	state, err := whole.result.saving(c)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	if err := (&export.Workspace{State: state}).Write(&text); err != nil {
		return nil, err
	}
	return packed{&export.Kept{
		Name: from.Name(), Size: int64(text.Len()),
		Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text.Bytes())), nil },
	}}, nil
}

// refill opens what a workspace has in an engine where there is nothing yet.
func (e *Engine) refill(c *job.Job, w *export.Workspace, n *note, out *wire.Reopened) error {
	for _, role := range session.RoleNames() {
		i := slices.IndexFunc(w.Files, func(f export.Kept) bool { return f.Role == role })
		if i < 0 {
			continue
		}
		f := &w.Files[i]
		var read wire.Read
		if err := json.Unmarshal(f.Choices, &read); err != nil {
			return fmt.Errorf("how %s was read can't be understood", f.Name)
		}
		opened, err := e.load(c, role, packed{f}, nil, &read)
		if err != nil {
			return err
		}
		at := len(out.Opened)
		if role == wire.RoleLabels {
			at = 0
		}
		out.Opened = slices.Insert(out.Opened, at, *opened)
	}
	if e.session.Labels == nil {
		return errors.New("it has no labels")
	}
	if len(n.Amend.Exclude)+len(n.Amend.Review)+len(n.Amend.Order) > 0 {
		var err error
		if out.Amended, err = e.amend(&call{Job: c}, &n.Amend); err != nil {
			return err
		}
	}
	if n.Result == nil {
		return nil
	}
	out.Fit = &n.Result.Fit
	var err error
	if n.Result.Fold {
		f := n.Result.Fit
		if _, err = e.fold(&call{Job: c}, &wire.Fold{Seed: f.Seed, MaxSteps: f.MaxSteps, Tolerance: f.Tolerance}); err != nil {
			return err
		}
		e.result.seconds = n.Result.Seconds
		out.Fitted = e.result.fitted()
		return nil
	}
	r, err := e.Restore(c, w, n.Result)
	if err != nil {
		return err
	}
	out.Fitted, err = e.accept(c, r)
	return err
}

// packed is a file of a workspace.
type packed struct{ *export.Kept }

func (k packed) Name() string                 { return k.Kept.Name }
func (k packed) Size() int64                  { return k.Kept.Size }
func (k packed) Open() (io.ReadCloser, error) { return k.Kept.Open() }

// restore puts a result together again.
func (e *Engine) Restore(c *job.Job, w *export.Workspace, n *noteResult) (*result, error) {
	r, err := e.prepareFit(e.session, &n.Fit)
	if err != nil {
		return nil, err
	}
	for name, value := range n.Beside {
		r.beside[name] = value
	}
	r.warm = n.Warm
	found := &fit.Result{Estimate: &crowd.Estimate{}, Status: fit.Status(n.Status)}
	for _, c := range n.Extra {
		found.Extra = append(found.Extra, crowd.Column{Name: c.Name, Title: c.Title, Of: crowd.Of(c.Of)})
	}
	var predicted crowd.Estimate
	var trace []float64
	for _, x := range numbersOf(found.Estimate, &predicted, &trace) {
		*x.at = w.Of(x.name)
	}
	for at := 0; at+4 <= len(trace); at += 4 {
		found.Trace = append(found.Trace, fit.Step{
			N: at/4 + 1, Objective: trace[at], Change: trace[at+1], Flips: int(trace[at+2]), Done: trace[at+3] == 1,
		})
	}
	for _, text := range n.Warnings {
		found.Warnings = append(found.Warnings, errors.New(text))
	}
	if !sound(r.data, found.Estimate) {
		return nil, errors.New("its result does not belong to its labels")
	}
	if err := r.foreseen(&predicted, n); err != nil {
		return nil, err
	}
	if err := r.finish(c, found); err != nil {
		return nil, err
	}
	r.seconds = n.Seconds
	return r, nil
}

// foreseen puts together again what a fit said of tasks that nobody labelled.
func (r *result) foreseen(p *crowd.Estimate, n *noteResult) error {
	tasks, _ := r.toPredict()
	if err := r.suggests(n, len(tasks)); err != nil {
		return err
	}
	switch {
	case p.Posterior == nil && p.Value == nil:
		return nil
	case len(tasks) == 0:
		return errors.New("its predictions have neither features nor texts")
	case p.Posterior != nil && len(p.Posterior) != len(tasks)*r.data.Classes || p.Posterior == nil && len(p.Value) != len(tasks):
		return errors.New("its predictions do not belong to its features")
	}
	r.predicted = &predicted{tasks: tasks, Estimate: p}
	if t := r.session.TestTruth; t != nil {
		r.predicted.test = r.predicted.mark(t, r.data.Classes, r.settings.Seed)
	}
	return nil
}

// suggests takes over what to label next, where further tasks were to be predicted.
// Workspaces that do not say how well workers tell classes are older: whom they
// name is not known to be no suspect, so that they name nobody.
func (r *result) suggests(n *noteResult, further int) error {
	k, m := r.data.Classes, r.data.Workers
	if n.Right == nil && fit.Assigns(r.method) {
		return nil
	}
	bad := n.Right != nil && len(n.Right) != k*m
	for _, s := range n.Next {
		bad = bad || s.Task < 0 || s.Task >= r.data.Tasks+further || n.Right != nil && len(s.Posterior) != k
	}
	if bad {
		return errors.New("its suggestions do not belong to its labels")
	}
	r.next, r.right = n.Next, n.Right
	return nil
}

// sound reports whether an estimate is one of such data.
func sound(d *crowd.Dataset, e *crowd.Estimate) bool {
	n, m, k := d.Tasks, d.Workers, d.Classes
	size := map[crowd.Of]int{crowd.OfTask: n, crowd.OfWorker: m, crowd.OfClass: k}
	for _, c := range e.Extra {
		if want, ok := size[c.Of]; !ok || len(c.Values) != want {
			return false
		}
	}
	if d.Numeric() {
		return len(e.Value) == n && e.Posterior == nil
	}
	for _, p := range [][]float64{e.Posterior, e.Prior, e.Confusion} {
		for _, x := range p {
			if !(x >= 0 && x <= 1+1e-6) || math.IsNaN(x) {
				return false
			}
		}
	}
	return len(e.Posterior) == n*k && (e.Prior == nil || len(e.Prior) == k) && (e.Confusion == nil || len(e.Confusion) == m*k*k)
}
