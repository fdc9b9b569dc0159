package api

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Weighting is how much labels agree that are some steps of a scale apart.
type Weighting struct {
	Name string
	// of gives it for labels d steps apart on a scale whose ends are n steps apart.
	of func(d, n float64) float64
}

// Weightings are those with a name (Gwet 2014, section 3.5), the default first.
func Weightings() []Weighting {
	return []Weighting{
		{"ordinal", func(d, n float64) float64 { return 1 - d*(d+1)/(n*(n+1)) }},
		{"linear", func(d, n float64) float64 { return 1 - d/n }},
		{"quadratic", func(d, n float64) float64 { return 1 - d*d/(n*n) }},
	}
}

// Weights say which labels agree in part, for AC2 and weighted κ.
type Weights struct {
	Name string `json:"name"` // of a Weighting, or OwnWeights
	// By is how much labels agree that are 0, 1, 2, … steps apart: 1, then from 0 to 1; nil where labels are numbers, which agree by
	// their distance.
	By []float64 `json:"by,omitempty"`
}

// OwnWeights is the name of weights that were given one by one.
const OwnWeights = "own"

// Of returns how much labels agree by distance; nil if w is.
func (w *Weights) Of() []float64 {
	if w == nil {
		return nil
	}
	return w.By
}

// WeightsOf returns the weights for a scale of so many steps, at least two. text is the name of a Weighting (empty: the first), or all
// weights with commas between them.
func WeightsOf(text string, steps int) (*Weights, error) {
	all := Weightings()
	at := slices.IndexFunc(all, func(w Weighting) bool { return w.Name == text })
	if text == "" {
		at = 0
	}
	if at < 0 {
		return ownWeights(text, steps)
	}
	w := &Weights{Name: all[at].Name}
	for d := range steps {
		w.By = append(w.By, all[at].of(float64(d), float64(steps-1)))
	}
	return w, nil
}

// NumberWeights returns the weights of that name for labels that are numbers; empty: quadratic, which suit an interval scale.
func NumberWeights(name string) (*Weights, error) {
	name = cmp.Or(name, "quadratic")
	if !slices.ContainsFunc(Weightings(), func(w Weighting) bool { return w.Name == name }) {
		return nil, Refuse("The weights “%s” can't be used where labels are numbers. Give ordinal, linear or quadratic.", name)
	}
	return &Weights{Name: name}, nil
}

// Over returns how much two of these numbers, ascending, agree: ordinal weights go by their places, the others by their distance. It
// is nil if w is.
func (w *Weights) Over(values []float64) func(c, d int) float64 {
	if w == nil {
		return nil
	}
	all := Weightings()
	of := all[slices.IndexFunc(all, func(x Weighting) bool { return x.Name == w.Name })]
	last := max(0, len(values)-1)
	return func(c, d int) float64 {
		if of.Name == all[0].Name {
			return of.of(float64(max(c, d)-min(c, d)), float64(last))
		}
		return of.of(math.Abs(values[c]-values[d]), values[last]-values[0])
	}
}

func ownWeights(text string, steps int) (*Weights, error) {
	w := &Weights{Name: OwnWeights}
	for cell := range strings.SplitSeq(text, ",") {
		x, err := strconv.ParseFloat(strings.TrimSpace(cell), 64)
		if err != nil || math.IsNaN(x) || x < 0 || x > 1 {
			return nil, Refuse("The weights “%s” can't be used: “%s” is no number from 0 to 1. Give ordinal, linear or quadratic, or a number "+
				"for each distance, as in 1,0.5,0.", text, cell)
		}
		w.By = append(w.By, x)
	}
	if len(w.By) != steps || w.By[0] != 1 {
		return nil, Refuse("The weights “%s” don't fit the scale of %d steps. Give %d numbers with commas between them: 1 for the same step, "+
			"then how much labels agree that are 1, 2, … steps apart.", text, steps, steps)
	}
	return w, nil
}

// Text is the weights with commas between them, as WeightsOf takes them, rounded to four digits.
func (w *Weights) Text() string {
	texts := make([]string, len(w.By))
	for d, x := range w.By {
		texts[d] = strconv.FormatFloat(math.Round(x*1e4)/1e4, 'f', -1, 64)
	}
	return strings.Join(texts, ",")
}
