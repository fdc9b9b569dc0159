package analysis_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/sheet"
)

// Before workers are compared with each other there is the same table without verdicts: figures of the labels alone are the same.
func TestWorkersBeforeTheyAreCompared(t *testing.T) {
	v := newVisit(t)
	v.sample("labels", "adversaries")
	v.fit("ds")
	v.amend1(api.Amend{Exclude: []int{2}})
	counted, all := v.rows1(api.Rows{Table: api.TableCounted, Count: 200}), v.rows1(api.Rows{Table: "workers", Count: 200})
	if len(counted.Cells) != len(all.Cells) || len(counted.Columns) != len(all.Columns) {
		t.Fatalf("got %d rows of %d columns, want %d of %d", len(counted.Cells), len(counted.Columns), len(all.Cells), len(all.Columns))
	}
	for n, row := range all.Cells {
		for c, h := range all.Columns {
			got, want := counted.Cells[n][c], row[c]
			switch h.Name {
			case "verdict":
				want = "Comparing …"
			case "evidence", "others", "changes", "tier":
				want = ""
			}
			if got != want {
				t.Errorf("%s, %s: got %q, want %q", row[0], h.Name, got, want)
			}
		}
	}
	early, r := must(v.result.Roster(v.job(), &api.Rank{Counted: true})), must(v.result.Roster(v.job(), &api.Rank{}))
	if early.Sentence != "Comparing 9 workers with each other …" || early.Look != 0 || early.Tiers != nil || early.Workers != r.Workers ||
		early.Accuracy != r.Accuracy || len(early.Ranked) != len(r.Ranked) || len(early.Excluded) != 1 || len(early.Boxes) != len(r.Boxes) {
		t.Errorf("got %+v, want %+v without verdicts", early, r)
	}
	v.sample("labels", "estimates")
	v.fit("mean")
	for _, got := range []string{
		refusal(v.result.Roster(v.job(), &api.Rank{Counted: true})), refusal(v.result.Table(v.job(), api.TableCounted)),
	} {
		if !strings.Contains(got, "not numbers") {
			t.Errorf("numbers: got %q", got)
		}
	}
}

func TestWorkersAreJudgedByAllOthers(t *testing.T) {
	v := newVisit(t)
	v.sample("labels", "adversaries")
	v.fit("ds")
	p := v.rows1(api.Rows{Table: "judged", Sort: "flags", Desc: true, Count: 200})
	place := map[string]int{}
	for n, h := range p.Columns {
		place[h.Name] = n
	}
	inverted := 0
	for n, row := range p.Cells {
		j := must(v.result.JudgeWorker(v.job(), &api.Subject{Index: p.Index[n]}))
		if len(j.Bias) != len(j.Classes) || j.Agreement.Why != "" || math.Abs(j.Bias[0]+j.Bias[1]) > 1e-9 {
			t.Errorf("%s: got %+v", row[0], j)
		}
		if row[place["others"]] != sheet.Decimals(j.Agreement.Value) || row[place["spammer"]] != sheet.Decimals(j.Spammer) ||
			row[place["change"]] != sheet.Decimals(j.Change) {
			t.Errorf("%s: the table says %q, alone it is %+v", row[0], row, j)
		}
		for _, f := range j.Flags {
			if !strings.Contains(row[place["flags"]], f.Kind) || f.Reason == "" {
				t.Errorf("%s: got %+v, the table says %q", row[0], f, row[place["flags"]])
			}
			if f.Kind == "inverted" {
				inverted++
			}
		}
	}
	if inverted != 4 {
		t.Errorf("%d of the four liars are found", inverted)
	}
	file := strings.Split(v.file("judged"), "\n")
	if want := 1 + len(p.Cells) + 1; len(file) != want || !strings.HasPrefix(file[0], "worker,flags,labels,others,") {
		t.Errorf("judged.csv: got %d lines, %q, want %d", len(file), file[0], want)
	}
	exact, err := strconv.ParseFloat(strings.Split(file[1], ",")[place["others"]], 64)
	if first := v.rows1(api.Rows{Table: "judged", Count: 1}); err != nil || sheet.Decimals(exact) != first.Cells[0][place["others"]] {
		t.Errorf("judged.csv: got %q, the table says %q", file[1], first.Cells[0])
	}
	v.amend1(api.Amend{Exclude: []int{p.Index[0]}})
	if j := must(v.result.JudgeWorker(v.job(), &api.Subject{Index: p.Index[0]})); j.Agreement.Why == "" || len(j.Flags) > 0 {
		t.Errorf("left out: got %+v", j)
	}
	if p := v.rows1(api.Rows{Table: "judged", Sort: "others", Count: 200}); p.Cells[len(p.Cells)-1][place["others"]] != "" {
		t.Errorf("left out: got %q", p.Cells[len(p.Cells)-1])
	}
	if got := refusal(v.result.JudgeWorker(v.job(), &api.Subject{Index: 10})); !strings.HasPrefix(got, "There is no worker number 10") {
		t.Errorf("got %q", got)
	}
	v.sample("labels", "estimates")
	v.fit("mean")
	if got := refusal(v.result.Table(v.job(), "judged")); !strings.Contains(got, "not numbers") {
		t.Errorf("got %q", got)
	}
}
