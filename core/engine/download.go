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
func (e *Engine) export(on *call, x *wire.Export) (*wire.File, error) {
	c := on.Job
	if x.What == problemsFile {
		p := e.problems
		if x.Of != "" {
			p = session.Problems{}
			if in := e.session.Input(x.Of); in != nil {
				p = in.Problems
			}
		}
		if p.Count == 0 {
			return nil, wire.Refuse("There are no problems to list: every row of the file that was read last could be used.")
		}
		return e.write(c, x, e.problemList(c, p, x.Safe))
	}
	switch {
	case x.What == analysis.ComparedTable && (e.compared == nil || e.compared.Table == nil):
		return nil, wire.Refuse("Compare methods first.")
	case x.What == analysis.ComparedTable:
		return e.write(c, x, e.compared.File(x.Safe))
	case x.What == analysis.PlanFile && e.plan == nil:
		return nil, wire.Refuse("Ask first which labels to get next.")
	case x.What == analysis.PlanFile:
		return e.write(c, x, e.plan.File(x.Safe))
	case x.What == wire.RoleWorkspace:
		w, err := e.workspace(x.Page)
		if err != nil {
			return nil, err
		}
		return e.write(c, x, export.File{Name: "workspace.concord", Write: w.Write})
	case e.result == nil:
		return nil, wire.Refuse("Run a method first.")
	}
	if x.What == wire.RoleState {
		state, err := e.result.Saving(c)
		if err != nil {
			return nil, err
		}
		return e.write(c, x, export.File{Name: "state.gz", Write: (&export.Workspace{State: state}).Write})
	}
	if x.What == analysis.RunFile || x.What == everything || x.What == analysis.ReportFile || x.What == analysis.ReportJSON {
		if err := e.session.Labels.EnsureSum(c); err != nil {
			return nil, err
		}
	}
	if x.What == analysis.ReportFile || x.What == analysis.ReportJSON {
		report, err := e.result.Report(c)
		switch {
		case err != nil:
			return nil, err
		case x.What == analysis.ReportJSON:
			return e.write(c, x, export.File{Name: "report.json", Write: report.WriteJSON})
		}
		return e.write(c, x, export.File{Name: "report.html", Write: report.Write})
	}
	if x.As != "" {
		return e.reshape(c, x)
	}
	files := e.result.Files(x.Safe)
	if x.What == everything {
		var all []export.File
		for _, f := range files {
			all = append(all, f.File)
		}
		return e.write(c, x, export.File{Name: "all.zip", Write: func(w io.Writer) error { return export.Zip(w, all) }})
	}
	i := slices.IndexFunc(files, func(f analysis.Download) bool { return f.What == x.What })
	if i < 0 {
		return nil, wire.Refuse("This result has no file of “%s”. Choose one that is offered.", x.What)
	}
	return e.write(c, x, files[i].File)
}

// problemList is the list of all of the problems as a file.
func (e *Engine) problemList(c *job.Job, p session.Problems, safe bool) export.File {
	return export.File{Name: "problems.csv", Write: func(w io.Writer) error {
		list := export.NewProblems(w, safe)
		err := e.session.EachProblem(c, p, list.Add)
		return errors.Join(err, list.Close())
	}}
}

// reshape writes the labels in another shape.
func (e *Engine) reshape(c *job.Job, x *wire.Export) (*wire.File, error) {
	f, ok := e.result.Answers.As(x.As, e.result.Entry.Name, x.Safe)
	if !ok || x.What != labelsFile {
		return nil, wire.Refuse("The file of %s can't be written as “%s”. Choose the labels, as one of %s.", x.What, x.As,
			strings.Join(export.Shapes(), ", "))
	}
	done, err := e.write(c, x, f)
	if errors.Is(err, export.ErrTooLong) {
		return nil, wire.Refuse("There is no workbook: %s. Choose another shape, such as CSV or JSON.", err)
	}
	return done, err
}

// write hands a file to the host. Where it fails or is cancelled nothing is
// handed over.
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

// pack writes a file through gzip, at its fastest: what is repeated so often as
// names and classes gets small all the same.
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

// writer counts what is written, tells how far it has come and lets the world in.
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
	w.call.Tell(func() wire.Progress { return wire.Progress{Phase: "write", Bytes: w.bytes} })
	if w.result != nil {
		w.result.Wrote = w.before + w.call.Seconds()
	}
	return n, w.call.Turn()
}
