package sheet

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func calm() error { return nil }

func TestByNumberIsStableAndPutsNaNLast(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 7, 5000} {
		x := make([]float64, n)
		for i := range x {
			switch random.IntN(5) {
			case 0:
				x[i] = math.NaN()
			case 1:
				x[i] = float64(random.IntN(4)) - 2
			case 2:
				x[i] = math.Copysign(0, float64(random.IntN(2))-.5)
			default:
				x[i] = random.NormFloat64() * 1e9
			}
		}
		for _, desc := range []bool{false, true} {
			got, err := ByNumber(n, func(i int) float64 { return x[i] }, desc, calm)
			if err != nil {
				t.Fatal(err)
			}
			want := make([]int32, n)
			for i := range want {
				want[i] = int32(i)
			}
			slices.SortStableFunc(want, func(a, b int32) int {
				p, q := x[a], x[b]
				switch {
				case math.IsNaN(p) && math.IsNaN(q), p == q:
					return 0
				case math.IsNaN(p):
					return 1
				case math.IsNaN(q):
					return -1
				case p < q == desc:
					return 1
				}
				return -1
			})
			if !slices.Equal(got, want) {
				t.Errorf("%d numbers, desc %v: the order is wrong", n, desc)
			}
		}
	}
}

func TestByNameCountsAsPeopleDo(t *testing.T) {
	want := []string{"", "1", "01", "2", "10", "a", "A", "B", "b 2", "b 10", "t1", "t2", "t2-long-suffix-1", "t2-long-suffix-02",
		"t2-long-suffix-10", "t10", "t123456789", "t1234567890"}
	for seed := range uint64(20) {
		got := slices.Clone(want)
		// Equal names must keep their order, so only others are moved.
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(got), func(a, b int) { got[a], got[b] = got[b], got[a] })
		perm, err := byName(len(got), func(i int) string { return got[i] }, calm)
		if err != nil {
			t.Fatal(err)
		}
		var sorted, plain []string
		for _, i := range perm {
			sorted = append(sorted, string(natural(nil, got[i])))
		}
		for _, w := range want {
			plain = append(plain, string(natural(nil, w)))
		}
		if !slices.Equal(sorted, plain) {
			t.Fatalf("got %q, want %q", sorted, plain)
		}
	}
}

func TestByNameOfManyNames(t *testing.T) {
	name := func(i int) string { return fmt.Sprintf("task-number-%d", (i*7919)%20_000) }
	perm, err := byName(20_000, name, calm)
	if err != nil {
		t.Fatal(err)
	}
	for n, i := range perm {
		if got, want := name(int(i)), fmt.Sprintf("task-number-%d", n); got != want {
			t.Fatalf("place %d: got %s, want %s", n, got, want)
		}
	}
}

func TestSortingEndsWithTheErrorOfItsPause(t *testing.T) {
	stop := errors.New("stop")
	if _, err := byName(9, func(int) string { return "x" }, func() error { return stop }); err != stop {
		t.Errorf("byName: got %v, want %v", err, stop)
	}
	if _, err := ByNumber(9, func(int) float64 { return 1 }, false, func() error { return stop }); err != stop {
		t.Errorf("byNumber: got %v, want %v", err, stop)
	}
}

func BenchmarkByNumber(b *testing.B) {
	x := make([]float64, 1_000_000)
	random := rand.New(rand.NewPCG(1, 2))
	for i := range x {
		x[i] = random.Float64()
	}
	for b.Loop() {
		if _, err := ByNumber(len(x), func(i int) float64 { return x[i] }, true, calm); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkByName(b *testing.B) {
	names := make([]string, 1_000_000)
	for i := range names {
		names[i] = fmt.Sprintf("task-%d", i*7919%len(names))
	}
	for b.Loop() {
		if _, err := byName(len(names), func(i int) string { return names[i] }, calm); err != nil {
			b.Fatal(err)
		}
	}
}
