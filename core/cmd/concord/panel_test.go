package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"concord/core/api"
	"concord/internal/shared"
)

// verdicts writes a file of three judges on 60 tasks of two models, and one of what a person says of half of them.
func verdicts(t *testing.T, dir string) (labels, human string) {
	t.Helper()
	var l, h strings.Builder
	l.WriteString("task,judge,verdict,model\n")
	h.WriteString("task,verdict\n")
	word := func(i int) string { return []string{"no", "yes"}[i%2] }
	for i := range 60 {
		for j, judge := range []string{"gpt", "claude", "strict"} {
			wrong := min(1, (7*i+5*j)%9/8)
			if j == 2 && i%2 > 0 && i%5 == 0 {
				wrong = 1
			}
			fmt.Fprintf(&l, "q%d,%s,%s,m%d\n", i, judge, word(i+wrong), i/2%2)
		}
		if i < 30 {
			fmt.Fprintf(&h, "q%d,%s\n", i, word(i))
		}
	}
	labels, human = filepath.Join(dir, "verdicts.csv"), filepath.Join(dir, "human.csv")
	for path, text := range map[string]string{labels: l.String(), human: h.String()} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return labels, human
}

func TestPanel(t *testing.T) {
	labels, human := verdicts(t, t.TempDir())
	out := filepath.Join(t.TempDir(), "figures")
	got := transcript(t, "panel --truth "+human+" --group model --within 0.1 --out "+out+" --truth-sample 5 "+labels)
	for _, want := range []string{
		"verdicts.csv: 3 judges, 60 tasks", "The panel is right on ", "TPR: of what a person gives “yes”, the share that the judge gives it.",
		"If a person judged all 60 tasks, about ", "“yes” passes", "model  tasks  by hand", "± 10 points",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("got\n%s\nwant %q", got, want)
		}
	}
	for _, row := range []string{"judge   ", "panel   ", "gpt     ", "claude  ", "strict  "} {
		if !strings.Contains(got, "\n"+row) {
			t.Errorf("got\n%s\nwant a row of %q", got, row)
		}
	}
	for file, want := range map[string]string{
		"judges.csv": "judge,verdicts,blank,human,accuracy,accuracy_low,", "passrate.csv": "group,tasks,human,powered,",
		"truth-sample.csv": "task,truth\nq0,no\n",
	} {
		if text, err := os.ReadFile(filepath.Join(out, file)); err != nil || !strings.HasPrefix(string(text), want) {
			t.Errorf("%s: got %q, %v, want %q …", file, text, err, want)
		}
	}
	if files, err := os.ReadDir(out); err != nil || len(files) != 3 {
		t.Errorf("got %v, %v, want three files", files, err)
	}
	// As JSON, the same figures.
	_, text, _ := strings.Cut(transcript(t, "panel --json --truth "+human+" "+labels), "\n{")
	var p assessed
	if err := json.NewDecoder(strings.NewReader("{" + text)).Decode(&p); err != nil {
		t.Fatal(err)
	}
	if p.Human != 30 || len(p.Judges.Judges) != 3 || p.PassRate == nil || p.PassRate.Pass != "yes" || p.PassRate.All.Human != 30 {
		t.Errorf("got %+v", p)
	}
	// Without a person there is agreement alone.
	got = transcript(t, "panel "+labels)
	if !strings.Contains(got, "No task has a person’s label") || strings.Contains(got, "right  ") || strings.Contains(got, "would pass") {
		t.Errorf("no person: got\n%s", got)
	}
	for args, want := range map[string]string{
		"panel --pass maybe --truth " + human + " " + labels:     "There is no label “maybe”. The labels are no, yes.",
		"panel --judge nobody --truth " + human + " " + labels:   "There is no judge “nobody”.",
		"panel --group colour --truth " + human + " " + labels:   "there is no column \"colour\"",
		"panel --within 2 --truth " + human + " " + labels:       "a share between 0 and .5",
		"panel --length verdict --truth " + human + " " + labels: "“verdict” does not tell how long things are",
		"panel --truth-sample 5 " + labels:                       "--truth-sample goes with --out",
		"panel testdata/sixty.csv":                               "This is no panel: ",
	} {
		if got := transcript(t, args); !strings.Contains(got, want) || !strings.Contains(got, "-- exit 2 --") {
			t.Errorf("%s: got\n%s\nwant %q", args, got, want)
		}
	}
}

// Files of judges as people have them.
func TestPanelsOfTheField(t *testing.T) {
	dir := shared.Dir(t)
	for _, test := range []struct{ args, want string }{
		{"judges/judgebench/labels.csv --truth " + dir + "/judges/judgebench/truth.csv", "6 judges, 350 tasks\nThe panel is right on "},
		{"judges/support_eval/labels.csv --roles task=example_id,label=judge_passed,truth=human_passed", "about 71.5 % would pass"},
		{"cases/39-llm-judges-against-a-human/judges.csv", "its best judge, “gpt-4o”, on 91 % (83–96 %)"},
		{"cases/40-long-with-model-and-dimension/ratings.csv --roles worker=1,task=2+3,question=4,label=5 --question accuracy",
			"3 judges, 30 tasks"},
	} {
		if got := transcript(t, "panel "+dir+"/"+test.args); !strings.Contains(got, test.want) {
			t.Errorf("%s: got\n%s\nwant %q", test.args, got, test.want)
		}
	}
}

func TestPanelText(t *testing.T) {
	share := func(x float64) api.Figure {
		return api.Figure{Value: x, Low: x - .1, High: x + .1, Interval: true, N: 20}
	}
	none := api.Undefined("nobody knows")
	judge := func(index int, name string, right float64) api.Judge {
		return api.Judge{Index: index, Name: name, Labels: 40, Accuracy: share(right), TPR: none, TNR: none, Kappa: share(.5), Others: share(.7),
			Without: share(.02), Length: none, Bias: []api.Leaning{{Class: "A>B", Figure: share(.05)}}}
	}
	p := &assessed{Judges: &api.Judges{
		Sentence: "The panel is right on most tasks.", Limits: []string{"Few tasks."}, Tasks: 40, Human: 20, Position: "A>B",
		Panel: judge(-1, "panel", .8), Judges: []api.Judge{judge(1, "b", .75), judge(0, "long name", .7)}, Families: [][]int{{0, 1}},
	}}
	p.Panel.Others, p.Panel.Without = none, none
	const want = `x.csv: 2 judges, 40 tasks
The panel is right on most tasks.

judge      verdicts  right           κ     others agree  panel gains           bias
panel      40        80 % (70–90 %)  0.50                                      A>B +5.0 (−5.0 to +15.0)
b          40        75 % (65–85 %)  0.50  70 %          +2.0 (−8.0 to +12.0)  A>B +5.0 (−5.0 to +15.0)
long name  40        70 % (60–80 %)  0.50  70 %          +2.0 (−8.0 to +12.0)  A>B +5.0 (−5.0 to +15.0)
A bias towards “A>B” is position bias: it prefers the first.
Err together: b, long name

Few tasks.
`
	if got := panelText("x.csv", p); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
