package session

import (
	"path"
	"strings"

	"concord/core/job"
	"concord/core/scan"
	"concord/core/wire"
)

// EnsureSum computes the checksum of the file unless it was computed while the labels were read. It takes a pass over the
// file, which only the run record needs.
func (l *Labels) EnsureSum(c *job.Job) error {
	if l.Sum != "" {
		return nil
	}
	r, err := l.Source.Open()
	if err != nil {
		return unreadable(l.Source, err)
	}
	defer r.Close()
	sum, bytes, err := scan.Sum(r, func(bytes int64) error {
		return c.Tell(func() wire.Progress { return wire.Progress{Phase: "write", Bytes: bytes, Total: l.Source.Size()} })
	})
	if c.Ctx.Err() != nil {
		return c.Ctx.Err()
	}
	if err == nil {
		err = sameSize(l.Source, bytes)
	}
	if err != nil {
		return unreadable(l.Source, err)
	}
	l.Sum = sum
	return nil
}

// Stem returns the name of a file without its folder and extensions.
func Stem(name string) string {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	for _, ending := range []string{".gz", ".zst", ".csv", ".tsv", ".txt"} {
		if n := len(name) - len(ending); n > 0 && strings.EqualFold(name[n:], ending) {
			name = name[:n]
		}
	}
	return name
}
