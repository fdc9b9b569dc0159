package session_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/session/sessiontest"
)

// Errors and abstentions of judges are no answers, which is said of each judge; elsewhere, or where other labels speak of such, they are
// labels, and a person is asked.
func TestLapsesOfJudges(t *testing.T) {
	long := func(header string, workers, labels []string) string {
		var b strings.Builder
		b.WriteString(header + "\n")
		for i := range 24 {
			for j, worker := range workers {
				label := labels[(i+i%5*j)%2]
				if (i+j)%6 == 0 {
					label = labels[2+(i/6+j)%(len(labels)-2)]
				}
				fmt.Fprintf(&b, "q%d,%s,%s\n", i, worker, label)
			}
		}
		return b.String()
	}
	models := []string{"gpt-4o", "claude-opus", "llama-70b"}
	for _, test := range []struct {
		name, text, want string // labels, workers, tasks, classes
		says             string
	}{
		{"models", long("item,rater,label", models, []string{"pass", "fail", "ERROR", "abstain"}), "60 3 24 2",
			"“claude-opus” gave no verdict on 4 of 24 tasks: 2 errors, 2 abstentions; “gpt-4o” gave no verdict on 4 of 24 tasks"},
		{"texts of errors", long("item,judge,label", []string{"a", "b", "c"}, []string{"pass", "fail", "Error: 429 id 7", "TimeoutError: 60 s"}),
			"60 3 24 2", "“a” gave no verdict on 4 of 24 tasks: 4 errors"},
		{"scores", long("item,judge,score", models, []string{"2", "5", "ERROR", "N/A"}), "60 3 24 2", "gave no verdict on 4 of 24 tasks"},
		{"refusals among verdicts", long("item,judge,label", models, []string{"yes", "no", "refused"}), "60 3 24 2",
			"4 of 24 tasks: 4 abstentions"},
		{"refusals among answers", long("item,judge,label", models, []string{"complied", "partial", "refused"}), "72 3 24 3", ""},
		{"errors among errors", long("item,judge,label", models, []string{"minor error", "correct", "error"}), "72 3 24 3", ""},
		{"ties", long("item,judge,label", models, []string{"A", "B", "tie"}), "72 3 24 3", ""},
		{"people", long("item,annotator,label", []string{"ann", "bob", "eve"}, []string{"pass", "fail", "timeout", "pass"}), "72 3 24 3",
			"“timeout” (6 labels) may mean that there is no answer"},
	} {
		t.Run(test.name, func(t *testing.T) {
			v, f := sessiontest.New(t), sessiontest.File{Called: "labels.csv", Text: test.text}
			o, fault := v.Try(api.RoleLabels, f, nil, nil)
			if fault != nil {
				t.Fatal(fault.Message)
			}
			c := o.Counts
			if got := fmt.Sprint(c.Labels, c.Workers, c.Tasks, c.Classes); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
			said := strings.Join(api.Says("", o.Issues), "\n")
			if !strings.Contains(said, test.says) || test.says == "" && strings.Contains(said, "no verdict") {
				t.Errorf("got %q, want %q", said, test.says)
			}
			o, fault = v.Try(api.RoleLabels, f, nil, &api.Choices{Header: true, AsIs: true})
			if fault != nil {
				t.Fatalf("as it stands: %s", fault.Message)
			}
			if strings.Contains(strings.Join(api.Says("", o.Issues), "\n"), "no verdict") || o.Counts.Classes < c.Classes {
				t.Errorf("as it stands: got %d classes, and the issues %+v", o.Counts.Classes, o.Issues)
			}
		})
	}
}

// Verdicts that platforms write for judges that failed are no verdicts.
func TestFailuresOfPlatforms(t *testing.T) {
	for _, test := range []struct{ name, text, says string }{
		{"inspect.json", `{"version":2,"status":"success","eval":{"task":"x"},"samples":[
			{"id":1,"epoch":1,"input":"a","scores":{"qa":{"value":"I","explanation":"Grade not found in model output: well"},"match":{"value":"C"}}},
			{"id":2,"epoch":1,"input":"a","scores":{"qa":{"value":"I","explanation":"The grade is I"},"match":{"value":"I"}}}]}`,
			"“qa” gave no verdict on 1 of 2 tasks: 1 error"},
		{"deepeval.json", `{"testCases":[
			{"name":"q0","input":"a","actualOutput":"b","metricsData":[{"name":"strict","success":false,"score":null,"error":"rate limit"},
			{"name":"kind","success":true,"score":1,"error":null}]},
			{"name":"q1","input":"a","actualOutput":"b","metricsData":[{"name":"strict","success":false,"score":0.2,"error":null},
			{"name":"kind","success":false,"score":0.1}]}]}`,
			"“strict” gave no verdict on 1 of 2 tasks: 1 error"},
		{"promptfoo.json", `{"evalId":"x","results":{"version":3,"results":[
			{"testIdx":0,"promptIdx":0,"provider":"m","gradingResult":{"componentResults":[
			{"pass":false,"score":0,"reason":"Could not extract JSON from llm-rubric response","assertion":{"type":"llm-rubric","metric":"kind"}},
			{"pass":true,"score":1,"reason":"ok","assertion":{"type":"contains","metric":"short"}}]}},
			{"testIdx":1,"promptIdx":0,"provider":"m","gradingResult":{"componentResults":[
			{"pass":false,"score":0,"reason":"It is rude","assertion":{"type":"llm-rubric","metric":"kind"}},
			{"pass":false,"score":0,"reason":"no","assertion":{"type":"contains","metric":"short"}}]}}]}}`,
			"“kind” gave no verdict on 1 of 2 tasks: 1 error"},
	} {
		t.Run(test.name, func(t *testing.T) {
			v, o := openedAtOnce(t, sessiontest.File{Called: test.name, Text: test.text})
			if d := v.Labels.Set.Data; d.Len() != 3 || d.Classes != 2 {
				t.Errorf("got %d labels of %d classes, want 3 of 2", d.Len(), d.Classes)
			}
			if said := strings.Join(api.Says("", o.Issues), "\n"); !strings.Contains(said, test.says) {
				t.Errorf("got %q, want %q", said, test.says)
			}
		})
	}
}

// A worker who may be a person beside models is offered as the truth, and read as that once somebody says so.
func TestHumanBesideJudges(t *testing.T) {
	text := "item,judge,verdict\n"
	for i := range 20 {
		for j, judge := range []string{"gpt-4o", "claude-opus", "llama-70b"} {
			text += fmt.Sprintf("q%d,%s,%s\n", i, judge, []string{"pass", "fail"}[(i+i%7*j)/3%2])
		}
		if i%4 == 0 {
			text += fmt.Sprintf("q%d,human,%s\n", i, []string{"pass", "fail"}[i/3%2])
		}
	}
	v, f := sessiontest.New(t), sessiontest.File{Called: "labels.csv", Text: text}
	o := v.Text(api.RoleLabels, text)
	at := slices.IndexFunc(o.Issues, func(i api.Issue) bool { return i.Kind == api.IssueHuman })
	if at < 0 || o.Counts.Workers != 4 || len(o.Embedded) != 0 {
		t.Fatalf("got %d workers, holding %v, and the issues %+v", o.Counts.Workers, o.Embedded, o.Issues)
	}
	i, want := o.Issues[at], "“human” labelled 5 of 20 tasks, and the other workers are named like models. Those labels may be the truth."
	if i.Text != want || i.Remedies[0].Do != api.DoHuman || i.Remedies[0].With != "human" {
		t.Errorf("got %+v, want %q", i, want)
	}
	read := o.Read
	read.Human = "human"
	o, fault := v.Try(api.RoleLabels, f, nil, &read)
	if fault != nil || o.Counts.Workers != 3 || o.Counts.Labels != 60 || len(o.Embedded) != 1 || o.Embedded[0].Column != "human" {
		t.Fatalf("got %+v, %v", o, fault)
	}
	if o, fault = v.Try(api.RoleTruth, f, nil, &o.Embedded[0].Read); fault != nil || o.Known != 5 {
		t.Errorf("got %+v, %v, want 5 known tasks", o, fault)
	}
	read.Human = "bob"
	if _, fault = v.Try(api.RoleLabels, f, nil, &read); fault == nil || !strings.Contains(fault.Message, "no label is by “bob”") {
		t.Errorf("got %v, want a refusal", fault)
	}
	names := strings.NewReplacer("gpt-4o", "ann", "claude-opus", "bob", "llama-70b", "eve")
	people := v.Text(api.RoleLabels, names.Replace(text))
	if slices.ContainsFunc(people.Issues, func(i api.Issue) bool { return i.Kind == api.IssueHuman }) {
		t.Errorf("among people: got the issues %+v", people.Issues)
	}
}
