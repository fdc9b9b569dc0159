package chart

import (
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// bytesOf are floats as FuzzCharts reads them.
func bytesOf(x ...float64) []byte {
	var all []byte
	for _, v := range x {
		all = binary.LittleEndian.AppendUint64(all, math.Float64bits(v))
	}
	return all
}

// FuzzCharts draws every chart of any numbers: each has few marks, all of them
// within it, and no two ticks that read alike.
func FuzzCharts(f *testing.F) {
	inf, nan := math.Inf(1), math.NaN()
	for _, seed := range [][]float64{
		{}, {0}, {nan}, {inf}, {-inf}, {3, 3, 3}, {0.25, 0.5, 0.75},
		{-70.1, math.Nextafter(-70.1, 0)}, // what began it: an objective that differs in its last bit
		{1, math.Nextafter(1, 2), 1}, {1e16, 1e16 + 2}, {0.1, 0.2, 0.30000000000000004},
		{0, 5e-324}, {-5e-324, 5e-324}, {1e-310, 3e-310}, {1e-290, 2e-290},
		{1e308, -1e308}, {math.MaxFloat64, -math.MaxFloat64, 0}, {1e308, math.Nextafter(1e308, inf)}, {1e300, 1e299},
		{inf, -inf, nan, 1}, {nan, nan}, {1, nan, 2}, {1, inf, 2}, {nan, 1, 1, 1},
		{-1, 2, 0.5}, {0.98, 0.980001, 0.979999}, {1e15, 1e15 + 1e7}, {-12345678.25, -12345678.125},
	} {
		f.Add(bytesOf(seed...))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		x := make([]float64, min(len(data)/8, 24))
		for n := range x {
			x[n] = math.Float64frombits(binary.LittleEndian.Uint64(data[8*n:]))
		}
		drawAll(t, x)
	})
}

// drawAll draws every chart of numbers, and checks it.
func drawAll(t *testing.T, x []float64) {
	// Three numbers of each place, so that bounds lie on either side of values and not.
	turned := func(by int) []float64 {
		return append(append([]float64{}, x[min(by, len(x)):]...), x[:min(by, len(x))]...)
	}
	low, high := turned(1), turned(2)
	names, counted, known := make([]string, len(x)), make([]float64, len(x)), make([]bool, len(x))
	matrix := make([][]float64, len(x))
	var sure []Sure
	for n := range x {
		names[n], counted[n], known[n], matrix[n] = "c", float64(n+1), n%2 == 0, x
		sure = append(sure, Sure{Confidence: x[n], Right: low[n], Low: high[n], High: x[n], Count: n - 1})
	}
	size := Size{460, 220}

	for _, n := range []int{1, 4, 8} {
		for i := range x {
			ticks := Ticks(x[i], low[i], n)
			if len(ticks) == 0 || len(ticks) > n+3 {
				t.Errorf("Ticks(%g, %g, %d): %d of them", x[i], low[i], n, len(ticks))
			}
			distinct(t, ticks, texts(ticks))
		}
	}
	for what, c := range map[string]Line{
		"steps": NewLine(counted, x, size, 48), "x, too": NewLine(x, low, size, 48), "flat": NewLine(x, counted, size, 48),
	} {
		within(t, what, c, 460)
		legible(t, what, c.X)
		legible(t, what, c.Y)
		for _, p := range c.Pieces {
			within(t, what+Path(p), p, 460)
		}
	}
	course := NewCourse(x, low, high, size)
	within(t, "course", course, 460)
	legible(t, "course", course.Y)
	columns := NewColumns(names, x, size)
	within(t, "columns", columns, 460)
	if len(columns.Columns) != len(x) {
		t.Errorf("%d columns of %d values", len(columns.Columns), len(x))
	}
	for i := range x {
		c := NewInterval(x[i], low[i], high[i], size)
		within(t, "interval", c, 460)
		legible(t, "interval", c.Ticks)
	}
	falls, zero := Falls(x)
	within(t, "falls", falls, Full)
	within(t, "falls", zero, Full)
	spans, zero := Spans(x, low, high)
	within(t, "spans", spans, Full)
	within(t, "spans", zero, Full)
	scores, marks := Scores(x, low, high)
	within(t, "scores", scores, Full)
	legible(t, "scores", marks)
	within(t, "heat", NewHeat(matrix, names, known, Point{60, 40}, 80, 20), 4000)
	diagram := NewReliability(sure, size)
	within(t, "reliability", diagram, 460)
	legible(t, "reliability", diagram.X)
}

// within checks every number of a chart: from 0 to most, but for rounding. It
// looks into everything that the value holds.
func within(t *testing.T, what string, chart any, most float64) {
	t.Helper()
	var look func(v reflect.Value, where string)
	look = func(v reflect.Value, where string) {
		switch v.Kind() {
		case reflect.Float64:
			if x := v.Float(); !(x >= -1e-6 && x <= most+1e-6) {
				t.Errorf("%s: %s is %g, want 0 to %g", what, where, x, most)
			}
		case reflect.Int:
			if n := v.Int(); n < 0 || n > 100 {
				t.Errorf("%s: %s is %d", what, where, n)
			}
		case reflect.String:
			if s := v.String(); strings.Contains(s, "NaN") || strings.Contains(s, "Inf") {
				t.Errorf("%s: %s reads %q", what, where, s)
			}
		case reflect.Slice, reflect.Array:
			for n := range v.Len() {
				look(v.Index(n), fmt.Sprintf("%s[%d]", where, n))
			}
		case reflect.Struct:
			for n := range v.NumField() {
				look(v.Field(n), where+"."+v.Type().Field(n).Name)
			}
		}
	}
	look(reflect.ValueOf(chart), "")
}

// legible checks the ticks of an axis: few, at places of their own, short, and no
// two alike.
func legible(t *testing.T, what string, ticks []Tick) {
	t.Helper()
	at, names := make([]float64, len(ticks)), make([]string, len(ticks))
	for n, tick := range ticks {
		at[n], names[n] = tick.At, tick.Text
	}
	if len(ticks) > 12 {
		t.Errorf("%s: %d ticks", what, len(ticks))
	}
	distinct(t, at, names)
}

func distinct(t *testing.T, at []float64, names []string) {
	t.Helper()
	for n := range names {
		if long := utf8.RuneCountInString(names[n]); long > 20 {
			t.Errorf("a tick reads %q", names[n])
		}
		if n > 0 && (names[n] == names[n-1] || at[n] == at[n-1]) {
			t.Errorf("two ticks at %g and %g read %q and %q", at[n-1], at[n], names[n-1], names[n])
		}
	}
}
