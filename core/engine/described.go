package engine

import (
	"io"
	"iter"
	"math"
	"strconv"

	"concord/core/crowd"
	"concord/core/export"
	"concord/core/fit"
	"concord/core/intake"
	"concord/core/metric"
	"concord/core/wire"
)

// Files of features, and of the truth of tasks that only features describe.
const (
	roleFeatures  = "features"   // of the labelled tasks, and perhaps of others, which are predicted
	rolePredict   = "predict"    // of further tasks to predict, by the same columns
	roleTestTruth = "test-truth" // the truth of predicted tasks
)

// What Export may be asked for where a fit predicts, or says what to label next.
const (
	predictionsFile = "predictions"
	nextFile        = "next"
)

// features are those of the labelled tasks.
type features struct {
	file
	*intake.FeatureSet // nil: the labels have changed since
}

// newcomers are tasks to predict.
type newcomers struct {
	file
	tasks []string
	x     *crowd.Features
	words *crowd.Words // in place of x, where texts are loaded
}

// exam is the truth of tasks that are predicted.
type exam struct {
	file
	class map[string]int32
	value map[string]float64
}

// predicted is what a fit says of tasks that nobody labelled.
type predicted struct {
	tasks []string
	*crowd.Estimate
	test *wire.Test // against the exam; nil: there is none
}

func (e *Engine) loadFeatures(c *call, f *file) (*wire.Opened, error) {
	if e.labels.pairs != nil {
		return nil, refuse("Features describe tasks, and these tasks may have several labels each, which no method with features takes. Take each task to have one label, or leave the features out.")
	}
	var known []int32
	if e.truth != nil {
		known = e.truth.class
	}
	set := e.labels.set
	found, err := readAll(c, f, func(name string, r io.Reader, g *intake.Guess, o intake.Options) (*intake.FeatureSet, error) {
		return intake.Features(name, r, g, set, known, o)
	})
	if err != nil {
		return nil, e.note(err, f, roleFeatures)
	}
	e.features = &features{*f, found}
	e.skip(listed{found.Problems, f, roleFeatures})
	e.void()
	o := f.opened(roleFeatures)
	o.Known = set.Data.Tasks - found.Without
	o.Problems, o.Count = problems(found.Problems)
	for _, w := range found.Warnings {
		o.Warnings = append(o.Warnings, wireProblem(w))
	}
	o.Described = describeFeatures(found)
	parts := e.labels.parts
	parts.Features = true
	o.Methods = methods(parts)
	return o, nil
}

// usedNames is how many names of features are shown.
const usedNames = 100

// describeFeatures tells what was made of features.
func describeFeatures(f *intake.FeatureSet) *wire.Described {
	d := &wire.Described{
		Without: f.Without, Unlabelled: len(f.Unknown), Count: len(f.Features.Names), Filled: f.Filled,
		Used: f.Features.Names[:min(usedNames, len(f.Features.Names))],
	}
	wired := func(l intake.LeftOut) wire.LeftOut {
		return wire.LeftOut{Column: l.At, Name: l.Column, Why: l.Why, Keep: l.Keep}
	}
	for _, l := range f.Left {
		d.Left = append(d.Left, wired(l))
	}
	for _, l := range f.Leaks {
		d.Leaks = append(d.Leaks, wired(l))
	}
	return d
}

func (e *Engine) loadNewcomers(c *call, f *file) (*wire.Opened, error) {
	if e.hasTexts() {
		return e.loadMoreTexts(c, f)
	}
	if e.features == nil || e.features.FeatureSet == nil {
		return nil, refuse("Open the features, or the texts, of the labelled tasks first; then those of the tasks to predict.")
	}
	n := &newcomers{file: *f}
	bad, err := readAll(c, f, func(name string, r io.Reader, g *intake.Guess, o intake.Options) (bad intake.Problems, err error) {
		n.tasks, n.x, bad, err = e.features.MoreFeatures(name, r, g, o)
		return bad, err
	})
	if err != nil {
		return nil, e.note(err, f, rolePredict)
	}
	e.newcomers = n
	e.skip(listed{bad, f, rolePredict})
	o := f.opened(rolePredict)
	o.Known = len(n.tasks)
	o.Problems, o.Count = problems(bad)
	return o, nil
}

// loadExam reads the truth of the tasks that will be predicted.
func (e *Engine) loadExam(c *call, f *file) (*wire.Opened, error) {
	var tasks []string
	switch {
	case e.hasTexts():
		tasks, _ = e.wordy()
	case e.features != nil && e.features.FeatureSet != nil:
		tasks, _ = e.strangers()
	default:
		return nil, refuse("Open the features, or the texts, of the labelled tasks first; then the truth of those to predict.")
	}
	if len(tasks) == 0 {
		return nil, refuse("There are no tasks to predict that this could be the truth of. Open what describes them first.")
	}
	labels := e.labels.set
	names, data := newIndex(tasks), *labels.Data // some tasks may be in several files
	data.Tasks = names.Len()
	set := &intake.Set{Data: &data, Tasks: names, Workers: labels.Workers, Classes: labels.Classes}
	x := &exam{file: *f, class: map[string]int32{}, value: map[string]float64{}}
	var unseen intake.Unseen
	bad, err := readAll(c, f, func(name string, r io.Reader, g *intake.Guess, o intake.Options) (intake.Problems, error) {
		if labels.Data.Numeric() {
			values, bad, err := intake.TrueValues(name, r, g, set, o)
			for i, v := range values {
				x.value[names.At(i)] = v
			}
			return bad, err
		}
		o.Unseen = &unseen
		classes, bad, err := intake.Truth(name, r, g, set, o)
		for i, k := range classes {
			x.class[names.At(i)] = k
		}
		return bad, err
	})
	if err != nil {
		return nil, e.note(err, f, roleTestTruth)
	}
	e.exam = x
	e.skip(listed{bad, f, roleTestTruth})
	o := f.opened(roleTestTruth)
	for _, k := range x.class {
		if k != crowd.Unknown {
			o.Known++
		}
	}
	for _, v := range x.value {
		if !math.IsNaN(v) {
			o.Known++
		}
	}
	o.Problems, o.Count = problems(bad)
	if w := unseen.Warning(); w != nil {
		o.Warnings, _ = problems(intake.Problems{First: []intake.Problem{*w}})
	}
	if r := e.result; r != nil && r.predicted != nil {
		r.predicted.test = x.mark(r.predicted, r.data.Classes, r.settings.Seed)
		r.beside[roleTestTruth] = f.source.Name()
		o.Test = r.predicted.test
	}
	return o, nil
}

// void keeps the files of tasks to predict and of their truth, but not what they
// said: what they were read against has changed.
func (e *Engine) void() {
	if n := e.newcomers; n != nil {
		n.tasks, n.x, n.words = nil, nil, nil
	}
	if x := e.exam; x != nil {
		x.class, x.value = nil, nil
	}
}

// strangers are the tasks to predict, and their features.
func (e *Engine) strangers() ([]string, *crowd.Features) {
	f := e.features.FeatureSet
	tasks := append([]string(nil), f.Unknown...)
	x := &crowd.Features{Names: f.Features.Names, X: append([]float64(nil), f.Extra.X...)}
	if n := e.newcomers; n != nil && n.x != nil {
		tasks, x.X = append(tasks, n.tasks...), append(x.X, n.x.X...)
	}
	return tasks, x
}

// describe gives a fit the texts and the features that there are.
func (e *Engine) describe(r *result) error {
	if err := e.tell(r); err != nil {
		return err
	}
	if f := e.features; f != nil {
		if f.FeatureSet == nil || f.Features.Has != nil && len(f.Features.Has) != r.of.set.Data.Tasks {
			return refuse("The labels have changed since the features were read. Read those again, or drop them.")
		}
		if r.of.pairs == nil {
			r.features = f.Features
			r.beside[roleFeatures] = f.source.Name()
		}
	}
	if n := e.newcomers; n != nil && n.x == nil && n.words == nil {
		return refuse("The labels, or what describes their tasks, have changed since the tasks to predict were read. Read those again, or drop them.")
	}
	if e.exam != nil && e.exam.class == nil {
		return refuse("The labels, or what describes their tasks, have changed since the truth of the tasks to predict was read. Read that again, or drop it.")
	}
	return nil
}

// foresee has the fit predict the tasks that nobody labelled, and compares; it asks
// which of all tasks to label next, too.
func (e *Engine) foresee(c *call, r *result, f fit.Fit) error {
	tasks, d := e.toPredict(r)
	if a, ok := f.(fit.Advisor); ok {
		var pool *crowd.Features
		if len(tasks) > 0 {
			pool = &crowd.Features{Names: d.Features.Names, X: d.Features.X, Has: r.fresh(tasks)}
		}
		gave := givers(r.data)
		r.next = a.Next(plannedTasks, func(_, worker int) bool { return gave[worker] }, pool)
		r.right = a.Right()
		if err := r.of.readTook(c); err != nil { // who may be asked depends on it
			return err
		}
	}
	p, ok := f.(fit.Predictor)
	if !ok || len(tasks) == 0 {
		return nil
	}
	found, err := p.Predict(d)
	if err != nil {
		return refuse("%s could not predict the further tasks: %s. Drop those, or try another method.", r.entry.Title, err)
	}
	r.predicted = &predicted{tasks: tasks, Estimate: found}
	if n := e.newcomers; n != nil {
		r.beside[rolePredict] = n.source.Name()
	}
	if e.exam != nil {
		r.beside[roleTestTruth] = e.exam.source.Name()
		r.predicted.test = e.exam.mark(r.predicted, r.data.Classes, r.settings.Seed)
	}
	return nil
}

// fresh reports of tasks to predict which of them nobody labelled, each once: a file
// of such tasks may name some that have labels, and two files the same.
func (r *result) fresh(tasks []string) []bool {
	out, seen := make([]bool, len(tasks)), make(map[string]bool, len(tasks))
	for i, name := range tasks {
		_, labelled := r.of.set.Tasks.Find(name)
		out[i] = !labelled && !seen[name]
		seen[name] = true
	}
	return out
}

// mark compares predictions with the truth.
func (x *exam) mark(p *predicted, classes int, seed uint64) *wire.Test {
	if p.Posterior == nil {
		n := metric.CompareNumbers(p.Value, x.values(p.tasks), seed)
		return &wire.Test{Evaluated: n.MAE.N, R2: measured(n.R2), MAE: measured(n.MAE)}
	}
	truth := x.classes(p.tasks)
	score, quality := metric.Accuracy(p.Posterior, truth, classes, seed), metric.Judge(p.Posterior, truth, classes, seed)
	return &wire.Test{Evaluated: score.Evaluated, Accuracy: measured(score.Accuracy), AUC: measured(quality.MacroAUC), F1: measured(quality.MacroF1)}
}

// classes are the true ones of tasks, crowd.Unknown where not known.
func (x *exam) classes(tasks []string) []int32 {
	truth := make([]int32, len(tasks))
	for i, name := range tasks {
		truth[i] = crowd.Unknown
		if k, ok := x.class[name]; ok {
			truth[i] = k
		}
	}
	return truth
}

// values are the true numbers of tasks, NaN where not known.
func (x *exam) values(tasks []string) []float64 {
	truth := make([]float64, len(tasks))
	for i, name := range tasks {
		truth[i] = math.NaN()
		if v, ok := x.value[name]; ok {
			truth[i] = v
		}
	}
	return truth
}

// recordTest puts a test into the run record.
func recordTest(t *wire.Test) *export.RecordTest {
	if t == nil {
		return nil
	}
	value := func(m *wire.Measure) *float64 {
		if m == nil || m.Why != "" {
			return nil
		}
		return &m.Value
	}
	return &export.RecordTest{
		Evaluated: t.Evaluated, Accuracy: value(t.Accuracy), AUC: value(t.AUC), F1: value(t.F1), R2: value(t.R2), MAE: value(t.MAE),
	}
}

const (
	nextTasks    = 100  // that are suggested in a file
	plannedTasks = 2000 // … that a plan may be made of
)

// described are the downloads that features make possible.
func (r *result) described(safe bool) []download {
	var out []download
	add := func(what string, header []string, rows iter.Seq[[]string]) {
		out = append(out, download{what, export.File{Name: what + ".csv", Write: func(w io.Writer) error {
			return export.WriteRows(w, header, rows, safe)
		}}})
	}
	text := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	set := r.of.set
	if p := r.predicted; p != nil {
		header := []string{"task", "label", "probability"}
		if p.Posterior == nil {
			header = []string{"task", "value"}
		}
		add(predictionsFile, header, func(yield func([]string) bool) {
			k := r.data.Classes
			for i, name := range p.tasks {
				row := []string{name}
				if p.Posterior == nil {
					row = append(row, text(p.Value[i]))
				} else {
					q := p.Posterior[i*k : (i+1)*k]
					best, _ := crowd.Best(q, i, r.settings.Seed)
					row = append(row, set.Classes.At(best), text(q[best]))
				}
				if !yield(row) {
					return
				}
			}
		})
	}
	if l := r.learned; l != nil {
		header, rows := l.file(r)
		add(topicsFile, header, rows)
	}
	if r.next != nil {
		add(nextFile, []string{"task", "score", "worker", "probability_right"}, r.suggested(text))
	}
	return out
}

// forget drops what was opened in a role of this file.
func (e *Engine) forget(role string) {
	switch role {
	case roleFeatures:
		e.features, e.newcomers, e.exam = nil, nil, nil
	case roleTexts:
		e.texts, e.newcomers, e.exam = nil, nil, nil
	case rolePredict:
		e.newcomers, e.exam = nil, nil
	case roleTestTruth:
		e.exam = nil
	}
}
