package report

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"

	"concord/core/api"
	"concord/internal/humanize"
)

// The figures of the report: SVG in the page itself. Each stands beside a table that says the same, and has a title for those who
// can't see it. They are as wide as a phone, so that their type stays readable there.

const (
	figureWidth  = 340.0
	figureHeight = 250.0
)

// Coefficient is one of agreement.
type Coefficient struct {
	Name string `json:"name"`
	api.Figure
}

// Reliable is one bar of a reliability diagram.
type Reliable api.Bin

// MarshalJSON implements json.Marshaler.
func (b Reliable) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Low        float64 `json:"low"` // the probabilities it takes in
		High       float64 `json:"high"`
		Count      int     `json:"count"`
		Confidence float64 `json:"confidence"` // mean probability
		Right      float64 `json:"right"`      // share that is right
		RightLow   float64 `json:"rightLow"`   // its 95 % interval
		RightHigh  float64 `json:"rightHigh"`
	}{b.Low, b.High, b.Count, b.Confidence, b.Right.Value, b.Right.Low, b.Right.High})
}

// coefficients draws coefficients of agreement with their intervals on one axis.
func (m *markup) coefficients(title string, list []Coefficient) {
	const left, right, top, row = 10.0, 10.0, 8.0, 34.0
	low := 0.0
	for _, c := range list {
		low = min(low, math.Floor(min(c.Low, c.Value)*5)/5)
	}
	bottom := top + row*float64(len(list))
	x := func(v float64) float64 { return left + (figureWidth-left-right)*(v-low)/(1-low) }
	m.svg(title, figureWidth, bottom+38)
	for v := low; v < 1.1; v += 0.2 {
		m.shape("line class=grid", "x1 y1 x2 y2", x(v), top, x(v), bottom)
		m.label(x(v), bottom+16, "middle", decimals(v)[:len(decimals(v))-1])
	}
	for _, v := range []float64{2. / 3, 0.8} {
		m.shape("line class=axis", "x1 y1 x2 y2", x(v), top, x(v), bottom)
	}
	m.raw("\n")
	for n, c := range list {
		y := top + row*float64(n)
		m.label(left, y+13, "start", c.Name+": "+decimals(c.Value))
		if c.Interval {
			m.shape("line class=line", "x1 y1 x2 y2", x(c.Low), y+23, x(c.High), y+23)
		}
		m.shape("circle class=dot r=4", "cx cy", x(c.Value), y+23)
		m.raw("\n")
	}
	m.label(left, bottom+33, "start", "dashed: 0.667 and 0.8")
	m.raw("</svg>\n")
}

// crew draws the workers: a dot each, and the funnel in which 95 % of average workers would be.
func (m *markup) crew(title string, c *Crew) {
	const left, right, top, bottom = 44.0, 14.0, 12.0, 44.0
	fewest, most, lowest, highest := math.Inf(1), 1.0, 1.0, 1.0
	for _, d := range c.Dots {
		n := float64(max(1, d.Labels))
		fewest, most, lowest, highest = min(fewest, n), max(most, n), min(lowest, d.At), max(highest, d.At)
	}
	from, to := math.Log(fewest/1.25), math.Log(most*1.25)
	if c.Average > 0 {
		low, _ := api.Funnel(c.Average, fewest)
		lowest = max(0, math.Floor(10*min(lowest, low))/10)
	} else {
		lowest = 0
	}
	x := func(n float64) float64 { return left + (figureWidth-left-right)*(math.Log(n)-from)/(to-from) }
	y := func(v float64) float64 { return top + (figureHeight-top-bottom)*(highest-v)/(highest-lowest) }
	says := func(v float64) string { return strconv.FormatFloat(v, 'g', 3, 64) }
	if c.Average > 0 {
		says = humanize.Percent
	}
	m.svg(title, figureWidth, figureHeight)
	for _, v := range []float64{lowest, (lowest + highest) / 2, highest} {
		m.shape("line class=grid", "x1 y1 x2 y2", left, y(v), figureWidth-right, y(v))
		m.label(left-6, y(v)+4, "end", says(v))
	}
	m.label(x(fewest), figureHeight-bottom+17, "middle", humanize.Number(int(fewest)))
	if x(most)-x(fewest) > 34 {
		m.label(x(most), figureHeight-bottom+17, "middle", humanize.Number(int(most)))
	}
	if middle := math.Round(math.Sqrt(fewest * most)); x(most)-x(fewest) > 100 {
		m.label(x(middle), figureHeight-bottom+17, "middle", humanize.Number(int(middle)))
	}
	if c.Average > 0 {
		const steps = 40
		m.raw("<path class=funnel")
		path := []byte("M")
		for side := range 2 {
			for s := range steps + 1 {
				if side == 1 {
					s = steps - s
				}
				n := math.Exp(from + (to-from)*float64(s)/steps)
				low, high := api.Funnel(c.Average, n)
				if side == 1 {
					high = max(low, lowest)
				}
				if len(path) > 1 {
					path = append(path, 'L')
				}
				path = append(appendShort(path, x(n)), ' ')
				path = appendShort(path, y(min(high, highest)))
			}
		}
		m.attr("d", string(append(path, 'z')))
		m.raw("/>\n")
		m.shape("line class=axis", "x1 y1 x2 y2", left, y(c.Average), figureWidth-right, y(c.Average))
	}
	var named [][2]float64 // where names stand
	for _, d := range c.Dots {
		at, up := x(float64(max(1, d.Labels))), y(d.At)
		if !d.Look {
			m.shape("circle class=dot r=3", "cx cy", at, up)
			continue
		}
		m.shape("rect class=look width=8 height=8", "x y", at-4, up-4)
		if !slices.ContainsFunc(named, func(p [2]float64) bool { return math.Abs(p[0]-at) < 90 && math.Abs(p[1]-up) < 13 }) {
			named = append(named, [2]float64{at, up})
			anchor, aside := "start", 7.0
			if at > figureWidth/2 {
				anchor, aside = "end", -7
			}
			m.label(at+aside, up+4, anchor, humanize.Short(d.Name, 16))
		}
	}
	m.raw("\n")
	m.label((left+figureWidth-right)/2, figureHeight-8, "middle", c.label()+"s of the "+c.noun())
	m.raw("</svg>\n")
}

// svg opens a drawing.
func (m *markup) svg(title string, width, height float64) {
	m.raw(`<svg role="img" viewBox="0 0 `)
	m.buf = appendShort(m.buf, width)
	m.raw(" ")
	m.buf = appendShort(m.buf, height)
	m.raw(`"`)
	m.numbers("width height", width, height)
	m.raw(">")
	m.in("title", title)
}

// label writes text in a drawing.
func (m *markup) label(x, y float64, anchor, s string) {
	m.raw("<text")
	m.numbers("x y", x, y)
	m.attr("text-anchor", anchor)
	m.raw(">")
	m.text(s)
	m.raw("</text>")
}
