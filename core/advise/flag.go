package advise

import (
	"fmt"
	"math"
	"slices"

	"concord/core/metric"
	"concord/core/prob"
	"concord/internal/humanize"
)

// Kind is what a worker is suspected of.
type Kind int

const (
	Constant Kind = iota // the same label whatever the task
	Random               // labels that do not depend on the task's class
	Inverted             // labels that avoid the task's class
	Copy                 // the labels of another worker
	Fast                 // labels given faster than anyone can read
	Alike                // the labels of another worker more often than can be by chance, though less surely than Copy
)

func (k Kind) String() string {
	return [...]string{"always one label", "random", "inverted", "copies another worker", "too fast", "answers like another worker"}[k]
}

// Flag is a suspicion with its reason. It is a hint, not a verdict: a worker who sees more
// than the others looks inverted where they are wrong.
type Flag struct {
	Kind     Kind
	Evidence float64 // log of the Bayes factor against an ordinary worker, natural
	Class    int     // Constant: the label
	Other    int     // Copy, Alike: the worker copied, or who copies
	Share    float64 // Constant: of the worker's labels; Copy, Alike: of the common tasks, labelled alike; else: of the labels expected right
	Labels   int     // it rests on

	Seconds, Others float64 // Fast: median seconds that a label of the worker took, and of the others
}

// Says names what the worker is suspected of in a few words.
func (f Flag) Says(worker, class func(int) string) string {
	switch f.Kind {
	case Constant:
		return "Always answers “" + class(f.Class) + "”"
	case Random:
		return "No better than chance"
	case Inverted:
		return "Below chance"
	case Fast:
		return "Too fast"
	default:
		return fmt.Sprintf("%s the same as %s", humanize.Percent(f.Share), worker(f.Other))
	}
}

// Reason returns the reason as a sentence without its subject.
func (f Flag) Reason(worker, class func(int) string) string {
	switch f.Kind {
	case Constant:
		return fmt.Sprintf("gives %s in %.0f %% of %s labels, even where all others say otherwise", class(f.Class),
			100*f.Share, humanize.Number(f.Labels))
	case Random:
		return fmt.Sprintf("the %s labels are unrelated to what others say; about %.0f %% are right", humanize.Number(f.Labels), 100*f.Share)
	case Inverted:
		return fmt.Sprintf("avoids the class that others give: about %.0f %% of %s labels are right, fewer than by guessing",
			100*f.Share, humanize.Number(f.Labels))
	case Fast:
		return fmt.Sprintf("takes %.2g s per label (median of %s), others %.2g s: hardly enough to read the task",
			f.Seconds, humanize.Number(f.Labels), f.Others)
	default:
		return fmt.Sprintf("gives the same label as %s on %.0f %% of %s shared tasks, mistakes included", worker(f.Other),
			100*f.Share, humanize.Number(f.Labels))
	}
}

const (
	// Suspicion needs odds of 19 to 1 after prior odds of 1 to 10, that is, 1 spammer of
	// the kind in 11 workers (Ipeirotis et al. 2010 find more): log(190).
	enough = 5.247
	// falseShare of the workers who are flagged for their own labels may be flagged by chance: of many workers, odds that would do
	// for one are found by chance (metric.LeastEvidence).
	falseShare = 0.05
	// constantShare of the labels must be the same for Constant.
	constantShare = 0.95
	// fewestShared tasks are needed to tell that two workers copy: with fewer, the odds can't outweigh the number of pairs.
	fewestShared = 8
)

// flag flags suspicious workers, of those with the Fewest labels. beliefs holds, for every label, the class distribution of its task
// according to all other workers.
func (m *model) flag(out []Worker, beliefs []float64) {
	start, label := m.d.ByWorker()
	s := &suspect{m: m, beliefs: beliefs}
	flags, judged := map[int]Flag{}, 0
	for j := range out {
		s.labels = label[start[j]:start[j+1]]
		if out[j].Shared < Fewest {
			continue
		}
		judged++
		if m.work.Err() != nil {
			return
		}
		right := out[j].Accuracy.Value
		if f, ok := s.constant(); ok {
			flags[j] = f
		} else if f, ok := s.unrelated(right); ok {
			flags[j] = f
		}
	}
	raise(out, flags, judged)
	found, pairs := m.copies(beliefs, start, label)
	prior := logOf(pairs)
	best := make([]Flag, len(out)) // the strongest of each worker
	for _, p := range found {
		f := Flag{Kind: Alike, Evidence: p.Evidence, Share: float64(p.Same) / float64(p.Shared), Labels: p.Shared}
		if p.Evidence > copying+prior {
			f.Kind = Copy
		}
		for _, of := range [...][2]int32{{p.A, p.B}, {p.B, p.A}} {
			if p.Evidence > best[of[0]].Evidence {
				f.Other = int(of[1])
				best[of[0]] = f
			}
		}
	}
	for j, f := range best {
		if out[j].Shared >= Fewest && f.Evidence > enough+prior {
			out[j].Flags = append(out[j].Flags, f)
		}
	}
}

// raise adds the flags that have evidence enough among those found in so many workers.
func raise(out []Worker, flags map[int]Flag, workers int) {
	var found []float64
	for _, f := range flags {
		found = append(found, f.Evidence)
	}
	least := metric.LeastEvidence(found, workers, falseShare)
	for j, f := range flags {
		if f.Evidence >= least {
			out[j].Flags = append(out[j].Flags, f)
		}
	}
}

// suspect is one worker under the hypotheses of flag.
type suspect struct {
	m       *model
	beliefs []float64
	labels  []int32
}

func (s *suspect) belief(n int32) []float64 {
	at := int(n-s.m.d.Start[0]) * s.m.k
	return s.beliefs[at : at+s.m.k]
}

// fit is Σ_n log Σ_k q_nk π[k][y_n] for a confusion matrix π.
func (s *suspect) fit(confusion []float64) float64 {
	sum := logSum{product: 1}
	for _, n := range s.labels {
		if !s.m.work.Continue(s.m.k) {
			break
		}
		sum.add(s.says(confusion, n))
	}
	return sum.value()
}

// says is Σ_k q_nk π[k][y_n].
func (s *suspect) says(confusion []float64, n int32) float64 {
	p, at := 0.0, int(s.m.d.Class[n])
	for _, q := range s.belief(n) {
		p += q * confusion[at]
		at += s.m.k
	}
	return p
}

// logSum adds up logs of numbers from 0 to 1. It multiplies the numbers, and takes the
// log only when the product nears zero. product starts at 1.
type logSum struct{ sum, product float64 }

func (s *logSum) add(p float64) {
	const least = 1e-100
	if p < least {
		s.sum += math.Log(p)
		return
	}
	if s.product *= p; s.product < least {
		s.sum += math.Log(s.product)
		s.product = 1
	}
}

func (s *logSum) value() float64 { return s.sum + math.Log(s.product) }

// names counts the worker's labels by class.
func (s *suspect) names() []float64 {
	r := make([]float64, s.m.k)
	for _, n := range s.labels {
		r[s.m.d.Class[n]]++
	}
	return r
}

// constant compares "always l, except for slips" with an honest worker of any skill
// between the crowd's and perfection, who in doubt leans towards l up to half the time.
func (s *suspect) constant() (Flag, bool) {
	k := s.m.k
	r := s.names()
	n := float64(len(s.labels))
	l := 0
	for c := range r {
		if r[c] > r[l] {
			l = c
		}
	}
	if r[l] < constantShare*n || k < 2 {
		return Flag{}, false
	}
	always := make([]float64, k*k)
	for t := range k {
		for c := range k {
			always[t*k+c] = 0.01 / float64(k-1)
		}
		always[t*k+l] = 0.99
	}
	best := math.Inf(-1)
	for _, skill := range []float64{0, 0.5, 0.9, 0.99} {
		honest := towards(identity(k), s.m.crowd, skill)
		for _, lean := range []float64{0, 0.25, 0.5} {
			best = max(best, s.fit(towards(always, honest, lean)))
		}
	}
	f := Flag{Kind: Constant, Evidence: s.fit(always) - best, Class: l, Share: r[l] / n, Labels: len(s.labels)}
	return f, f.Evidence > enough
}

// towards is part·a + (1−part)·b.
func towards(a, b []float64, part float64) []float64 {
	p := make([]float64, len(a))
	for c := range p {
		p[c] = part*a[c] + (1-part)*b[c]
	}
	return p
}

func identity(k int) []float64 {
	p := make([]float64, k*k)
	for t := range k {
		p[t*k+t] = 1
	}
	return p
}

// unrelated compares three hypotheses: labels depend on the truth as the crowd's do, do
// not depend on it, or avoid it. All three give each label as often as the worker does,
// so bias alone is no offence; the first and third hold at any strength c from 0.5 to 1,
// equally likely, so a worker who tells a little is neither cleared nor accused.
func (s *suspect) unrelated(right float64) (Flag, bool) {
	k := s.m.k
	if k < 2 {
		return Flag{}, false
	}
	r := s.names()
	own := make([]float64, k*k)
	for t := range k {
		for l := range k {
			own[t*k+l] = (r[l] + 0.5) / (float64(len(s.labels)) + 0.5*float64(k))
		}
	}
	avoid := make([]float64, k*k) // right one time in twenty
	for c, p := range identity(k) {
		avoid[c] = 0.05*p + 0.95*(1-p)/float64(k-1)
	}
	random := s.fit(own)
	honest := s.strengths(s.biased(s.m.crowd, r), own)
	inverted := s.strengths(s.biased(avoid, r), own)
	f := Flag{Share: right, Labels: len(s.labels)}
	switch {
	case inverted-max(honest, random) > enough:
		f.Kind, f.Evidence = Inverted, inverted-max(honest, random)
	case random-max(honest, inverted) > enough:
		f.Kind, f.Evidence = Random, random-max(honest, inverted)
	default:
		return f, false
	}
	return f, true
}

// strengths is the log of the mean likelihood of c·a + (1−c)·own over c.
func (s *suspect) strengths(a, own []float64) float64 {
	var sums [6]logSum
	for c := range sums {
		sums[c].product = 1
	}
	for _, n := range s.labels {
		if !s.m.work.Continue(s.m.k) {
			break
		}
		// Both are linear in the matrix, so one pass serves all strengths.
		told, taste := s.says(a, n), own[s.m.d.Class[n]] // own has the same rows for every truth
		for c := range sums {
			part := 0.5 + 0.1*float64(c)
			sums[c].add(part*told + (1-part)*taste)
		}
	}
	var logs [6]float64
	for c := range logs {
		logs[c] = sums[c].value()
	}
	return meanOfLogs(logs[:]...)
}

// biased weights the columns of a confusion matrix and normalises its rows until it is
// expected to give each label about as often as the worker did (r): ten rounds of
// iterative proportional fitting.
func (s *suspect) biased(confusion, r []float64) []float64 {
	k := s.m.k
	meets := make([]float64, k) // how many tasks of each class the worker met
	for _, n := range s.labels {
		for t, q := range s.belief(n) {
			meets[t] += q
		}
	}
	p := slices.Clone(confusion)
	scale := make([]float64, k)
	for range 10 {
		clear(scale)
		for t, met := range meets {
			for l, x := range p[t*k : (t+1)*k] {
				scale[l] += met * x
			}
		}
		for l, gives := range scale {
			if gives <= 0 {
				scale[l] = 1
				continue
			}
			scale[l] = (r[l] + 0.5) / (gives + 0.5) // half a label more on either side: no label becomes impossible
		}
		for t := range k {
			row := p[t*k : (t+1)*k]
			for l := range row {
				row[l] *= scale[l]
			}
			prob.Normalize(row)
		}
	}
	return p
}
