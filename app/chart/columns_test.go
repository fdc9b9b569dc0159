package chart

import "testing"

func TestColumns(t *testing.T) {
	c := NewColumns([]string{"1", "2", "3–9"}, []float64{1000, 1, 0}, Size{316, 160})
	// 300 wide from 8 on, a gap of 6 between columns; 100 high down to 120.
	want := []Column{
		{Rect{11, 20, 94, 100}, 58, "1,000", "1"},
		{Rect{111, 119, 94, 1}, 158, "1", "2"},
		{Rect{211, 120, 94, 0}, 258, "0", "3–9"},
	}
	for n := range want {
		if c.Columns[n] != want[n] {
			t.Errorf("column %d: got %v, want %v", n, c.Columns[n], want[n])
		}
	}
	if c := NewColumns(nil, nil, Size{316, 160}); len(c.Columns) != 0 {
		t.Errorf("got %v", c)
	}
}
