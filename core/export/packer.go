package export

import (
	"io"
	"slices"

	"github.com/klauspost/compress/gzip"

	"concord/core/table"
)

// packer is a gzip writer whose files unpack to no more than package table allows. Certain posteriors, and confusion matrices of many
// classes, are so regular that gzip makes them up to 1,000 times smaller, and a reader can't tell that from a trap. Where a file comes
// to the bound the packer puts a block in as it is, which is one in a hundred at most. Each is a member of the gzip file.
type packer struct {
	to       counter
	z, plain *gzip.Writer
	taken    int64
}

func newPacker(to io.Writer) *packer {
	p := &packer{to: counter{to: to}}
	p.z = gzip.NewWriter(&p.to)
	p.plain, _ = gzip.NewWriterLevel(nil, gzip.NoCompression) // an error would be one of the level
	return p
}

// Write implements io.Writer. What has yet to leave the compressor does not count. Keeping the ratio begins before it has to be
// kept: by then a few blocks have made up for all before.
func (p *packer) Write(b []byte) (n int, err error) {
	const free = table.RatioFree / 2
	for block := range slices.Chunk(b, blockBytes) {
		p.taken += int64(len(block))
		if p.taken > free && p.taken > table.MaxRatio*p.to.n {
			err = p.putPlain(block)
		} else {
			_, err = p.z.Write(block)
		}
		if err != nil {
			return n, err
		}
		n += len(block)
	}
	return n, nil
}

func (p *packer) putPlain(block []byte) error {
	if err := p.z.Close(); err != nil {
		return err
	}
	p.z.Reset(&p.to)
	p.plain.Reset(&p.to)
	if _, err := p.plain.Write(block); err != nil {
		return err
	}
	return p.plain.Close()
}

// Close ends the file.
func (p *packer) Close() error { return p.z.Close() }

// counter counts the bytes written.
type counter struct {
	to io.Writer
	n  int64
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.to.Write(b)
	c.n += int64(n)
	return n, err
}
