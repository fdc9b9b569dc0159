package spectral

import "concord/core/crowd"

// A part is a connected part of the data. Outside its part a leading singular vector is zero in
// exact arithmetic and rounding noise otherwise, so each part is decomposed by itself.
type part struct {
	crowd.Labels
	task, worker []int32 // the number of each task and worker in the whole
}

// split cuts labels into their connected parts. Tasks and workers without labels are in none.
func split(l *crowd.Labels) []part {
	of, n := l.Connected()
	parts := make([]part, n)
	for p := range parts {
		parts[p].Labels = crowd.Labels{Classes: l.Classes, Start: []int32{0}}
	}
	local := make([]int32, l.Workers) // a worker's number in its part
	for j, p := range of {
		if p >= 0 {
			local[j] = int32(len(parts[p].worker))
			parts[p].worker = append(parts[p].worker, int32(j))
		}
	}
	for i := range l.Tasks {
		from, to := l.Of(i)
		if from == to {
			continue
		}
		p := &parts[of[l.Worker[from]]]
		p.task = append(p.task, int32(i))
		for n := from; n < to; n++ {
			p.Worker = append(p.Worker, local[l.Worker[n]])
			p.Class = append(p.Class, l.Class[n])
		}
		p.Start = append(p.Start, int32(len(p.Class)))
	}
	for p := range parts {
		parts[p].Tasks, parts[p].Workers = len(parts[p].task), len(parts[p].worker)
	}
	return parts
}
