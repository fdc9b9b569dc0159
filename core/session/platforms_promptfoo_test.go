package session_test

import (
	"fmt"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/layout"
	"concord/core/session/sessiontest"
)

// Results of promptfoo are read without a question: as JSON pass or fail, in the table the scores.
func TestPlatformsPromptfoo(t *testing.T) {
	rows := judgesExpected(t, "promptfoo")
	votes := func(tests int, column int) (want [][3]string) {
		for _, r := range rows {
			if said := strings.ToLower(r[column]); len(want) < 12*tests {
				want = append(want, [3]string{"test " + r[0] + ", prompt " + r[1] + ", " + r[2], r[3], said})
			}
		}
		return want
	}
	for _, test := range []struct {
		file          string
		tests, column int
	}{{"results.json", 12, 4}, {"results.small.json", 4, 4}, {"results.jsonl", 12, 4}, {"results.csv", 12, 5}} {
		t.Run(test.file, func(t *testing.T) {
			v, o := openedAtOnce(t, judgesFile(t, "promptfoo", test.file))
			sameVotes(t, v, votes(test.tests, test.column))
			if test.column == 5 {
				return
			}
			read := o.Read
			read.Roles[columnOf(read, "assertion.pass")], read.Roles[columnOf(read, "assertion.score")] = "", layout.Label
			read.Numeric = true
			v.Reread(api.RoleLabels, read)
			sameVotes(t, v, votes(test.tests, 5))
		})
	}
	for name, text := range map[string]string{
		"results.yaml": "evalId: eval-1\nresults:\n  version: 3\n",
		"results.xml":  "<promptfoo>\n  <evalId>eval-1</evalId>\n</promptfoo>\n",
	} {
		f := sessiontest.New(t).Refused(api.RoleLabels, sessiontest.File{Called: name, Text: text})
		if said := fmt.Sprint(f); !strings.Contains(said, "results of promptfoo") || !strings.Contains(said, "results.json") {
			t.Errorf("%s: got %s", name, said)
		}
	}
}
