package advise

import (
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/yield"
)

// Outlook foretells how many answers would be right if there were more labels, for the same number of each task or for the tasks
// where they help most. With A_i(n) as Plan has it, by calibrated probabilities, workers who err on their own would make
//
//	gain = Σ_i (A_i(n_i) − A_i(0))/N
//
// more of the answers right, in the end all of them. Real crowds don't get there: some tasks mislead everybody. With w the share of
// labels that are probably wrong and p that of right answers now,
//
//	m = Shared w,   p(n) = p + max(0, 1 − m/(1 − p)) gain
//
// so that a share m of the answers stays wrong however many labels there are. Where answers are wrong less often than that, no
// gain is foretold.
type Outlook struct {
	Right  float64 // p
	Misled float64 // m

	wrong float64   // w
	mends float64   // the share of the gain that real crowds keep
	tasks float64   // labelled tasks, which all of it is about
	even  []float64 // Σ A_i(n) − A_i(0) by n
	asks  []Ask     // best first
	scale float64   // tasks for each that was looked at
}

// Shared is the share of mistakes that are owed to tasks. It was chosen from six by how well the gains of real crowds are foretold
// when labels are dropped at random (docs/further-labels.md).
const Shared = .35

// lookedAt bounds the tasks from which an outlook is computed: of more, every second is left out, or more.
const lookedAt = 20_000

// Foresee foretells from a calibrated posterior (N×K) and the share of the answers that are right now. It is about tasks with labels;
// those of known class gain nothing. pause is called from time to time (nil: never); its error is returned.
func Foresee(d *crowd.Dataset, posterior []float64, right float64, pause func() error) (*Outlook, error) {
	k := d.Classes
	confusion, err := pooled(&d.Labels, posterior, pause)
	if err != nil {
		return nil, err
	}
	outcomes := outcomesOf(confusion, k, rowsFor(d.Tasks))
	o := &Outlook{Right: right, even: make([]float64, len(outcomes)+1)}
	work, size, wrong := yield.New(pause), 0, 0.0
	for _, rows := range outcomes {
		size += len(rows)
	}
	every, seen := 1+d.Tasks/lookedAt, 0.0
	value := make([]float64, len(outcomes)+1)
	for i := range d.Tasks {
		from, to := d.Of(i)
		if from == to {
			continue
		}
		o.tasks++
		known, q := d.Truth(i), posterior[i*k:(i+1)*k]
		for _, l := range d.Class[from:to] {
			switch {
			case known == crowd.Unknown:
				wrong += 1 - q[l]
			case int(l) != known:
				wrong++
			}
		}
		if int(o.tasks)%every != 0 && every > 1 {
			continue
		}
		if seen++; known != crowd.Unknown {
			continue
		}
		value[0] = slices.Max(q)
		for n, rows := range outcomes {
			value[n+1] = max(value[n], min(expectedBest(q, rows), 1)) // it never falls; sums are rounded
			o.even[n+1] += value[n+1] - value[0]
		}
		o.asks = steps(o.asks, i, value)
		if !work.Continue(size) {
			return nil, work.Err()
		}
	}
	o.scale = o.tasks / max(seen, 1)
	o.wrong = wrong / float64(max(1, d.Len()))
	o.asks = byGain(o.asks, work)
	return o.Sharing(Shared), work.Err()
}

// Sharing returns the outlook where such a share of the mistakes is owed to tasks.
func (o *Outlook) Sharing(share float64) *Outlook {
	out := *o
	out.Misled, out.mends = share*o.wrong, 0
	if o.Right < 1 {
		out.mends = max(0, 1-out.Misled/(1-o.Right))
	}
	return &out
}

// drift is the standard deviation of what the forecast of a gain is off by, over real sets, where each task gets a label or more, and
// driftFewer of a loss by fewer; turned is about how many answers change then (docs/further-labels.md).
const drift, driftFewer, turned = .03, .055, .1

// Around is half of the range that holds 19 of 20 gains by so many labels per task, fewer if below 0, of so many tasks.
func Around(perTask float64, tasks int) float64 {
	off := drift
	if perTask < 0 {
		off = driftFewer
	}
	return 1.96 * min(1, math.Abs(perTask)) * math.Sqrt(off*off+turned/float64(max(1, tasks)))
}

// Most is how many further labels of each task can be foretold.
func (o *Outlook) Most() int { return len(o.even) - 1 }

// Even is the share of right answers with so many further labels of each task; of a part of a label that part of the tasks gets one.
func (o *Outlook) Even(perTask float64) float64 {
	n := min(int(perTask), o.Most())
	gain := o.even[n]
	if n < o.Most() {
		gain += (perTask - float64(n)) * (o.even[n+1] - o.even[n])
	}
	return o.With(o.scale * gain)
}

// Targeted is the share of right answers with as many labels where they help most.
func (o *Outlook) Targeted(perTask float64) float64 {
	left, gain := perTask*o.tasks/o.scale, 0.0
	for _, a := range o.asks {
		if left <= 0 {
			break
		}
		gain += a.Gain * min(1, left/float64(a.Labels))
		left -= float64(a.Labels)
	}
	return o.With(o.scale * gain)
}

// With is the share of right answers where further labels would make so many more right if workers erred on their own.
func (o *Outlook) With(gain float64) float64 {
	return min(1, o.Right+o.mends*gain/max(o.tasks, 1))
}
