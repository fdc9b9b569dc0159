package crowd

// Shares returns the vote shares N×K: the share of each task's labels that name
// each class, one for the known class of a gold task, uniform for a task that
// nobody labelled. It is the soft majority vote from which EM starts.
func Shares(d *Dataset) []float64 {
	k := d.Classes
	q := make([]float64, d.Tasks*k)
	for i := range d.Tasks {
		Share(d, i, q[i*k:(i+1)*k])
	}
	return q
}

// Share writes the vote shares of task i into row, which has K entries.
func Share(d *Dataset, i int, row []float64) {
	clear(row)
	if d.Gold != nil && d.Gold[i] != Unknown {
		row[d.Gold[i]] = 1
		return
	}
	from, to := d.Of(i)
	if from == to {
		for c := range row {
			row[c] = 1 / float64(len(row))
		}
		return
	}
	for _, c := range d.Class[from:to] {
		row[c]++
	}
	total := float64(to - from)
	for c := range row {
		row[c] /= total
	}
}
