package analysis

import (
	"fmt"

	"concord/core/advise"
	"concord/core/api"
	"concord/core/fit"
	"concord/core/job"
	"concord/core/session"
)

// clearly is how many standard errors a method must predict hidden labels better than the default
// to be named. Even so the default is recommended: over seventeen real crowds, taking the method
// named gained nothing, whatever the bound (docs/default.md).
const clearly = 3

// rivals are the methods that quick advice compares the default with: cheap, and unlike each other.
var rivals = []string{"ds", "iwmv", api.MethodBaseline}

// quick says why the default suits the labels, and whether a rival predicts hidden labels better.
func (of Methods) quick(c *job.Job, s *session.Session, q *api.Advise) (*api.Advised, error) {
	r := &Result{Session: s, Of: s.Labels, settings: fit.Settings{Seed: q.Seed}.WithDefaults()}
	if err := r.given(); err != nil {
		return nil, err
	}
	if nothing := r.nothing(); nothing != nil {
		return nothing, nil
	}
	has := r.parts()
	begin := s.Begin(of.For(has))
	name := begin.Method
	entry, err := of.Find(name)
	if err != nil {
		return nil, api.Refuse("No method can run on these labels.")
	}
	out := &api.Advised{Best: name, Sentence: entry.Title + " is the default here. " + begin.Why}
	if name != api.MethodDefault {
		return out, nil
	}
	var candidates []advise.Candidate
	var titles []string
	for _, name := range append([]string{name}, rivals...) {
		entry, err := of.Find(name)
		if err != nil {
			continue
		}
		if m, why := canRun(entry, has, nil); why == "" {
			candidates, titles = append(candidates, advise.Candidate{Name: name, Method: m}), append(titles, entry.Title)
		}
	}
	rival, err := advise.Quick(r.Data, candidates, q.Seed, r.settings, c.Turn)
	if err != nil {
		if c.Ctx.Err() != nil {
			return nil, c.Ctx.Err()
		}
		return out, nil // so few labels that nothing can be hidden
	}
	if z := rival.Evidence(); z >= clearly {
		out.Rival = candidates[rival.At].Name
		out.Sentence += fmt.Sprintf(" %s predicts hidden labels better, by %.1f standard errors. On real crowds that meant "+
			"better labels only about half the time: compare the two where they differ.", titles[rival.At], z)
	} else {
		out.Sentence += " No other method tried predicts hidden labels clearly better."
	}
	out.Seconds = c.Seconds()
	return out, nil
}
