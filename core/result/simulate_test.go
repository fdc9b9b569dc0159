package result

import "testing"

// What it comes to is said in words, for every place at which labels stop paying.
func TestSimulatedSentence(t *testing.T) {
	points := func(right ...float64) *Simulated {
		n := Needed{}
		for i, more := range []int{-1, 0, 2, 4, 6} {
			n.Points = append(n.Points, NeedsPoint{More: more, PerTask: float64(3 + more), Right: right[i]})
		}
		return &Simulated{Curves: []Needed{n}}
	}
	rises, flat := points(.7, .8, .9, .95, .96), points(.7, .8, .801, .803, .802)
	for _, c := range []struct {
		of     *Simulated
		prices Prices
		want   string
	}{
		{rises, Prices{}, "With 2 more labels per task about 90 % would be right instead of 80 %."},
		// Two labels more bring .1, the next two .05, the last two .01.
		{rises, Prices{Label: 1, Mistake: 19}, "With 2 more labels per task about 90 % would be right instead of 80 %, " +
			"but they cost more than they save."},
		{rises, Prices{Label: 1, Mistake: 30}, "With 2 more labels per task about 90 % would be right instead of 80 %; " +
			"beyond 2 more per task, they cost more than they save."},
		{rises, Prices{Label: 1, Mistake: 100}, "With 2 more labels per task about 90 % would be right instead of 80 %; " +
			"beyond 4 more per task, they cost more than they save."},
		{rises, Prices{Label: 1, Mistake: 1000}, "With 2 more labels per task about 90 % would be right instead of 80 %; " +
			"as many as 6 more per task save more than they cost."},
		{flat, Prices{Label: 1, Mistake: 100}, "More labels would hardly help: about 80 % are right now, and 80 % would be with " +
			"6 more labels per task."},
	} {
		if got := c.of.Sentence(c.prices); got != c.want {
			t.Errorf("%+v: got %q\nwant %q", c.prices, got, c.want)
		}
	}
}
