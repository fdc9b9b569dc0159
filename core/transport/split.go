package transport

import (
	"concord/core/crowd"
	"concord/core/fit"
)

// Splitter is a method whose fits processes can share that have nothing in common but files (package shard): the passes over
// the labels are apart from all else, and what either side remembers can be written down between two passes.
type Splitter interface {
	fit.Method
	// Cuts splits the tasks: it returns the first of each part, and their number. There are sums parts or more, a power of two.
	Cuts(d *crowd.Dataset, sums int) []int
	// Credible reports whether data can have such a shape, and one of its shards so many parts, where what a Lead saved, or what it
	// asked for after the first pass, has so many bytes. Lead and Follow make room for whatever they are told, and what tells them
	// may be a file.
	Credible(has crowd.Parts, parts, bytes int) bool
	// Lead begins a fit of data of such a shape.
	Lead(has crowd.Parts, s fit.Settings) Lead
	// Follow returns what makes the passes over some of the parts. Task 0 of d is task first of the whole; cuts are those of d.
	Follow(d *crowd.Dataset, first int, cuts []int, s fit.Settings) Follower
}

// Lead is the part of a fit that never sees a label. In turn it asks for a pass and takes the counts of all that made it.
type Lead interface {
	// Ask returns the message to every Follower.
	Ask() []byte
	// Take takes their answers, which counts returns, in order; their number is a power of two. It returns the step that they
	// complete, if they do.
	Take(followers int, counts func(n int) ([]byte, error)) (step fit.Step, done bool, err error)
	// Begin begins a step, after the first pass or the step before.
	Begin()
	// Estimate returns what is believed after a step, on demand as fit.Settings has it. It reads the labels of d.
	Estimate(d *crowd.Dataset, onDemand bool) *crowd.Estimate

	Memory
}

// Follower makes passes over some of the tasks.
type Follower interface {
	// Do does what a message of the Lead asks for, and returns the answer.
	Do(message []byte) (counts []byte, err error)

	Memory
}

// Memory is what one side remembers between two passes.
type Memory interface {
	Save() []byte
	// Restore makes it what it was when Save returned those bytes.
	Restore([]byte) error
}

// Substituter is a host of an engine that may have another way to make a fit.
type Substituter interface {
	// Substitute returns the method to start in the place of m, or m.
	Substitute(m fit.Method) fit.Method
}
