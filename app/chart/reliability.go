package chart

import "math"

// Sure are answers that a method was about equally sure of: how sure on average, the share that is right with its
// bounds, and their number.
type Sure struct {
	Confidence       float64
	Right, Low, High float64
	Count            int
}

// Reliability is a reliability diagram: how often answers are right, by how sure the method was of them. Both axes
// run from the same share to 1, so that both are equal on the diagonal.
type Reliability struct {
	Axes
	Diagonal [2]Point
	Points   []Reliable
}

// Reliable is one point of it, with bounds along y. The square of its radius grows with the number of answers.
type Reliable struct {
	Point
	Low, High float64
	R         float64
}

// NewReliability lays out a reliability diagram. Bins without answers are left out.
func NewReliability(all []Sure, size Size) Reliability {
	c := Reliability{Axes: axes(size, 56, 10, 24, 38)}
	least, most := 0.5, 0
	for _, s := range all {
		if s.Count > 0 {
			least, most = min(least, share(s.Confidence), share(s.Low), share(s.Right)), max(most, s.Count)
		}
	}
	from, step := 0.5, 0.1
	if least < from {
		from = max(math.Floor(least*5)/5, 0)
	}
	if from < 0.4 {
		step = 0.2
	}
	across, up := c.across(from, 1), c.up(from, 1)
	c.Diagonal = [2]Point{{across.at(from), up.at(from)}, {across.at(1), up.at(1)}}
	for n := range int(math.Round((1-from)/step)) + 1 {
		x := from + float64(n)*step
		text := decimal(100*x, 0) + " %"
		c.X, c.Y = append(c.X, Tick{across.at(x), text}), append(c.Y, Tick{up.at(x), text})
	}
	for _, s := range all {
		if s.Count <= 0 {
			continue
		}
		c.Points = append(c.Points, Reliable{
			Point: Point{across.at(share(s.Confidence)), up.at(share(s.Right))}, Low: up.at(share(s.Low)), High: up.at(share(s.High)),
			R: max(3, 9*math.Sqrt(float64(s.Count)/float64(most))),
		})
	}
	return c
}
