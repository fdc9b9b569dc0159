package analysis_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"concord/core/analysis"
	"concord/core/api"
	"concord/core/cache"
	"concord/core/catalog"
	"concord/core/export"
	"concord/core/job"
	"concord/core/session/sessiontest"
	"concord/core/sheet"
	"concord/core/simulate"
)

// visit is a session, and the result of the last fit to it.
type visit struct {
	*sessiontest.Visit
	t       testing.TB
	methods analysis.Methods
	result  *analysis.Result
	plan    *analysis.Plan
	cache   *cache.Cache
}

func newVisit(t testing.TB) *visit {
	return &visit{Visit: sessiontest.New(t), t: t, methods: analysis.Methods{List: catalog.All(), Pace: 1}, cache: &cache.Cache{}}
}

// job begins a job that knows what earlier ones found.
func (v *visit) job() *job.Job {
	j := sessiontest.Job(v.t)
	j.Cache = v.cache
	return j
}

// under brings the result under the session as it is now.
func (v *visit) under() {
	v.t.Helper()
	if v.result != nil && v.result.Of == v.Labels {
		v.result = must(v.result.Under(v.job(), v.Session))
	} else {
		v.result = nil
	}
}

func (v *visit) open(role, text string) *api.Opened {
	v.t.Helper()
	defer v.under()
	return v.Text(role, text)
}

func (v *visit) reread(role string, read api.Choices) *api.Opened {
	v.t.Helper()
	defer v.under()
	return v.Reread(role, read)
}

// sample opens a sample's labels, or its truth.
func (v *visit) sample(role, name string) *api.Opened {
	v.t.Helper()
	for _, s := range simulate.Samples() {
		if s.Name == name {
			labels, truth := sessiontest.TextOf(v.t, s)
			if role == api.RoleTruth {
				return v.open(role, truth)
			}
			return v.open(role, labels)
		}
	}
	v.t.Fatalf("there is no sample %s", name)
	return nil
}

func (v *visit) fit(method string) *api.Fitted {
	v.t.Helper()
	return v.run(api.Fit{Method: method, Settings: api.Settings{Seed: 1}})
}

func (v *visit) run(f api.Fit) *api.Fitted {
	v.t.Helper()
	r := must(v.methods.Run(v.job(), v.Session, &f, nil))
	v.result = must(r.Under(v.job(), v.Session))
	return v.result.Fitted()
}

// amend1 amends the labels, and fits them again.
func (v *visit) amend1(a api.Amend) {
	v.t.Helper()
	s := must(v.Amended(v.job(), must(v.Labels.CheckAmend(&a))))
	v.Session = s
	v.result = must(v.methods.Run(v.job(), s, v.result.Asked, v.result))
	v.under()
}

func (v *visit) rows1(q api.Rows) *api.Page {
	v.t.Helper()
	return must(must(v.result.Table(v.job(), q.Table)).Page(v.job(), v.cache.Of(v.result), &q))
}

// planned makes a plan and returns it with its file: the labels by worker.
func (v *visit) planned(q api.Plan) (*api.Planned, map[string]int) {
	v.t.Helper()
	plan, p, err := v.result.NextLabels(v.job(), &q)
	if err != nil {
		v.t.Fatal(err)
	}
	v.plan = plan
	labels := map[string]int{}
	rows := strings.Split(strings.TrimSpace(asCSV(plan.Table())), "\n")
	for _, row := range rows[1:] {
		labels[strings.Split(row, ",")[1]]++
	}
	if len(rows)-1 != p.Count {
		v.t.Errorf("the file has %d labels, want %d", len(rows)-1, p.Count)
	}
	return p, labels
}

// file is a file of the result.
func (v *visit) file(what string) string {
	v.t.Helper()
	w := must(v.result.Written(v.job(), &api.Export{What: what}, nil, func() float64 { return 0 }))
	switch what {
	case api.FileReport:
		return written(must(w.Report(v.job(), true)).Write)
	case api.FileRun:
		return written(w.Run().Write)
	case api.FileLabels:
		return asCSV(w.Complete.LabelTable())
	case api.FileWorkers:
		return asCSV(w.Complete.WorkerTable())
	case api.FileConfusion:
		return asCSV(w.Complete.ConfusionTable())
	case api.FileNext:
		return asCSV(w.NextTable())
	}
	return asCSV(must(v.result.Table(v.job(), what)))
}

func asCSV(t *sheet.Table) string { return written(export.CSV(t.Name, t, true).Write) }

func written(write func(io.Writer) error) string {
	var b strings.Builder
	if err := write(&b); err != nil {
		panic(err)
	}
	return b.String()
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// refusal returns why something is refused, or "" if it is not.
func refusal[T any](_ T, err error) string {
	var f *api.Fault
	if errors.As(err, &f) && !f.Broken {
		return f.Message
	}
	return ""
}
