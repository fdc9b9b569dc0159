package main

import (
	"flag"
	"io"
	"strings"

	"concord/core/api"
	"concord/core/engine"
)

// simulated says what simulate writes.
type simulated struct {
	crowd         api.Simulated
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

// simulate writes the labels of a simulated crowd, or of a sample.
func simulate(args []string, stdout io.Writer) error {
	var s simulated
	f := s.flags()
	switch rest, err := arguments(f, args); {
	case err != nil:
		return err
	case len(rest) > 0:
		return mistakef("simulate reads no file; concord simulate --help lists the flags")
	case s.sample == "" && s.crowd.Wrong() != "":
		return mistake{s.crowd.Wrong()}
	}
	if s.sample == "" {
		s.sample = s.crowd.Name()
	}
	sample, err := engine.Sample(s.sample)
	if err != nil {
		return mistakef("no sample %q; there are %s", s.sample, sampleNames())
	}
	if s.truth != "" {
		h := host{paths: map[string]string{"truth": s.truth}}
		defer h.discard()
		text, known := sample.Truth()
		if !known {
			return mistakef("the truth of the sample %s is not known: leave out --truth", s.sample)
		}
		to, err := h.create("truth")
		if err != nil {
			return err
		}
		if _, err := to.Write(text); err != nil {
			return err
		}
		if err := to.Close(); err != nil {
			return err
		}
		if err := h.commit(); err != nil {
			return err
		}
	}
	_, err = stdout.Write(sample.Labels())
	return err
}
