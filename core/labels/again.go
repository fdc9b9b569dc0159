package labels

import (
	"concord/core/api"
	"concord/core/crowd"
)

// whichCount says which of a worker's repeated labels count.
func whichCount(a string, numeric bool) string {
	switch {
	case a == api.AgainFirst:
		return "Of each worker the first one on a task counts"
	case a == api.AgainLast:
		return "Of each worker the last one on a task counts"
	case a == api.AgainMajority && numeric:
		return "Of each worker their mean counts"
	case a == api.AgainMajority:
		return "Of each worker the one given most often counts"
	}
	return "Every label counts, if each is an answer of its own"
}

// once leaves one label of each worker on each task, in the place of the first.
// It works in place, since labels may fill the memory, and returns how many it removed.
func once(a string, l *crowd.Labels) int {
	before := l.Len()
	at := make([]int32, l.Workers) // where the worker's label on this task is kept, plus one
	var (
		task  crowd.Labels // a copy of the task's labels
		again []int32      // places of repeated labels
	)
	kept := int32(0)
	for i := range l.Tasks {
		from, to := l.Of(i)
		begin := kept
		again = again[:0]
		task.Worker = append(task.Worker[:0], l.Worker[from:to]...)
		task.Class = append(task.Class[:0], part(l.Class, from, to)...)
		task.Value = append(task.Value[:0], part(l.Value, from, to)...)
		for n, j := range task.Worker {
			place := at[j] - 1
			if place < begin {
				place = kept
				kept++
				at[j] = kept
				l.Worker[place] = j
			} else if a == api.AgainMajority {
				again = append(again, place)
				continue
			} else if a == api.AgainFirst {
				continue
			}
			if l.Numeric() {
				l.Value[place] = task.Value[n]
			} else {
				l.Class[place] = task.Class[n]
			}
		}
		for _, place := range again {
			if l.Numeric() {
				l.Value[place] = mean(&task, l.Worker[place])
			} else {
				l.Class[place] = favourite(&task, l.Worker[place])
			}
		}
		l.Start[i] = begin
	}
	l.Start[l.Tasks] = kept
	l.Worker, l.Class, l.Value = l.Worker[:kept], part(l.Class, 0, int(kept)), part(l.Value, 0, int(kept))
	return before - int(kept)
}

// part returns s[from:to]; nil stays nil.
func part[T any](s []T, from, to int) []T {
	if s == nil {
		return nil
	}
	return s[from:to]
}

// mean is the mean of the numbers that worker j gave a task.
func mean(task *crowd.Labels, j int32) float64 {
	sum, n := 0.0, 0
	for at, k := range task.Worker {
		if k == j {
			sum += task.Value[at]
			n++
		}
	}
	return sum / float64(n)
}

// favourite is the class that worker j gave a task most often, the earliest in a tie.
func favourite(task *crowd.Labels, j int32) (best uint16) {
	most := 0
	for at, k := range task.Worker {
		if k != j {
			continue
		}
		n := 0
		for other, k := range task.Worker {
			if k == j && task.Class[other] == task.Class[at] {
				n++
			}
		}
		if n > most {
			best, most = task.Class[at], n
		}
	}
	return best
}

// settle leaves one label of each worker on each task, and drops the classes that no label names any more.
func (s *Set) settle(a string) {
	if a == api.AgainAll || once(a, &s.Data.Labels) == 0 {
		return
	}
	l := &s.Data.Labels
	used := make([]bool, l.Classes)
	for _, k := range l.Class {
		used[k] = true
	}
	fresh, to := &names{}, make([]int32, l.Classes)
	for k, is := range used {
		to[k] = int32(fresh.Len())
		if is {
			fresh.add([]byte(s.Classes.At(k)))
		}
	}
	if fresh.Len() == l.Classes {
		return
	}
	renumber(l.Class, to)
	l.Classes = fresh.Len()
	if a, ok := s.Classes.(aliased); ok {
		s.Classes = aliased{fresh, a.stands}
	} else {
		s.Classes = fresh
	}
}
