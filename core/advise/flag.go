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
	// Suspicious is the least evidence of a flag: odds of 19 to 1 after prior odds of 1 to 10, that is, 1 spammer of
	// the kind in 11 workers (Ipeirotis et al. 2010 find more): log(190).
	Suspicious = 5.247
	// falseShare of the workers who are flagged for their own labels may be flagged by chance: of many workers, odds that would do
	// for one are found by chance (metric.LeastEvidence).
	falseShare = 0.05
	// ConstantShare of the labels must be the same for Constant.
	ConstantShare = 0.95
	// fewestShared tasks are needed to tell that two workers copy: with fewer, the odds can't outweigh the number of pairs.
	fewestShared = 8
)

// flag flags suspicious workers, of those with the Fewest labels.
func (m *model) flag(out []Worker, copies *copiers) {
	flags, judged := m.suspicions(out)
	Raise(out, flags, judged)
	found, pairs := copies.find()
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
		if out[j].Shared >= Fewest && f.Evidence > Suspicious+prior {
			out[j].Flags = append(out[j].Flags, f)
		}
	}
}

// suspicions compares the labels of workers with those of an ordinary worker; judged is how many workers have the Fewest labels that
// takes. Sums over their labels clear most of them. For the others, some at a time, it computes again what everybody else says of each
// label.
func (m *model) suspicions(out []Worker) (flags map[int]Flag, judged int) {
	flags = map[int]Flag{}
	var open []*suspect
	for j := range out {
		if out[j].Shared < Fewest {
			continue
		}
		judged++
		if s := newSuspect(m, j, &out[j]); !s.cleared() {
			open = append(open, s)
		}
		if !m.work.Continue(m.k * m.k) {
			return flags, judged
		}
	}
	for len(open) > 0 {
		some, labels := 0, 0
		for some < len(open) && (some == 0 || (labels+open[some].n)*m.k <= beliefs) {
			labels += open[some].n
			some++
		}
		m.recall(open[:some])
		for _, s := range open[:some] {
			if m.work.Err() != nil {
				return flags, judged
			}
			if f, ok := s.constant(); ok {
				flags[s.worker] = f
			} else if f, ok := s.unrelated(); ok {
				flags[s.worker] = f
			}
			s.beliefs = nil
		}
		open = open[some:]
	}
	return flags, judged
}

// beliefs bounds how many probabilities of the tasks of suspects are held at a time.
const beliefs = 1 << 21

// recall fills in the labels of suspects, and what all others say of their tasks.
func (m *model) recall(suspects []*suspect) {
	of := make([]*suspect, m.d.Workers)
	for _, s := range suspects {
		of[s.worker] = s
		s.class, s.beliefs = make([]uint16, 0, s.n), make([]float64, 0, s.n*m.k)
	}
	for i := range m.d.Tasks {
		from, to := m.d.Of(i)
		cost := 1 + to - from
		if slices.ContainsFunc(m.d.Worker[from:to], func(j int32) bool { return of[j] != nil }) {
			m.others = m.without(i, m.others[:0])
			for n := from; n < to; n++ {
				if s := of[m.d.Worker[n]]; s != nil {
					s.class, s.beliefs = append(s.class, m.d.Class[n]), append(s.beliefs, m.others[(n-from)*m.k:][:m.k]...)
				}
			}
			cost *= m.k
		}
		if !m.work.Continue(cost) {
			return
		}
	}
}

// Raise adds the flags that have evidence enough among those found in so many workers.
func Raise(out []Worker, flags map[int]Flag, workers int) {
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
	m      *model
	worker int
	n      int
	right  float64   // Worker.Accuracy
	counts []float64 // Worker.Confusion
	names  []float64 // K: labels by class

	class   []uint16  // of each label
	beliefs []float64 // n×K: what all others say of its task
}

func newSuspect(m *model, worker int, w *Worker) *suspect {
	s := &suspect{m: m, worker: worker, n: w.Labels, right: w.Accuracy.Value, counts: w.Confusion, names: make([]float64, m.k)}
	for c, x := range w.Confusion {
		s.names[c%m.k] += x
	}
	for l, x := range s.names {
		s.names[l] = math.Round(x) // beliefs in a label's classes sum to one
	}
	return s
}

// fit is Σ_n log Σ_k q_nk π[k][y_n] for a confusion matrix π.
func (s *suspect) fit(confusion []float64) float64 {
	sum := logSum{product: 1}
	for n := range s.class {
		if !s.m.work.Continue(s.m.k) {
			break
		}
		sum.add(s.says(confusion, n))
	}
	return sum.value()
}

// says is Σ_k q_nk π[k][y_n].
func (s *suspect) says(confusion []float64, n int) float64 {
	p, k, at := 0.0, s.m.k, int(s.class[n])
	for _, q := range s.beliefs[n*k : (n+1)*k] {
		p += q * confusion[at]
		at += k
	}
	return p
}

// fitAtLeast is Σ_kl n_kl log π[k][l] for the counts n_kl = Σ_n q_nk [y_n = l], and fitAtMost Σ_l n_l log(Σ_k n_kl π[k][l]/n_l): by
// Jensen's inequality fit is between the two.
func (s *suspect) fitAtLeast(confusion []float64) float64 {
	sum := 0.0
	for c, x := range s.counts {
		if x > 0 {
			sum += x * math.Log(confusion[c])
		}
	}
	return sum
}

func (s *suspect) fitAtMost(confusion []float64) float64 {
	k, sum := s.m.k, 0.0
	for l, n := range s.names {
		if n == 0 {
			continue
		}
		p := 0.0
		for at := l; at < len(s.counts); at += k {
			p += s.counts[at] * confusion[at]
		}
		sum += n * math.Log(p/n)
	}
	return sum
}

// cleared reports whether the counts alone show that neither constant nor unrelated would find enough.
func (s *suspect) cleared() bool {
	if s.m.k < 2 {
		return true
	}
	if always, _ := s.always(); always != nil {
		best := math.Inf(-1)
		for _, ordinary := range s.leaning(always) {
			best = max(best, s.fitAtLeast(ordinary))
		}
		if s.fitAtMost(always)-best > Suspicious {
			return false
		}
	}
	const middle = Strengths / 2
	own, avoid := s.own(), s.biased(avoiding(s.m.k))
	random := s.fitAtMost(own)
	honest := s.fitAtLeast(towards(s.biased(s.m.crowd), own, Strength(middle))) - math.Log(Strengths) // one of those in the mean
	var inverted [Strengths]float64
	for c := range inverted {
		inverted[c] = s.fitAtMost(towards(avoid, own, Strength(c)))
	}
	return random-honest <= Suspicious && MeanOfLogs(inverted[:]...)-max(honest, random) <= Suspicious
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

// constant compares "always l, except for slips" with an honest worker of any skill
// between the crowd's and perfection, who in doubt leans towards l up to half the time.
func (s *suspect) constant() (Flag, bool) {
	always, l := s.always()
	if always == nil {
		return Flag{}, false
	}
	best := math.Inf(-1)
	for _, honest := range s.leaning(always) {
		best = max(best, s.fit(honest))
	}
	f := Flag{Kind: Constant, Evidence: s.fit(always) - best, Class: l, Share: s.names[l] / float64(s.n), Labels: s.n}
	return f, f.Evidence > Suspicious
}

// always is a worker who gives the worker's most frequent label l, except for slips; nil if the worker does not.
func (s *suspect) always() (confusion []float64, l int) {
	k := s.m.k
	for c, x := range s.names {
		if x > s.names[l] {
			l = c
		}
	}
	if s.names[l] < ConstantShare*float64(s.n) || k < 2 {
		return nil, l
	}
	confusion = slices.Repeat([]float64{0.01 / float64(k-1)}, k*k)
	for t := range k {
		confusion[t*k+l] = 0.99
	}
	return confusion, l
}

// leaning are honest workers of any skill who in doubt lean towards always.
func (s *suspect) leaning(always []float64) (confusions [][]float64) {
	for _, skill := range []float64{0, 0.5, 0.9, 0.99} {
		honest := towards(identity(s.m.k), s.m.crowd, skill)
		for _, lean := range []float64{0, 0.25, 0.5} {
			confusions = append(confusions, towards(always, honest, lean))
		}
	}
	return confusions
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
func (s *suspect) unrelated() (Flag, bool) {
	if s.m.k < 2 {
		return Flag{}, false
	}
	own := s.own()
	random := s.fit(own)
	honest := s.atStrengths(s.biased(s.m.crowd), own)
	inverted := s.atStrengths(s.biased(avoiding(s.m.k)), own)
	f := Flag{Share: s.right, Labels: s.n}
	switch {
	case inverted-max(honest, random) > Suspicious:
		f.Kind, f.Evidence = Inverted, inverted-max(honest, random)
	case random-max(honest, inverted) > Suspicious:
		f.Kind, f.Evidence = Random, random-max(honest, inverted)
	default:
		return f, false
	}
	return f, true
}

// own gives each label as often as the worker does, whatever the truth.
func (s *suspect) own() []float64 {
	k := s.m.k
	row := make([]float64, k)
	for l, x := range s.names {
		row[l] = (x + 0.5) / (float64(s.n) + 0.5*float64(k))
	}
	return slices.Repeat(row, k)
}

// avoiding is right one time in twenty.
func avoiding(k int) []float64 {
	p := identity(k)
	for c, x := range p {
		p[c] = 0.05*x + 0.95*(1-x)/float64(k-1)
	}
	return p
}

// Strengths is how many strengths are compared. A strength is the share of labels that depend on the truth.
const Strengths = 6

// Strength returns the c-th of them.
func Strength(c int) float64 { return 0.5 + 0.1*float64(c) }

// atStrengths is the log of the mean likelihood of c·a + (1−c)·own over c.
func (s *suspect) atStrengths(a, own []float64) float64 {
	var sums [Strengths]logSum
	for c := range sums {
		sums[c].product = 1
	}
	for n, l := range s.class {
		if !s.m.work.Continue(s.m.k) {
			break
		}
		// Both are linear in the matrix, so one pass serves all strengths.
		told, taste := s.says(a, n), own[l] // own has the same rows for every truth
		for c := range sums {
			sums[c].add(Strength(c)*told + (1-Strength(c))*taste)
		}
	}
	var logs [Strengths]float64
	for c := range logs {
		logs[c] = sums[c].value()
	}
	return MeanOfLogs(logs[:]...)
}

// biased weights the columns of a confusion matrix and normalises its rows until it is
// expected to give each label about as often as the worker did: ten rounds of
// iterative proportional fitting.
func (s *suspect) biased(confusion []float64) []float64 {
	k := s.m.k
	meets := make([]float64, k) // how many tasks of each class the worker met
	for c, x := range s.counts {
		meets[c/k] += x
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
			scale[l] = (s.names[l] + 0.5) / (gives + 0.5) // half a label more on either side: no label becomes impossible
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
