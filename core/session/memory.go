package session

import (
	"fmt"
	"io"

	"concord/core/job"
	"concord/core/labels"
	"concord/core/scan"
	"concord/core/wire"
	"concord/internal/humanize"
)

// MemoryLimited is a Host with limited memory.
type MemoryLimited interface {
	job.Host
	// MemoryLimit is how many bytes the program may use; 0: unknown.
	MemoryLimit() int64
}

// sampleSize is how much of a file is read to estimate the memory that all of it needs.
const sampleSize = 1 << 20

// checkedFrom is the smallest file that is checked. Smaller ones fit everywhere, archives have a limit of their own, and several
// files are rarely large.
const checkedFrom = 16 << 20

// checkMemory refuses a file that needs more memory than there is, before it is read: a browser kills a program that runs out
// of memory, and all that is loaded is lost.
func (l *loader) checkMemory() error {
	f := l.file
	host, ok := l.Host.(MemoryLimited)
	if !ok || host.MemoryLimit() == 0 || f.Source.Size() < checkedFrom || f.several() || f.Found.Packing == "zip" {
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
	o := scan.Options{ManyClasses: f.Found.ManyClasses, Drop: f.Found.Drop}
	c := labels.Foresee(f.Source.Name(), head, f.Source.Size(), &f.Found.Layout, o)
	if c.Memory <= host.MemoryLimit() {
		return nil
	}
	return wire.Refuse("%s holds about %s labels. They would need about %s of memory, and a page of this browser gets %s at most. "+
		"The shell program has no such limit: concord fit %s. Or open a part of the file. What was open before still is.",
		f.Source.Name(), about(c.Labels), gigabytes(c.Memory), gigabytes(host.MemoryLimit()), f.Source.Name())
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
