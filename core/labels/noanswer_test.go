package labels

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"concord/core/layout"
	"concord/core/scan"
)

func noAnswers(t *testing.T, s *Set) string {
	t.Helper()
	found, err := NoAnswers(s, func() error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, n := range found {
		all = append(all, fmt.Sprintf("%s×%d", n.Name, n.Labels))
	}
	return strings.Join(all, " ")
}

// Which labels may mean that there is none is seen by the labels beside them.
func TestLabelsThatMayMeanNoAnswer(t *testing.T) {
	for _, c := range []struct {
		labels []any
		want   string
	}{
		{[]any{"0", 5, "1", 5}, ""},
		{[]any{"0", 5, "1", 5, "2", 5, "3", 5, "4", 5}, ""},
		{[]any{"0", 9, "1", 5, "2", 5, "3", 5, "4", 5, "n.a.", 1}, "n.a.×1"},
		{[]any{"-1", 5, "1", 5}, ""},
		{[]any{"-1", 5, "0", 5, "1", 5}, "-1×5"},
		{[]any{"-2", 5, "-1", 5, "0", 5, "1", 5, "2", 5}, ""},
		{[]any{"yes", 5, "no", 5, "-1", 2}, "-1×2"},
		{[]any{"yes", 5, "no", 5, "0", 2}, "0×2"},
		{[]any{"cat", 20, "dog", 20, "Unknown", 3, "skip", 9, "-", 1, "#n/a", 1, "?", 2}, "#n/a×1 -×1 ?×2 Unknown×3 skip×9"},
		{[]any{"cat", 20, "dog", 20, "unknown", 20}, ""}, // a class like the others
		{[]any{"cat", 20, "none", 2}, ""},                // with nothing else to choose from
		{[]any{"+", 5, "-", 5, "x", 5}, ""},
		{[]any{"*", 5, "**", 5, "***", 5}, ""},
		{[]any{"none of these", 1, "cat", 20, "dog", 20}, ""},
		{[]any{"cat", 20, "dog", 20, "don't know", 1}, "don't know×1"},
	} {
		if got := noAnswers(t, labelsOf(t, c.labels...)); got != c.want {
			t.Errorf("%v: got %q, want %q", c.labels, got, c.want)
		}
	}
	s, err := readAs(t, "task,worker,label\nt1,a,1.5\nt1,b,-1\nt2,a,0\n", nil)
	if err != nil || !s.Data.Numeric() || noAnswers(t, s) != "" {
		t.Errorf("numbers: got %v, %v", s, err)
	}
}

// A table of tasks and workers, every cell filled: 0 is a class where workers agree
// on it, and a gap where it says whom a task was not given to.
func TestZeroOfATable(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	table := func(tasks, workers int, cell func(i, j int) int) string {
		var b strings.Builder
		for j := range workers {
			fmt.Fprintf(&b, ",rater%d", j)
		}
		text := "item" + b.String() + "\n"
		for i := range tasks {
			text += fmt.Sprintf("i%d", i)
			for j := range workers {
				text += fmt.Sprintf(",%d", cell(i, j))
			}
			text += "\n"
		}
		return text
	}
	grade := make([]int, 200) // of each task, mostly 0
	for i := range grade {
		grade[i] = max(0, rng.IntN(8)-3)
	}
	graded := func(i, _ int) int {
		if rng.Float64() < .25 {
			return rng.IntN(5)
		}
		return grade[i]
	}
	labelled := func(most int) func(i, j int) int {
		return func(i, j int) int {
			if (i*7+j*3)%10 >= most {
				return 0
			}
			return 1 + (graded(i, j)+i)%4
		}
	}
	for _, c := range []struct {
		name, file, want string
		asked            bool
	}{
		{"grades from 0 to 4", table(200, 10, graded), "", false},
		{"grades by three", table(200, 3, graded), "", false},
		{"five of ten", table(200, 10, labelled(5)), "0", true},
		{"three of ten", table(60, 10, labelled(3)), "0", true},
		{"one or none", table(200, 10, func(i, j int) int { return min(1, graded(i, j)) }), "", false},
		{"gaps that are empty", strings.ReplaceAll(table(200, 10, labelled(5)), ",4", ","), "", false},
	} {
		g, err := layout.Detect("table.csv", []byte(c.file))
		if err != nil || g.Format != layout.Wide {
			t.Fatalf("%s: got %+v, %v", c.name, g, err)
		}
		if asked := strings.Contains(g.Confirm, "“0”"); asked != c.asked {
			t.Errorf("%s: got %q", c.name, g.Confirm)
		}
		s, err := Read("table.csv", strings.NewReader(c.file), &g.Layout, scan.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got, _, _ := strings.Cut(noAnswers(t, s), "×"); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// What programs write for nothing is no label, however they write it.
func TestMissingAsProgramsWriteIt(t *testing.T) {
	s := labelsOf(t, "cat", 2, "n/a", 1, "N/A", 1, "#N/A", 1, "NULL", 1, "<NA>", 1, "dog", 2)
	if s.Classes.Len() != 2 || s.Data.Len() != 4 || s.Skipped != 5 {
		t.Errorf("got %d classes, %d labels, %d skipped", s.Classes.Len(), s.Data.Len(), s.Skipped)
	}
}
