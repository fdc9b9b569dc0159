package chart

import (
	"math"
	"strings"
)

// Dot is a point to be drawn: what it belongs to, and how large it is.
type Dot struct {
	X, Y  float64
	Group int     // its colour and its form
	Size  float64 // 0 to 1
}

// Scatter is a cloud of dots. Dots of the same group and size are one path: thousands of elements are too slow.
type Scatter struct {
	Size
	Places []Point // of each dot
	Marks  []Mark
}

// Mark is what is drawn of the dots of a group and a size.
type Mark struct {
	Group int
	Path  string
}

// Groups are told apart by colour and form: so many colours, and all forms of each.
const (
	Colours = 6
	Forms   = 3
)

// sizesOfDots is how many sizes there are.
const sizesOfDots = 4

// NewScatter lays dots out. Both directions have the same scale.
func NewScatter(dots []Dot, size Size) Scatter {
	s := Scatter{Size: size, Places: make([]Point, len(dots))}
	if len(dots) == 0 {
		return s
	}
	low, high := Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	for _, d := range dots {
		d.X, d.Y = finite(d.X), finite(d.Y)
		low, high = Point{min(low.X, d.X), min(low.Y, d.Y)}, Point{max(high.X, d.X), max(high.Y, d.Y)}
	}
	const margin = 12
	unit := math.Inf(1) // units of the viewBox for one of the data
	for _, u := range []float64{(size.W - 2*margin) / (high.X - low.X), (size.H - 2*margin) / (high.Y - low.Y)} {
		unit = min(unit, u)
	}
	if math.IsInf(unit, 0) { // all lie in one place, or as good as that
		unit = 0
	}
	groups := 0
	for i, d := range dots {
		s.Places[i] = Point{X: size.W/2 + (finite(d.X)-low.X-(high.X-low.X)/2)*unit, Y: size.H/2 - (finite(d.Y)-low.Y-(high.Y-low.Y)/2)*unit}
		groups = max(groups, d.Group+1)
	}
	for level := sizesOfDots - 1; level >= 0; level-- { // small ones on top
		for g := range groups {
			var b strings.Builder
			for i, d := range dots {
				if d.Group == g && levelOfDot(d.Size) == level {
					form(&b, s.Places[i], 1.8+1.4*float64(level), g/Colours%Forms)
				}
			}
			if b.Len() > 0 {
				s.Marks = append(s.Marks, Mark{Group: g, Path: b.String()})
			}
		}
	}
	return s
}

func levelOfDot(size float64) int { return min(int(share(size)*sizesOfDots), sizesOfDots-1) }

// Sign is the path of a single dot of a group, for a legend.
func Sign(group int, at Point, r float64) string {
	var b strings.Builder
	form(&b, at, r, group/Colours%Forms)
	return b.String()
}

// form writes a circle, a square or a triangle.
func form(b *strings.Builder, p Point, r float64, which int) {
	write := func(parts ...any) {
		for _, part := range parts {
			switch part := part.(type) {
			case string:
				b.WriteString(part)
			case float64:
				b.WriteString(Attr(part))
			}
		}
	}
	switch which {
	case 0:
		write("M", p.X-r, " ", p.Y, "a", r, " ", r, " 0 1 0 ", 2*r, " 0a", r, " ", r, " 0 1 0 ", -2*r, " 0")
	case 1:
		write("M", p.X-r, " ", p.Y-r, "h", 2*r, "v", 2*r, "h", -2*r, "z")
	default:
		write("M", p.X, " ", p.Y-1.2*r, "L", p.X+1.2*r, " ", p.Y+r, "L", p.X-1.2*r, " ", p.Y+r, "z")
	}
}

// Nearest returns the dot nearest to a place, −1 if none is within reach.
func (s Scatter) Nearest(at Point, reach float64) int {
	best, least := -1, reach*reach
	for i, p := range s.Places {
		if d := (p.X-at.X)*(p.X-at.X) + (p.Y-at.Y)*(p.Y-at.Y); d <= least {
			best, least = i, d
		}
	}
	return best
}
