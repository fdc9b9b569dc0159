package api

import (
	"fmt"
	"math"
	"strings"

	"concord/internal/humanize"
)

// Figure is a number with its 95 % interval, or the reason why there is none.
type Figure struct {
	Value    float64 `json:"value"`
	Low      float64 `json:"low"` // equal to Value unless Interval
	High     float64 `json:"high"`
	Why      string  `json:"why,omitempty"`      // not defined because …; the rest is 0 then
	N        int     `json:"n,omitempty"`        // how many tasks (or labels, where said) it rests on
	Interval bool    `json:"interval,omitempty"` // Low and High are the 95 % interval
	SE       float64 `json:"se,omitempty"`       // analytic standard error; 0: no formula gives one
	Draws    int     `json:"-"`                  // bootstrap replicates that the interval rests on; 0: a formula gives it
}

// Defined reports whether the figure has a value.
func (f Figure) Defined() bool { return f.Why == "" }

// Undefined returns a figure without a value.
func Undefined(why string) Figure { return Figure{Why: why} }

// Exactly returns a figure without an interval.
func Exactly(value float64, n int) Figure { return Figure{Value: value, Low: value, High: value, N: n} }

// Within gives the figure the 95 % interval of its standard error, if that is known: above zero.
func (f Figure) Within(se float64) Figure {
	const z95 = 1.959963984540054 // 97.5 % point of the normal distribution
	if se > 0 {
		f.SE, f.Interval, f.Low, f.High = se, true, f.Value-z95*se, f.Value+z95*se
	}
	return f
}

// Times returns the figure in another unit.
func (f Figure) Times(x float64) Figure {
	f.Value, f.Low, f.High, f.SE = f.Value*x, f.Low*x, f.High*x, f.SE*x
	return f
}

// Span writes the interval of a share in whole percents: 70–95 %.
func (f Figure) Span() string {
	low, high := math.Round(100*f.Low), math.Round(100*f.High)
	if low == high {
		return fmt.Sprintf("%.0f %%", low)
	}
	return fmt.Sprintf("%.0f–%.0f %%", low, high)
}

// Percents writes a share and its interval in whole percents: 84 % (70–95 %).
func (f Figure) Percents() string { return humanize.Percent(f.Value) + " (" + f.Span() + ")" }

// Points writes a difference of shares and its interval in points: +2.3 (−1.0 to +5.6).
func (f Figure) Points() string {
	if !f.Interval {
		return Points(f.Value)
	}
	return fmt.Sprintf("%s (%s to %s)", Points(f.Value), Points(f.Low), Points(f.High))
}

// Points writes a difference of shares in points: +2.3.
func Points(x float64) string {
	if x = math.Round(1000*x) / 10; x == 0 {
		return "0.0"
	}
	return strings.Replace(fmt.Sprintf("%+.1f", x), "-", "−", 1)
}

// Hundredths writes a coefficient and its interval with two decimals: 0.71 (0.63 to 0.79).
func (f Figure) Hundredths() string {
	decimals := func(x float64) string {
		return strings.Replace(fmt.Sprintf("%.2f", math.Round(100*x)/100+0), "-", "−", 1)
	}
	if !f.Interval {
		return decimals(f.Value)
	}
	return fmt.Sprintf("%s (%s to %s)", decimals(f.Value), decimals(f.Low), decimals(f.High))
}

// Mean is a mean with its standard error.
type Mean struct {
	Value float64 `json:"value"`
	SE    float64 `json:"se"`
	Low   float64 `json:"low"` // 95 % interval
	High  float64 `json:"high"`
	N     int     `json:"n"` // labels that it rests on
	Why   string  `json:"-"` // not defined because …; the rest is 0 then
}

// Defined reports whether the mean has a value.
func (m Mean) Defined() bool { return m.Why == "" }
