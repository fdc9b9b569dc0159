package workers

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"concord/core/advise"
	"concord/core/api"
	"concord/internal/humanize"
)

// Roster says in short how the workers stand.
func (s *Standings) Roster() *api.Roster {
	out := &api.Roster{Accuracy: s.Average, Tiers: s.Tiers, Sampled: s.Sampled, Ranked: []api.Ranked{}, Excluded: []api.Ranked{}}
	ranked := func(j int) api.Ranked { return api.Ranked{Index: j, Name: s.Workers(j), Standing: s.All[j]} }
	var order []int
	few := 0
	for j := range s.All {
		switch x := &s.All[j]; {
		case x.Excluded:
			out.Excluded = append(out.Excluded, ranked(j))
		case x.Verdict.Kind != api.Silent:
			order = append(order, j)
			if x.Verdict.Look() {
				out.Look++
			}
			if x.Verdict.Kind == api.Few {
				few++
			}
		}
	}
	out.Workers = len(order)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.All[b].Verdict.Rank, s.All[a].Verdict.Rank) })
	for _, j := range order[:min(len(order), api.ShownWorkers)] {
		out.Ranked = append(out.Ranked, ranked(j))
	}
	out.Sentence = s.finding(out, few)
	switch {
	case s.Pending:
		out.Sentence = "Comparing " + humanize.Count(out.Workers, "worker") + " with each other …"
	case s.Chance:
		out.Sentence = s.chance(out)
	}
	return out
}

// namedFirst is how many workers the finding names.
const namedFirst = 3

// finding says who stands out. few of the workers gave too few labels to be judged.
func (s *Standings) finding(r *api.Roster, few int) string {
	nouns := s.nouns()
	all := humanize.Count(r.Workers, nouns.worker)
	switch {
	case s.Votes && len(r.Ranked) > 0 && r.Ranked[0].Verdict.Kind == api.Unjudged:
		return "The " + nouns.worker + "s are not judged: " + s.unjudged() + "."
	case len(r.Ranked) > 0 && r.Ranked[0].Verdict.Kind == api.Unjudged:
		return "There are too many labels and classes to compare " + all + "."
	case r.Look > 0:
		return s.outstanding(r)
	case few == r.Workers:
		return fmt.Sprintf("Not enough %ss yet to judge any %s: a verdict needs %d%s.", nouns.label, nouns.worker, advise.Fewest, nouns.shared)
	case few > 0:
		verb := "don’t"
		if few == 1 {
			verb = "doesn’t"
		}
		return fmt.Sprintf("No %s stands out; %s of %s %s have enough %ss yet.", nouns.worker, humanize.Number(few), all, verb, nouns.label)
	case r.Workers == 1:
		return "No evidence of a problem with the only " + nouns.worker + "."
	}
	return "None of " + all + " stands out."
}

// outstanding names who stands out.
func (s *Standings) outstanding(r *api.Roster) string {
	var named []string
	for _, w := range r.Ranked[:min(r.Look, namedFirst)] {
		named = append(named, called(s.nouns().worker, w.Name)+" ("+lower(w.Verdict.Says)+")")
	}
	if more := r.Look - len(named); more > 0 {
		named = append(named, humanize.Number(more)+" more")
	}
	list := named[0]
	if n := len(named) - 1; n > 0 {
		list = strings.Join(named[:n], ", ") + " and " + named[n]
	}
	verb := "stand"
	if r.Look == 1 {
		verb = "stands"
	}
	return fmt.Sprintf("%s of %s %s out: %s.", humanize.Number(r.Look), humanize.Count(r.Workers, s.nouns().worker), verb, list)
}

// chance says that the labels say nothing, and who stands out all the same.
func (s *Standings) chance(r *api.Roster) string {
	const says = "The workers agree no more than chance would."
	if r.Look == 0 {
		return says
	}
	return says + " " + s.outstanding(r)
}

// called is a name in a sentence, where a bare number would be mistaken for one.
func called(noun, name string) string {
	if _, err := strconv.ParseFloat(name, 64); err == nil {
		return noun + " " + name
	}
	return name
}

// lower begins a text with a small letter.
func lower(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToLower(first)) + text[size:]
}

// OfNumbers is the roster where labels are numbers: nobody is judged, but how far each is off is known. A worker who is
// excluded has no labels.
func OfNumbers(names func(int) string, given []int32, deviation []float64, excluded []int) *api.Roster {
	out := &api.Roster{Ranked: []api.Ranked{}, Excluded: []api.Ranked{}}
	for _, j := range excluded {
		out.Excluded = append(out.Excluded, api.Ranked{Index: j, Name: names(j), Standing: api.Standing{Excluded: true}})
	}
	var off []float64
	worst := -1
	for j, n := range given {
		if n == 0 {
			continue
		}
		off = append(off, deviation[j])
		if worst < 0 || deviation[j] > deviation[worst] {
			worst = j
		}
	}
	out.Workers = len(off)
	switch {
	case worst < 0:
		out.Sentence = "No worker has labels."
	case out.Workers == 1:
		out.Sentence = "The only worker is off by " + humanize.Figure(off[0]) + "."
	default:
		slices.Sort(off)
		out.Sentence = fmt.Sprintf("Half of %s are off by %s or less; %s is farthest off, by %s.", humanize.Count(len(off), "worker"),
			humanize.Figure(off[(len(off)-1)/2]), called("worker", names(worst)), humanize.Figure(off[len(off)-1]))
	}
	return out
}
