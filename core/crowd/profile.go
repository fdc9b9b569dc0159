package crowd

// rounds is how often Profiles looks at a worker's neighbours.
const rounds = 3

// Profiles gives each worker a number that depends only on what the worker said and
// what others said about the same tasks: not on how workers, tasks or classes are
// numbered, nor on the order of the rows. In each round a worker's number takes in
// those of the workers who agreed and of those who labelled the same task (Weisfeiler
// & Leman 1968). Methods that draw random numbers for a worker seed them with it, so
// reordering the rows changes nothing. Labels must be classes.
func Profiles(d *Dataset) []uint64 {
	of, next := make([]uint64, d.Workers), make([]uint64, d.Workers)
	same := make([]uint64, d.Classes)
	for range rounds {
		clear(next)
		for i := range d.Tasks {
			from, to := d.Of(i)
			all := uint64(0)
			for n := from; n < to; n++ {
				x := Hash(of[d.Worker[n]], 1)
				same[d.Class[n]] += x
				all += x
			}
			for n := from; n < to; n++ {
				known := uint64(0)
				if d.Truth(i) != Unknown {
					known = 1
					if d.Gold[i] == int32(d.Class[n]) {
						known = 2
					}
				}
				next[d.Worker[n]] += Hash(Hash(same[d.Class[n]], all), known) // a sum: in any order
			}
			for n := from; n < to; n++ {
				same[d.Class[n]] = 0
			}
		}
		for j, x := range next {
			of[j] = Hash(of[j], x)
		}
	}
	return of
}
