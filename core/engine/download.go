package engine

import (
	"errors"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzip"

	"concord/core/analysis"
	"concord/core/export"
	"concord/core/job"
	"concord/core/session"
	"concord/core/wire"
)

// What Export may be asked for beside the tables of a result.
const (
	labelsFile   = "labels"
	problemsFile = "problems"
	everything   = "all"
)

// export writes a download.
func (e *Engine) export(c *call, x *wire.Export) (*wire.File, error) {
	f, err := e.file(c.Job, x)
	if err != nil {
		return nil, err
	}
	done, err := e.write(c.Job, x, f)
	if errors.Is(err, export.ErrTooLong) {
		return nil, wire.Refuse("There is no workbook: %s. Choose another shape, such as CSV or JSON.", err)
	}
	return done, err
}

// file returns the download that x asks for.
func (e *Engine) file(c *job.Job, x *wire.Export) (f export.File, err error) {
	switch x.What {
	case problemsFile:
		return e.problemList(c, x)
	case analysis.ComparedTable:
		compared, err := e.compared()
		if err != nil {
			return f, err
		}
		return compared.File(x.Safe), nil
	case analysis.PlanFile:
		plan, err := e.planned()
		if err != nil {
			return f, err
		}
		return plan.File(x.Safe), nil
	case wire.RoleWorkspace:
		w, err := e.workspace(x.Page)
		if err != nil {
			return f, err
		}
		return export.File{Name: "workspace.concord", Write: w.Write}, nil
	}
	r := e.result
	if r == nil {
		return f, errNoResult()
	}
	switch x.What {
	case wire.RoleState:
		state, err := r.Saving(c)
		return export.File{Name: "state.gz", Write: (&export.Workspace{State: state}).Write}, err
	case analysis.RunFile, everything, analysis.ReportFile, analysis.ReportJSON:
		if err := e.session.Labels.EnsureSum(c); err != nil {
			return f, err
		}
	}
	if x.What == analysis.ReportFile || x.What == analysis.ReportJSON {
		report, err := r.Report(c)
		if x.What == analysis.ReportJSON {
			return export.File{Name: "report.json", Write: report.WriteJSON}, err
		}
		return export.File{Name: "report.html", Write: report.Write}, err
	}
	if x.As != "" {
		f, ok := r.Answers.As(x.As, r.Entry.Name, x.Safe)
		if !ok || x.What != labelsFile {
			return f, wire.Refuse("The file of %s can't be written as “%s”. Choose the labels, as one of %s.", x.What, x.As,
				strings.Join(export.Shapes(), ", "))
		}
		return f, nil
	}
	var all []export.File
	for _, f := range r.Files(x.Safe) {
		if f.What == x.What {
			return f.File, nil
		}
		all = append(all, f.File)
	}
	if x.What == everything {
		return export.File{Name: "all.zip", Write: func(w io.Writer) error { return export.Zip(w, all) }}, nil
	}
	return f, wire.Refuse("This result has no file of “%s”. Choose one that is offered.", x.What)
}

// problemList returns all problems of the file that was read last, or of the input in the role x.Of.
func (e *Engine) problemList(c *job.Job, x *wire.Export) (f export.File, err error) {
	p := e.problems
	if x.Of != "" {
		p = session.Problems{}
		if in := e.session.Input(x.Of); in != nil {
			p = in.Problems
		}
	}
	if p.Count == 0 {
		return f, wire.Refuse("There are no problems to list: every row of the file that was read last could be used.")
	}
	return export.File{Name: "problems.csv", Write: func(w io.Writer) error {
		list := export.NewProblems(w, x.Safe)
		err := e.session.EachProblem(c, p, list.Add)
		return errors.Join(err, list.Close())
	}}, nil
}

// write hands a file to the host. If it fails or is cancelled, nothing is handed over.
func (e *Engine) write(c *job.Job, x *wire.Export, f export.File) (*wire.File, error) {
	small := x.Gzip && slices.Contains([]string{".csv", ".json", ".ndjson"}, path.Ext(f.Name))
	name := x.Name
	if name == "" {
		if name = e.nameOf(f.Name); small {
			name += ".gz"
		}
	}
	to, err := e.host.Create(name)
	if err != nil {
		return nil, err
	}
	w := &writer{to: to, call: c, result: e.result}
	if e.result != nil {
		w.before = e.result.Wrote
	}
	content := f.Write
	if small {
		content = func(w io.Writer) error { return pack(w, f.Write) }
	}
	if err := content(w); err != nil {
		if a, ok := to.(interface{ Abort() }); ok {
			a.Abort()
		}
		return nil, err
	}
	if err := to.Close(); err != nil {
		return nil, err
	}
	return &wire.File{Name: name, Size: w.bytes}, nil
}

// pack writes a file through gzip at its fastest: names and classes are repeated so often that they get small all the same.
func pack(w io.Writer, write func(io.Writer) error) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
	if err != nil {
		return err
	}
	if err := write(z); err != nil {
		return err
	}
	return z.Close()
}

// nameOf makes the name of a download: data, method, date, kind.
func (e *Engine) nameOf(kind string) string {
	var parts []string
	if l := e.session.Labels; l != nil {
		parts = append(parts, session.Stem(l.Source.Name()))
	}
	if e.result != nil && kind != "problems.csv" {
		parts = append(parts, e.result.Entry.Name)
	}
	return strings.Join(append(parts, e.host.Today(), kind), "-")
}

// writer counts what is written, reports progress and yields.
type writer struct {
	to     io.Writer
	call   *job.Job
	result *analysis.Result
	before float64 // seconds that earlier downloads of the result took
	bytes  int64
}

func (w *writer) Write(p []byte) (int, error) {
	n, err := w.to.Write(p)
	w.bytes += int64(n)
	if err != nil {
		return n, err
	}
	if w.result != nil {
		w.result.Wrote = w.before + w.call.Seconds()
	}
	return n, w.call.Tell(func() wire.Progress { return wire.Progress{Phase: "write", Bytes: w.bytes} })
}
