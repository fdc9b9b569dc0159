package workers

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/core/advise"
	"concord/core/api"
	"concord/core/metric"
	"concord/internal/humanize"
)

// Ranks of verdicts: who is suspect stands out most, then who is below average, then those with no evidence of a problem, and
// last those of whom too little is known; among each, those whose accuracy may be lowest.
const (
	rankFew = iota
	rankFine
	rankWeak
	rankSuspect
	rankExcluded = -1
)

// falseShare of the workers who are said to be below average may be average ones, on average over crowds.
const falseShare = .05

// enough reports whether labels on tasks that others labelled too are enough for a verdict.
func (s *Standings) enough(labels int) bool { return labels/max(1, s.Each) >= advise.Fewest }

// below tells who is below average, by the tests of all who have enough labels, corrected for their number: the false discovery rate
// of Benjamini and Hochberg.
func (s *Standings) below(c *Cohort) []bool {
	out := make([]bool, c.Data.Workers)
	if c.Judged == nil || s.Chance {
		return out
	}
	var tested []int
	var p []float64
	for j := range c.Judged {
		if s.enough(c.Judged[j].Shared) {
			tested, p = append(tested, j), append(p, c.Judged[j].Below)
		}
	}
	for n, adjusted := range metric.FalseDiscovery(p) {
		out[tested[n]] = adjusted <= falseShare
	}
	return out
}

// verdict sums up worker j, who is below average, or not known to be.
func (s *Standings) verdict(c *Cohort, j int, below bool) api.Verdict {
	x := &s.All[j]
	low := 1.0 // the lower the accuracy may be, the higher
	if x.Accuracy.Defined() {
		low -= x.Accuracy.Low
	}
	switch {
	case s.Pending:
		return api.Verdict{Kind: api.Unjudged, Says: "Comparing …", Rank: rankFine + low}
	case c.Judged == nil:
		return api.Verdict{
			Kind: api.Unjudged, Says: "Not judged", Evidence: s.unjudged(), Rank: rankFine + low,
		}
	}
	w := &c.Judged[j]
	if flags := s.flags(w); len(flags) > 0 {
		var reasons []string
		for _, f := range flags {
			reasons = append(reasons, s.reason(f))
		}
		return api.Verdict{
			Kind: api.Suspect, Says: flags[0].Says(s.Workers, s.Labels), Evidence: strings.Join(reasons, "; "),
			Rank: rankSuspect + 1 - 1/(1+flags[0].Evidence), // evidence, drawn into one unit
		}
	}
	switch shared := w.Shared / max(1, s.Each); {
	case s.Chance:
		return api.Verdict{
			Kind: api.Unjudged, Says: "Not judged", Evidence: "the workers agree no more than chance would", Rank: rankFine + low,
		}
	case !s.enough(w.Shared):
		nouns := s.nouns()
		what := humanize.Count(x.Labels, nouns.label)
		if shared < x.Labels {
			what = humanize.Count(shared, nouns.label) + nouns.shared
		}
		return api.Verdict{
			Kind: api.Few, Says: "Not enough " + nouns.label + "s yet", Evidence: fmt.Sprintf("%s; a verdict needs %d", what, advise.Fewest),
			Rank: rankFew + low,
		}
	case below:
		return api.Verdict{
			Kind: api.Weak, Says: "Below average", Rank: rankWeak + low,
			Evidence: fmt.Sprintf("agrees with %s on %s of %s; an average %s would on %s of the same %ss", s.nouns().others,
				humanize.Percent(w.Agreement.Value), humanize.Count(x.Labels, s.nouns().label), s.nouns().worker, humanize.Percent(w.Expected),
				s.nouns().task),
		}
	}
	return api.Verdict{Kind: api.Fine, Says: "No evidence of a problem", Rank: rankFine + low}
}

// flags are what speaks against a worker, the strongest first. Where the workers agree no more than chance would, what others say
// speaks against nobody.
func (s *Standings) flags(w *advise.Worker) []advise.Flag {
	if !s.enough(w.Labels) {
		return nil
	}
	return slices.DeleteFunc(ByEvidence(w.Flags), func(f advise.Flag) bool {
		return s.Chance && f.Kind != advise.Copy && f.Kind != advise.Alike && f.Kind != advise.Fast
	})
}

// ByEvidence returns flags, the strongest first.
func ByEvidence(flags []advise.Flag) []advise.Flag {
	return slices.SortedStableFunc(slices.Values(flags), func(a, b advise.Flag) int { return cmp.Compare(b.Evidence, a.Evidence) })
}

var tierNames = [4]string{"A", "B", "C", api.Unrated}

// FewestRated labels are needed for a tier: money hangs on it, so it takes twice as many as a verdict.
const FewestRated = 2 * advise.Fewest

// cut puts the workers into tiers: the best quarter by the lower ends of their intervals, the worst by the upper ends, so that neither
// A nor C is had by few labels. Both are in whole percents, so that workers who are as good as equal are in the same tier.
func (s *Standings) cut() {
	rated := func(x *api.Standing) bool {
		return x.Labels >= FewestRated && x.Accuracy.Defined() && x.Verdict.Kind != api.Few && !s.Chance
	}
	low := func(x *api.Standing) float64 { return math.Round(100 * x.Accuracy.Low) }
	high := func(x *api.Standing) float64 { return math.Round(100 * x.Accuracy.High) }
	var lows, highs []float64
	for j := range s.All {
		if x := &s.All[j]; rated(x) {
			lows, highs = append(lows, low(x)), append(highs, high(x))
		}
	}
	best, worst := 0.0, 0.0
	if n := len(lows) - 1; n >= 0 {
		slices.Sort(lows)
		slices.Sort(highs)
		best, worst = lows[n-n/4], highs[n/4]
	}
	tiers := &api.Tiers{High: best / 100, Low: worst / 100, Fewest: FewestRated}
	for j := range s.All {
		x := &s.All[j]
		switch {
		case x.Verdict.Kind == api.Silent:
			continue
		case !rated(x):
			x.Tier = api.Unrated
		case x.Verdict.Look() || high(x) < worst:
			x.Tier = "C"
		case low(x) >= best:
			x.Tier = "A"
		default:
			x.Tier = "B"
		}
		tiers.Count[slices.Index(tierNames[:], x.Tier)]++
	}
	s.Tiers = tiers
	tiers.Says = fmt.Sprintf("A tier needs %d labels that can be judged: nobody has them.", FewestRated)
	if len(lows) > 0 {
		tiers.Says = fmt.Sprintf("A tier needs %d labels. A: accuracy is likely %.0f %% or more (best quarter). C: likely below %.0f %% "+
			"(weakest quarter), or the worker stands out. B: in between.", FewestRated, best, worst)
	}
}
