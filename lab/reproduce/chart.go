package main

import (
	"fmt"
	"html"
	"math"
	"strings"
)

// Colours of the lines, safe for most colour-blind readers (Okabe & Ito 2008), and dashes
// for all others.
var colours = []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"}
var dashes = []string{"", "6 3", "2 3", "8 3 2 3", "4 4", "1 3"}

// chart draws lines over the same x with a legend.
func (p *page) chart(name, title, y string, lines []series) error {
	const w, h, left, right, top, bottom = 420.0, 260.0, 56.0, 92.0, 28.0, 34.0
	x0, x1, y0, y1 := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, l := range lines {
		for i, v := range l.Y {
			if !math.IsNaN(v) {
				x0, x1 = min(x0, l.X[i]), max(x1, l.X[i])
				y0, y1 = min(y0, v), max(y1, v)
			}
		}
	}
	if x1 == x0 {
		x1 = x0 + 1
	}
	if y1 == y0 {
		y0, y1 = y0-0.5, y1+0.5
	}
	px := func(x float64) float64 { return left + (x-x0)/(x1-x0)*(w-left-right) }
	py := func(y float64) float64 { return h - bottom - (y-y0)/(y1-y0)*(h-top-bottom) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" font-family="sans-serif" font-size="11">`+
		`<rect width="100%%" height="100%%" fill="white"/>`, w, h)
	fmt.Fprintf(&b, `<text x="%g" y="16" font-weight="bold">%s: %s</text>`, left, html.EscapeString(title), html.EscapeString(y))
	for i := range 5 {
		v := y0 + float64(i)*(y1-y0)/4
		fmt.Fprintf(&b, `<line x1="%g" x2="%g" y1="%.1f" y2="%.1f" stroke="#ddd"/><text x="%g" y="%.1f" text-anchor="end">%.4g</text>`,
			left, w-right, py(v), py(v), left-5, py(v)+4, v)
	}
	every := (len(lines[0].X) + 7) / 8 // so that they don't overlap
	for n, x := range lines[0].X {
		if n%every > 0 {
			continue
		}
		fmt.Fprintf(&b, `<text x="%.1f" y="%g" text-anchor="middle">%g</text>`, px(x), h-bottom+15, x)
	}
	for n, l := range lines {
		var points []string
		for i, v := range l.Y {
			if !math.IsNaN(v) {
				points = append(points, fmt.Sprintf("%.1f,%.1f", px(l.X[i]), py(v)))
			}
		}
		colour, dash := colours[n%len(colours)], dashes[n%len(dashes)]
		fmt.Fprintf(&b, `<polyline points="%s" fill="none" stroke="%s" stroke-width="1.8" stroke-dasharray="%s"/>`, strings.Join(points, " "),
			colour, dash)
		at := top + 8 + 16*float64(n)
		fmt.Fprintf(&b,
			`<line x1="%g" x2="%g" y1="%g" y2="%g" stroke="%s" stroke-width="1.8" stroke-dasharray="%s"/><text x="%g" y="%g">%s</text>`,
			w-right+8, w-right+28, at-4, at-4, colour, dash, w-right+33, at, html.EscapeString(l.Name))
	}
	b.WriteString("</svg>\n")
	return p.picture(name, title+": "+y, b.String())
}
