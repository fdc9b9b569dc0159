package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
)

// Tasks that nobody labelled are those of the texts that the labels lack, and images that no task is named like, nor names. The
// user's own labels count like those of the file, make their tasks labelled, and are kept with the work.
func TestOwnLabels(t *testing.T) {
	v := newVisit(t)
	o := v.open("labels", "task,worker,label,photo\na,x,no,p/one.png\na,y,no,p/one.png\nb,x,yes,two.jpg\nb,y,yes,two.jpg\n")
	const texts = "task,text\na,The first of all\nz,The last of all\nb,The second of all\ny,The one before\n"
	v.opens("text", "texts.csv", texts)
	blank := func(images ...string) string {
		t.Helper()
		u := v.must(api.Request{Unseen: &api.Unseen{Images: images}}, nil).Unseen
		var all []string
		for _, x := range u.Tasks {
			all = append(all, strings.TrimSpace(fmt.Sprint(x.Name, " ", x.Content)))
		}
		if u.Of != len(u.Tasks) {
			t.Errorf("%d of %d are listed", len(u.Tasks), u.Of)
		}
		return strings.Join(all, "; ")
	}
	if got, want := blank("ONE.png", "b.png", "c.png", "two.jpg"),
		"z [{text The last of all}]; y [{text The one before}]; c []"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	read := o.Read
	for task, label := range map[string]string{"z": "yes", "c": "maybe", "a": "no"} {
		read.Own = append(read.Own, api.Own{Task: task, Worker: "you", Label: label})
	}
	now := v.must(api.Request{Reread: &api.Reread{Role: "labels", Choices: read}}, nil).Opened
	if c := now.Counts; c.Tasks != 4 || c.Workers != 3 || c.Labels != 7 || c.Classes != 3 || len(now.Read.Own) != 3 {
		t.Errorf("got %+v", c)
	}
	if got := []string{v.session.Labels.Set.Tasks.At(0), v.session.Labels.Set.Tasks.At(1)}; !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("the tasks of the file come after: %q", got)
	}
	v.opens("text", "texts.csv", texts) // as the page does
	v.fit("majority")
	if got := labelsOf(v.File("labels")); got["z"] != "yes" || got["c"] != "maybe" || got["a"] != "no" {
		t.Errorf("got %v", got)
	}
	if run := v.File("run"); !strings.Contains(run, `"worker": "you"`) {
		t.Error("the run record says nothing of the user's own labels")
	}
	if got := v.reopened().state(); got != v.state() {
		t.Error("a project opens without the user's own labels")
	}
	if got, want := blank("c.png"), "y [{text The one before}]"; got != want {
		t.Errorf("afterwards: got %s, want %s", got, want)
	}
}
