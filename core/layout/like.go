package layout

import (
	"fmt"

	"concord/core/api"
	"concord/core/layout/heading"
)

// Like makes another file be read as g is, so that both can be joined: with the same choices and
// the same roles, matched by name if there is a header and by position otherwise. It returns the
// problem if that is impossible.
func (g *Detection) Like(file string, other *Detection) *api.Problem {
	if other.Format != g.Format || other.Header != g.Header {
		return &api.Problem{File: file, What: "it is not of the same format as the first file", Do: "Open it by itself, or leave it out"}
	}
	if !g.Header && len(other.Preview) > 0 && namesRoles(other.Preview[0]) {
		return &api.Problem{File: file, Line: 1, Text: listedCells(other.Preview[0]), What: "it has a header, which the first file has not",
			Do: "Take it out, or give the first file a header too"}
	}
	other.clear()
	for n, c := range g.Columns {
		role, at := g.Roles[n], n
		if g.Header {
			at = -1
			for m, column := range other.Columns {
				if heading.Plain(column.Name) == heading.Plain(c.Name) && (at < 0 || m == n) {
					at = m
				}
			}
		}
		switch {
		case role == Ignore, role == Content && (at < 0 || at >= len(other.Columns)):
		case at < 0 || at >= len(other.Columns):
			return &api.Problem{File: file, Line: 1, Do: "Open it by itself, or leave it out",
				What: fmt.Sprintf("it has no column “%s”, which holds the %s in the first file", api.Printable(c.Name), role)}
		default:
			other.Give(at, role, "as in the first file")
		}
	}
	other.Choices = g.Choices.For(other.Choices)
	return nil
}
