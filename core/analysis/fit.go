// Package analysis is what there is to find of a session: each function takes a job, the
// session or the result of a fit, and a query, and returns the answer.
package analysis

import (
	"maps"
	"runtime"

	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/export"
	"concord/core/fit"
	"concord/core/job"
	"concord/core/result"
	"concord/core/session"
	"concord/core/transport"
	"concord/core/view"
	"concord/core/wire"
)

// Result is the outcome of a fit, with what it rests on.
type Result struct {
	Session  *session.Session // that it was made from
	Of       *session.Labels  // of the session
	Entry    catalog.Entry
	values   catalog.Values
	Method   fit.Method // nil after a fold
	settings fit.Settings
	Data     *crowd.Dataset // what the method learnt from
	state    *fit.Saved     // after a fold, what to save; nil: to be made
	Answers  *export.Answers
	gold     []int32 // the true classes that the method was given; nil: none
	initial  *crowd.Confusion
	features *crowd.Features
	words    *crowd.Words
	beside   map[string]string // the files that gold, initial and features are from, for the run record
	Asked    *wire.Fit         // what the fit was asked for with; the same of its results before amendments
	Warm     bool              // started from the result before an amendment
	notes    []string          // what else there is to say of the fit
	truth    *session.Truth    // that it is compared with; nil: none
	costs    *session.Costs    // of its labels; nil: none
	score    *result.Accuracy
	Distance *result.Numbers // in place of score, where labels are numbers
	differ   int             // labels that differ from the majority vote
	Seconds  float64

	learned   *learned         // what the texts are about; nil: the method does not say
	Predicted *predicted       // tasks that nobody labelled; nil: there are none, or the method can't
	next      []fit.Suggestion // what to label next; nil: the method does not say
	right     []float64        // with it, how well workers tell classes (fit.Advisor.Right); nil: not known
	Wrote     float64          // seconds that its downloads took
	Tables    map[string]*view.Table
	Judged    *judgement // of the workers; nil: nobody has asked yet
}

// manyLabels are so many that their memory matters.
const manyLabels = 1 << 20

// Methods are those that there are.
type Methods struct{ catalog.List }

// Under is the result with what a session says of it that no method learns from: how right
// it is, and what its labels cost.
func (r *Result) Under(c *job.Job, s *session.Session) (*Result, error) {
	if r == nil {
		return nil, nil
	}
	out := *r
	out.beside = maps.Clone(r.beside)
	if s.Costs != r.costs {
		answers := *r.Answers
		out.Answers = &answers
		if err := out.price(c, s.Costs); err != nil {
			return nil, err
		}
	}
	if p, t := r.Predicted, s.TestTruth; p != nil && t != nil && !t.Stale && t != r.Session.TestTruth {
		tested := *p
		tested.Test = p.mark(t, r.Data.Classes, r.settings.Seed)
		out.Predicted = &tested
		out.beside[wire.RoleTestTruth] = t.Source.Name()
	}
	out.judge(s.Truth)
	return &out, nil
}

// Run runs a method. It starts from what was believed before, where that is
// given and the method can. What fails with helpers is done without.
func (of Methods) Run(c *job.Job, s *session.Session, f *wire.Fit, was *Result) (*Result, error) {
	team := transport.NewTeam(c.Ctx, c.Host)
	defer team.End()
	r, err := of.runWith(team, c, s, f, was)
	if err != nil && team.Hired() && c.Ctx.Err() == nil {
		r, err = of.runWith(nil, c, s, f, was)
	}
	if err != nil && c.Ctx.Err() != nil {
		return nil, c.Ctx.Err() // whatever it is that failed for it
	}
	return r, err
}

func (of Methods) runWith(team *transport.Team, c *job.Job, s *session.Session, f *wire.Fit, was *Result) (*Result, error) {
	r, err := of.prepareFit(s, f)
	if err != nil {
		return nil, err
	}
	r.settings.Pause = c.Turn
	if r.Data.Len() > manyLabels {
		// A tab never gives memory back: let the fit have that of what was counted and
		// shown before, in large pieces.
		runtime.GC()
	}
	session, err := r.start(team.Share(r.Method), f.Resume, was)
	if err != nil {
		return nil, err
	}
	for step := range session.Steps() {
		c.Tell(func() wire.Progress {
			p := c.Work
			p.Phase, p.Step = "fit", &step
			return p
		})
		if err := c.Turn(); err != nil {
			return nil, err
		}
		if c.Enough != nil && c.Enough() {
			break
		}
	}
	found, err := session.Result()
	if err != nil {
		return nil, wire.Refuse("%s failed: %s. Try another method, or other settings.", r.Entry.Title, err)
	}
	r.settings.Pause = nil
	team.End()
	if order := r.rank(); order != nil {
		found.Estimate = order.Restore(found.Estimate)
	}
	r.learn(session.Fit())
	if err := r.foresee(c, session.Fit()); err != nil {
		return nil, err
	}
	return r, r.finish(c, found)
}

// prepareFit makes a result of all but what will be found.
func (of Methods) prepareFit(s *session.Session, f *wire.Fit) (*Result, error) {
	entry, err := of.Find(f.Method)
	if err != nil {
		return nil, wire.Refuse("There is %s.", err)
	}
	method, values, err := entry.Method(f.Values)
	if err != nil {
		return nil, wire.Refuse("%s. Look at the settings of the method.", err)
	}
	r := &Result{
		Session: s, Of: s.Labels, Entry: entry, values: values, Method: method, Asked: f,
		settings: fit.Settings{MaxSteps: f.MaxSteps, Tolerance: f.Tolerance, Gain: f.Gain, Seed: f.Seed, Parts: f.Parts}.WithDefaults(),
	}
	if err := r.given(); err != nil {
		return nil, err
	}
	if r.Data, err = r.learnFrom(); err != nil {
		return nil, err
	}
	if why := r.Of.Counts.Guesswork(entry.Info, r.gold != nil || r.initial != nil || s.State != nil); why != "" {
		r.notes = append(r.notes, why)
	}
	return r, r.inRank()
}

// start begins a session: anew, from the saved state, or from a result before.
func (r *Result) start(method fit.Method, resume bool, was *Result) (*fit.Session, error) {
	m, ok := method.(fit.Resumer)
	if was != nil && ok && was.Answers.Result.Confusion != nil {
		session, err := fit.Resume(r.Data, m, was.believed(), r.settings)
		if err != nil {
			return nil, wire.Refuse("%s could not go on from the result before: %s. Run it again.", r.Entry.Title, err)
		}
		r.Warm = true
		r.beside["warm"] = "yes"
		return session, nil
	}
	if !resume {
		data := r.Data
		if s := r.rank(); s != nil {
			data = s.Ranked(data)
		}
		session, err := fit.Start(data, method, r.settings)
		if err != nil {
			return nil, wire.Refuse("%s could not begin: %s. Try another method, or other settings.", r.Entry.Title, err)
		}
		return session, nil
	}
	switch {
	case r.Session.State == nil:
		return nil, wire.Refuse("Open a saved state to start from.")
	case !ok:
		return nil, wire.Refuse("%s can't start from a saved state. Methods that can: those of the Dawid–Skene family.", r.Entry.Title)
	}
	r.beside["resume"] = "yes"
	session, err := fit.Resume(r.Data, m, r.Session.State.Estimate(r.Data.Workers), r.settings)
	if err != nil {
		return nil, wire.Refuse("%s could not start from the saved state: %s. Fit all labels anew, or drop the state.", r.Entry.Title, err)
	}
	return session, nil
}

// finish completes a result with what was found.
func (r *Result) finish(c *job.Job, found *fit.Result) error {
	r.Seconds = c.Seconds()
	r.overrule(found)
	var err error
	if r.Answers, err = export.New(r.Of.Named(), found, r.settings.Seed, c.Turn); err != nil {
		return err
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

// learnFrom returns the labels with all that the method may learn from. What it
// makes no use of is noted, and left out.
func (r *Result) learnFrom() (*crowd.Dataset, error) {
	has := r.Of.Parts
	has.Gold, has.Confusion, has.Features, has.Words = r.gold != nil, r.initial != nil, r.features != nil, r.words != nil
	uses, err := r.Method.Uses(has)
	if err != nil {
		return nil, wire.Refuse("%s can't run on these data: %s.", r.Entry.Title, err)
	}
	if has.Gold && !uses.Gold {
		r.gold = nil
		delete(r.beside, wire.RoleGold)
		r.notes = append(r.notes, r.Entry.Title+" makes no use of gold tasks: it was run without them")
	}
	if has.Confusion && !uses.Confusion {
		r.initial = nil
		delete(r.beside, wire.RoleConfusion)
		delete(r.beside, "confusion-mode")
		r.notes = append(r.notes, r.Entry.Title+" makes no use of initial confusion matrices: it was run without them")
	}
	if has.Features && !uses.Features {
		r.features = nil
		delete(r.beside, wire.RoleFeatures)
		r.notes = append(r.notes, r.Entry.Title+" makes no use of features: it was run without them")
	}
	if has.Words && !uses.Words {
		r.words = nil
		delete(r.beside, wire.RoleText)
		r.notes = append(r.notes, r.Entry.Title+" makes no use of texts: it was run without them")
	}
	d := *r.Of.MethodSet().Data
	d.Gold, d.Confusion, d.Features, d.Words = r.gold, r.initial, r.features, r.words
	return &d, nil
}

// given gives a fit what is loaded beside the labels that it may learn from.
func (r *Result) given() error {
	s := r.Session
	if err := s.CheckFresh(wire.RoleGold, wire.RoleConfusion, wire.RoleText, wire.RoleFeatures, wire.RolePredict,
		wire.RoleTestTruth); err != nil {
		return err
	}
	r.beside = map[string]string{}
	if r.Of.Pairs != nil {
		r.beside["multilabel"] = r.Of.Read.Separator
		if r.Of.Read.Separator == "" {
			r.beside["multilabel"] = "rows"
		}
	}
	if g := s.Gold; g != nil {
		r.gold = g.Class
		r.beside[wire.RoleGold] = g.Source.Name()
	}
	r.gold = r.Of.Reviewed(s.State.Gold(r.Of.Set.Data.Tasks, r.gold))
	if s.State != nil {
		r.beside[wire.RoleState] = s.State.File.Source.Name()
	}
	if i := s.Confusion; i != nil {
		r.initial = i.Confusion
		r.beside[wire.RoleConfusion] = i.Source.Name()
		r.beside["confusion-mode"] = session.ModeName(i.Mode)
	}
	if r.Of.Pairs != nil {
		return nil
	}
	if t := s.Texts; t != nil {
		r.words = t.Words
		r.beside[wire.RoleText] = t.Source.Name()
	}
	if f := s.Features; f != nil {
		r.features = f.Features
		r.beside[wire.RoleFeatures] = f.Source.Name()
	}
	return nil
}
