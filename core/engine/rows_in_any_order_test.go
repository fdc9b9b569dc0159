package engine

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/simulate"
	"concord/internal/race"
)

// inOrder are the methods whose answer hangs on the order of the rows, and why.
var inOrder = map[string]string{
	"elo":          "its scores depend on the order of votes",
	"plackettluce": "it needs whole rankings",
	"borda":        "it needs whole rankings",
	"kemeny":       "of two orders with as few votes against them it takes one",
	"online-fds":   "its tasks come in a stream, in the order of the rows",
}

// posteriors are the numbers of posteriors.csv by task, of labels.csv where labels are
// numbers, or of items.csv by item.
func posteriors(t *testing.T, text string) map[string][]float64 {
	t.Helper()
	rows := map[string][]float64{}
	for line := range strings.Lines(text) {
		cells := strings.Split(strings.TrimSpace(line), ",")
		for _, cell := range cells[1:] {
			if x, err := strconv.ParseFloat(cell, 64); err == nil {
				rows[cells[0]] = append(rows[cells[0]], x)
			}
		}
	}
	return rows
}

// The rows of a file in another order, so that names are met in another order and
// tasks, workers and classes are numbered otherwise, make no difference to any method
// that runs on labels alone. No vote is tied: the seed breaks ties by the place of the
// task, and so the order of the rows tells there (see fittest).
func TestRowsInAnyOrder(t *testing.T) {
	race.SkipMany(t)
	d := simulate.DawidSkene{Tasks: 80, Workers: 9, Classes: 3, PerTask: 5}.Draw(3).Data
	var classes, numbers, votes []string
	src := rand.New(rand.NewPCG(2, 2))
	tasks, share := 0, make([]float64, 3)
	for i := range d.Tasks {
		from, to := d.Of(i)
		crowd.Share(d, i, share)
		if _, tie := crowd.Best(share, i, 0); tie {
			continue
		}
		tasks++
		for _, n := range src.Perm(to - from) {
			j, l := d.Worker[from+n], d.Class[from+n]
			classes = append(classes, fmt.Sprintf("task-%d,worker-%d,%s\n", i, j, []string{"low", "medium", "high"}[l]))
			a, b := i%8, (i/8+i%8)%9 // of nine items
			if left := []int{a, b, min(a, b)}[l]; a != b {
				votes = append(votes, fmt.Sprintf("item-%d,item-%d,worker-%d,item-%d\n", a, b, j, left))
			}
			numbers = append(numbers, fmt.Sprintf("task-%d,worker-%d,%.3f\n", i, j, float64(l)+src.NormFloat64()/3))
		}
	}
	for _, e := range catalog.All() {
		if e.Described {
			continue // their files have an order of their own
		}
		t.Run(e.Name, func(t *testing.T) {
			if why := inOrder[e.Name]; why != "" {
				t.Skip(why)
			}
			rows, download, header, of := classes, "posteriors", "task,worker,label\n", tasks
			if m, _, err := e.Method(nil); err != nil {
				t.Fatal(err)
			} else if e.Ranks {
				rows, download, header, of = votes, "items", "left,right,worker,label\n", 9
			} else if _, err := m.Uses(crowd.Parts{Classes: 3, Workers: 9}); err != nil {
				rows, download = numbers, "labels"
			}
			answer := func(rows []string) map[string][]float64 {
				v := newVisit(t)
				v.open(api.RoleLabels, header+strings.Join(rows, ""))
				v.fit(e.Name)
				found := posteriors(t, v.File(download))
				for name, row := range found {
					if e.Ranks {
						found[name] = row[:3] // the score and its interval; ranks are drawn by lot
					}
				}
				return found
			}
			want := answer(rows)
			if len(want) < of {
				t.Fatalf("got the answers of %d, want %d", len(want), of)
			}
			for seed := range uint64(3) {
				other := append([]string(nil), rows...)
				rand.New(rand.NewPCG(seed, 4)).Shuffle(len(other), func(a, b int) { other[a], other[b] = other[b], other[a] })
				got := answer(other)
				for task, p := range want {
					for n, x := range p {
						if !(math.Abs(x-got[task][n]) < 1e-5) {
							t.Fatalf("order %d, %s: got %v, want %v", seed, task, got[task], p)
						}
					}
				}
			}
		})
	}
}

// Nor do they where probabilities are calibrated on known truths, which come in another order too.
func TestRowsInAnyOrderWithATruth(t *testing.T) {
	w := simulate.DawidSkene{Tasks: 120, Workers: 9, Classes: 3, PerTask: 5}.Draw(4)
	var rows, truth []string
	share := make([]float64, 3)
	for i := range w.Data.Tasks {
		crowd.Share(w.Data, i, share)
		if _, tie := crowd.Best(share, i, 0); tie {
			continue
		}
		for n, to := w.Data.Of(i); n < to; n++ {
			rows = append(rows, fmt.Sprintf("task-%d,worker-%d,class-%d\n", i, w.Data.Worker[n], w.Data.Class[n]))
		}
		if i%2 == 0 {
			truth = append(truth, fmt.Sprintf("task-%d,class-%d\n", i, w.Truth[i]))
		}
	}
	answer := func() map[string][]float64 {
		v := newVisit(t)
		v.open(api.RoleLabels, "task,worker,label\n"+strings.Join(rows, ""))
		v.open(api.RoleTruth, "task,truth\n"+strings.Join(truth, ""))
		if f := v.fit("majority"); f.Expected == nil || f.Expected.Learnt < 20 {
			t.Fatalf("not calibrated on the truths: %+v", f.Expected)
		}
		return posteriors(t, v.File("posteriors"))
	}
	want := answer()
	for seed := range uint64(3) {
		src := rand.New(rand.NewPCG(seed, 5))
		src.Shuffle(len(rows), func(a, b int) { rows[a], rows[b] = rows[b], rows[a] })
		src.Shuffle(len(truth), func(a, b int) { truth[a], truth[b] = truth[b], truth[a] })
		got := answer()
		for task, p := range want {
			for n, x := range p {
				if !(math.Abs(x-got[task][n]) < 1e-9) {
					t.Fatalf("order %d, %s: got %v, want %v", seed, task, got[task], p)
				}
			}
		}
	}
}
