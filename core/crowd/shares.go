package crowd

// Shares returns the vote shares N×K: the share of each task's labels that name
// each class, one for the known class of a gold task, uniform for a task that
// nobody labelled. It is the soft majority vote from which EM starts.
func Shares(d *Dataset) []float64 {
	k := d.Classes
	q := make([]float64, d.Tasks*k)
	for i := range d.Tasks {
		row := q[i*k : (i+1)*k]
		if d.Gold != nil && d.Gold[i] != Unknown {
			row[d.Gold[i]] = 1
			continue
		}
		from, to := d.Of(i)
		for _, c := range d.Class[from:to] {
			row[c]++
		}
		total := float64(to - from)
		for c := range row {
			if total > 0 {
				row[c] /= total
			} else {
				row[c] = 1 / float64(k)
			}
		}
	}
	return q
}
