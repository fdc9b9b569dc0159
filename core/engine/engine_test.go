package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"concord/core/analysis"
	"concord/core/api"
	"concord/core/export"
	"concord/core/session"
	"concord/core/simulate"
)

// world is the other side of a Host: its clock goes on by a tick whenever it is
// read, and its downloads stay in memory.
type world struct {
	t        testing.TB
	clock    float64
	tick     float64
	turns    int
	cancelAt int // the turn during which cancel is called; 0: none
	cancel   context.CancelFunc
	files    map[string]string
	aborted  []string
	full     bool // no download can be written
}

func (w *world) host() *Host {
	return &Host{
		Turn: func() {
			if w.turns++; w.turns == w.cancelAt {
				w.cancel()
			}
		},
		Seconds: func() float64 { w.clock += w.tick; return w.clock },
		Today:   func() string { return "2026-01-02" },
		Create:  func(name string) (Download, error) { return &blob{world: w, name: name}, nil },
	}
}

type blob struct {
	bytes.Buffer
	world *world
	name  string
}

var errFull = errors.New("the disk is full")

func (b *blob) Write(p []byte) (int, error) {
	if b.world.full {
		return 0, errFull
	}
	return b.Buffer.Write(p)
}
func (b *blob) Close() error { b.world.files[b.name] = b.String(); return nil }
func (b *blob) Abort()       { b.world.aborted = append(b.world.aborted, b.name) }

// visit is an engine and the world around it.
type visit struct {
	*world
	*Engine
}

func newVisit(t testing.TB) *visit {
	w := &world{t: t, tick: .001, files: map[string]string{}}
	return &visit{w, New(w.host())}
}

// do serves a request and returns its replies, the final one apart.
func (v *visit) do(r api.Request, file session.Source) (final api.Reply, progress []*api.Progress) {
	v.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	v.turns, v.cancel = 0, cancel
	ended := false
	r.ID = 7
	v.Do(ctx, r, file, func(reply api.Reply) {
		v.t.Helper()
		text, err := api.Encode(reply)
		if err != nil {
			v.t.Fatalf("%+v: %v", r, err)
		}
		if reply, err = api.DecodeReply(text); err != nil {
			v.t.Fatalf("%s: %v", text, err)
		}
		if reply.ID != r.ID || ended {
			v.t.Fatalf("%+v is answered by %s, ended %v", r, text, ended)
		}
		if reply.Final() {
			final, ended = reply, true
		} else {
			progress = append(progress, reply.Progress)
		}
	})
	if !ended {
		v.t.Fatalf("%+v has no final reply", r)
	}
	return final, progress
}

// must is do for requests that have to succeed.
func (v *visit) must(r api.Request, file session.Source) api.Reply {
	v.t.Helper()
	reply, _ := v.do(r, file)
	if reply.Fault != nil {
		v.t.Fatalf("%+v: %+v", r, reply.Fault)
	}
	return reply
}

// fault is do for requests that have to fail.
func (v *visit) fault(r api.Request, file session.Source) *api.Fault {
	v.t.Helper()
	reply, _ := v.do(r, file)
	if reply.Fault == nil {
		v.t.Fatalf("%+v succeeds, it should not", r)
	}
	return reply.Fault
}

func (v *visit) open(role, text string) *api.Opened {
	v.t.Helper()
	return v.must(openText(role, text), text2(role, text)).Opened
}

func openText(role, text string) api.Request {
	return api.Request{Open: &api.Open{Role: role, File: &api.File{Name: role + ".csv", Size: int64(len(text))}}}
}

func text2(role, text string) session.Source { return memory{role + ".csv", []byte(text)} }

func (v *visit) fit(method string) *api.Fitted {
	v.t.Helper()
	return v.must(api.Request{Fit: &api.Fit{Method: method, Settings: api.Settings{Seed: 1}}}, nil).Fitted
}

func (v *visit) File(what string) string {
	v.t.Helper()
	f := v.must(api.Request{Export: &api.Export{What: what, Safe: true}}, nil).Exported
	text := v.files[f.Name]
	if int64(len(text)) != f.Size {
		v.t.Errorf("%s has %d bytes, the reply says %d", f.Name, len(text), f.Size)
	}
	return text
}

// recipe returns that of the result.
func (v *visit) recipe() *export.Recipe {
	v.t.Helper()
	r, err := export.ReadRecipe(strings.NewReader(v.File(api.FileRun)))
	if err != nil {
		v.t.Fatal(err)
	}
	return r
}

// state is everything that can be asked of the engine, as text: two states that
// are equal by it are the same to the user.
func (v *visit) state() string {
	v.t.Helper()
	var b strings.Builder
	tick, at := v.tick, v.cancelAt
	v.tick, v.cancelAt = 0, 0
	defer func() { v.tick, v.cancelAt = tick, at }()
	for _, what := range []string{"labels", "posteriors", "workers", "confusion"} {
		reply, _ := v.do(api.Request{Export: &api.Export{What: what}}, nil)
		if reply.Fault != nil {
			fmt.Fprintln(&b, reply.Fault.Message)
			continue
		}
		b.WriteString(v.files[reply.Exported.Name])
	}
	for _, table := range []string{analysis.TasksTable, analysis.WorkersTable} {
		reply, _ := v.do(api.Request{Rows: &api.Rows{Table: table, Count: 200}}, nil)
		fmt.Fprintf(&b, "%+v\n", reply.Page)
	}
	if v.session.Labels != nil {
		fmt.Fprintf(&b, "%+v %+v\n", v.session.Labels.Choices(), *v.session.Labels.Counts)
	}
	if v.session.Truth != nil {
		fmt.Fprintf(&b, "%+v %v %v\n", v.session.Truth.Choices(), v.session.Truth.Class, v.session.Truth.Value)
	}
	return b.String()
}

const (
	tiny      = "task,worker,label\nt1,w1,yes\nt1,w2,yes\nt1,w3,no\nt2,w1,no\nt2,w2,no\nt2,w3,no\nt10,w1,yes\nt10,w2,no\n"
	tinyTruth = "task,label\nt1,yes\nt2,yes\n"
)

func TestFromLabelsToAnswers(t *testing.T) {
	v := newVisit(t)
	o := v.open("labels", tiny)
	if c := o.Counts; c.Tasks != 3 || c.Workers != 3 || c.Labels != 8 || c.Classes != 2 || c.Ties != 1 || c.Single != 0 ||
		c.PerTask != (api.Range{Min: 2, Median: 3, Mean: 8. / 3, Max: 3}) {
		t.Errorf("counts: got %+v", c)
	}
	if want := []string{"task", "worker", "label"}; fmt.Sprint(o.Read.Roles) != fmt.Sprint(want) {
		t.Errorf("roles: got %q, want %q", o.Read.Roles, want)
	}
	for _, m := range o.Methods {
		if (m.Name == "majority" || m.Name == "ds") && m.Why != "" {
			t.Errorf("%s can't run: %s", m.Name, m.Why)
		}
	}
	f := v.fit("majority")
	if f.Status != "converged" || f.Ties != 1 || f.Differ != 0 || f.Accuracy != nil || len(f.Classes) != 2 {
		t.Errorf("fitted: got %+v", f)
	}
	k := v.open("truth", tinyTruth)
	if k.Known != 2 || k.Accuracy == nil || k.Accuracy.Wrong != 1 || k.Accuracy.Accuracy != .5 {
		t.Errorf("truth: got %+v, accuracy %+v", k, k.Accuracy)
	}
	if f := v.fit("majority"); f.Accuracy == nil || *f.Accuracy != *k.Accuracy {
		t.Errorf("fitted with truth: got accuracy %+v, want %+v", f.Accuracy, k.Accuracy)
	}
	if labels := v.File("labels"); !strings.HasPrefix(labels, "task,label,probability,votes,majority,agreement,tie,posterior\n"+
		"t1,yes,,2 of 3,yes,0.333333,false,"+
		"0.666667\nt2,no,,3 of 3,no,1,false,1\nt10,") {
		t.Errorf("labels.csv: got\n%s", labels)
	}
	if _, ok := v.files["labels-majority-2026-01-02-labels.csv"]; !ok {
		t.Errorf("downloads: got %v", v.files)
	}
	if run := v.File("run"); !strings.Contains(run, `"evaluated": 2,`) || !strings.Contains(run, `"error": 0.5`) ||
		!strings.Contains(run, `"maxSteps": 1000`) {
		t.Errorf("run.json: got\n%s", run)
	}
	if w := v.must(api.Request{Worker: &api.Subject{Index: 2}}, nil).Worker; w.Name != "w3" || w.Of != 2 ||
		fmt.Sprint(w.Classes, w.Count, w.Evidence) != "[no yes] [[1.3333333333333333 0] [0.6666666666666666 0]] [true true]" ||
		fmt.Sprint(w.Confusion) != "[[1 0] [1 0]]" {
		t.Errorf("worker: got %+v", w)
	}
	if k := v.must(api.Request{Task: &api.Subject{Index: 1}}, nil).Task; k.Name != "t2" || k.Label != "no" || k.Truth != "yes" ||
		len(k.Votes) != 3 ||
		k.Votes[0] != (api.Vote{Worker: 0, Name: "w1", Label: "no"}) || fmt.Sprint(k.Posterior) != "[1 0]" {
		t.Errorf("task: got %+v", k)
	}
	v.must(api.Request{Drop: &api.Drop{Role: "truth"}}, nil)
	if strings.Contains(v.File("run"), "evaluated") {
		t.Error("the truth was dropped, run.json still tells of it")
	}
	v.must(api.Request{Drop: &api.Drop{Role: "labels"}}, nil)
	if f := v.fault(api.Request{Rows: &api.Rows{Table: "tasks"}}, nil); f.Message != "Run a method first." {
		t.Errorf("after dropping the labels: got %q", f.Message)
	}
}

func TestNewLabelsForgetResultAndTruth(t *testing.T) {
	v := newVisit(t)
	v.open("labels", tiny)
	v.open("truth", tinyTruth)
	v.fit("majority")
	v.open("labels", tiny)
	if v.result != nil {
		t.Error("the result of other labels is kept")
	}
	if f := v.fit("majority"); f.Accuracy != nil {
		t.Error("a truth that was read for other labels is applied")
	}
	again := api.Request{Reread: &api.Reread{Role: "truth", Choices: v.session.Truth.Choices()}}
	if o := v.must(again, nil).Opened; o.Known != 2 || o.Accuracy == nil {
		t.Errorf("truth read again: got %+v", o)
	}
}

func TestRereadTakesOtherRolesDelimiterAndHeader(t *testing.T) {
	v := newVisit(t)
	o := v.open("labels", tiny)
	read := o.Read
	read.Roles = []string{"worker", "task", "label"}
	if o = v.must(api.Request{Reread: &api.Reread{Role: "labels", Choices: read}}, nil).Opened; o.Counts.Tasks != 3 ||
		o.Read.Columns[0].Why != "your choice" || o.Read.Preview[0][0] != "t1" {
		t.Errorf("other roles: got %+v", o)
	}
	v.fit("majority")
	if labels := v.File("labels"); !strings.HasPrefix(labels, "task,label,probability,votes,majority,agreement,tie,posterior\nw1,") {
		t.Errorf("other roles: got %s", labels)
	}
	read.Header = false
	if o = v.must(api.Request{Reread: &api.Reread{Role: "labels", Choices: read}}, nil).Opened; o.Counts.Tasks != 4 || o.Read.Header {
		t.Errorf("no header: got %+v", o.Counts)
	}
	before := v.state()
	read.Delimiter = ";"
	if f := v.fault(api.Request{Reread: &api.Reread{Role: "labels", Choices: read}}, nil); f.Opened == nil || len(f.Opened.Read.Columns) != 1 {
		t.Errorf("other delimiter: got %+v", f)
	}
	if after := v.state(); after != before {
		t.Errorf("a failed rereading changed\n%s\nto\n%s", before, after)
	}
	read = v.must(api.Request{Open: &api.Open{Role: "labels", Look: true}}, text2("labels", "a;b;c\n1;2;3\n")).Opened.Read
	if read.Delimiter != ";" || v.state() != before {
		t.Errorf("looking: got %+v, or the state has changed", read)
	}
}

func TestBadRowsCanBeSkipped(t *testing.T) {
	v := newVisit(t)
	v.open("labels", tiny)
	v.fit("majority")
	before := v.state()
	f := v.fault(openText("labels", ""), text2("labels", tiny+"t3,w1\nt3,w2,\"no\" x\nt3,w1,yes\n"))
	if !f.CanSkip || f.Good != 9 || f.Count != 2 || len(f.Problems) != 2 || f.Problems[0].Line != 10 || f.Opened == nil {
		t.Fatalf("got %+v", f)
	}
	if v.state() != before {
		t.Error("a file with bad rows changed what was loaded")
	}
	if got := v.File("problems"); strings.Count(got, "\n") != 3 {
		t.Errorf("problems.csv: got\n%s", got)
	}
	read := f.Opened.Read
	read.Skip = true
	o := v.must(api.Request{Reread: &api.Reread{Role: "labels", Failed: true, Choices: read}}, nil).Opened
	if o.Counts.Labels != 9 || o.Counts.Skipped != 2 || o.Count != 2 {
		t.Errorf("got %+v, %d problems", o.Counts, o.Count)
	}
	v.fit("majority")
	if run := v.File("run"); !strings.Contains(run, `"rows": 11,`) || !strings.Contains(run, `"skipped": 2`) {
		t.Errorf("run.json: got\n%s", run)
	}
}

func TestSamplesOfThePageAreThoseOfSynth(t *testing.T) {
	want := simulate.Samples()
	got := api.Samples()
	if len(got) != len(want) {
		t.Fatalf("the page offers %d samples, there are %d", len(got), len(want))
	}
	v := newVisit(t)
	for n, s := range got {
		truth := want[n].Known
		if s.Name != want[n].Name || s.Title == "" || s.Story == "" || s.Truth != truth {
			t.Errorf("the page has %+v, simulate %+v, truth %v", s, want[n], truth)
		}
		o := v.must(api.Request{Open: &api.Open{Role: "labels", Sample: s.Name}}, nil).Opened
		size := fmt.Sprintf("%d tasks, %d workers", o.Counts.Tasks, o.Counts.Workers)
		if o.Counts.Kind.Items {
			v.fit("bradleyterry")
			items := v.must(api.Request{Ranking: &api.RankItems{}}, nil).Ranking.Count
			size = fmt.Sprintf("%d items, %d voters", items, o.Counts.Workers)
		}
		if size != s.Size {
			t.Errorf("%s: the page says %s, there are %s", s.Name, s.Size, size)
		}
		if s.Truth {
			if k := v.must(api.Request{Open: &api.Open{Role: "truth", Sample: s.Name}}, nil).Opened; k.Known != o.Counts.Tasks || k.Count != 0 {
				t.Errorf("%s: the truth of %d tasks is known, want all %d; problems %+v", s.Name, k.Known, o.Counts.Tasks, k.Problems)
			}
		}
	}
	if f := v.fault(api.Request{Open: &api.Open{Role: "labels", Sample: "none"}}, nil); !strings.Contains(f.Message, "no sample") {
		t.Errorf("got %+v", f)
	}
	if f := v.fault(api.Request{Open: &api.Open{Role: "truth", Sample: "medical"}}, nil); !strings.Contains(f.Message, "not known") {
		t.Errorf("got %+v", f)
	}
}

func TestTheSameInputGivesTheSameBytes(t *testing.T) {
	zip := func() string {
		v := newVisit(t)
		v.must(api.Request{Open: &api.Open{Role: "labels", Sample: "breeds"}}, nil)
		v.must(api.Request{Open: &api.Open{Role: "truth", Sample: "breeds"}}, nil)
		v.fit("ds")
		return v.File("all") + v.File("state")
	}
	if first, second := zip(), zip(); first != second {
		t.Error("two visits, step by step the same, give different files")
	}
}
