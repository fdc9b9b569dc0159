package kit

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Pieces lets a component that embeds it draw itself piece by piece after it is mounted, one a frame: Go in the
// browser shares its thread with the page, which must not freeze. As text, it is drawn at once.
type Pieces struct {
	last  int  // the number of the last piece, as far as known
	drawn int  // that of the last one drawn
	slow  bool // in a browser
	under bool // the next is under way
}

// Frame is the time between two pieces: that of a screen's refresh.
const Frame = 16 * time.Millisecond

// OnInit is called before the component is mounted.
func (p *Pieces) OnInit() { p.slow = app.IsClient }

// OnMount is called once its first piece is mounted.
func (p *Pieces) OnMount(ctx app.Context) { p.next(ctx) }

// OnUpdate is called when there is something else to draw: perhaps more.
func (p *Pieces) OnUpdate(ctx app.Context) { p.next(ctx) }

// next draws another piece in the next frame, if there is one by then.
func (p *Pieces) next(ctx app.Context) {
	if !p.slow || p.under {
		return
	}
	p.under = true
	ctx.After(Frame, func(ctx app.Context) {
		p.under = false
		if p.drawn < p.last {
			p.drawn++
			p.next(ctx)
		}
	})
}

// Has reports whether a piece is to be drawn by now, of those numbered 0 to last.
func (p *Pieces) Has(piece, last int) bool {
	p.last = last
	return !p.slow || piece <= p.drawn
}
