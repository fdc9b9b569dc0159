package shard

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"slices"

	"concord/core/crowd"
	"concord/core/transport"
	"concord/core/wire"
)

// head is the first line of a file.
type head struct {
	Of    string `json:"of"`   // the ID of the fit
	File  string `json:"file"` // its name
	Bytes int64  `json:"bytes"`
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// write writes a file of so many bytes.
func (f *Fit) write(name string, size int64, body func(io.Writer)) error {
	to, err := f.dir.Create(name)
	if err != nil {
		return err
	}
	line, err := json.Marshal(head{f.ID, name, size})
	if err != nil {
		to.Abort()
		return err
	}
	sum := crc32.New(castagnoli)
	w := bufio.NewWriterSize(to, 1<<16)
	w.Write(append(line, '\n'))
	body(io.MultiWriter(w, sum))
	w.Write(binary.LittleEndian.AppendUint32(nil, sum.Sum32()))
	if err := w.Flush(); err != nil { // of any write
		to.Abort()
		return err
	}
	return to.Close()
}

// put writes a file.
func (f *Fit) put(name string, content []byte) error {
	return f.write(name, int64(len(content)), func(w io.Writer) { w.Write(content) })
}

// read returns what write wrote. do says what to do should it be damaged.
func (f *Fit) read(name, do string) ([]byte, error) {
	text, err := f.dir.Read(name)
	if err != nil {
		return nil, err
	}
	damaged := func(why string) error { return wire.Refuse("%s: %s %s. %s", f.dir, name, why, do) }
	line, body, ok := bytes.Cut(text, []byte{'\n'})
	var h head
	if !ok || json.Unmarshal(line, &h) != nil {
		return nil, damaged("is damaged: it does not begin as it should")
	}
	switch size := int64(len(body)) - crc32.Size; {
	case size < 0:
		return nil, damaged("is damaged: it is cut off")
	case h.Of != f.ID:
		return nil, damaged("is not of these shards, but of others, which were made from other labels or with other settings")
	case h.File != name:
		return nil, damaged(fmt.Sprintf("is another file, %s, under a wrong name", h.File))
	case h.Bytes != size:
		return nil, damaged(fmt.Sprintf("is damaged: it holds %d bytes, not %d", size, h.Bytes))
	}
	body, sum := body[:h.Bytes], body[h.Bytes:]
	if crc32.Checksum(body, castagnoli) != binary.LittleEndian.Uint32(sum) {
		return nil, damaged("is damaged: its checksum is wrong")
	}
	return body, nil
}

func shardName(shard int) string            { return fmt.Sprintf("shard-%04d", shard) }
func stepName(kind string, step int) string { return fmt.Sprintf("%s-%04d", kind, step) }
func partName(kind string, step, shard int) string {
	return fmt.Sprintf("%s-%04d-%04d", kind, step, shard)
}

// stepOf returns the step that a file belongs to.
func stepOf(name string) (step int, ok bool) {
	for _, kind := range []string{"lead", "model", "class", "counts"} {
		if n, err := fmt.Sscanf(name, kind+"-%d", &step); n == 1 && err == nil {
			return step, true
		}
	}
	return 0, false
}

// writeShard writes the labels of a shard: where those of each task begin, and where the last ends, the workers, the classes and,
// if there are gold tasks, what is known of each.
func (f *Fit) writeShard(n int, d *crowd.Dataset) error {
	begin, end := d.Start[0], d.Start[d.Tasks]
	labels := int64(end - begin)
	size := 8 + 4*int64(d.Tasks+1) + 6*labels + 4*int64(len(d.Gold))
	return f.write(shardName(n), size, func(w io.Writer) {
		var m transport.Message
		send := func() {
			w.Write(m)
			m = m[:0]
		}
		m.Int(len(d.Gold))
		for some := range slices.Chunk(d.Start, 1<<14) {
			for _, at := range some {
				m.Int32s([]int32{at - begin})
			}
			send()
		}
		for some := range slices.Chunk(d.Worker[begin:end], 1<<14) {
			m.Int32s(some)
			send()
		}
		for some := range slices.Chunk(d.Class[begin:end], 1<<14) {
			m.Uint16s(some)
			send()
		}
		for some := range slices.Chunk(d.Gold, 1<<14) {
			m.Int32s(some)
			send()
		}
	})
}

// readShard returns the labels of a shard.
func (f *Fit) readShard(n int) (*crowd.Dataset, error) {
	name, share := shardName(n), f.Shards[n]
	body, err := f.read(name, Again)
	if err != nil {
		return nil, f.missing(err, name, Again)
	}
	wrong := wire.Refuse("%s: %s does not hold the labels that %s says. %s", f.dir, name, manifestName, Again)
	if share.Tasks > len(body)/4 || share.Labels > len(body)/6 { // before there is room for them
		return nil, wrong
	}
	m := transport.NewReader(body)
	gold := m.Int()
	d := &crowd.Dataset{Labels: crowd.Labels{
		Tasks: share.Tasks, Workers: f.Workers, Classes: f.Classes,
		Start: make([]int32, share.Tasks+1), Worker: make([]int32, share.Labels), Class: make([]uint16, share.Labels),
	}}
	m.Int32s(d.Start)
	m.Int32s(d.Worker)
	m.Uint16s(d.Class)
	if gold == share.Tasks && gold > 0 {
		d.Gold = make([]int32, gold)
		m.Int32s(d.Gold)
	}
	if m.Err() != nil || m.Len() > 0 || !sane(d) {
		return nil, wrong
	}
	return d, nil
}

// sane reports whether all indices are in range.
func sane(d *crowd.Dataset) bool {
	if d.Start[0] != 0 || int(d.Start[d.Tasks]) != len(d.Worker) || !slices.IsSorted(d.Start) {
		return false
	}
	for n, j := range d.Worker {
		if j < 0 || int(j) >= d.Workers || int(d.Class[n]) >= d.Classes {
			return false
		}
	}
	return !slices.ContainsFunc(d.Gold, func(k int32) bool { return k < crowd.Unknown || int(k) >= d.Classes })
}
