package labels

import (
	"fmt"

	"concord/core/crowd"
	"concord/core/layout/choice"
	"concord/core/problem"
)

// checkAgain says what is wrong with a policy.
func checkAgain(a string) *problem.Problem {
	switch a {
	case choice.AgainAll, choice.AgainFirst, choice.AgainLast, choice.AgainMajority:
		return nil
	}
	return &problem.Problem{What: fmt.Sprintf("“%s” is no way to deal with repeated labels", problem.Printable(string(a))),
		Do: "Choose first, last or majority, or nothing to count them all"}
}

// whichCount says in words which of repeated labels count.
func whichCount(a string, numeric bool) string {
	switch {
	case a == choice.AgainFirst:
		return "Of each worker the first one on a task counts"
	case a == choice.AgainLast:
		return "Of each worker the last one on a task counts"
	case a == choice.AgainMajority && numeric:
		return "Of each worker their mean counts"
	case a == choice.AgainMajority:
		return "Of each worker the one given most often counts"
	}
	return "Go on if each is an answer of its own: every label counts"
}

// once leaves one label of each worker on each task, in the place of the first.
// It works in place, since labels may fill the memory, and returns how many it
// took away.
func once(a string, l *crowd.Labels) int {
	before := l.Len()
	at := make([]int32, l.Workers) // where the worker's label on this task is kept, plus one
	var (
		task  crowd.Labels // a copy of the task's labels
		again []int32      // places of those given again
	)
	kept := int32(0)
	for i := range l.Tasks {
		from, to := l.Of(i)
		begin := kept
		task.Worker, again = append(task.Worker[:0], l.Worker[from:to]...), again[:0]
		if l.Numeric() {
			task.Value = append(task.Value[:0], l.Value[from:to]...)
		} else {
			task.Class = append(task.Class[:0], l.Class[from:to]...)
		}
		for n, j := range task.Worker {
			place := at[j] - 1
			if place < begin {
				place = kept
				kept++
				at[j] = kept
				l.Worker[place] = j
			} else if a == choice.AgainMajority {
				again = append(again, place)
				continue
			} else if a == choice.AgainFirst {
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
	l.Worker = l.Worker[:kept]
	if l.Numeric() {
		l.Value = l.Value[:kept]
	} else {
		l.Class = l.Class[:kept]
	}
	return before - int(kept)
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

// favourite is the class that worker j gave a task most often, of several the
// earliest.
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

// settle leaves one label of each worker on each task. A class that no label
// names any more is none.
func (s *Set) settle(a string) {
	if a == choice.AgainAll || once(a, &s.Data.Labels) == 0 || s.Data.Numeric() {
		return
	}
	l := &s.Data.Labels
	used := make([]bool, l.Classes)
	for _, k := range l.Class {
		used[k] = true
	}
	fresh, to := &names{}, make([]uint16, l.Classes)
	for k, is := range used {
		to[k] = uint16(fresh.Len())
		if is {
			fresh.add([]byte(s.Classes.At(k)))
		}
	}
	if fresh.Len() == l.Classes {
		return
	}
	for n, k := range l.Class {
		l.Class[n] = to[k]
	}
	l.Classes = fresh.Len()
	if a, ok := s.Classes.(aliased); ok {
		s.Classes = aliased{fresh, a.stands}
	} else {
		s.Classes = fresh
	}
}
