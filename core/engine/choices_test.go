package engine

import (
	"slices"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/parse"
)

// platform is an export of Toloka with a rejected assignment, a label of -1, and
// a task that ann labelled twice.
const platform = "INPUT:q\tOUTPUT:says\tASSIGNMENT:task_id\tASSIGNMENT:worker_id\tASSIGNMENT:status\n" +
	"a\tyes\tt1\tann\tAPPROVED\na\tno\tt1\tbob\tREJECTED\na\t-1\tt1\teve\tAPPROVED\n" +
	"b\tno\tt2\tann\tAPPROVED\nb\tyes\tt2\tann\tAPPROVED\nb\tyes\tt2\tbob\tAPPROVED\n"

// Every choice comes back as it was made, the counts follow, and the run record
// states it.
func TestChoicesOfWhichLabelsCount(t *testing.T) {
	v := newVisit(t)
	o := v.open("labels", platform)
	if o.Read.Doubtful != "of an assignment that was rejected" || !slices.Equal(o.Read.Missing, parse.Missing()) || o.Counts.Labels != 6 ||
		o.Counts.Repeats != 1 {
		t.Fatalf("got %q, %v, %+v", o.Read.Doubtful, o.Read.Missing, o.Counts)
	}
	reread := func(change func(*api.Choices), labels, classes int) *api.Opened {
		t.Helper()
		read := o.Read
		read.Missing = slices.Clone(read.Missing)
		change(&read)
		o = v.must(api.Request{Reread: &api.Reread{Role: "labels", Choices: read}}, nil).Opened
		if o.Counts.Labels != labels || o.Counts.Classes != classes {
			t.Errorf("%+v: got %d labels, %d classes, want %d, %d", read, o.Counts.Labels, o.Counts.Classes, labels, classes)
		}
		return o
	}
	if o := reread(func(r *api.Choices) { r.Drop = true }, 5, 3); !o.Read.Drop {
		t.Error("the choice to drop is lost")
	}
	if o := reread(func(r *api.Choices) { r.Missing = append(r.Missing, "-1") }, 4, 2); o.Read.Missing[len(o.Read.Missing)-1] != "-1" {
		t.Errorf("got %v", o.Read.Missing)
	}
	if o := reread(func(r *api.Choices) { r.Again = "last" }, 3, 1); o.Read.Again != "last" || o.Counts.Repeats != 0 {
		t.Errorf("got %+v, %+v", o.Read, o.Counts)
	}
	v.fit("majority")
	if read := v.recipe().Files[0].Choices; read.Again != "last" || !read.Drop || read.Missing[len(read.Missing)-1] != "-1" {
		t.Errorf("run.json: got %+v", read)
	}
	reread(func(r *api.Choices) { r.Missing = nil; r.Drop, r.Again = false, "" }, 6, 3)
	v.fit("majority")
	if text := v.File("run"); strings.Contains(text, `"again"`) || strings.Contains(text, `"drop"`) {
		t.Errorf("run.json states choices that were not made:\n%s", text)
	}
}
