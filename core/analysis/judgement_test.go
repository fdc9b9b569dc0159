package analysis_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/sheet"
)

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
