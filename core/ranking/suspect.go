package ranking

import (
	"math"

	"concord/core/advise"
	"concord/core/crowd"
	"concord/core/prob"
)

// suspect is one worker's votes under the hypotheses of core/advise, which are the same for comparisons but for this: how an average
// worker answers depends on the lead of an item, by the ranking without the worker's votes.
type suspect struct {
	classes  int
	weight   float64        // of a vote
	sides    bool           // the answers are about the left side
	said     []crowd.Answer // of each vote
	told     [][3]float64   // what an average worker says
	opposite [][3]float64   // what one says who sees every lead the other way
	sees     [][3]float64   // what one says who sees which item is better
}

func (s *suspect) add(told, opposite, sees [3]float64, said crowd.Answer) {
	s.told, s.opposite, s.sees, s.said = append(s.told, told), append(s.opposite, opposite), append(s.sees, sees), append(s.said, said)
}

// own is how often the worker gives each answer, whatever the pair: half an answer more of each.
func (s *suspect) own() (share [3]float64) {
	for _, l := range s.said {
		share[l]++
	}
	if !s.sides { // which item is the first means nothing
		half := (share[crowd.Left] + share[crowd.Right]) / 2
		share[crowd.Left], share[crowd.Right] = half, half
	}
	for l := range s.classes {
		share[l] = (share[l] + .5) / (float64(len(s.said)) + .5*float64(s.classes))
	}
	return share
}

// biased returns answers that give each about as often as the worker does: ten rounds of iterative proportional fitting, or fewer.
func (s *suspect) biased(rows [][3]float64, own [3]float64) [][3]float64 {
	out := append([][3]float64(nil), rows...)
	for range 10 {
		var gives [3]float64
		for _, row := range out {
			for l, x := range row {
				gives[l] += x
			}
		}
		far := 0.0
		for l, x := range gives[:s.classes] {
			gives[l] = own[l] * (float64(len(out)) + .5*float64(s.classes)) / (x + .5)
			far = max(far, math.Abs(gives[l]-1))
		}
		if far < .001 {
			break
		}
		for n := range out {
			for l := range out[n] {
				out[n][l] *= gives[l]
			}
			prob.Normalize(out[n][:])
		}
	}
	return out
}

// unrelated compares three hypotheses: answers depend on which item is better as an average worker's do, do not depend on it, or
// contradict it. All three give each answer as often as the worker does; the first and third hold at any strength, all equally likely.
func (s *suspect) unrelated() (advise.Flag, bool) {
	own := s.own()
	random := 0.0
	for _, l := range s.said {
		random += prob.Log(own[l])
	}
	f := advise.Flag{Labels: len(s.said)}
	honest := s.strengths(s.biased(s.told, own), own) - random
	if honest > 0 { // then the opposite is worse than random: what a vote adds to the one it takes from the other
		return f, false
	}
	inverted := s.strengths(s.biased(s.opposite, own), own) - random
	if f.Kind, f.Evidence = advise.Random, -s.weight*max(honest, inverted); inverted > 0 {
		f.Kind, f.Evidence = advise.Inverted, s.weight*inverted
	}
	return f, f.Evidence > advise.Suspicious
}

// strengths is the log of the mean likelihood of answers of which a share depends on the pair.
func (s *suspect) strengths(rows [][3]float64, own [3]float64) float64 {
	var logs [advise.Strengths]float64
	for c := range logs {
		share := advise.Strength(c)
		for n, l := range s.said {
			logs[c] += prob.Log(share*rows[n][l] + (1-share)*own[l])
		}
	}
	return advise.MeanOfLogs(logs[:]...)
}

// constant compares "always the same answer, except for slips" with an honest worker of any skill between an average one and perfection,
// who in doubt leans towards that answer up to half the time.
func (s *suspect) constant() (advise.Flag, bool) {
	var count [3]float64
	most := crowd.Left
	for _, l := range s.said {
		if count[l]++; count[l] > count[most] {
			most = l
		}
	}
	f := advise.Flag{Kind: advise.Constant, Class: int(most), Share: count[most] / float64(len(s.said)), Labels: len(s.said)}
	if f.Share < advise.ConstantShare || !s.sides && most != crowd.Neither {
		return f, false
	}
	always := [3]float64{.01 / float64(s.classes-1), .01 / float64(s.classes-1), .01 / float64(s.classes-1)}
	always[most] = .99
	slips, best := 0.0, math.Inf(-1)
	for _, l := range s.said {
		slips += prob.Log(always[l])
	}
	for _, skill := range []float64{0, .5, .9, .99} {
		for _, lean := range []float64{0, .25, .5} {
			honest := 0.0
			for n, l := range s.said {
				honest += prob.Log(lean*always[l] + (1-lean)*(skill*s.sees[n][l]+(1-skill)*s.told[n][l]))
			}
			best = max(best, honest)
		}
	}
	f.Evidence = s.weight * (slips - best)
	return f, f.Evidence > advise.Suspicious
}
