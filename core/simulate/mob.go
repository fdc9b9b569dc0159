package simulate

import (
	"bufio"
	"math/rand/v2"
	"slices"

	"concord/core/crowd"
)

// Mob is a crowd of honest workers, spammers and copiers. The honest come first, then the spammers, then the copiers.
//
// All classes are equally common. An honest worker is right with a probability drawn between Low and High, and errs towards all
// other classes alike. Every other spammer always says the same; the rest say anything. Each copier has an honest worker to copy:
// wherever that one labels a task, the copier does so half of the time, and says the same. What a copier says otherwise is
// as honest.
type Mob struct {
	Tasks, Workers, Classes, PerTask int
	Low, High                        float64
	Spammers, Copiers                int
}

// Draw simulates. Tasks get PerTask labels by distinct workers.
func (m Mob) Draw(seed uint64) *World {
	by := m.begin(seed)
	w := &World{Prior: by.prior, Truth: make([]int32, m.Tasks)}
	for j := range int32(m.Workers) {
		for truth := range int32(m.Classes) {
			w.Confusion = append(w.Confusion, by.row(j, truth)...)
		}
	}
	var task, worker, class []int32
	for i := range w.Truth {
		w.Truth[i] = by.next()
		for n, j := range by.who {
			task, worker, class = append(task, int32(i)), append(worker, j), append(class, by.said[n])
		}
	}
	w.Data = &crowd.Dataset{Labels: crowd.NewLabels(m.Tasks, m.Workers, m.Classes, task, worker, class)}
	return w
}

// drawing is a mob whose tasks are drawn one after the other. It takes memory for workers alone.
type drawing struct {
	Mob
	random *rand.Rand
	crew   *crew
	prior  []float64
	right  []float64 // M, how often a worker is right; of spammers it means nothing
	odds   []float64 // K, scratch

	who, said []int32 // the workers of the task drawn last, and what they say
}

func (m Mob) begin(seed uint64) *drawing {
	d := &drawing{Mob: m, random: source(seed), prior: uniform(m.Classes), right: make([]float64, m.Workers), odds: make([]float64, m.Classes)}
	for j := range d.right {
		if s := j - m.honest(); s < 0 || s >= m.Spammers {
			d.right[j] = between(d.random, m.Low, m.High)
		}
	}
	d.crew = newCrew(m.Workers, d.random)
	return d
}

func (m Mob) honest() int { return m.Workers - m.Spammers - m.Copiers }

// row is what a worker says of tasks of a class: a probability for each class, valid until the next call.
func (d *drawing) row(j, truth int32) []float64 {
	right, spammer := d.right[j], int(j)-d.honest()
	if spammer >= 0 && spammer < d.Spammers {
		if spammer%2 == 0 {
			clear(d.odds)
			d.odds[spammer/2%d.Classes] = 1
			return d.odds
		}
		right = 1 / float64(d.Classes)
	}
	for l := range d.odds {
		d.odds[l] = (1 - right) / float64(d.Classes-1)
	}
	d.odds[truth] = right
	return d.odds
}

// next draws a task, and returns its class.
func (d *drawing) next() int32 {
	truth := choose(d.random, d.prior)
	d.who, d.said = append(d.who[:0], d.crew.pick(d.PerTask)...), d.said[:0]
	for _, j := range d.who {
		d.said = append(d.said, choose(d.random, d.row(j, truth)))
	}
	for c := d.Workers - d.Copiers; c < d.Workers; c++ {
		d.copy(c, d.who, d.said, d.honest(), d.random.Float64() < .5)
	}
	return truth
}

// copy has a copier say what the honest worker says who is copied, if both label the task. If the copier doesn't but comes, another
// worker makes room who is neither copied nor copies.
func (m Mob) copy(copier int, who, said []int32, honest int, comes bool) {
	of := int32((copier - (m.Workers - m.Copiers)) % honest)
	from, at := slices.Index(who, of), slices.Index(who, int32(copier))
	if from < 0 {
		return
	}
	if at < 0 && comes {
		at = slices.IndexFunc(who, func(j int32) bool { return int(j) >= m.Copiers && int(j) < m.Workers-m.Copiers })
	}
	if at >= 0 && at != from {
		who[at], said[at] = int32(copier), said[from]
	}
}

// naming gives names: honest workers are called worker-07, the others what they are.
func (m Mob) naming() naming {
	n := naming{task: "task"}
	for k := range m.Classes {
		n.classes = append(n.classes, string(rune('A'+k)))
	}
	honest := m.honest()
	for j := range m.Workers {
		name := numbered("worker", j, honest)
		if s := j - honest; s >= m.Spammers {
			name = numbered("copier", s-m.Spammers, m.Copiers)
		} else if s >= 0 {
			name = numbered("spammer", s, m.Spammers)
		}
		n.workers = append(n.workers, name)
	}
	return n
}

// Sample returns the crowd as a sample, of up to 26 classes. It is written as it is drawn, task by task.
func (m Mob) Sample(seed uint64) Sample {
	return Sample{Name: "simulated", Known: true, write: func(labels, truth *bufio.Writer) error {
		names, by := m.naming(), m.begin(seed)
		for i := range m.Tasks {
			task, class := names.nameOf(m.Tasks, i), names.classes[by.next()]
			if err := row(truth, task, class); err != nil {
				return err
			}
			for n, j := range by.who {
				if err := row(labels, task, names.workers[j], names.classes[by.said[n]]); err != nil {
					return err
				}
			}
		}
		return nil
	}}
}
