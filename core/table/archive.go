package table

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"math"
	"slices"

	"github.com/klauspost/compress/zstd"
)

// What can be wrong with an archive or a workbook.
var (
	ErrArchive  = errors.New("a zip archive that is damaged")
	ErrMethod   = errors.New("a file in a zip archive that is compressed in another way")
	ErrSize     = errors.New("a zip archive that is too large to be held in memory")
	ErrMembers  = errors.New("a zip archive of too many files")
	ErrLocked   = errors.New("a zip archive that is locked with a password")
	ErrWorkbook = errors.New("a workbook that lacks a part")
	ErrXML      = errors.New("a part of a workbook that is not XML as it should be")
	ErrShared   = errors.New("a workbook with too much text")
	ErrParts    = errors.New("a workbook of too many sheets or formats")
)

// IsZip reports whether a file is a zip archive, by its first bytes.
func IsZip(head []byte) bool {
	return bytes.HasPrefix(head, []byte("PK\x03\x04")) || bytes.HasPrefix(head, []byte("PK\x05\x06"))
}

// Archive is a zip archive in memory: it can't be streamed, since its table of contents is at the end.
type Archive struct {
	files    []*zip.File
	tell     func(unpacked int64) error // nil: nobody asks
	unpacked int64
	*budget
}

// ReadArchive reads a whole archive. One that was packed again has the budget of what it was packed in.
func ReadArchive(r io.Reader, l Limits) (*Archive, error) {
	l = l.filled()
	b, err := io.ReadAll(io.LimitReader(r, l.Archive+1))
	switch {
	case err != nil:
		return nil, err
	case int64(len(b)) > l.Archive:
		return nil, ErrSize
	}
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	switch {
	case err != nil:
		return nil, ErrArchive
	case len(z.File) > l.Columns:
		return nil, ErrMembers
	}
	z.RegisterDecompressor(zstd.ZipMethodWinZip, unpackZstd)
	return &Archive{files: z.File, budget: budgetOf(r, l, &counter{n: int64(len(b))})}, nil
}

// Names returns the names of the files in the archive, without folders.
func (a *Archive) Names() (names []string) {
	for _, f := range a.files {
		if !f.FileInfo().IsDir() {
			names = append(names, f.Name)
		}
	}
	return names
}

// fits returns an error if the archive itself says that a file unpacks to more than the limits, which may take minutes to find out
// otherwise. What it says may be too little, so that reading has its limits all the same.
func (a *Archive) fits(name string) error {
	for _, f := range a.files {
		switch size := int64(min(f.UncompressedSize64, math.MaxInt64)); {
		case f.Name != name:
		case size > a.limits.Unpack:
			return ErrTooLarge
		case size > max(RatioFree, a.limits.Ratio*a.packed.n):
			return ErrBomb
		}
	}
	return nil
}

// Follow has tell called while files are unpacked, with the bytes so far; an error from it ends that.
func (a *Archive) Follow(tell func(unpacked int64) error) { a.tell = tell }

func (a *Archive) told(n int) error {
	if a.unpacked += int64(n); a.tell == nil {
		return nil
	}
	return a.tell(a.unpacked)
}

// Size returns how many bytes files unpack to, as the archive says; without names: all files.
func (a *Archive) Size(names []string) (bytes int64) {
	for _, f := range a.files {
		if names == nil || slices.Contains(names, f.Name) {
			bytes += int64(min(f.UncompressedSize64, math.MaxInt32)) // no sum of that many is too large
		}
	}
	return bytes
}

// Open unpacks a file of the archive. Everything unpacked counts towards the limits.
func (a *Archive) Open(name string) (io.Reader, error) {
	for _, f := range a.files {
		if f.Name != name {
			continue
		}
		if f.Flags&1 != 0 {
			return nil, ErrLocked
		}
		r, err := f.Open()
		switch {
		case errors.Is(err, zip.ErrAlgorithm):
			return nil, ErrMethod
		case err != nil:
			return nil, ErrArchive
		}
		return &bounded{r, a.budget, ErrArchive, a.told}, nil
	}
	return nil, ErrWorkbook
}
