package engine

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
	"concord/internal/shared"
)

// upload downloads labels in a shape, and returns the text and what to do with it.
func (v *visit) upload(what, shape string) (text string, next *api.Next) {
	v.t.Helper()
	f := v.must(api.Request{Export: &api.Export{What: what, As: shape, Safe: true}}, nil).Exported
	return v.files[f.Name], f.Next
}

// studioExported is a task as Label Studio exports it, studioTask what it takes back.
type (
	studioExported struct {
		ID          int
		Data        map[string]any
		Annotations []struct {
			Cancelled bool `json:"was_cancelled"`
			Truth     bool `json:"ground_truth"`
			Result    []map[string]any
		}
	}
	studioTask struct {
		studioExported
		Task        int
		Predictions []studioPrediction
		studioPrediction
	}
)

type studioPrediction struct {
	Version string `json:"model_version"`
	Score   *float64
	Result  []map[string]any
}

func studioTasks(t *testing.T, text string) (all []studioTask) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		t.Fatalf("%v:\n%.300s", err, text)
	}
	return all
}

// What Label Studio exported goes back with its ids, data and names; where all annotators agree, with the very results that they gave.
func TestLabelStudioThereAndBack(t *testing.T) {
	dir := filepath.Join(shared.Dir(t), "platforms", "label-studio")
	for name, method := range map[string]string{"a_choice": "majority", "b_multi": "majority", "c_rating": "majority",
		"d_taxonomy": "majority", "f_pairwise": "majority", "i_textarea": "majority", "j_number": "median"} {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(dir, name+".json"))
			if err != nil {
				t.Fatal(err)
			}
			v := newVisit(t)
			v.opens(api.RoleLabels, name+".json", string(text))
			v.fit(method)
			onto, next := v.upload(api.FileLabels, api.LabelStudioPredictions)
			if next == nil || !strings.Contains(next.Text, "/import/predictions") || strings.Contains(next.Text, "$PROJECT") {
				t.Errorf("got %+v, want the command for the project", next)
			}
			again, _ := v.upload(api.FileLabels, api.LabelStudioTasks)
			truth, _ := v.upload(api.FileLabels, api.LabelStudioTruth)
			predictions, fresh, true_ := studioTasks(t, onto), studioTasks(t, again), studioTasks(t, truth)
			n, unanimous := 0, 0
			var exported []studioExported
			if err := json.Unmarshal(text, &exported); err != nil {
				t.Fatal(err)
			}
			for _, task := range exported {
				var said [][]map[string]any
				for _, a := range task.Annotations {
					if !a.Cancelled {
						said = append(said, a.Result)
					}
				}
				if said == nil {
					continue
				}
				p := predictions[n]
				if p.Task != task.ID || !reflect.DeepEqual(fresh[n].Data, task.Data) || !reflect.DeepEqual(true_[n].Data, task.Data) {
					t.Errorf("task %d: got task %d, data %v and %v, want %v", task.ID, p.Task, fresh[n].Data, true_[n].Data, task.Data)
				}
				if !slices.ContainsFunc(said, func(r []map[string]any) bool { return !reflect.DeepEqual(r, said[0]) }) && len(said[0]) > 0 {
					unanimous++
					want := said[0]
					if name == "b_multi" { // in the order of the classes
						ticked := want[0]["value"].(map[string]any)["choices"].([]any)
						slices.SortFunc(ticked, func(a, b any) int { return strings.Compare(a.(string), b.(string)) })
					}
					if name == "f_pairwise" {
						want[0]["to_name"] = "t1" // the first of the pair: both are dropped
					}
					if !reflect.DeepEqual(p.Result, want) {
						t.Errorf("task %d: got %v, want %v", task.ID, p.Result, want)
					}
				}
				if !reflect.DeepEqual(fresh[n].Predictions[0].Result, p.Result) || !reflect.DeepEqual(true_[n].Annotations[0].Result, p.Result) ||
					!true_[n].Annotations[0].Truth {
					t.Errorf("task %d: the three files differ: %v, %v, %v", task.ID, p, fresh[n], true_[n])
				}
				n++
			}
			if n != len(predictions) || n != len(fresh) || n != len(true_) || unanimous == 0 {
				t.Errorf("got %d predictions, %d and %d tasks, want %d; %d unanimous", len(predictions), len(fresh), len(true_), n, unanimous)
			}
		})
	}
}

// studioFile is an export: a task each, with the results of two annotators, and others that are written as they are.
func studioFile(project int, results []string, others ...string) string {
	var all []string
	for i, r := range results {
		all = append(all, fmt.Sprintf(`{"id":%d,"data":{"text":"t%d\n","n":[1,{"x":null}]},"annotations":[
			{"id":%d1,"completed_by":1,"project":%d,"result":[%s]},{"id":%d2,"completed_by":2,"project":%[4]d,"result":[%[5]s]}]}`,
			i+1, i+1, i+1, project, r, i+1))
	}
	return "[" + strings.Join(append(all, others...), ",\n") + "]"
}

func TestLabelStudioByHand(t *testing.T) {
	const mood = `{"from_name":"mood","to_name":"text","type":"choices","value":{"choices":["%s"]}}`
	const path = `{"from_name":"kind","to_name":"text","type":"taxonomy","value":{"taxonomy":[["A > B","%s"]]}}`
	const stars = `{"from_name":"stars","to_name":"text","type":"rating","value":{"rating":%s}}`
	choices := func(values ...string) (all []string) {
		for _, v := range values {
			all = append(all, fmt.Sprintf(mood, v))
		}
		return all
	}
	v := newVisit(t)
	skipped := `{"id":8,"data":{"text":"x"},"annotations":[{"id":81,"completed_by":1,"was_cancelled":true,"result":[]}]}`
	predicted := `{"id":9,"data":{"text":"x"},"annotations":[],"predictions":[{"result":[` + fmt.Sprintf(mood, "no") + `]}]}`
	v.open(api.RoleLabels, studioFile(5, choices("yes", "no", "“q” <&>\\n"), skipped, predicted))
	v.fit("majority")
	got, _ := v.upload(api.FileLabels, api.LabelStudioPredictions)
	version := studioTasks(t, got)[0].Version
	want := "[\n"
	for i, x := range choices("yes", "no", `“q” <&>\u000a`) {
		want += fmt.Sprintf(`{"task":%d,"model_version":"%s","result":[%s]}`, i+1, version, x) + ",\n"
	}
	if want = strings.TrimSuffix(want, ",\n") + "\n]\n"; !strings.HasPrefix(version, "concord-majority-") || scoreless(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if again, _ := v.upload(api.FileLabels, api.LabelStudioPredictions); again != got {
		t.Error("the same result is another version")
	}
	// Another result of the same tasks is another version.
	v.must(api.Request{Amend: &api.Amend{Review: []api.Reviewed{{Task: 0, Label: "no"}}}}, nil)
	if again, _ := v.upload(api.FileLabels, api.LabelStudioPredictions); studioTasks(t, again)[0].Version == version {
		t.Error("another result has the same version")
	}

	v.open(api.RoleLabels, studioFile(5, []string{fmt.Sprintf(path, "C"), fmt.Sprintf(path, "D")}))
	v.fit("majority")
	if got, _ := v.upload(api.FileLabels, api.LabelStudioTasks); !strings.Contains(got, `"taxonomy":[["A > B","D"]]`) ||
		!strings.Contains(got, `{"data":{"text":"t1\u000a","n":[1,{"x":null}]},"predictions":`) {
		t.Errorf("a path: got\n%s", got)
	}

	// A mean of ratings becomes a star.
	v.open(api.RoleLabels, studioFile(5, []string{fmt.Sprintf(stars, "1"), fmt.Sprintf(stars, "4")},
		`{"id":3,"data":{"text":"x"},"annotations":[`+
			`{"id":31,"completed_by":1,"result":[`+fmt.Sprintf(stars, "2")+`]},{"id":32,"completed_by":2,"result":[`+fmt.Sprintf(stars, "5")+`]}]}`))
	read := v.session.Labels.Choices()
	read.As(api.KindNumbers)
	v.must(api.Request{Reread: &api.Reread{Role: api.RoleLabels, Choices: read}}, nil)
	v.fit("mean")
	if got, _ := v.upload(api.FileLabels, api.LabelStudioPredictions); !strings.Contains(got, `{"task":3,`) ||
		!strings.Contains(got, `"value":{"rating":4}}]}`+"\n]") || strings.Contains(got, "score") {
		t.Errorf("stars: got\n%s", got)
	}
}

// scoreless leaves the scores out.
func scoreless(text string) string {
	var all []string
	for line := range strings.Lines(text) {
		if before, after, ok := strings.Cut(line, `,"score":`); ok {
			_, after, _ = strings.Cut(after, ",")
			line = before + "," + after
		}
		all = append(all, line)
	}
	return strings.Join(all, "")
}

// All questions of a file go into one list of results.
func TestAllQuestionsGoBack(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(shared.Dir(t), "platforms", "label-studio", "e_two.json"))
	if err != nil {
		t.Fatal(err)
	}
	v := newVisit(t)
	v.opens(api.RoleLabels, "e_two.json", string(text))
	early := v.fault(api.Request{Export: &api.Export{What: api.FileQuestions, As: api.LabelStudioTasks}}, nil)
	if f := early; f.Message != "Fit all questions first." {
		t.Errorf("got %q", f.Message)
	}
	v.must(each("majority"), nil)
	got, _ := v.upload(api.FileQuestions, api.LabelStudioPredictions)
	asked := map[string]int{}
	for _, task := range studioTasks(t, got) {
		for _, r := range task.Result {
			asked[fmt.Sprint(r["from_name"], " ", r["type"])]++
		}
	}
	if want := map[string]int{"sentiment choices": 8, "polite choices": 8, "why textarea": 7}; !reflect.DeepEqual(asked, want) {
		t.Errorf("got %v, want %v", asked, want)
	}
	no := v.fault(api.Request{Export: &api.Export{What: api.FileQuestions, As: api.HuggingFace}}, nil)
	if f := no; !strings.Contains(f.Message, "one question") {
		t.Errorf("got %q", f.Message)
	}
}

func TestExportsThatCannotGoBack(t *testing.T) {
	const x = `{"from_name":"mood","to_name":"text","type":"choices","value":{"choices":["yes"]}}`
	one := studioFile(5, []string{x, strings.Replace(x, "yes", "no", 1)})
	for _, test := range []struct{ name, text, shape, want string }{
		{"JSON-MIN", `[{"text":"a","id":1,"mood":"yes","annotator":1,"annotation_id":1,"lead_time":1},` +
			`{"text":"a","id":1,"mood":"no","annotator":2,"annotation_id":2,"lead_time":1},` +
			`{"text":"b","id":2,"mood":"no","annotator":2,"annotation_id":3,"lead_time":1}]`, api.LabelStudioTasks, "(to_name). Export JSON"},
		{"two projects", studioFile(5, []string{x}, strings.Trim(strings.ReplaceAll(studioFile(6, []string{x, x}), `"id":1,`, `"id":7,`), "[]")),
			api.LabelStudioPredictions, "tasks of 2 projects"},
		{"an id twice", studioFile(5, []string{x, strings.Replace(x, "yes", "no", 1)}, `{"id":1,"data":{"text":"other"},"annotations":[`+
			`{"id":99,"completed_by":3,"result":[`+x+`]}]}`), api.LabelStudioTasks, "Two tasks in labels.csv are called 1"},
		{"names for numbers", strings.ReplaceAll(one, `"id":1,"data"`, `"id":"a","data"`), api.LabelStudioPredictions,
			"one here is called “a”"},
		{"another platform", one, api.Doccano, "“doccano” is made of an export of doccano, and this file is none."},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := newVisit(t)
			v.open(api.RoleLabels, test.text)
			v.fit("majority")
			f := v.fault(api.Request{Export: &api.Export{What: api.FileLabels, As: test.shape}}, nil)
			if !strings.Contains(f.Message, test.want) || f.Broken {
				t.Errorf("got %+v, want %q", f, test.want)
			}
			if f := v.File(api.FileLabels); f == "" {
				t.Error("the result is gone")
			}
		})
	}
}

// Files of other programs go back with what they say of each task.
func TestOtherPlatformsTakeLabelsBack(t *testing.T) {
	sample := func(name string) string {
		text, err := os.ReadFile(filepath.Join("..", "layout", "testdata", "formats", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	chose := func(task, option int, session string) string {
		return fmt.Sprintf(`{"text":"%d","_input_hash":%[1]d,"_task_hash":%[1]d,"options":[{"id":1},{"id":2}],"accept":[%d],"answer":"accept",`+
			`"_session_id":"%s"}`+"\n", task, option, session)
	}
	said := func(row string) string {
		return row + `,"What is said here, in more than a few words of ` + row[:2] + "\"\n"
	}
	for _, test := range []struct {
		name, text, shape string
		want              []string // parts of the file
		lines             int
	}{
		{"prodigy-choice.jsonl", "", api.Prodigy, []string{`{"text":"Text","_input_hash":-11,"_task_hash":21,"options":[{"id":"CAT"`,
			`"answer":"accept"`, `"_annotator_id":"concord-majority-`}, 2},
		{"prodigy-binary.jsonl", "", api.Prodigy, []string{`"_task_hash":21,"label":"SPORTS","_view_id":"classification","answer":"`}, 2},
		{"options that are numbers", chose(1, 1, "x") + chose(1, 1, "y") + chose(2, 2, "y"), api.Prodigy,
			[]string{`"accept":[1],"answer":"accept"`, `"accept":[2]`}, 2},
		{"argilla-flat.ndjson", "", api.Argilla, []string{`.agent":"concord-majority-`}, 0},
		{"mturk-batch-approved.csv", "", api.MTurkReview, []string{"https://example.org/3HIT1.jpg,cat,x,\n", // waits
			",dog,x,\n", ",dog,,too fast\n"}, 7}, // what was decided stays
		{"a table", "task,worker,label,text\n" + said("t1,a,yes") + said("t1,b,yes") + said("t2,a,no") + said("t2,b,no"), api.HuggingFace,
			[]string{`{"task":"t1","text":"What is said here, in more than a few words of t1","label":"yes","probability":`}, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.text == "" {
				test.text = sample(test.name)
			}
			v := newVisit(t)
			v.opens(api.RoleLabels, test.name, test.text)
			v.fit("majority")
			got, _ := v.upload(api.FileLabels, test.shape)
			for _, part := range test.want {
				if !strings.Contains(got, part) {
					t.Errorf("got\n%s\nwant %s", got, part)
				}
			}
			if n := strings.Count(got, "\n"); test.lines > 0 && n != test.lines {
				t.Errorf("got %d lines, want %d", n, test.lines)
			}
		})
	}
}

// Nobody is approved or rejected whose labels the user left out.
func TestExcludedWorkersAreLeftToDecide(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "layout", "testdata", "formats", "mturk-batch.csv"))
	if err != nil {
		t.Fatal(err)
	}
	v := newVisit(t)
	v.opens(api.RoleLabels, "batch.csv", string(text))
	v.must(api.Request{Amend: &api.Amend{Exclude: []int{1}}}, nil)
	v.fit("majority")
	out := v.session.Labels.Full.Workers.At(1)
	got, _ := v.upload(api.FileLabels, api.MTurkReview)
	rows := records(t, got)
	worker, approve, reject := slices.Index(rows[0], "WorkerId"), slices.Index(rows[0], "Approve"), slices.Index(rows[0], "Reject")
	left := 0
	for _, r := range rows[1:] {
		want := "x"
		if r[worker] == out {
			want = ""
			left++
		}
		if r[approve] != want || r[reject] != "" {
			t.Errorf("worker %s: got approve %q, reject %q, want %q and nothing", r[worker], r[approve], r[reject], want)
		}
	}
	if all := strings.Count(strings.TrimSpace(string(text)), "\n"); left == 0 || len(rows)-1 != all {
		t.Errorf("got %d assignments, %d of the worker, want %d", len(rows)-1, left, all)
	}
}

// Who leaves out what workers saw gets tasks without it, where they are not the platform's own.
func TestUploadWithoutContent(t *testing.T) {
	long := "A long text. " + strings.Repeat("More of it. ", 2000)
	for _, bare := range []bool{false, true} {
		v := newVisit(t)
		v.open("labels", "task,worker,label,text\na,x,yes,seen\na,y,yes,seen\nb,x,no,seen too\nb,y,no,seen too\n")
		v.open("text", "task,text\na,"+long+"\nb,short\n")
		v.fit("majority")
		f := v.must(api.Request{Export: &api.Export{What: "labels", As: api.HuggingFace, Bare: bare}}, nil).Exported
		got := v.files[f.Name]
		if has := strings.Contains(got, "seen too"); has == bare {
			t.Errorf("bare %v: got %.300s", bare, got)
		}
		if has := strings.Contains(got, long[:len(long)-1]); has == bare {
			t.Errorf("bare %v: the text is cut or there: %d bytes", bare, len(got))
		}
	}
}

// Columns in another script, and a file of texts beside a column of texts, each keep a name of their own.
func TestLabelStudioNamesEachColumn(t *testing.T) {
	v := newVisit(t)
	v.open("labels", "task,worker,label,text\na,x,yes,one\na,y,yes,one\nb,x,no,two\nb,y,no,two\n")
	v.open("text", "task,text\na,more\nb,more too\n")
	v.fit("majority")
	text, next := v.upload("labels", api.LabelStudioTasks)
	if !strings.Contains(text, `"text":"one","text_":"more"`) || !strings.Contains(next.Text, `value="$text_"`) {
		t.Errorf("got %.300s\n%s", text, next.Text)
	}
	v = newVisit(t)
	v.open("labels", "task,worker,label,Текст\na,x,yes,раз два три\na,y,yes,раз два три\nb,x,no,ещё одно слово\nb,y,no,ещё одно слово\n")
	v.open("text", "task,text\na,more\nb,more too\n")
	v.fit("majority")
	text, next = v.upload("labels", api.LabelStudioTasks)
	if !strings.Contains(text, `"text":"раз два три","text_":"more"`) || !strings.Contains(next.Text, `value="$text_"`) {
		t.Errorf("got %.300s\n%s", text, next.Text)
	}
}
