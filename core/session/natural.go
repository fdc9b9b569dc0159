package session

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"concord/core/export"
)

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

// NaturalScale returns the order that the names of the classes imply; nil if they imply none.
func (l *Labels) NaturalScale() *Scale {
	set := l.Full
	if set.Data.Numeric() || l.Pairs != nil {
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
func numbered(classes export.Names) (places []float64) {
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
func stepped(classes export.Names) (places []float64) {
	for _, usual := range usualScales {
		step := map[string]float64{}
		for n, names := range usual {
			for name := range strings.SplitSeq(names, ",") {
				step[name] = float64(n)
			}
		}
		places = places[:0]
		for k := range classes.Len() {
			words := strings.FieldsFunc(strings.ToLower(classes.At(k)), func(r rune) bool { return unicode.IsSpace(r) || r == '_' || r == '-' })
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
