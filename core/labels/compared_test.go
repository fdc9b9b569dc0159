package labels_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/labels"
	"concord/core/labels/labelstest"
	"concord/core/layout"
	"concord/core/scan"
)

// votes writes the votes of a set, in the order of the pairs: who, the item on the left, that on the right, and what was preferred.
func votes(s *labels.Set) (all []string) {
	d := s.Data
	for i := range d.Tasks {
		first, second := s.Items.At(int(d.Comparisons.First[i])), s.Items.At(int(d.Comparisons.Second[i]))
		from, to := d.Of(i)
		for n := from; n < to; n++ {
			left, right := first, second
			if d.Swapped != nil && d.Swapped[n] {
				left, right = right, left
			}
			said := map[uint16]string{crowd.FirstWins: first, crowd.SecondWins: second, crowd.Tied: "tie"}[d.Class[n]]
			all = append(all, fmt.Sprintf("%s: %s, %s → %s", s.Workers.At(int(d.Worker[n])), left, right, said))
		}
	}
	return all
}

// Rows that compare two items become votes, however they say which is better.
func TestCompared(t *testing.T) {
	for _, test := range []struct {
		name, file string
		change     func(*layout.Layout)
		want       string
	}{
		{"by name", "worker,left,right,label\nw1,a,b,a\nw2,b,a,a\nw1,b,c,tie\nw2,a,c,c\n", nil,
			"w1: a, b → a; w2: b, a → a; w1: b, c → tie; w2: a, c → c"},
		{"by the side", "judge,model_a,model_b,winner\nj,x,y,model_a\nj,y,z,model_b\nj,z,x,tie (bothbad)\nj,x,z,model_a\n", nil,
			"j: x, y → x; j: y, z → z; j: z, x → tie; j: x, z → x"},
		{"the right item stands first", "judge,model_b,model_a,winner\nj,y,x,model_a\nj,z,y,model_b\nj,x,z,model_b\nj,z,x,model_a\n", nil,
			"j: x, y → x; j: y, z → z; j: z, x → x; j: x, z → x"},
		{"numbers, the smaller of which is the left", "annotator,generator_1,generator_2,preference\nm,x,y,1\nm,y,z,2\nm,z,x,1.5\nm,x,z,0\n", nil,
			"m: x, y → x; m: y, z → z; m: z, x → tie; m: x, z → tie"},
		{"the other way round", "user,left,right,rating\nu,x,y,1\nu,y,z,5\nu,z,x,3\nu,x,z,4\n", func(g *layout.Layout) { g.Reversed = true },
			"u: x, y → y; u: y, z → y; u: z, x → tie; u: x, z → x"},
		{"winner and loser", "voter,winner,loser\nv,x,y\nv,z,y\nv,x,z\n", nil, "v: x, y → x; v: y, z → z; v: x, z → x"},
		{"counts", "team_a,team_b,wins_a,wins_b,ties\nx,y,2,1,0\ny,z,0,0,1\nx,z,,1,\n", nil,
			"not known: x, y → x; not known: x, y → x; not known: x, y → y; not known: y, z → tie; not known: x, z → z"},
		{"counts, the right item's first", "team_b,team_a,wins_b,wins_a,ties\ny,x,1,2,0\nz,y,0,0,1\nz,x,1,,\n", nil,
			"not known: x, y → x; not known: x, y → x; not known: x, y → y; not known: y, z → tie; not known: x, z → z"},
		{"an item with itself, no answer and not decided", "worker,left,right,label\nw,a,a,a\nw,a,b,\nw,b,c,unsure\nw,a,c,c\nw,b,a,a\n" +
			"w,c,b,b\nw,c,a,c\n",
			func(g *layout.Layout) { g.Roles = []string{"worker", "item", "item", "label"} }, "w: a, c → c; w: c, a → c; w: b, a → a; w: c, b → b"},
		{"an item with itself, where another is better", "worker,left,right,label\nw,a,b,a\nw,b,b,c\nw,b,c,b\nw,a,c,c\n",
			func(g *layout.Layout) { g.Roles = []string{"worker", "item", "item", "label"} }, "w: a, b → a; w: b, c → b; w: a, c → c"},
		{"names that have the middle of a pair's", "worker,left,right,label\nw,a vs. b,c,c\nw,c,d,d\nw,d,a vs. b,a vs. b\n", nil,
			"w: a vs. b, c → c; w: c, d → d; w: d, a vs. b → a vs. b"},
		{"the first of two votes on a pair", "worker,left,right,label\nw,a,b,a\nw,b,a,b\nv,b,c,c\nw,a,c,a\n",
			func(g *layout.Layout) { g.Again = api.AgainFirst }, "w: a, b → a; v: b, c → c; w: a, c → a"},
		{"the last", "worker,left,right,label\nw,a,b,a\nw,b,a,b\nv,b,c,c\nw,a,c,a\n", func(g *layout.Layout) { g.Again = api.AgainLast },
			"w: b, a → b; v: b, c → c; w: a, c → a"},
		{"most of them", "worker,left,right,label\nw,a,b,a\nw,b,a,b\nw,b,a,b\nv,b,c,c\nw,a,c,a\n",
			func(g *layout.Layout) { g.Again = api.AgainMajority }, "w: b, a → b; v: b, c → c; w: a, c → a"},
		{"items that are one", "worker,left,right,label\nw,GPT-4,b,b\nw,b,gpt-4,gpt-4\nw,b,c,b\nw,c,GPT-4,c\n", func(g *layout.Layout) {
			g.Merge = []api.Merge{{Of: layout.Task, From: []string{"gpt-4"}, To: "GPT-4"}}
		}, "w: GPT-4, b → b; w: b, GPT-4 → GPT-4; w: b, c → b; w: c, GPT-4 → c"},
		{"a vote of the user's own", "worker,left,right,label\nw,a,b,a\nv,c,b,b\nw,a,c,a\n", func(g *layout.Layout) {
			g.Own = []api.Own{{Task: "b vs. a", Worker: "me", Label: "a"}, {Task: "b vs. c", Worker: "me", Label: "tie"},
				{Task: "b vs. d", Worker: "me"}}
		}, "w: a, b → a; me: b, a → a; v: c, b → b; me: b, c → tie; w: a, c → a"},
		{"the header once more", "worker,left,right,label\nw,a,b,a\nworker,left,right,label\nw,b,c,b\nw,a,c,a\n", labelstest.Skipping,
			"w: a, b → a; w: b, c → b; w: a, c → a"},
		{"ids that come twice", "vote_id,worker,left,right,label\n1,w,a,b,a\n1,w,a,b,a\n2,w,b,c,b\n3,v,a,c,a\n", nil,
			"w: a, b → a; w: b, c → b; v: a, c → a"},
	} {
		t.Run(test.name, func(t *testing.T) {
			set, err := labelstest.Open("votes.csv", test.file, test.change, scan.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(votes(set), "; "); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// Bad rows of comparisons name line and column, and may be skipped.
func TestBadComparisons(t *testing.T) {
	const head = "worker,left,right,label\nw,a,b,a\nw,b,c,b\nw,c,a,c\nv,a,b,b\nv,b,c,c\nv,c,a,a\nu,a,b,a\nu,b,c,b\nu,c,a,c\n"
	for _, test := range []struct{ row, column, want string }{
		{"w,a,b,d", "label", "neither of the two items nor a tie"},
		{"w,a,b,left", "label", "neither of the two items nor a tie"},
		{"w,,b,b", "left", "a comparison of one item"},
		{"w,a,,a", "right", "a comparison of one item"},
	} {
		set, err := labelstest.Open("votes.csv", head+test.row+"\n", labelstest.Skipping, scan.Options{})
		if err != nil || set.Problems.Count != 1 || set.Data.Len() != 9 {
			t.Fatalf("%s: got %v, %+v", test.row, err, set)
		}
		if p := set.Problems.First[0]; p.Line != 11 || p.Column != test.column || p.What != test.want {
			t.Errorf("%s: got %+v, want %s in %s", test.row, p, test.want, test.column)
		}
		if _, err := labelstest.Open("votes.csv", head+test.row+"\n", nil, scan.Options{}); err == nil {
			t.Errorf("%s: it is read", test.row)
		}
	}
	for _, test := range []struct{ file, want string }{
		{"worker,left,right,label\nw,a,a,a\nv,b,b,b\n", "not one of the 2 rows compares two items"},
		{"left,right,wins_left,wins_right\na,b,20000000,1\nb,c,1,1\nc,a,1,0\n",
			"line 2: with this row the counts add up to more than 10,000,000 votes"},
		{"left,right,wins_left,n\na,b,3,2\nb,c,1,1\nc,a,1,2\n", "fewer votes in all than for the two items"},
	} {
		lay := func(g *layout.Layout) {
			if g.Roles = []string{"item", "item", "count", "count"}; g.Columns[0].Name == "worker" {
				g.Roles = []string{"worker", "item", "item", "label"}
			}
		}
		set, err := labelstest.Open("votes.csv", test.file, lay, scan.Options{})
		if got := labelstest.Report(set, err); err == nil || !strings.Contains(got, test.want) {
			t.Errorf("%s: got %s, want %s", test.file, got, test.want)
		}
	}
}

// Items that look alike are offered to be merged, and not pairs of them.
func TestItemsLookAlike(t *testing.T) {
	const file = "worker,left,right,label\nw,GPT-4,b,b\nw,b,gpt-4,gpt-4\nw,b,c,b\nw,c,GPT-4,c\n"
	set, err := labelstest.Open("votes.csv", file, nil, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all, err := labels.LookAlikes(set, func() error { return nil })
	if err != nil || len(all) != 1 || all[0].Of != layout.Task || !slices.Equal(all[0].Names, []string{"GPT-4", "gpt-4"}) ||
		all[0].To != "GPT-4" || !slices.Equal(all[0].Labels, []int{2, 1}) {
		t.Errorf("got %+v, %v", all, err)
	}
}

// A pair is found by the names of its items in either order, and by those that they were merged from.
func TestPairsAreFound(t *testing.T) {
	set, err := labelstest.Open("votes.csv", "worker,left,right,label\nw,a vs. b,c,c\nw,c,B,B\nw,B,a vs. b,a vs. b\n", func(g *layout.Layout) {
		g.Merge = []api.Merge{{Of: layout.Task, From: []string{"b"}, To: "B"}}
	}, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int{"a vs. b vs. c": 0, "c vs. a vs. b": 0, "c vs. B": 1, "b vs. c": 1, "a vs. b vs. b": 2,
		"c vs. d": -1, "c vs. c": -1, "": -1, " vs. ": -1} {
		if got, ok := set.Tasks.Find(name); ok != (want >= 0) || ok && got != want {
			t.Errorf("%q: got %d, %v, want %d", name, got, ok, want)
		}
	}
}

// Times of votes are in the order of the labels.
func TestTimesOfVotes(t *testing.T) {
	file := "worker,left,right,label,timestamp\nw,a,b,a,1700000100\nw,b,c,b,1700000200\nv,b,a,b,1700000300\nv,a,a,a,1700000350\n" +
		"v,a,c,c,1700000400\nv,a,c,c,1700000500\nv,b,c,c,1700000600\nw,b,c,c,1700000700\nw,b,c,c,1700000800\nw,b,c,c,1700000900\n"
	g, err := layout.Detect("votes.csv", []byte(file))
	if err != nil {
		t.Fatal(err)
	}
	set, err := labels.Read("votes.csv", strings.NewReader(file), &g.Layout, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	times, unread, err := labels.Times("votes.csv", strings.NewReader(file), &g.Layout, scan.Options{}, set)
	want := []uint32{1700000100, 1700000300, 1700000200, 1700000600, 1700000700, 1700000800, 1700000900, 1700000400, 1700000500}
	if err != nil || unread > 0 || !slices.Equal(times, want) {
		t.Errorf("got %v, %d, %v, want %v", times, unread, err, want)
	}
}

// A file of many items is read in time that its rows take, and so are one worker, and items with the same beginning.
func TestManyItems(t *testing.T) {
	var b strings.Builder
	b.WriteString("worker,left,right,label\n")
	const n = 10_000
	for i := range 3 * n {
		fmt.Fprintf(&b, "only,item %d,item %d,item %d\n", i%n, (i*7+1)%n, i%n)
	}
	set, err := labelstest.Open("votes.csv", b.String(), nil, scan.Options{})
	if err != nil || set.Items.Len() != n || set.Data.Workers != 1 {
		t.Fatalf("got %v", labelstest.Report(set, err))
	}
}

// FuzzComparisons reads anything as a table of comparisons: nothing may panic, and no vote may be on an item that is not there.
func FuzzComparisons(f *testing.F) {
	for _, file := range []string{"w,a,b,a\nw,b,a,left\n", "w,1,2,1\n,,,\nw,a,a,tie\n",
		"w,a vs. b,c,[[C]]\n\"w\",\"a\n\",b,2\n", "w,3,4,0.5\nw,5,6,-1\n"} {
		for how := range uint8(8) {
			f.Add(file, how)
		}
	}
	f.Fuzz(func(t *testing.T, file string, how uint8) {
		g, err := layout.Detect("votes.csv", []byte("worker,left,right,label\n"+file))
		if err != nil || len(g.Columns) != 4 {
			return
		}
		g.Roles = [][]string{{"worker", "item", "item", "label"}, {"", "item", "item", "label"}, {"worker", "best", "worst", ""},
			{"item", "item", "count", "count"}}[how%4]
		g.Skip, g.Reversed = true, how > 3
		g.Own = []api.Own{{Task: "a vs. b", Worker: "me", Label: "b"}}
		g.Merge = []api.Merge{{Of: layout.Task, From: []string{"a"}, To: "b"}}
		set, err := labels.Read("votes.csv", strings.NewReader("worker,left,right,label\n"+file), &g.Layout, scan.Options{Counted: 1000})
		if err != nil {
			return
		}
		for _, vote := range votes(set) {
			if !strings.Contains(vote, ", ") {
				t.Error(vote)
			}
		}
		for i := range set.Tasks.Len() {
			if _, ok := set.Tasks.Find(set.Tasks.At(i)); !ok {
				t.Errorf("%q is not found", set.Tasks.At(i))
			}
		}
	})
}
