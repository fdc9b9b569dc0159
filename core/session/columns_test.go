package session_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/session"
	"concord/core/session/sessiontest"
	"concord/internal/shared"
)

// Files of the field are read as they are meant: at once, or once roles are stated, where these are no help to find them.
func TestCasesOfColumns(t *testing.T) {
	dir := filepath.Join(shared.Dir(t), "cases")
	for _, test := range []struct {
		file, stated string // roles of the columns, in turn; empty: as detected
		want         string // labels, workers, tasks, classes; tasks of known truth
		says         string
	}{
		{"39-llm-judges-against-a-human/judges.csv", "", "240 3 80 3; 80", ""},
		{"26-worker-with-other-words/in.csv", "", "320 4 80 4; 0", "“ann4” shares no label with anybody"},
		{"35-screening-kappa-with-2-of-6-reviewers/all.csv", "", "2400 6 1000 2; 0", ""},
		{"46-confidence-of-the-annotator/in.csv", "", "120 3 40 2; 0", "“confidence” says how sure a worker was, and could weigh labels"},
		{"54-truth-role-ignored/in.csv", "worker task label truth", "9 9 3 2; 1", ""},
		{"54-truth-role-ignored/headed.csv", "worker task label truth", "9 9 3 2; 1", ""},
		{"23-infernet-dummy/CF.csv", "worker task label truth", "16 16 3 4; 1", "9 of 16 rows end before column 4"},
		{"23-infernet-dummy/filled.csv", "worker task label truth", "16 16 3 4; 1", ""},
		{"20-single-labelling-function/in.csv", "", "no column holds the worker", ""},
	} {
		t.Run(test.file, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(dir, test.file))
			if err != nil {
				t.Fatal(err)
			}
			v, f := sessiontest.New(t), sessiontest.File{Called: filepath.Base(test.file), Text: string(text)}
			var read *api.Choices
			if test.stated != "" { // as the shell does it: look, state, look, read
				o, err := v.Look(sessiontest.Job(t), api.RoleLabels, f, nil, nil)
				if err != nil {
					t.Fatal(err)
				}
				read = &o.Read
				read.Roles = strings.Fields(test.stated)
				read.Chosen = slices.Repeat([]bool{true}, len(read.Roles))
				if o, err = v.Look(sessiontest.Job(t), api.RoleLabels, f, nil, read); err != nil {
					t.Fatal(err)
				}
				read = &o.Read
			}
			o, fault := v.Try(api.RoleLabels, f, nil, read)
			if fault != nil {
				if !strings.Contains(strings.ToLower(fault.Message), test.want) {
					t.Errorf("got %q, want %q", fault.Message, test.want)
				}
				return
			}
			known := 0
			for _, e := range o.Embedded {
				if _, fault := v.Try(e.Role, f, nil, &e.Read); fault != nil {
					t.Fatal(fault.Message)
				}
				for _, k := range v.Truth.Class {
					if k != crowd.Unknown {
						known++
					}
				}
			}
			if got := fmt.Sprintf("%d %d %d %d; %d", o.Counts.Labels, o.Counts.Workers, o.Counts.Tasks, o.Counts.Classes, known); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
			if test.stated == "" && o.Read.Confirm != "" {
				t.Errorf("got asked %q", o.Read.Confirm)
			}
			said := strings.Join(api.Says("", o.Issues), "\n")
			if !strings.Contains(said, test.says) {
				t.Errorf("got %q, want %q", said, test.says)
			}
		})
	}
}

// What a wide table has beside its workers can be taken in, one by one, as the flag says and as the button does.
func TestColumnIssues(t *testing.T) {
	text := "id,ann1,ann2,majority,n,notes\n"
	for i := range 12 {
		text += fmt.Sprintf("q%d,%s,%s,%s,2,ok\n", i, []string{"yes", "no"}[i%2], []string{"yes", "no", "no"}[i%3], []string{"yes", "no"}[i%2])
	}
	v := sessiontest.New(t)
	o := v.Text(api.RoleLabels, text)
	if o.Counts.Workers != 2 || len(o.Issues) != 1 {
		t.Fatalf("got %d workers, %+v", o.Counts.Workers, o.Issues)
	}
	i := o.Issues[0]
	want := "Columns that are not read: “majority” is named like a result; “n” is named like a count."
	if i.Kind != api.IssueColumns || i.Text != want || i.Flag != "--roles task=1,label=2,label=3,label=4 reads “majority” as a worker." {
		t.Errorf("got %+v, want %q", i, want)
	}
	if len(i.Remedies) != 3 || i.Remedies[0].Do != api.DoWorker || i.Remedies[0].With != "4" || i.Remedies[2].Do != api.DoKeep {
		t.Errorf("got the remedies %+v", i.Remedies)
	}
	read := o.Read
	read.Roles = slices.Clone(read.Roles)
	read.Roles[3] = "label"
	o, fault := v.Try(api.RoleLabels, sessiontest.File{Called: "labels.csv", Text: text}, nil, &read)
	if fault != nil || o.Counts.Workers != 3 || len(o.Issues) != 1 || strings.Contains(o.Issues[0].Text, "majority") {
		t.Errorf("majority taken in: got %+v, %v", o, fault)
	}
}

// A file of truth in which several columns may hold it asks which, and reads the one that is chosen.
func TestTruthOfSeveralColumns(t *testing.T) {
	v := sessiontest.New(t)
	v.Text(api.RoleLabels, tiny)
	f := sessiontest.File{Called: "truth.csv", Text: "task,gpt-4o,claude\nt1,yes,no\nt2,no,no\nt10,no,yes\n"}
	fault := v.Refused(api.RoleTruth, f)
	if want := "2 columns may hold the truth: gpt-4o, claude"; !strings.Contains(fault.Message, want) || fault.Opened == nil {
		t.Fatalf("got %+v, want %q", fault, want)
	}
	read := fault.Opened.Read
	read.Roles, read.Chosen = []string{"", "", "label"}, []bool{false, false, true}
	if o := v.Reread(api.RoleTruth, read); o.Known != 3 || fmt.Sprint(v.Truth.Class) != "[0 0 1]" {
		t.Errorf("got %d known, %v", o.Known, v.Truth.Class)
	}
}

// Steps of agreement are put in their order in every language, and the agreement at each level stands in the question.
func TestAgreeingSteps(t *testing.T) {
	for _, steps := range []string{
		"Strongly disagree|Disagree|Neutral|Agree|Strongly agree",
		"stimme gar nicht zu|Stimme eher nicht zu|teils/teils|stimme eher zu|stimme voll und ganz zu",
		"Pas du tout d’accord|plutôt pas d'accord|neutre|plutôt d'accord|tout à fait d'accord",
		"muy en desacuerdo|en desacuerdo|ni de acuerdo ni en desacuerdo|de acuerdo|muy de acuerdo",
		"discordo totalmente|discordo|neutro|concordo|concordo totalmente",
		"per niente d'accordo|poco d'accordo|abbastanza d'accordo|molto d'accordo",
		"helemaal mee oneens|oneens|neutraal|eens|helemaal mee eens",
		"zdecydowanie nie|raczej nie|trudno powiedzieć|raczej tak|zdecydowanie tak",
		"полностью не согласен|не согласен|нейтрально|согласен|полностью согласен",
		"非常不同意|不同意|一般|同意|非常同意",
		"全くそう思わない|あまりそう思わない|どちらともいえない|ややそう思う|とてもそう思う",
	} {
		names := strings.Split(steps, "|")
		var b strings.Builder
		b.WriteString("task,worker,label\n")
		for i := range 20 {
			fmt.Fprintf(&b, "t%d,ann,%s\nt%d,bob,%s\n", i, names[i%len(names)], i, names[min(i%len(names)+i/5%2, len(names)-1)])
		}
		v := sessiontest.New(t)
		o := v.Text(api.RoleLabels, b.String())
		if !slices.Equal(o.Counts.Natural, names) {
			t.Errorf("got the order %q, want %q", o.Counts.Natural, names)
			continue
		}
		l := o.Counts.Levels
		if len(l) != 2 || l[1] <= l[0] {
			t.Errorf("%s: got α %+v, want more in order than as names", names[0], l)
			continue
		}
		all := session.Issues(o)
		want := fmt.Sprintf("Krippendorff’s α is %.2f as names and %.2f in their order.", l[0], l[1])
		if len(all) != 1 || all[0].Kind != api.IssueScale || !strings.Contains(all[0].Text, want) {
			t.Errorf("%s: got %+v, want %q", names[0], all, want)
		}
	}
}
