package calibrate

import (
	"math"

	"concord/core/crowd"
	"concord/core/prob"
	"concord/core/yield"
)

// Evidence is what the labels of a crowd show by themselves: how often workers who labelled the
// same task agree, and whether that is more than chance. A worker's repeats on a task don't count.
//
// With n_t the workers of task t and w_t = 1/(n_t − 1), as in Krippendorff's α,
//
//	A = Σ_t w_t S_t / Σ_t w_t n_t(n_t − 1)/2,   S_t the pairs of workers who agree
//
// Chance deals each worker's labels anew over the tasks that the worker shares with others; mean
// and variance of A under it are computed, not drawn (null).
type Evidence struct {
	Tasks     int     // tasks with labels
	Overlap   int     // of these, tasks that two or more workers labelled
	Lone      float64 // share of the tasks that one worker labelled
	PerTask   float64 // labels a task, mean
	Agreement float64 // A; NaN: no two workers share a task
	Error     float64 // its standard error, as if tasks and workers were drawn anew
	Chance    float64 // the mean of A by chance
	Score     float64 // how many standard deviations A is above Chance
	Tail      float64 // the probability of as much agreement by chance
	Alpha     float64 // Krippendorff's, nominal
	Unanimous float64 // share of the overlapping tasks on which all workers agree
	Contrary  bool    // as a whole they agree no more than by chance, but some contradict each other on far more tasks
	Partly    bool    // so, and some agree on far more tasks than by chance
	Told      int     // tasks with labels whose class is known beforehand
	Implied   float64 // p₁, the accuracy of a label that A implies (Implies), or that the told classes show
	Spread    float64 // the standard error of logit p₁

	drawn     bool      // the tasks of known classes were drawn at random
	anonymous bool      // nobody knows who gave which label: all are of different workers
	own       []float64 // M, the accuracy of each worker that shared tasks support, shrunk to Implied
}

const (
	// leastOverlap tasks with two workers are needed before agreement says anything.
	leastOverlap = 10
	// leastTold tasks whose class is known say something where nobody can agree or disagree.
	leastTold = 10
	// byChance is how improbable the agreement must be by chance: 2.9 standard deviations of a normal distribution. With 3, fewer than 70 %
	// of honest crowds of 100 tasks, two labels each, four in five right, would speak (TestSilence).
	byChance = .002
	// observed bounds the labels that are looked at, and pairsObserved the pairs of labels times classes: of more, half of
	// the tasks are left out, or more.
	observed, pairsObserved = 200_000, 1 << 23
	// mostVoices bounds those of a task.
	mostVoices = 64
	// ownLabels is how many shared labels it takes for a worker's own agreement to weigh as much as the crowd's.
	ownLabels = 10
)

// lone returns the worker of task i of l, if it has labels of one worker only.
func (e *Evidence) lone(l *crowd.Labels, i int) (worker int32, is bool) {
	from, to := l.Of(i)
	if from == to || e.anonymous && to > from+1 {
		return 0, false
	}
	for n := from + 1; n < to; n++ {
		if l.Worker[n] != l.Worker[from] {
			return 0, false
		}
	}
	return l.Worker[from], true
}

// ByChance reports whether workers who share enough tasks agree on them no more than by chance.
func (e *Evidence) ByChance() bool { return e.Overlap >= leastOverlap && e.Tail >= byChance }

// Agrees reports whether enough tasks are shared, and workers agree on them more than by chance.
func (e *Evidence) Agrees() bool { return e.Overlap >= leastOverlap && e.Tail < byChance }

// Speaks reports whether the labels say anything of how right they are. Classes that are told don't speak for workers who agree no more
// than by chance, unless they are of tasks drawn at random (Drawn).
func (e *Evidence) Speaks() bool {
	return e.Agrees() || e.Told >= leastTold && (e.drawn || !e.ByChance())
}

// Drawn says that the tasks whose classes are known were drawn at random.
func (e *Evidence) Drawn() { e.drawn = true }

// Own returns the accuracy of worker j's labels that the evidence supports.
func (e *Evidence) Own(j int) float64 { return e.own[j] }

// Observe looks at the labels of a data set. Gold (N) are classes that are known beforehand, nil: none. pause is called from time to time
// (nil: never); its error is returned.
func Observe(d *crowd.Dataset, gold []int32, pause func() error) (*Evidence, error) {
	l := &d.Labels
	o := &observer{l: l, work: yield.New(pause), last: make([]int32, l.Workers), group: make([]int32, l.Workers)}
	o.e = &Evidence{anonymous: d.Anonymous}
	if err := o.count(); err != nil {
		return nil, err
	}
	o.e.Agreement, o.e.Chance, o.e.Alpha, o.e.Unanimous = math.NaN(), math.NaN(), math.NaN(), math.NaN()
	o.e.Tail, o.e.Implied = 1, 1/float64(max(1, l.Classes))
	if o.e.Overlap > 0 {
		if err := o.agree(); err != nil {
			return nil, err
		}
		if err := o.null(); err != nil {
			return nil, err
		}
		if o.e.ByChance() {
			if err := o.contrast(); err != nil {
				return nil, err
			}
		}
	}
	o.told(gold)
	return o.e, nil
}

// observer makes one pass over a sample of the tasks for each kind of figure.
type observer struct {
	l    *crowd.Labels
	work *yield.Work
	e    *Evidence

	every     int     // every so many tasks are looked at
	last      []int32 // M, the last task on which the worker was seen, plus one
	seen      struct{ worker, class []int32 }
	share     []float64 // of each label in each group
	same, met []float64 // M, comparisons of the worker with others that agree, and all
	group     []int32   // M, the group within which labels are dealt anew: the worker's own, or that of all with few labels
}

// voices returns the workers of task i and their labels, the first of each.
func (o *observer) voices(i int) (worker, class []int32) {
	from, to := o.l.Of(i)
	worker, class = o.seen.worker[:0], o.seen.class[:0]
	for n := from; n < to && len(worker) < mostVoices; n++ {
		if j := o.l.Worker[n]; o.last[j] != int32(i+1) || o.e.anonymous {
			o.last[j] = int32(i + 1)
			worker, class = append(worker, j), append(class, int32(o.l.Class[n]))
		}
	}
	o.seen.worker, o.seen.class = worker, class
	return worker, class
}

// each passes the voices of the tasks of the sample that have two or more.
func (o *observer) each(tell func(i int, worker, class []int32)) error {
	clear(o.last)
	for i := range o.l.Tasks {
		if !sampled(i, o.every) {
			continue
		}
		worker, class := o.voices(i)
		if !o.work.Continue(1 + len(worker)*(len(worker)+o.l.Classes)) {
			return o.work.Err()
		}
		if len(worker) >= 2 {
			tell(i, worker, class)
		}
	}
	return nil
}

// sampled reports whether task i is one of those looked at, one of so many. Every so manyth would be blind to what comes in turns.
func sampled(i, every int) bool { return every == 1 || crowd.Hash(0, uint64(i))%uint64(every) == 0 }

// count counts the tasks, and says how many of them are looked at closely.
func (o *observer) count() error {
	pairs, shared := 0, 0
	for i := range o.l.Tasks {
		from, to := o.l.Of(i)
		n := 0
		for _, j := range o.l.Worker[from:to] {
			if o.last[j] != int32(i+1) || o.e.anonymous {
				o.last[j] = int32(i + 1)
				n++
			}
		}
		if !o.work.Continue(1 + n) {
			return o.work.Err()
		}
		if n == 0 {
			continue
		}
		o.e.Tasks++
		if n >= 2 {
			o.e.Overlap++
			n = min(n, mostVoices)
			shared += n
			pairs += n * n / 2 * o.l.Classes
		}
	}
	if o.e.Tasks > 0 {
		o.e.Lone = float64(o.e.Tasks-o.e.Overlap) / float64(o.e.Tasks)
		o.e.PerTask = float64(o.l.Len()) / float64(o.e.Tasks)
	}
	o.every = 1 + max(shared/observed, pairs/pairsObserved)
	return nil
}

// agree computes the agreement, its standard error, and what it says of each worker. The error is that of the infinitesimal
// jackknife over tasks and over workers, as if both were drawn anew.
func (o *observer) agree() error {
	l, e := o.l, o.e
	votes := make([]int32, l.Classes)
	named := make([]float64, l.Classes)
	same, met := make([]float64, l.Workers), make([]float64, l.Workers) // pairs of the worker that agree, and all, weighted
	agree, pairs, tasks, unanimous := 0.0, 0.0, 0, 0
	type one struct{ agree, pairs float64 }
	var each []one
	if err := o.each(func(_ int, worker, class []int32) {
		n := float64(len(worker))
		w := 1 / (n - 1)
		for _, c := range class {
			votes[c]++
			named[c]++
		}
		s := 0.0
		for m, c := range class {
			same[worker[m]] += w * float64(votes[c]-1)
			met[worker[m]]++
			s += float64(votes[c]-1) / 2
		}
		if int(votes[class[0]]) == len(class) {
			unanimous++
		}
		for _, c := range class {
			votes[c] = 0
		}
		tasks++
		agree += w * s
		pairs += n / 2
		each = append(each, one{w * s, n / 2})
	}); err != nil {
		return err
	}
	e.Agreement, e.Unanimous = agree/pairs, float64(unanimous)/float64(tasks)
	chance, total := 0.0, 2*pairs
	for _, x := range named {
		chance += x / total * x / total
	}
	e.Alpha = 1
	if chance < 1 {
		e.Alpha = (e.Agreement - chance) / (1 - chance)
	}
	variance := 0.0
	for _, x := range each {
		d := (x.agree - e.Agreement*x.pairs) / pairs
		variance += d * d
	}
	for j, n := range met {
		d := (same[j] - e.Agreement*n) / pairs
		variance += d * d
	}
	// Half a pair that agrees by chance is added: that all agree on a few tasks is not certainty.
	smoothed := (agree + chance/2) / (pairs + .5)
	e.Error = math.Sqrt(max(variance, smoothed*(1-smoothed)/(pairs+1)))
	e.Implied = Implies(smoothed, l.Classes)
	e.Spread = prob.Logit(e.Implied) - prob.Logit(Implies(smoothed-e.Error, l.Classes))
	o.same, o.met = same, met
	return nil
}

// told looks at the labels on gold tasks, and says how accurate each worker is: by what others say, and by those. Where agreement
// says nothing, it is the gold tasks alone that do.
func (o *observer) told(gold []int32) {
	l, e := o.l, o.e
	right, n := make([]float64, l.Workers), make([]float64, l.Workers)
	hits, of := 0.0, 0
	clear(o.last)
	for i, z := range gold {
		if z == crowd.Unknown {
			continue
		}
		worker, class := o.voices(i)
		for m, j := range worker {
			n[j]++
			if class[m] == z {
				right[j]++
				hits++
			}
		}
		if len(worker) > 0 {
			e.Told++
			of += len(worker)
		}
	}
	agrees := e.Agrees()
	if told := float64(of); !agrees && e.Told >= leastTold {
		e.Implied = (hits + 1) / (told + 2)
		e.Spread = 1 / math.Sqrt((told+2)*e.Implied*(1-e.Implied))
	}
	e.own = make([]float64, l.Workers)
	for j := range e.own {
		x, weight := e.Implied, 0.0
		if agrees {
			x, weight = own(o.same[j], o.met[j], e.Implied, l.Classes)
		}
		e.own[j] = (weight*x + right[j] + ownLabels*e.Implied) / (weight + n[j] + ownLabels)
	}
}

// Implies returns the accuracy p of a label which an agreement A of pairs implies, if workers err on their own and every wrong
// class is as likely: A = p² + c(1 − p)², c = 1/(K − 1), the root above its minimum.
func Implies(agreement float64, classes int) float64 {
	if classes < 2 {
		return 1
	}
	c := 1 / float64(classes-1)
	return min(1, (c+math.Sqrt(max(0, c*c-(1+c)*(c-min(1, agreement)))))/(1+c))
}

// own returns the accuracy x of a worker of whose n comparisons with others so many agree, if those are right with probability p:
// a = x p + c (1 − x)(1 − p), and as how many labels of known truth that counts.
func own(agree, n, p float64, classes int) (x, weight float64) {
	c := 1 / float64(max(1, classes-1))
	tell := p - c*(1-p) // how much the agreement of a worker tells
	if n == 0 || tell < .05 {
		return p, 0
	}
	return min(max((agree/n-c*(1-p))/tell, 0), 1), n * tell * tell
}
