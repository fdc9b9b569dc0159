package layout_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"concord/core/crowd"
	"concord/core/labels"
	"concord/core/labels/labelstest"
	"concord/core/layout"
	"concord/core/scan"
)

// preferred writes what each worker said of pairs, as “ann: A>B B=C; bob: B>A×2”.
func preferred(set *labels.Set) string {
	by := map[string]map[string]int{}
	for i := range set.Data.Tasks {
		pairs := set.Data.Comparisons
		a, b := set.Items.At(int(pairs.First[i])), set.Items.At(int(pairs.Second[i]))
		from, to := set.Data.Of(i)
		for n := from; n < to; n++ {
			said := [...]string{crowd.FirstWins: a + ">" + b, crowd.SecondWins: b + ">" + a,
				crowd.Tied: min(a, b) + "=" + max(a, b)}[set.Data.Class[n]]
			worker := set.Workers.At(int(set.Data.Worker[n]))
			if by[worker] == nil {
				by[worker] = map[string]int{}
			}
			by[worker][said]++
		}
	}
	var all []string
	for _, worker := range slices.Sorted(maps.Keys(by)) {
		line := worker + ":"
		for _, said := range slices.Sorted(maps.Keys(by[worker])) {
			if line += " " + said; by[worker][said] > 1 {
				line += fmt.Sprintf("×%d", by[worker][said])
			}
		}
		all = append(all, line)
	}
	return strings.Join(all, "; ")
}

// listed writes rows of a worker and a list.
func listed(cells ...string) string {
	var b strings.Builder
	for n := 0; n < len(cells); n += 2 {
		fmt.Fprintf(&b, "%s,\"%s\"\n", cells[n], strings.ReplaceAll(cells[n+1], `"`, `""`))
	}
	return b.String()
}

// Rankings, choices of the best and the worst, and matrices of wins become votes on pairs, whatever shape they have. What can't be told
// from the file is asked.
func TestRankings(t *testing.T) {
	const three = "ann: A>B A>C B>C; bob: A>C B>A B>C; eve: A>B A>C C>B"
	const wins = "not known: A>B×3 A>C×4 B>A B>C×2 C>B×2"
	for _, test := range []struct{ name, file, confirm, first, want string }{
		{"greater", "worker,answer\nann,A>B>C\nbob,B>A=C\neve,A>C>B\n", "", "A > B > C",
			"ann: A>B A>C B>C; bob: A=C B>A B>C; eve: A>B A>C C>B"},
		{"less", "worker,answer\nann,A < B < C\nbob,B < A < C\neve,A<C<B\n", "of “A<B”, B is taken for the better one", "C > B > A",
			"ann: B>A C>A C>B; bob: A>B C>A C>B; eve: B>A B>C C>A"},
		{"JSON", "worker,ranking\n" + listed("ann", `["A","B","C"]`, "bob", `['B', 'A', 'C']`, "eve", `["C","A"]`), "", "A > B > C",
			"ann: A>B A>C B>C; bob: A>C B>A B>C; eve: C>A"},
		{"JSON with ties", "worker,ranking\n" + listed("ann", `["A",["B","C"]]`, "bob", `[["A"],["C"],["B"]]`, "eve",
			`["A","C","B"]`), "", "A > B = C",
			"ann: A>B A>C B=C; bob: A>B A>C C>B; eve: A>B A>C C>B"},
		{"commas below names that are not known", "name,preferences\n" + listed("ann", "A, B, C", "bob", "B, A, C", "eve", "A, C, B"), "",
			"A > B > C", three},
		{"commas", "worker;order\nann;A,B,C\nbob;B,A,C\neve;A,C,B\n", "", "A > B > C", three},
		{"a form", "Timestamp,Email,Rank these\n2024-01-01 10:00,ann,A;B;C;\n2024-01-01 11:00,bob,B;A;C;\n2024-01-02 9:00,eve,A;C;B;\n", "",
			"A > B > C", three},
		{"nobody knows whose", "id,ranking\n7,A>B>C\n8,B>A>C\n9,A>B>C\n", "", "A > B > C", "1: A>B A>C B>C; 2: A>C B>A B>C; 3: A>B A>C B>C"},
		{"rows", "worker,item,rank\nann,A,1\nann,B,2\nann,C,3\nbob,B,1\nbob,A,2\nbob,C,3\neve,A,1\neve,B,3\neve,C,2\n", "",
			"A > B > C", three},
		{"rows of several tasks",
			"worker,task,item,rank\nann,t,A,1\nann,t,B,2\nbob,t,A,2\nbob,t,B,1\nann,u,X,1\nann,u,Y,2\nbob,u,X,1\nbob,u,Y,1\n",
			"", "A > B", "ann: A>B X>Y; bob: B>A X=Y"},
		{"the same items for several prompts",
			"judge,prompt,model,rank\nj,p1,A,1\nj,p1,B,2\nj,p2,A,2\nj,p2,B,1\nk,p1,A,1\nk,p1,B,2\n", "", "A > B",
			"j: A>B B>A; k: A>B"},
		{"rows out of order, gaps, ties", "worker,wine,rank\nann,C,9\nann,A,1\nann,B,4\nbob,B,2\nbob,A,1\nbob,C,2\n", "", "A > B > C",
			"ann: A>B A>C B>C; bob: A>B A>C B=C"},
		{"columns", "name,A,B,C\nann,1,2,3\nbob,2,1,3\neve,1,3,2\n",
			"the columns from “A” to “C” are read as items with their ranks, 1 the best",
			"A > B > C", three},
		{"columns that say so", "voter,rank_A,rank_B,rank_C\nann,1,2,3\nbob,2,1,\n", "", "A > B > C", "ann: A>B A>C B>C; bob: B>A"},
		{"a grid of a form", "Timestamp,Rank these [A],Rank these [B],Rank these [C]\n2024-01-01,1st,2nd,3rd\n2024-01-02,2nd,1st,3rd\n" +
			"2024-01-02,1st,2nd,3rd\n", "", "A > B > C", "1: A>B A>C B>C; 2: A>C B>A B>C; 3: A>B A>C B>C"},
		{"choices in words", "worker,Rank of A,Rank of B\nann,First choice,Second choice\nbob,Second choice,First choice\n", "", "A > B",
			"ann: A>B; bob: B>A"},
		{"places", "voter,rank1,rank2,rank3\nann,A,B,C\nbob,B,A,C\neve,A,C,\n", "", "A > B > C",
			"ann: A>B A>C B>C; bob: A>C B>A B>C; eve: A>C"},
		{"places in words", "voter,1st choice,2nd choice,3rd choice\nann,A,B,C\nbob,B,A,C\neve,A,C,B\n", "", "A > B > C", three},
		{"best and worst", "worker,item1,item2,item3,item4,best,worst\nann,A,B,C,D,A,D\nbob,B,C,D,E,C,B\neve,A,C,E,B,A,E\n", "",
			"best: A, worst: D", "ann: A>B A>C A>D B>D C>D; bob: C>B C>D C>E D>B E>B; eve: A>B A>C A>E B>E C>E"},
		{"best and worst by their numbers", "resp,set,item_1,item_2,item_3,Most,Least\n1,1,A,B,C,1,3\n1,2,B,C,D,2,3\n2,1,A,B,C,2,3\n", "",
			"best: A, worst: C", "not known: A>B A>C×2 B>A B>C×2 B>D C>B C>D"},
		{"best only", "worker,option_a,option_b,option_c,best\nann,A,B,C,A\nbob,B,C,D,C\n", "", "best: A", "ann: A>B A>C; bob: C>B C>D"},
		{"worst only", "worker,option_a,option_b,option_c,worst\nann,A,B,C,A\nbob,B,C,D,C\n", "", "worst: A", "ann: B>A C>A; bob: B>C D>C"},
		{"best and worst alone", "worker,best,worst\nann,A,B\nbob,B,C\neve,A,C\n", "", "best: A, worst: B", "ann: A>B; bob: B>C; eve: A>C"},
		{"wins", ",A,B,C\nA,,3,4\nB,1,,2\nC,0,2,\n",
			"a row is read as the wins of its item: that of “A” says how often it won against “B”", "A", wins},
		{"wins, and it says so", "winner,C,B,A\nA,4,3,–\nB,2,–,1\nC,–,2,0\n", "", "A", wins},
		{"wins without names of rows", "A,B,C\n0,3,4\n1,0,2\n0,2,0\n", "a row is read as the wins", "A", wins},
		{"shares of wins", ",A,B\nA,0.5,.75\nB,.25,.5\n", "100 are taken for each pair", "A", "not known: A>B×75 B>A×25"},
	} {
		name := test.name + ".csv"
		g, err := layout.Detect(name, []byte(test.file))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if !strings.Contains(g.Confirm, test.confirm) || (g.Confirm == "") != (test.confirm == "") {
			t.Errorf("%s: got question %q, want %q", test.name, g.Confirm, test.confirm)
		}
		if first := g.Hand(layout.LabelFile).First; len(first) == 0 || first[0].Label != test.first {
			t.Errorf("%s: got first answers %v, want %q", test.name, first, test.first)
		}
		set, err := labelstest.Read(name, strings.NewReader(test.file), g, scan.Options{})
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if set.Items == nil {
			t.Errorf("%s: got %s", test.name, labelstest.Votes(set))
			continue
		}
		if got, want := preferred(set), test.want; got != want {
			t.Errorf("%s: got %q, want %q", test.name, got, want)
		}
	}
}

// A person may say that the last is the best.
func TestRankingsTheOtherWayRound(t *testing.T) {
	for _, test := range []struct{ file, first, want string }{
		{"worker,answer\nann,A>B>C\nbob,B>A>C\n", "C > B > A", "ann: B>A C>A C>B; bob: A>B C>A C>B"},
		{"worker,item,rank\nann,A,1\nann,B,2\nbob,B,1\nbob,A,2\n", "B > A", "ann: B>A; bob: A>B"},
		{"winner,A,B,C\nA,,3,0\nB,1,,0\nC,0,0,\n", "B", "not known: A>B B>A×3"},
	} {
		g, err := layout.Detect("x.csv", []byte(test.file))
		if err != nil {
			t.Fatal(err)
		}
		g.Reversed = true
		if first := g.Hand(layout.LabelFile).First; len(first) == 0 || first[0].Label != test.first {
			t.Errorf("got first answers %v, want %q", first, test.first)
		}
		set, err := labelstest.Read("x.csv", strings.NewReader(test.file), g, scan.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := preferred(set); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

// A column that is said to hold ranks, and is named for what is better the larger it is, is read so after a question.
func TestScoresAreRankedFromTheTop(t *testing.T) {
	const file = "worker,item,points\nann,A,9\nann,B,2\nbob,A,5\nbob,B,7\n"
	g, err := layout.DetectAs("x.csv", []byte(file), layout.Choice{
		Kind: layout.LabelFile, Roles: []layout.Role{layout.Worker, layout.Item, layout.Rank}, Chosen: []bool{true, true, true}})
	if err != nil {
		t.Fatal(err)
	}
	if want := "the largest “points” is taken for the best"; g.Confirm != want {
		t.Errorf("got question %q, want %q", g.Confirm, want)
	}
	set, err := labelstest.Read("x.csv", strings.NewReader(file), g, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := preferred(set), "ann: A>B; bob: B>A"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// What looks like rankings and is something else stays what it is.
func TestNoRankings(t *testing.T) {
	matrix := func(cell func(i, j int) string) string {
		s := "class,a,b,c\n"
		for i := range 3 {
			s += string(rune('a' + i))
			for j := range 3 {
				s += "," + cell(i, j)
			}
			s += "\n"
		}
		return s
	}
	for name, file := range map[string]string{
		"workers who agree on classes": rowsOf("task,w1,w2,w3", 12,
			func(i int) string { k := 1 + i%3; return fmt.Sprintf("t%d,%d,%d,%d", i, k, k, 1+(i+i%5/4)%3) }),
		"a confusion matrix": matrix(func(i, j int) string { return fmt.Sprint(9 - 4*max(i-j, j-i)) }),
		"distances":          matrix(func(i, j int) string { return fmt.Sprint(max(i-j, j-i)) }),
		"sets": rowsOf("task,worker,labels", 12, func(i int) string {
			return fmt.Sprintf("t%d,w%d,\"%s\"", i/3, i%3, []string{"a,b", "b,c", "a"}[i%3])
		}),
		"options of a quiz": rowsOf("question,worker,option1,option2,option3,answer", 12, func(i int) string {
			return fmt.Sprintf("q%d,w%d,x%d,y%d,z%d,x%d", i/3, i%3, i/3, i/3, i/3, i/3)
		}),
		"an order of presentation": rowsOf("worker,item,position,label", 12, func(i int) string {
			return fmt.Sprintf("w%d,t%d,%d,%s", i/4, i%4, 1+(i%4+i/4)%4, cmp.Or([]string{"yes", "no"}[i%2], ""))
		}),
	} {
		if g, err := layout.Detect(name, []byte(file)); err == nil && g.Compares() {
			t.Errorf("%s: got comparisons with roles %q, want none", name, g.Roles)
		}
	}
}
