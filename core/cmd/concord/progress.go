package main

import (
	"fmt"

	"concord/core/wire"
)

// tellsEvery is the time between two lines of progress, in seconds.
const tellsEvery = 10

// progress says now and then how far a long run is.
func (s *session) progress(p *wire.Progress) {
	if now := s.host.Seconds(); now-s.told < tellsEvery {
		return
	} else {
		s.told = now
	}
	switch {
	case p.Step != nil:
		fmt.Fprintf(s.stderr, "concord: step %d: change %.3g, %s changed; %.0f s\n", p.Step.N, p.Step.Change, plural(p.Step.Flips, "label"), p.Seconds)
	case p.Rows > 0:
		line := fmt.Sprintf("concord: %s read, %d of %d MB", plural(p.Rows, "row"), p.Bytes>>20, p.Total>>20)
		if p.Bytes > 0 {
			line += fmt.Sprintf("; about %.0f s are left of reading", p.Seconds*float64(max(0, p.Total-p.Bytes))/float64(p.Bytes))
		}
		fmt.Fprintln(s.stderr, line)
	}
}
