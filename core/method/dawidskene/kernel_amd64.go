package dawidskene

import "unsafe"

// Four classes fill a register of AVX, which nearly every amd64 has: wide4 is
// soft4 and careful4 for tasks of any numbers of labels, by hand. It gives the
// same bits in two thirds of the time.

// A wideBlock is the tasks that wide4 is to do, and what it gives.
type wideBlock struct {
	keys, table, counts, ends, classes, sums unsafe.Pointer

	from, tasks int // the first label, the number of tasks
	careful     int // 1: stop at a posterior below subnormal

	one, tie, vague, subnormal, nothing float64

	prior [4]float64 // lifted
	total [4]float64 // of the posteriors
}

//go:noescape
func wide4(b *wideBlock) (done int)

// hasAVX reports whether processor and system have AVX.
func hasAVX() bool

// ownKernels returns what this processor does faster than the kernels for k
// classes, nil if it has nothing of the kind.
func ownKernels(k int) (soft, careful *kernels) {
	if k == 4 && hasAVX() {
		return &kernels{any: softWide}, &kernels{any: carefulWide}
	}
	return nil, nil
}

func softWide(p *Pass, m *Model, i, end int) (done int)    { return p.wide(m, i, end, 0) }
func carefulWide(p *Pass, m *Model, i, end int) (done int) { return p.wide(m, i, end, 1) }

func (p *Pass) wide(m *Model, i, end, careful int) (done int) {
	b := wideBlock{
		keys: unsafe.Pointer(unsafe.SliceData(p.key)), table: unsafe.Pointer(unsafe.SliceData(m.Table)),
		counts: unsafe.Pointer(unsafe.SliceData(p.counts.Label)),
		ends:   unsafe.Pointer(&p.data.Start[i+1]), classes: unsafe.Pointer(&p.class[i]), sums: unsafe.Pointer(&p.sums),
		from: int(p.data.Start[i]), tasks: end - i, careful: careful,
		one: 1, tie: 1 + tie, vague: vague, subnormal: subnormal, nothing: nothing,
	}
	for k, x := range m.Prior {
		b.prior[k] = x * lift
	}
	done = wide4(&b)
	for k, x := range b.total {
		p.counts.Class[k] += x
	}
	p.all.take(p.sums[:done])
	return done
}
