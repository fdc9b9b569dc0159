//go:build !amd64 && !wasm

package dawidskene

// ownKernels returns nil: there is nothing faster than the kernels for all.
func ownKernels(int) (soft, careful, hard kernel) { return nil, nil, nil }
