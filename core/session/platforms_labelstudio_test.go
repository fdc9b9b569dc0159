package session_test

import (
	"encoding/json"
	"maps"
	"testing"

	"concord/core/api"
	"concord/core/session/sessiontest"
	"concord/internal/packed"
)

func TestLabelStudio(t *testing.T) { testPlatform(t, "label-studio") }

func labelStudio(t *testing.T, expected [][]string) []reading {
	of := func(project, question string) answers {
		all := answers{}
		for _, r := range expected { // project, task, worker, question, value, state
			if r[0] == project && r[3] == question {
				all[[2]string{r[1], r[2]}] = said(t, r[4])
			}
		}
		return all
	}
	topics, byMail, first := of("b_multi", "topics"), answers{}, answers{}
	people := map[string]string{"1": "ann@x.org", "2": "bob@x.org", "3": "eve@x.org", "4": "dan@x.org"}
	for who, answer := range topics {
		if who[0] <= "34" { // the snapshots hold four tasks
			first[who], byMail[[2]string{who[0], people[who[1]]}] = answer, answer
		}
	}
	ranked := pairVotes{}
	for _, r := range expected {
		if r[3] == "rk" {
			var value struct{ Ranker struct{ Rank []string } }
			if err := json.Unmarshal([]byte(r[4]), &value); err != nil {
				t.Fatal(err)
			}
			ranked.rank(r[2], value.Ranker.Rank)
		}
	}
	const pieces = "the labels in this file are of pieces of the tasks"
	return []reading{
		{file: "a_choice.*", want: of("a_choice", "sentiment")},
		{file: "b_multi.[cjm]*", want: topics},
		{file: "b_multi.snapshot_default.json", want: first},
		{file: "b_multi.snapshot_full.json", want: byMail},
		{file: "c_rating.*", want: of("c_rating", "stars")},
		{file: "d_taxonomy.*", want: of("d_taxonomy", "kind")},
		{file: "e_two.*", question: "sentiment", want: of("e_two", "sentiment")},
		{file: "e_two.*", question: "polite", want: of("e_two", "polite")},
		{file: "e_two.*", question: "why", want: of("e_two", "why")},
		{file: "f_pairwise.*", want: of("f_pairwise", "pw")},
		{file: "g_ner.[cjm]*[nv]", refused: pieces},
		{file: "g_ner.conll2003.txt", refused: "labels of the words of a text (CoNLL)"},
		{file: "h_boxes.[cjm]*[nv]", refused: pieces},
		{file: "h_boxes.coco.zip", refused: pieces},
		{file: "h_boxes.voc.zip", refused: "this is the XML of Pascal VOC or LabelMe"},
		{file: "h_boxes.yolo*.zip", refused: "this is YOLO’s list of the boxes in a picture"},
		{file: "i_textarea.*", want: of("i_textarea", "summary")},
		{file: "j_number.*", want: of("j_number", "price")},
		{file: "k_ranker.*", votes: ranked},
	}
}

// What was submitted with nothing ticked is an answer; what was skipped is none. Where a task has one label, neither is.
func TestLabelStudioNothingTicked(t *testing.T) {
	const choices = `{"from_name":"q","type":"choices","value":{"choices":`
	text := map[string]string{
		"x.json": `[{"id":1,"data":{"text":"a"},"annotations":[{"id":1,"completed_by":1,"result":[` + choices + `["x","y"]}}]},` +
			`{"id":2,"completed_by":2,"result":[],"was_cancelled":false},{"id":3,"completed_by":3,"result":[],"was_cancelled":true}]}]`,
		"x.min.json": `[{"text":"a","id":1,"q":{"choices":["x","y"]},"annotator":1,"annotation_id":1,"lead_time":1},` +
			`{"text":"a","id":1,"annotator":2,"annotation_id":2,"lead_time":1}]`,
		"x.csv": "annotation_id,annotator,id,lead_time,q,text\n1,1,1,1,\"{\"\"choices\"\":[\"\"x\"\",\"\"y\"\"]}\",a\n2,2,1,1,,a\n",
	}
	for name, text := range text {
		v := sessiontest.New(t)
		o := v.Open(api.RoleLabels, sessiontest.File{Called: name, Text: text})
		got := answersOf(v.Labels.Set)
		if len(got) != 2 || got[[2]string{"1", "1"}] != "x|y" || got[[2]string{"1", "2"}] != "" || len(v.Labels.Set.Blank) != 1 {
			t.Errorf("%s: got %v, want x and y by 1 and nothing by 2", name, got)
		}
		if m := v.Labels.MethodSet().Data; m.Tasks != 2 || m.Len() != 4 {
			t.Errorf("%s: got %d answers to %d questions, want 2 workers to answer 2", name, m.Len(), m.Tasks)
		}
		read := o.Read
		read.Sets, read.Skip = false, true
		if f := v.RefusedAgain(api.RoleLabels, read); f == nil {
			t.Errorf("%s: got labels, want none where a task has one label", name)
		}
	}
}

// An annotation that several files hold, or one file twice, counts once, and it is said.
func TestLabelStudioSameAnnotationAgain(t *testing.T) {
	const one = `{"id":1,"data":{"text":"a"},"annotations":[{"id":1,"completed_by":1,"result":[` +
		`{"from_name":"q","value":{"choices":["x"]}}]}`
	const two = `,{"id":2,"completed_by":2,"result":[{"from_name":"q","value":{"choices":["y"]}}]}`
	whole, files := sessiontest.Joined(sessiontest.File{Called: "1.json", Text: one + "]}"},
		sessiontest.File{Called: "2.json", Text: one + two + "]}"})
	v := sessiontest.New(t)
	o := v.Open(api.RoleLabels, whole, files...)
	if got := o.Counts.Labels; got != 2 || !warns(o, "1 row is left out: an answer with the same number by the same worker came before") {
		t.Errorf("got %d labels and %v, want 2 and a warning", got, o.Warnings)
	}
	o = v.Open(api.RoleLabels, sessiontest.File{Called: "twice.json", Text: "[" + one + two + "]}," + one + "]}]"})
	if got := o.Counts.Labels; got != 2 {
		t.Errorf("the same task twice: got %d labels, want 2", got)
	}
}

// CSV is read the same in a workbook, below a title, and as two files of an archive whose columns are in another order.
func TestLabelStudioTables(t *testing.T) {
	const rows = "annotation_id,annotator,id,lead_time,stars,text\n1,1,1,2,[{'rating':3}],a\n2,2,1,2,[{'rating':4}],a\n"
	const more = "id,text,stars,annotator,annotation_id,lead_time\n2,b,[{'rating':5}],1,3,2\n2,b,,2,4,2\n"
	want := answers{{"1", "1"}: "3", {"1", "2"}: "4"}
	both := answers{{"1", "1"}: "3", {"1", "2"}: "4", {"2", "1"}: "5"}
	for name, c := range map[string]struct {
		text string
		line int
		want answers
	}{
		"x.csv": {text: rows, want: want}, "x.xlsx": {text: packed.Workbook(t, rows), want: want},
		"x.csv.gz": {text: packed.Gzip(t, rows), want: want}, "x.zip": {text: packed.Zip(t, "a.csv", rows, "b.csv", more), want: both},
		"title.csv":  {text: "Ratings\n\n" + rows, line: 3, want: want},
		"title.xlsx": {text: packed.Workbook(t, "Ratings\n"+rows), line: 2, want: want},
	} {
		v := sessiontest.New(t)
		var read *api.Choices
		if c.line > 0 {
			read = &api.Choices{HeaderLine: c.line, Header: true}
		}
		_, f := v.Try(api.RoleLabels, sessiontest.File{Called: name, Text: c.text}, nil, read)
		if f != nil {
			t.Errorf("%s: %v", name, f)
		} else if got := answersOf(v.Labels.Set); !maps.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
}
