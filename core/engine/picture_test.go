package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
)

// describedVisit is a visit with labels of thirty tasks that lie on a line, x and
// y. The last worker did not see every task.
func describedVisit(t *testing.T, number bool) *visit {
	var labels, features strings.Builder
	labels.WriteString("task,worker,label\n")
	features.WriteString("task,x,y\n")
	for i := range 30 {
		for j := range 3 {
			if j == 2 && i%4 == 1 {
				continue
			}
			said := []string{"no", "yes"}[i/15]
			if i == 7 && j == 0 {
				said = "yes"
			}
			if number {
				said = fmt.Sprint(float64(i) + float64(j)/4)
			}
			fmt.Fprintf(&labels, "a%d,w%d,%s\n", i, j, said)
		}
		if i != 20 {
			fmt.Fprintf(&features, "a%d,%d,%d\n", i, i, 100-2*i+i%2)
		}
	}
	v := newVisit(t)
	v.opens("labels", "labels.csv", labels.String())
	v.opens("features", "features.csv", features.String())
	return v
}

// Tasks on a line come out on a line, coloured by their label; the one in doubt
// comes first in the table, and the one without features is not there.
func TestPicture(t *testing.T) {
	v := describedVisit(t, false)
	if r, _ := v.do(api.Request{Picture: &api.Picture{}}, nil); r.Fault == nil {
		t.Error("a picture without a result")
	}
	if f := v.fit("majority"); !f.Picture || f.Topics {
		t.Errorf("picture %v, topics %v", f.Picture, f.Topics)
	}
	p := v.must(api.Request{Picture: &api.Picture{Seed: 1}}, nil).Pictured
	if len(p.Tasks) != 29 || p.Of != 29 || slices.Contains(p.Tasks, 20) || p.From != "features" ||
		!slices.Equal(p.Groups, []string{"no", "yes"}) {
		t.Fatalf("got %+v", p)
	}
	if p.Share[0] < .99 || len(p.Axes[0]) != 2 {
		t.Errorf("shares %v, axes %v", p.Share, p.Axes)
	}
	for n := range p.Tasks[1:] {
		if (p.X[n+1] > p.X[n]) != (p.X[1] > p.X[0]) {
			t.Errorf("task %d is out of line: %v", n+1, p.X[n:n+2])
		}
		if want := p.Tasks[n] / 15; p.Group[n] != want {
			t.Errorf("task %d: group %d, want %d", n, p.Group[n], want)
		}
	}
	if p.Rows[0].Name != "a7" || p.Rows[0].Label != "no" || p.Rows[0].Doubt < .6 || p.Sizes[0] != 15 || p.Sizes[1] != 14 {
		t.Errorf("first %+v, sizes %v", p.Rows[0], p.Sizes)
	}
}

// Numbers are put into five equal parts.
func TestPictureOfNumbers(t *testing.T) {
	v := describedVisit(t, true)
	v.must(api.Request{Reread: &api.Reread{Role: "labels", Choices: api.Choices{Delimiter: ",", Header: true,
		Roles: []string{"task", "worker", "label"}, Numeric: true}}}, nil)
	v.must(api.Request{Reread: &api.Reread{Role: "features", Choices: api.Choices{Delimiter: ",", Header: true,
		Roles: []string{"task", "", ""}}}}, nil)
	v.fit("mean")
	p := v.must(api.Request{Picture: &api.Picture{}}, nil).Pictured
	if len(p.Groups) != 5 || p.Group[0] != 0 || p.Group[28] != 4 {
		t.Errorf("groups %v, of tasks %v", p.Groups, p.Group)
	}
	for n := range p.Tasks[1:] {
		if p.Group[n+1] < p.Group[n] {
			t.Errorf("task %d: group %d after %d", n+1, p.Group[n+1], p.Group[n])
		}
	}
}

// Texts of two kinds: topics with their words and weights, what a task is about,
// which words spoke for its label, the picture by topics and the file.
func TestTopics(t *testing.T) {
	kinds := [][]string{strings.Fields("goal match team player score"), strings.Fields("vote law party minister court")}
	var labels, texts strings.Builder
	labels.WriteString("task,worker,label\n")
	texts.WriteString("task,text\n")
	for i := range 40 {
		for j := range 3 {
			fmt.Fprintf(&labels, "a%d,w%d,%s\n", i, j, []string{"sport", "politics"}[i%2])
		}
		fmt.Fprintf(&texts, "a%d,", i)
		for n := range 12 {
			fmt.Fprintf(&texts, "%s ", kinds[i%2][(i+n*n)%5])
		}
		texts.WriteString("\n")
	}
	v := newVisit(t)
	v.opens("labels", "labels.csv", labels.String())
	o := v.opens("text", "texts.csv", texts.String())
	if d := o.Described; d == nil || d.Vocabulary == 0 || d.Words == 0 || len(d.Common) == 0 || d.AsIs || o.Read.Words == nil ||
		o.Read.Words.MinDocuments != 2 {
		t.Fatalf("got %+v, words %+v", o.Described, o.Read.Words)
	}
	f := v.must(api.Request{Fit: &api.Fit{Method: "ma-sldac", Values: map[string]string{"topics": "2", "batch": "10"},
		Settings: api.Settings{Seed: 1, MaxSteps: 60}}}, nil).Fitted
	if !f.Topics || !f.Picture || f.Seen != 10 || !slices.Contains(f.Files, "topics") {
		t.Fatalf("topics %v, picture %v, seen %d, files %v", f.Topics, f.Picture, f.Seen, f.Files)
	}
	saved, other := v.save(""), newVisit(t)
	if r := other.must(openWorkspace(saved), saved).Reopened; r.Fitted.Topics ||
		!slices.ContainsFunc(r.Fitted.Issues, func(i api.Issue) bool { return strings.Contains(i.Text, "does not hold the topics") }) {
		t.Errorf("reopened: got %+v; want to be told that the topics are not there", r.Fitted.Issues)
	}
	topics := v.must(api.Request{Topics: &api.Topics{}}, nil).Topical
	if len(topics.Topics) != 2 || len(topics.Classes) != 2 || topics.Documents != 40 {
		t.Fatalf("got %+v", topics)
	}
	for _, topic := range topics.Topics {
		first := topic.Words[0].Word
		kind := 0
		if slices.Contains(kinds[1], first) {
			kind = 1
		}
		for _, w := range topic.Words[:3] {
			if !slices.Contains(kinds[kind], w.Word) {
				t.Errorf("topic %d has the words %v", topic.Number, topic.Words)
			}
		}
		at := slices.Index(topics.Classes, []string{"sport", "politics"}[kind])
		if len(topic.Weight) != 2 || topic.Weight[at] < topic.Weight[1-at] {
			t.Errorf("topic %d of %s: weights %v for %v", topic.Number, first, topic.Weight, topics.Classes)
		}
	}
	task := v.must(api.Request{Task: &api.Subject{Index: 0}}, nil).Task
	if len(task.Topics) != 2 || task.Topics[0].Share < .5 || len(task.Spoken) == 0 || task.Label != "sport" {
		t.Errorf("task: label %s, topics %+v, spoken %+v", task.Label, task.Topics, task.Spoken)
	}
	if p := v.must(api.Request{Picture: &api.Picture{}}, nil).Pictured; p.From != "topics" || len(p.Tasks) != 40 {
		t.Errorf("picture of %d tasks by %s", len(p.Tasks), p.From)
	}
	v.must(api.Request{Export: &api.Export{What: "topics", Name: "topics"}}, nil)
	if rows := strings.Split(strings.TrimSpace(v.files["topics"]), "\n"); len(rows) != 3 ||
		rows[0] != "topic,share,weight_politics,weight_sport,words" {
		t.Errorf("file: %q", rows)
	}
	v.fit("majority")
	if r, _ := v.do(api.Request{Topics: &api.Topics{}}, nil); r.Fault == nil {
		t.Errorf("topics of a majority vote: %+v", r.Topical)
	}
}
