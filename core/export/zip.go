package export

import (
	"archive/zip"
	"io"

	"concord/core/sheet"
)

// Zip writes the files as a zip archive.
func Zip(w io.Writer, files []File) error {
	z := zip.NewWriter(w)
	for _, f := range files {
		entry, err := sheet.CreateEntry(z, f.Name)
		if err != nil {
			return err
		}
		if err := f.Write(entry); err != nil {
			return err
		}
	}
	return z.Close()
}
