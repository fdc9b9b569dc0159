package session_test

import (
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/layout"
)

// Both files of deepeval are read without a question: whether a metric was met; its score is another answer.
func TestPlatformsDeepEval(t *testing.T) {
	for _, file := range []string{"test_run.json", "evaluate_result.json"} {
		t.Run(file, func(t *testing.T) {
			v, o := openedAtOnce(t, judgesFile(t, "deepeval", file))
			var success, score [][3]string
			for _, r := range judgesExpected(t, "deepeval") {
				success = append(success, [3]string{r[0], r[1], strings.ToLower(r[2])})
				score = append(score, [3]string{r[0], r[1], strings.TrimSuffix(r[3], ".0")})
			}
			sameVotes(t, v, success)
			read := o.Read
			read.Roles[columnOf(read, "success")], read.Roles[columnOf(read, "score")] = "", layout.Label
			read.Numeric = true
			v.Reread(api.RoleLabels, read)
			sameVotes(t, v, score)
		})
	}
}
