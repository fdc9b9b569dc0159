package engine

import (
	"fmt"

	"concord/core/fit"
	"concord/core/method/gp"
	"concord/core/wire"
	"concord/internal/humanize"
)

// coster is a method that can tell beforehand what a fit takes.
type coster interface {
	Cost(tasks, features, classes int) gp.Cost
}

const (
	probeSeconds = .004 // at least so long the machine is watched at work
	mostProbes   = 64
	largeSeconds = 600
	largeBytes   = 1.5e9
)

// forecast tells about what a fit will take on this machine.
func (e *Engine) forecast(_ *call, f *wire.Fit) (*wire.Effort, error) {
	r, err := e.prepareFit(e.session, f)
	if err != nil {
		return nil, err
	}
	m, ok := r.method.(coster)
	if !ok || r.features == nil {
		return nil, wire.Refuse("What %s takes can't be told beforehand. Run it: it can be stopped at any time.", r.entry.Title)
	}
	tasks := 0
	for i := range r.data.Tasks {
		if from, to := r.data.Of(i); from < to && (r.features.Has == nil || r.features.Has[i]) {
			tasks++
		}
	}
	cost := m.Cost(tasks, len(r.features.Names), r.data.Classes)
	out := &wire.Effort{Method: f.Method, Seconds: cost.Flops / e.speed(), Bytes: cost.Bytes}
	out.Large = out.Seconds > largeSeconds || out.Bytes > largeBytes
	if cost.Inducing > 0 {
		out.Note = fmt.Sprintf("%s are more than are worked on one by one: it works with %s in their place, and learns how alike tasks are from %s of them",
			humanize.Count(tasks, "task"), humanize.Count(cost.Inducing, "typical point"), humanize.Number(cost.Learnt))
	}
	return out, nil
}

// speed measures how many operations a second this machine does: the best of
// some trials, since anything else may be running.
func (e *Engine) speed() float64 {
	best, began := 0.0, e.host.Seconds()
	for range mostProbes {
		from := e.host.Seconds()
		flops := gp.Probe()
		now := e.host.Seconds()
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

// forecasts reports whether forecast has something to say of a method.
func forecasts(m fit.Method) bool {
	_, ok := m.(coster)
	return ok
}
