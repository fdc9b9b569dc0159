package workers

import (
	"fmt"
	"html"
	"math"
	"strings"

	"concord/core/api"
)

func open(w, h float64) *strings.Builder {
	b := &strings.Builder{}
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" font-family="sans-serif" font-size="11">`+
		`<rect width="100%%" height="100%%" fill="white"/>`, w, h)
	return b
}

// DrawBoxes is an SVG of boxplots, those of a kind on one axis: whiskers at the least and the greatest, the box is the middle half.
func DrawBoxes(boxes []api.Box) string {
	const left, width, row, top = 120.0, 360.0, 44.0, 8.0
	b := open(left+width+24, top+row*float64(len(boxes)))
	for n, x := range boxes {
		low, high := api.Scale(boxes, x.Kind)
		at := func(v float64) float64 { return left + width*(v-low)/max(high-low, math.SmallestNonzeroFloat64) }
		y := top + row*float64(n) + 14
		fmt.Fprintf(b, `<text x="%g" y="%g" text-anchor="end">%s</text>`, left-10, y+4, html.EscapeString(x.Name))
		fmt.Fprintf(b, `<path d="M%.1f %gH%.1f" stroke="#444"/><rect x="%.1f" y="%g" width="%.1f" height="18" fill="#cfe3f3" stroke="#0072b2"/>`+
			`<path d="M%.1f %gv18" stroke="#d55e00" stroke-width="2"/>`, at(x.Min), y, at(x.Max), at(x.Low), y-9,
			at(x.High)-at(x.Low), at(x.Median), y-9)
		for _, v := range []float64{low, high} {
			fmt.Fprintf(b, `<text x="%.1f" y="%g" text-anchor="middle" fill="#666">%.4g</text>`, at(v), y+24, v)
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// Pair are a worker's true confusion matrix and the estimated one, K×K each.
type Pair struct {
	Name            string
	True, Estimated []float64
}

// DrawPairs is an SVG of matrices as heat maps, the true ones above: the darker, the more likely; a row is a true class.
func DrawPairs(pairs []Pair, k int) string {
	const left, cell, gap, top = 70.0, 11.0, 14.0, 22.0
	side := cell * float64(k)
	b := open(left+float64(len(pairs))*(side+gap), top+2*(side+gap))
	for n, p := range pairs {
		x := left + float64(n)*(side+gap)
		fmt.Fprintf(b, `<text x="%g" y="15" text-anchor="middle">%s</text>`, x+side/2, html.EscapeString(p.Name))
		for m, matrix := range [][]float64{p.True, p.Estimated} {
			y := top + float64(m)*(side+gap)
			b.WriteString(`<g fill="#0072b2">`)
			for at, v := range matrix {
				if v >= 0.01 {
					fmt.Fprintf(b, `<path d="M%g %gh%gv%[3]gh-%[3]gz" opacity="%.2f"/>`, x+cell*float64(at%k), y+cell*float64(at/k), cell, v)
				}
			}
			b.WriteString("</g>")
			fmt.Fprintf(b, `<rect x="%g" y="%g" width="%g" height="%g" fill="none" stroke="#888"/>`, x, y, side, side)
		}
	}
	for m, name := range []string{"true", "estimated"} {
		fmt.Fprintf(b, `<text x="%g" y="%g" text-anchor="end">%s</text>`, left-8, top+float64(m)*(side+gap)+side/2+4, name)
	}
	b.WriteString("</svg>\n")
	return b.String()
}
