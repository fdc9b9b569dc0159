package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"

	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/export"
	"concord/core/fit"
	"concord/core/result"
	"concord/core/shard"
	"concord/core/transport"
	"concord/core/wire"
	"concord/internal/humanize"
)

// shardFlags adds what shards are made of beside the labels.
func shardFlags(o *options, f *flag.FlagSet) {
	f.IntVar(&o.shards, "shards", 0, "the `NUMBER` of shards, 1, 2, 4, 8 … or "+strconv.Itoa(shard.Max)+": at least that of the "+
		"passes to be made at a time, and more where memory is scarce, since a pass reads all of a shard")
	f.StringVar(&o.out, "out", "", "the `DIR` for the shards, within reach of all machines that make passes")
	o.sideFile(f, "truth", "gold", "costs")
}

// splitFlags adds the flags that say which method is split.
func splitFlags(o *options, f *flag.FlagSet) {
	f.StringVar(&o.method, "method", unlessAsked, "the `NAME` of the method: "+splittable())
	o.settingFlags(f)
}

// collectFlags adds what is written when the shards are done.
func collectFlags(o *options, f *flag.FlagSet) {
	f.StringVar(&o.out, "out", "", "the `DIR` for the answers: labels.csv, posteriors.csv, workers.csv, confusion.csv, run.json …")
	f.StringVar(&o.as, "as", "", "write the labels in this `SHAPE` too: "+wire.ShapeNames()+"; several with commas")
	f.StringVar(&o.save, "save", "", "save everything to this `FILE`, best called something.concord: concord report opens it")
	f.BoolVar(&o.json, "json", false, "print run.json, and nothing else")
}

// refused makes a refusal the user's mistake.
func refused(err error) error {
	var f *wire.Fault
	if errors.As(err, &f) && !f.Broken {
		return mistake{f.Message}
	}
	return err
}

// inputName is the copy of a file that was read in a role.
func inputName(role string) string { return "input-" + role }

// runShard reads labels and splits them into shards, for a fit that other commands make.
func runShard(s *session) error {
	switch {
	case s.out == "":
		return mistakef("-out names the directory for the shards")
	case !s.given["shards"]:
		return mistakef("-shards says how many there are to be: 1, 2, 4, 8 …")
	}
	if err := shard.Allowed(s.shards); err != nil {
		return refused(err)
	}
	if err := s.splits(); err != nil {
		return err
	}
	s.host.dir = s.out
	if err := s.openScratch(); err != nil {
		return err
	}
	if err := s.openAll(); err != nil {
		return err
	}
	w := &splitting{s: s}
	s.host.substitute = w.of
	_, err := s.fit()
	if w.err != nil && s.ctx.Err() == nil {
		return refused(w.err)
	}
	if w.made == nil {
		return err
	}
	for n, share := range w.made.Shards {
		if share.Labels == 0 {
			s.warn("shard %d is empty: there are fewer tasks than shards", n)
			break
		}
	}
	n, which := len(w.made.Shards), "0"
	if n > 1 {
		which = fmt.Sprintf("SHARD for each SHARD from 0 to %d", n-1)
	}
	_, err = fmt.Fprintf(s.stdout, "%s: %s in %s\nNext: concord pass %[1]s 0 %[4]s, then concord sum %[1]s 0.\n",
		s.out, plural(w.made.Labels, "label"), plural(n, "shard"), which)
	return err
}

// unlessAsked is the method of shards. That of fit, which suits the data, can seldom be split.
const unlessAsked = "ds"

// splits returns an error if the method can't be split: before any label is read.
func (s *session) splits() error {
	entry, err := catalog.Find(s.method)
	if err != nil {
		return mistakef("there is %v", err)
	}
	m, _, err := entry.Method(s.values)
	if err != nil {
		return mistake{err.Error()}
	}
	if _, ok := m.(transport.Splitter); !ok {
		return mistakef("%s can't be split into shards; methods that can are %s", s.method, splittable())
	}
	return nil
}

// splittable lists the methods that can be split.
func splittable() (names string) {
	for _, e := range catalog.All() {
		if m, _, err := e.Method(nil); err == nil {
			if _, ok := m.(transport.Splitter); ok {
				names += ", " + e.Name
			}
		}
	}
	return names[2:]
}

// splitting is a method that makes shards in place of a fit.
type splitting struct {
	transport.Splitter
	s    *session
	made *shard.Fit
	err  error
}

var errSplit = errors.New("it was split into shards")

func (w *splitting) of(m fit.Method) fit.Method {
	w.Splitter = m.(transport.Splitter)
	return w
}

// Start implements fit.Method.
func (w *splitting) Start(d *crowd.Dataset, set fit.Settings) (fit.Fit, error) {
	w.err = w.split(d, set)
	return nil, errSplit
}

func (w *splitting) split(d *crowd.Dataset, set fit.Settings) error {
	kept, err := w.s.engine.Kept()
	if err != nil {
		return err
	}
	entry, err := catalog.Find(w.s.method)
	if err != nil {
		return err
	}
	_, values, err := entry.Method(w.s.values)
	if err != nil {
		return err
	}
	m := shard.Manifest{Concord: wire.Version, Fit: wire.Fit{
		Method: entry.Name, Values: values, Seed: set.Seed, MaxSteps: set.MaxSteps, Stop: string(set.Stop), Tolerance: set.Tolerance,
		Gain: set.Gain, Parts: set.Parts,
	}}
	if m.Session, err = json.Marshal(kept); err != nil {
		return err
	}
	for _, f := range kept.Files {
		sum, err := checksum(w.s.ctx, f, io.Discard)
		if err != nil {
			return err
		}
		m.Files = append(m.Files, shard.Input{Role: f.Role, Name: f.Name, SHA256: sum})
	}
	to := folder(w.s.out)
	made, err := shard.Plan(to, m, w.Splitter, d, w.s.shards)
	if err != nil {
		return err
	}
	for _, f := range kept.Files {
		copied, err := to.Create(inputName(f.Role))
		if err != nil {
			return err
		}
		if _, err := checksum(w.s.ctx, f, copied); err != nil {
			copied.Abort()
			return err
		}
		if err := copied.Close(); err != nil {
			return err
		}
	}
	began, written := w.s.host.Seconds(), 0
	err = made.Write(d, func() error {
		if written++; w.s.large {
			w.s.tell(func() string {
				return fmt.Sprintf("%d of %s written", written, humanize.Count(len(made.Shards), "shard")) +
					left(w.s.host.Seconds()-began, float64(written), float64(len(made.Shards)))
			})
		}
		return w.s.ctx.Err()
	})
	if err != nil {
		return err
	}
	w.made = made
	return nil
}

// checksum copies a file that was read, and returns its SHA-256.
func checksum(ctx context.Context, f export.Kept, to io.Writer) (string, error) {
	from, err := f.Open()
	if err != nil {
		return "", err
	}
	defer from.Close()
	h := sha256.New()
	if _, err := io.Copy(io.MultiWriter(to, h), from); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), ctx.Err()
}

// sharded opens the fit in a directory of shards.
func sharded(dir string) (*shard.Fit, error) {
	if at, err := os.Stat(dir); err != nil || !at.IsDir() {
		return nil, mistakef("%s is no directory of shards; concord shard makes one", dir)
	}
	m, err := shard.Look(folder(dir), wire.Version)
	if err != nil {
		return nil, refused(err)
	}
	entry, err := catalog.Find(m.Fit.Method)
	if err != nil {
		return nil, mistakef("%s: %v", dir, err)
	}
	method, _, err := entry.Method(m.Fit.Values)
	if err != nil {
		return nil, mistakef("%s: %v", dir, err)
	}
	split, ok := method.(transport.Splitter)
	if !ok {
		return nil, mistakef("%s: %s can't be split into shards; methods that can are %s", dir, entry.Name, splittable())
	}
	return shard.Open(folder(dir), m, split), nil
}

// numbers reads the arguments behind the directory.
func (s *session) numbers(usage string, n int) ([]int, error) {
	if len(s.files) != n+1 {
		return nil, mistakef("usage: concord %s", usage)
	}
	var all []int
	for _, text := range s.files[1:] {
		x, err := strconv.Atoi(text)
		if err != nil || x < 0 {
			return nil, mistakef("%q is no number of a step or a shard; usage: concord %s", text, usage)
		}
		all = append(all, x)
	}
	return all, nil
}

// runPass makes the pass of a step over a shard.
func runPass(s *session) error {
	at, err := s.numbers("pass DIR STEP SHARD", 2)
	if err != nil {
		return err
	}
	f, err := sharded(s.files[0])
	if err != nil {
		return err
	}
	f.Pause = s.ctx.Err
	over, err := f.Pass(at[0], at[1])
	if s.ctx.Err() != nil && err != nil {
		return errors.New("interrupted")
	}
	if err == nil && over {
		fmt.Fprintf(s.stdout, "step %d is over: nothing to do\n", at[0])
	}
	return refused(err)
}

// runSum adds up the counts of a step.
func runSum(s *session) error {
	at, err := s.numbers("sum DIR STEP", 1)
	if err != nil {
		return err
	}
	f, err := sharded(s.files[0])
	if err != nil {
		return err
	}
	sum, err := f.Sum(at[0])
	if err != nil {
		return refused(err)
	}
	fmt.Fprint(s.stdout, summed(at[0], sum))
	return nil
}

// summed says what a sum found.
func summed(step int, sum *shard.Summed) string {
	t := sum.Step
	var text string
	switch {
	case sum.Over:
		text = "it is over: nothing to do"
	case t == nil && step == 0:
		text = "votes counted"
	case t == nil:
		text = "extrapolated too far; goes back"
	case result.Finite(t.Objective) == nil:
		text = "votes counted"
	default:
		text = fmt.Sprintf("objective %.4f, ", t.Objective)
		if result.Finite(t.Change) != nil { // the first step has none before it
			text += fmt.Sprintf("change %.3g, ", t.Change)
		}
		text += plural(t.Flips, "label") + " changed"
	}
	text = fmt.Sprintf("step %d: %s\n", step, text)
	if sum.Ended {
		text += fmt.Sprintf("done: %s after %s\n", sum.Status, plural(t.N, "step"))
	}
	return text
}

// runCollect writes the answers of shards as fit writes them.
func runCollect(s *session) error {
	if len(s.files) != 1 {
		return mistakef("usage: concord collect DIR -out ANSWERS")
	}
	if s.out == "" && !s.json && s.save == "" {
		return mistakef("-out names the directory for the answers")
	}
	dir := s.files[0]
	f, err := sharded(dir)
	if err != nil {
		return err
	}
	method, err := f.Recorded()
	if err != nil {
		return refused(err)
	}
	s.host.dir = s.out
	s.host.frugal = s.save == "" && s.as == ""
	if err := s.places(); err != nil {
		return err
	}
	if err := s.openScratch(); err != nil {
		return err
	}
	if err := s.reopen(dir, f); err != nil {
		return err
	}
	asked := f.Fit
	s.method, s.values, s.seed, s.maxSteps, s.stop = asked.Method, asked.Values, asked.Seed, asked.MaxSteps, asked.Stop
	s.tolerance, s.gain, s.parts, s.sums = asked.Tolerance, asked.Gain, asked.Parts, asked.Sums
	s.host.substitute = func(fit.Method) fit.Method { return method }
	fitted, err := s.fit()
	if err != nil {
		return err
	}
	return s.answer(fitted)
}

// reopen opens what the shards were made of.
func (s *session) reopen(dir string, f *shard.Fit) error {
	var w export.Workspace
	if err := json.Unmarshal(f.Session, &w); err != nil {
		return mistakef("%s: what it says of the files can't be understood: %v", dir, err)
	}
	for n := range w.Files {
		kept := &w.Files[n]
		s.large = s.large || kept.Size >= largeInput
		name := inputName(kept.Role)
		from, err := s.input(folder(dir).path(name))
		if err != nil {
			return mistakef("%v. %s", err, shard.Again)
		}
		kept.Open = from.Open
		sum, err := checksum(s.ctx, *kept, io.Discard)
		if err != nil {
			return err
		}
		if !slices.Contains(f.Files, shard.Input{Role: kept.Role, Name: kept.Name, SHA256: sum}) {
			return mistakef("%s is not the file that the shards were made of. %s", from.path, shard.Again)
		}
	}
	again, err := s.engine.Reopen(context.WithoutCancel(s.ctx), dir, &w)
	if err != nil {
		return refused(err)
	}
	for _, opened := range again.Opened {
		switch opened.Role {
		case wire.RoleLabels:
			s.labels = &opened
		case wire.RoleTruth:
			s.truth = &opened
		}
	}
	return nil
}
