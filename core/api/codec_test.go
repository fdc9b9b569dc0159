package api

import (
	"math"
	"reflect"
	"strings"
	"testing"
)

func TestRequestsSurviveTheWire(t *testing.T) {
	for _, r := range []Request{
		{ID: 1, Open: &Open{Role: "labels", File: &File{Name: "a b.csv", Size: 1 << 40},
			Read: &Choices{Delimiter: ";", Header: true, Roles: []string{"task", "", "worker"}, Skip: true}}},
		{ID: 2, Open: &Open{Role: "truth", Sample: "spammers"}},
		{ID: 3, Reread: &Reread{Role: "labels", Failed: true, Choices: Choices{Numeric: true, Again: "last", Missing: []string{}}}},
		{ID: 4, Fit: &Fit{Method: "ds", Values: map[string]string{"smoothing": "0.5"},
			Settings: Settings{Seed: math.MaxUint64, MaxSteps: 7, Tolerance: 1e-9, Gain: .1}}},
		{ID: 23, Topics: &Topics{}},
		{ID: 21, Effort: &Fit{Method: "gpc-ma", Values: map[string]string{"kernel": "ard"}}},
		{ID: 24, Each: &Fit{Settings: Settings{Seed: 2}}},
		{ID: 5, Rows: &Rows{Table: "tasks", Sort: "probability", Desc: true, Filter: "ä<b>", Label: "yes", From: 10, Count: 200}},
		{ID: 6, Worker: &Subject{3}}, {ID: 7, Task: &Subject{4}}, {ID: 8, Export: &Export{What: "labels", As: "xlsx", Safe: true}},
		{ID: 12, Agree: &Agree{Seed: 3}}, {ID: 13, Pairs: &Pairs{Row: 12, Column: 24, Count: 12}},
		{ID: 14, Amend: &Amend{Exclude: []int{3}, Review: []Reviewed{{Task: 4, Label: "yes", Note: "sure"}}}},
		{ID: 15, Compare: &Compare{Methods: []string{"ds"}, Values: map[string]map[string]string{"ds": {"smoothing": "1"}}}},
		{ID: 16, Advise: &Advise{Settings: Settings{Seed: 1}}}, {ID: 17, Plan: &Plan{Budget: 300}}, {ID: 18, Judge: &Subject{2}},
		{ID: 11, Fold: &Fold{Settings: Settings{Seed: 1, MaxSteps: 3, Tolerance: .5}}},
		{ID: 9, Drop: &Drop{Role: "truth"}}, {ID: 10, Cancel: &Cancel{ID: 4}}, {ID: 19, Cancel: &Cancel{ID: 4, Keep: true}},
	} {
		text, err := Encode(r)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := DecodeRequest(text); err != nil || !reflect.DeepEqual(got, r) {
			t.Errorf("%s: got %+v, %v", text, got, err)
		}
	}
}

func TestRepliesSurviveTheWire(t *testing.T) {
	x, n := -3679.63, 4
	for _, r := range []Reply{
		{ID: 1, Progress: &Progress{Phase: "fit", Step: &Step{N: 1, Objective: x, Change: .5, Flips: n}, Seconds: .25}},
		{ID: 2, Fault: &Fault{Message: "no", Problems: []Problem{{File: "a.csv", Line: 3, What: "w"}}, Count: 9, CanSkip: true, Good: 5}},
		{ID: 3, Page: &Page{Table: "tasks", Cells: [][]string{{"a", "=1"}}, Index: []int{7}, Matching: 1, Total: 2}},
		{ID: 23, Topical: &Topical{Topics: []Topic{{Number: 2, Words: []WordShare{{Word: "w", Share: .5}},
			Weight: []float64{-1}}}}},
		{ID: 21, Effort: &Effort{Method: "gpc-ma", Seconds: 4.5, Bytes: 1e6, Note: "n", Large: true}},
		{ID: 4, Dropped: &Drop{Role: "labels"}},
		{ID: 5, Task: &Task{Name: "a", Votes: []Vote{{Name: "b", Weight: &x}, {Name: "c", Decisive: 1}},
			Why: &Why{Answer: "y", Rival: "n", Sum: x, Exact: true}}},
		{ID: 6, Agreed: &Agreement{Tasks: 2, AC1: Figure{Value: .5, Why: "w", N: 3, Interval: true}}},
		{ID: 8, Amended: &Amended{Amend: Amend{Exclude: []int{1}}, Changed: 2}},
		{ID: 9, Compared: &Compared{Methods: []Contender{{Name: "ds", Quality: &Quality{Brier: Figure{Value: .5}}}},
			Pairs: []Contrasted{{B: 1, McNemar: &McNemar{P: .5}}}}},
		{ID: 10, Advised: &Advised{Best: "ds", Methods: []Candidate{{Name: "ds", Tasks: &Mean{Value: x}}}}},
		{ID: 11, Planned: &Planned{Budget: 3, Asks: []Asked{{Task: Person{Index: 1}}}}},
		{ID: 12, Reopened: &Reopened{Page: "p"}},
		{ID: 13, Judged: &Judged{Bias: []float64{.5}, Flags: []Flag{{Kind: "random", Reason: "r"}}}},
		{ID: 7, Paired: &Paired{Of: 1, Rows: []Person{{Index: 1, Name: "b", Labels: 2}},
			Cells: [][]Pair{{{Tasks: 4, Match: Match{Kappa: &x}}}}}},
	} {
		text, err := Encode(r)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := DecodeReply(text); err != nil || !reflect.DeepEqual(got, r) {
			t.Errorf("%s: got %+v, %v", text, got, err)
		}
	}
}

func TestWhatIsNoMessageIsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"":                                    "not a message",
		`{"id":1}`:                            "asks for 0 things",
		`{"id":1,"worker":{},"task":{}}`:      "asks for 2 things",
		`{"id":1,"worker":{"index":"a"}}`:     "not a message",
		`{"id":1,"worker":{"nonsense":1}}`:    "unknown field",
		`{"id":1,"worker":{}} {}`:             "there is more after it",
		strings.Repeat(" ", MaxMessage) + `{`: "bytes, more than",
	} {
		if _, err := DecodeRequest([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: got %v, want %q", text, err, want)
		}
	}
	if _, err := DecodeReply([]byte(`{"id":1}`)); err == nil {
		t.Error("an empty reply is accepted")
	}
	if _, err := Encode(Reply{Worker: &Worker{Average: math.NaN()}}); err == nil {
		t.Error("a NaN is encoded")
	}
}

// Whatever the answer is, one goes back.
func TestEveryReplyIsEncoded(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	page := &Page{}
	for range 17 {
		page.Cells = append(page.Cells, []string{long})
	}
	for name, r := range map[string]Reply{
		"too long": {ID: 7, Page: page},
		"a NaN":    {ID: 7, Worker: &Worker{Average: math.NaN()}},
	} {
		got, err := DecodeReply(EncodeReply(r))
		if err != nil || got.ID != 7 || got.Fault == nil || !got.Fault.Broken {
			t.Errorf("%s: got %+v, %v, want a fault", name, got, err)
		}
	}
	r := Reply{ID: 7, Dropped: &Drop{Role: "labels"}}
	if got, err := DecodeReply(EncodeReply(r)); err != nil || !reflect.DeepEqual(got, r) {
		t.Errorf("got %+v, %v, want %+v", got, err, r)
	}
}

// FuzzDecode checks that nothing breaks the codec and that what it accepts
// survives the wire.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"id":1,"fit":{"method":"ds","values":{"a":"b"},"seed":18446744073709551615}}`))
	f.Add([]byte(`{"id":1,"rows":{"table":"tasks","count":1e3}}`))
	f.Add([]byte(`{"id":1,"page":{"cells":[["a"],[]],"index":[1]}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if r, err := DecodeRequest(text); err == nil {
			again(t, r, DecodeRequest)
		}
		if r, err := DecodeReply(text); err == nil {
			again(t, r, DecodeReply)
		}
	})
}

func again[M Request | Reply](t *testing.T, m M, decode func([]byte) (M, error)) {
	text, err := Encode(m)
	if err != nil {
		t.Fatalf("%+v: %v", m, err)
	}
	back, err := decode(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	twice, err := Encode(back)
	if err != nil || string(twice) != string(text) {
		t.Fatalf("%s became %s, %v", text, twice, err)
	}
}
