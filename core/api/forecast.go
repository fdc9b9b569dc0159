package api

import (
	"fmt"
	"math"
	"strconv"

	"concord/internal/humanize"
)

// Forecast says how many labels would be right if there were more of them, or fewer.
type Forecast struct {
	Now     float64         `json:"now"`     // share of the labels that are expected to be right (Expected.Value)
	Low     float64         `json:"low"`     // its 95 % interval
	High    float64         `json:"high"`    //
	Tasks   int             `json:"tasks"`   // that have labels
	PerTask float64         `json:"perTask"` // labels of these, on average
	Points  []ForecastPoint `json:"points"`  // by rising number of labels
	Notes   []string        `json:"notes,omitempty"`
}

// ForecastPoint is one number of labels.
type ForecastPoint struct {
	More     float64  `json:"more"`               // labels per task beyond those there are; below 0: fewer
	Labels   int      `json:"labels"`             // that is how many labels in all, below 0: fewer
	PerTask  float64  `json:"perTask"`            // labels of a task then, on average
	Right    float64  `json:"right"`              // share of the labels that would be right, the same number for each task
	Low      float64  `json:"low"`                // what forecasts for real crowds were off by, 95 %
	High     float64  `json:"high"`               //
	Targeted *float64 `json:"targeted,omitempty"` // with as many labels where they help most; nil: there are fewer labels
}

// Prices are what labels and mistakes cost, in the same currency. The zero value: nothing is known of that.
type Prices struct {
	Label   float64 `json:"label"`   // one label
	Mistake float64 `json:"mistake"` // a wrong answer
}

// Known reports whether there are prices.
func (p Prices) Known() bool { return p.Label > 0 && p.Mistake > 0 }

// Cost is what a task costs on average: its labels, and its answer if that is wrong.
func (p Prices) Cost(x ForecastPoint) float64 { return p.Label*x.PerTask + p.Mistake*(1-x.Right) }

// now returns the point of the labels that there are.
func (f *Forecast) now() ForecastPoint {
	for _, p := range f.Points {
		if p.More == 0 {
			return p
		}
	}
	return ForecastPoint{PerTask: f.PerTask, Right: f.Now, Low: f.Now, High: f.Now, Targeted: &f.Now}
}

// Cheapest returns the number of labels at which a new task costs least.
func (f *Forecast) Cheapest(p Prices) (best ForecastPoint) {
	least := math.Inf(1)
	for _, x := range f.Points {
		if c := p.Cost(x); c < least && (x.More <= 0 || x.More == math.Trunc(x.More)) {
			best, least = x, c
		}
	}
	return best
}

// paying returns the number of labels, at present or more, at which the tasks that there are cost least. last: it is the largest
// that was foretold.
func (f *Forecast) paying(p Prices) (best ForecastPoint, last bool) {
	least := math.Inf(1)
	for _, x := range f.Points {
		if c := p.Cost(x); x.More >= 0 && x.More == math.Trunc(x.More) && c < least {
			best, least = x, c
		}
	}
	return best, best.More > 0 && best.More == f.Points[len(f.Points)-1].More
}

// worth returns the fewest whole labels more that bring half of what can be had.
func (f *Forecast) worth() ForecastPoint {
	now, end := f.now(), f.Points[len(f.Points)-1]
	for _, x := range f.Points {
		if x.More >= 1 && x.More == math.Trunc(x.More) && x.Right-now.Right >= (end.Right-now.Right)/2 {
			return x
		}
	}
	return end
}

// hardly is a gain that labels are not bought for.
const hardly = .005

// Sentence says what it comes to: With 3 more labels per task, we expect 86.1 % to be right instead of 81.4 %.
func (f *Forecast) Sentence() string {
	now, worth, end := f.now(), f.worth(), f.Points[len(f.Points)-1]
	if best := or(end.Targeted, end.Right); best-now.Right < hardly {
		return fmt.Sprintf("More labels would hardly help: we expect %s to be right now, and %s with %s per task.", Tenths(now.Right),
			Tenths(best), moreLabels(end.More))
	}
	text := fmt.Sprintf("With %s per task, we expect %s to be right instead of %s", moreLabels(worth.More), Tenths(worth.Right),
		Tenths(now.Right))
	if best := or(worth.Targeted, worth.Right); Tenths(best) != Tenths(worth.Right) {
		text += ", or " + Tenths(best) + " with as many labels where they help most"
	}
	return text + "."
}

// Costs says what pays at these prices, empty where there are none.
func (f *Forecast) Costs(p Prices) string {
	if !p.Known() {
		return ""
	}
	text := "At these prices, "
	switch best, last := f.paying(p); {
	case best.More == 0:
		text += "more labels for these tasks cost more than they save"
	case last:
		text += moreLabels(best.More) + " per task, and perhaps more, save more than they cost"
	default:
		text += "up to " + moreLabels(best.More) + " per task save more than they cost"
	}
	x := f.Cheapest(p).PerTask
	n := math.Round(x)
	each := humanize.Count(int(n), "label") + " per new task are cheapest"
	switch {
	case n <= 1:
		each = "1 label per new task is cheapest, though with one label nothing shows how many are right"
	case math.Abs(x-n) > .05:
		each = "about " + each
	}
	return text + "; " + each + "."
}

func or(x *float64, other float64) float64 {
	if x == nil {
		return other
	}
	return *x
}

// Tenths writes a share in tenths of a percent: 81.4 %.
func Tenths(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

func moreLabels(n float64) string {
	if n == math.Trunc(n) {
		return humanize.Count(int(n), "more label")
	}
	return strconv.FormatFloat(n, 'g', 2, 64) + " more labels"
}
