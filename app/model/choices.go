package model

import (
	"slices"
	"strings"

	"concord/core/wire"
)

// Done by the user, of labels.
type (
	SetDrop    struct{ Drop bool }    // leave out those that the platform holds to be worthless
	SetAgain   struct{ Again string } // which count of a worker who labels a task again
	SetMissing struct{ Text string }  // the cells that mean "no answer", with commas between them
	SetNone    struct {
		Cell string
		None bool
	} // whether this cell is one of them
)

func (SetDrop) msg()    {}
func (SetAgain) msg()   {}
func (SetMissing) msg() {}
func (SetNone) msg()    {}

// choose changes which labels of a file count.
func choose(r *wire.Read, m Msg) {
	switch m := m.(type) {
	case SetDrop:
		r.Drop = m.Drop
	case SetAgain:
		r.Again = m.Again
	case SetMissing:
		r.Missing = []string{}
		for _, cell := range strings.Split(m.Text, ",") {
			if cell = strings.TrimSpace(cell); cell != "" && !slices.Contains(r.Missing, cell) {
				r.Missing = append(r.Missing, cell)
			}
		}
	case SetNone:
		r.Missing = slices.DeleteFunc(slices.Clone(r.Missing), func(s string) bool { return s == m.Cell })
		if m.None {
			r.Missing = append(r.Missing, m.Cell)
		}
	}
}

// Doubtful are the labels of a file that may mean "no answer", or do so by the
// user's choice: -1, and 0 where it is not one of two.
func Doubtful(o *wire.Opened, r wire.Read) []string {
	var out []string
	for _, cell := range []string{"-1", "0"} {
		is := slices.Contains(r.Missing, cell)
		if c := o.Counts; c != nil && !c.Numeric && slices.Contains(c.ClassNames, cell) {
			is = is || cell == "-1" || c.Classes > 2
		}
		if is {
			out = append(out, cell)
		}
	}
	return out
}
