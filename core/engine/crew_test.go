package engine

import (
	"strings"
	"testing"

	"concord/core/api"
)

// The roster, the table, the details and workers.csv say the same of a worker, also once the worker is excluded.
func TestOneVerdict(t *testing.T) {
	v := newVisit(t)
	v.must(api.Request{Open: &api.Open{Role: "labels", Sample: "spammers"}}, nil)
	v.fit("ds")
	r := v.must(api.Request{Roster: &api.Rank{}}, nil).Roster
	if r.Look == 0 || r.Workers != 5 || !strings.Contains(r.Sentence, "of 5 workers stand out: "+r.Ranked[0].Name+" (") {
		t.Fatalf("got %+v", r)
	}
	same := func(when string, x api.Ranked) {
		t.Helper()
		page := v.rows1(api.Rows{Table: "workers", Filter: x.Name, Count: 1})
		cells := page.Cells[0]
		if cells[1] != x.Verdict.Says || cells[2] != x.Verdict.Evidence || cells[4] != x.Accuracy.Percents() {
			t.Errorf("%s: the table says %q, the roster %+v", when, cells, x)
		}
		w := v.must(api.Request{Worker: &api.Subject{Index: x.Index}}, nil).Worker
		if w.Standing == nil || w.Standing.Verdict.Sentence() != x.Verdict.Sentence() || w.Standing.Excluded != x.Excluded {
			t.Errorf("%s: the worker is %+v, on the roster %+v", when, w.Standing, x)
		}
		if file := v.File("workers"); !strings.Contains(file, ","+x.Verdict.Says+",") || !strings.Contains(file, x.Verdict.Evidence) {
			t.Errorf("%s: workers.csv does not say %q: %q", when, x.Verdict.Says, x.Verdict.Evidence)
		}
	}
	worst := r.Ranked[0]
	same("counted", worst)
	if first := v.rows1(api.Rows{Table: "workers", Sort: "verdict", Desc: true, Count: 1}); first.Index[0] != worst.Index {
		t.Errorf("the table begins with %q, the roster with %s", first.Cells[0], worst.Name)
	}
	if report := v.File("report"); !strings.Contains(report, worst.Verdict.Says) {
		t.Errorf("the report does not say %q", worst.Verdict.Says)
	}
	v.amend1(api.Amend{Exclude: []int{worst.Index}})
	r = v.must(api.Request{Roster: &api.Rank{}}, nil).Roster
	if len(r.Excluded) != 1 || r.Excluded[0].Index != worst.Index || r.Excluded[0].Labels != worst.Labels || r.Workers != 4 {
		t.Fatalf("excluded: got %+v", r)
	}
	if x := r.Excluded[0]; x.Verdict.Kind != api.Suspect || x.Tier != "" {
		t.Errorf("excluded: got %+v, want the evidence kept and no tier", x)
	}
	same("excluded", r.Excluded[0])
	if tiers := v.File("tiers"); strings.Contains(tiers, "\n"+worst.Name+",") || strings.Count(tiers, "\n") != 5 {
		t.Errorf("tiers.csv: got %s, want the four who are left", tiers)
	}
	// Everything has no tiers, unless they are asked for.
	for _, tiers := range []bool{false, true} {
		f := v.must(api.Request{Export: &api.Export{What: api.FileAll, Safe: true, Tiers: tiers}}, nil).Exported
		if got := strings.Contains(v.files[f.Name], "tiers.csv"); got != tiers {
			t.Errorf("everything with tiers %v: has tiers.csv %v", tiers, got)
		}
		f = v.must(api.Request{Export: &api.Export{What: api.FileWorkers, Safe: true, Tiers: tiers}}, nil).Exported
		if got := strings.Contains(v.files[f.Name], ",C,false"); got != tiers {
			t.Errorf("workers.csv with tiers %v: names them %v", tiers, got)
		}
	}
	// Numbers have a roster of their own, and no tiers.
	v.must(api.Request{Open: &api.Open{Role: "labels", Sample: "estimates"}}, nil)
	v.fit("mean")
	if r := v.must(api.Request{Roster: &api.Rank{}}, nil).Roster; !strings.Contains(r.Sentence, "farthest off") {
		t.Errorf("numbers: got %+v", r)
	}
	if f := v.fault(api.Request{Export: &api.Export{What: api.FileTiers}}, nil); !strings.HasPrefix(f.Message, "There are no tiers") {
		t.Errorf("tiers of numbers: got %q", f.Message)
	}
}
