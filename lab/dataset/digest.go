package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Digest is a short name for what it is made of.
func Digest(parts ...string) string {
	h := sha256.New()
	for _, s := range parts {
		fmt.Fprintf(h, "%d %s", len(s), s)
	}
	return hex.EncodeToString(h.Sum(nil))[:12]
}

// Contents is a digest of all files in some folders of the data.
func Contents(data string, folders []string) (string, error) {
	h := sha256.New()
	for _, folder := range folders {
		if err := filepath.WalkDir(filepath.Join(data, folder), func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			f, err := os.Open(path)
			if err != nil {
				return err
			}
			defer f.Close()
			fmt.Fprintln(h, folder, e.Name())
			_, err = io.Copy(h, f)
			return err
		}); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
