package result

import (
	"fmt"
	"math"
)

// Simulated answers Simulate: what more labels would bring, or fewer.
type Simulated struct {
	Now     float64  `json:"now"`               // share of the labels that are expected to be right
	Low     float64  `json:"low"`               // its 95 % interval
	High    float64  `json:"high"`              //
	Tasks   int      `json:"tasks"`             // that have labels
	PerTask float64  `json:"perTask"`           // labels of these, on average
	Curves  []Needed `json:"curves"`            // that of the method of the result first
	Without string   `json:"without,omitempty"` // the worker who was also left out
	Notes   []string `json:"notes,omitempty"`   // how it was simulated, and doubts about it
}

// Needed is the accuracy of a method by the number of labels.
type Needed struct {
	Method  string       `json:"method"`
	Title   string       `json:"title"`
	Without bool         `json:"without,omitempty"` // others do the work of the worker who is left out
	Points  []NeedsPoint `json:"points"`
}

// NeedsPoint is one number of labels.
type NeedsPoint struct {
	More    int     `json:"more"`    // labels for each task beyond those there are; below 0: fewer
	PerTask float64 `json:"perTask"` // labels of a task then, on average
	Right   float64 `json:"right"`   // share of the labels that would be right
	Low     float64 `json:"low"`     // 95 % of crowds like this
	High    float64 `json:"high"`
}

// Prices are what labels and mistakes cost, in the same currency. The zero value: nothing is known of that.
type Prices struct {
	Label   float64 `json:"label"`   // one label
	Mistake float64 `json:"mistake"` // a wrong answer
}

// Known reports whether there are prices.
func (p Prices) Known() bool { return p.Label > 0 && p.Mistake > 0 }

// Cost is what a task costs on average: its labels, and its answer if that is wrong.
func (p Prices) Cost(x NeedsPoint) float64 { return p.Label*x.PerTask + p.Mistake*(1-x.Right) }

// at returns the point of a number of labels, between two points on the line from one to the other. They rise.
func (n *Needed) at(more int) NeedsPoint {
	for i, b := range n.Points {
		switch {
		case b.More < more:
			continue
		case b.More == more || i == 0:
			return b
		}
		a := n.Points[i-1]
		part := float64(more-a.More) / float64(b.More-a.More)
		mix := func(a, b float64) float64 { return a + part*(b-a) }
		return NeedsPoint{more, mix(a.PerTask, b.PerTask), mix(a.Right, b.Right), mix(a.Low, b.Low), mix(a.High, b.High)}
	}
	return n.Points[len(n.Points)-1]
}

// Cheapest returns the number of labels, at present or more, at which a task costs least. last: it is the largest that
// was simulated.
func (n *Needed) Cheapest(p Prices) (best NeedsPoint, last bool) {
	end, least := n.Points[len(n.Points)-1].More, math.Inf(1)
	for more := range end + 1 {
		if x := n.at(more); p.Cost(x) < least {
			best, least = x, p.Cost(x)
		}
	}
	return best, best.More == end
}

// Worth returns the fewest labels more that bring half of what can be had.
func (n *Needed) Worth() NeedsPoint {
	now, end := n.at(0), n.Points[len(n.Points)-1]
	for more := 1; more < end.More; more++ {
		if x := n.at(more); x.Right-now.Right >= (end.Right-now.Right)/2 {
			return x
		}
	}
	return end
}

// hardly is a gain that may not show in whole percents.
const hardly = .01

// Sentence says what it comes to: With 3 more labels per task about 91 % would be right instead of 84 %.
func (s *Simulated) Sentence(p Prices) string {
	n := &s.Curves[0]
	now, worth, end := n.at(0), n.Worth(), n.Points[len(n.Points)-1]
	gain := fmt.Sprintf("With %s about %s %% would be right instead of %s %%", labelsMore(worth.More), wholePercent(worth.Right),
		wholePercent(now.Right))
	flat := end.Right-now.Right < hardly
	if flat {
		gain = fmt.Sprintf("More labels would hardly help: about %s %% are right now, and %s %% would be with %s", wholePercent(now.Right),
			wholePercent(max(now.Right, end.Right)), labelsMore(end.More))
	}
	if !p.Known() {
		return gain + "."
	}
	best, last := n.Cheapest(p)
	switch {
	case best.More == 0 && flat:
		return gain + "."
	case best.More == 0:
		return gain + ", but they cost more than they save."
	case last:
		return gain + fmt.Sprintf("; as many as %d more per task save more than they cost.", best.More)
	}
	return gain + fmt.Sprintf("; beyond %d more per task, they cost more than they save.", best.More)
}

func labelsMore(n int) string {
	if n == 1 {
		return "1 more label per task"
	}
	return fmt.Sprintf("%d more labels per task", n)
}
