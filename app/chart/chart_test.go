package chart

import (
	"math"
	"reflect"
	"testing"
)

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		n         int
		want      []float64
	}{
		{0, 10, 5, []float64{0, 2, 4, 6, 8, 10}},
		{0, 1, 4, []float64{0, 0.5, 1}},
		{-3705, -3679, 4, []float64{-3710, -3700, -3690, -3680, -3670}},
		{1, 12, 5, []float64{0, 5, 10, 15}},
		{3, 3, 4, []float64{3}},
		{-70.1, math.Nextafter(-70.1, 0), 4, []float64{-70.1}}, // no float lies between: steps would stay where they are
		{1e16, 1e16 + 2, 4, []float64{1e16}},
		{5, 3, 4, []float64{5}},
		{0, 5e-324, 4, []float64{0}},
		{math.NaN(), 1, 4, []float64{0, 0.5, 1}},
		{math.Inf(-1), math.Inf(1), 4, []float64{-1e300, -5e299, 0, 5e299, 1e300}},
	} {
		got := Ticks(c.low, c.high, c.n)
		if !near(got, c.want) {
			t.Errorf("Ticks(%v, %v, %d): got %v, want %v", c.low, c.high, c.n, got, c.want)
		}
	}
}

// However odd the range, the ticks span it, are evenly apart and few.
func TestTicksSpan(t *testing.T) {
	for low := -3.0; low < 3; low += 0.37 {
		for _, width := range []float64{1e-7, 0.013, 0.9, 7.7, 123, 4.2e9} {
			high := low + width
			ticks := Ticks(low, high, 4)
			step := ticks[1] - ticks[0]
			if ticks[0] > low+step*1e-6 || ticks[len(ticks)-1] < high-step*1e-6 {
				t.Errorf("Ticks(%v, %v) = %v do not span the range", low, high, ticks)
			}
			if len(ticks) > 7 {
				t.Errorf("Ticks(%v, %v) = %v: too many", low, high, ticks)
			}
		}
	}
}

func TestTexts(t *testing.T) {
	for _, c := range []struct {
		ticks []float64
		want  []string
	}{
		{[]float64{-3710, -3700}, []string{"−3,710", "−3,700"}},
		{[]float64{0, 0.5, 1}, []string{"0.0", "0.5", "1.0"}},
		{[]float64{-0.02, 0, 0.02}, []string{"−0.02", "0.00", "0.02"}},
		{[]float64{1e6, 2e6}, []string{"1,000,000", "2,000,000"}},
		{[]float64{0, 5e-13, 1e-12}, []string{"0", "5e−13", "1e−12"}},
		{[]float64{-1e300, 0, 1e300}, []string{"−1e300", "0", "1e300"}},
		{[]float64{1e15, 1e15 + 1e9}, []string{"1e15", "1.000001e15"}},
		{[]float64{-120000.00005, -120000}, []string{"−120,000.00005", "−120,000.00000"}},
		{[]float64{math.Pi}, []string{"3"}},
	} {
		if got := texts(c.ticks); !reflect.DeepEqual(got, c.want) {
			t.Errorf("texts(%v): got %q, want %q", c.ticks, got, c.want)
		}
	}
}

func TestLine(t *testing.T) {
	c := NewLine([]float64{1, 2, 3}, []float64{0, 5, 10}, Size{200, 100}, 48)
	if want := (Rect{48, 10, 140, 56}); c.Plot != want {
		t.Fatalf("plot: got %v, want %v", c.Plot, want)
	}
	// Ticks of y: 0, 5, 10; so the line runs from the plot's lower left to its upper right.
	want := [][]Point{{{48, 66}, {118, 38}, {188, 10}}}
	if !reflect.DeepEqual(c.Pieces, want) {
		t.Errorf("pieces: got %v, want %v", c.Pieces, want)
	}
	if want := []Tick{{66, "0"}, {38, "5"}, {10, "10"}}; !reflect.DeepEqual(c.Y, want) {
		t.Errorf("y ticks: got %v, want %v", c.Y, want)
	}
	if want := []Tick{{48, "1"}, {118, "2"}, {188, "3"}}; !reflect.DeepEqual(c.X, want) {
		t.Errorf("x ticks: got %v, want %v", c.X, want)
	}
	if got, want := Path(c.Pieces[0]), "48,66 118,38 188,10"; got != want {
		t.Errorf("path: got %q, want %q", got, want)
	}
}

func TestLineBreaksAtNaN(t *testing.T) {
	c := NewLine([]float64{1, 2, 3, 4}, []float64{1, math.NaN(), 2, 3}, Size{200, 100}, 40)
	if len(c.Pieces) != 2 || len(c.Pieces[0]) != 1 || len(c.Pieces[1]) != 2 {
		t.Errorf("got %v, want a piece of one point and one of two", c.Pieces)
	}
}

func TestLineWithoutNumbers(t *testing.T) {
	for _, y := range [][]float64{nil, {math.NaN()}} {
		x := make([]float64, len(y))
		if c := NewLine(x, y, Size{200, 100}, 40); len(c.Pieces) != 0 || len(c.Y) != 0 {
			t.Errorf("y = %v: got %v", y, c)
		}
	}
}

// What differs by rounding errors is flat, too.
func TestLineFlat(t *testing.T) {
	for _, y := range []float64{-5, math.Nextafter(-5, 0), -5 - 1e-12} {
		flat(t, NewLine([]float64{1, 2}, []float64{-5, y}, Size{200, 100}, 40))
	}
}

func flat(t *testing.T, c Line) {
	t.Helper()
	p := c.Pieces[0]
	if math.Abs(p[0].Y-p[1].Y) > 1e-6 || len(c.Y) < 2 || p[0].Y <= c.Plot.Y || p[0].Y >= c.Plot.Y+c.Plot.H {
		t.Errorf("a flat line must lie within the plot: got %v in %v", p, c.Plot)
	}
}

// Long numbers of the y axis get the room that they need.
func TestLineMakesRoom(t *testing.T) {
	c := NewLine([]float64{1, 2}, []float64{-120000.001, -120000}, Size{400, 100}, 48)
	if want := 8 + 7*13.; c.Plot.X != want || c.Plot.X+c.Plot.W != 388 {
		t.Errorf("got plot %v with %v, want it to begin at %v and to end at 388", c.Plot, c.Y, want)
	}
}

func TestLevel(t *testing.T) {
	for _, c := range []struct {
		share float64
		want  int
	}{{0, 0}, {math.NaN(), 0}, {math.Inf(1), 8}, {1e300, 8}, {math.Inf(-1), 0}, {-1, 0}, {0.01, 1}, {0.13, 2}, {0.5, 5}, {0.99, 8}, {1, 8},
		{2, 8}} {
		if got := Level(c.share); got != c.want {
			t.Errorf("Level(%v): got %d, want %d", c.share, got, c.want)
		}
	}
}

func TestHeat(t *testing.T) {
	h := NewHeat([][]float64{{0.9, 0.1}, {0.5, 0.5}}, []string{"a", "b"}, []bool{true, false}, Point{50, 30}, 80, 20)
	if want := (Size{180, 80}); h.Size != want {
		t.Errorf("size: got %v, want %v", h.Size, want)
	}
	if want := []Tick{{105, "a"}, {155, "b"}}; !reflect.DeepEqual(h.Cols, want) {
		t.Errorf("columns: got %v, want %v", h.Cols, want)
	}
	if want := (HeatCell{Rect{130, 20, 50, 30}, "0.10", 1}); h.Rows[0].Cells[1] != want {
		t.Errorf("cell: got %v, want %v", h.Rows[0].Cells[1], want)
	}
	if got := h.Rows[1]; got.Known || got.Cells[0].Text != "–" || got.Cells[0].Level != 0 {
		t.Errorf("a row without evidence: got %v", got)
	}
}

func TestInterval(t *testing.T) {
	c := NewInterval(0.9, 0.92, 0.94, Size{232, 40})
	// Room of 0.02 on either side: ticks 0.88, 0.90 … 0.96, 200 wide from 16 on.
	want := []Tick{{16, "88 %"}, {66, "90 %"}, {116, "92 %"}, {166, "94 %"}, {216, "96 %"}}
	if len(c.Ticks) != len(want) {
		t.Fatalf("ticks: got %v, want %v", c.Ticks, want)
	}
	for i := range want {
		if math.Abs(c.Ticks[i].At-want[i].At) > 1e-9 || c.Ticks[i].Text != want[i].Text {
			t.Errorf("tick %d: got %v, want %v", i, c.Ticks[i], want[i])
		}
	}
	if !near([]float64{c.Low, c.At, c.High}, []float64{66, 116, 166}) {
		t.Errorf("got %v %v %v, want 66 116 166", c.Low, c.At, c.High)
	}
}

func TestIntervalStaysWithinOne(t *testing.T) {
	c := NewInterval(0.97, 0.99, 1, Size{232, 40})
	if last := c.Ticks[len(c.Ticks)-1].Text; last != "100 %" {
		t.Errorf("last tick: got %s, want 100 %%", last)
	}
}

func TestAttr(t *testing.T) {
	for x, want := range map[float64]string{1: "1", 1.005: "1", 2.346: "2.35", -0.5: "-0.5"} {
		if got := Attr(x); got != want {
			t.Errorf("Attr(%v): got %s, want %s", x, got, want)
		}
	}
}

func near(a, b []float64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if math.Abs(a[i]-b[i]) > 1e-9*max(1, math.Abs(b[i])) {
			return false
		}
	}
	return true
}
