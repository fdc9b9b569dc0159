package labels_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"concord/core/crowd"
	"concord/core/labels/labelstest"
	"concord/core/layout"
	"concord/core/scan"
)

const rankRoles = "worker item rank"

// ranking has the columns of a file play these roles.
func ranking(roles string) func(g *layout.Layout) {
	return func(g *layout.Layout) { g.Roles, g.Format, g.Confirm = strings.Fields(roles), "comparisons", "" }
}

// Odd rankings are left out, counted and said, and nothing else of the file is lost.
func TestOddRankings(t *testing.T) {
	long := make([]string, 1001)
	for n := range long {
		long[n] = fmt.Sprintf("x%d", n)
	}
	for _, test := range []struct{ name, roles, file, want string }{
		{"a rank that is none", rankRoles, "worker,item,rank\nu,a,1\nu,b,best\nu,c,2\nv,a,1\nv,b,2\n",
			"2 votes; x.csv, line 3, column “rank”: no place of a ranking: “best”. Write the place of the item, 1 the best, or skip the row."},
		{"no rank", rankRoles, "worker,item,rank\nu,a,1\nu,b,\nu,c,2\n", "1 votes"},
		{"an item again", rankRoles, "worker,item,rank\nu,a,1\nu,b,2\nu,a,3\n",
			"1 votes; x.csv: 1 item is again in the same ranking, where the first place counts. If a worker has several rankings, say which " +
				"column tells them apart: --roles task=COLUMN."},
		{"one item", "worker ranking", "worker,ranking\nu,a>b\nv,b\n", "1 votes; x.csv: 1 ranking is of one item, which says nothing."},
		{"nothing", "worker ranking", "worker,ranking\nu,a>b\nv,\n", "1 votes"},
		{"the same place", "worker rank rank rank", "worker,a,b,c\nu,1,1,2\nv,2,2,2\n", "6 votes"},
		{"no choice", "worker item item item best worst", "worker,x,y,z,best,worst\nu,a,b,c,a,c\nv,a,b,c,,\nw,a,b,c,b,\n", "5 votes"},
		{"an item that was not offered", "worker item item item best worst", "worker,x,y,z,best,worst\nu,a,b,c,a,c\nv,a,b,c,d,a\n",
			"3 votes; x.csv, line 3, column “best”: none of the items of the row: “d”. Name one of them, or skip the row."},
		{"the best is the worst", "worker item item item best worst", "worker,x,y,z,best,worst\nu,a,b,c,a,c\nv,a,b,c,a,a\n",
			"3 votes; x.csv, line 3, column “worst”: the best item is the worst, too: “a”. Correct the row, or skip it."},
		{"half a number of wins", "item count count", "x,a,b\na,,2\nb,1.5,\n",
			"2 votes; x.csv, line 3, column “a”: no number of wins: “1.5”. Write a whole number, or skip the row."},
		{"too many items", "worker ranking", "worker,ranking\nu,a>b\nv," + strings.Join(long, ">") + "\n",
			"1 votes; x.csv, line 3, column “ranking”: a ranking of 1,001 items, which is more than the 1,000 whose every two can be compared"},
		{"too many rows", rankRoles, "worker,item,rank\n" + strings.Join(numbered("u,%s,1", long), "\n") + "\n",
			"x.csv, line 1002: a ranking of 1,001 items, which is more than the 1,000 whose every two can be compared. Keep the first of them, or " +
				"choose the column that tells the rankings of a worker apart."},
	} {
		set, err := labelstest.Open("x.csv", test.file, func(g *layout.Layout) {
			ranking(test.roles)(g)
			g.Skip = true
		}, scan.Options{})
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			all := []string{fmt.Sprintf("%d votes", set.Data.Len())}
			for _, p := range slices.Concat(set.Problems.First, set.Warnings) {
				if text := p.Error(); !strings.Contains(text, "nobody to compare") {
					all = append(all, text)
				}
			}
			got = strings.Join(all, "; ")
		}
		if !strings.HasPrefix(got, test.want) || test.want == "1 votes" && got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func numbered(row string, names []string) (rows []string) {
	for _, name := range names {
		rows = append(rows, fmt.Sprintf(row, name))
	}
	return rows
}

// Rankings without ties are kept as they are, best first, beside the votes that they were cut into.
func TestRankingsAreKept(t *testing.T) {
	for _, test := range []struct{ file, want string }{
		{"worker,ranking\nu,a>b>c\nv,c>a\n", "u: a b c; v: c a"},
		{"worker,ranking\nu,a<b<c\nv,c>a\nw,d\n", "u: c b a; v: c a"},
		{"worker,ranking\nu,a>b=c\nv,c>a\n", ""},
	} {
		set, err := labelstest.Open("x.csv", test.file, ranking("worker ranking"), scan.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var lists []string
		if r := set.Data.Comparisons.Rankings; r != nil {
			for l, worker := range r.Worker {
				list := set.Workers.At(int(worker)) + ":"
				for _, item := range r.Item[r.Start[l]:r.Start[l+1]] {
					list += " " + set.Items.At(int(item))
				}
				lists = append(lists, list)
			}
			if again := crowd.CompareLists(set.Items.Len(), set.Workers.Len(), r); !slices.Equal(again.Class, set.Data.Class) {
				t.Errorf("%q: got votes %v, want those of its rankings, %v", test.file, set.Data.Class, again.Class)
			}
		}
		if got := strings.Join(lists, "; "); got != test.want {
			t.Errorf("%q: got rankings %q, want %q", test.file, got, test.want)
		}
	}
}
