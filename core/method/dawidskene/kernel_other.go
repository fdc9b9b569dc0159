//go:build !amd64

package dawidskene

// ownKernels returns nil: there is nothing faster than the kernels for all.
func ownKernels(int) (soft, careful *kernels) { return nil, nil }
