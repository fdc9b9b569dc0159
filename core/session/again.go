package session

import (
	"io"

	"concord/core/job"
	"concord/core/layout"
	"concord/core/scan"
)

// EachRow calls take with each row of the file of labels that counts, which is read again; those that can't be read are passed over. The
// error is that of take, if not of reading.
func (l *Labels) EachRow(c *job.Job, take func(*scan.Rows) error) error {
	return eachSection(c, &l.File, func(one *File) error {
		_, err := readAll(c, one, func(name string, r io.Reader, g *layout.Layout, o scan.Options) (none struct{}, err error) {
			o.Found = nil // problems were told when it was opened
			rows, err := scan.Open(name, r, g, o)
			for ok := true; err == nil; err = take(rows) {
				if ok, err = rows.Next(); !ok || err != nil {
					break
				}
			}
			return none, err
		})
		return err
	})
}
