package engine

import (
	"bytes"
	"errors"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzip"

	"concord/core/analysis"
	"concord/core/api"
	"concord/core/cache"
	"concord/core/export"
	"concord/core/job"
	"concord/core/session"
)

// makers make the downloads that are no files of a result (analysis.Written.Files).
var makers = map[string]func(*Engine, *call, *api.Export) (*export.File, error){
	api.FileProblems:   (*Engine).problemList,
	api.FileCompared:   (*Engine).comparedFile,
	api.FileMethods:    (*Engine).methodsFile,
	api.FilePlan:       (*Engine).planFile,
	api.FileNeeded:     (*Engine).neededFile,
	api.FileSample:     ofResult(sampleFile),
	api.FileChecks:     ofFitted((*Engine).checksFile),
	api.RoleWorkspace:  (*Engine).workspaceFile,
	api.RoleState:      ofResult(stateFile),
	api.FileReport:     ofWritten(reportFile),
	api.FileReportJSON: ofWritten(reportFile),
	api.FileAll:        ofWritten(allFiles),
}

// export writes a download.
func (e *Engine) export(on *call, x *api.Export) (*api.File, error) {
	maker, ok := makers[x.What]
	if !ok {
		maker = ofWritten(fileOf)
	}
	f, err := maker(e, on, x)
	if err != nil {
		return nil, err
	}
	done, err := e.write(on.Job, x, *f)
	if errors.Is(err, export.ErrTooLong) {
		return nil, api.Refuse("There is no workbook: %s. Choose another shape, such as CSV or JSON.", err)
	}
	return done, err
}

// ofWritten makes do get the result as files have it.
func ofWritten(
	do func(*analysis.Written, *job.Job, *api.Export) (*export.File, error),
) func(*Engine, *call, *api.Export) (*export.File, error) {
	return ofFitted(func(e *Engine, c *call, x *api.Export) (*export.File, error) {
		with, err := e.compared()
		if err != nil || !with.Current(e.session) {
			with = nil
		}
		w, err := e.result.Written(c.Job, x, with, e.wrote())
		if err != nil {
			return nil, err
		}
		return do(w, c.Job, x)
	})
}

// wrote is the query for the seconds that downloads of a result took.
type wrote struct{}

func (e *Engine) wrote() float64 {
	seconds, _ := cache.Get[float64](e.cache.Of(e.result.Answers.Result), wrote{})
	return seconds
}

// fileOf returns one of the files of a result, perhaps in another shape.
func fileOf(r *analysis.Written, c *job.Job, x *api.Export) (*export.File, error) {
	if x.As != "" {
		f, ok := r.As(x.As)
		if !ok || x.What != api.FileLabels {
			return nil, api.Refuse("The file of %s can't be written as “%s”. Choose the labels, as one of %s.", x.What, x.As, api.ShapeNames())
		}
		return &f, nil
	}
	for _, f := range r.Files() {
		if f.What == x.What {
			return &f, nil
		}
	}
	if f, err := r.TableFile(c, x.What, x.Safe); f != nil || err != nil {
		return f, err
	}
	return nil, api.Refuse("This result has no file of “%s”. Choose one that is offered.", x.What)
}

// problemList lists all problems of the file that was read last, or of the one in the role x.Of.
func (e *Engine) problemList(on *call, x *api.Export) (*export.File, error) {
	p := e.problems
	if x.Of != "" {
		p = session.Problems{}
		if in := e.session.Input(x.Of); in != nil {
			p = in.Problems
		}
	}
	if p.Count == 0 {
		return nil, api.Refuse("There are no problems to list: every row of the file that was read last could be used.")
	}
	return export.Problems(x.Safe, func(add func(api.Problem)) error { return e.session.EachProblem(on.Job, p, add) }), nil
}

func (e *Engine) comparedFile(_ *call, x *api.Export) (*export.File, error) {
	c, err := e.compared()
	if err != nil {
		return nil, err
	}
	return c.File(x.Safe), nil
}

func (e *Engine) methodsFile(_ *call, x *api.Export) (*export.File, error) {
	c, err := e.compared()
	if err != nil {
		return nil, err
	}
	return c.MethodsFile(x.Safe), nil
}

// planFile returns the last plan.
func (e *Engine) planFile(_ *call, x *api.Export) (*export.File, error) {
	if e.result != nil {
		if p, ok := cache.Get[*analysis.Plan](e.cache.Of(e.result.Answers.Result), plan{}); ok {
			return p.File(x.Safe), nil
		}
	}
	return nil, api.Refuse("Ask first which labels to get next.")
}

// neededFile returns the last forecast.
func (e *Engine) neededFile(_ *call, x *api.Export) (*export.File, error) {
	if e.result != nil {
		if s, ok := cache.Get[*api.Forecast](e.cache.Of(e.result.Answers.Result), need{}); ok {
			return analysis.NeededFile(s, x.Prices, x.Safe), nil
		}
	}
	return nil, api.Refuse("Ask first how many labels are needed.")
}

func sampleFile(r *analysis.Result, c *job.Job, x *api.Export) (*export.File, error) {
	return r.Sample(c, x.Tasks, x.Safe)
}

// checksFile lists tasks on which the result and the majority vote differ, with what workers saw of them, for somebody to fill in the
// truth.
func (e *Engine) checksFile(c *call, x *api.Export) (*export.File, error) {
	if name := e.result.Entry.Name; name != api.MethodDefault {
		return nil, api.Refuse("These checks choose between %s and the majority vote: run that method first, not %s.", api.MethodDefault, name)
	}
	drawn, err := e.result.Draw(c.Job, &api.Draw{Count: x.Tasks, Differ: true})
	if err != nil {
		return nil, err
	}
	var columns []string
	content := make([]map[string]string, len(drawn.Tasks))
	for n, d := range drawn.Tasks {
		shown, err := e.session.Content(c.Job, e.session.Labels.Set.Tasks.At(d.Task))
		if err != nil {
			return nil, err
		}
		content[n] = map[string]string{}
		for _, s := range shown {
			if _, twice := content[n][s.Column]; twice || checkNames(s.Column) {
				continue
			}
			content[n][s.Column] = s.Text
			if !slices.Contains(columns, s.Column) {
				columns = append(columns, s.Column)
			}
		}
	}
	header := slices.Concat([]string{"task"}, columns, []string{api.MethodDefault, api.MethodBaseline, "truth"})
	rows := func(yield func([]string) bool) {
		for n, d := range drawn.Tasks {
			row := []string{e.session.Labels.Set.Tasks.At(d.Task)}
			for _, column := range columns {
				row = append(row, content[n][column])
			}
			if !yield(append(row, d.Label, d.Vote, "")) {
				return
			}
		}
	}
	return export.Rows(x.What, header, rows, x.Safe), nil
}

// checkNames reports whether a column has the name of one that lists of checks have anyway.
func checkNames(column string) bool {
	return column == "task" || column == "truth" || column == api.MethodDefault || column == api.MethodBaseline
}

func stateFile(r *analysis.Result, c *job.Job, x *api.Export) (*export.File, error) {
	state, err := r.Saving(c)
	return export.NewFile(x.What, (&export.Workspace{State: state}).Write), err
}

func reportFile(r *analysis.Written, c *job.Job, x *api.Export) (*export.File, error) {
	report, err := r.Report(c)
	if err != nil {
		return nil, err
	}
	if x.What == api.FileReportJSON {
		return export.NewFile(x.What, report.WriteJSON), nil
	}
	return export.NewFile(x.What, report.Write), nil
}

func allFiles(r *analysis.Written, c *job.Job, x *api.Export) (*export.File, error) {
	s, err := r.Stand(c)
	if err != nil {
		return nil, err
	}
	files := r.Files()
	if x.Tiers && s != nil {
		f, err := r.TableFile(c, analysis.TiersTable, x.Safe)
		if err != nil {
			return nil, err
		}
		files = append(files, *f)
	}
	return export.NewFile(x.What, func(w io.Writer) error { return export.Zip(w, files) }), nil
}

// write hands a file to the host. If it fails or is cancelled, nothing is handed over.
func (e *Engine) write(c *job.Job, x *api.Export, f export.File) (*api.File, error) {
	small := x.Gzip && slices.Contains([]string{".csv", ".json", ".ndjson"}, path.Ext(f.Name))
	name := x.Name
	if name == "" {
		if name = e.nameOf(f); small {
			name += ".gz"
		}
	}
	to, err := e.host.Create(name)
	if err != nil {
		return nil, err
	}
	w := &writer{to: to, call: c, of: f.Rows}
	content := f.Write
	if small {
		content = func(w io.Writer) error { return pack(w, f.Write) }
		w.of = 0 // nobody sees where they end
	}
	if err := content(w); err != nil {
		to.Abort()
		return nil, err
	}
	if err := to.Close(); err != nil {
		return nil, err
	}
	if e.result != nil {
		e.cache.Of(e.result.Answers.Result).Put(wrote{}, e.wrote()+c.Seconds())
	}
	return &api.File{Name: name, Size: w.bytes}, nil
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
func (e *Engine) nameOf(f export.File) string {
	var parts []string
	if l := e.session.Labels; l != nil {
		parts = append(parts, session.Stem(l.Source.Name()))
	}
	if e.result != nil && f.What != api.FileProblems {
		parts = append(parts, e.result.Entry.Name)
	}
	return strings.Join(append(parts, e.host.Today(), f.Name), "-")
}

// writer counts what is written, reports progress and yields.
type writer struct {
	to    io.Writer
	call  *job.Job
	bytes int64
	rows  int // about: a name may have several lines
	of    int
}

func (w *writer) Write(p []byte) (int, error) {
	n, err := w.to.Write(p)
	w.bytes += int64(n)
	if w.of > 0 {
		w.rows = min(w.rows+bytes.Count(p, []byte{'\n'}), w.of)
	}
	if err != nil {
		return n, err
	}
	return n, w.call.Tell(func() api.Progress {
		return api.Progress{Phase: "write", Bytes: w.bytes, Rows: w.rows, AllRows: w.of}
	})
}
