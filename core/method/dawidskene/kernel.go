package dawidskene

import (
	"math"
	"unsafe"

	"concord/core/crowd"
	"concord/core/prob"
)

//go:generate go test ../../../lab/kernelgen -update

// A kernel processes tasks [i, end) of a pass, multiplying probabilities where the equations add
// logarithms, and stops at the first task that needs more: one whose most probable class changes,
// or whose product has lost digits. It returns how many it did. The rest are done one by one.
//
// The kernels for 2 to 5 classes are generated; they differ from softAny and hardAny only in speed.
type kernel func(p *Pass, m *Model, i, end int) (done int)

const (
	// lift is the start of every product, which may then fall by 2^1900 before a class is lost; a
	// class that far behind has a posterior of 0.
	lift = 0x1p900
	// vague is the lowest trustworthy sum: a term that underflowed is at most 2^-1122 of it, below
	// the smallest number there is.
	vague = 0x1p100
	// A posterior below subnormal has few digits left; one below nothing times that is 0. EM drives
	// some posteriors through that range, and where it then goes depends on when they become 0, so
	// those in between are rounded with care, task by task.
	subnormal = 0x1p-1020
	nothing   = 0x1p-60
	// faint exceeds any score that gives such a posterior: no sum exceeds lift, but for rounding.
	faint = 0x1p-110
	tie   = crowd.Tie

	fraction = 1<<52 - 1  // the bits of a number after its exponent
	one      = 1023 << 52 // the exponent of numbers from 1 to 2

	batch = 256  // how many tasks a kernel does at most
	roomy = 4096 // how many vote shares are made at once
)

// kernels are what a Pass spends its time in. They are for one Pass.
type kernels struct{ soft, careful, hard kernel }

// plainKernels returns the kernels for k classes that are written in Go.
func plainKernels(k int) kernels {
	of := [...]kernels{
		{softAny, carefulAny, hardAny}, 2: {soft2, careful2, hard2}, 3: {soft3, careful3, hard3}, 4: {soft4, careful4, hard4},
		5: {soft5, careful5, hard5},
	}
	if k < 2 || k >= len(of) {
		k = 0
	}
	return of[k]
}

// keyAt is keys[n], and at the address of a key in a table, without bounds checks: newKeys has
// checked every key. That saves a fifth of a pass.
func keyAt(keys *uint32, n int) uintptr {
	return uintptr(*(*uint32)(unsafe.Add(unsafe.Pointer(keys), n*4)))
}

func at(table *float64, key uintptr) unsafe.Pointer {
	return unsafe.Add(unsafe.Pointer(table), key)
}

// likelihood is a running product of probabilities, kept as a fraction and a power of two. It
// avoids a logarithm per task and the rounding of a long sum of logarithms.
type likelihood struct {
	product  float64 // in [1, 2)
	exponent int64
	rest     prob.Sum // logarithms of factors that were taken one by one
}

// split moves the exponent of a product, a normal number, into l's and returns what is left.
func (l *likelihood) split(product float64) float64 {
	b := math.Float64bits(product)
	l.exponent += int64(b>>52) - 1023
	return math.Float64frombits(b&fraction | one)
}

// log returns the logarithm of the whole product.
func (l likelihood) log() float64 {
	l.rest.Add(prob.Log(l.product))
	l.rest.Add(float64(l.exponent) * math.Ln2)
	return l.rest.Value()
}

// Soft is an E-step fused with the counts of the next M-step: each task's posterior is computed,
// counted and forgotten.
func (p *Pass) Soft(m *Model) {
	if p.cells != nil {
		p.sparseSoft(m)
		return
	}
	p.reset()
	p.all = likelihood{product: 1}
	run := p.inner.soft
	if -math.Ilogb(m.least) > 1000/(p.longest+1) {
		run = p.inner.careful
	}
	p.drive(run, softTask, m)
	p.counts.LogLikelihood = p.all.log()
}

// Hard counts each task wholly for its most probable class. It first asks whether the class still
// wins, and moves the counts of the tasks that change class only.
func (p *Pass) Hard(m *Model) {
	if !p.whole {
		p.Harden()
	}
	p.counts.Impossible, p.counts.Flips = 0, 0
	p.all, p.own = likelihood{product: 1}, likelihood{product: 1}
	p.drive(p.inner.hard, hardTask, m)
	p.counts.LogLikelihood, p.counts.Complete = p.all.log(), p.own.log()
}

// drive has the kernel do all tasks but the gold ones and those where it stops.
func (p *Pass) drive(run kernel, one func(*Pass, *Model, int), m *Model) {
	for i, ok := p.begin(); ok; i, ok = p.next(i) {
		from, end := i, min(i+batch, p.data.Tasks)
		if gold := p.firstGold(i, end); gold > i {
			i += run(p, m, i, gold)
		}
		if i < end {
			one(p, m, i)
			i++
		}
		if !p.work.Continue(int(p.data.Start[i] - p.data.Start[from])) {
			return
		}
	}
}

// softTask does one task of a soft pass, whatever it is like.
func softTask(p *Pass, m *Model, i int) {
	q := p.score
	if sum, ok := p.posterior(m, i, q); ok {
		p.all.rest.Add(sum)
	} else {
		p.counts.Impossible++
	}
	if !stay(q, int(p.class[i])) {
		p.class[i] = uint16(p.best(i, q))
		p.counts.Flips++
	}
	p.add(i, q)
}

// hardTask does one task of a hard pass, whatever it is like.
func hardTask(p *Pass, m *Model, i int) {
	q := p.score
	sum, ok := p.posterior(m, i, q)
	if y := int(p.class[i]); !stay(q, y) || p.lowest {
		if to := p.best(i, q); to != y {
			p.move(i, y, -1)
			p.move(i, to, 1)
			p.class[i] = uint16(to)
			p.counts.Flips++
		}
	}
	if !ok {
		p.counts.Impossible++
		return
	}
	p.all.rest.Add(sum)
	if p.data.Truth(i) == crowd.Unknown {
		sum += prob.Log(q[p.class[i]])
	}
	p.own.rest.Add(sum)
}

// softAny is the soft kernel for any number of classes.
func softAny(p *Pass, m *Model, i, end int) (done int) { return anySoft(p, m, i, end, false) }

// carefulAny is softAny for models that can give a posterior below subnormal.
func carefulAny(p *Pass, m *Model, i, end int) (done int) { return anySoft(p, m, i, end, true) }

func anySoft(p *Pass, m *Model, i, end int, careful bool) (done int) {
	a := p.score
	for ; i < end; i++ {
		s := p.multiply(m, i, a)
		if most := a[p.class[i]]; !(most >= vague) || most+most < s && !stay(a, int(p.class[i])) || careful && lost(a, s) {
			break
		}
		p.sums[done] = s
		inverse := 1 / s
		for k := range a {
			a[k] *= inverse
		}
		p.add(i, a)
		done++
	}
	p.all.take(p.sums[:done])
	return done
}

// hardAny is the hard kernel for any number of classes.
func hardAny(p *Pass, m *Model, i, end int) (done int) {
	a := p.score
	for ; i < end; i++ {
		s := p.multiply(m, i, a)
		most := a[p.class[i]]
		if !(most >= vague) || most+most < s && !stay(a, int(p.class[i])) {
			break
		}
		p.sums[done], p.mosts[done] = s, most
		done++
	}
	p.own.take(p.mosts[:done])
	p.all.take(p.sums[:done])
	return done
}

// posteriors writes the posteriors of tasks [i, end), at most a batch, into q. It leaves vague ones
// and gold to p.posterior. All products precede the first division so that the processor can load
// the tables of many tasks at once.
func (p *Pass) posteriors(m *Model, i, end int, q []float64) {
	k := len(m.Prior)
	for n := range end - i {
		p.sums[n] = p.multiply(m, i+n, q[n*k:(n+1)*k])
	}
	for n, sum := range p.sums[:end-i] {
		row := q[n*k : (n+1)*k]
		if share(row); !(sum >= vague) || p.data.Truth(i+n) != crowd.Unknown {
			p.posterior(m, i+n, row)
		}
	}
}

// count counts the tasks [i, end) with posteriors q.
func (p *Pass) count(i, end int, q []float64) {
	k := len(p.counts.Class)
	for ; i < end; i++ {
		p.add(i, q[:k])
		q = q[k:]
	}
}

// multiply sets a to lift·p_k Π_j π_j[k][y_ij] and returns the sum. It carries four classes at a
// time through the labels, so that their products stay in registers.
func (p *Pass) multiply(m *Model, i int, a []float64) (s float64) {
	from, to := p.data.Of(i)
	keys, table, prior := unsafe.SliceData(p.key), unsafe.SliceData(m.Table), m.Prior[:len(a)]
	k := 0
	for ; k+4 <= len(a); k += 4 {
		some := (*float64)(at(table, uintptr(k)*8))
		a0, a1, a2, a3 := prior[k]*lift, prior[k+1]*lift, prior[k+2]*lift, prior[k+3]*lift
		for n := from; n < to; n++ {
			π := (*[4]float64)(at(some, keyAt(keys, n)))
			a0 *= π[0]
			a1 *= π[1]
			a2 *= π[2]
			a3 *= π[3]
		}
		a[k], a[k+1], a[k+2], a[k+3] = a0, a1, a2, a3
		s += (a0 + a1) + (a2 + a3)
	}
	for ; k < len(a); k++ {
		one := (*float64)(at(table, uintptr(k)*8))
		a0 := prior[k] * lift
		for n := from; n < to; n++ {
			a0 *= *(*float64)(at(one, keyAt(keys, n)))
		}
		a[k] = a0
		s += a0
	}
	return s
}

// add counts task i with posterior q.
func (p *Pass) add(i int, q []float64) {
	from, to := p.data.Of(i)
	keys, counts, class := unsafe.SliceData(p.key), unsafe.SliceData(p.counts.Label), p.counts.Class[:len(q)]
	k := 0
	for ; k+4 <= len(q); k += 4 {
		some := (*float64)(at(counts, uintptr(k)*8))
		q0, q1, q2, q3 := q[k], q[k+1], q[k+2], q[k+3]
		for n := from; n < to; n++ {
			c := (*[4]float64)(at(some, keyAt(keys, n)))
			c[0] += q0
			c[1] += q1
			c[2] += q2
			c[3] += q3
		}
		class[k] += q0
		class[k+1] += q1
		class[k+2] += q2
		class[k+3] += q3
	}
	for ; k < len(q); k++ {
		one := (*float64)(at(counts, uintptr(k)*8))
		for n := from; n < to; n++ {
			*(*float64)(at(one, keyAt(keys, n))) += q[k]
		}
		class[k] += q[k]
	}
}

// take multiplies l by sums of lifted scores, each vague or more: eight at once while their product
// is a normal number, which fails only for tasks with very many labels.
func (l *likelihood) take(sums []float64) {
	const down, enough = 1 / lift, 0x1p-900
	product, exponent := l.product, int64(0)
	times := func(x float64) {
		b := math.Float64bits(x)
		exponent += int64(b>>52) - 1023
		product *= math.Float64frombits(b&fraction | one)
	}
	for len(sums) > 0 {
		for len(sums) >= 8 {
			s := (*[8]float64)(sums)
			x := (((s[0] * down) * (s[1] * down)) * ((s[2] * down) * (s[3] * down))) *
				(((s[4] * down) * (s[5] * down)) * ((s[6] * down) * (s[7] * down)))
			if x < enough {
				break
			}
			times(x)
			sums = sums[8:]
		}
		few := sums[:min(8, len(sums))]
		for _, s := range few {
			times(s * down)
		}
		sums = sums[len(few):]
	}
	l.exponent += exponent
	l.product = l.split(product)
}

// lost reports whether a posterior, a divided by its sum s, would lose digits.
func lost(a []float64, s float64) bool {
	for _, x := range a {
		if x < s*subnormal && x > s*subnormal*nothing {
			return true
		}
	}
	return false
}
