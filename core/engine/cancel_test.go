package engine

import (
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"concord/core/analysis"
	"concord/core/api"
	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/session"
	"concord/internal/race"
)

// slow is a method of a hundred steps that then is done.
type slow struct{}

func (s *slow) Uses(crowd.Parts) (crowd.Parts, error) { return crowd.Parts{}, nil }
func (s *slow) Start(d *crowd.Dataset, _ fit.Settings) (fit.Fit, error) {
	return &slowFit{d: d}, nil
}

type slowFit struct {
	d *crowd.Dataset
	n int
}

func (s *slowFit) Step() (fit.Step, error) {
	s.n++
	return fit.Step{Objective: -1 / float64(s.n), Change: 1, Flips: -1, Done: s.n == 100}, nil
}
func (s *slowFit) Estimate() *crowd.Estimate {
	return &crowd.Estimate{Posterior: crowd.Shares(s.d)}
}

// broken is a method that panics.
type broken struct{ slow }

func (b *broken) Start(*crowd.Dataset, fit.Settings) (fit.Fit, error) { panic("index out of range") }

// vast is a method that needs more memory than there can be.
type vast struct{ slow }

func (vast) Start(d *crowd.Dataset, _ fit.Settings) (fit.Fit, error) {
	posterior := make([]float64, d.Labels.Tasks<<56)
	return nil, fmt.Errorf("%d numbers fit", len(posterior))
}

// stuck is a method that finds out in its third step that it can't go on.
type stuck struct{ slow }

func (s *stuck) Start(d *crowd.Dataset, _ fit.Settings) (fit.Fit, error) {
	return &stuckFit{slowFit{d: d}}, nil
}

type stuckFit struct{ slowFit }

func (s *stuckFit) Step() (fit.Step, error) {
	if s.n == 2 {
		return fit.Step{}, fmt.Errorf("the matrix is singular")
	}
	return s.slowFit.Step()
}

func (v *visit) offer(name string, m fit.Method) {
	v.offerEntry(catalog.Entry{Info: catalog.Info{Name: name, Title: name, Objective: "log-likelihood"}, New: func(catalog.Values) fit.Method {
		return m
	}})
}

// offerEntry adds a method to those that there are.
func (v *visit) offerEntry(e catalog.Entry) {
	v.methods.List = append(v.methods.List, e)
}

// loaded is a visit with labels, truth and a result.
func loaded(t *testing.T) *visit {
	v := newVisit(t)
	v.offer("slow", &slow{})
	v.offer("broken", &broken{})
	v.offer("vast", &vast{})
	v.offer("stuck", &stuck{})
	v.open("labels", tiny)
	v.open("truth", tinyTruth)
	v.fit("majority")
	return v
}

// TestCancelAtAnyTurn cancels each request at each of its turns in turn, until
// it gets by without. It always ends at once and leaves everything as it was.
func TestCancelAtAnyTurn(t *testing.T) {
	race.Skip(t)
	var text strings.Builder
	text.WriteString("task,worker,label\n")
	for i := range 24_000 {
		fmt.Fprintf(&text, "task %d,worker %d,%d\n", i/4, i%97, i%3)
	}
	big := text.String()
	other := newVisit(t)
	other.must(api.Request{Open: &api.Open{Role: "labels", Sample: "breeds"}}, nil)
	other.fit("majority")
	work := other.save("")
	few := big[:strings.LastIndexByte(big[:100_000], '\n')]
	book := workbook(t, "Labels", few, "Empty", strings.Repeat("\n", 5000))
	archive := memory{"labels.zip", []byte(zipped(t, "monday.csv", big, "tuesday.csv", few))}
	open := func(role string, look bool, file memory) api.Request {
		return api.Request{Open: &api.Open{Role: role, Look: look, File: &api.File{Name: file.name, Size: file.Size()}}}
	}
	closeness := 4
	if testing.Short() {
		closeness = 1
	}
	for name, test := range map[string]struct {
		request api.Request
		file    session.Source
	}{
		"open labels":        {openText("labels", big), text2("labels", big)},
		"look at a workbook": {open("", true, book), book},
		"open a workbook":    {open("labels", false, book), book},
		"look at an archive": {open("", true, archive), archive},
		"open truth":         {openText("truth", tinyTruth), text2("truth", tinyTruth)},
		"reread": {api.Request{Reread: &api.Reread{Role: "labels",
			Choices: api.Choices{Delimiter: ",", Header: true, Roles: []string{"worker", "task", "label"}}}}, nil},
		"fit":     {api.Request{Fit: &api.Fit{Method: "slow"}}, nil},
		"rows":    {api.Request{Rows: &api.Rows{Table: "tasks", Sort: "task", Desc: true, Filter: "t1", Count: 10}}, nil},
		"worker":  {api.Request{Worker: &api.Subject{Index: 1}}, nil},
		"export":  {api.Request{Export: &api.Export{What: "all"}}, nil},
		"reopen":  {openProject(work), work},
		"project": {api.Request{Export: &api.Export{What: "project"}}, nil},
		"report":  {api.Request{Export: &api.Export{What: "report"}}, nil},
		"amend":   {api.Request{Amend: &api.Amend{Exclude: []int{2}}}, nil},
		"compare": {api.Request{Compare: &api.Compare{Methods: []string{"slow", "majority"}}}, nil},
		"advise":  {api.Request{Advise: &api.Advise{Methods: []string{"majority", "wawa"}}}, nil},
		"plan":    {api.Request{Plan: &api.Plan{Budget: 2}}, nil},
		"needed":  {api.Request{Needed: &api.Needed{}}, nil},
	} {
		cancelled := 0
		for at := 1; ; at += 1 + at/closeness { // further and further: the last of thousands are like those before
			v := loaded(t)
			if test.request.Plan != nil || test.request.Needed != nil { // there is a forecast only of labels that show how right they are
				v.open(api.RoleLabels, labelled(200))
				v.fit("majority")
				v.turns = 0
			}
			before := v.state()
			v.tick, v.cancelAt = 1, at // every look at the clock is due for a turn
			reply, _ := v.do(test.request, test.file)
			v.cancelAt = 0
			if reply.Fault == nil {
				if v.turns >= at {
					t.Errorf("%s: goes on to its end although cancelled at turn %d of %d", name, at, v.turns)
				}
				break
			}
			cancelled++
			if !reply.Fault.Cancelled || v.turns != at {
				t.Fatalf("%s, cancelled at turn %d: got %+v after %d turns", name, at, reply.Fault, v.turns)
			}
			if after := v.state(); after != before {
				t.Fatalf("%s, cancelled at turn %d, changed\n%s\nto\n%s", name, at, before, after)
			}
			if _, ok := v.files["labels-majority-2026-01-02-all.zip"]; ok {
				t.Errorf("export, cancelled at turn %d: the download was handed over", at)
			}
		}
		if cancelled == 0 {
			t.Errorf("%s never lets the world in", name)
		}
	}
}

func TestARequestThatIsCancelledBeforeItBegins(t *testing.T) {
	v := loaded(t)
	before := v.state()
	r := openText("labels", tiny)
	v.cancelAt, v.tick = 1, 1
	if reply, _ := v.do(r, text2("labels", tiny)); reply.Fault == nil || !reply.Fault.Cancelled {
		t.Errorf("got %+v", reply)
	}
	v.cancelAt = 0
	if v.state() != before {
		t.Error("it changed something")
	}
}

func TestFitTellsHowFarItIs(t *testing.T) {
	v := loaded(t)
	v.tick = .01
	reply, progress := v.do(api.Request{Fit: &api.Fit{Method: "slow"}}, nil)
	f := reply.Fitted
	if f == nil || f.Steps != 100 || f.Status != "converged" || len(f.Trace) != 100 || f.Trace[99].N != 100 || f.Trace[99].Objective != -.01 ||
		f.Trace[0].Flips != -1 {
		t.Fatalf("got %+v", reply)
	}
	// The clock goes on by .02 a step or more; Progress is due every .06.
	if len(progress) < 10 || len(progress) > 60 {
		t.Errorf("got %d progress replies in a run of %g s", len(progress), f.Seconds)
	}
	for n, p := range progress {
		if p.Phase != "fit" || p.Step == nil || p.Seconds <= 0 {
			t.Errorf("progress %d: got %+v", n, p)
		}
		if gap := p.Seconds - before(progress, n); gap > .1+1e-9 {
			t.Errorf("progress %d comes %g s after the one before", n, gap)
		}
	}
	if v.turns < 30 {
		t.Errorf("the world was let in %d times", v.turns)
	}
}

func before(progress []*api.Progress, n int) float64 {
	if n == 0 {
		return 0
	}
	return progress[n-1].Seconds
}

func TestAMethodThatBreaksLeavesEverythingAsItWas(t *testing.T) {
	v := loaded(t)
	was := v.state()
	for method, want := range map[string]string{
		"vast":    "This needs more memory than there is (runtime error: makeslice: len out of range). Nothing that was loaded is lost.",
		"broken":  "an error in Concord itself (index out of range)",
		"stuck":   "stuck failed: the matrix is singular.",
		"nothing": `There is no method "nothing"; there are consensus, majority`,
	} {
		f := v.fault(api.Request{Fit: &api.Fit{Method: method}}, nil)
		if !strings.Contains(f.Message, want) || f.Cancelled {
			t.Errorf("%s: got %q, want %q", method, f.Message, want)
		}
	}
	if f := v.fault(api.Request{Fit: &api.Fit{Method: "majority", Values: map[string]string{"x": "1"}}},
		nil); f.Message != `majority has no setting "x". Look at the settings of the method.` {
		t.Errorf("got %q", f.Message)
	}
	if v.state() != was {
		t.Error("something has changed")
	}
}

// bomb is a file that panics when it is read.
type bomb struct{ memory }

func (b bomb) Open() (io.ReadCloser, error) { return io.NopCloser(b), nil }
func (b bomb) Read([]byte) (int, error)     { panic("a bug in a reader") }

// torn is a file that can't be read to its end.
type torn struct{ memory }

func (b torn) Open() (io.ReadCloser, error) {
	return io.NopCloser(io.MultiReader(strings.NewReader(string(b.text)), tornReader{})), nil
}

type tornReader struct{}

func (tornReader) Read([]byte) (int, error) { return 0, fmt.Errorf("the disk was pulled out") }

func TestAReaderThatBreaksLeavesEverythingAsItWas(t *testing.T) {
	v := loaded(t)
	was := v.state()
	if f := v.fault(openText("labels", tiny), bomb{memory{"a.csv", nil}}); !strings.Contains(f.Message, "a bug in a reader") {
		t.Errorf("got %q", f.Message)
	}
	if f := v.fault(openText("labels", tiny), torn{memory{"a.csv", []byte(tiny)}}); !strings.Contains(f.Message, "the disk was pulled out") {
		t.Errorf("got %q", f.Message)
	}
	if f := v.fault(openText("labels", tiny), nil); f.Message != "There is no file to open. Choose one." {
		t.Errorf("got %q", f.Message)
	}
	if v.state() != was {
		t.Error("something has changed")
	}
}

func TestADownloadThatCannotBeWrittenIsAborted(t *testing.T) {
	v := loaded(t)
	v.full = true
	if f := v.fault(api.Request{Export: &api.Export{What: "labels"}}, nil); f.Message != errFull.Error() || len(v.aborted) != 1 ||
		len(v.files) != 0 {
		t.Errorf("got %q, aborted %v, files %v", f.Message, v.aborted, v.files)
	}
}

func TestWhatCannotBeAskedIsRefused(t *testing.T) {
	empty := newVisit(t)
	full := loaded(t)
	for _, test := range []struct {
		v       *visit
		request api.Request
		want    string
	}{
		{empty, api.Request{}, "The request asks for nothing."},
		{empty, api.Request{Cancel: &api.Cancel{ID: 3}}, "There is nothing to cancel: request 3 is not under way."},
		{empty, api.Request{Fit: &api.Fit{Method: "majority"}}, "Open a file of labels first."},
		{empty, openText("truth", tinyTruth), "Open a file of labels first; then the truth that belongs to it."},
		{empty, openText("nonsense", tiny), "A file can't be opened as “nonsense”."},
		{empty, api.Request{Reread: &api.Reread{Role: "labels"}}, "There is no file of labels to read again. Open it first."},
		{empty, api.Request{Rows: &api.Rows{Table: "tasks"}}, "Run a method first."},
		{empty, api.Request{Task: &api.Subject{}}, "Run a method first."},
		{empty, api.Request{Worker: &api.Subject{}}, "Run a method first."},
		{empty, api.Request{Export: &api.Export{What: "all"}}, "Run a method first."},
		{empty, api.Request{Export: &api.Export{What: "problems"}}, "There are no problems to list"},
		{empty, api.Request{Drop: &api.Drop{Role: "nonsense"}}, "A file can't be opened as “nonsense”."},
		{full, api.Request{Rows: &api.Rows{Table: "nonsense"}}, "There is no table “nonsense”."},
		{full, api.Request{Rows: &api.Rows{Table: "tasks", Sort: "nonsense"}}, "The table “tasks” has no column “nonsense”"},
		{full, api.Request{Rows: &api.Rows{Table: "tasks", Label: "nonsense"}}, "There is no label “nonsense” in this table."},
		{full, api.Request{Rows: &api.Rows{Table: "workers", Label: "yes"}}, "The rows of the table “workers” have no label"},
		{full, api.Request{Task: &api.Subject{Index: 3}}, "There is no task number 3"},
		{full, api.Request{Worker: &api.Subject{Index: -1}}, "There is no worker number -1"},
		{full, api.Request{Export: &api.Export{What: "nonsense"}}, "This result has no file of “nonsense”."},
	} {
		if f := test.v.fault(test.request, text2("a", tiny)); !strings.HasPrefix(f.Message, test.want) {
			t.Errorf("%+v: got %q, want %q", test.request, f.Message, test.want)
		}
	}
}

func TestThinKeepsFirstAndLast(t *testing.T) {
	trace := make([]fit.Step, 1234)
	for n := range trace {
		trace[n] = fit.Step{N: n + 1, Objective: math.NaN(), Flips: n}
	}
	got := analysis.Thin(trace)
	if len(got) != analysis.TraceSteps || got[0].N != 1 || got[analysis.TraceSteps-1].N != 1234 || !math.IsNaN(got[0].Objective) ||
		got[0].Flips != 0 {
		t.Errorf("got %d steps, the first %+v, the last %+v", len(got), got[0], got[len(got)-1])
	}
	for n := 1; n < len(got); n++ {
		if got[n].N <= got[n-1].N {
			t.Fatalf("step %d comes after step %d", got[n].N, got[n-1].N)
		}
	}
}
