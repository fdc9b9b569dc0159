package engine

import (
	"context"
	"fmt"

	"concord/core/catalog"
	"concord/core/transport"
)

// Several workers share a large fit. A helper is started for one fit and ended
// after it: its memory is given back, a Cancel ends it at once, and there is nothing
// in it that could be out of date. Whatever goes wrong with helpers is done again by
// the engine alone, so that they change how long a fit takes and nothing else.

// Employer is a Host that can start helpers.
type Employer interface {
	Host
	// Helpers is how many helpers may work beside the engine.
	Helpers() int
	// Worth is how many labels of a fit are worth a worker: below, starting a helper
	// and putting together what it finds cost more than they save.
	Worth() (labels int64)
	// Help starts a helper, in which Help runs. It ends with ctx, and what is expected
	// of it then is ctx.Err().
	Help(ctx context.Context) (transport.Helper, error)
}

// Help is the work of a helper: it does the one job that it is told over line.
func Help(line transport.Line) error {
	message, err := line.Receive()
	if err != nil {
		return err
	}
	if job := transport.NewReader(message).Byte(); job != jobFit {
		return fmt.Errorf("a helper was told to do %q", job)
	}
	return catalog.Serve(line)
}

// jobFit has a helper do passes of the Dawid–Skene family.
const jobFit byte = 'f'

// workers is how many workers, this one among them, a fit of so many labels is
// worth: a power of two, so that sums over their parts can have one order.
func (e *Engine) workers(labels int64) int {
	n := 1
	if employer, ok := e.host.(Employer); ok {
		for m := int64(2); m <= int64(employer.Helpers()+1) && m*employer.Worth() <= labels; m *= 2 {
			n = int(m)
		}
	}
	return n
}

// team is the helpers of one fit. It implements fit.Crew.
type team struct {
	*call
	engine  *Engine
	helpers []transport.Helper
}

// Hire implements fit.Crew.
func (t *team) Hire(labels, parts int) []transport.Line {
	var lines []transport.Line
	for range min(t.engine.workers(int64(labels)), parts) - 1 {
		h, err := t.engine.host.(Employer).Help(t.ctx)
		if err != nil {
			t.end()
			return nil
		}
		t.helpers = append(t.helpers, h)
		if h.Send([]byte{jobFit}) != nil {
			t.end()
			return nil
		}
		lines = append(lines, h)
	}
	return lines
}

// end ends the helpers.
func (t *team) end() {
	for _, h := range t.helpers {
		h.End()
	}
}
