package catalog

import (
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/fit/fittest"
)

// FuzzFit fits any method that needs labels only to any small crowd, for a few steps: it is refused, or its answer is valid.
func FuzzFit(f *testing.F) {
	all := All()
	for n := range all {
		f.Add(uint8(n), uint8(7), []byte{0, 0, 0, 0, 1, 1, 1, 0, 0, 1, 1, 0, 2, 2, 1})
	}
	f.Add(uint8(2), uint8(0x92), []byte{0, 0, 1, 0, 0, 2, 3, 1, 4, 0xff, 5, 5})
	f.Fuzz(func(t *testing.T, which, shape uint8, labels []byte) {
		e := all[int(which)%len(all)]
		d := crowdOf(shape, labels)
		if e.Described || len(labels) > 120 {
			return
		}
		m := func() fit.Method {
			m, _, err := e.Method(nil)
			if err != nil {
				t.Fatal(err)
			}
			return m
		}
		fittest.Small(t, fittest.Subject{Name: e.Name, New: m, Rises: e.Rises}, d, fit.Settings{MaxSteps: 4, Seed: uint64(shape), Tolerance: -1})
	})
}

// crowdOf is a crowd of up to six tasks, workers and classes, three bytes a label: task, worker, class. Some have gold tasks, and some
// labels are numbers.
func crowdOf(shape uint8, labels []byte) *crowd.Dataset {
	n, m, k := 1+int(shape)%6, 1+int(shape>>1)%6, 1+int(shape>>2)%6
	var task, worker, class []int32
	var value []float64
	for ; len(labels) >= 3; labels = labels[3:] {
		task, worker = append(task, int32(labels[0])%int32(n)), append(worker, int32(labels[1])%int32(m))
		class, value = append(class, int32(labels[2])%int32(k)), append(value, float64(int8(labels[2]))/4)
	}
	if shape&0x80 > 0 {
		return &crowd.Dataset{Labels: crowd.NewValues(n, m, task, worker, value)}
	}
	d := &crowd.Dataset{Labels: crowd.NewLabels(n, m, k, task, worker, class)}
	if shape&0x40 > 0 {
		for i := range n {
			d.Gold = append(d.Gold, int32(i%(k+1)-1))
		}
	}
	return d
}
