package number_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/kind"
	"concord/core/kind/kindtest"
	"concord/core/kind/number"
	"concord/core/labels"
)

func room() kindtest.Room {
	return kindtest.Room{
		Alpha: func(a *api.Agreement) api.Figure { return a.Alpha.Interval },
		Kind:  number.Kind{},
		Draw:  func(r *rand.Rand, _ int) kind.Answer { return kind.Answer{math.Round(20*r.Float64()) - 10} },
		Say: func(tasks []int, workers int, said func(task, j int) kind.Answer) *labels.Set {
			var task, worker []int32
			var value []float64
			for i, of := range tasks {
				for j := range workers {
					if a := said(of, j); a != nil {
						task, worker, value = append(task, int32(i)), append(worker, int32(j)), append(value, a[0])
					}
				}
			}
			return &labels.Set{
				Data:  &crowd.Dataset{Labels: crowd.NewValues(len(tasks), workers, task, worker, value)},
				Tasks: kindtest.Numbered("t", len(tasks)), Workers: kindtest.Numbered("w", workers), Classes: kindtest.Names{},
			}
		},
		Valid: func(a kind.Answer, _ int) bool { return len(a) == 1 && !math.IsNaN(a[0]) },
	}
}

func TestLaws(t *testing.T) { kindtest.Laws(t, room()) }

// FuzzUnanimous cuts what unanimous workers say, and joins it again: nothing is lost.
func FuzzUnanimous(f *testing.F) { kindtest.Fuzz(f, room()) }

// TestDistance is the squared difference in units of the range.
func TestDistance(t *testing.T) {
	numbers := []float64{-5, 5, 0}
	c, _ := number.Kind{}.Cut(room().Say(kindtest.All(3), 1, func(i, _ int) kind.Answer { return kind.Answer{numbers[i]} }), nil)
	d := c.Distance()
	for _, test := range []struct{ a, b, want float64 }{{-5, 5, 1}, {0, 5, .25}, {0, 0, 0}, {-9, 9, 1}} {
		if got := d(kind.Answer{test.a}, kind.Answer{test.b}); got != test.want {
			t.Errorf("%g and %g: got %g, want %g", test.a, test.b, got, test.want)
		}
	}
	if text := c.Text(kind.Answer{2.5}, nil); text != "2.5000" {
		t.Errorf("got %q, want 2.5000", text)
	}
}
