package dawidskene

import "unsafe"

// In WebAssembly, Go's jumps go through a table and spill all variables. Kernels in its own
// instructions give the same bits: a whole fit by the consensus takes a seventh less time with ten
// classes, and a fifteenth less with two.

func ownSoft(b *block) (done int)
func ownHard(b *block) (done int)

// A block is the input and output of such a kernel.
type block struct {
	keys, table, counts, ends, classes, score, sums, mosts unsafe.Pointer

	from, tasks int // the first label, the number of tasks
	careful     int // 1: stop at a posterior below subnormal

	tie, vague, subnormal, nothing float64

	priors, shares unsafe.Pointer // lifted; what posteriors are summed into
	k              int

	lifted []float64
}

// ownKernels returns the fastest kernels for k classes.
func ownKernels(k int) kernels {
	return kernels{softOwn(k, 0), softOwn(k, 1), hardOwn(k)}
}

func softOwn(k, careful int) kernel {
	b := newBlock(k, careful) // of one Pass, as the kernel is
	return func(p *Pass, m *Model, i, end int) (done int) {
		b.set(p, m, i, end)
		b.shares = unsafe.Pointer(unsafe.SliceData(p.batchTotal()))
		done = ownSoft(b)
		p.addTotal()
		p.all.take(p.sums[:done])
		return done
	}
}

func hardOwn(k int) kernel {
	b := newBlock(k, 0)
	return func(p *Pass, m *Model, i, end int) (done int) {
		b.set(p, m, i, end)
		done = ownHard(b)
		p.own.take(p.mosts[:done])
		p.all.take(p.sums[:done])
		return done
	}
}

func newBlock(k, careful int) *block {
	b := &block{careful: careful, tie: 1 + tie, vague: vague, subnormal: subnormal, nothing: nothing, k: k, lifted: make([]float64, k)}
	b.priors = unsafe.Pointer(unsafe.SliceData(b.lifted))
	return b
}

func (b *block) set(p *Pass, m *Model, i, end int) {
	b.keys = unsafe.Pointer(unsafe.SliceData(p.key))
	b.table = unsafe.Pointer(unsafe.SliceData(m.Table))
	b.counts = unsafe.Pointer(unsafe.SliceData(p.counts.Label))
	b.ends, b.classes = unsafe.Pointer(&p.data.Start[i+1]), unsafe.Pointer(&p.class[i])
	b.score, b.sums, b.mosts = unsafe.Pointer(unsafe.SliceData(p.score)), unsafe.Pointer(&p.sums), unsafe.Pointer(&p.mosts)
	b.from, b.tasks = int(p.data.Start[i]), end-i
	for k, x := range m.Prior {
		b.lifted[k] = x * lift
	}
}
