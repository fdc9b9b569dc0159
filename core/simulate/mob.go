package simulate

import (
	"fmt"
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
	random := source(seed)
	k, honest := m.Classes, m.Workers-m.Spammers-m.Copiers
	w := &World{Prior: uniform(k)}
	for j := range m.Workers {
		switch spammer := j - honest; {
		case j < honest || spammer >= m.Spammers:
			w.Confusion = append(w.Confusion, Coin(k, between(random, m.Low, m.High))...)
		case spammer%2 == 0:
			w.Confusion = append(w.Confusion, Always(k, spammer/2%k)...)
		default:
			w.Confusion = append(w.Confusion, Guess(k)...)
		}
	}
	w.Truth = make([]int32, m.Tasks)
	crew := newCrew(m.Workers, random)
	var task, worker, class []int32
	for i := range w.Truth {
		w.Truth[i] = choose(random, w.Prior)
		who := slices.Clone(crew.pick(m.PerTask))
		said := make([]int32, len(who))
		for n, j := range who {
			row := (int(j)*k + int(w.Truth[i])) * k
			said[n] = choose(random, w.Confusion[row:row+k])
		}
		for c := m.Workers - m.Copiers; c < m.Workers; c++ {
			m.copy(c, who, said, honest, random.Float64() < .5)
		}
		for n, j := range who {
			task, worker, class = append(task, int32(i)), append(worker, j), append(class, said[n])
		}
	}
	w.Data = &crowd.Dataset{Labels: crowd.NewLabels(m.Tasks, m.Workers, k, task, worker, class)}
	return w
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
	honest := m.Workers - m.Spammers - m.Copiers
	number := func(kind string, n, of int) string { return fmt.Sprintf("%s-%0*d", kind, len(fmt.Sprint(of)), n+1) }
	for j := range m.Workers {
		name := number("worker", j, honest)
		if s := j - honest; s >= m.Spammers {
			name = number("copier", s-m.Spammers, m.Copiers)
		} else if s >= 0 {
			name = number("spammer", s, m.Spammers)
		}
		n.workers = append(n.workers, name)
	}
	return n
}

// Sample returns the crowd as a sample, of up to 26 classes.
func (m Mob) Sample(seed uint64) Sample {
	return simulated("simulated", m.naming(), seed, m)
}
