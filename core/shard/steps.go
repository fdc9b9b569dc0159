package shard

import (
	"errors"
	"fmt"
	"io/fs"
	"math/bits"
	"strings"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/transport"
	"concord/core/wire"
	"concord/internal/humanize"
)

// Allowed returns why there can't be n shards.
func Allowed(n int) error {
	if n >= 1 && n <= Max && bits.OnesCount(uint(n)) == 1 {
		return nil
	}
	next := 1
	for next < min(n, Max) {
		next *= 2
	}
	return wire.Refuse("There can't be %s shards: counts are added up in pairs, so it must be 1, 2, 4, 8 … or %s. Take %s.",
		humanize.Number(n), humanize.Number(Max), humanize.Number(next))
}

// Plan splits data, which are as a fit with those settings would get them, into n shards. m is complete but for what follows from
// that. A directory with other shards is refused.
func Plan(d Dir, m Manifest, method transport.Splitter, data *crowd.Dataset, n int) (*Fit, error) {
	if err := Allowed(n); err != nil {
		return nil, err
	}
	if own := len(method.Cuts(data, 0)) - 1; n > own { // than a fit in one process has parts
		m.Fit.Sums = n
	}
	m.Tasks, m.Workers, m.Labels, m.Classes, m.Shards = data.Tasks, data.Workers, data.Len(), data.Classes, nil
	cuts := method.Cuts(data, n)
	each := (len(cuts) - 1) / n
	for at := 0; at+1 < len(cuts); at += each {
		some := Share{First: cuts[at], Tasks: cuts[at+each] - cuts[at]}
		part := data.Part(some.First, some.First+some.Tasks)
		some.Labels = part.Len()
		for _, cut := range cuts[at : at+each+1] {
			some.Cuts = append(some.Cuts, cut-some.First)
		}
		m.Shards = append(m.Shards, some)
	}
	m.ID = m.id()
	if _, err := d.Read(manifestName); err == nil {
		there, err := Look(d, m.Concord)
		if err != nil {
			return nil, err
		}
		if why := there.Differs(&m); why != "" {
			return nil, wire.Refuse("%s holds other shards: %s. Choose another directory, or remove it.", d, why)
		}
	}
	return Open(d, &m, method), nil
}

// Write writes the shards and what the first step begins with, the manifest last. A directory that has them is completed, and its
// fit goes on where it was. written is called after each shard; its error ends it.
func (f *Fit) Write(data *crowd.Dataset, written func() error) error {
	for n, share := range f.Shards {
		part := crowd.Dataset{Labels: data.Part(share.First, share.First+share.Tasks)}
		if data.Gold != nil {
			part.Gold = data.Gold[share.First : share.First+share.Tasks]
		}
		if err := f.writeShard(n, &part); err != nil {
			return err
		}
		if err := written(); err != nil {
			return err
		}
	}
	at, _, err := f.latest()
	if err == nil && at <= 0 {
		err = f.putLead(0, &state{lead: f.method.Lead(f.parts(), f.set)})
	}
	if err != nil {
		return err
	}
	return f.writeManifest()
}

// Pass makes the pass of a step over a shard. Where nobody needs it any more it does nothing, and over says so.
func (f *Fit) Pass(step, shard int) (over bool, err error) {
	if shard < 0 || shard >= len(f.Shards) {
		return false, wire.Refuse("There is no shard %d in %s: the last is %d.", shard, f.dir, len(f.Shards)-1)
	}
	if over, err := f.ready(step); over || err != nil {
		return over, err
	}
	again := fmt.Sprintf("Run concord sum %s %d again.", f.dir, step-1)
	if step == 0 {
		again = Again
	}
	message, err := f.read(stepName("model", step), again)
	if err != nil {
		return false, f.missing(err, stepName("model", step), again)
	}
	d, err := f.readShard(shard)
	if err != nil {
		return false, err
	}
	parameters, from := message, stepName("model", step)
	if step == 0 { // which asks for votes, without any
		from = stepName("lead", step)
		if parameters, err = f.read(from, again); err != nil {
			return false, f.missing(err, from, again)
		}
	}
	if err := f.credible(from, parameters); err != nil {
		return false, err
	}
	share := f.Shards[shard]
	set := f.set
	set.Pause = f.Pause
	follower := f.method.Follow(d, share.First, share.Cuts, set)
	if step > 0 {
		before := partName("class", step-1, shard)
		again := fmt.Sprintf("Run concord pass %s %d %d again.", f.dir, step-1, shard)
		class, err := f.read(before, again)
		if err == nil {
			err = follower.Restore(class)
		}
		if err != nil {
			return false, f.missing(err, before, again)
		}
	}
	counts, err := follower.Do(message)
	if err != nil {
		return false, err
	}
	if err := f.put(partName("class", step, shard), follower.Save()); err != nil {
		return false, err
	}
	return false, f.put(partName("counts", step, shard), counts) // last: who has these has both
}

// Summed is what a sum found.
type Summed struct {
	Over   bool // somebody had summed a later step already
	Step   *fit.Step
	Status fit.Status
	Ended  bool
}

// Sum adds up the counts of a step and makes the parameters of the next.
func (f *Fit) Sum(step int) (*Summed, error) {
	if over, err := f.ready(step); over || err != nil {
		return &Summed{Over: over}, err
	}
	s, err := f.lead(step)
	if err != nil {
		return nil, err
	}
	if err := f.counted(step); err != nil {
		return nil, err
	}
	made, done, err := s.lead.Take(len(f.Shards), func(shard int) ([]byte, error) {
		return f.read(partName("counts", step, shard), fmt.Sprintf("Run concord pass %s %d %d again.", f.dir, step, shard))
	})
	if err != nil {
		return nil, err
	}
	out := &Summed{}
	if done {
		made.N = len(s.trace) + 1
		s.trace = append(s.trace, made)
		out.Step = &made
		s.status, s.ended = f.set.Ends(s.lead, s.trace)
		out.Status, out.Ended = s.status, s.ended
	}
	if !s.ended && (done || len(s.trace) == 0) {
		s.lead.Begin()
	}
	if err := f.putLead(step+1, s); err != nil {
		return nil, err
	}
	return out, f.tidy(step - 1)
}

// counted refuses a step some of whose shards have no counts yet.
func (f *Fit) counted(step int) error {
	names, err := f.dir.Names()
	if err != nil {
		return err
	}
	there := map[string]bool{}
	for _, name := range names {
		there[name] = true
	}
	var lack []string
	for shard := range f.Shards {
		if !there[partName("counts", step, shard)] {
			lack = append(lack, fmt.Sprint(shard))
		}
	}
	if lack == nil {
		return nil
	}
	more := ""
	if n := len(lack) - 20; n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return wire.Refuse("%s: the counts of step %d lack %s %s%s. Run concord pass %[1]s %[2]d %[6]s first.", f.dir, step,
		humanize.Noun(len(lack), "shard"), strings.Join(lack[:min(len(lack), 20)], ", "), more, lack[0])
}

// ready reports whether a step is over, or refuses it if it can't be made yet.
func (f *Fit) ready(step int) (over bool, err error) {
	at, ended, err := f.latest()
	switch {
	case err != nil:
		return false, err
	case step < 0 || at < 0:
		return false, wire.Refuse("There is no step %d in %s: the first is 0.", step, f.dir)
	case ended && step >= at:
		return false, wire.Refuse("The fit in %s has ended with step %d. Run concord collect %[1]s -out ANSWERS.", f.dir, at-1)
	case step > at:
		return false, wire.Refuse("%s: step %d can't be made before step %d is summed. Run concord sum %[1]s %[3]d first.", f.dir, step, step-1)
	}
	return step < at-1, nil
}

// latest returns the step that the last sum made ready, or that came after the last one if the fit has ended. Step −1: none.
func (f *Fit) latest() (step int, ended bool, err error) {
	names, err := f.dir.Names()
	step = -1
	for _, name := range names {
		var n int
		if got, _ := fmt.Sscanf(name, "lead-%d", &n); got == 1 && name == stepName("lead", n) {
			step = max(step, n)
		}
		ended = ended || name == doneName
	}
	return step, ended, err
}

// tidy removes the files of steps before one, also those that a process which was killed left unfinished.
func (f *Fit) tidy(before int) error {
	names, err := f.dir.Names()
	for _, name := range names {
		if step, ok := stepOf(name); ok && step < before {
			if e := f.dir.Remove(name); e != nil && !errors.Is(e, fs.ErrNotExist) {
				err = errors.Join(err, e)
			}
		}
	}
	return err
}

// missing says that a file is missing, where that is what an error is about.
func (f *Fit) missing(err error, name, do string) error {
	if errors.Is(err, fs.ErrNotExist) {
		return wire.Refuse("%s: %s is missing. %s", f.dir, name, do)
	}
	return err
}
