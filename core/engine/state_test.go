package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/session"
	"concord/core/session/sessiontest"
	"concord/core/simulate"
)

// halves splits the labels of a sample: every fifth row is new.
func halves(t testing.TB, name string) (old, fresh, all, truth string) {
	t.Helper()
	for _, s := range simulate.Samples() {
		if s.Name != name {
			continue
		}
		all, truth := sessiontest.TextOf(t, s)
		rows := strings.SplitAfter(all, "\n")
		old, fresh = rows[0], rows[0]
		for n, row := range rows[1:] {
			if n%5 == 4 {
				fresh += row
			} else {
				old += row
			}
		}
		return old, fresh, all, truth
	}
	t.Fatalf("there is no sample %s", name)
	return
}

// labelsOf reads labels.csv as a map from task to label.
func labelsOf(text string) map[string]string {
	out := map[string]string{}
	lines := strings.Split(strings.TrimSpace(text), "\n")
	label := slices.Index(strings.Split(lines[0], ","), "label")
	for _, row := range lines[1:] {
		cells := strings.Split(row, ",")
		out[cells[0]] = cells[label]
	}
	return out
}

func save(t testing.TB, v *visit) session.Source {
	t.Helper()
	f := v.must(api.Request{Export: &api.Export{What: "state"}}, nil).Exported
	if !strings.HasSuffix(f.Name, "-state.gz") {
		t.Errorf("the state is called %s", f.Name)
	}
	return memory{"state.gz", []byte(v.files[f.Name])}
}

func openState(v *visit, s session.Source) api.Request {
	return api.Request{Open: &api.Open{Role: "state", File: &api.File{Name: s.Name(), Size: s.Size()}}}
}

func TestFoldAndResume(t *testing.T) {
	old, fresh, all, truth := halves(t, "moderation")
	whole := newVisit(t)
	whole.open("labels", all)
	whole.fit("ds")
	want := labelsOf(whole.File("labels"))

	first := newVisit(t)
	first.open("labels", old)
	first.fit("ds")
	state := save(t, first)

	for _, order := range []string{"state first", "labels first"} {
		v := newVisit(t)
		var o *api.Opened
		if order == "state first" {
			o = v.must(openState(v, state), state).Opened
			if o.State == nil || o.State.Method != "ds" || o.State.Title != "Dawid–Skene" || o.State.Labels != strings.Count(old, "\n")-1 ||
				len(o.State.Classes) != 3 || o.Counts != nil {
				t.Fatalf("%s: got %+v", order, o.State)
			}
			o = v.open("labels", fresh)
		} else {
			v.open("labels", fresh)
			o = v.must(openState(v, state), state).Opened
		}
		if o.Counts == nil || o.Counts.Labels != strings.Count(all, "\n")-1 || o.Counts.Tasks != 200 ||
			o.Counts.Rows != strings.Count(fresh, "\n")-1 {
			t.Fatalf("%s: the labels joined are counted as %+v", order, o.Counts)
		}
		if k := v.open("truth", truth); k.Known != 200 {
			t.Errorf("%s: the truth of %d tasks is known", order, k.Known)
		}
		f := v.must(api.Request{Fold: &api.Fold{Settings: api.Settings{Seed: 1}}}, nil).Fitted
		if f.Method != "ds" || f.Title != "Dawid–Skene with new labels folded in" || f.Accuracy == nil || f.Accuracy.Evaluated != 200 {
			t.Errorf("%s: got %+v", order, f)
		}
		same := 0
		got := labelsOf(v.File("labels"))
		for task, label := range want {
			if got[task] == label {
				same++
			}
		}
		// How near a fold comes to a refit is core/method/dawidskene's to show; names
		// that were joined wrongly would give about a third.
		if len(got) != 200 || same < 190 {
			t.Errorf("%s: %d of %d labels are those of a fit of everything", order, same, len(got))
		}
		if run := v.recipe(); !run.Fold || run.Of(api.RoleState) == nil || run.Of(api.RoleState).Name != "state.gz" {
			t.Errorf("%s: run.json is\n%+v", order, run)
		}
		again := save(t, v) // a folded state can be saved, opened and resumed from
		w := newVisit(t)
		if s := w.must(openState(w, again), again).Opened.State; s.Labels != strings.Count(all, "\n")-1 {
			t.Errorf("%s: the folded state has %d labels", order, s.Labels)
		}

		f = v.must(api.Request{Fit: &api.Fit{Method: "ds", Settings: api.Settings{Seed: 1}, Resume: true}}, nil).Fitted
		if same := labelsOf(v.File("labels")); fmt.Sprint(same) != fmt.Sprint(want) {
			t.Errorf("%s: resumed, the labels are not those of a fit of everything", order)
		}
		if f.Status != "converged" {
			t.Errorf("%s: resumed, the fit ended as %s", order, f.Status)
		}
		v.must(api.Request{Drop: &api.Drop{Role: "state"}}, nil)
		v.fit("majority")
		if n := len(labelsOf(v.File("labels"))); n == 200 {
			t.Errorf("%s: the state was dropped, its tasks are still there", order)
		}
	}
}

func TestStatesThatDoNotFitAreRefused(t *testing.T) {
	first := loaded(t)
	state := save(t, first)
	text := state.(memory).text
	for _, test := range []struct {
		name, labels string
		state        session.Source
		want         string
	}{
		{"table", tiny, text2("state", tiny), "state.csv: this is no earlier fit. Choose a project: a file that ends in .concord."},
		{"cut off", tiny, memory{"state.gz", text[:len(text)-9]}, "state.gz: the earlier fit is damaged: "},
		{"other classes", "task,worker,label\nt1,w9,perhaps\n", state, "The labels have the class “perhaps”, which the earlier fit does not " +
			"know; it knows no, yes."},
		{"numbers", "task,worker,label\nt1,w9,1.25\nt2,w9,2.5\nt2,w8,3.75\n", state,
			"The earlier fit is of classes (no, yes), and these labels are numbers."},
	} {
		v := newVisit(t)
		v.open("labels", test.labels)
		before := v.session.Labels
		if f := v.fault(openState(v, test.state), test.state); !strings.HasPrefix(f.Message, test.want) {
			t.Errorf("%s: got %q, want %q", test.name, f.Message, test.want)
		}
		if v.session.Labels != before || v.Engine.session.State != nil {
			t.Errorf("%s: what was loaded has changed", test.name)
		}
	}
	for name, r := range map[string]api.Request{
		"Open an earlier fit first; then the labels that came since.": {Fold: &api.Fold{}},
		"Open an earlier fit to start from.":                          {Fit: &api.Fit{Method: "ds", Resume: true}},
	} {
		if f := first.fault(r, nil); f.Message != name {
			t.Errorf("got %q, want %q", f.Message, name)
		}
	}
	v := newVisit(t)
	v.must(openState(v, state), state)
	if f := v.fault(api.Request{Fold: &api.Fold{}}, nil); f.Message != "Open a file of labels first." {
		t.Errorf("got %q", f.Message)
	}
	v.open("labels", tiny)
	if f := v.fault(api.Request{Fit: &api.Fit{Method: "majority", Resume: true}}, nil); !strings.HasPrefix(f.Message,
		"Majority vote can't start from an earlier fit.") {
		t.Errorf("got %q", f.Message)
	}
	read := v.session.Labels.Choices()
	read.Sets = true
	if f := v.fault(api.Request{Reread: &api.Reread{Role: "labels", Choices: read}}, nil); !strings.HasPrefix(f.Message,
		"An earlier fit and tasks with several labels do not go together.") {
		t.Errorf("got %q", f.Message)
	}
}

func TestGoldOfAStateStays(t *testing.T) {
	first := newVisit(t)
	first.open("labels", tiny)
	first.open("gold", "task,label\nt1,no\n")
	first.fit("ds")
	if got := labelsOf(first.File("labels"))["t1"]; got != "no" {
		t.Fatalf("gold: t1 is %s, want no", got)
	}
	state := save(t, first)
	v := newVisit(t)
	v.must(openState(v, state), state)
	v.open("labels", "task,worker,label\nt1,w4,yes\nt11,w1,yes\n")
	for name, r := range map[string]api.Request{
		"fold": {Fold: &api.Fold{Settings: api.Settings{Seed: 1}}}, "fit": {Fit: &api.Fit{Method: "ds", Settings: api.Settings{Seed: 1}}},
	} {
		v.must(r, nil)
		if got := labelsOf(v.File("labels")); got["t1"] != "no" || len(got) != 4 {
			t.Errorf("%s: got %v, want t1 no", name, got)
		}
	}
	// What is given now counts where the two differ.
	v.open("gold", "task,label\nt1,yes\n")
	v.must(api.Request{Fit: &api.Fit{Method: "ds", Settings: api.Settings{Seed: 1}}}, nil)
	if got := labelsOf(v.File("labels")); got["t1"] != "yes" {
		t.Errorf("gold given anew: got %v, want t1 yes", got)
	}
}

func TestGoldAndMatricesAreVoidWhenTheLabelsChange(t *testing.T) {
	v := loaded(t)
	const matrices = "worker,truth,label,count\nw1,no,no,5\nw2,no,no,5\nw3,no,no,5\n"
	v.open("gold", "task,label\nt1,no\n")
	if o := v.open("confusion", matrices); o.Known != 3 {
		t.Errorf("%d workers have a matrix, want 3", o.Known)
	}
	v.fit("ds")
	if run := v.recipe(); run.Of(api.RoleConfusion).Choices.Mode != "prior" || run.Of(api.RoleGold).Name != "gold.csv" {
		t.Errorf("run.json is\n%+v", run)
	}
	v.open("labels", tiny)
	if f := v.fault(api.Request{Fit: &api.Fit{Method: "ds"}}, nil); !strings.HasPrefix(f.Message,
		"The labels have changed since the gold tasks were read.") {
		t.Errorf("got %q", f.Message)
	}
	v.must(api.Request{Reread: &api.Reread{Role: "gold", Choices: v.session.Gold.Choices()}}, nil)
	if f := v.fault(api.Request{Fit: &api.Fit{Method: "ds"}}, nil); !strings.HasPrefix(f.Message,
		"The labels have changed since the history of the workers was read.") {
		t.Errorf("got %q", f.Message)
	}
	v.must(api.Request{Drop: &api.Drop{Role: "confusion"}}, nil)
	v.fit("ds")
}
