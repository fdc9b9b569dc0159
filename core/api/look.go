package api

import (
	"fmt"
	"math"

	"concord/internal/humanize"
)

// Look is what a look at the least certain labels should find: of the labels whose truth nobody knows, sorted by how probably they are
// wrong, how many mistakes the first so many hold.
type Look struct {
	Labels int     `json:"labels"` // that nobody has looked at
	Wrong  float64 `json:"wrong"`  // how many of them are probably wrong
	// Curve rises from nothing to all of them, the least certain first; between two points it is straight.
	Curve []Found `json:"curve,omitempty"`
}

// Found is how many mistakes are expected among so many labels.
type Found struct {
	Labels int     `json:"labels"`
	Wrong  float64 `json:"wrong"`
}

// Doubts counts labels by how probably they are wrong, in bins of equal width: millions of them need no sorting, and within a bin they
// are as good as alike.
type Doubts [200]Found

// Add counts a label that is wrong with probability p.
func (d *Doubts) Add(p float64) {
	b := &d[int(min(max(p, 0)*float64(len(d)), float64(len(d)-1)))]
	b.Labels++
	b.Wrong += p
}

// Look returns what a look at what was counted should find, if it holds so many mistakes in all.
func (d *Doubts) Look(mistakes float64) *Look {
	l, sum := &Look{}, Found{}
	for n := len(d) - 1; n >= 0; n-- {
		if b := d[n]; b.Labels > 0 {
			sum.Labels += b.Labels
			sum.Wrong += b.Wrong
			l.Curve = append(l.Curve, sum)
		}
	}
	l.Labels, l.Wrong = sum.Labels, sum.Wrong
	if sum.Wrong > 0 {
		for n := range l.Curve {
			l.Curve[n].Wrong *= mistakes / sum.Wrong
		}
		l.Wrong = mistakes
	}
	return l
}

// Find returns how many mistakes the n least certain labels probably hold.
func (l *Look) Find(n int) float64 {
	var was Found
	for _, x := range l.Curve {
		if n <= x.Labels {
			return was.Wrong + (x.Wrong-was.Wrong)*float64(n-was.Labels)/float64(x.Labels-was.Labels)
		}
		was = x
	}
	return l.Wrong
}

// Suggested is how many labels to look at where nobody has said: 50, or a fifth of few.
func (l *Look) Suggested() int { return min(50, (l.Labels+4)/5) }

// Sentence says what a look at the n least certain labels should find.
func (l *Look) Sentence(n int) string {
	text := "Looking at the least certain label"
	if n != 1 {
		text = "Looking at the " + humanize.Number(n) + " least certain labels"
	}
	all := roughly(l.Wrong)
	return fmt.Sprintf("%s should find about %s of the %s expected %s.", text, humanize.Number(roughly(l.Find(n))), humanize.Number(all),
		humanize.Noun(all, "mistake"))
}

// roughly rounds a number of mistakes: of thousands nobody knows more than two digits.
func roughly(x float64) int {
	step := 1.
	if x >= 1000 {
		step = math.Pow(10, math.Floor(math.Log10(x))-1)
	}
	return int(math.Round(x/step) * step)
}
