package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/engine"
	"concord/core/simulate"
)

// simulated says what simulate writes.
type simulated struct {
	crowd         api.Simulated
	items         int // that are compared; 0: tasks are labelled
	votes, ties   int
	sample, truth string
}

func (s *simulated) flags() *flag.FlagSet {
	c := &s.crowd
	*c = api.DefaultSimulated()
	f := newFlags("simulate")
	f.IntVar(&c.Tasks, "tasks", c.Tasks, "the `NUMBER` of tasks")
	f.IntVar(&c.Workers, "workers", c.Workers, "the `NUMBER` of workers, spammers and copiers among them")
	f.IntVar(&c.Classes, "classes", c.Classes, "the `NUMBER` of classes")
	f.IntVar(&c.PerTask, "labels", c.PerTask, "the `NUMBER` of labels of each task")
	f.IntVar(&c.Low, "least", c.Low, "how often the worst honest worker is right, in `PERCENT`")
	f.IntVar(&c.High, "most", c.High, "how often the best one is, in `PERCENT`")
	f.IntVar(&c.Spammers, "spammers", c.Spammers, "the `NUMBER` of workers who always say the same, or anything")
	f.IntVar(&c.Copiers, "copiers", c.Copiers, "the `NUMBER` of workers who say what another one says")
	f.IntVar(&s.items, "items", 0, "in place of tasks and classes: a `NUMBER` of items, of which workers say which of two is better")
	f.IntVar(&s.votes, "votes", 1000, "with --items: the `NUMBER` of votes of all workers together")
	f.IntVar(&s.ties, "ties", 20, "with --items: how often two equal items are called a tie, in `PERCENT`")
	f.Uint64Var(&c.Seed, "seed", c.Seed, "draws what is random")
	f.StringVar(&s.sample, "sample", "", "in place of all that: a sample that comes with Concord, by its `NAME`: "+sampleNames())
	f.StringVar(&s.truth, "truth", "", "also write the truth to this `FILE`")
	return f
}

func sampleNames() string {
	var all []string
	for _, s := range api.Samples() {
		all = append(all, s.Name)
	}
	return strings.Join(all, ", ")
}

// drawn is the sample to write.
func (s *simulated) drawn(f *flag.FlagSet) (simulate.Sample, error) {
	c, other := &s.crowd, ""
	f.Visit(func(given *flag.Flag) {
		switch compares := slices.Contains([]string{"votes", "ties"}, given.Name); {
		case compares && s.items == 0 && s.sample == "":
			other = "--" + given.Name + " goes with --items"
		case s.items != 0 && slices.Contains([]string{"tasks", "classes", "labels", "least", "most", "copiers", "sample"}, given.Name):
			other = "--" + given.Name + " and --items can't be combined"
		}
	})
	switch {
	case other != "":
		return simulate.Sample{}, mistake{other}
	case s.sample != "":
		sample, err := engine.Sample(s.sample)
		if err != nil {
			return sample, mistakef("no sample %q; there are %s", s.sample, sampleNames())
		}
		return sample, nil
	case s.items == 0:
		if wrong := c.WrongToWrite(); wrong != "" {
			return simulate.Sample{}, mistake{wrong}
		}
		return engine.Simulated(*c), nil
	case s.items < 2 || s.items > mostItems || s.votes < 1 || s.votes > mostVotes || c.Workers < 1 || c.Workers > mostItems:
		return simulate.Sample{}, mistakef("simulate 2 to %d items, 1 to %[1]d workers and 1 to %d votes", mostItems, mostVotes)
	case s.ties < 0 || s.ties >= 100 || c.Spammers < 0 || c.Spammers > c.Workers:
		return simulate.Sample{}, mistakef("--ties is a percentage from 0 to 99, and spammers are workers, too")
	}
	share := float64(s.ties) / 100
	return simulate.Comparisons{
		Items: s.items, Workers: c.Workers, Votes: s.votes, Skill: .5, Left: .1, Side: .3, Ties: 2 * share / (1 - share), Tying: .6,
		Spammers: c.Spammers,
	}.Sample("comparisons", c.Seed), nil
}

// The largest crowd whose comparisons are simulated.
const mostItems, mostVotes = 1_000_000, 1_000_000_000

// runSimulate writes the labels of a simulated crowd, or of a sample.
func runSimulate(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	var s simulated
	f := s.flags()
	switch rest, err := arguments(f, args); {
	case err != nil:
		return err
	case len(rest) > 0:
		return mistakef("simulate reads no file; concord simulate --help lists the flags")
	}
	sample, err := s.drawn(f)
	if err != nil {
		return err
	}
	h := newHost()
	defer h.discard()
	var truth io.Writer = io.Discard
	if s.truth != "" {
		if !sample.Truth() {
			return mistakef("the truth of the sample %s is not known: leave out --truth", s.sample)
		}
		h.paths["truth"] = s.truth
		to, err := h.create("truth")
		if err != nil {
			return err
		}
		truth = to
		signal.Notify(make(chan os.Signal, 1), brokenPipe) // which would end the program before the truth begun is removed
		defer signal.Reset(brokenPipe)
	}
	if err := sample.Write(&labelWriter{ctx: ctx, to: stdout, stderr: stderr, host: h}, truth); err != nil {
		return err
	}
	for _, file := range h.files {
		if err := file.Close(); err != nil {
			return err
		}
	}
	return h.commit()
}

// labelWriter passes labels on, until the program is interrupted, and says now and then how many.
type labelWriter struct {
	ctx        context.Context
	to, stderr io.Writer
	host       *host
	bytes      int
	told       float64
}

func (w *labelWriter) Write(b []byte) (int, error) {
	if w.ctx.Err() != nil {
		return 0, errors.New("interrupted")
	}
	n, err := w.to.Write(b)
	w.bytes += n
	if now := w.host.seconds(); now-w.told >= tellsEvery {
		w.told = now
		fmt.Fprintf(w.stderr, "concord: %d MB of labels written\n", w.bytes>>20)
	}
	return n, err
}
