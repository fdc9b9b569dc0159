package session_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/layout"
	"concord/core/session/sessiontest"
	"concord/internal/packed"
)

// Logs of Inspect are read without a question; the archive as the JSON of the same run.
func TestPlatformsInspect(t *testing.T) {
	rows := judgesExpected(t, "inspect_ai")
	for _, test := range []struct {
		file, of string
		scorers  []string
		others   string
	}{
		{"epochs.json", "epochs.json", []string{"strict", "lenient"}, "“strict” gave no verdict on 2 of 24 tasks: 2 abstentions; " +
			"“lenient” gave no verdict on 1 of 24 tasks: 1 abstention"},
		{"three-scorers.json", "three-scorers.json", []string{"strict", "lenient", "brief"}, "“strict” gave no verdict on 2 of 12"},
		{"three-scorers.eval", "three-scorers.json", []string{"strict", "lenient", "brief"}, "“strict” gave no verdict on 2 of 12"},
		{"mixed-scorers.json", "mixed-scorers.json", []string{"strict"}, "“score”, “score.fluent”, “score.safe”"},
	} {
		t.Run(test.file, func(t *testing.T) {
			v, o := openedAtOnce(t, judgesFile(t, "inspect_ai", test.file))
			var want [][3]string
			for _, r := range rows {
				task := r[1]
				if r[2] != "1" {
					task += ", epoch " + r[2]
				}
				if r[0] == test.of && slices.Contains(test.scorers, r[3]) && r[4] != "N" { // N is that there was nothing to grade
					want = append(want, [3]string{task, r[3], r[4]})
				}
			}
			sameVotes(t, v, want)
			if said := fmt.Sprint(o.Warnings); !strings.Contains(said, test.others) {
				t.Errorf("got the remarks %v, want %q", said, test.others)
			}
		})
	}

	// Another question is chosen.
	v, o := openedAtOnce(t, judgesFile(t, "inspect_ai", "mixed-scorers.json"))
	read := o.Read
	read.Roles[columnOf(read, "verdict")], read.Roles[columnOf(read, "score")] = "", layout.Label
	v.Reread(api.RoleLabels, read)
	var want [][3]string
	for _, r := range rows {
		if r[0] == "mixed-scorers.json" && r[3] == "helpful" {
			want = append(want, [3]string{r[1], r[3], r[4]})
		}
	}
	sameVotes(t, v, want)
}

// Each vote of a jury is a label.
func TestPlatformsInspectJury(t *testing.T) {
	v, _ := openedAtOnce(t, judgesFile(t, "inspect_ai", "jury.json"))
	set := v.Labels.Set
	verdict := map[string]string{}
	for _, r := range judgesExpected(t, "inspect_ai") {
		if r[0] == "jury.json" {
			verdict[r[1]] = r[4]
		}
	}
	if set.Data.Len() != 36 || set.Workers.Len() != 3 || set.Tasks.Len() != len(verdict) {
		t.Fatalf("got %d labels by %d workers on %d tasks", set.Data.Len(), set.Workers.Len(), set.Tasks.Len())
	}
	for i := range set.Tasks.Len() {
		votes := map[string]int{}
		for e := set.Data.Start[i]; e < set.Data.Start[i+1]; e++ {
			votes[set.Classes.At(int(set.Data.Class[e]))]++
		}
		if want := verdict[set.Tasks.At(i)]; votes[want] < 2 {
			t.Errorf("%s: got the votes %v, want %q", set.Tasks.At(i), votes, want)
		}
	}

	jury := func(models ...string) string {
		var grading, votes []string
		for _, model := range models {
			grading, votes = append(grading, fmt.Sprintf(`{"role":"assistant","model":%q}`, model)), append(votes, `"C"`)
		}
		return fmt.Sprintf(`{"id":1,"epoch":1,"input":"a","scores":{"qa":{"value":"C","metadata":{"grading":[%s],"panel":{"votes":[%s]}}}}}`,
			strings.Join(grading, ","), strings.Join(votes, ","))
	}
	for file, want := range map[string]string{jury("x/a", "x/b"): "x/a x/b", jury("x/a", "x/a"): "qa/1 qa/2"} {
		v, _ := openedAtOnce(t, sessiontest.File{Called: "sample.json", Text: file})
		if got := v.Labels.Set.Workers; got.At(0)+" "+got.At(1) != want {
			t.Errorf("got %s %s, want %s", got.At(0), got.At(1), want)
		}
	}
}

// A sample may have any number of events, before and behind what is read.
func TestPlatformsInspectLargeSample(t *testing.T) {
	const event = `{"event":"model","output":"[{\"}"},` + "\n"
	events := strings.Repeat(event, 20<<20/len(event))
	sample := func(id int) string {
		const scores = `"scores":{"a":{"value":"C"},"b":{"value":"I"}}`
		return fmt.Sprintf(`{"id":%d,"epoch":1,"input":"what?","messages":[%s{}],%s,"events":[%[2]s{}]}`, id, events, scores)
	}
	file := `{"version":2,"status":"success","eval":{"task":"x"},"samples":[` + sample(1) + "," + sample(2) + `],"reductions":[]}`
	v, _ := openedAtOnce(t, sessiontest.File{Called: "large.json", Text: file})
	want := [][3]string{{"1", "a", "C"}, {"1", "b", "I"}, {"2", "a", "C"}, {"2", "b", "I"}}
	sameVotes(t, v, want)
	events = strings.Repeat(event, 3<<20/len(event))
	v, _ = openedAtOnce(t, sessiontest.File{Called: "large.eval", Text: packed.Zip(t, "header.json", "{}", "summaries.json", "[]",
		"samples/1_epoch_1.json", sample(1), "samples/2_epoch_1.json", sample(2))})
	sameVotes(t, v, want)

	// A log of a run that failed has no samples.
	none := sessiontest.File{Called: "none.json", Text: `{"version":2,"status":"error","eval":{"task":"x"},"plan":{}}`}
	if f := sessiontest.New(t).Refused(api.RoleLabels, none); !strings.Contains(fmt.Sprint(f), "an export of Inspect without a single") {
		t.Errorf("got %v", f)
	}

	// One that is cut off is refused.
	cut := sessiontest.File{Called: "cut.json", Text: file[:len(file)-100]}
	if f := sessiontest.New(t).Refused(api.RoleLabels, cut); !strings.Contains(fmt.Sprint(f), "cut off") {
		t.Errorf("got %v", f)
	}
}
