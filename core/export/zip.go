package export

import (
	"archive/zip"
	"io"
)

// create begins a file of an archive. Its date is 1980-01-01, the first that the format
// knows, so the same files give the same bytes.
func create(z *zip.Writer, name string) (io.Writer, error) {
	return z.CreateHeader(&zip.FileHeader{
		Name: name, Method: zip.Deflate,
		//lint:ignore SA1019 Modified would need a time zone and add a field to each entry
		ModifiedDate: 1<<5 | 1,
	})
}

// Zip writes the files as a zip archive.
func Zip(w io.Writer, files []File) error {
	z := zip.NewWriter(w)
	for _, f := range files {
		entry, err := create(z, f.Name)
		if err != nil {
			return err
		}
		if err := f.Write(entry); err != nil {
			return err
		}
	}
	return z.Close()
}
