package analysis

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"concord/core/api"
	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/job"
	"concord/core/session"
)

// For lists the methods, with why a method can't run on data with those parts where it can't.
func (of Methods) For(has crowd.Parts) []api.Method {
	var out []api.Method
	for _, e := range of.List {
		m := e.Info
		var method fit.Method
		method, m.Why = canRun(e, has, nil)
		_, m.Effort = method.(fit.Coster)
		if m.Why == "" {
			m.Seconds = e.Seconds(has) * cmp.Or(of.Pace, 1)
		}
		out = append(out, m)
	}
	for n := range out {
		fast := of.List[n].Fast()
		at := slices.IndexFunc(out, func(m api.Method) bool { return m.Name == fast })
		if at >= 0 && out[at].Why == "" && out[at].Seconds <= out[n].Seconds/2 {
			out[n].Fast = fast
		}
	}
	return out
}

// canRun returns a method with those settings, and why it can't run on data with those parts, or "".
func canRun(e catalog.Entry, has crowd.Parts, values map[string]string) (fit.Method, string) {
	m, _, err := e.Method(values)
	if err == nil {
		_, err = uses(e, m, has)
	}
	if err != nil {
		return m, err.Error()
	}
	return m, ""
}

var errSeveral = errors.New("it learns from what describes tasks with one label each, and these may have several")

// uses is Method.Uses. Questions that are made of tasks with several labels can't be described, so nobody is asked to.
func uses(e catalog.Entry, m fit.Method, has crowd.Parts) (crowd.Parts, error) {
	used, err := m.Uses(has)
	if err != nil && e.Described && has.Several {
		err = errSeveral
	}
	return used, err
}

// Pace measures how many times as long as on the machine of the benchmark a fit takes here. Of several probes the fastest counts:
// others may have been interrupted, and the first meets code that is not compiled yet.
func Pace(c *job.Job) float64 {
	work := catalog.Probe()
	fastest, began := math.Inf(1), c.Host.Seconds()
	for n := range mostProbes {
		from := c.Host.Seconds()
		work()
		now := c.Host.Seconds()
		if took := now - from; took > 0 {
			fastest = min(fastest, took)
		}
		if n+1 >= leastProbes && now-began > probeSeconds && !math.IsInf(fastest, 1) {
			return fastest / catalog.ProbeSeconds
		}
	}
	return 1 // a clock too coarse to tell
}

const (
	probeSeconds = .004 // how long the machine is timed, at least
	leastProbes  = 12   // of 0.15 ms each on the machine of the benchmark
	mostProbes   = 64
	largeSeconds = 600
	largeBytes   = 1.5e9
)

// Forecast estimates what a fit will take on this machine.
func (of Methods) Forecast(c *job.Job, s *session.Session, f *api.Fit) (*api.Effort, error) {
	r, err := of.prepareFit(s, f)
	if err != nil {
		return nil, err
	}
	m, ok := r.Method.(fit.Coster)
	if !ok {
		return nil, api.Refuse("What %s takes can't be told beforehand. Run it: it can be stopped at any time.", r.Entry.Title)
	}
	cost := m.Cost(r.Data)
	out := &api.Effort{Method: f.Method, Seconds: cost.Flops / speed(c, m), Bytes: cost.Bytes, Note: cost.Note}
	out.Large = out.Seconds > largeSeconds || out.Bytes > largeBytes
	return out, nil
}

// speed measures how many operations of such a fit this machine does per second: the best of some trials, since other programs
// may be running.
func speed(c *job.Job, m fit.Coster) float64 {
	best, began := 0.0, c.Host.Seconds()
	for range mostProbes {
		from := c.Host.Seconds()
		flops := m.Probe()
		now := c.Host.Seconds()
		if took := now - from; took > 0 {
			best = max(best, flops/took)
		}
		if now-began > probeSeconds && best > 0 {
			break
		}
	}
	if best == 0 {
		return 1e9 // a clock too coarse to tell
	}
	return best
}
