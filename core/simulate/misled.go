package simulate

// Misled is a crowd of independent workers whom some tasks mislead: on those they err more often, and mostly alike. All classes are
// equally common.
type Misled struct {
	Tasks, Workers, Classes, PerTask int
	Hard                             float64 // share of the tasks that mislead
	Wrong                            float64 // of the labels of a task that misleads
	Slips                            float64 // wrong labels of any other task
	Lure                             float64 // share of the wrong labels of a task that are the same one
}

// Draw simulates.
func (m Misled) Draw(seed uint64) *World {
	random := source(seed)
	w := &World{Prior: uniform(m.Classes)}
	task, lure, errs := -1, int32(0), 0.0
	other := func(truth int32) int32 {
		return (truth + 1 + int32(random.Uint32N(uint32(m.Classes-1)))) % int32(m.Classes)
	}
	w.draw(random, m.Tasks, m.Workers, m.Classes, m.PerTask, func(i int, _, truth int32) int32 {
		if i != task {
			task, lure, errs = i, other(truth), m.Slips
			if random.Float64() < m.Hard {
				errs = m.Wrong
			}
		}
		switch {
		case random.Float64() >= errs:
			return truth
		case random.Float64() < m.Lure:
			return lure
		}
		return other(truth)
	})
	return w
}
