package engine

import (
	"bytes"
	"io"
	"slices"

	"concord/core/session"
	"concord/core/synth"
	"concord/core/wire"
)

// sample is one of the samples as a file.
func sample(o *wire.Open) (session.Source, error) {
	all := synth.Samples()
	i := slices.IndexFunc(all, func(s synth.Sample) bool { return s.Name == o.Sample })
	if i < 0 {
		return nil, wire.Refuse("There is no sample “%s”. Choose one of those that are listed.", o.Sample)
	}
	if o.Role == wire.RoleTruth {
		text, ok := all[i].Truth()
		if !ok {
			return nil, wire.Refuse("The truth of the sample “%s” is not known. Open a file of truth, if you have one.", all[i].Title)
		}
		return memory{o.Sample + "-truth.csv", text}, nil
	}
	return memory{o.Sample + ".csv", all[i].Labels()}, nil
}

// memory is a file in memory.
type memory struct {
	name string
	text []byte
}

func (m memory) Name() string                 { return m.name }
func (m memory) Size() int64                  { return int64(len(m.text)) }
func (m memory) Open() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(m.text)), nil }
