package ranking

import (
	"errors"
	"math"

	"concord/core/advise"
	"concord/core/api"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/metric"
	"concord/core/prob"
	"concord/core/yield"
)

// Judged is how the workers stand.
type Judged struct {
	// Workers are judged by the rules for tasks with classes (core/advise), so that core/workers says of them what it says there. Labels
	// are votes, of which ties are neither right nor wrong; right is what the ranking without the worker's votes says. Shared counts
	// decided votes about items that others compared as well; of rankings, a list of n items counts n − 1, since its pairs hang
	// together. Classes of flags are crowd.Left, Right and Neither. Of labels of tasks and of confusion matrices nothing is said.
	Workers []advise.Worker
	Voters  []Voter // what only comparisons tell, by worker
}

// Voter is what comparisons tell of a worker. Figures that there are no votes for say why.
type Voter struct {
	Votes, Decided, Ties int

	SE float64 // standard error of the share on which an average worker agrees with the others (Workers[j].Expected)

	Left         api.Figure // share of decided votes for the item on the left
	ExpectedLeft float64    // of an average worker on these pairs
	LeftZ        float64    // by how many standard deviations Left is above that
	TieShare     api.Figure // of all votes

	Skill  api.Figure // how strongly the answers follow the scores, if the method knows
	Self   api.Figure // share of two votes of the worker on the same pair that are equal
	Shared api.Figure // share of other workers' votes on the same pair that are equal, on average over the worker's votes
	Triads Triads     // among the worker's own majorities
}

// Judge judges the workers by the ranking that there is without their own votes. pause is called from time to time (nil: never); its error
// is returned.
func Judge(d *crowd.Dataset, r *crowd.Ranking, f fit.Ranker, pause func() error) (*Judged, error) {
	if d.Anonymous {
		return nil, errors.New("nobody knows who gave which of these votes")
	}
	out := &Judged{Workers: make([]advise.Worker, d.Workers), Voters: make([]Voter, d.Workers)}
	work := yield.New(pause)
	j := &judging{others: newOthers(d, r, f, work), flags: map[int]advise.Flag{}, apart: make([]advise.Apart, d.Workers)}
	start, label := d.ByWorker()
	j.inform(start, label)
	weights, triads := Independent(d), newTournament(d.Comparisons.Items)
	for w := range d.Workers {
		own := label[start[w]:start[w+1]]
		if !work.Continue(32 * len(own)) {
			return nil, work.Err()
		}
		j.weight = weights[w]
		j.collect(w, own)
		j.leave()
		j.judge(&out.Workers[w], &out.Voters[w], own)
		out.Voters[w].Triads = triads.count(j.majorities(own), 0, work)
		out.Voters[w].Skill = skill(r, w, len(own))
	}
	alike(d, out.Voters, work)
	advise.BelowAverage(out.Workers, func(w int) *advise.Apart { return &j.apart[w] })
	advise.Raise(out.Workers, j.flags, j.judged)
	return out, work.Err()
}

// judging judges one worker after the other.
type judging struct {
	*others
	weight float64 // of a vote
	flags  map[int]advise.Flag
	judged int // workers with votes enough
	apart  []advise.Apart
}

// judge sums up the worker at hand, with these labels.
func (j *judging) judge(w *advise.Worker, v *Voter, labels []int32) {
	s := suspect{classes: j.d.Classes, weight: j.weight, sides: j.d.Swapped != nil}
	a := &j.apart[j.worker]
	var agrees, decided, right, left, expected, spread float64
	for _, p := range j.pairs {
		sure := lessSure(p.lead, p.spread)
		truly := math.Erfc(-p.lead/math.Sqrt(2*max(p.spread, 1e-12))) / 2 // the first item is better
		for _, n := range labels[p.from:p.to] {
			v.Votes++
			class, side := j.d.Class[n], sideOf(j.d, int(n))
			if class == crowd.Tied {
				v.Ties++
			} else {
				v.Decided++
				if side != 0 {
					row := j.answer(int(p.task), -1, side)
					q := first(row, side)
					expected += q
					spread += q * (1 - q)
					if (class == crowd.FirstWins) == (side > 0) {
						left++
					}
				}
			}
			if !p.known {
				continue
			}
			s.add(turned(at(p.row, sure), side), turned(at(p.row, -sure), side), turned([3]float64{truly, 1 - truly}, side), answered(class, side))
			if class == crowd.Tied {
				continue
			}
			decided++
			e := prob.Logistic(math.Abs(sure))
			agreed := .5
			switch {
			case p.lead > 0 == (class == crowd.FirstWins) && p.lead != 0:
				agreed = 1
			case p.lead != 0:
				agreed = 0
			}
			agrees += agreed
			a.Off += e - agreed
			a.Agrees += e
			a.Variance += e * (1 - e) / j.weight
			if class == crowd.FirstWins {
				right += truly
			} else {
				right += 1 - truly
			}
		}
	}
	a.Known = decided
	w.Labels, w.Below = v.Votes, 1
	v.TieShare = metric.Wilson(float64(v.Ties), v.Votes)
	v.Left = api.Undefined("nobody knows what was on the left")
	if j.d.Swapped != nil {
		v.Left = metric.Wilson(left, v.Decided)
	}
	if spread > 0 {
		v.ExpectedLeft = expected / float64(v.Decided)
		v.LeftZ = (left - expected) / math.Sqrt(spread)
	}
	w.Shared = int(math.Round(decided * j.weight))
	w.Agreement = api.Undefined("the worker decided about no items that others compared, too")
	w.Accuracy = w.Agreement
	if decided > 0 {
		w.Agreement = metric.Wilson(agrees/decided*float64(max(w.Shared, 1)), max(w.Shared, 1))
		w.Accuracy = api.Exactly(right/decided, int(decided))
		v.SE = math.Sqrt(a.Variance) / decided
	}
	j.suspect(&s, w.Shared, right/max(decided, 1))
}

// suspect notes what speaks against the worker at hand.
func (j *judging) suspect(s *suspect, shared int, right float64) {
	if int(math.Round(float64(len(s.said))*j.weight)) < advise.Fewest {
		return
	}
	j.judged++
	if flag, ok := s.constant(); ok {
		j.flags[j.worker] = flag
	} else if flag, ok := s.unrelated(); ok && shared >= advise.Fewest {
		flag.Share = right
		j.flags[j.worker] = flag
	}
}

// majorities are those of the worker at hand.
func (j *judging) majorities(labels []int32) (all []majority) {
	for _, p := range j.pairs {
		var n [3]int32
		for _, label := range labels[p.from:p.to] {
			n[j.d.Class[label]]++
		}
		all = decide(all, j.items[p.a], j.items[p.b], n)
	}
	return all
}

// lessSure is a lead that foretells answers as well as the leads that there may be do on average (MacKay 1992).
func lessSure(lead, variance float64) float64 { return lead / math.Sqrt(1+math.Pi*variance/8) }

// at are the answers about a pair, if the first item leads by x instead, as in Davidson's model.
func at(row [3]float64, x float64) [3]float64 {
	even := math.Sqrt(row[crowd.FirstWins] * row[crowd.SecondWins])
	row[crowd.FirstWins], row[crowd.SecondWins] = even*prob.Exp(x/2), even*prob.Exp(-x/2)
	prob.Normalize(row[:])
	return row
}

// turned are answers about the first item as those about the one on the left.
func turned(row [3]float64, left int) [3]float64 {
	if left < 0 {
		row[0], row[1] = row[1], row[0]
	}
	return row
}

// answered is a class as an answer.
func answered(class uint16, left int) crowd.Answer {
	if class == crowd.Tied || left >= 0 {
		return crowd.Answer(class)
	}
	return crowd.Answer(crowd.SecondWins - class)
}

// first is the probability that the item on the left wins, if one does.
func first(row [3]float64, left int) float64 {
	row = turned(row, left)
	return row[0] / (row[0] + row[1])
}

func skill(r *crowd.Ranking, w, votes int) api.Figure {
	switch {
	case r.Skill == nil:
		return api.Undefined("the method takes all workers to be alike")
	case votes == 0:
		return api.Undefined("the worker gave no votes")
	case r.SkillSE == nil:
		return api.Exactly(r.Skill[w], votes)
	}
	return api.Exactly(r.Skill[w], votes).Within(r.SkillSE[w])
}

// alike fills in how often votes on the same pair are equal.
func alike(d *crowd.Dataset, voters []Voter, work *yield.Work) {
	type sums struct{ self, selves, same, shared float64 }
	of, own := make([]sums, d.Workers), make([][3]int32, d.Workers)
	var who []int32
	for i := range d.Tasks {
		from, to := d.Of(i)
		if !work.Continue(1 + to - from) {
			return
		}
		var all [3]int32
		who = who[:0]
		for n := from; n < to; n++ {
			w, class := d.Worker[n], d.Class[n]
			if own[w] == [3]int32{} {
				who = append(who, w)
			}
			own[w][class]++
			all[class]++
		}
		for _, w := range who {
			n, s := own[w], &of[w]
			own[w] = [3]int32{}
			mine := n[0] + n[1] + n[2]
			rest := float64(all[0] + all[1] + all[2] - mine)
			s.selves += float64(mine) * float64(mine-1) / 2
			for class, x := range n {
				s.self += float64(x) * float64(x-1) / 2
				if rest > 0 {
					s.same += float64(x) * float64(all[class]-x) / rest
				}
			}
			if rest > 0 {
				s.shared += float64(mine)
			}
		}
	}
	for w := range voters {
		s, v := &of[w], &voters[w]
		v.Self, v.Shared = api.Undefined("the worker voted on no pair twice"), api.Undefined("nobody else voted on the worker’s pairs")
		if s.selves > 0 {
			v.Self = metric.Wilson(s.self, int(s.selves))
		}
		if s.shared > 0 {
			v.Shared = metric.Wilson(s.same, int(s.shared))
		}
	}
}
