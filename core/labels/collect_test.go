package labels_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"concord/core/labels"
	"concord/core/labels/labelstest"
	"concord/core/layout"
	"concord/core/scan"
)

// same compares two sets, names included.
func same(a, b *labels.Set) string {
	names := func(n labels.Names) []string {
		var all []string
		for i := range n.Len() {
			all = append(all, n.At(i))
		}
		return all
	}
	for what, x := range map[string][2]any{
		"tasks":   {names(a.Tasks), names(b.Tasks)},
		"workers": {names(a.Workers), names(b.Workers)},
		"classes": {names(a.Classes), names(b.Classes)},
		"labels":  {a.Data.Labels, b.Data.Labels},
		"counts":  {[]int{a.Rows, a.Skipped, a.Repeats, a.Problems.Count}, []int{b.Rows, b.Skipped, b.Repeats, b.Problems.Count}},
	} {
		if !reflect.DeepEqual(x[0], x[1]) {
			return fmt.Sprintf("%s: got %.500v, want %.500v", what, x[0], x[1])
		}
	}
	return ""
}

// TestCollector reads several files as one: the set is that of a file that holds the
// rows of all of them.
func TestCollector(t *testing.T) {
	const header = "task,worker,label\n"
	src := rand.New(rand.NewPCG(7, 8))
	rows := func(n int, task string) []string {
		var all []string
		for range n {
			row := fmt.Sprintf(task+",w%d,c%d\n", src.IntN(n/5+1), src.IntN(70), src.IntN(4))
			switch src.IntN(40) {
			case 0:
				row = "t1,w2\n"
			case 1:
				row = "t1,w2,NA\n"
			case 2:
				row = "t3,\"w\"x,c\n"
			}
			all = append(all, row)
		}
		return all
	}
	for name, rows := range map[string][]string{
		"plain":   rows(300, "t%d"),
		"many":    rows(150_000, "task %05d"), // more than a few chunks
		"texts":   rows(3000, "%x;"),
		"numbers": strings.SplitAfter(strings.ReplaceAll(strings.Join(rows(3000, "t%d"), ""), ",c", ",0."), "\n"),
	} {
		g, err := layout.Detect("labels.csv", labelstest.Head([]byte(header+strings.Join(rows, ""))))
		if err != nil {
			t.Fatal(err)
		}
		g.Skip = true
		read := func(files ...string) *labels.Set {
			var c labels.Collector
			for n, file := range files {
				o := scan.Options{Size: int64(len(file))}
				if err := c.Read(fmt.Sprintf("labels%d.csv", n), strings.NewReader(header+file), &g.Layout, o); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			}
			set, err := c.Set()
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			return set
		}
		want := read(strings.Join(rows, ""))
		for range 5 {
			a, b := src.IntN(len(rows)), src.IntN(len(rows))
			a, b = min(a, b), max(a, b)
			got := read(strings.Join(rows[:a], ""), strings.Join(rows[a:b], ""), strings.Join(rows[b:], ""))
			if d := same(got, want); d != "" {
				t.Errorf("%s cut at rows %d and %d: %s", name, a, b, d)
			}
		}
	}
}
