package engine

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"concord/core/export"
	"concord/core/fit"
	"concord/core/labels"
	"concord/core/metric"
	"concord/core/parse"
	"concord/core/session"
	"concord/core/wire"
)

// judge compares the result with a truth, or with none. A task whose truth the
// method was given is no test of it.
func (r *result) judge(t *session.Truth) {
	if r == nil {
		return
	}
	r.truth, r.score, r.distance = t, nil, nil
	switch {
	case t == nil:
	case t.Class != nil:
		posterior, truth := r.tested()
		score := metric.Accuracy(posterior, truth, r.of.Asked().Data.Classes, r.settings.Seed)
		r.score = &score
	case t.Value != nil:
		r.distance = metric.CompareNumbers(r.answers.Result.Value, t.Value, r.settings.Seed)
	}
	r.tables = r.makeTables()
}

// accuracy tells how the comparison came out, nil where there is none.
func (r *result) accuracy() *wire.Accuracy {
	if r.score == nil {
		return nil
	}
	a := *r.score
	a.Apart = r.apart()
	return &a
}

func (r *result) fitted() *wire.Fitted {
	found := r.answers.Result
	f := &wire.Fitted{
		Method: r.entry.Name, Title: r.entry.Title, Status: found.Status.String(), Objective: r.entry.Objective,
		Trace: thin(found.Trace), Steps: len(found.Trace), Seconds: r.seconds, Warnings: r.warnings(),
		Ties: r.answers.Ties, Accuracy: r.accuracy(), Numbers: r.distance, Tables: []string{tasksTable}, Differ: r.differ,
	}
	if !r.of.Anonymous() {
		f.Tables = append(f.Tables, workersTable)
	}
	if r.answers.Label != nil {
		f.Baseline, f.Sets = baseline, r.of.Pairs != nil
		tasks := r.answers.CountClasses()
		for at := range min(len(tasks), session.ClassNames) {
			k := r.of.Scale.ClassAt(at)
			share := wire.Share{Class: r.of.Set.Classes.At(k), Tasks: tasks[k]}
			if p := number(r.answers.ClassPrior(k)); p != nil {
				share.Prior = *p
			}
			f.Classes = append(f.Classes, share)
		}
	}
	f.Priced = r.priced()
	f.Picture, f.Topics, f.Seen = r.pictures(), r.learned != nil, r.seen()
	if r.words != nil && r.learned == nil { // it came out of a workspace
		f.Warnings = append(f.Warnings, "A workspace does not hold the topics. Run the method again to see them.")
	}
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
func thin(trace []fit.Step) []fit.Step {
	if len(trace) <= traceSteps {
		return trace
	}
	out := make([]fit.Step, traceSteps)
	for m := range out {
		out[m] = trace[m*(len(trace)-1)/(traceSteps-1)]
	}
	return out
}

// number is nil for what JSON can't hold.
func number(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// workersOf counts the workers; 0 where nobody knows them.
func workersOf(set *labels.Set) int {
	if set.Data.Anonymous {
		return 0
	}
	return set.Data.Workers
}

// record is the run record.
func (r *result) record(notes []string) *export.Record {
	found, set := r.answers.Result, r.of.Set
	rec := &export.Record{
		Version: export.Version,
		Input: export.Input{
			Name: r.of.Source.Name(), Bytes: set.Bytes, SHA256: r.of.Sum, Rows: set.Rows, Skipped: set.Skipped,
		},
		Method: r.entry.Name, Settings: export.Settings{
			"max-steps": export.Setting(strconv.Itoa(r.settings.MaxSteps)),
			"tolerance": export.Setting(fmt.Sprint(r.settings.Tolerance)),
			"gain":      export.Setting(fmt.Sprint(r.settings.Gain)),
			"parts":     export.Setting(strconv.Itoa(r.settings.Parts)),
		},
		Seed: r.settings.Seed, Tasks: set.Data.Tasks, Workers: workersOf(set), Labels: set.Data.Len(), Classes: set.Data.Classes,
		Steps: len(found.Trace), Status: found.Status.String(), Objective: export.Number(math.NaN()), Trace: found.Trace,
		Warnings: append(r.warnings(), notes...),
		Seconds:  export.RecordSeconds{Read: r.of.Seconds, Fit: r.seconds, Write: r.wrote},
	}
	read := r.of.Read
	for _, f := range read.Files {
		rec.Input.Files = append(rec.Input.Files, export.InputFile{Name: f.Name, Bytes: f.Size})
	}
	rec.Input.ByFile, rec.Input.Sheet, rec.Input.Merged = read.ByFile, read.Sheet, read.Merge
	rec.Input.HeaderLine, rec.Input.Anonymous = read.HeaderLine, read.Anonymous
	rec.Input.Again, rec.Input.Dropped = string(r.of.Again()), read.Drop
	if !slices.Equal(read.Missing, parse.Missing()) {
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
		rec.Evaluated, rec.Accuracy, rec.Error = &s.Evaluated, &s.Accuracy, &wrong
	}
	if p := r.predicted; p != nil {
		rec.Test = (*export.RecordTest)(p.test)
	}
	if d := r.distance; d != nil && d.MAE.Defined() {
		rec.Evaluated, rec.Numbers = &d.Evaluated, (*export.RecordNumbers)(d)
	}
	return rec
}
