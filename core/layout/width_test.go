package layout_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/labels"
	"concord/core/labels/labelstest"
	"concord/core/layout"
	"concord/core/scan"
)

// manyRows writes n rows of task, worker and label, each followed by what more says.
func manyRows(n int, delimiter string, more func(n int) string) string {
	src := rand.New(rand.NewPCG(3, 5))
	var b strings.Builder
	for row := range n {
		fmt.Fprintf(&b, "%s%s\n", strings.Join([]string{fmt.Sprintf("t%d", src.IntN(n/3+1)), fmt.Sprintf("w%d", src.IntN(9)),
			fmt.Sprintf("c%d", src.IntN(3))}, delimiter), more(row))
	}
	return b.String()
}

// What is odd about the form of a file makes no difference to what is in it.
func TestOddForms(t *testing.T) {
	const rows = 3000
	none := func(int) string { return "" }
	mturk := "HITId,WorkerId,Answer.animal,AssignmentId,Approve,Reject\n"
	for _, f := range []struct {
		name, file string
		known      layout.Choice
		short      string // what is said of the rows
	}{
		{"plain", "task,worker,label\n" + manyRows(rows, ",", none), layout.Choice{}, ""},
		{"rows that end before two columns", "task,worker,label,comment,seen by\n" + manyRows(rows, ",", none), layout.Choice{},
			"all 3,000 rows end before the columns comment, seen by; these are taken as empty"},
		{"MTurk", mturk + manyRows(rows, ",", func(n int) string { return fmt.Sprintf(",a%d", n) }), layout.Choice{},
			"all 3,000 rows end before the columns Approve, Reject; these are taken as empty"},
		{"MTurk, some of them approved", mturk + manyRows(rows, ",", func(n int) string {
			return fmt.Sprintf(",a%d", n) + []string{"", ",x", ",,too fast"}[min(2, n%100)]
		}), layout.Choice{},
			"60 of 3,000 rows end before the columns Approve, Reject; these are taken as empty"},
		{"two colons", "task::worker::label\n" + manyRows(rows, "::", none), layout.Choice{}, ""},
		{"broken bars", "task¦worker¦label\n" + manyRows(rows, "¦", none), layout.Choice{}, ""},
		{"a word", "task and worker and label\n" + manyRows(rows, " and ", none), layout.Choice{Delimiter: " and "}, ""},
		{"below a title", "The \"second round\nof it, the last\n\ntask,worker,label\n" + manyRows(rows, ",", none), layout.Choice{Line: 4}, ""},
	} {
		g, err := layout.DetectAs("labels.csv", []byte(f.file), f.known)
		if err != nil {
			t.Errorf("%s: %v", f.name, err)
			continue
		}
		if roles := [3]int{role(g, layout.Task), role(g, layout.Worker), role(g, layout.Label)}; roles != [3]int{0, 1, 2} || !g.Header {
			t.Errorf("%s: got roles %v, header %v", f.name, roles, g.Header)
			continue
		}
		want, err := labels.Read("labels.csv", strings.NewReader(f.file), &g.Layout, scan.Options{})
		if err != nil {
			t.Errorf("%s: %v", f.name, err)
			continue
		}
		short := ""
		for _, w := range want.Warnings {
			if strings.Contains(w.What, "before the column") {
				short = w.What
			}
		}
		if want.Data.Len() != rows || short != f.short && f.name != "MTurk, some of them approved" {
			t.Errorf("%s: got %d labels, said %q, want %d, %q", f.name, want.Data.Len(), short, rows, f.short)
		}
	}
}

func role(g *layout.Detection, r layout.Role) int {
	return slices.Index(g.Roles, r)
}

// Rows of several widths are bad, each with its line, wherever they come;
// those that are whole are, too, where none was at the beginning.
func TestRowsOfSeveralWidths(t *testing.T) {
	long := manyRows(6000, ",", func(int) string { return "" })
	for _, test := range []struct {
		name, file string
		lines      []int
	}{
		{"mixed from the beginning", "task,worker,label,comment\na,u,x\na,v,x,fine\nb,u,y\n", []int{2, 4}},
		{"a whole row far below", "task,worker,label,comment\n" + long + "a,u,x,fine\n", []int{6002}},
		{"one that is shorter still", "task,worker,label,comment\n" + long + "a,u\n", []int{6002}},
		{"one that is longer than the header", "task,worker,label,comment\n" + long + "a,u,x,1,2\n", []int{6002}},
		{"below a title", "Round two\n\ntask,worker,label\na,u,x\na,v\nb,u,y\n", []int{5}},
	} {
		known := layout.Choice{}
		if strings.HasPrefix(test.file, "Round") {
			known.Line = 3
		}
		g, err := layout.DetectAs("labels.csv", []byte(test.file), known)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		g.Skip = true
		set, err := labels.Read("labels.csv", strings.NewReader(test.file), &g.Layout, scan.Options{})
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		var lines []int
		for _, p := range set.Problems.First {
			lines = append(lines, p.Line)
		}
		if !slices.Equal(lines, test.lines) {
			t.Errorf("%s: got bad rows on lines %v, want %v", test.name, lines, test.lines)
		}
	}
}

// A table below a title is read from its header on, whatever the title is in. What may be rows is not left out: it is refused with the
// line of the header, as it is where the file is to be read as it stands.
func TestTheHeaderMayStandBelow(t *testing.T) {
	for _, test := range []struct {
		name, above string
		line        int
		rows        bool
	}{
		{"a title", "Photos of cats\n", 2, false},
		{"a title and a blank line", "Photos of cats\n\n", 3, false},
		{"remarks", "# made by hand\n# in two rounds\n", 3, false},
		{"a stray quote", "The \"final\" round\n", 2, false},
		{"as many cells", "Photos,2024,final\n", 2, true},
		{"more cells", "Photos,of,cats,and,dogs\n", 2, true},
		{"a separator", "sep=,\n", 2, false},
	} {
		file := test.above + "task,worker,label\na,u,x\na,v,x\nb,u,y\nb,v,x\n"
		found, err := layout.Detect("labels.csv", []byte(file))
		if !test.rows {
			if err != nil || found.HeaderLine != test.line || len(found.Notes) != 1 || !found.Notes[0].Mended {
				t.Errorf("%s: got %+v, %v, want line %d", test.name, found, err, test.line)
			}
			_, err = layout.DetectAs("labels.csv", []byte(file), layout.Choice{AsIs: true})
		}
		p, ok := err.(*api.Problem)
		if !ok || p.Header != test.line {
			t.Errorf("%s: got %v, want to be offered line %d", test.name, err, test.line)
			continue
		}
		g, err := layout.DetectAs("labels.csv", []byte(file), layout.Choice{Line: p.Header})
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		set, err := labels.Read("labels.csv", strings.NewReader(file), &g.Layout, scan.Options{})
		if err != nil || set.Data.Len() != 4 || set.Classes.Len() != 2 {
			t.Errorf("%s: got %+v, %v", test.name, set, err)
		}
	}
}

// The numbers of rows are neither task nor worker nor label, in no kind of file.
func TestNumbersOfRows(t *testing.T) {
	for _, name := range []string{"", "Unnamed: 0", "index", "row.names", "...1", "X"} {
		for _, first := range []int{0, 1, 40} {
			table := func(head string, cells func(n int) string) []byte {
				var b bytes.Buffer
				fmt.Fprintf(&b, "%s,%s\n", name, head)
				for n := range 12 {
					fmt.Fprintf(&b, "%d,%s\n", first+7*n*min(first, 1)+n, cells(n))
				}
				return b.Bytes()
			}
			for _, test := range []struct {
				head  string
				cells func(n int) string
				kind  layout.Kind
				want  string
			}{
				{"task,worker,label", func(n int) string {
					return fmt.Sprintf("t%d,w%d,c%d", n/3, n%3, n%2)
				}, layout.LabelFile, "task=1 worker=2 label=3"},
				{"photo,who,said", func(n int) string {
					return fmt.Sprintf("t%d,w%d,c%d", n/3, n%3, n%2)
				}, layout.LabelFile, "task=1 worker=2 label=3"},
				{"photo,who,said", func(n int) string { return fmt.Sprintf("%d,%d,%d", 3+n/3, n%3, n%2) }, layout.LabelFile, "task=1 worker=2 label=3"},
				{"photo,ann,bob", func(n int) string { return fmt.Sprintf("p%d,c%d,c%d", n, n%2, n%3) }, layout.LabelFile, "task=1 label=2 label=3"},
				{"photo,is", func(n int) string { return fmt.Sprintf("p%d,c%d", n, n%2) }, layout.TruthFile, "task=1 label=2"},
			} {
				g, err := layout.DetectAs("labels.csv", table(test.head, test.cells), layout.Choice{Kind: test.kind})
				if err != nil {
					t.Errorf("%q from %d, %s: %v", name, first, test.head, err)
					continue
				}
				if got := labelstest.Roles(&g.Layout); got != test.want || !g.Header {
					t.Errorf("%q from %d, %s: got %s, header %v, want %s", name, first, test.head, got, g.Header, test.want)
				}
			}
		}
	}
}
