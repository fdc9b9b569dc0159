package crowd

// Connected numbers the connected parts of the data, in the order of their first
// tasks: no worker of one labelled a task of another. of is by worker, −1 for a
// worker without labels. It costs O(labels).
func (l *Labels) Connected() (of []int32, parts int) {
	root := make([]int32, l.Workers)
	for j := range root {
		root[j] = int32(j)
	}
	find := func(j int32) int32 {
		for root[j] != j {
			root[j] = root[root[j]]
			j = root[j]
		}
		return j
	}
	for i := range l.Tasks {
		from, to := l.Of(i)
		for n := from + 1; n < to; n++ {
			root[find(l.Worker[n])] = find(l.Worker[from])
		}
	}
	of = make([]int32, l.Workers)
	for j := range of {
		of[j] = -1
	}
	for _, j := range l.Worker {
		r := find(j)
		if of[r] < 0 {
			of[r] = int32(parts)
			parts++
		}
		of[j] = of[r]
	}
	return of, parts
}
