//go:build !amd64 && !wasm

package dawidskene

// ownKernels returns the kernels for all: there is nothing faster.
func ownKernels(k int) kernels { return plainKernels(k) }
