package fit

import (
	"concord/internal/humanize"
)

// Merger is a Fit that counts workers who answer alike as one voice.
type Merger interface{ Merged() Merged }

// Merged are the groups that count as one voice each. As an error it is a warning that says so, without names, which fits don't
// know.
type Merged []Alike

// Workers returns how many workers they have in all.
func (m Merged) Workers() (n int) {
	for _, g := range m {
		n += len(g.Workers)
	}
	return n
}

// Alike is a group of workers who answer alike, mistakes included.
type Alike struct {
	Workers []int32 // two or more, ascending
	Pairs   []Pair  // those that make a group of them, the strongest evidence first: one fewer than workers
	Copy    bool    // the strongest evidence is more than that of tasks that mislead everybody
}

// Pair is two workers who answer alike.
type Pair struct {
	A, B     int32
	Evidence float64 // log of the odds that one copies, against chance; natural
	Same     int     // tasks to which both gave the same label
	Shared   int     // tasks that both labelled
}

// Error implements error.
func (m Merged) Error() string {
	workers, copiers := 0, 0
	for _, g := range m {
		workers += len(g.Workers)
		if g.Copy {
			copiers += len(g.Workers)
		}
	}
	counts := "each group counts as one voice"
	if len(m) == 1 {
		counts = "they count as one voice"
	}
	switch copiers {
	case 0:
		return humanize.Count(workers, "worker") + " answer alike, mistakes included, so " + counts
	case workers:
		return humanize.Count(workers, "worker") + " seem to copy from each other, mistakes included, so " + counts
	}
	return humanize.Count(workers, "worker") + " answer alike, mistakes included, so " + counts + "; " + humanize.Number(copiers) +
		" of them seem to copy from each other"
}
