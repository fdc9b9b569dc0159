package report

import (
	"encoding/json"
	"fmt"
	"math"

	"concord/core/api"
	"concord/internal/humanize"
)

// The figures of the report: SVG in the page itself. Each stands beside a table
// or text that says the same, and has a title for those who can't see it.

// Bar is one bar of a bar chart: a share between 0 and 1.
type Bar struct {
	Name  string  `json:"name"`
	Share float64 `json:"share"`
	Says  string  `json:"says"` // beside the bar
}

// bars draws horizontal bars.
func (m *markup) bars(title string, list []Bar) {
	const left, width, row, right = 170.0, 300.0, 22.0, 170.0
	m.svg(title, left+width+right, row*float64(len(list)))
	for n, b := range list {
		y := row * float64(n)
		m.label(left-8, y+15, "end", humanize.Short(b.Name, 24))
		length := max(0, min(1, b.Share)) * width
		m.shape("rect class=bar", "x y width height", left, y+3, length, row-6)
		m.label(left+length+6, y+15, "start", b.Says)
		m.raw("\n")
	}
	m.raw("</svg>\n")
}

// line draws a curve over steps, from its lowest to its highest.
func (m *markup) line(title string, y []float64) {
	const width, height, left, pad = 560.0, 160.0, 80.0, 12.0
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range y {
		low, high = min(low, v), max(high, v)
	}
	if len(y) < 2 || !(high > low) || math.IsInf(high-low, 0) {
		return
	}
	m.svg(title, left+width+pad, height+2*pad)
	m.raw("<polyline class=line")
	var points []byte
	for n, v := range y {
		if n > 0 {
			points = append(points, ' ')
		}
		points = appendShort(points, left+width*float64(n)/float64(len(y)-1))
		points = append(points, ',')
		points = appendShort(points, pad+height*(high-v)/(high-low))
	}
	m.attr("points", string(points))
	m.raw("/>\n")
	m.label(left-8, pad+8, "end", fmt.Sprintf("%.6g", high))
	m.label(left-8, pad+height, "end", fmt.Sprintf("%.6g", low))
	m.raw("</svg>\n")
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

// reliability draws how often answers of a probability are right.
func (m *markup) reliability(title string, bins []Reliable) {
	const size, left, pad = 260.0, 60.0, 12.0
	x := func(p float64) float64 { return left + size*p }
	y := func(p float64) float64 { return pad + size*(1-p) }
	m.svg(title, left+size+pad, size+2*pad+24)
	m.shape("line class=axis", "x1 y1 x2 y2", x(0), y(0), x(1), y(1))
	m.raw("\n")
	for _, b := range bins {
		if b.Count == 0 {
			continue
		}
		m.shape("line class=line", "x1 y1 x2 y2", x(b.Confidence), y(b.Right.Low), x(b.Confidence), y(b.Right.High))
		m.shape("circle class=bar r=4", "cx cy", x(b.Confidence), y(b.Right.Value))
		m.raw("\n")
	}
	m.label(left-8, y(1)+8, "end", "100 %")
	m.label(left-8, y(0), "end", "0 %")
	m.label(x(0.5), size+2*pad+16, "middle", "probability of the answer")
	m.raw("</svg>\n")
}

// boxes draws boxplots, those of a kind on one axis, and says the same in a table.
func (m *markup) boxes(title string, list []api.Box) {
	if len(list) == 0 {
		return
	}
	const left, width, row = 120.0, 420.0, 30.0
	m.in("h3", title)
	m.svg(title, left+width+20, row*float64(len(list)))
	for n, b := range list {
		low, high := api.Scale(list, b.Kind)
		x := func(v float64) float64 { return left + width*(v-low)/max(high-low, math.SmallestNonzeroFloat64) }
		y := row*float64(n) + row/2
		m.label(left-10, y+5, "end", b.Name)
		m.shape("line class=line", "x1 y1 x2 y2", x(b.Min), y, x(b.Max), y)
		m.shape("rect class=box", "x y width height", x(b.Low), y-8, x(b.High)-x(b.Low), 16)
		m.shape("line class=line", "x1 y1 x2 y2", x(b.Median), y-8, x(b.Median), y+8)
		m.raw("\n")
	}
	m.raw("</svg>\n")
	header, rows := api.Figures(list)
	m.table("", header, []bool{false, true, true, true}, rows)
}

// svg opens a drawing.
func (m *markup) svg(title string, width, height float64) {
	m.raw(`<svg role=img viewBox="0 0 `)
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
