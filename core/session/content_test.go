package session_test

import (
	"slices"
	"strings"
	"testing"

	"concord/core/session/sessiontest"
)

// contents is what workers saw of each task, as “column: text”.
func contents(v *sessiontest.Visit, tasks int) (all []string) {
	for i := range tasks {
		var of []string
		shown, err := v.Content(sessiontest.Job(v.T), v.Labels.Set.Tasks.At(i))
		if err != nil {
			v.T.Fatal(err)
		}
		for _, x := range shown {
			of = append(of, x.Column+": "+x.Text)
		}
		all = append(all, strings.Join(of, "; "))
	}
	return all
}

// A task shows what the columns say that workers saw, whatever the file; neither what one worker remarked nor what all tasks
// have in common is any of it.
func TestContent(t *testing.T) {
	for name, c := range map[string]struct {
		file string
		want []string
	}{
		"a text and a picture": {"task,worker,label,text,image_url\na,x,1,\"Good, really\",p/a.png\na,y,2,\"Good, really\",p/a.png\n" +
			"b,x,1,Bad,p/b.png\nb,y,1,Bad,p/b.png\n",
			[]string{"text: Good, really; image_url: p/a.png", "text: Bad; image_url: p/b.png"}},
		"none where the cell is empty": {"task,worker,label,tweet\na,x,1,hi\na,y,2,hi\nb,x,1,\nb,y,1,\nc,x,1,ho\nc,y,1,ho\n",
			[]string{"tweet: hi", "", "tweet: ho"}},
		"a remark": {"task,worker,label,comment\na,x,1,sure\na,y,2,no idea\nb,x,1,blurred\nb,y,1,sure\n", []string{"", ""}},
		"the same of all": {"task,worker,label,question\na,x,1,Is it a cat?\na,y,2,Is it a cat?\nb,x,1,Is it a cat?\nb,y,1,Is it a cat?\n",
			[]string{"", ""}},
		"JSON": {`[{"task":"a","worker":"x","label":"1","data":{"text":"hi"}},{"task":"a","worker":"y","label":"2","data":{"text":"hi"}},` +
			`{"task":"b","worker":"x","label":"1","data":{"text":"ho"}},{"task":"b","worker":"y","label":"1","data":{"text":"ho"}}]`,
			[]string{"data.text: hi", "data.text: ho"}},
		"MTurk": {"HITId,AssignmentId,WorkerId,AssignmentStatus,Input.clip,Answer.label\nh1,a1,x,Approved,c1.mp3,1\nh1,a2,y,Approved,c1.mp3,2\n" +
			"h2,a3,x,Approved,c2.mp3,1\nh2,a4,y,Approved,c2.mp3,2\n", []string{"Input.clip: c1.mp3", "Input.clip: c2.mp3"}},
	} {
		t.Run(name, func(t *testing.T) {
			v := sessiontest.New(t)
			v.Text("labels", c.file)
			if got := contents(v, len(c.want)); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// A file of texts says what workers saw, too, and no longer once it is dropped; a person says which column holds the content.
func TestContentOfOtherFiles(t *testing.T) {
	v := sessiontest.New(t)
	o := v.Text("labels", "task,worker,label,said\na,x,1,hi\na,y,2,hi\nb,x,1,ho\nb,y,1,ho\n")
	v.Text("text", "task,text\nb,The whole of b\nz,Nobody labelled this\na,The whole of a\n")
	want := []string{"text: The whole of a", "text: The whole of b"}
	if got := contents(v, 2); !slices.Equal(got, want) {
		t.Errorf("with texts: got %q, want %q", got, want)
	}
	v.Drop("text")
	if got := contents(v, 2); !slices.Equal(got, []string{"", ""}) {
		t.Errorf("without: got %q", got)
	}
	o.Read.Roles[3], o.Read.Chosen = "content", []bool{false, false, false, true}
	v.Reread("labels", o.Read)
	if got, want := contents(v, 2), []string{"said: hi", "said: ho"}; !slices.Equal(got, want) {
		t.Errorf("by choice: got %q, want %q", got, want)
	}
}
