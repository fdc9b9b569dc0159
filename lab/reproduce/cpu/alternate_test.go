package cpu

import (
	"errors"
	"strings"
	"testing"
)

// spin uses the processor for a while.
func spin(n int) (x uint64) {
	for i := range uint64(n) {
		x = x*6364136223846793005 + i
	}
	return x
}

// The ways take turns; a short one is repeated.
func TestAlternately(t *testing.T) {
	var order strings.Builder
	way := func(name string, n int) func() error {
		return func() error {
			if s := order.String(); !strings.HasSuffix(s, name) {
				order.WriteString(name)
			}
			if spin(n) == 1 {
				return errors.New("never")
			}
			return nil
		}
	}
	seconds, err := Alternately(3, way("a", 1), way("b", 20_000_000))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := order.String(), "abababab"; got != want { // the first to warm up
		t.Errorf("got turns %s, want %s", got, want)
	}
	if len(seconds[0]) != 3 || len(seconds[1]) != 3 {
		t.Errorf("got %d and %d rounds, want 3 of each", len(seconds[0]), len(seconds[1]))
	}
	if r := Ratio(seconds[1], seconds[0]); r < 100 {
		t.Errorf("20 million turns of a loop take %g times as long as one", r)
	}
	order.Reset()
	if seconds, err = Alternately(2, way("a", 20_000_000), way("b", 20_000_000)); err != nil {
		t.Fatal(err)
	}
	if got, want := order.String(), "abab"; got != want || len(seconds[0]) != 2 {
		t.Errorf("got turns %s, want %s", got, want)
	}
}

func TestAlternatelyFails(t *testing.T) {
	broken := errors.New("broken")
	if _, err := Alternately(2, func() error { return nil }, func() error { return broken }); !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
}

func TestRatio(t *testing.T) {
	if got := Ratio([]float64{2, 30, 6}, []float64{1, 3, 2}); got != 3 {
		t.Errorf("got %g, want 3", got)
	}
}

// The shortest times that count are measured, not guessed from ticks of a clock.
func TestSecondsAreFine(t *testing.T) {
	seconds, err := Alternately(20, func() error {
		if spin(100_000) == 1 {
			return errors.New("never")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for n, s := range seconds[0] {
		if s <= 0 {
			t.Fatalf("round %d of %d took %g seconds, want more than 0", n+1, len(seconds[0]), s)
		}
	}
}
