package labels_test

import (
	"fmt"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/scan"
)

// Features of votes are those of the first item less those of the second, on whichever side these stood, and stay with their votes where
// some are left out, counted several times or added.
func TestStyleOfVotes(t *testing.T) {
	for _, test := range []struct {
		name, file string
		change     func(*layout.Layout)
		want       string
	}{
		{"two columns", "worker,left,right,label,len_a,len_b\nw,a,b,a,5,3\nw,b,c,b,4,10\nv,b,a,a,5,3\nv,c,a,c,7,\n", nil,
			"w: a, b 2; v: b, a -2; w: b, c -6; v: c, a NaN"},
		{"one column", "worker,left,right,label,longer\nw,a,b,a,1\nw,b,c,b,-1\nv,b,a,a,1\nv,c,a,c,0\n",
			func(g *layout.Layout) { g.Roles[4] = layout.Feature }, "w: a, b 1; v: b, a -1; w: b, c -1; v: c, a -0"},
		{"texts", "worker,left,right,label,response_a,response_b\nw,a,b,a,ééé,x\nw,b,c,b,xx,xxx\nv,c,a,c,,x\n",
			func(g *layout.Layout) { g.Roles[4], g.Roles[5] = layout.Length, layout.Length }, "w: a, b 2; w: b, c -1; v: c, a NaN"},
		{"the last of two votes", "worker,left,right,label,len_a,len_b\nw,a,b,a,5,3\nw,b,c,b,4,10\nw,b,a,a,5,1\nw,a,c,a,1,1\n",
			func(g *layout.Layout) { g.Again = api.AgainLast }, "w: b, a -4; w: b, c -6; w: a, c 0"},
		{"counts", "model_a,model_b,wins_a,wins_b,len_a,len_b\nx,y,2,1,4,3\ny,z,0,1,3,2\nx,z,1,0,4,2\n", nil,
			"not known: x, y 1; not known: x, y 1; not known: x, y 1; not known: y, z 1; not known: x, z 2"},
		{"winner and loser", "voter,winner,loser,len_winner,len_loser\nv,x,y,3,1\nv,z,y,2,5\nv,x,z,3,2\n", nil,
			"v: x, y 2; v: y, z 3; v: x, z 1"},
		{"a vote of the user's own", "worker,left,right,label,len_a,len_b\nw,a,b,a,5,3\nw,b,c,b,4,10\nw,a,c,a,1,1\n", func(g *layout.Layout) {
			g.Own = []api.Own{{Task: "a vs. b", Worker: "me", Label: "b"}}
		}, "w: a, b 2; me: a, b NaN; w: b, c -6; w: a, c 0"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, err := layout.DetectAs("votes.csv", []byte(test.file), layout.Choice{Style: !strings.Contains(test.file, "longer")})
			if err != nil {
				t.Fatal(err)
			}
			if test.change != nil {
				test.change(&g.Layout)
			}
			s, err := labels.Read("votes.csv", strings.NewReader(test.file), &g.Layout, scan.Options{})
			if err != nil {
				t.Fatal(err)
			}
			features := s.Data.Comparisons.Style.Votes
			var got []string
			for n, vote := range votes(s) {
				of, _, _ := strings.Cut(vote, " →")
				place := n
				if s.Data.Order != nil {
					place = int(s.Data.Order[n])
				}
				got = append(got, fmt.Sprintf("%s %v", of, features.Row(place)[0]))
			}
			if got := strings.Join(got, "; "); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}
