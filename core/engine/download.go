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
	"concord/core/export/upload"
	"concord/core/job"
	"concord/core/layout"
	"concord/core/scan"
	"concord/core/session"
	"concord/core/sheet"
)

// maker makes a download.
type maker struct {
	what string
	of   func(*analysis.Written) *sheet.Table // a table of the result, which has it among its files; nil: this result has none
	make func(*Engine, *call, *api.Export) (*export.File, error)
}

// makers make all downloads (api.Downloads) but the tables of the answers (export.Answers.Tables), the files of a result in the order
// in which a folder gets them.
func makers() []maker {
	result := func(table func(*analysis.Result) *sheet.Table) func(*analysis.Written) *sheet.Table {
		return func(w *analysis.Written) *sheet.Table { return table(w.Result) }
	}
	table := func(make func(*Engine, *call, *api.Export) (*sheet.Table, error)) func(*Engine, *call, *api.Export) (*export.File, error) {
		return func(e *Engine, on *call, x *api.Export) (*export.File, error) {
			t, err := make(e, on, x)
			if err != nil {
				return nil, err
			}
			return export.CSV(x.What, t, x.Safe), nil
		}
	}
	late := table(ofResult(func(r *analysis.Result, c *job.Job, x *api.Export) (*sheet.Table, error) { return r.Table(c, x.What) }))
	sample := table(ofResult(func(r *analysis.Result, c *job.Job, x *api.Export) (*sheet.Table, error) {
		return r.Sample(c, x.Tasks, x.Bare)
	}))
	byHand := table(ofResult(func(r *analysis.Result, c *job.Job, x *api.Export) (*sheet.Table, error) {
		return r.HumanSample(c, x.Bare)
	}))
	checks := table(ofResult(func(r *analysis.Result, c *job.Job, x *api.Export) (*sheet.Table, error) {
		return r.Checks(c, x.Tasks, x.Bare)
	}))
	adjudicated := table(ofResult(func(r *analysis.Result, c *job.Job, x *api.Export) (*sheet.Table, error) {
		return r.Adjudicated(c, x.What, x.Bare)
	}))
	compared, agreed := table((*Engine).comparedTable), table(ofLabels((*Engine).agreedTable))
	key := table(ofResult(func(r *analysis.Result, _ *job.Job, _ *api.Export) (*sheet.Table, error) { return r.KeyTable() }))
	leaderboard := ofWritten(func(w *analysis.Written, c *job.Job, _ *api.Export) (*export.File, error) { return w.Leaderboard(c) })
	return []maker{
		{what: api.FileItems, of: (*analysis.Written).ItemTable},
		{what: api.FileItemPairs, of: (*analysis.Written).ItemPairTable},
		{what: api.FilePredictions, of: result((*analysis.Result).PredictionTable)},
		{what: api.FileLeaderboard, make: leaderboard},
		{what: api.FileVoters, of: (*analysis.Written).VoterTable},
		{what: api.FileTopics, of: result((*analysis.Result).TopicTable)},
		{what: api.FileNext, of: (*analysis.Written).NextTable},
		{what: api.FileRun, make: ofWritten(func(w *analysis.Written, _ *job.Job, _ *api.Export) (*export.File, error) { return w.Run(), nil })},
		{what: api.FileKey, make: key},
		{what: api.FileTiers, make: late},
		{what: api.FileJudged, make: late},
		{what: api.FileProblems, make: table((*Engine).problemTable)},
		{what: api.FileAgreement, make: agreed},
		{what: api.FilePairs, make: agreed},
		{what: api.FileTaskAgree, make: agreed},
		{what: api.FileConfused, make: agreed},
		{what: api.FileCompared, make: compared},
		{what: api.FileMethods, make: compared},
		{what: api.FilePlan, make: table((*Engine).planTable)},
		{what: api.FileNeeded, make: table((*Engine).neededTable)},
		{what: api.FileNextPairs, make: table((*Engine).nextPairTable)},
		{what: api.FileQuestions, make: table((*Engine).questionTable)},
		{what: api.FileGold, make: adjudicated},
		{what: api.FileAdjudicated, make: adjudicated},
		{what: api.FileDisagreements, make: adjudicated},
		{what: api.FileJudges, make: late},
		{what: api.FilePassRate, make: late},
		{what: api.FileHumanSample, make: byHand},
		{what: api.FileSample, make: sample},
		{what: api.FileChecks, make: checks},
		{what: api.RoleProject, make: (*Engine).projectFile},
		{what: api.RoleState, make: ofResult(stateFile)},
		{what: api.FileReport, make: ofWritten(reportFile)},
		{what: api.FileReportJSON, make: ofWritten(reportFile)},
		{what: api.FileReadme, make: ofWritten(readmeFile)},
		{what: api.FileAll, make: ofWritten(allFiles)},
	}
}

// tables are those among the files of a result. They bear the names of their files.
func tables(w *analysis.Written) []*sheet.Table {
	var all []*sheet.Table
	if !w.Ranks() { // else what is said of pairs is a table of the ranking
		all = w.Complete.Tables()
	}
	for _, m := range makers() {
		if m.of == nil {
			continue
		}
		if t := m.of(w); t != nil {
			all = append(all, t)
		}
	}
	return all
}

// fitted sums up the result, with the names of its files.
func (e *Engine) fitted() *api.Fitted {
	f := e.result.Fitted()
	for _, t := range tables(&analysis.Written{Result: e.result, Complete: e.result.Answers}) {
		f.Files = append(f.Files, t.Name)
	}
	f.Files, f.NotBack = append(f.Files, api.FileRun), e.result.NotBack()
	return f
}

// export writes a download.
func (e *Engine) export(on *call, x *api.Export) (*api.File, error) {
	do := ofWritten(fileOf)
	if upload.Writes(x.As) {
		do = (*Engine).uploadFile
	}
	for _, m := range makers() {
		if m.what == x.What && m.make != nil && x.As == "" {
			do = m.make
		}
	}
	f, err := do(e, on, x)
	if err != nil {
		return nil, err
	}
	done, err := e.write(on.Job, x, *f)
	if errors.Is(err, sheet.ErrTooLong) {
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
		wrote := e.wrote
		if x.What == api.FileAll { // the others in it come first
			wrote = func() float64 { return e.wrote() + c.Seconds() }
		}
		w, err := e.result.Written(c.Job, x, with, wrote)
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

// fileOf returns one of the tables of a result, perhaps in another shape.
func fileOf(w *analysis.Written, c *job.Job, x *api.Export) (*export.File, error) {
	switch {
	case x.As == "" || x.What != api.FileLabels:
	case x.As == api.Back:
		return w.Back(c)
	case x.As == api.XLSX && w.Ranks():
		return &export.File{What: x.What, Name: api.ShapeOf(x.As).File, Write: func(to io.Writer) error {
			return sheet.WriteWorkbook(to, tables(w))
		}}, nil
	case x.As == api.CrowdKit && w.Ranks():
		return &export.File{What: x.What, Name: api.ShapeOf(x.As).File, Write: func(to io.Writer) error {
			return w.CrowdKit().WriteCSV(to, x.Safe)
		}}, nil
	case w.Ranks(), x.As == api.CrowdKit && w.Of.Counts.Kind.Items:
		return nil, api.Refuse("Comparisons can't be written as “%s”.", x.As)
	default:
		if f, ok := w.Complete.As(x.As, x.Safe); ok {
			return &f, nil
		}
	}
	for _, t := range tables(w) {
		switch {
		case t.Name != x.What:
		case x.As == "":
			return export.CSV(x.What, t, x.Safe), nil
		case x.As == api.JSON:
			return export.JSON(x.What, t), nil
		default:
			return nil, noShape(x)
		}
	}
	return nil, api.Refuse("This result has no file of “%s”. Choose one that is offered.", x.What)
}

func noShape(x *api.Export) error {
	return api.Refuse("The file of %s can't be written as “%s”. Choose the labels, as one of %s.", x.What, x.As, api.ShapeNames())
}

// uploadFile returns the labels of the result, or of all questions, as a platform takes them back.
func (e *Engine) uploadFile(on *call, x *api.Export) (*export.File, error) {
	var labels *session.Labels
	r := &upload.Result{Bare: x.Bare}
	switch all := e.answered(); {
	case x.What != api.FileLabels && x.What != api.FileQuestions:
		return nil, noShape(x)
	case x.What == api.FileQuestions && (all == nil || all.Answers == nil):
		return nil, api.Refuse("Fit all questions first.")
	case x.What == api.FileQuestions:
		labels, r.Questions = e.session.Labels, all.Answers
	case e.result == nil:
		return nil, errNoResult()
	case e.result.Of.Counts.Kind.Items:
		return nil, api.Refuse("%s takes back the labels of tasks, and these are comparisons of items.", api.ShapeOf(x.As).Title)
	default:
		labels = e.result.Of
		name := labels.Found.ColumnName(max(0, labels.Found.Column(layout.Label)))
		r.Questions = []upload.Question{{Name: name, Method: e.result.Entry.Name, Answers: e.result.Answers}}
	}
	for _, j := range labels.Amend.Exclude {
		r.Excluded = append(r.Excluded, labels.Full.Workers.At(j))
	}
	r.Format, r.Layout = labels.Found.Format, &labels.Found.Layout
	r.Rows = func(take func(*scan.Rows) error) error { return labels.EachRow(on.Job, take) }
	var err error
	if r.Texts, err = e.session.TextOf(on.Job); err != nil {
		return nil, err
	}
	return upload.File(x.As, r)
}

// problemTable lists all problems of the file that was read last, or of the one in the role x.Of.
func (e *Engine) problemTable(on *call, x *api.Export) (*sheet.Table, error) {
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
	return export.ProblemTable(func(add func(api.Problem)) error { return e.session.EachProblem(on.Job, p, add) }), nil
}

// agreedTable says how far workers agree: in all, two by two, or on each task.
func (e *Engine) agreedTable(on *call, x *api.Export) (*sheet.Table, error) {
	switch x.What {
	case api.FilePairs:
		return analysis.PairTable(on.Job, e.session, x.Agree.Weights)
	case api.FileTaskAgree:
		return analysis.TaskAgreementTable(on.Job, e.session, x.Agree.Weights)
	case api.FileConfused:
		return analysis.ConfusedTable(on.Job, e.session)
	}
	return analysis.AgreementTable(on.Job, e.session, &x.Agree)
}

// comparedTable has the tasks on which the methods compared differ, or these methods.
func (e *Engine) comparedTable(_ *call, x *api.Export) (*sheet.Table, error) {
	c, err := e.compared()
	switch {
	case err != nil:
		return nil, err
	case x.What == api.FileMethods:
		return analysis.MethodTable(c.Found), nil
	}
	return c.Table, nil
}

// planTable is the last plan.
func (e *Engine) planTable(*call, *api.Export) (*sheet.Table, error) {
	if e.result != nil {
		if p, ok := cache.Get[*analysis.Plan](e.cache.Of(e.result.Answers.Result), plan{}); ok {
			return p.Table(), nil
		}
	}
	return nil, api.Refuse("Ask first which labels to get next.")
}

// neededTable is the last forecast.
func (e *Engine) neededTable(_ *call, x *api.Export) (*sheet.Table, error) {
	if e.result != nil {
		if s, ok := cache.Get[*api.Forecast](e.cache.Of(e.result.Answers.Result), need{}); ok {
			return analysis.NeededTable(s, x.Prices), nil
		}
	}
	return nil, api.Refuse("Ask first how many labels are needed.")
}

// nextPairTable has the pairs that were chosen last.
func (e *Engine) nextPairTable(*call, *api.Export) (*sheet.Table, error) {
	if e.result != nil {
		if next, ok := cache.Get[[]api.NextPair](e.cache.Of(e.result.Answers.Result), nextPairs{}); ok {
			return analysis.NextPairTable(next), nil
		}
	}
	return nil, api.Refuse("Ask first which pairs to compare next.")
}

// questionTable has the labels of all questions.
func (e *Engine) questionTable(*call, *api.Export) (*sheet.Table, error) {
	x := e.answered()
	if x == nil || x.Table == nil {
		return nil, api.Refuse("Fit all questions first.")
	}
	return x.Table, nil
}

func stateFile(r *analysis.Result, c *job.Job, x *api.Export) (*export.File, error) {
	state, err := r.Saving(c)
	return export.NewFile(x.What, (&export.Project{State: state}).Write), err
}

func reportFile(r *analysis.Written, c *job.Job, x *api.Export) (*export.File, error) {
	report, err := r.Report(c, x.Names)
	if err != nil {
		return nil, err
	}
	if x.What == api.FileReportJSON {
		return export.NewFile(x.What, report.WriteJSON), nil
	}
	return export.NewFile(x.What, report.Write), nil
}

// publish writes what a paper takes over from the result.
func (e *Engine) publish(on *call, q *api.Publish) (*api.Paper, error) {
	w, err := e.result.Written(on.Job, &api.Export{What: api.FileReport}, nil, e.wrote)
	if err != nil {
		return nil, err
	}
	return w.Paper(on.Job, q.Names)
}

// answerFiles are the tables of a result as files.
func answerFiles(r *analysis.Written, c *job.Job, x *api.Export) (files []export.File, _ error) {
	for _, t := range tables(r) {
		files = append(files, *export.CSV(t.Name, t, x.Safe))
	}
	if !x.Tiers {
		return files, nil
	}
	if s, err := r.Stand(c); err != nil || s == nil {
		return files, err
	}
	t, err := r.Table(c, api.FileTiers)
	if err != nil {
		return nil, err
	}
	return append(files, *export.CSV(t.Name, t, x.Safe)), nil
}

// readmeFile explains the files of a folder.
func readmeFile(r *analysis.Written, c *job.Job, x *api.Export) (*export.File, error) {
	files, err := answerFiles(r, c, x)
	if err != nil {
		return nil, err
	}
	return r.Readme(append(files, *r.Run())), nil
}

// allFiles puts all files into one, with the report, and explains them.
func allFiles(r *analysis.Written, c *job.Job, x *api.Export) (*export.File, error) {
	files, err := answerFiles(r, c, x)
	if err != nil {
		return nil, err
	}
	report, err := r.Report(c, x.Names)
	if err != nil {
		return nil, err
	}
	files = append(files, *export.NewFile(api.FileReport, report.Write), *r.Run())
	files = append([]export.File{*r.Readme(files)}, files...)
	return export.NewFile(x.What, func(w io.Writer) error { return export.Zip(w, files, c.Host.Today()) }), nil
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
	done := &api.File{Name: name, Size: w.bytes}
	if f.Next != nil {
		done.Next = f.Next(name)
	}
	return done, nil
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
	if e.result != nil && f.What != api.FileProblems && f.What != api.FileQuestions {
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
