package scan

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
)

// Sum returns the SHA-256 of a file, in hexadecimal, for the record of a run, and
// how many bytes it has.
//
// It is a pass of its own, for when the record is asked for: in wasm it costs
// about 10 ns a byte, so that Labels would take half as long again if it did
// this by the way. It is for a file that is sure to be the one that Labels read.
func Sum(file io.Reader, progress func(bytes int64) error) (sum string, bytes int64, err error) {
	h := sha256.New()
	buf := make([]byte, 256<<10)
	for {
		k, err := file.Read(buf)
		h.Write(buf[:k])
		bytes += int64(k)
		if err == io.EOF {
			return hex.EncodeToString(h.Sum(nil)), bytes, nil
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
