package main

import (
	"errors"
	"flag"
	"fmt"
	"io"

	"concord/core/engine"
	"concord/core/wire"
)

// simulate writes the labels of a simulated crowd.
func simulate(args []string, stdout io.Writer) error {
	s := wire.DefaultSimulated()
	f := flag.NewFlagSet("simulate", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.IntVar(&s.Tasks, "tasks", s.Tasks, "the `NUMBER` of tasks")
	f.IntVar(&s.Workers, "workers", s.Workers, "the `NUMBER` of workers, spammers and copiers among them")
	f.IntVar(&s.Classes, "classes", s.Classes, "the `NUMBER` of classes")
	f.IntVar(&s.PerTask, "labels", s.PerTask, "the `NUMBER` of labels of each task")
	f.IntVar(&s.Low, "least", s.Low, "how often the worst honest worker is right, in `PERCENT`")
	f.IntVar(&s.High, "most", s.High, "how often the best one is, in `PERCENT`")
	f.IntVar(&s.Spammers, "spammers", s.Spammers, "the `NUMBER` of workers who always say the same, or anything")
	f.IntVar(&s.Copiers, "copiers", s.Copiers, "the `NUMBER` of workers who say what another one says")
	f.Uint64Var(&s.Seed, "seed", s.Seed, "draws what is random")
	truth := f.String("truth", "", "also write the truth to this `FILE`")
	switch err := f.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, "usage: concord simulate [flags] > LABELS.csv\n\n")
		f.SetOutput(stdout)
		f.PrintDefaults()
		return nil
	case err != nil:
		return mistakef("%v; concord simulate -help lists the flags", err)
	case f.NArg() > 0:
		return mistakef("simulate reads no file; concord simulate -help lists the flags")
	}
	if why := s.Wrong(); why != "" {
		return mistake{why}
	}
	sample := engine.Simulate(s)
	if *truth != "" {
		h := host{paths: map[string]string{"truth": *truth}}
		defer h.discard()
		text, _ := sample.Truth()
		to, err := h.Create("truth")
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
	_, err := stdout.Write(sample.Labels())
	return err
}
