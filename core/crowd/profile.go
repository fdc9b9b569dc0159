package crowd

// rounds is how often Profiles looks at a worker's company.
const rounds = 3

// Profiles gives each worker a number that depends on what it said in what company
// alone: not on the numbers of workers, tasks or classes, nor on the order of the
// rows. In each round a worker takes in who agreed with it and who else labelled
// the task (Weisfeiler & Leman 1968). What a method draws for each worker it draws by
// these, so that rows in another order change nothing. Labels must be classes.
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
