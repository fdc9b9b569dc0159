package api

import "testing"

// What it comes to is said in words, and at every place at which labels stop paying.
func TestForecastSentence(t *testing.T) {
	points := func(better float64, right ...float64) *Forecast {
		f := &Forecast{}
		for i, more := range []float64{-2, -1, 0, .5, 2, 4, 6} {
			p := ForecastPoint{More: more, PerTask: 3 + more, Right: right[i]}
			if more >= 0 {
				p.Targeted = new(right[i] + better)
			}
			f.Points = append(f.Points, p)
		}
		return f
	}
	rises, flat := points(.02, .6, .7, .8, .82, .9, .95, .96), points(0, .6, .7, .8, .8, .801, .801, .802)
	const said = "With 2 more labels per task, we expect 90.0 % to be right instead of 80.0 %, or 92.0 % with " +
		"as many labels where they help most."
	for _, c := range []struct {
		of          *Forecast
		prices      Prices
		want, costs string
	}{
		{rises, Prices{}, said, ""},
		{rises, Prices{Label: 1}, said, ""},
		// Two labels more bring .1, the next two .05, the last two .01; one fewer loses .1, as does the next.
		{rises, Prices{Label: 1, Mistake: 11}, said,
			"At these prices, more labels for these tasks cost more than they save; 3 labels per new task are cheapest."},
		{rises, Prices{Label: 1, Mistake: 9}, said, "At these prices, more labels for these tasks cost more than they save; " +
			"1 label per new task is cheapest, though with one label nothing shows how many are right."},
		{rises, Prices{Label: 1, Mistake: 30}, said,
			"At these prices, up to 2 more labels per task save more than they cost; 5 labels per new task are cheapest."},
		{rises, Prices{Label: 1, Mistake: 1000}, said,
			"At these prices, 6 more labels per task, and perhaps more, save more than they cost; 9 labels per new task are cheapest."},
		{flat, Prices{}, "More labels would hardly help: we expect 80.0 % to be right now, and 80.2 % with 6 more labels per task.", ""},
	} {
		if got := c.of.Sentence(); got != c.want {
			t.Errorf("%+v: got %q\nwant %q", c.prices, got, c.want)
		}
		if got := c.of.Costs(c.prices); got != c.costs {
			t.Errorf("%+v: got %q\nwant %q", c.prices, got, c.costs)
		}
	}
}
