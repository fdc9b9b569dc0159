package main

import (
	"flag"
	"fmt"
	"strings"

	"concord/core/api"
)

func replayFlags(o *options, f *flag.FlagSet) {
	f.IntVar(&o.replay.Start, "start", 0, "begin with all labels of this `NUMBER` of tasks (default: a tenth, and 20 at least)")
	f.IntVar(&o.replay.Batch, "batch", 0, "ask for this `NUMBER` of labels between two fits (default: a twentieth of all, and 10 at least)")
	o.Method = api.MethodReplay
}

// runReplay tells how many of the labels would have been enough.
func runReplay(s *session) error {
	if s.side["features"] == "" {
		return mistakef("replay needs -features: which label to ask for next is told from features")
	}
	if _, err := s.fitAll(); err != nil {
		return err
	}
	s.replay.Seed = s.Seed
	reply, err := s.do(api.Request{Replay: &s.replay}, nil)
	if err != nil {
		return err
	}
	return s.print(reply.Replayed, replayText(s.labels.File.Name, reply.Replayed))
}

// replayText is the answer in words.
func replayText(name string, r *api.Replayed) string {
	var b strings.Builder
	against := "what all labels say"
	if r.Truth {
		against = "the truth"
	}
	fmt.Fprintf(&b, "%s: %s. Wrong against %s, of %s: %.1f %% with all labels.\n\n",
		name, plural(r.Labels, "label"), against, plural(r.Tasks, "task"), 100*r.Error)
	for _, w := range r.Ways {
		if w.Enough == nil {
			fmt.Fprintf(&b, "%-23s  not enough before all are there\n", w.Title())
			continue
		}
		fmt.Fprintf(&b, "%-23s  %d would have been enough, within %.0f point\n", w.Title(), *w.Enough, 100*r.Slack)
	}
	b.WriteByte('\n')
	for _, w := range r.Ways {
		fmt.Fprintf(&b, "%s:", w.Title())
		for _, p := range w.Points {
			fmt.Fprintf(&b, " %d %.1f%%", p.Labels, 100*p.Error)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
