package session

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/kind"
	"concord/core/labels"
	"concord/internal/humanize"
)

// Scale is the order of the classes, if they have one.
type Scale struct {
	Order []int32 // the classes, the lowest first
	Place []int32 // of each class among them
	Steps kind.Steps
}

// newScale returns the order that an amendment has, or nil.
func (l *Labels) newScale(names []string) (*Scale, error) {
	if len(names) == 0 {
		return nil, nil
	}
	set := l.Full
	n := set.Classes.Len()
	if err := l.Refuse(api.AskOrder); err != nil {
		return nil, err
	}
	if len(names) > mostSteps {
		return nil, api.Refuse("The order has %s. A scale has at most %s.", humanize.Count(len(names), "step"), humanize.Number(mostSteps))
	}
	s := &Scale{Place: slices.Repeat([]int32{-1}, n), Steps: kind.Steps{Names: names, Of: make([]int32, n)}}
	seen := map[string]bool{}
	for step, name := range names {
		if name == "" {
			return nil, api.Refuse("The order has a step without a name. Give each class once, from the lowest to the highest.")
		}
		if seen[name] {
			return nil, api.Refuse("The order has the class “%s” twice. Give each of %s once.", name, kind.ClassList(set.Classes))
		}
		seen[name] = true
		if k, ok := set.Classes.Find(name); ok {
			s.Place[k], s.Steps.Of[k] = int32(len(s.Order)), int32(step)
			s.Order = append(s.Order, int32(k))
		}
	}
	if k := slices.Index(s.Place, -1); k >= 0 {
		return nil, api.Refuse("The order lacks the class “%s”. Give each of %s once, from the lowest to the highest; steps that no label "+
			"names may stand among them.", set.Classes.At(k), kind.ClassList(set.Classes))
	}
	return s, nil
}

// mostSteps a scale may have: as many as there can be classes.
const mostSteps = crowd.MaxClasses

// Steps returns the scale of the classes: as it was given, or that of names that are numbers; nil: there is none. Of two classes it
// makes no difference.
func (l *Labels) Steps() *kind.Steps {
	if l.Scale != nil {
		return &l.Scale.Steps
	}
	classes := l.Full.Classes
	if classes.Len() <= 2 || !l.Can(api.AskOrder) {
		return nil
	}
	s := &kind.Steps{Names: kind.ClassNames(classes)}
	if kind.Numbers(s.Names) == nil {
		return nil
	}
	for k := range s.Names {
		s.Of = append(s.Of, int32(k)) // numbers are sorted already
	}
	return s
}

// PlaceOf returns the place of class k in sorted lists; k itself if s is nil.
func (s *Scale) PlaceOf(k int) int {
	if s == nil {
		return k
	}
	return int(s.Place[k])
}

// ClassAt returns the class at a place in sorted lists; the inverse of PlaceOf.
func (s *Scale) ClassAt(place int) int {
	if s == nil {
		return place
	}
	return int(s.Order[place])
}

// Sorted sorts classes by their places, in place, and returns them.
func (s *Scale) Sorted(classes []int) []int {
	if s != nil {
		slices.SortFunc(classes, func(a, b int) int { return int(s.Place[a] - s.Place[b]) })
	}
	return classes
}

// WithOrder returns the labels with their classes in the order of names.
func (l *Labels) WithOrder(names []string) (*Labels, error) {
	out, counts := *l, *l.Counts
	var err error
	if out.Scale, err = l.newScale(names); err != nil {
		return nil, err
	}
	out.Issues = unordered(out.Scale, l.Issues)
	out.Amend.Order, out.Counts = names, &counts
	listClasses(&counts, &out)
	return &out, nil
}

// Ranked returns the data with classes numbered by their places, for a method that takes them as ordered. Restore undoes it.
func (s *Scale) Ranked(d *crowd.Dataset) *crowd.Dataset {
	out := *d
	out.Class = make([]uint16, len(d.Class))
	for n, c := range d.Class {
		out.Class[n] = uint16(s.Place[c])
	}
	if d.Gold != nil {
		out.Gold = make([]int32, len(d.Gold))
		for i, k := range d.Gold {
			if out.Gold[i] = k; k != crowd.Unknown {
				out.Gold[i] = s.Place[k]
			}
		}
	}
	if d.Confusion != nil {
		out.Confusion = &crowd.Confusion{
			Mode: d.Confusion.Mode, Counts: matrices(d.Confusion.Counts, s.Order), Prior: Permute(d.Confusion.Prior, s.Order),
		}
	}
	return &out
}

// Restore returns an estimate of Ranked data with its classes numbered as before.
func (s *Scale) Restore(e *crowd.Estimate) *crowd.Estimate {
	out := *e
	out.Posterior, out.Prior, out.Confusion = Permute(e.Posterior, s.Place), Permute(e.Prior, s.Place), matrices(e.Confusion, s.Place)
	out.Extra = slices.Clone(e.Extra)
	for n, c := range out.Extra {
		if c.Of == crowd.OfClass {
			out.Extra[n].Values = Permute(c.Values, s.Place)
		}
	}
	return &out
}

// Permute returns rows of len(from) numbers with entry k of each row taken from entry from[k].
func Permute(x []float64, from []int32) []float64 {
	if x == nil {
		return nil
	}
	k, y := len(from), make([]float64, len(x))
	for n := range x {
		y[n] = x[n/k*k+int(from[n%k])]
	}
	return y
}

// matrices permutes the rows and the columns of K×K matrices.
func matrices(x []float64, from []int32) []float64 {
	x = Permute(x, from)
	if x == nil {
		return nil
	}
	k, y := len(from), make([]float64, len(x))
	for row := range len(x) / k {
		other := row/k*k + int(from[row%k])
		copy(y[row*k:(row+1)*k], x[other*k:(other+1)*k])
	}
	return y
}

// Some names of classes imply an order: numbers, names that begin with a number, and the words of a usual scale.

// usualScales are the steps of scales, from the lowest; a comma separates names of the same step.
var usualScales = [][]string{
	{"never", "almost never,hardly ever,very rarely", "rarely,seldom", "occasionally", "sometimes", "often,frequently",
		"usually,very often,almost always", "always"},
	{"none,zero", "very low,lowest", "low", "medium low", "medium,moderate,middle,mid,average", "medium high", "high", "very high,highest",
		"extreme,critical"},
	{"strongly disagree,completely disagree,totally disagree", "disagree", "somewhat disagree,slightly disagree,rather disagree",
		"neutral,undecided,neither,neither agree nor disagree",
		"somewhat agree,slightly agree,rather agree", "agree", "strongly agree,completely agree,totally agree"},
	{"terrible,awful,very bad", "bad", "very poor", "poor", "fair,ok,okay,average,acceptable,mediocre", "good", "very good", "great",
		"excellent,perfect"},
	{"very negative,strongly negative,highly negative", "negative", "somewhat negative,slightly negative,weakly negative", "neutral",
		"somewhat positive,slightly positive,weakly positive", "positive",
		"very positive,strongly positive,highly positive"},
	{"tiny,very small,extra small", "small", "medium", "large,big", "very large,extra large,huge"},
	{"none,not at all,absent", "minimal,very mild", "mild,slight,slightly", "moderate,moderately", "severe,very,strong",
		"very severe,extremely,extreme"},
	{"very unlikely,highly unlikely", "unlikely", "somewhat unlikely", "neutral,possible", "somewhat likely", "likely",
		"very likely,highly likely"},
	{"very dissatisfied,very unsatisfied", "dissatisfied,unsatisfied", "somewhat dissatisfied", "neutral", "somewhat satisfied", "satisfied",
		"very satisfied"},
	{"not relevant,irrelevant,non relevant,nonrelevant", "marginally relevant,slightly relevant",
		"partially relevant,partly relevant,somewhat relevant", "relevant", "highly relevant,very relevant", "perfectly relevant"},
	{"very easy", "easy", "medium,moderate", "hard,difficult", "very hard,very difficult"},
	{"beginner,novice", "intermediate", "advanced", "expert"},
	{"no", "maybe,perhaps,partially,partly", "yes"},
	{"worse", "same,equal", "better"},
}

// NaturalScale returns the order that the names of the classes imply; nil if they imply none, or can have none.
func (l *Labels) NaturalScale() *Scale {
	set := l.Full
	if !l.Kind().Info().Can(api.AskOrder) {
		return nil
	}
	places := numbered(set.Classes)
	if places == nil {
		places = stepped(set.Classes)
	}
	if places == nil {
		return nil
	}
	s := &Scale{Place: make([]int32, len(places))}
	for k := range places {
		s.Order = append(s.Order, int32(k))
	}
	slices.SortFunc(s.Order, func(a, b int32) int { return cmp.Compare(places[a], places[b]) })
	for at, k := range s.Order {
		if at > 0 && places[s.Order[at-1]] == places[k] {
			return nil // two names of one step: nobody knows which comes first
		}
		s.Place[k] = int32(at)
	}
	return s
}

// numbered returns the numbers that all classes are or begin with, or nil.
func numbered(classes labels.Names) (places []float64) {
	for k := range classes.Len() {
		name := strings.TrimSpace(classes.At(k))
		x, err := strconv.ParseFloat(name, 64)
		if err != nil {
			x, err = strconv.ParseFloat(leading(name), 64)
		}
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return nil
		}
		places = append(places, x)
	}
	return places
}

// leading returns the number that a name begins with, as in "2 stars" and "3: fair", or "": "3D" is a name.
func leading(name string) string {
	end := strings.IndexFunc(name, func(r rune) bool { return !unicode.IsDigit(r) })
	if end <= 0 || !strings.ContainsAny(name[end:end+1], " :.)-_=/") {
		return ""
	}
	return name[:end]
}

// stepped returns the steps of the usual scale that has all classes, or nil if none does.
func stepped(classes labels.Names) (places []float64) {
	for _, usual := range slices.Concat(usualScales, agreeing) {
		step := map[string]float64{}
		for n, names := range usual {
			for name := range strings.SplitSeq(names, ",") {
				step[name] = float64(n)
			}
		}
		places = places[:0]
		for k := range classes.Len() {
			words := strings.FieldsFunc(strings.ReplaceAll(strings.ToLower(classes.At(k)), "’", "'"), func(r rune) bool {
				return unicode.IsSpace(r) || r == '_' || r == '-'
			})
			at, ok := step[strings.Join(words, " ")]
			if !ok {
				break
			}
			places = append(places, at)
		}
		if len(places) == classes.Len() && len(places) > 0 {
			return places
		}
	}
	return nil
}
