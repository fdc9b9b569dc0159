package labels

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"concord/core/layout"
	"concord/core/parse"
	"concord/core/scan"
)

// TestRuns reads files with runs and without: all must come out the same.
func TestRuns(t *testing.T) {
	src := rand.New(rand.NewPCG(11, 12))
	pick := func(all ...string) string { return all[src.IntN(len(all))] }
	file := func(strange int, row func(strange bool) string) string {
		var b strings.Builder
		b.WriteString("task,worker,label\n")
		for range 6_000 {
			b.WriteString(row(strange > 0 && src.IntN(strange) == 0))
			b.WriteString(pick("\n", "\n", "\n", "\n", "\r\n"))
		}
		return b.String()
	}
	row := func(format string) func(bool) string {
		return func(strange bool) string {
			task, worker, label := fmt.Sprintf(format, src.IntN(3000)), fmt.Sprintf("w%03d", src.IntN(2000)), fmt.Sprintf("c%d", src.IntN(5))
			if strange {
				task = pick(task, task, "", "NA", " "+task, "\""+task+"\"", "tâche", "NAN", "1e3", task+"\xff")
				worker = pick(worker, worker, "", "None", worker+" ", "None of them", "w,w")
				label = pick(label, label, "", "NA", "?", "nan", "né", "N", "c1\t", "\"c2\"", "c2\rx,y,z")
			}
			return task + "," + worker + "," + label
		}
	}
	classes := 0
	for name, text := range map[string]string{
		"plain":          file(0, row("t%05d")),
		"rarely strange": file(500, row("t%05d")),
		"often strange":  file(4, row("%d")),
		"all strange":    file(1, row("%d")),
		"texts":          file(50, row("t%d%[1]x")),
		"no labels":      file(0, func(bool) string { return "t,w," + pick("", "NA", "NA", "x") }),
		"many classes": file(900, func(strange bool) string {
			if src.IntN(6) == 0 {
				classes++
			}
			return fmt.Sprintf("t%d,w%d,c%d", src.IntN(500), src.IntN(20), src.IntN(classes+1))
		}),
		"too many classes": file(0, func(bool) string { classes++; return fmt.Sprintf("t%d,w%d,c%d", src.IntN(500), src.IntN(20), classes) }),
	} {
		guess, err := layout.DetectAs("labels.csv", []byte("task,worker,label\nt1,w1,c1\nt2,w2,c2\n"), layout.Choice{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		copy(guess.Roles, []layout.Role{layout.Task, layout.Worker, layout.Label})
		guess.Numeric, guess.Doubt, guess.Missing = false, nil, append(parse.Missing(), "?")
		for _, o := range []struct{ skip, many bool }{{true, false}, {true, true}, {}} {
			guess.Skip, guess.ManyClasses = o.skip, o.many
			var want *Set
			slow := Collector{watch: func(*labelReader) {}}
			err := slow.Read("labels.csv", strings.NewReader(text), &guess.Layout, scan.Options{})
			if err == nil {
				want, err = slow.Set()
			}
			got, other := Read("labels.csv", strings.NewReader(text), &guess.Layout, scan.Options{})
			if !reflect.DeepEqual(err, other) {
				t.Fatalf("%s: got %v, want %v", name, other, err)
			}
			if want == nil {
				continue
			}
			for what, n := range map[string][2]Names{"tasks": {got.Tasks, want.Tasks}, "workers": {got.Workers, want.Workers},
				"classes": {got.Classes, want.Classes}} {
				if n[0].Len() != n[1].Len() {
					t.Fatalf("%s: got %d %s, want %d", name, n[0].Len(), what, n[1].Len())
				}
				for i := range n[0].Len() {
					if n[0].At(i) != n[1].At(i) {
						t.Fatalf("%s: %s %d: got %q, want %q", name, what, i, n[0].At(i), n[1].At(i))
					}
				}
			}
			got.Tasks, got.Workers, got.Classes = want.Tasks, want.Workers, want.Classes
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s: got %d rows, %d skipped, %d problems, %d labels, want %d, %d, %d, %d", name,
					got.Rows, got.Skipped, got.Problems.Count, got.Data.Len(), want.Rows, want.Skipped, want.Problems.Count, want.Data.Len())
			}
		}
	}
}
