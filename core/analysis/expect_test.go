package analysis_test

import (
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/session/sessiontest"
	"concord/internal/shared"
)

// listed opens a sample, fits a method, and returns the list of n tasks to check, without its header.
func (v *visit) listed(n int) [][]string {
	v.t.Helper()
	rows, err := csv.NewReader(strings.NewReader(asCSV(must(v.result.Sample(v.job(), n, false))))).ReadAll()
	if err != nil || len(rows) == 0 || !slices.Equal(rows[0], []string{"task", "truth"}) {
		v.t.Fatalf("got %v, %v", rows, err)
	}
	return rows[1:]
}

// checked opens a truth, and returns what is expected then.
func (v *visit) checked(truth string) *api.Expected {
	v.t.Helper()
	v.open("truth", truth)
	return v.result.Expected
}

// filled returns a list with its first n open rows filled in.
func filled(list [][]string, truth map[string]string, n int) string {
	text := "task,truth\n"
	for _, row := range list {
		if row[1] == "" && n > 0 {
			row[1] = truth[row[0]]
			n--
		}
		text += row[0] + "," + row[1] + "\n"
	}
	return text
}

// A list of tasks to check goes out, comes back filled in, and narrows what is expected; another list goes on from there.
func TestTasksAreCheckedToKnowTheAccuracyBetter(t *testing.T) {
	truth := sessiontest.TruthOf(t, "breeds")
	v := newVisit(t)
	v.sample("labels", "breeds")
	before := v.fit("ds").Expected
	if before == nil || before.Checked != 0 || before.Unknown != len(truth) || len(before.Narrow) == 0 {
		t.Fatalf("got %+v, want what is expected of %d labels", before, len(truth))
	}
	half := math.Inf(1)
	for _, n := range before.Narrow {
		if n.Half >= half {
			t.Errorf("%d tasks narrow it to %v, fewer to %v", n.Tasks, n.Half, half)
		}
		half = n.Half
	}

	list := v.listed(50)
	if again := v.listed(50); len(list) != 50 || list[0][0] != again[0][0] {
		t.Fatalf("got %d tasks, beginning with %v and then with %v; want the same 50", len(list), list[0], again[0])
	}
	empty := v.Refused("truth", sessiontest.File{Called: "truth.csv", Text: filled(list, nil, 0)})
	if !strings.Contains(empty.Message+empty.Problems[0].What, "truth") || !strings.Contains(empty.Problems[0].Do, "Fill in") {
		t.Errorf("an empty list: got %+v", empty)
	}
	text := filled(list, truth, 30) // and gives up
	name := "texts-truth-sample.csv"
	o := must(v.Look(v.job(), "", sessiontest.File{Called: name, Text: text}, nil, nil))
	if o.Role != "truth" || !o.Sure {
		t.Errorf("the list is taken for %q, since %s", o.Role, o.Why)
	}
	e := v.checked(text)
	if e == nil || e.Checked != 30 || e.Unknown != len(truth)-30 || e.High-e.Low >= before.High-before.Low ||
		v.result.Accuracy().Evaluated != 30 {
		t.Fatalf("30 checked: got %+v and %+v, before it was %+v", e, v.result.Accuracy(), before)
	}

	more := v.listed(20)
	if len(more) != 50 {
		t.Fatalf("got %d rows, want the 30 known and 20 more", len(more))
	}
	seen := map[string]bool{}
	for _, row := range more {
		if seen[row[0]] || row[1] != "" && row[1] != truth[row[0]] {
			t.Errorf("got %v, seen before: %v", row, seen[row[0]])
		}
		seen[row[0]] = true
	}
	if e = v.checked(filled(more, truth, 20)); e.Checked != 50 {
		t.Errorf("got %+v, want 50 checked", e)
	}

	all := "task,truth\n"
	for task, class := range truth {
		all += task + "," + class + "\n"
	}
	e = v.checked(all)
	if a := v.result.Accuracy().Accuracy; e.Unknown != 0 || e.Low != e.High || math.Abs(e.Value-a) > 1e-12 {
		t.Errorf("all checked: got %+v, the accuracy is %v", e, a)
	}
	v.Drop("truth")
	v.under()
	e = v.result.Expected
	if e == nil || e.Low != before.Low || e.High != before.High {
		t.Errorf("without the truth: got %+v, want %+v again", e, before)
	}
}

// Names that a spreadsheet would run as formulas come back, too.
func TestListsOfFormulasComeBack(t *testing.T) {
	var labels strings.Builder
	labels.WriteString("task,worker,label\n")
	for _, task := range []string{"=1+1", "@b", "c", "d"} {
		for _, w := range []string{"ann", "bob", "eve"} {
			labels.WriteString(task + "," + w + ",yes\n" + "x" + task + "," + w + ",no\n")
		}
	}
	v := newVisit(t)
	v.open("labels", labels.String())
	v.fit("consensus")
	list := v.listed(8)
	for _, row := range list {
		row[1] = "yes"
	}
	if o := v.open("truth", filled(list, nil, 0)); o.Known != 8 || o.Count != 0 {
		t.Errorf("got %d tasks of 8, with %d problems: %v", o.Known, o.Count, o.Problems)
	}
}

// Where nothing is known of how far probabilities are off, nothing is claimed.
func TestNothingIsExpectedOfNumbers(t *testing.T) {
	v := newVisit(t)
	v.open("labels", "task,worker,label\na,1,2.5\na,2,3.5\nb,1,1.25\nb,2,1\n")
	if f := v.fit("mean"); f.Expected != nil {
		t.Errorf("numbers: got %+v", f.Expected)
	}
	if refusal(v.result.Sample(v.job(), 20, false)) == "" {
		t.Error("there is a list of tasks to check")
	}
}

// crowdOf writes labels of tasks by workers.
func crowdOf(tasks int, by func(i int) []string) string {
	var b strings.Builder
	b.WriteString("task,worker,label\n")
	for i := range tasks {
		for _, row := range by(i) {
			fmt.Fprintf(&b, "t%d,%s\n", i, row)
		}
	}
	return b.String()
}

// What is expected of odd crowds: a figure within its interval, or a reason why there is none; and single labels say the same.
func TestExpectedOfOddCrowds(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 2))
	says := func(i, classes int, right float64) int {
		if src.Float64() < right {
			return i % classes
		}
		return src.IntN(classes)
	}
	every := func(workers, classes int, right float64) func(i int) []string {
		return func(i int) (rows []string) {
			for j := range workers {
				rows = append(rows, fmt.Sprintf("w%d,c%d", j, says(i, classes, right)))
			}
			return rows
		}
	}
	lone := func(i int) []string { return []string{fmt.Sprintf("w%d,c%d", i%7, says(i, 3, .9))} }
	for _, c := range []struct {
		name    string
		labels  string
		known   bool // a figure is given
		verdict api.Use
	}{
		{"one worker", crowdOf(60, every(1, 3, .9)), false, api.CheckFirst},
		{"one task", crowdOf(1, every(9, 3, .9)), false, api.CheckFirst},
		{"no overlap", crowdOf(200, lone), false, api.CheckFirst},
		{"all unanimous", crowdOf(80, every(3, 3, 1)), true, api.CheckFirst},
		{"random", crowdOf(150, every(3, 2, 0)), false, api.Unusable},
		{"two islands", crowdOf(200, func(i int) (rows []string) {
			for j := range 3 {
				rows = append(rows, fmt.Sprintf("w%d,c%d", j+3*(i%2), says(i, 3, .8)))
			}
			return rows
		}), true, api.CheckFirst},
		{"a worker on every task", crowdOf(200, func(i int) []string {
			return []string{fmt.Sprintf("w0,c%d", says(i, 3, .8)), fmt.Sprintf("w%d,c%d", 1+i, says(i, 3, .8))}
		}), true, api.CheckFirst},
		{"200 classes", crowdOf(400, every(3, 200, .8)), true, api.CheckFirst},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := newVisit(t)
			v.open("labels", c.labels)
			e := v.fit("consensus").Expected
			if e == nil || e.Known() != c.known || e.Verdict != c.verdict || e.Reason == "" {
				t.Fatalf("got %+v, want a figure: %v, and the verdict %q", e, c.known, c.verdict)
			}
			if c.known && !(0 <= e.Low && e.Low <= e.Value && e.Value <= e.High && e.High <= 1) {
				t.Errorf("got %+v, want low to high", e)
			}
			rows, err := csv.NewReader(strings.NewReader(v.file("labels"))).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			at, mean := slices.Index(rows[0], "probability"), 0.0
			for _, row := range rows[1:] {
				p, err := strconv.ParseFloat(row[at], 64)
				if (err == nil) != c.known {
					t.Fatalf("probability: got %q, want a number: %v", row[at], c.known)
				}
				mean += p / float64(len(rows)-1)
			}
			if c.known && math.Abs(mean-e.Value) > 1e-4 {
				t.Errorf("the mean probability is %v, %v is expected", mean, e.Value)
			}
		})
	}
}

// Truths speak where labels don't: from ten on, and against all workers if need be.
func TestTruthsSpeakWhereLabelsDoNot(t *testing.T) {
	lone := crowdOf(200, func(i int) []string { return []string{fmt.Sprintf("w%d,c%d", i%7, i%3)} })
	truth := func(known, shift int) string {
		text := "task,truth\n"
		for i := range known {
			text += fmt.Sprintf("t%d,c%d\n", i, (i+shift)%3)
		}
		return text
	}
	for _, c := range []struct {
		known, shift int
		says         bool
	}{{1, 0, false}, {5, 0, false}, {10, 0, true}, {20, 0, true}, {20, 1, true}} {
		v := newVisit(t)
		v.open("labels", lone)
		v.fit("consensus")
		e := v.checked(truth(c.known, c.shift))
		if e == nil || e.Known() != c.says || e.Checked != c.known {
			t.Errorf("%d truths: got %+v, want a figure: %v", c.known, e, c.says)
			continue
		}
		right := c.shift == 0
		if c.says && (right && e.Low < .5 || !right && e.High > .5 || e.High-e.Low < .01) {
			t.Errorf("%d truths, the labels are right: %v: got %+v", c.known, right, e)
		}
	}
}

// On JudgeBench six judges share mistakes, and the default is right on 64 %: it claims within ten points of that, with an interval that
// holds.
func TestPanelOfJudges(t *testing.T) {
	rename := strings.NewReplacer("A>B", "A", "B>A", "B") // these would be rankings
	read := func(name string) string {
		raw, err := os.ReadFile(filepath.Join(shared.Dir(t), "judges", "judgebench", name))
		if err != nil {
			t.Fatal(err)
		}
		return rename.Replace(string(raw))
	}
	v := newVisit(t)
	v.open("labels", read("labels.csv"))
	e := v.fit("consensus").Expected
	if s := e.Shown; s.Judges != 6 || s.Effective.Value < 1.66 || s.Effective.Value > 2.48 {
		t.Errorf("got %d judges who count as %+v, want 6 and about 2.07", s.Judges, s.Effective)
	}
	if !strings.HasPrefix(e.Shown.Counts(), "The 6 workers share mistakes: they count as ") {
		t.Errorf("got %q", e.Shown.Counts())
	}
	w := must(v.result.Written(v.job(), &api.Export{What: api.FileReport}, nil, func() float64 { return 0 }))
	if text := must(w.Paper(v.job(), false)).Parts[0].Text; !strings.Contains(text, "how far they share mistakes (Kish, 1965)") {
		t.Errorf("got the paragraph %q", text)
	}
	right := v.checked(read("truth.csv")).Value
	if math.Abs(e.Value-right) > .1 || e.Low > right || e.High < right {
		t.Errorf("got %.3f (%.3f to %.3f), and %.3f are right", e.Value, e.Low, e.High, right)
	}
}
