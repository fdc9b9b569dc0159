package analysis_test

import (
	"fmt"
	"strings"
	"testing"

	"concord/core/api"
)

// Who is faster than anyone can read is pointed out among the workers, with the
// reason; also when somebody else is left out.
func TestWorkersWhoAreTooFast(t *testing.T) {
	text := "HITId,AssignmentId,WorkerId,AssignmentStatus,WorkTimeInSeconds,Answer.kind\n"
	for i := range 30 {
		for w := range 6 {
			seconds := 9 + (7*i+3*w)%8
			if w == 2 {
				seconds = i % 2
			}
			text += fmt.Sprintf("H%d,A%d-%d,W%d,Approved,%d,%s\n", i, i, w, w, seconds, []string{"shoe", "hat"}[(i+i*w%5/4)%2])
		}
	}
	v := newVisit(t)
	o := v.open(api.RoleLabels, text)
	if o.Read.Roles[4] != "seconds" {
		t.Fatalf("got %v", o.Read.Roles)
	}
	flags := func() (all string) {
		t.Helper()
		for w := range 6 {
			for _, f := range must(v.result.JudgeWorker(v.job(), &api.Subject{Index: w})).Flags {
				if f.Kind == "too fast" {
					all += fmt.Sprintf("W%d %s;", w, f.Reason)
				}
			}
		}
		return all
	}
	v.fit("majority")
	const want = "W2 takes 0.5 s per label (median of 30), others 13 s: hardly enough to read the task;"
	if got := flags(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	page := v.rows1(api.Rows{Table: "judged", Count: 10})
	if got := strings.Join(page.Cells[2], " "); !strings.Contains(got, "too fast") {
		t.Errorf("the table has %s", got)
	}
	if !strings.Contains(v.file("report"), "Too fast: takes 0.5 s") {
		t.Error("the report does not say so")
	}
	v.amend1(api.Amend{Exclude: []int{0}})
	if got := flags(); !strings.HasPrefix(got, "W2 takes 0.5 s") {
		t.Errorf("without W0: got %q", got)
	}
	read := o.Read
	read.Roles[4] = ""
	v.reread(api.RoleLabels, read)
	v.fit("majority")
	if got := flags(); got != "" {
		t.Errorf("without the column: got %q", got)
	}
}
