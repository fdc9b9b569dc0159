package set_test

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/kind"
	"concord/core/kind/kindtest"
	"concord/core/kind/set"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/scan"
	"concord/core/sidefile"
	"concord/internal/shared"
)

func room() kindtest.Room {
	const classes = 4
	return kindtest.Room{
		Kind: set.Kind{}, Classes: classes,
		Draw: func(r *rand.Rand, _ int) kind.Answer {
			a := kind.Answer{}
			for k := range classes {
				if r.IntN(3) == 0 {
					a = append(a, float64(k))
				}
			}
			return a
		},
		Say: func(tasks []int, workers int, said func(task, j int) kind.Answer) *labels.Set {
			var task, worker, class []int32
			var blank []labels.Answer
			for i, of := range tasks {
				for j := range workers {
					a := said(of, j)
					if a != nil && len(a) == 0 {
						blank = append(blank, labels.Answer{Task: int32(i), Worker: int32(j)})
					}
					for _, k := range a {
						task, worker, class = append(task, int32(i)), append(worker, int32(j)), append(class, int32(k))
					}
				}
			}
			return &labels.Set{
				Data:  &crowd.Dataset{Labels: crowd.NewLabels(len(tasks), workers, classes, task, worker, class)},
				Blank: blank,
				Tasks: kindtest.Numbered("t", len(tasks)), Workers: kindtest.Numbered("w", workers), Classes: kindtest.Numbered("c", classes),
			}
		},
		Valid: func(a kind.Answer, _ int) bool {
			return len(slices.Compact(slices.Clone(a))) == len(a) && slices.IsSorted(a) && (len(a) == 0 || a[0] >= 0 && a[len(a)-1] < classes)
		},
		Rename: func(a kind.Answer, to []int) kind.Answer {
			out := kind.Answer{}
			for _, k := range a {
				out = append(out, float64(to[int(k)]))
			}
			slices.Sort(out)
			return out
		},
	}
}

func TestLaws(t *testing.T) { kindtest.Laws(t, room()) }

// FuzzUnanimous cuts what unanimous workers say, and joins it again: nothing is lost.
func FuzzUnanimous(f *testing.F) { kindtest.Fuzz(f, room()) }

// Who ticked nothing says no to every class, and who ticked something else where both stand counts by what was ticked.
func TestNothingTicked(t *testing.T) {
	c, err := set.Kind{}.Cut(said(t, "x.csv", []byte("task,worker,label\nt1,A,\"[\"\"x\"\",\"\"y\"\"]\"\nt1,B,[]\nt1,A,[]\nt2,B,[]\n"+
		"t2,A,\"[\"\"x\"\"]\"\nt3,B,[]\n"), ""), &api.Choices{})
	if err != nil {
		t.Fatal(err)
	}
	q := c.Questions()
	got := map[string]string{}
	for i := range q.Data.Tasks {
		from, to := q.Data.Of(i)
		for at := from; at < to; at++ {
			got[strings.ReplaceAll(q.Tasks.At(i), set.Separator, " ")+" "+q.Workers.At(int(q.Data.Worker[at]))] = q.Classes.At(int(q.Data.Class[at]))
		}
	}
	want := map[string]string{
		"t1 x A": "yes", "t1 y A": "yes", "t1 x B": "no", "t1 y B": "no",
		"t2 x A": "yes", "t2 y A": "no", "t2 x B": "no", "t2 y B": "no", "t3 x B": "no", "t3 y B": "no",
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// said reads a file whose cells hold several classes.
func said(t *testing.T, name string, file []byte, separator string) *labels.Set {
	t.Helper()
	g, err := layout.Detect(name, file[:min(len(file), 1<<20)])
	if err != nil {
		t.Fatal(err)
	}
	if separator != "" {
		g.Separator = separator
	}
	all, err := labels.Read(name, bytes.NewReader(file), &g.Layout, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func cut(t *testing.T, of *labels.Set) kind.Cut {
	t.Helper()
	c, err := set.Kind{}.Cut(of, &api.Choices{Separator: "|"})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestQuestions(t *testing.T) {
	p := cut(t, said(t, "labels.csv", []byte("task,worker,label\nt1,ann,cat|dog\nt1,bob, dog |\nt2,ann,bird\nt1,ann,bird\nt2,cid,NA\n"),
		"|")).Questions()
	if got := p.Tasks.Len(); got != 2*3 {
		t.Fatalf("got %d questions, want 6: two tasks, three classes", got)
	}
	for _, test := range []struct {
		task, class string
		want        map[string]string
	}{
		{"t1", "bird", map[string]string{"ann": "yes", "bob": "no"}}, // ann ticked it in a second answer
		{"t1", "cat", map[string]string{"ann": "yes", "bob": "no"}},
		{"t1", "dog", map[string]string{"ann": "yes", "bob": "yes"}},
		{"t2", "bird", map[string]string{"ann": "yes"}},
		{"t2", "cat", map[string]string{"ann": "no"}},
		{"t2", "dog", map[string]string{"ann": "no"}},
	} {
		name := test.task + set.Separator + test.class
		i, ok := p.Tasks.Find(name)
		if !ok || p.Tasks.At(i) != name {
			t.Fatalf("%q: got question %d, %v", name, i, ok)
		}
		got := make(map[string]string)
		from, to := p.Data.Of(i)
		for n := from; n < to; n++ {
			got[p.Workers.At(int(p.Data.Worker[n]))] = p.Classes.At(int(p.Data.Class[n]))
		}
		if !reflect.DeepEqual(got, test.want) || to-from != len(test.want) {
			t.Errorf("%q: got %v, want %v", name, got, test.want)
		}
	}
	for _, name := range []string{"t1", "t1\x1fcow", "t9\x1fcat", ""} {
		if i, ok := p.Tasks.Find(name); ok {
			t.Errorf("%q: got question %d, want none", name, i)
		}
	}
}

func TestTruth(t *testing.T) {
	p := said(t, "labels.csv", []byte("task,worker,label\nt1,ann,cat|dog\nt2,ann,bird\nt3,ann,cat\n"), "|")
	const u = crowd.Unknown
	for _, test := range []struct {
		name, file string
		value      bool
		want       []int32 // bird, cat, dog of each task
		problems   int
	}{
		{"what holds", "task,label\nt1,cat\nt1,dog\nt2,bird|cat\n", false, []int32{0, 1, 1, 1, 1, 0, u, u, u}, 0},
		{"unknown class", "task,label\nt1,cow|cat\n", false, []int32{0, 1, 0, u, u, u, u, u, u}, 0},
		{"pairs", "task,label,value\nt1,cat,1\nt1,dog,0\nt2,bird,1\n", true, []int32{u, 1, 0, 1, u, u, u, u, u}, 0},
		{"pairs that contradict", "task,label,value\nt1,cat,1\nt1,cat,0\nt2,bird,2\n", true, []int32{u, 1, u, u, u, u, u, u, u}, 2},
	} {
		g, err := layout.DetectAs("truth.csv", []byte(test.file), layout.Choice{Kind: layout.TruthFile})
		if err != nil {
			t.Fatal(err)
		}
		g.Separator = "|"
		if test.value {
			g.Roles[2] = layout.Value
		}
		got, problems, err := sidefile.Ticks("truth.csv", strings.NewReader(test.file), &g.Layout, p, sidefile.TruthOptions{})
		if err != nil || !reflect.DeepEqual(got, test.want) || problems.Count != test.problems {
			t.Errorf("%s: got %v, %d problems, %v, want %v, %d problems", test.name, got, problems.Count, err, test.want, test.problems)
		}
	}
}

// TestShared counts the majority votes of a real set as its README does: a
// relation is voted for when more than half of the task's workers ticked it.
func TestShared(t *testing.T) {
	file, err := os.ReadFile(filepath.Join(shared.Dir(t), "data", "medical_relations", "labels.csv"))
	if err != nil {
		t.Fatal(err)
	}
	p := cut(t, said(t, "labels.csv", file, "")).Questions()
	right, known := 0, 0
	for _, row := range shared.Records(t, "data", "medical_relations", "truth_pairs.csv") {
		i, ok := p.Tasks.Find(row[0] + set.Separator + row[1])
		if !ok {
			continue
		}
		yes, n := 0, 0
		from, to := p.Data.Of(i)
		for _, k := range p.Data.Class[from:to] {
			yes += int(k)
			n++
		}
		known++
		if (2*yes > n) == (row[2] == "1") {
			right++
		}
	}
	if right != 1235 || known != 1596 {
		t.Errorf("got %d of %d, want 1235 of 1596", right, known)
	}
}
