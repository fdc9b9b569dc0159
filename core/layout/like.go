package layout

import (
	"fmt"
	"slices"

	"concord/core/api"
	"concord/core/layout/heading"
)

// Like makes another file be read as g is, so that both can be joined: with the same choices and
// the same roles, matched by name if there is a header and by position otherwise. It returns the
// problem if that is impossible.
func (g *Detection) Like(file string, other *Detection) *api.Problem {
	if other.Format != g.Format && !(g.isTable() && other.isTable()) || other.Header != g.Header {
		return &api.Problem{File: file, What: "it is not of the same format as the first file", Do: "Open it by itself, or leave it out"}
	}
	if !g.Header && len(other.Preview) > 0 && namesRoles(other.Preview[0]) {
		return &api.Problem{File: file, Line: 1, Text: listedCells(other.Preview[0]), What: "it has a header, which the first file has not",
			Do: "Take it out, or give the first file a header too"}
	}
	other.clear()
	to := make([]int, len(g.Columns)) // the columns of the other file
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
		if to[n] = at; at >= len(other.Columns) {
			to[n] = -1
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
	format := g.Format
	if !g.isTable() {
		format = other.Format
	}
	other.Choices = g.Choices.For(other.Choices)
	other.Format, other.Questions = format, g.Questions
	other.Sides, other.Middle, other.Upward = g.Sides, g.Middle, g.Upward
	return other.answersAs(file, g, to)
}

// isTable reports whether the file is a table with a header that no platform wrote. What it holds its roles say.
func (g *Detection) isTable() bool {
	return g.Header && g.JSON == nil && g.Packed == nil &&
		slices.Contains([]string{"long", Wide, matrix, counts, patterns, Compared}, g.Format)
}

// answersAs has the questions that several columns answer read as those of the first file, whose columns are these in the other one.
func (g *Detection) answersAs(file string, first *Detection, to []int) *api.Problem {
	g.OneHots, g.Parts = nil, nil
	for n, q := range first.OneHots {
		q.Columns = slices.Clone(q.Columns)
		for k, c := range q.Columns {
			if q.Columns[k] = to[c]; to[c] < 0 && n == first.OneHotOf(first.Column(Label)) {
				return &api.Problem{File: file, Line: 1, Do: "Open it by itself, or leave it out",
					What: fmt.Sprintf("it has no column “%s”, which is an answer in the first file", api.Printable(first.Columns[c].Name))}
			}
		}
		if !slices.Contains(q.Columns, -1) {
			g.OneHots = append(g.OneHots, q)
		}
	}
	for _, p := range first.Parts {
		own := Part{Name: p.Name}
		for k, c := range p.Columns {
			if to[c] >= 0 {
				own.Columns, own.Workers = append(own.Columns, to[c]), append(own.Workers, p.Workers[k])
			}
		}
		g.Parts = append(g.Parts, own)
	}
	return nil
}
