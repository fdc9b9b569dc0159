package vote

import (
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
	"concord/core/yield"
)

// ballot is a vote in which the labels of worker j weigh weight[j].
type ballot struct {
	d      *crowd.Dataset
	seed   uint64
	lowest bool      // ties go to the lowest class, as in the reference programs, not to the seed
	weight []float64 // M
	given  []float64 // M, how many labels each worker gave
	labels []uint16  // N, the winning class, once voted; of a gold task the known one
	voted  bool

	// Most winners are far ahead, and weights soon move little. Each vote adds the furthest move of a
	// weight to moved. While that is less than safe[i], the winner of task i is the same.
	moved  float64
	safe   []uint16  // N, see under
	before []float64 // M, the weights of the last vote

	scale float64   // 0: rows are shares of the weight; else they are ∝ exp(scale·score)
	power []float64 // M, exp(scale·weight) of the last vote
	work  *yield.Work
	from  fit.Source // takes the votes; nil: the labels are here
	last  string     // the key of its last pass
	err   error      // why it ended early
	row   []float64  // K, scratch
	right []int      // M, how many labels of each worker name the winner
	share []float64  // M, scratch
}

// slack is more than crowd.Tie and the rounding of a float32.
const slack = 1e-6

// under returns the upper half of the bits of x ≥ 0 as a float32, which are those of a number that is
// at most a hundredth smaller: there is one for every task.
func under(x float64) uint16 { return uint16(math.Float32bits(float32(x)) >> 16) }

// over is the number with these bits.
func over(bits uint16) float64 { return float64(math.Float32frombits(uint32(bits) << 16)) }

func newBallot(d *crowd.Dataset, s fit.Settings, lowest bool, scale float64) *ballot {
	b := &ballot{
		d: d, seed: s.Seed, work: yield.New(s.Pause), lowest: lowest, scale: scale,
		weight: make([]float64, d.Workers), given: make([]float64, d.Workers), labels: make([]uint16, d.Tasks),
		safe: make([]uint16, d.Tasks), before: make([]float64, d.Workers), power: make([]float64, d.Workers),
		row: make([]float64, d.Classes), right: make([]int, d.Workers), share: make([]float64, d.Workers),
	}
	for _, j := range d.Worker[d.Start[0]:d.Start[d.Tasks]] {
		b.given[j]++
	}
	return b
}

// firstVote is what the first vote is shared under: whether ties go to the lowest class.
type firstVote bool

// begin takes the first vote, in which every worker weighs the same. In a panel one vote does for
// all.
func (b *ballot) begin(common *fit.Common, weight float64) {
	for j := range b.weight {
		b.weight[j] = weight
	}
	if common == nil {
		b.vote()
		return
	}
	first := fit.Share(common, firstVote(b.lowest), func() *ballot {
		b.vote()
		return &ballot{labels: slices.Clone(b.labels), right: slices.Clone(b.right)}
	})
	b.raise()
	copy(b.labels, first.labels)
	copy(b.right, first.right)
	b.voted = true
}

// posterior sets row to the posterior of task i.
//
// As shares: s_ik = Σ_j v_j [y_ij = k] over its sum, or the plain vote shares if the task's workers
// weigh nothing. As log-odds: ∝ exp(scale·s_ik), the posterior of one-coin workers if scale·v_j is
// the log-odds of j.
func (b *ballot) posterior(i int, row []float64) {
	if b.d.Certain(i, row) {
		return
	}
	if b.scale != 0 && b.multiply(i, row) {
		return
	}
	total := b.scores(i, row)
	if b.scale != 0 {
		for k := range row {
			row[k] *= b.scale
		}
		prob.Softmax(row)
		return
	}
	if total == 0 {
		crowd.Share(b.d, i, row)
		return
	}
	for k := range row {
		row[k] /= total
	}
}

// raise sets the powers of the weights.
func (b *ballot) raise() {
	if b.scale == 0 {
		return
	}
	for j, v := range b.weight {
		b.power[j] = prob.Exp(b.scale * v)
	}
}

// multiply is posterior as products of powers, without an exponential for each score. It reports whether their sum is far from
// where they overflow or vanish.
func (b *ballot) multiply(i int, row []float64) bool {
	const far = 1e280
	for k := range row {
		row[k] = 1
	}
	from, to := b.d.Of(i)
	for n := from; n < to; n++ {
		row[b.d.Class[n]] *= b.power[b.d.Worker[n]]
	}
	sum := 0.0
	for _, x := range row {
		sum += x
	}
	if !(sum > 1/far && sum < far) {
		return false
	}
	for k := range row {
		row[k] /= sum
	}
	return true
}

// scores fills row with Σ_j v_j [y_ij = k] and returns its sum.
func (b *ballot) scores(i int, row []float64) (total float64) {
	clear(row)
	from, to := b.d.Of(i)
	for n := from; n < to; n++ {
		v := b.weight[b.d.Worker[n]]
		row[b.d.Class[n]] += v
		total += v
	}
	return total
}

// vote finds the winners under the present weights, counts how many labels of each worker name them,
// and returns how many winners changed, all of them the first time.
func (b *ballot) vote() (flips int) {
	const block = 256 // tasks between two looks at the work
	if b.from != nil {
		return b.remote()
	}
	b.raise()
	b.moved += b.furthest()
	moved := b.moved * (1 + slack) // for the rounding of safe
	defer func() { b.voted = true }()
	for from := 0; from < len(b.labels); from += block {
		done := block
		for n, safe := range b.safe[from:min(from+block, len(b.safe))] {
			if over(safe) > moved {
				continue
			}
			i := from + n
			at, to := b.d.Of(i)
			done += len(b.row) + 2*(to-at)
			if b.recount(i, b.d.Worker[at:to], b.d.Class[at:to]) {
				flips++
			}
		}
		if !b.work.Continue(done) {
			break
		}
	}
	return flips
}

// recount finds the winner of task i and reports whether it has changed.
func (b *ballot) recount(i int, workers []int32, classes []uint16) bool {
	was := int32(crowd.Unknown)
	if b.voted {
		was = int32(b.labels[i])
	}
	label, lead := b.winner(i, workers, classes)
	b.safe[i] = under(b.moved + lead/float64(len(classes)))
	if label == was {
		return false
	}
	b.labels[i] = uint16(label)
	for n, c := range classes {
		hit := 0
		if int32(c) == label { // no branch: whether a worker is right is hard to foresee
			hit = 1
		}
		if int32(c) == was {
			hit--
		}
		b.right[workers[n]] += hit
	}
	return true
}

// furthest returns how far a weight has moved since the last call, at most.
func (b *ballot) furthest() (most float64) {
	for j, v := range b.weight {
		most = max(most, math.Abs(v-b.before[j]))
	}
	copy(b.before, b.weight)
	return most
}

// winner returns the mode of the posterior of task i, computing the posterior only if the scores
// are nearly tied. Unless the weights of the task's labels move by more than lead, all together, it
// stays the mode.
func (b *ballot) winner(i int, workers []int32, classes []uint16) (label int32, lead float64) {
	if z := b.d.Truth(i); z != crowd.Unknown {
		return int32(z), math.Inf(1)
	}
	var few [8]float64 // on the stack, and cleared without a call
	row := b.row
	if len(row) <= len(few) {
		row = few[:len(row)]
	} else {
		clear(row)
	}
	for n, j := range workers[:len(classes)] {
		row[classes[n]] += b.weight[j]
	}
	best, top, second := 0, row[0], math.Inf(-1)
	for k := 1; k < len(row); k++ {
		if s := row[k]; s > top {
			best, top, second = k, s, top
		} else if s > second {
			second = s
		}
	}
	// The posterior's ratio of the two is second/top, or exp(scale·(second−top)), so a lead of this
	// is far from a tie.
	if lead = top - second - slack*(1+math.Abs(top)); lead > 0 {
		return int32(best), lead
	}
	b.posterior(i, b.row)
	return b.breakTie(i), 0
}

// breakTie returns the mode of row, the posterior of task i.
func (b *ballot) breakTie(i int) int32 {
	if !b.lowest {
		k, _ := crowd.Best(b.row, i, b.seed)
		return int32(k)
	}
	top := slices.Max(b.row)
	return int32(slices.IndexFunc(b.row, func(q float64) bool { return q >= top-crowd.Tie*top }))
}

// agreement returns the share of each worker's labels that name the winner, NaN without labels. The
// slice is valid until the next call.
func (b *ballot) agreement() []float64 {
	for j, n := range b.given {
		b.share[j] = float64(b.right[j]) / n
	}
	return b.share
}

// estimate returns the posterior under the present weights.
func (b *ballot) estimate() *crowd.Estimate {
	if b.from != nil {
		return &crowd.Estimate{}
	}
	k := b.d.Classes
	e := &crowd.Estimate{Posterior: make([]float64, b.d.Tasks*k)}
	b.raise()
	for i := range b.d.Tasks {
		b.posterior(i, e.Posterior[i*k:(i+1)*k])
	}
	return e
}

// Contribute implements fit.Contributor.
func (b *ballot) Contribute(weight float64, sum []float64) {
	k := b.d.Classes
	for i := range b.d.Tasks {
		b.posterior(i, b.row)
		to := sum[i*k : (i+1)*k]
		for n, q := range b.row {
			to[n] += weight * q
		}
	}
}

// with is estimate with columns of the workers' figures.
func (b *ballot) with(columns ...crowd.Column) *crowd.Estimate {
	e := b.estimate()
	e.Extra = columns
	return e
}

func column(name, title string, values []float64) crowd.Column {
	return crowd.NewColumn(crowd.OfWorker, name, title, values)
}

// Teller implements fit.Teller.
func (b *ballot) Teller() func(d *crowd.Dataset) []float64 {
	one := ballot{weight: b.weight, power: b.power, scale: b.scale}
	return func(d *crowd.Dataset) []float64 {
		of := one
		of.d = d
		return of.estimate().Posterior
	}
}
