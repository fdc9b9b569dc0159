//go:build !wasm

package dawidskene

// addStraight adds the kernels for k classes that do tasks of one number of labels.
func addStraight(k int, soft, careful, hard *kernels) {
	switch k {
	case 2:
		straight2(soft, careful, hard)
	case 3:
		straight3(soft, careful, hard)
	case 4:
		straight4(soft, careful, hard)
	case 5:
		straight5(soft, careful, hard)
	}
}
