package class_test

import (
	"math/rand/v2"
	"testing"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/kind"
	"concord/core/kind/class"
	"concord/core/kind/kindtest"
	"concord/core/labels"
)

func room() kindtest.Room {
	const classes = 4
	return kindtest.Room{
		Alpha: func(a *api.Agreement) api.Figure { return a.Alpha.Nominal },
		Kind:  class.Kind{}, Classes: classes,
		Draw: func(r *rand.Rand, _ int) kind.Answer { return kind.Answer{float64(r.IntN(classes))} },
		Say: func(tasks []int, workers int, said func(task, j int) kind.Answer) *labels.Set {
			var task, worker, class []int32
			for i, of := range tasks {
				for j := range workers {
					if a := said(of, j); a != nil {
						task, worker, class = append(task, int32(i)), append(worker, int32(j)), append(class, int32(a[0]))
					}
				}
			}
			return &labels.Set{
				Data:  &crowd.Dataset{Labels: crowd.NewLabels(len(tasks), workers, classes, task, worker, class)},
				Tasks: kindtest.Numbered("t", len(tasks)), Workers: kindtest.Numbered("w", workers), Classes: kindtest.Numbered("c", classes),
			}
		},
		Valid:  func(a kind.Answer, _ int) bool { return len(a) == 1 && a[0] >= 0 && a[0] < classes },
		Rename: func(a kind.Answer, to []int) kind.Answer { return kind.Answer{float64(to[int(a[0])])} },
	}
}

func TestLaws(t *testing.T) { kindtest.Laws(t, room()) }

// FuzzUnanimous cuts what unanimous workers say, and joins it again: nothing is lost.
func FuzzUnanimous(f *testing.F) { kindtest.Fuzz(f, room()) }

// TestUnseen ranks a true class that no worker chose after all others.
func TestUnseen(t *testing.T) {
	c, _ := class.Kind{}.Cut(room().Say(kindtest.All(1), 1, func(int, int) kind.Answer { return kind.Answer{0} }), nil)
	reversed := func(k int) int { return 3 - k }
	if got, least := c.Rank(kind.Answer{4}, reversed), c.Rank(kind.Answer{0}, reversed); got <= least || least != 3 {
		t.Errorf("got places %g and %g, want the unseen class after 3", got, least)
	}
	if _, err := c.Parse("c9"); err == nil {
		t.Error("an unknown class was taken")
	}
}
