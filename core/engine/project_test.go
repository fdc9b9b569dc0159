package engine

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/session"
	"concord/internal/race"
	"concord/internal/shared"
)

func openProject(s session.Source) api.Request {
	return api.Request{Open: &api.Open{Role: "project", File: &api.File{Name: s.Name(), Size: s.Size()}}}
}

func (v *visit) save(page string) session.Source {
	v.t.Helper()
	f := v.must(api.Request{Export: &api.Export{What: "project", Page: page}}, nil).Exported
	if !strings.HasSuffix(f.Name, ".concord") {
		v.t.Errorf("the project is called %s", f.Name)
	}
	return memory{f.Name, []byte(v.files[f.Name])}
}

// everything is all that a visit shows, but how long it took.
func (v *visit) everything() string {
	v.t.Helper()
	run := v.File("run")
	run, _, _ = strings.Cut(run, `"seconds"`)
	text := v.state() + run
	for i := range 3 {
		text += string(must(api.Encode(v.must(api.Request{Task: &api.Subject{Index: i}}, nil))))
		text += string(must(api.Encode(v.must(api.Request{Worker: &api.Subject{Index: i}}, nil))))
	}
	return text
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// reopened saves the visit and opens it again in a fresh engine.
func (v *visit) reopened() *visit {
	v.t.Helper()
	saved := v.save("kept for the page")
	other := newVisit(v.t)
	r := other.must(openProject(saved), saved).Reopened
	if r.Page != "kept for the page" || len(r.Opened) == 0 || r.Opened[0].Role != "labels" || r.Opened[0].Counts == nil {
		v.t.Errorf("got %+v", r)
	}
	if string(must(io.ReadAll(must(other.save("kept for the page").Open())))) != string(must(io.ReadAll(must(saved.Open())))) {
		v.t.Error("saved again, the project is another")
	}
	return other
}

func TestAProjectIsAllThatWasThere(t *testing.T) {
	for _, method := range []string{"ds", "glad", "mace", "kos"} {
		v := newVisit(t)
		v.must(api.Request{Open: &api.Open{Role: "labels", Sample: "adversaries"}}, nil)
		v.must(api.Request{Open: &api.Open{Role: "truth", Sample: "adversaries"}}, nil)
		v.open("gold", "task,label\n"+v.session.Labels.Set.Tasks.At(5)+","+v.session.Labels.Set.Classes.At(0)+"\n")
		v.must(api.Request{Fit: &api.Fit{Method: method, Settings: api.Settings{Seed: 3, MaxSteps: 40}}}, nil)
		v.amend1(api.Amend{Exclude: []int{2}, Review: []api.Reviewed{{Task: 7, Label: v.session.Labels.Set.Classes.At(1)}}})
		again := v.reopened()
		if got, want := again.everything(), v.everything(); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", method, got, want)
		}
		if method == "ds" && again.File("report") != v.File("report") {
			t.Error("the report is another")
		}
	}
}

func TestProjectsWithoutAResultAndOfOtherKinds(t *testing.T) {
	v := newVisit(t)
	v.open("labels", tiny)
	if o := v.reopened(); o.result != nil || o.session.Labels.Counts.Labels != 8 {
		t.Error("labels alone do not come back")
	}
	v.must(api.Request{Open: &api.Open{Role: "labels", Sample: "estimates"}}, nil)
	v.fit("mean")
	if v.reopened().everything() != v.everything() {
		t.Error("numbers do not come back")
	}
	read := v.open("labels", manyTicks).Read
	read.Sets, read.Separator = true, "|"
	v.must(api.Request{Reread: &api.Reread{Role: "labels", Choices: read}}, nil)
	v.fit("ds")
	if v.reopened().state() != v.state() {
		t.Error("tasks with several labels do not come back")
	}
	old, fresh, _, _ := halves(t, "moderation")
	first := newVisit(t)
	first.open("labels", old)
	first.fit("ds")
	state := save(t, first)
	v = newVisit(t)
	v.must(openState(v, state), state)
	v.open("labels", fresh)
	v.must(api.Request{Fold: &api.Fold{Settings: api.Settings{Seed: 1}}}, nil)
	if v.reopened().everything() != v.everything() {
		t.Error("a fold does not come back")
	}
	if f := newVisit(t).fault(api.Request{Export: &api.Export{What: "project"}}, nil); !strings.Contains(f.Message, "nothing to save") {
		t.Errorf("got %q", f.Message)
	}
}

// A project opened as an earlier fit is the state of its fit.
func TestAProjectIsASavedStateToo(t *testing.T) {
	old, fresh, _, _ := halves(t, "moderation")
	first := newVisit(t)
	first.open("labels", old)
	first.fit("ibcc")
	var folded []string
	for _, from := range []Source{save(t, first), first.save("")} {
		v := newVisit(t)
		v.must(openState(v, from), from)
		v.open("labels", fresh)
		v.must(api.Request{Fold: &api.Fold{Settings: api.Settings{Seed: 1}}}, nil)
		folded = append(folded, v.filesOf("labels", "posteriors", "confusion"))
		if v.reopened().everything() != v.everything() {
			t.Errorf("%s: the fold does not come back", from.Name())
		}
	}
	if folded[0] != folded[1] {
		t.Error("folded into a project, the labels give another result than folded into the state")
	}
}

// TestProjectOfTREC saves a project of 88,385 labels: opened anew it shows the same
// figures to the last digit.
func TestProjectOfTREC(t *testing.T) {
	race.Skip(t)
	v := newVisit(t)
	for _, role := range []string{"labels", "truth"} {
		text, err := os.ReadFile(filepath.Join(shared.Dir(t), "data", "trec2011", role+".csv"))
		if err != nil {
			t.Fatal(err)
		}
		v.open(role, string(text))
	}
	v.fit("ds")
	v.amend1(api.Amend{Exclude: []int{11}})
	if v.reopened().everything() != v.everything() {
		t.Error("the figures differ")
	}
}

// repack unpacks a project, changes it, and packs it again, with the checksum
// that it had or with its own.
func repack(s session.Source, sum bool, change func([]byte) []byte) session.Source {
	all := must(io.ReadAll(must(gzip.NewReader(must(s.Open())))))
	body, tail := all[:len(all)-sha256.Size], all[len(all)-sha256.Size:]
	body = change(bytes.Clone(body))
	if sum {
		own := sha256.Sum256(body)
		tail = own[:]
	}
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	z.Write(body)
	z.Write(tail)
	z.Close()
	return memory{"other.concord", out.Bytes()}
}

// zeros makes the posterior of the first task zero for every class.
func zeros(t *testing.T, v *visit) func([]byte) []byte {
	var posterior []byte
	for _, x := range v.result.Answers.Result.Estimate.Posterior {
		posterior = binary.LittleEndian.AppendUint64(posterior, math.Float64bits(x))
	}
	return func(b []byte) []byte {
		at := bytes.Index(b, posterior)
		if at < 0 {
			t.Fatal("the posteriors are not in it")
		}
		clear(b[at : at+16])
		return b
	}
}

func TestBadProjectsAreRefusedAndNothingIsLost(t *testing.T) {
	v := newVisit(t)
	v.open("labels", tiny)
	v.open("truth", tinyTruth)
	v.fit("ds")
	saved := v.save("")
	whole := must(io.ReadAll(must(saved.Open())))
	same := func(b []byte) []byte { return b }
	replace := func(old, fresh string) func([]byte) []byte {
		return func(b []byte) []byte {
			if !bytes.Contains(b, []byte(old)) {
				t.Fatalf("there is no %s in it", old)
			}
			return bytes.Replace(b, []byte(old), []byte(fresh), 1)
		}
	}
	emptied := zeros(t, v)
	v.amend1(api.Amend{Exclude: []int{1}}) // something to lose
	before := v.state()
	for name, bad := range map[string]struct {
		source session.Source
		want   string
	}{
		"empty":                 {memory{"a", nil}, "no project of Concord"},
		"a CSV":                 {memory{"a", []byte(tiny)}, "no project of Concord"},
		"a state":               {save(t, v), "no project of Concord"},
		"another version":       {repack(saved, true, replace(`"version":2`, `"version":3`)), "newer version"},
		"another byte":          {repack(saved, false, replace("t10,w1,yes", "t10,w1,no ")), "checksum is wrong"},
		"more after its end":    {repack(saved, true, func(b []byte) []byte { return append(b, b[len(b)-1]) }), "more after its end"},
		"other labels":          {repack(saved, true, replace("t10,w1,yes", "t11,w1,yes")), "does not belong to its labels"},
		"no such method":        {repack(saved, true, replace(`"method":"ds"`, `"method":"dd"`)), "There is no method"},
		"fewer numbers":         {repack(saved, true, replace(`{"name":"prior","n":2}`, `{"name":"prior","n":1}`)), "damaged"},
		"a negative number":     {repack(saved, true, replace(`{"name":"prior","n":2}`, `{"name":"prior","n":-2}`)), "damaged"},
		"a negative size":       {repack(saved, true, replace(`"size":`, `"size":-`)), "damaged"},
		"no labels":             {repack(saved, true, replace(`"role":"labels"`, `"role":"letters"`)), "Open a file of labels first"},
		"a worker out of range": {repack(saved, true, replace(`"amend":{}`, `"amend":{"exclude":[9]}`)), "There is no worker number 9"},
		"a status of no fit":    {repack(saved, true, replace(`"status":1`, `"status":99`)), "status 99"},
		"200,000 warnings": {repack(saved, true, replace(`"status":1`, `"status":1,"warnings":["x"`+strings.Repeat(`,"x"`, 200_000-1)+"]")),
			"200,000 warnings"},
		"a trap": {repack(saved, true, replace(`"amend":{}`, `"amend":{}`+strings.Repeat(" ", 20<<20))),
			"the project unpacks to so much more than its size that it may be a trap. If you trust it, unpack it yourself (gunzip <"},
		"posteriors (0, 0)":     {repack(saved, true, emptied), "does not belong to its labels"},
		"an order of one class": {repack(saved, true, replace(`"amend":{}`, `"amend":{"order":["yes"]}`)), "The order lacks the class “no”"},
	} {
		f := v.fault(openProject(bad.source), bad.source)
		if !strings.Contains(f.Message, bad.want) {
			t.Errorf("%s: got %q, want %q", name, f.Message, bad.want)
		}
		if v.state() != before {
			t.Fatalf("%s: the work at hand is lost", name)
		}
	}
	for _, n := range []int{1, 9, 10, 30, len(whole) / 2, len(whole) - 9, len(whole) - 1} {
		cut := memory{"cut.concord", whole[:n]}
		f := v.fault(openProject(cut), cut)
		if n > 10 && !strings.Contains(f.Message, "ends too early") {
			t.Errorf("cut after %d of %d bytes: got %q", n, len(whole), f.Message)
		}
	}
	if v.state() != before {
		t.Error("the work at hand is lost")
	}
	again := repack(saved, true, same)
	v.must(openProject(again), again)
}
