package dawidskene

// A jump of Go's goes through a table in WebAssembly, and all variables with it.
// In its own instructions the kernels take three quarters of the time, and half of
// it where the numbers of labels are mixed. They give the same bits.

func ownSoft2(b *block) (done int)
func ownSoft3(b *block) (done int)
func ownSoft4(b *block) (done int)
func ownSoft5(b *block) (done int)

func ownHard2(b *block) (done int)
func ownHard3(b *block) (done int)
func ownHard4(b *block) (done int)
func ownHard5(b *block) (done int)

// ownKernels returns those for k classes, nil if there are none.
func ownKernels(k int) (soft, careful, hard *kernels) {
	of := func(soft, hard func(*block) int) (_, _, _ *kernels) {
		return &kernels{any: softOwn(soft, 0)}, &kernels{any: softOwn(soft, 1)}, &kernels{any: hardOwn(hard)}
	}
	switch k {
	case 2:
		return of(ownSoft2, ownHard2)
	case 3:
		return of(ownSoft3, ownHard3)
	case 4:
		return of(ownSoft4, ownHard4)
	case 5:
		return of(ownSoft5, ownHard5)
	}
	return nil, nil, nil
}

// hardOwn is softOwn for a hard kernel.
func hardOwn(do func(*block) (done int)) kernel {
	b := newBlock(0)
	return func(p *Pass, m *Model, i, end int) (done int) {
		b.set(p, m, i, end)
		done = do(b)
		p.own.take(p.mosts[:done])
		p.all.take(p.sums[:done])
		return done
	}
}
