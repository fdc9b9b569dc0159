package analysis

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/export"
	"concord/core/fit"
	"concord/core/job"
	"concord/core/session"
	"concord/core/sheet"
	"concord/core/workers"
	"concord/internal/humanize"
)

// foldDecides is how a fold decides, whatever the method of the earlier fit.
const foldDecides = "A task with new labels gets the class that all its labels make most probable, by the class shares and the confusion " +
	"matrices of its workers. The others keep the label they had."

// Fold adds the labels that came since to the earlier fit.
func (of Methods) Fold(c *job.Job, s *session.Session, f *api.Fold) (*Result, error) {
	switch {
	case s.State == nil:
		return nil, api.Refuse("Open an earlier fit first; then the labels that came since.")
	case s.Labels == nil:
		return nil, api.Refuse("Open a file of labels first.")
	case len(s.Labels.Amend.Exclude) > 0:
		return nil, api.Refuse("Labels can't be folded in while workers are left out: the earlier fit has learnt from them. Fit all labels " +
			"again instead.")
	}
	entry, err := of.Find(s.State.Method)
	if err != nil {
		return nil, api.Refuse("The earlier fit is of a method that this version of Concord does not have: %s. Drop the earlier fit, and fit "+
			"all labels.", err)
	}
	_, values, err := entry.Method(entry.Older(s.State.Values))
	if err != nil {
		return nil, api.Refuse("The earlier fit has settings that this version of Concord does not take: %s. Drop the earlier fit, and fit all "+
			"labels.", err)
	}
	entry.Title += " with new labels folded in"
	entry.Objective = "" // a fold has none
	if entry.Pooled = false; !entry.Product {
		entry.Decides = foldDecides
	}
	asked := api.Settings{Seed: f.Seed, MaxSteps: f.MaxSteps, Tolerance: f.Tolerance} // a fold has no others
	settings, err := settings(asked)
	if err != nil {
		return nil, err
	}
	r := &Result{
		Session: s, Of: s.Labels, Entry: entry, values: values, settings: settings,
		Asked: &api.Fit{Method: entry.Name, Values: values, Settings: asked},
	}
	if err := r.given(); err != nil {
		return nil, err
	}
	fresh := *s.Labels.Fresh
	fresh.Gold = r.Data.Gold
	r.Data.Confusion, r.Data.Features, r.Data.Words, r.Data.Predictions = nil, nil, nil, nil // a fold learns from labels alone
	found, next, err := catalog.Fold(s.State.Model, &fresh, r.settings)
	if err != nil {
		return nil, api.Refuse("The labels can't be folded in: %s. Fit all labels again instead.", err)
	}
	r.state = next
	return r, r.finish(c, found)
}

// Saving returns a result as a state to be saved.
func (r *Result) Saving(c *job.Job) (*export.State, error) {
	if err := r.Of.Refuse(api.AskSave); err != nil {
		return nil, err
	}
	if r.Of.Anonymous() {
		return nil, session.NeedsWorkers("The fit alone can't be saved")
	}
	set := r.Of.Set
	s := &export.State{Method: r.Entry.Name, Values: r.values, Seed: r.settings.Seed, Source: r.Of.Source.Name(), Model: r.state}
	for _, list := range []struct {
		to *[]string
		of sheet.Names
	}{{&s.Tasks, set.Tasks}, {&s.Workers, set.Workers}, {&s.Classes, set.Classes}} {
		*list.to = make([]string, list.of.Len())
		if err := c.Over(list.of.Len(), func(i int) { (*list.to)[i] = list.of.At(i) }); err != nil {
			return nil, err
		}
	}
	if s.Model == nil {
		s.Model = fit.Save(r.Method, r.Data, r.Answers.Result.Estimate, r.settings.Seed)
	}
	return s, nil
}

// mostWarnings and mostSeconds (30 years) are more than any result has.
const (
	mostWarnings = 1000
	mostSeconds  = 1e9
)

// NoteResult is a result without its numbers.
type NoteResult struct {
	Fit      api.Fit          `json:"fit"`
	Fold     bool             `json:"fold,omitempty"` // made by a fold
	Warm     bool             `json:"warm,omitempty"`
	Status   int              `json:"status"`
	Warnings []string         `json:"warnings,omitempty"`
	Seconds  float64          `json:"seconds"`
	Began    *api.Decisions   `json:"began,omitempty"` // Result.began
	Extra    []noteColumn     `json:"extra,omitempty"`
	Next     []fit.Suggestion `json:"next,omitempty"`
	Right    []float64        `json:"right,omitempty"`
	Alone    float64          `json:"alone,omitempty"` // Result.alone, which a panel can't compute without its members
}

type noteColumn struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Of    int    `json:"of"`
}

// Check returns what is wrong with a note from outside whatever its labels are, nil if it may be of a result.
func (n *NoteResult) Check() error {
	switch {
	case n.Status < int(fit.Stopped) || n.Status > int(fit.HeldOut):
		return fmt.Errorf("its fit ended in a way that there is not (status %d)", n.Status)
	case len(n.Warnings) > mostWarnings:
		return fmt.Errorf("its result has %s, and none of Concord has more than %s", humanize.Count(len(n.Warnings), "warning"),
			humanize.Number(mostWarnings))
	case impossible(n.Alone):
		return fmt.Errorf("its result would be right with probability %v", n.Alone)
	case !(n.Seconds >= 0 && n.Seconds <= mostSeconds):
		return fmt.Errorf("its fit took %v seconds", n.Seconds)
	}
	return nil
}

// Put divides a result into what a note and what numbers hold.
func (r *Result) Put() (*NoteResult, []export.Numbers) {
	found := r.Answers.Result
	n := &NoteResult{
		Fit: *r.Asked, Fold: r.Method == nil, Warm: r.Warm, Status: int(found.Status), Seconds: r.Seconds, Began: r.began, Next: r.next,
		Right: r.right, Alone: r.alone,
	}
	if n.Fit.Values = r.values; n.Fold { // all of them, as defaults may change
		return n, nil
	}
	for _, w := range found.Warnings {
		n.Warnings = append(n.Warnings, workers.Warning(w, r.Of.Set.Workers.At))
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
	if r.Predicted != nil {
		predicted = r.Predicted.Estimate
	}
	var numbers []export.Numbers
	for _, x := range numbersOf(found.Estimate, predicted, &trace) {
		if *x.at != nil {
			numbers = append(numbers, export.Numbers{Name: x.name, X: *x.at})
		}
	}
	return n, numbers
}

// place is where numbers of a result are, or belong.
type place struct {
	name string // in a project
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

// older are columns that had other names in older projects: those names are now of figures that every method has.
var older = map[string]string{"accuracy_low": "model_accuracy_low", "accuracy_high": "model_accuracy_high"}

// Restored returns the result that Put divided.
func (of Methods) Restored(c *job.Job, s *session.Session, w *export.Project, n *NoteResult) (*Result, error) {
	if entry, err := of.Find(n.Fit.Method); err == nil {
		n.Fit.Values = entry.Older(n.Fit.Values)
	}
	if n.Fold {
		r, err := of.Fold(c, s, &api.Fold{Settings: n.Fit.Settings})
		if err == nil {
			r.Seconds = n.Seconds
		}
		return r, err
	}
	r, err := of.prepareFit(s, &n.Fit)
	if err != nil {
		return nil, err
	}
	r.Warm, r.began, r.alone = n.Warm, n.Began, n.Alone
	found := &fit.Result{Estimate: &crowd.Estimate{}, Status: fit.Status(n.Status)}
	for _, c := range n.Extra {
		if name, ok := older[c.Name]; ok {
			c.Name, c.Title = name, "By the model alone, "+strings.TrimPrefix(c.Title, "Accuracy, ")
		}
		found.Extra = append(found.Extra, crowd.Column{Name: c.Name, Title: c.Title, Of: crowd.Of(c.Of)})
	}
	var predicted crowd.Estimate
	var trace []float64
	for _, x := range numbersOf(found.Estimate, &predicted, &trace) {
		*x.at = w.Of(x.name)
	}
	for at := 2; at < len(trace); at += 4 {
		if !(math.Abs(trace[at]) < 1<<31) {
			return nil, errors.New("a step of its fit changes more labels than there can be")
		}
	}
	for at := 0; at+4 <= len(trace); at += 4 {
		found.Trace = append(found.Trace, fit.Step{
			N: at/4 + 1, Objective: trace[at], Change: trace[at+1], Flips: int(trace[at+2]), Done: trace[at+3] == 1,
		})
	}
	for _, text := range n.Warnings {
		found.Warnings = append(found.Warnings, errors.New(text))
	}
	if !found.Estimate.Fits(r.Data) {
		return nil, errors.New("its result does not belong to its labels")
	}
	if err := r.foreseen(&predicted, n); err != nil {
		return nil, err
	}
	if r.Of.Counts.Kind.Items {
		if err := r.rerun(c, len(found.Trace)); err != nil {
			return nil, err
		}
	}
	err = r.finish(c, found)
	r.Seconds = n.Seconds
	return r, err
}

// foreseen restores what a fit said about tasks that nobody labelled.
func (r *Result) foreseen(p *crowd.Estimate, n *NoteResult) error {
	tasks, _ := r.toPredict()
	if err := r.suggests(n, len(tasks)); err != nil {
		return err
	}
	switch {
	case p.Posterior == nil && p.Value == nil:
		return nil
	case len(tasks) == 0:
		return errors.New("its predictions have neither features nor texts")
	case p.Posterior != nil && !crowd.Distributions(p.Posterior, r.Data.Classes),
		p.Posterior != nil && len(p.Posterior) != len(tasks)*r.Data.Classes || p.Posterior == nil && len(p.Value) != len(tasks),
		slices.ContainsFunc(p.Value, func(x float64) bool { return x-x != 0 }):
		return errors.New("its predictions do not belong to its features")
	}
	r.Predicted = &predicted{tasks: tasks, Estimate: p}
	if t := r.Session.TestTruth; t != nil {
		r.Predicted.Test = r.Predicted.mark(t, r.Data.Classes, r.settings.Seed)
	}
	return nil
}

// suggests restores what to label next. further tasks were to be predicted. Older projects don't say how well workers tell
// classes apart: whom they name may be a suspect, so nobody is named.
func (r *Result) suggests(n *NoteResult, further int) error {
	k, m := r.Data.Classes, r.Data.Workers
	if n.Right == nil && fit.Assigns(r.Method) {
		return nil
	}
	bad := n.Right != nil && len(n.Right) != k*m || slices.ContainsFunc(n.Right, impossible)
	for _, s := range n.Next {
		bad = bad || s.Task < 0 || s.Task >= r.Data.Tasks+further || s.Worker < -1 || s.Worker >= m || impossible(s.Right) ||
			(n.Right != nil || s.Posterior != nil) && len(s.Posterior) != k || !crowd.Distributions(s.Posterior, k)
	}
	if bad {
		return errors.New("its suggestions do not belong to its labels")
	}
	r.next, r.right = n.Next, n.Right
	return nil
}

// impossible reports whether a number is no probability. A sum of some that is 1 may be rounded to a little more.
func impossible(p float64) bool { return !(p >= 0 && p <= 1+1e-9) }
