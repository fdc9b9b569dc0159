package labels

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/layout"
	"concord/core/parse"
	"concord/core/scan"
)

// read reads a small file of labels as detected, but for what change changes.
func readAs(t *testing.T, text string, change func(*layout.Layout)) (*Set, error) {
	t.Helper()
	g, err := layout.Detect("a.csv", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(&g.Layout)
	}
	return Read("a.csv", strings.NewReader(text), &g.Layout, scan.Options{})
}

// votes lists the labels of a set, task by task.
func votesOf(s *Set) (all []string) {
	for i := range s.Data.Tasks {
		from, to := s.Data.Of(i)
		for n := from; n < to; n++ {
			label := ""
			if s.Data.Numeric() {
				label = fmt.Sprint(s.Data.Value[n])
			} else {
				label = s.Classes.At(int(s.Data.Class[n]))
			}
			all = append(all, s.Tasks.At(i)+" "+s.Workers.At(int(s.Data.Worker[n]))+" "+label)
		}
	}
	return all
}

func TestWhichRepeatedLabelsCount(t *testing.T) {
	// On t1 ann says x, y, y; bob x once between; on t2 ann says z, x: a draw.
	const text = "task,worker,label\nt1,ann,x\nt1,bob,x\nt1,ann,y\nt1,ann,y\nt2,ann,z\nt2,ann,x\nt2,bob,y\n"
	for again, want := range map[string]string{
		api.AgainAll: "[t1 ann x t1 bob x t1 ann y t1 ann y t2 ann z t2 ann x t2 bob y] classes 3: Every label counts, if " +
			"each is an answer of its own",
		api.AgainFirst:    "[t1 ann x t1 bob x t2 ann z t2 bob y] classes 3: Of each worker the first one on a task counts",
		api.AgainLast:     "[t1 ann y t1 bob x t2 ann x t2 bob y] classes 2: Of each worker the last one on a task counts",
		api.AgainMajority: "[t1 ann y t1 bob x t2 ann z t2 bob y] classes 3: Of each worker the one given most often counts",
	} {
		s, err := readAs(t, text, func(g *layout.Layout) { g.Again = again })
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprintf("%v classes %d: %s", votesOf(s), s.Data.Classes, s.Warnings[0].Do)
		if got != want || s.Repeats != 3 || s.Classes.Len() != s.Data.Classes {
			t.Errorf("%q: got %s, %d repeats, want %s, 3", again, got, s.Repeats, want)
		}
	}
	_, err := readAs(t, text, func(g *layout.Layout) { g.Again = "best" })
	const want = "a.csv: “best” is no way to deal with repeated labels. Choose first, last or majority, or nothing to count them all."
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestWhichRepeatedNumbersCount(t *testing.T) {
	const text = "task,worker,label\nt1,ann,1.5\nt1,bob,2\nt1,ann,2.5\nt1,ann,8\nt2,ann,4\n"
	for again, want := range map[string]string{
		api.AgainFirst: "[t1 ann 1.5 t1 bob 2 t2 ann 4]", api.AgainLast: "[t1 ann 8 t1 bob 2 t2 ann 4]",
		api.AgainMajority: "[t1 ann 4 t1 bob 2 t2 ann 4]",
	} {
		s, err := readAs(t, text, func(g *layout.Layout) { g.Again = again })
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(votesOf(s)); got != want {
			t.Errorf("%q: got %s, want %s", again, got, want)
		}
	}
}

// Against the plain way: a map from task and worker to the labels in order.
func TestRepeatedLabelsAgainstAMap(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for round := range 200 {
		var b strings.Builder
		b.WriteString("task,worker,label\n")
		given := map[string][]string{}
		for range 1 + random.IntN(60) {
			key := fmt.Sprintf("t%d w%d", random.IntN(6), random.IntN(4))
			label := string("xyz"[random.IntN(3)])
			given[key] = append(given[key], label)
			b.WriteString(strings.ReplaceAll(key, " ", ",") + "," + label + "\n")
		}
		for _, again := range []string{api.AgainFirst, api.AgainLast, api.AgainMajority} {
			s, err := readAs(t, b.String(), func(g *layout.Layout) {
				g.Again = again
				g.Header, g.Format = true, "long"
				copy(g.Roles, []layout.Role{layout.Task, layout.Worker, layout.Label})
			})
			if err != nil {
				t.Fatal(err)
			}
			var want []string
			for key, labels := range given {
				label := labels[0]
				switch again {
				case api.AgainLast:
					label = labels[len(labels)-1]
				case api.AgainMajority:
					times := map[string]int{}
					for _, l := range labels {
						times[l]++
					}
					for _, l := range labels {
						if times[l] > times[label] {
							label = l
						}
					}
				}
				want = append(want, key+" "+label)
			}
			got := votesOf(s)
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Fatalf("round %d, %s: got %v, want %v\n%s", round, again, got, want, b.String())
			}
		}
	}
}

// What the user calls "no answer" is none among labels; tasks and workers may
// still be called so, unless it is one of the usual tokens.
func TestCellsThatMeanNoAnswer(t *testing.T) {
	const text = "task,worker,label\n0,-1,yes\n0,b,-1\n1,-1,no\n1,b,0\n2,b,NA\n"
	for _, c := range []struct {
		missing []string
		want    string
		skipped int
	}{
		{parse.Missing(), "[0 -1 yes 0 b -1 1 -1 no 1 b 0]", 1},
		{append(parse.Missing(), "-1", "0"), "[0 -1 yes 1 -1 no]", 3},
		{[]string{}, "[0 -1 yes 0 b -1 1 -1 no 1 b 0 2 b NA]", 0},
	} {
		s, err := readAs(t, text, func(g *layout.Layout) { g.Missing = c.missing })
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(votesOf(s)); got != c.want || s.Skipped != c.skipped {
			t.Errorf("%v: got %s, %d skipped, want %s, %d", c.missing, got, s.Skipped, c.want, c.skipped)
		}
	}
}
