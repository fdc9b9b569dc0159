package stories

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"strconv"
	"testing"
)

// Text and its ground are 4.5 to 1 apart, borders of controls and marks of charts
// 3 to 1, in both themes (WCAG 2.2, 1.4.3 and 1.4.11).
func TestContrast(t *testing.T) {
	css, err := os.ReadFile("../../web/theme.css")
	if err != nil {
		t.Fatal(err)
	}
	colours := map[string][2]string{}
	pair := regexp.MustCompile(`--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)`)
	for _, m := range pair.FindAllStringSubmatch(string(css), -1) {
		colours[m[1]] = [2]string{m[2], m[3]}
	}
	type want struct {
		ink, ground string
		ratio       float64
	}
	var wants []want
	text := func(ground string, inks ...string) {
		for _, ink := range inks {
			wants = append(wants, want{ink, ground, 4.5})
		}
	}
	text("surface", "ink", "muted", "accent", "accent-strong", "good", "bad", "warn", "task", "worker", "label")
	text("ground", "ink", "muted", "good", "accent")
	text("sunken", "ink", "muted", "accent", "accent-strong")
	text("accent-soft", "ink", "muted")
	text("bad-soft", "ink", "muted", "bad", "accent")
	text("warn-soft", "ink", "warn")
	text("good-soft", "good")
	text("accent", "on-accent")
	text("accent-strong", "on-accent")
	text("task-soft", "ink", "task")
	text("worker-soft", "ink", "worker")
	text("label-soft", "ink", "label")
	for level := range 9 {
		ink := "heat-ink-dark"
		if level >= 6 {
			ink = "heat-ink-light"
		}
		text(fmt.Sprintf("heat-%d", level), ink)
	}
	wants = append(wants,
		want{"line-strong", "surface", 3}, want{"line-strong", "sunken", 3},
		want{"worker", "surface", 3}, want{"accent", "surface", 3}, want{"accent", "line", 3}, want{"accent", "ground", 3})

	for _, w := range wants {
		for theme, name := range []string{"light", "dark"} {
			ink, ground := colours[w.ink][theme], colours[w.ground][theme]
			if ink == "" || ground == "" {
				t.Fatalf("no colour %s or %s", w.ink, w.ground)
			}
			if got := contrast(ink, ground); got < w.ratio {
				t.Errorf("%s: %s %s on %s %s: got %.2f, want %.1f", name, w.ink, ink, w.ground, ground, got, w.ratio)
			}
		}
	}

	// The shades of the heat map go one way, in even enough steps to be told apart.
	for theme, name := range []string{"light", "dark"} {
		for level := 1; level < 9; level++ {
			a := luminance(colours[fmt.Sprintf("heat-%d", level-1)][theme])
			b := luminance(colours[fmt.Sprintf("heat-%d", level)][theme])
			if theme == 0 {
				a, b = b, a
			}
			if b <= a {
				t.Errorf("%s: heat-%d is not stronger than the shade before", name, level)
			}
		}
	}
}

func contrast(a, b string) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// luminance is the relative luminance of WCAG 2.2.
func luminance(hex string) float64 {
	weights := []float64{0.2126, 0.7152, 0.0722}
	sum := 0.0
	for i, w := range weights {
		n, err := strconv.ParseUint(hex[1+2*i:3+2*i], 16, 8)
		if err != nil {
			panic(err)
		}
		c := float64(n) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += w * c
	}
	return sum
}
