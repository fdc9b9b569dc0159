package intake

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
)

// Sum returns the SHA-256 of a file, in hexadecimal, for the record of a run, and
// how many bytes it has.
//
// It is a pass of its own, for when the record is asked for: in wasm it costs
// about 10 ns a byte, so that Labels would take half as long again if it did
// this by the way. It takes a file that is sure to be the one that Labels read;
// of any other a Hash is made in the same pass.
func Sum(file io.Reader, progress func(bytes int64) error) (sum string, bytes int64, err error) {
	h := sha256.New()
	buf := make([]byte, hashBlock)
	for {
		k, err := file.Read(buf)
		h.Write(buf[:k])
		bytes += int64(k)
		if err == io.EOF {
			return hexadecimal(h), bytes, nil
		}
		if err != nil {
			return "", bytes, err
		}
		if progress != nil {
			if err := progress(bytes); err != nil {
				return "", bytes, err
			}
		}
	}
}

func hexadecimal(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)) }

const (
	hashBlock  = 256 << 10
	hashBlocks = 4 // how far who writes may be ahead
)

// Hash makes the SHA-256 of what is written to it. It works beside who writes,
// where there is a second processor.
type Hash struct {
	h          hash.Hash
	part       []byte // what is written, not yet on its way
	full, free chan []byte
	done       chan struct{}
}

// NewHash returns the Hash of nothing yet. Sum has to be called in the end.
func NewHash() *Hash {
	h := &Hash{h: sha256.New(), full: make(chan []byte, hashBlocks), free: make(chan []byte, hashBlocks+1), done: make(chan struct{})}
	for range hashBlocks {
		h.free <- nil
	}
	go func() {
		for part := range h.full {
			h.h.Write(part)
			h.free <- part[:0]
		}
		close(h.done)
	}()
	return h
}

// Write implements io.Writer. It never fails.
func (h *Hash) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
		if cap(h.part) == 0 {
			if h.part = <-h.free; h.part == nil {
				h.part = make([]byte, 0, hashBlock)
			}
		}
		k := min(len(p), hashBlock-len(h.part))
		h.part, p = append(h.part, p[:k]...), p[k:]
		if len(h.part) == hashBlock {
			h.full <- h.part
			h.part = nil
		}
	}
	return n, nil
}

// Sum returns the SHA-256 in hexadecimal, after which nothing can be written.
func (h *Hash) Sum() string {
	h.full <- h.part
	close(h.full)
	<-h.done
	return hexadecimal(h.h)
}
