package chart

import (
	"math"
	"testing"
)

func TestFalls(t *testing.T) {
	// 0 → 2 → 1 → 4, on an axis from −0.2 to 4.2.
	falls, zero := Falls([]float64{2, -1, 3})
	at := func(x float64) float64 { return (x + .2) / 4.4 * Full }
	want := []Fall{{at(0), at(2)}, {at(2), at(1)}, {at(1), at(4)}}
	for n := range want {
		if !near([]float64{falls[n].From, falls[n].To}, []float64{want[n].From, want[n].To}) {
			t.Errorf("bar %d: got %v, want %v", n, falls[n], want[n])
		}
	}
	if !near([]float64{zero}, []float64{at(0)}) {
		t.Errorf("zero: got %v, want %v", zero, at(0))
	}
}

// What rules a class out runs to the edge, and the sum goes on where it was.
func TestFallsWithoutEnd(t *testing.T) {
	falls, zero := Falls([]float64{1, math.Inf(1), math.Inf(-1), 1})
	if falls[1].To != Full || falls[2].To != 0 || falls[1].From != falls[0].To || falls[3].From != falls[0].To {
		t.Errorf("got %v", falls)
	}
	if zero <= 0 || falls[3].To >= Full {
		t.Errorf("got zero %v and %v: only what has no end reaches the edge", zero, falls[3])
	}
}

func TestFallsOfNothing(t *testing.T) {
	if falls, zero := Falls(nil); len(falls) != 0 || zero != Full/2 {
		t.Errorf("got %v, %v", falls, zero)
	}
	if falls, zero := Falls([]float64{0}); falls[0].From != zero || falls[0].To != zero {
		t.Errorf("got %v, %v", falls, zero)
	}
}

func TestSpans(t *testing.T) {
	spans, zero := Spans([]float64{.25, -1}, []float64{.5, 0}, []float64{.75, 2})
	// From −1 to 1; nothing lies beyond 1.
	if !near([]float64{spans[0].Low, spans[0].At, spans[0].High, spans[1].Low, spans[1].High, zero}, []float64{62.5, 75, 87.5, 0, 100, 50}) {
		t.Errorf("got %v, %v", spans, zero)
	}
	if spans, zero := Spans([]float64{.2}, []float64{.2}, []float64{.2}); zero != 0 || !near([]float64{spans[0].At}, []float64{20}) {
		t.Errorf("got %v, %v", spans, zero)
	}
}

func TestScores(t *testing.T) {
	spans, ticks := Scores([]float64{.5, -1.5}, []float64{1, -1}, []float64{1.75, -.5})
	at := func(x float64) float64 { return (x + 2) / 4 * Full } // from −2 to 2
	for n, want := range []Span{{at(.5), at(1), at(1.75)}, {at(-1.5), at(-1), at(-.5)}} {
		if got := spans[n]; !near([]float64{got.Low, got.At, got.High}, []float64{want.Low, want.At, want.High}) {
			t.Errorf("score %d: got %v, want %v", n, got, want)
		}
	}
	if len(ticks) != 5 || ticks[0] != (Tick{0, "−2"}) || ticks[4] != (Tick{Full, "2"}) {
		t.Errorf("got ticks %v", ticks)
	}
	if spans, _ := Scores([]float64{3, 3}, []float64{3, 3}, []float64{3, 3}); spans[0].At != Full/2 {
		t.Errorf("equal scores: got %v, want them in the middle", spans)
	}
	if spans, ticks := Scores(nil, nil, nil); spans != nil || len(ticks) != 1 {
		t.Errorf("no scores: got %v, %v", spans, ticks)
	}
}
