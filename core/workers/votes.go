package workers

import (
	"fmt"

	"concord/core/advise"
	"concord/internal/humanize"
)

// nouns are what labels, tasks and workers are called.
type nouns struct{ label, task, worker, others, shared string }

func (s *Standings) nouns() nouns {
	if s.Votes {
		return nouns{"vote", "pair", "voter", "the ranking made without these votes", " on items that others compared too"}
	}
	return nouns{"label", "task", "worker", "the others", " on tasks that others labelled too"}
}

// unjudged is why workers are not judged.
func (s *Standings) unjudged() string {
	if s.Votes {
		return "only a ranking can judge votes, and this method makes none"
	}
	return "there are too many labels to compare workers"
}

// reason says what speaks against a worker, as a sentence without its subject.
func (s *Standings) reason(f advise.Flag) string {
	switch votes := humanize.Count(f.Labels, "vote"); {
	case !s.Votes:
	case f.Kind == advise.Constant:
		return fmt.Sprintf("answers “%s” in %.0f %% of %s, whatever the items", s.Labels(f.Class), 100*f.Share, votes)
	case f.Kind == advise.Random:
		return fmt.Sprintf("the %s are unrelated to the ranking made without them; about %.0f %% agree with it", votes, 100*f.Share)
	case f.Kind == advise.Inverted:
		return fmt.Sprintf("prefers the items that rank lower: about %.0f %% of %s agree with the ranking made without them", 100*f.Share, votes)
	}
	return f.Reason(s.Workers, s.Labels)
}
