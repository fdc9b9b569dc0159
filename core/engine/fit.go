package engine

import (
	"runtime"

	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/export"
	"concord/core/fit"
	"concord/core/metric"
	"concord/core/transport"
	"concord/core/wire"
)

// result is the outcome of a fit, with what it rests on.
type result struct {
	of       *labels
	entry    catalog.Entry
	values   catalog.Values
	method   fit.Method // nil after a fold
	settings fit.Settings
	data     *crowd.Dataset // what the method learnt from
	state    *fit.Saved     // after a fold, what to save; nil: to be made
	answers  *export.Answers
	gold     []int32 // the true classes that the method was given; nil: none
	initial  *crowd.Initial
	features *crowd.Features
	words    *crowd.Words
	beside   map[string]string // the files that gold, initial and features are from, for the run record
	asked    wire.Fit          // what the fit was asked for with
	loaded   beside            // what was loaded beside the labels
	warm     bool              // started from the result before an amendment
	notes    []string          // what else there is to say of the fit
	truth    *truth            // that it is compared with; nil: none
	score    *metric.Score
	distance *metric.Numbers // in place of score, where labels are numbers
	differ   int             // labels that differ from the majority vote
	seconds  float64

	learned   *learned         // what the texts are about; nil: the method does not say
	predicted *predicted       // tasks that nobody labelled; nil: there are none, or the method can't
	next      []fit.Suggestion // what to label next; nil: the method does not say
	right     []float64        // with it, how well workers tell classes (fit.Advisor.Right); nil: not known
	wrote     float64          // seconds that its downloads took
	tables    map[string]*table
	judged    *judgement // of the workers; nil: nobody has asked yet
}

// manyLabels are so many that their memory matters.
const manyLabels = 1 << 20

// baseline is the method that every other is compared with.
const baseline = "majority"

// fit runs a method on the labels.
func (e *Engine) fit(c *call, f *wire.Fit) (*wire.Fitted, error) {
	if e.labels == nil {
		return nil, refuse("Open a file of labels first.")
	}
	r, err := e.run(c, e.labels, f, nil)
	if err != nil {
		return nil, err
	}
	if g := e.labels.guess; g != nil && g.Confirm != "" {
		e.labels.read.Confirmed = true // or nobody would have asked for it
	}
	return e.accept(r), nil
}

// accept makes a result the engine's.
func (e *Engine) accept(r *result) *wire.Fitted {
	e.result, e.kept, e.plan = r, nil, nil
	r.judge(e.truth)
	return r.fitted()
}

// run runs a method. It starts from what was believed before, where that is
// given and the method can. What fails with helpers is done without.
func (e *Engine) run(c *call, l *labels, f *wire.Fit, was *result) (*result, error) {
	team := transport.NewTeam(c.ctx, e.host)
	defer team.End()
	r, err := e.runWith(team, c, l, f, was)
	if err != nil && team.Hired() && c.ctx.Err() == nil {
		r, err = e.runWith(nil, c, l, f, was)
	}
	if err != nil && c.ctx.Err() != nil {
		return nil, c.ctx.Err() // whatever it is that failed for it
	}
	return r, err
}

func (e *Engine) runWith(team *transport.Team, c *call, l *labels, f *wire.Fit, was *result) (*result, error) {
	r, err := e.prepareFit(l, f)
	if err != nil {
		return nil, err
	}
	r.settings.Pause = c.turn
	if r.data.Len() > manyLabels {
		// A tab never gives memory back: let the fit have that of what was counted and
		// shown before, in large pieces.
		runtime.GC()
	}
	session, err := e.start(r, team.Share(r.method), f.Resume, was)
	if err != nil {
		return nil, err
	}
	for step := range session.Steps() {
		c.tell(func() wire.Progress {
			p := c.work
			p.Phase, p.Step = "fit", wireStep(step)
			return p
		})
		if err := c.turn(); err != nil {
			return nil, err
		}
		if id := e.enough.Load(); id == int64(c.id) && id != 0 {
			break
		}
	}
	found, err := session.Result()
	if err != nil {
		return nil, refuse("%s failed: %s. Try another method, or other settings.", r.entry.Title, err)
	}
	r.settings.Pause = nil
	team.End()
	if s := r.rank(); s != nil {
		found.Estimate = s.restore(found.Estimate)
	}
	r.learn(e, session.Fit())
	if err := e.foresee(c, r, session.Fit()); err != nil {
		return nil, err
	}
	return r, e.finish(c, r, found)
}

// prepareFit makes a result of all but what will be found.
func (e *Engine) prepareFit(l *labels, f *wire.Fit) (*result, error) {
	entry, err := e.find(f.Method)
	if err != nil {
		return nil, refuse("There is %s.", err)
	}
	method, values, err := entry.Method(f.Values)
	if err != nil {
		return nil, refuse("%s. Look at the settings of the method.", err)
	}
	r := &result{
		of: l, entry: entry, values: values, method: method, asked: *f, loaded: e.beside(),
		settings: fit.Settings{MaxSteps: f.MaxSteps, Tolerance: f.Tolerance, Gain: f.Gain, Seed: f.Seed, Parts: f.Parts}.WithDefaults(),
	}
	if err := e.given(r); err != nil {
		return nil, err
	}
	if r.data, err = r.learnFrom(); err != nil {
		return nil, err
	}
	if why := l.counts.Guesswork(Describe(entry), r.gold != nil || r.initial != nil || e.state != nil); why != "" {
		r.notes = append(r.notes, why)
	}
	return r, r.inRank()
}

// start begins a session: anew, from the saved state, or from a result before.
func (e *Engine) start(r *result, method fit.Method, resume bool, was *result) (*fit.Session, error) {
	m, ok := method.(fit.Resumer)
	if was != nil && ok && was.answers.Result.Confusion != nil {
		session, err := fit.Resume(r.data, m, was.start(), r.settings)
		if err != nil {
			return nil, refuse("%s could not go on from the result before: %s. Run it again.", r.entry.Title, err)
		}
		r.warm = true
		r.beside["warm"] = "yes"
		return session, nil
	}
	if !resume {
		data := r.data
		if s := r.rank(); s != nil {
			data = s.ranked(data)
		}
		session, err := fit.Start(data, method, r.settings)
		if err != nil {
			return nil, refuse("%s could not begin: %s. Try another method, or other settings.", r.entry.Title, err)
		}
		return session, nil
	}
	switch {
	case e.state == nil:
		return nil, refuse("Open a saved state to start from.")
	case !ok:
		return nil, refuse("%s can't start from a saved state. Methods that can: those of the Dawid–Skene family.", r.entry.Title)
	}
	r.beside["resume"] = "yes"
	session, err := fit.Resume(r.data, m, e.state.estimate(r.data.Workers), r.settings)
	if err != nil {
		return nil, refuse("%s could not start from the saved state: %s. Fit all labels anew, or drop the state.", r.entry.Title, err)
	}
	return session, nil
}

// finish completes a result with what was found.
func (e *Engine) finish(c *call, r *result, found *fit.Result) error {
	r.seconds = c.seconds()
	r.overrule(found)
	var err error
	if r.answers, err = export.New(r.of.named(), found, r.settings.Seed, c.turn); err != nil {
		return err
	}
	if err := e.price(c, r); err != nil || r.answers.Label == nil {
		return err
	}
	return votes(c, r.data, r.settings.Seed, func(i int, label int32, _ bool) {
		if r.answers.Label[i] != label {
			r.differ++
		}
	})
}

// learnFrom returns the labels with all that the method may learn from. What it
// makes no use of is noted, and left out.
func (r *result) learnFrom() (*crowd.Dataset, error) {
	has := r.of.parts
	has.Gold, has.Initial, has.Features, has.Words = r.gold != nil, r.initial != nil, r.features != nil, r.words != nil
	uses, err := r.method.Uses(has)
	if err != nil {
		return nil, refuse("%s can't run on these data: %s.", r.entry.Title, err)
	}
	if has.Gold && !uses.Gold {
		r.gold = nil
		delete(r.beside, roleGold)
		r.notes = append(r.notes, r.entry.Title+" makes no use of gold tasks: it was run without them")
	}
	if has.Initial && !uses.Initial {
		r.initial = nil
		delete(r.beside, roleConfusion)
		delete(r.beside, "confusion-mode")
		r.notes = append(r.notes, r.entry.Title+" makes no use of initial confusion matrices: it was run without them")
	}
	if has.Features && !uses.Features {
		r.features = nil
		delete(r.beside, roleFeatures)
		r.notes = append(r.notes, r.entry.Title+" makes no use of features: it was run without them")
	}
	if has.Words && !uses.Words {
		r.words = nil
		delete(r.beside, roleTexts)
		r.notes = append(r.notes, r.entry.Title+" makes no use of texts: it was run without them")
	}
	d := *r.of.asked().Data
	d.Gold, d.Initial, d.Features, d.Words = r.gold, r.initial, r.features, r.words
	return &d, nil
}
