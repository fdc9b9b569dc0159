package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	"concord/core/wire"
)

func (o *options) replayFlags() *flag.FlagSet {
	f := newFlags("replay")
	f.IntVar(&o.replay.Start, "start", 0, "begin with all labels of this `NUMBER` of tasks (default: a tenth, and 20 at least)")
	f.IntVar(&o.replay.Batch, "batch", 0, "ask for this `NUMBER` of labels between two fits (default: a twentieth of all, and 10 at least)")
	o.stopping(f)
	o.reading(f)
	o.learning(f)
	f.BoolVar(&o.json, "json", false, "print JSON")
	return f
}

// replayCommand tells how many of the labels would have been enough.
func replayCommand(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	o := options{method: "gpc-ma"}
	labels, help, err := o.parse(o.replayFlags, args)
	if err != nil || help {
		return o.help(stdout, o.replayFlags, err)
	}
	if o.features == "" {
		return mistakef("replay needs -features: which label to ask for next is told from features")
	}
	s := newSession(ctx, &o, stdin, stderr)
	defer s.close()
	opened, err := s.open("labels", labels)
	if err != nil {
		return err
	}
	if _, err := s.beside(); err != nil {
		return err
	}
	if _, err := s.fit(); err != nil {
		return err
	}
	o.replay.Seed = o.seed
	reply, err := s.do(wire.Request{Replay: &o.replay}, nil)
	if err != nil {
		return err
	}
	if o.json {
		return printJSON(stdout, reply.Replayed)
	}
	_, err = io.WriteString(stdout, replayText(opened.File.Name, reply.Replayed))
	return err
}

// replayText tells a person.
func replayText(name string, r *wire.Replayed) string {
	var b strings.Builder
	against := "what all labels say"
	if r.Truth {
		against = "the truth"
	}
	fmt.Fprintf(&b, "%s: %s. Wrong against %s, of %s: %.1f %% with all labels.\n\n",
		name, plural(r.Labels, "label"), against, plural(r.Tasks, "task"), 100*r.Error)
	said := map[string]string{"both": "task and worker chosen", "task": "task chosen", "random": "at random"}
	for _, w := range r.Ways {
		if w.Enough == nil {
			fmt.Fprintf(&b, "%-23s  not enough before all are there\n", said[w.Name])
			continue
		}
		fmt.Fprintf(&b, "%-23s  %d would have been enough, within %.0f point\n", said[w.Name], *w.Enough, 100*r.Slack)
	}
	b.WriteByte('\n')
	for _, w := range r.Ways {
		fmt.Fprintf(&b, "%s:", said[w.Name])
		for _, p := range w.Points {
			fmt.Fprintf(&b, " %d %.1f%%", p.Labels, 100*p.Error)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
