package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
)

// Texts of two kinds: topics with their words and weights, what a task is about,
// which words spoke for its label, and the file.
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
	if !f.Topics || f.Seen != 10 || !slices.Contains(f.Files, "topics") {
		t.Fatalf("topics %v, seen %d, files %v", f.Topics, f.Seen, f.Files)
	}
	saved, other := v.save(""), newVisit(t)
	if r := other.must(openProject(saved), saved).Reopened; r.Fitted.Topics ||
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
