package session

import (
	"fmt"
	"io"

	"concord/core/intake"
	"concord/core/job"
	"concord/core/wire"
	"concord/internal/humanize"
)

// Roomy is a Host that knows how much memory there is.
type Roomy interface {
	job.Host
	// Room is how many bytes the program may have in all; 0: nobody knows.
	Room() int64
}

// sampleSize is how much of a file is looked at to foresee what all of it holds.
const sampleSize = 1 << 20

// roomFrom is the smallest file that is looked at: less fits everywhere. Archives
// have a limit of their own, and several files are rarely large.
const roomFrom = 16 << 20

// room refuses a file that can't be held, before it is read: a browser ends a
// program that asks for more memory than there is, and with it all that is loaded.
func (l *loader) room() error {
	f := l.file
	host, ok := l.Host.(Roomy)
	if !ok || host.Room() == 0 || f.Source.Size() < roomFrom || f.several() || f.Guess.Packing == "zip" {
		return nil
	}
	r, err := f.Source.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	head, err := io.ReadAll(io.LimitReader(r, sampleSize))
	if err != nil {
		return err
	}
	c := intake.Foresee(f.Source.Name(), head, f.Source.Size(), f.Guess, intake.Options{ManyClasses: f.Read.ManyClasses, Drop: f.Read.Drop})
	if c.Memory <= host.Room() {
		return nil
	}
	return wire.Refuse("%s holds about %s labels. They would need about %s of memory, and a page of this browser gets %s at most. "+
		"The shell program has no such limit: concord fit %s. Or open a part of the file. What was open before still is.",
		f.Source.Name(), about(c.Labels), gigabytes(c.Memory), gigabytes(host.Room()), f.Source.Name())
}

// about rounds a count for a sentence.
func about(n int64) string {
	switch {
	case n >= 1e9:
		return fmt.Sprintf("%.1f billion", float64(n)/1e9)
	case n >= 1e6:
		return fmt.Sprintf("%.0f million", float64(n)/1e6)
	}
	return humanize.Number(int(n))
}

func gigabytes(n int64) string { return fmt.Sprintf("%.1f GB", float64(n)/1e9) }
