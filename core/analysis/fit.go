// Package analysis computes what there is to know about a session: each function takes a job, the session or the result of a
// fit, and a query, and returns the answer.
package analysis

import (
	"runtime"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/calibrate"
	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/export"
	"concord/core/fit"
	"concord/core/job"
	"concord/core/panel"
	"concord/core/session"
)

// Result is the outcome of a fit, with what it rests on. It never changes: what is found out about it later is in the cache of the job.
type Result struct {
	Session    *session.Session // what it was computed from
	under      *session.Session // what is loaded now; nil: the same
	Of         *session.Labels  // of the session
	Entry      catalog.Entry
	values     catalog.Values
	Method     fit.Method // nil after a fold
	settings   fit.Settings
	Data       *crowd.Dataset // what the method learnt from: labels, and what was given beside them
	state      *fit.Saved     // after a fold, what to save; nil: to be made
	Answers    *export.Answers
	Asked      *api.Fit       // the request of the fit, which results of its amendments share
	Warm       bool           // started from base, or from a result that is gone
	base       *Result        // before its amendments; nil: it is gone, or this result started from none
	began      *api.Decisions // of base; nil: nobody knows, or there was none
	notes      []string       // further warnings
	remarks    []api.Issue    // how the method took the data, where people may want it otherwise
	truth      *session.Truth // what it is compared with; nil: nothing
	costs      *session.Costs // of its labels; nil: none
	score      *api.Accuracy
	footing    *calibrate.Footing // what the labels show of how right their answers are
	alone      float64            // how many would be right if workers erred on their own; 0: unknown
	dependence *panel.Dependence  // of workers who are few and label most of the tasks; nil: they are a crowd
	Expected   *api.Expected      // how many labels are probably right, or why nothing shows it; nil: nobody knows of such answers
	Look       *api.Look          // what a look at the least certain labels should find; nil: nothing shows it
	fresh      bool               // verdicts of a check have come or gone since Expected was found
	Distance   *api.Numbers       // in place of score, where labels are numbers
	differ     int                // labels that differ from the majority vote
	Seconds    float64

	learned    *learned         // what the texts are about; nil: the method doesn't say
	Predicted  *predicted       // tasks that nobody labelled; nil: there are none, or the method can't predict
	likelihood *float64         // fit.Likely; nil: the objective says it, or the method doesn't
	ranker     fit.Ranker       // which ranks the items that were compared; nil: none were, or the method ranks none
	members    []fit.Member     // whose posteriors are averaged; nil: nobody's, or the result is from a project
	next       []fit.Suggestion // what to label next; nil: the method doesn't say
	right      []float64        // with it, how well workers tell classes apart (fit.Advisor.Right); nil: unknown
}

// manyLabels is how many labels take memory that matters.
const manyLabels = 1 << 20

// Methods are those that there are.
type Methods struct {
	catalog.List
	Pace float64 // how many times as long as on the machine of catalog.Probe a fit takes here; 0: not measured
}

// Under returns the result with what s adds that no method learns from: how right it is, and what its labels cost.
func (r *Result) Under(c *job.Job, s *session.Session) (*Result, error) {
	if r == nil {
		return nil, nil
	}
	out := *r
	out.under = s
	known := s.Truth != r.truth || r.fresh
	out.fresh, out.Answers = false, new(*r.Answers)
	if p, t := r.Predicted, s.TestTruth; p != nil && t != nil && !t.Stale && t != r.Session.TestTruth {
		out.Predicted = new(*p)
		out.Predicted.Test = p.mark(t, r.Data.Classes, r.settings.Seed)
	}
	out.judge(s.Truth)
	if known || r.Expected == nil {
		if err := out.expect(c); err != nil {
			return nil, err
		}
	}
	if known || s.Costs != r.costs {
		if err := out.price(c, s.Costs); err != nil {
			return nil, err
		}
	}
	return &out, nil
}

// Run runs a method. It starts from the result before, if there is one and the method can.
func (of Methods) Run(c *job.Job, s *session.Session, f *api.Fit, was *Result) (*Result, error) {
	r, err := of.run(c, s, f, was)
	if err != nil && c.Ctx.Err() != nil {
		return nil, c.Ctx.Err() // which made it fail
	}
	return r, err
}

func (of Methods) run(c *job.Job, s *session.Session, f *api.Fit, was *Result) (*Result, error) {
	r, err := of.prepareFit(s, f)
	if err != nil {
		return nil, err
	}
	r.settings.Pause = c.Turn
	// Nothing looks at the posteriors of all tasks at once where a result is only written, is compared with nothing, and has too
	// many labels to judge workers by.
	r.settings.OnDemand = c.Host.OnlyFiles && !s.Truth.Measures() && r.tooMany()
	if r.Data.Len() > manyLabels {
		// A tab never returns memory, so free what was counted and shown before, in large pieces, for the fit.
		runtime.GC()
	}
	session, err := r.start(c, f.Resume, was)
	if err != nil {
		return nil, err
	}
	panel, _ := session.Fit().(fit.Panelist)
	for step := range session.Steps() {
		err := c.Tell(func() api.Progress {
			p := c.Work
			p.Phase, p.Step = "fit", &step
			if panel != nil {
				p.Working = panel.Working()
			}
			return p
		})
		if err != nil {
			return nil, err
		}
		if c.Enough != nil && c.Enough() {
			break
		}
	}
	found, err := session.Result()
	if err != nil {
		return nil, api.Refuse("%s failed: %s. Try another method, or other settings.", r.Entry.Title, err)
	}
	r.settings.Pause, r.settings.OnDemand = nil, false
	if order := r.rank(); order != nil {
		found.Estimate = order.Restore(found.Estimate)
	}
	r.learn(session.Fit())
	if f, ok := session.Fit().(fit.Likely); ok {
		r.likelihood = api.Finite(f.LogLikelihood())
	}
	r.ranker, _ = session.Fit().(fit.Ranker)
	if panel != nil {
		r.members = panel.Panel()
	}
	if err := r.foresee(session.Fit()); err != nil {
		return nil, err
	}
	if r.Data.Len() > manyLabels {
		runtime.GC() // of what the fit worked with, before it is judged
	}
	return r, r.finish(c, found)
}

// settings returns those of a fit, with defaults, or why there can't be such.
func settings(q api.Settings) (fit.Settings, error) {
	s := fit.Settings{
		Seed: q.Seed, MaxSteps: q.MaxSteps, Stop: fit.Stop(q.Stop), Tolerance: q.Tolerance, Gain: q.Gain, Parts: q.Parts,
	}.WithDefaults()
	if !slices.Contains(fit.Stops(), string(s.Stop)) {
		return s, api.Refuse("There is no rule %q to stop by; there are %s.", s.Stop, strings.Join(fit.Stops(), " and "))
	}
	return s, nil
}

// prepareFit returns a result without what the fit will find.
func (of Methods) prepareFit(s *session.Session, f *api.Fit) (*Result, error) {
	entry, err := of.Find(f.Method)
	if err != nil {
		return nil, err
	}
	method, values, err := entry.Method(f.Values)
	if err != nil {
		return nil, api.Refuse("%s. Look at the settings of the method.", err)
	}
	settings, err := settings(f.Settings)
	if err != nil {
		return nil, err
	}
	r := &Result{Session: s, Of: s.Labels, Entry: entry, values: values, Method: method, Asked: f, settings: settings}
	if err := r.given(); err != nil {
		return nil, err
	}
	if err := r.leaveOutUnused(); err != nil {
		return nil, err
	}
	if r.Data.Predictions != nil {
		r.joinPredictions()
	}
	if r.seen() > 0 && entry.Objective != "" {
		r.Entry.Objective += ", estimated from mini-batches"
	}
	told := r.Data.Gold != nil || r.Data.Confusion != nil || r.Data.Predictions != nil || s.State != nil
	if why := r.Of.Counts.Guesswork(entry.Info, told); why != "" {
		r.notes = append(r.notes, why)
	}
	return r, r.inRank()
}

// start begins a fit: anew, from the earlier fit, or from the result before.
func (r *Result) start(c *job.Job, resume bool, was *Result) (*fit.Session, error) {
	m, ok := r.Method.(fit.Resumer)
	var session *fit.Session
	var err error
	failed := ""
	switch {
	case was != nil && ok && was.Answers.Result.Confusion != nil:
		r.Warm, r.base, r.began = true, was, new(was.Of.Decisions(was.Of.Amend))
		session, err = fit.Resume(r.Data, m, was.believed(), r.settings)
		failed = "%s could not go on from the result before: %s. Run it again."
	case !resume:
		data := r.Data
		if s := r.rank(); s != nil {
			data = s.Ranked(data)
		}
		method := r.Method
		if at := c.Host.Elsewhere; at != nil {
			if method, err = at.Method(method, r.Of.Set.Workers.At, r.Of.Set.Classes.At); err != nil {
				return nil, api.Refuse("%s: %s.", r.Entry.Title, err)
			}
		}
		session, err = fit.Start(data, method, r.settings)
		failed = "%s could not begin: %s. Try another method, or other settings."
	case r.Session.State == nil:
		return nil, api.Refuse("Open an earlier fit to start from.")
	case !ok:
		return nil, api.Refuse("%s can't start from an earlier fit. "+
			"Methods that can: the consensus, and those of the Dawid–Skene family.", r.Entry.Title)
	default:
		session, err = fit.Resume(r.Data, m, r.Session.State.Estimate(r.Data.Workers), r.settings)
		failed = "%s could not start from the earlier fit: %s. Fit all labels anew, or drop the earlier fit."
	}
	if err != nil {
		return nil, api.Refuse(failed, r.Entry.Title, err)
	}
	return session, nil
}

// finish completes a result with what the fit found.
func (r *Result) finish(c *job.Job, found *fit.Result) error {
	r.Seconds = c.Seconds()
	r.overrule(found)
	calibration := func(a *export.Answers) (*calibrate.Calibration, error) {
		var err error
		if r.footing, err = r.foot(c, a); err != nil {
			return nil, err
		}
		return r.footing.Calibration, nil
	}
	var err error
	if r.Answers, err = export.New(r.Of.Named(), found, r.settings.Seed, calibration, c.Turn); err != nil {
		return err
	}
	if at := c.Host.Elsewhere; at != nil {
		at.Calibrated(r.Answers.Calibration)
	}
	if err := r.price(c, r.Session.Costs); err != nil || r.Answers.Label == nil {
		return err
	}
	return session.Votes(c, r.Data, r.settings.Seed, func(i int, label int32, _ bool) {
		if r.Answers.Label[i] != label {
			r.differ++
		}
	})
}

// leaveOutUnused removes from the data what the method makes no use of, and notes it.
func (r *Result) leaveOutUnused() error {
	has := r.parts()
	used, err := uses(r.Entry, r.Method, has)
	if err != nil {
		return api.Refuse("%s can't run on these data: %s.", r.Entry.Title, err)
	}
	unused := func(has, used bool, what, role string) bool {
		if !has || used {
			return false
		}
		r.remark(role, r.Entry.Title+" makes no use of "+what+": it was run without them.")
		return true
	}
	d := r.Data
	if unused(has.Gold, used.Gold, "gold tasks", api.RoleGold) {
		d.Gold = nil
	}
	if unused(has.Confusion, used.Confusion, "histories of the workers", api.RoleConfusion) {
		d.Confusion = nil
	}
	if unused(has.Features, used.Features, "features", api.RoleFeatures) {
		d.Features = nil
	}
	role := api.RoleFeatures
	if r.Session.Features == nil {
		role = "" // votes have them
	}
	if unused(has.Style, used.Style, "features", role) {
		d.Comparisons = styled(d.Comparisons, nil)
	}
	if unused(has.Predictions, used.Predictions, "predictions", api.RolePredictions) {
		d.Predictions = nil
	}
	if unused(d.Words != nil, used.Words, "texts", api.RoleText) {
		d.Words = nil
	}
	return nil
}

// remark notes how the method took what is open in a role, empty: the labels.
func (r *Result) remark(role, text string) {
	r.remarks = append(r.remarks, api.Issue{Kind: api.IssueUnused, Of: role, Text: text,
		Remedies: []api.Remedy{{Do: api.DoKeep, Title: "Fine"}}})
}

// parts returns the parts of the data. Those of the labels are not counted again.
func (r *Result) parts() crowd.Parts {
	has, d := r.Of.Parts, r.Data
	has.Gold, has.Confusion, has.Predictions = d.Gold != nil, d.Confusion != nil, d.Predictions != nil
	has.Describe(d.Features, d.Words)
	has.Style = d.Comparisons != nil && d.Comparisons.Style != nil
	return has
}

// given sets the data that a method may learn from: the labels, and what is loaded beside them.
func (r *Result) given() error {
	s := r.Session
	d := *r.Of.MethodSet().Data
	r.Data = &d
	for _, role := range api.Roles() {
		if role.Name == api.RoleLabels || !role.GivenToFits() {
			continue
		}
		if err := s.CheckFresh(role.Name); err != nil {
			return err
		}
	}
	if s.Gold != nil {
		d.Gold = s.Gold.Class
	}
	d.Gold = r.Of.Reviewed(s.State.Gold(r.Of.Set.Data.Tasks, d.Gold))
	if s.Confusion != nil {
		d.Confusion = s.Confusion.Confusion
	}
	if s.Predictions != nil {
		d.Predictions = s.Predictions.Predictions
	}
	if s.Texts != nil {
		d.Words = s.Texts.Words
	}
	switch {
	case s.Features == nil:
	case d.Comparisons == nil:
		d.Features = s.Features.Features
	default: // of items, beside those of votes
		style := crowd.Style{Items: s.Features.Features}
		if known := d.Comparisons.Style; known != nil {
			style.Votes = known.Votes
		}
		d.Comparisons = styled(d.Comparisons, &style)
	}
	return nil
}

// styled returns comparisons with another style.
func styled(c *crowd.Comparisons, style *crowd.Style) *crowd.Comparisons {
	out := *c
	out.Style = style
	return &out
}
