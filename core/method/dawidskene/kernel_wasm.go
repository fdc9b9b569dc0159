package dawidskene

import "unsafe"

// In WebAssembly, Go's jumps go through a table and spill all variables. Kernels in its own
// instructions take three quarters of the time, or half with mixed numbers of labels or more than
// five classes, and give the same bits.

func ownSoft2(b *block) (done int)
func ownSoft3(b *block) (done int)
func ownSoft4(b *block) (done int)
func ownSoft5(b *block) (done int)

func ownHard2(b *block) (done int)
func ownHard3(b *block) (done int)
func ownHard4(b *block) (done int)
func ownHard5(b *block) (done int)

func ownSoftAny(b *generalBlock) (done int)
func ownHardAny(b *generalBlock) (done int)

// ownKernels returns the fastest kernels for k classes.
func ownKernels(k int) kernels {
	if k < 2 || k > 5 {
		return kernels{softGeneral(k, 0), softGeneral(k, 1), hardGeneral(k)}
	}
	soft := [...]func(*block) int{2: ownSoft2, 3: ownSoft3, 4: ownSoft4, 5: ownSoft5}[k]
	hard := [...]func(*block) int{2: ownHard2, 3: ownHard3, 4: ownHard4, 5: ownHard5}[k]
	return kernels{softOwn(soft, 0), softOwn(soft, 1), hardOwn(hard)}
}

// hardOwn is softOwn for a hard kernel.
func hardOwn(do func(*block) (done int)) kernel {
	b := newBlock(0)
	return func(p *Pass, m *Model, i, end int) (done int) {
		b.set(p, i, end)
		b.model(m)
		done = do(b)
		p.own.take(p.mosts[:done])
		p.all.take(p.sums[:done])
		return done
	}
}

// A generalBlock is a block for any number of classes.
type generalBlock struct {
	block
	priors, shares unsafe.Pointer // lifted; Counts.Class
	k              int

	lifted []float64
}

func softGeneral(k, careful int) kernel {
	b := newGeneral(k, careful)
	return func(p *Pass, m *Model, i, end int) (done int) {
		b.set(p, m, i, end)
		done = ownSoftAny(b)
		p.all.take(p.sums[:done])
		return done
	}
}

func hardGeneral(k int) kernel {
	b := newGeneral(k, 0)
	return func(p *Pass, m *Model, i, end int) (done int) {
		b.set(p, m, i, end)
		done = ownHardAny(b)
		p.own.take(p.mosts[:done])
		p.all.take(p.sums[:done])
		return done
	}
}

func newGeneral(k, careful int) *generalBlock {
	b := &generalBlock{block: *newBlock(careful), k: k, lifted: make([]float64, k)}
	b.priors = unsafe.Pointer(unsafe.SliceData(b.lifted))
	return b
}

func (b *generalBlock) set(p *Pass, m *Model, i, end int) {
	b.block.set(p, i, end)
	b.model(m)
	b.shares = unsafe.Pointer(unsafe.SliceData(p.counts.Class))
	for k, x := range m.Prior {
		b.lifted[k] = x * lift
	}
}
