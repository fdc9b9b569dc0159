package export

import (
	"archive/zip"
	"io"
)

// Zip writes the files as a zip archive. They all bear the date 1980-01-01, the
// first that the format knows, so that the same files give the same bytes.
func Zip(w io.Writer, files []File) error {
	z := zip.NewWriter(w)
	for _, f := range files {
		entry, err := z.CreateHeader(&zip.FileHeader{
			Name: f.Name, Method: zip.Deflate,
			//lint:ignore SA1019 Modified would need a time zone and add a field to each entry
			ModifiedDate: 1<<5 | 1,
		})
		if err != nil {
			return err
		}
		if err := f.Write(entry); err != nil {
			return err
		}
	}
	return z.Close()
}
