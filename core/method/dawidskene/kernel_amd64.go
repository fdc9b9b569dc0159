package dawidskene

// Four classes fill an AVX register, which nearly every amd64 has: wide4 is soft4 and careful4, in
// handwritten assembly, for tasks with any numbers of labels. It gives the same bits in two thirds
// of the time.
func wide4(b *block) (done int)

// hasAVX reports whether processor and system have AVX.
func hasAVX() bool

// ownKernels returns the fastest kernels for k classes that this processor has.
func ownKernels(k int) kernels {
	all := plainKernels(k)
	if k == 4 && hasAVX() {
		all.soft, all.careful = softOwn(wide4, 0), softOwn(wide4, 1)
	}
	return all
}
