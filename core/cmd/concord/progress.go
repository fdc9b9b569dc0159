package main

import (
	"fmt"
	"math"
	"path"

	"concord/core/wire"
	"concord/internal/humanize"
)

const (
	tellsEvery = 10       // seconds between two lines of progress
	largeInput = 16 << 20 // bytes of labels, from which on there is progress
)

// tell prints a line of progress if it is time for one.
func (s *session) tell(line func() string) {
	if now := s.host.Seconds(); now-s.told >= tellsEvery {
		s.told = now
		fmt.Fprintln(s.stderr, "concord: "+line())
	}
}

// progress says now and then how far what was asked for is.
func (s *session) progress(p *wire.Progress, asked wire.Request) {
	s.tell(func() string {
		switch {
		case p.Step != nil:
			return s.stepLine(p)
		case p.Phase == "write" && asked.Export != nil:
			return writeLine(p, path.Base(asked.Export.Name))
		case p.Phase == "read" && p.Bytes > 0:
			line := fmt.Sprintf("%d of %d MB read", p.Bytes>>20, p.Total>>20)
			if p.Rows > 0 {
				line = humanize.Count(p.Rows, "row") + ", " + line
			}
			return line + left(p.Seconds, float64(p.Bytes), float64(p.Total))
		case asked.Export != nil:
			return fmt.Sprintf("%s: working out its figures, for %.0f s so far", path.Base(asked.Export.Name), p.Seconds)
		}
		return fmt.Sprintf("still at work, after %.0f s", p.Seconds)
	})
}

// stepLine is a line about the steps of a fit.
func (s *session) stepLine(p *wire.Progress) string {
	line := ""
	if p.Method != "" {
		line = fmt.Sprintf("%s, %d of %d: ", p.Method, p.At, p.Of)
	}
	line += fmt.Sprintf("step %d, after %.0f s", p.Step.N, p.Seconds)
	if p.Step.Flips >= 0 {
		line += ": " + humanize.Count(p.Step.Flips, "label") + " changed"
	}
	if s.maxSteps > 0 {
		return line + fmt.Sprintf("; at most %.0f s left", rest(p.Seconds, float64(p.Step.N), float64(s.maxSteps)))
	}
	for _, m := range s.labels.Methods {
		if more := m.Seconds - p.Seconds; m.Name == s.method && p.Method == "" && more > 0 {
			return line + fmt.Sprintf("; perhaps %.0f s left", math.Ceil(more))
		}
	}
	return line
}

// writeLine is a line about a file that is being written.
func writeLine(p *wire.Progress, name string) string {
	switch {
	case p.AllRows > 0:
		return fmt.Sprintf("%s of %s of %s written", humanize.Number(p.Rows), humanize.Count(p.AllRows, "row"), name) +
			left(p.Seconds, float64(p.Rows), float64(p.AllRows))
	case p.Total > 0: // of the labels, for their checksum
		return fmt.Sprintf("%s: %d of %d MB of the labels read again", name, p.Bytes>>20, p.Total>>20) +
			left(p.Seconds, float64(p.Bytes), float64(p.Total))
	}
	return fmt.Sprintf("%d MB of %s written", p.Bytes>>20, name)
}

// left says how long the rest will take; nothing before there is anything to go by.
func left(seconds, done, all float64) string {
	if done <= 0 {
		return ""
	}
	return fmt.Sprintf("; about %.0f s left", rest(seconds, done, all))
}

// rest is how many seconds the rest will take if all goes on as it began.
func rest(seconds, done, all float64) float64 { return math.Ceil(seconds * max(0, all-done) / done) }
