//go:build amd64 || wasm

package dawidskene

import "unsafe"

// A block is the input and output of a kernel written in a processor's own instructions.
type block struct {
	keys, table, counts, ends, classes, score, sums, mosts unsafe.Pointer

	from, tasks int // the first label, the number of tasks
	careful     int // 1: stop at a posterior below subnormal

	one, tie, vague, faint, faint2, subnormal, nothing float64

	prior [5]float64 // lifted
	total [5]float64 // of the posteriors
}

// softOwn returns the kernel that do is the inner part of.
func softOwn(do func(*block) (done int), careful int) kernel {
	b := newBlock(careful) // of one Pass, as the kernel is
	return func(p *Pass, m *Model, i, end int) (done int) {
		b.set(p, i, end)
		b.model(m)
		done = do(b)
		for k := range p.counts.Class {
			p.counts.Class[k] += b.total[k]
		}
		p.all.take(p.sums[:done])
		return done
	}
}

func newBlock(careful int) *block {
	return &block{
		careful: careful,
		one:     1, tie: 1 + tie, vague: vague, faint: faint, faint2: 2 * faint * lift, subnormal: subnormal, nothing: nothing,
	}
}

func (b *block) set(p *Pass, i, end int) {
	b.keys = unsafe.Pointer(unsafe.SliceData(p.key))
	b.counts = unsafe.Pointer(unsafe.SliceData(p.counts.Label))
	b.ends, b.classes = unsafe.Pointer(&p.data.Start[i+1]), unsafe.Pointer(&p.class[i])
	b.score, b.sums, b.mosts = unsafe.Pointer(unsafe.SliceData(p.score)), unsafe.Pointer(&p.sums), unsafe.Pointer(&p.mosts)
	b.from, b.tasks = int(p.data.Start[i]), end-i
}

func (b *block) model(m *Model) {
	b.table = unsafe.Pointer(unsafe.SliceData(m.Table))
	for k, x := range m.Prior[:min(len(m.Prior), len(b.prior))] {
		b.prior[k] = x * lift
	}
}
