package analysis_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"concord/core/advise"
	"concord/core/api"
)

// hand is a worker of a simulated crowd: how many labels, and what is said where the truth is z.
type hand struct {
	labels int
	says   func(r *rand.Rand, z int) int
}

// rightly says the truth so often, and otherwise any other class.
func rightly(skill float64, classes int) func(*rand.Rand, int) int {
	return func(r *rand.Rand, z int) int {
		if r.Float64() < skill {
			return z
		}
		return (z + 1 + r.IntN(classes-1)) % classes
	}
}

// shiftOf writes the labels of a crowd: each worker takes the tasks that have fewest labels so far, so that all have about perTask.
func shiftOf(hands []hand, classes, perTask int, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 77))
	all := 0
	for _, h := range hands {
		all += h.labels
	}
	tasks := all / perTask
	truth, order := make([]int, tasks), []int{}
	for i := range truth {
		truth[i] = r.IntN(classes)
	}
	var b strings.Builder
	b.WriteString("task,worker,label\n")
	for j, h := range hands {
		seen := map[int]bool{}
		for n := 0; n < min(h.labels, tasks); {
			if len(order) == 0 {
				order = r.Perm(tasks)
			}
			at := 0
			for at < len(order)-1 && seen[order[at]] {
				at++
			}
			i := order[at]
			order = append(order[:at], order[at+1:]...)
			if seen[i] {
				continue
			}
			seen[i] = true
			fmt.Fprintf(&b, "t%d,w%03d,c%d\n", i, j, h.says(r, truth[i]))
			n++
		}
	}
	return b.String()
}

// rosterOf returns how the workers stand by the default method.
func rosterOf(t *testing.T, labels string) *api.Roster {
	t.Helper()
	v := newVisit(t)
	v.open("labels", labels)
	v.fit("consensus")
	return must(v.result.Roster(v.job(), &api.Rank{}))
}

// Honest workers of equal skill with 5 to 20 labels each: at most one in twenty is said to stand out, in the mean over crowds and in the
// worst of them; and who has fewer labels than a verdict needs is in no tier and not judged.
func TestHonestWorkersAreTreatedFairly(t *testing.T) {
	const crowds, workers = 4, 100
	for _, classes := range []int{2, 3, 4} {
		for _, perTask := range []int{3, 5, 8} {
			for _, skill := range []float64{.6, .8, .95} {
				accused, most := 0, 0
				for seed := range uint64(crowds) {
					r := rand.New(rand.NewPCG(seed, 5))
					var hands []hand
					for range workers {
						hands = append(hands, hand{5 + r.IntN(16), rightly(skill, classes)})
					}
					got := rosterOf(t, shiftOf(hands, classes, perTask, seed))
					accused, most = accused+got.Look, max(most, got.Look)
					for _, x := range got.Ranked {
						if x.Labels < advise.Fewest && (x.Verdict.Kind != api.Few && x.Verdict.Kind != api.Unjudged || x.Tier != api.Unrated) {
							t.Errorf("%d labels: got %+v, %q", x.Labels, x.Verdict, x.Tier)
						}
					}
				}
				t.Logf("%d classes, %d labels a task, %.0f %% right: %d of %d stand out, %d in the worst crowd",
					classes, perTask, 100*skill, accused, crowds*workers, most)
				if accused > crowds*workers/20 || most > workers/20 {
					t.Errorf("%d classes, %d labels a task, %.0f %% right: %d of %d stand out, %d in the worst crowd",
						classes, perTask, 100*skill, accused, crowds*workers, most)
				}
			}
		}
	}
}

// Three bad workers among forty honest ones, with 40 labels each, are found: who always says the same and who avoids the truth always,
// who guesses nine times in ten, or six where two classes make half of the guesses right.
func TestBadWorkersAreFound(t *testing.T) {
	const crowds = 10
	for _, classes := range []int{2, 3, 4} {
		found, accused := [3]int{}, 0
		for seed := range uint64(crowds) {
			r := rand.New(rand.NewPCG(seed, 5))
			hands := []hand{
				{40, func(r *rand.Rand, _ int) int { return r.IntN(classes) }},
				{40, func(*rand.Rand, int) int { return 1 }},
				{40, rightly(.05, classes)},
			}
			for range 40 {
				hands = append(hands, hand{20 + r.IntN(40), rightly(.85, classes)})
			}
			for _, x := range rosterOf(t, shiftOf(hands, classes, 5, seed)).Ranked {
				j, err := strconv.Atoi(x.Name[1:])
				switch {
				case err != nil:
					t.Fatal(err)
				case !x.Verdict.Look():
				case j < len(found):
					found[j]++
				default:
					accused++
				}
			}
		}
		t.Logf("%d classes: found %v in %d crowds, and %d honest workers", classes, found, crowds, accused)
		least := 9
		if classes == 2 {
			least = 6
		}
		if found[0] < least*crowds/10 || found[1] < crowds || found[2] < crowds || accused > crowds/5 {
			t.Errorf("%d classes: found %v in %d crowds, and %d honest workers", classes, found, crowds, accused)
		}
	}
}
