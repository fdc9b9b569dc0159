package engine

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"

	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/export"
	"concord/core/fit"
	"concord/core/intake"
	"concord/core/method/dawidskene"
	"concord/core/method/gp"
	"concord/core/metric"
	"concord/core/wire"
)

// result is the outcome of a fit, with what it rests on.
type result struct {
	of       *labels
	entry    catalog.Entry
	values   catalog.Values
	method   fit.Method // nil after a fold
	settings fit.Settings
	data     *crowd.Dataset    // what the method learnt from
	state    *dawidskene.State // after a fold, what to save; nil: to be made
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

	learned   *learned        // what the texts are about; nil: the method does not say
	predicted *predicted      // tasks that nobody labelled; nil: there are none, or the method can't
	next      []gp.Suggestion // what to label next; nil: the method does not say
	wrote     float64         // seconds that its downloads took
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
	t := &team{call: c, engine: e}
	defer t.end()
	r, err := e.runWith(t, c, l, f, was)
	if err != nil && len(t.helpers) > 0 && c.ctx.Err() == nil {
		r, err = e.runWith(nil, c, l, f, was)
	}
	if err != nil && c.ctx.Err() != nil {
		return nil, c.ctx.Err() // whatever it is that failed for it
	}
	return r, err
}

func (e *Engine) runWith(t *team, c *call, l *labels, f *wire.Fit, was *result) (*result, error) {
	r, err := e.prepareFit(l, f)
	if err != nil {
		return nil, err
	}
	r.settings.Pause = c.turn
	if t != nil {
		r.settings.Crew = t
	}
	session, err := e.start(r, f.Resume, was)
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
	if r.data.Len() > manyLabels {
		// The posteriors may be the largest array of all: let them have the room of
		// what the fit needed to begin.
		runtime.GC()
	}
	found, err := session.Result()
	if err != nil {
		return nil, refuse("%s failed: %s.", r.entry.Title, err)
	}
	r.settings.Crew, r.settings.Pause = nil, nil
	if t != nil {
		t.end()
	}
	if r.takesOrder() {
		found.Estimate = r.of.scale.restore(found.Estimate)
	}
	r.learn(e, session.Fit())
	if err := e.foresee(r, session.Fit()); err != nil {
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
		return nil, refuse("%s.", err)
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
	return r, nil
}

// start begins a session: anew, from the saved state, or from a result before.
func (e *Engine) start(r *result, resume bool, was *result) (*fit.Session, error) {
	m, ok := r.method.(fit.Resumer)
	if was != nil && ok && was.answers.Result.Confusion != nil {
		session, err := fit.Resume(r.data, m, was.start(), r.settings)
		if err != nil {
			return nil, refuse("%s could not go on from the result before: %s.", r.entry.Title, err)
		}
		r.warm = true
		r.beside["warm"] = "yes"
		return session, nil
	}
	if !resume {
		data := r.data
		if r.takesOrder() {
			data = r.of.scale.ranked(data)
		}
		session, err := fit.Start(data, r.method, r.settings)
		if err != nil {
			return nil, refuse("%s could not begin: %s.", r.entry.Title, err)
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
		return nil, refuse("%s could not start from the saved state: %s.", r.entry.Title, err)
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

// judge compares the result with a truth, or with none. A task whose truth the
// method was given is no test of it.
func (r *result) judge(t *truth) {
	if r == nil {
		return
	}
	r.truth, r.score, r.distance = t, nil, nil
	switch {
	case t == nil:
	case t.class != nil:
		score := metric.Accuracy(r.answers.Result.Posterior, r.test(), r.of.asked().Data.Classes, r.settings.Seed)
		r.score = &score
	case t.value != nil:
		r.distance = metric.CompareNumbers(r.answers.Result.Value, t.value, r.settings.Seed)
	}
	r.tables = r.makeTables()
}

// accuracy tells how the comparison came out, nil where there is none.
func (r *result) accuracy() *wire.Accuracy {
	if r.score == nil {
		return nil
	}
	s := r.score
	return &wire.Accuracy{
		Evaluated: s.Evaluated, Wrong: s.Wrong,
		Accuracy: s.Accuracy.Value, Low: s.Accuracy.Low, High: s.Accuracy.High, Expected: s.Expected.Value,
		Apart: r.apart(),
	}
}

// numbers is accuracy where labels are numbers.
func (r *result) numbers() *wire.Numbers {
	if r.distance == nil {
		return nil
	}
	measure := func(f metric.Figure) wire.Measure {
		return wire.Measure{Value: f.Value, Low: f.Low, High: f.High, Why: f.Why}
	}
	d := r.distance
	return &wire.Numbers{
		Evaluated: d.MAE.N, R2: measure(d.R2), MAE: measure(d.MAE), RMSE: measure(d.RMSE), Correlation: measure(d.Correlation),
	}
}

func (r *result) fitted() *wire.Fitted {
	found := r.answers.Result
	f := &wire.Fitted{
		Method: r.entry.Name, Title: r.entry.Title, Status: found.Status.String(), Objective: r.entry.Objective,
		Trace: thin(found.Trace), Steps: len(found.Trace), Seconds: r.seconds, Warnings: r.warnings(),
		Ties: r.answers.Ties, Accuracy: r.accuracy(), Numbers: r.numbers(), Tables: []string{tasksTable}, Differ: r.differ,
	}
	if !r.of.anonymous() {
		f.Tables = append(f.Tables, workersTable)
	}
	if r.answers.Label != nil {
		f.Baseline, f.Sets = baseline, r.of.pairs != nil
		tasks := r.answers.CountClasses()
		for at := range min(len(tasks), classNames) {
			k := r.of.scale.classAt(at)
			share := wire.Share{Class: r.of.set.Classes.At(k), Tasks: tasks[k]}
			if p := number(r.answers.ClassPrior(k)); p != nil {
				share.Prior = *p
			}
			f.Classes = append(f.Classes, share)
		}
	}
	f.Priced = r.priced()
	f.Picture, f.Topics, f.Seen = r.pictures(), r.learned != nil, r.seen()
	if p := r.predicted; p != nil {
		f.Predicted, f.Test = len(p.tasks), p.test
	}
	for _, file := range r.files(false) {
		f.Files = append(f.Files, file.what)
	}
	return f
}

func (r *result) warnings() []string {
	out := []string{}
	for _, w := range r.answers.Result.Warnings {
		out = append(out, w.Error())
	}
	return append(out, r.notes...)
}

// traceSteps is how many steps of a trace travel with a reply.
const traceSteps = 500

// thin leaves out steps of a long trace, evenly, but neither its first nor its last.
func thin(trace []fit.Step) []wire.Step {
	n := min(len(trace), traceSteps)
	out := make([]wire.Step, n)
	for m := range out {
		at := m
		if n < len(trace) {
			at = m * (len(trace) - 1) / (n - 1)
		}
		out[m] = *wireStep(trace[at])
	}
	return out
}

func wireStep(s fit.Step) *wire.Step {
	w := &wire.Step{N: s.N, Objective: number(s.Objective), Change: number(s.Change)}
	if s.Flips >= 0 {
		w.Flips = &s.Flips
	}
	return w
}

// number is nil for what JSON can't hold.
func number(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// workersOf counts the workers; 0 where nobody knows them.
func workersOf(set *intake.Set) int {
	if set.Data.Anonymous {
		return 0
	}
	return set.Data.Workers
}

// record is the run record.
func (r *result) record(notes []string) *export.Record {
	found, set := r.answers.Result, r.of.set
	rec := &export.Record{
		Version: export.Version,
		Input: export.Input{
			Name: r.of.source.Name(), Bytes: set.Bytes, SHA256: r.of.sum, Rows: set.Rows, Skipped: set.Skipped,
		},
		Method: r.entry.Name, Settings: export.Settings{
			"max-steps": export.Setting(strconv.Itoa(r.settings.MaxSteps)),
			"tolerance": export.Setting(fmt.Sprint(r.settings.Tolerance)),
			"gain":      export.Setting(fmt.Sprint(r.settings.Gain)),
			"parts":     export.Setting(strconv.Itoa(r.settings.Parts)),
		},
		Seed: r.settings.Seed, Tasks: set.Data.Tasks, Workers: workersOf(set), Labels: set.Data.Len(), Classes: set.Data.Classes,
		Steps: len(found.Trace), Status: found.Status.String(), Objective: export.Number(math.NaN()), Trace: export.Trace(found.Trace),
		Warnings: append(r.warnings(), notes...),
		Seconds:  export.RecordSeconds{Read: r.of.seconds, Fit: r.seconds, Write: r.wrote},
	}
	read := r.of.read
	for _, f := range read.Files {
		rec.Input.Files = append(rec.Input.Files, export.InputFile{Name: f.Name, Bytes: f.Size})
	}
	rec.Input.ByFile, rec.Input.Sheet = read.ByFile, read.Sheet
	for _, m := range read.Merge {
		rec.Input.Merged = append(rec.Input.Merged, export.InputMerge(m))
	}
	rec.Input.Again, rec.Input.Dropped = string(r.of.again()), read.Drop
	if !slices.Equal(read.Missing, intake.Missing()) {
		rec.Input.Missing = read.Missing
	}
	for name, value := range r.values {
		rec.Settings[name] = export.Setting(value)
	}
	for name, value := range r.beside {
		rec.Settings[name] = export.Setting(value)
	}
	r.amendment(rec)
	if n := len(found.Trace); n > 0 {
		rec.Objective = export.Number(found.Trace[n-1].Objective)
	}
	if s := r.score; s != nil && s.Evaluated > 0 {
		wrong := s.Error()
		rec.Evaluated, rec.Accuracy, rec.Error = &s.Evaluated, &s.Accuracy.Value, &wrong
	}
	if p := r.predicted; p != nil {
		rec.Test = recordTest(p.test)
	}
	if d := r.distance; d != nil && d.MAE.Defined() {
		value := func(f metric.Figure) export.Number {
			if !f.Defined() {
				return export.Number(math.NaN())
			}
			return export.Number(f.Value)
		}
		rec.Evaluated = &d.MAE.N
		rec.Numbers = &export.RecordNumbers{R2: value(d.R2), MAE: value(d.MAE), RMSE: value(d.RMSE), Correlation: value(d.Correlation)}
	}
	return rec
}
