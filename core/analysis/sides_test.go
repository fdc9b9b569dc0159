package analysis_test

import (
	"fmt"
	"strings"
	"testing"

	"concord/core/api"
)

// sided are votes of four voters on pairs, left and right, with the answers in turn. Every turn-th row has its sides exchanged; 0: none.
func sided(turn int, answers []string, pairs ...string) string {
	var b strings.Builder
	b.WriteString("worker,left,right,label\n")
	n := 0
	for _, pair := range pairs {
		for w := range 4 {
			left, right, answer := pair[:1], pair[1:], answers[n%len(answers)]
			if n++; turn > 0 && n%turn == 0 {
				left, right = right, left
				answer = map[string]string{"left": "right", "right": "left", "tie": "tie"}[answer]
			}
			fmt.Fprintf(&b, "w%d,%s,%s,%s\n", w, left, right, answer)
		}
	}
	return b.String()
}

// Where votes can't tell the side that an item stands on from how good it is, the ranking says so; with half of the rows turned round
// it doesn't.
func TestSidesThatCannotBeTold(t *testing.T) {
	all := []string{"ab", "bc", "cd", "ac", "bd", "ad"}
	for _, test := range []struct {
		name, text string
		want       string
	}{
		{"the better is always on the left", sided(0, []string{"left"}, all...), "Every vote is for the item on the left, so"},
		{"or always on the right, with ties", sided(0, []string{"right", "right", "tie"}, all...),
			"Every vote but the ties is for the item on the right, so"},
		{"one is always on the left", sided(0, []string{"left", "right", "left"}, "ab", "ac", "ad"), "Each pair was shown in one order only, so"},
		{"the better is on either side", sided(2, []string{"left"}, all...), ""},
		{"with ties", sided(2, []string{"right", "right", "tie"}, all...), ""},
		{"each is on the left in half of the rows", sided(2, []string{"left", "right", "left"}, "ab", "ac", "ad"), ""},
		{"pairs in one order, in a circle", sided(0, []string{"left", "right", "left"}, "ab", "bc", "ac"), ""},
		{"too few votes on one side", "worker,left,right,label\nw1,a,b,left\nw1,b,c,left\nw1,a,c,left\n", ""},
	} {
		v := newVisit(t)
		v.open(api.RoleLabels, test.text)
		for _, method := range []string{"skill", "bradleyterry"} {
			v.fit(method)
			r := must(v.methods.Ranking(v.job(), v.result, &api.RankItems{}))
			var got []string
			for _, note := range r.Notes {
				if strings.Contains(note, "in both orders") {
					got = append(got, note)
				}
			}
			if said := strings.Join(got, " "); !strings.HasPrefix(said, test.want) || test.want == "" && said != "" {
				t.Errorf("%s, %s: got %q, want %q", test.name, method, said, test.want)
			}
		}
	}
}
