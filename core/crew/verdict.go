package crew

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/core/advise"
	"concord/core/result"
	"concord/internal/humanize"
)

// Ranks of verdicts: who is suspect deserves a look most, then who is often wrong, then those who may be guessing, those who are
// fine, and last those of whom too little is known; among each, those whose accuracy may be lowest.
const (
	rankFew = iota
	rankFine
	rankUnclear
	rankWeak
	rankSuspect
	rankExcluded = -1
)

// verdict sums up worker j.
func (s *Standings) verdict(c *Cohort, j int) result.Verdict {
	x := &s.All[j]
	low, least := 1-x.Accuracy.Low, humanize.Percent(x.Accuracy.Low)
	if c.Judged == nil {
		return result.Verdict{
			Kind: result.Unjudged, Says: "Not judged", Evidence: "there are too many labels to compare workers", Rank: rankFine + low,
		}
	}
	w := &c.Judged[j]
	if len(w.Flags) > 0 {
		flags := ByEvidence(w.Flags)
		var reasons []string
		for _, f := range flags {
			reasons = append(reasons, f.Reason(s.Workers, s.Labels))
		}
		return result.Verdict{
			Kind: result.Suspect, Says: flags[0].Says(s.Workers, s.Labels), Evidence: strings.Join(reasons, "; "),
			Rank: rankSuspect + 1 - 1/(1+flags[0].Evidence), // evidence, drawn into one unit
		}
	}
	switch {
	case w.Shared < fewest:
		what := fmt.Sprintf("only %s, too few to tell", humanize.Count(x.Labels, "label"))
		if x.Labels >= fewest {
			what = fmt.Sprintf("only %s on tasks shared with others, too few to tell", humanize.Count(w.Shared/max(1, s.Each), "label"))
		}
		return result.Verdict{Kind: result.Few, Says: "Too few labels", Evidence: what, Rank: rankFew + low}
	case x.Accuracy.High < s.Average:
		return result.Verdict{
			Kind: result.Weak, Says: "Often wrong", Rank: rankWeak + low,
			Evidence: fmt.Sprintf("likely at most %s right; the crowd average is %s", humanize.Percent(x.Accuracy.High),
				humanize.Percent(s.Average)),
		}
	case x.Accuracy.Low < 1/float64(c.Data.Classes):
		return result.Verdict{
			Kind: result.Unclear, Says: "Unclear", Rank: rankUnclear + low,
			Evidence: "may be guessing: perhaps only " + least + " right",
		}
	}
	return result.Verdict{Kind: result.Fine, Says: "Fine", Evidence: "likely at least " + least + " right", Rank: rankFine + low}
}

// ByEvidence returns flags, the strongest first.
func ByEvidence(flags []advise.Flag) []advise.Flag {
	return slices.SortedStableFunc(slices.Values(flags), func(a, b advise.Flag) int { return cmp.Compare(b.Evidence, a.Evidence) })
}

var tierNames = [4]string{"A", "B", "C", result.Unrated}

// cut puts the workers into tiers. The best and the worst quarter are by the lower ends of their intervals, in whole percents,
// so that workers who are as good as equal are in the same tier.
func (s *Standings) cut() {
	rated := func(x *result.Standing) bool { return x.Verdict.Kind != result.Silent && x.Verdict.Kind != result.Few }
	percent := func(x *result.Standing) float64 { return math.Round(100 * x.Accuracy.Low) }
	var lows []float64
	for j := range s.All {
		if rated(&s.All[j]) {
			lows = append(lows, percent(&s.All[j]))
		}
	}
	low, high := 0.0, 0.0
	if n := len(lows) - 1; n >= 0 {
		slices.Sort(lows)
		low, high = lows[n/4], lows[n-n/4]
	}
	tiers := &result.Tiers{Low: low / 100, High: high / 100}
	for j := range s.All {
		x := &s.All[j]
		switch {
		case x.Verdict.Kind == result.Silent:
			continue
		case !rated(x):
			x.Tier = result.Unrated
		case x.Verdict.Look() || percent(x) < low:
			x.Tier = "C"
		case percent(x) >= high:
			x.Tier = "A"
		default:
			x.Tier = "B"
		}
		tiers.Count[slices.Index(tierNames[:], x.Tier)]++
	}
	if len(lows) > 0 {
		s.Tiers = tiers
		tiers.Says = fmt.Sprintf("Tiers go by the lower end of a worker’s accuracy: A from %.0f %% (best quarter), C below %.0f "+
			"%% (weakest quarter) or for whoever deserves a look, B in between; unrated with too few labels.", high, low)
	}
}
