package export

import (
	"concord/core/problem"
	"fmt"
	"io"
	"strings"
)

// Problems writes problems.csv, a row at a time: file,line,column,text,what,do.
type Problems struct {
	s   *sheet
	err error
}

// NewProblems begins such a file.
func NewProblems(w io.Writer, safe bool) *Problems {
	p := &Problems{s: newSheet(w, safe, "file", "line", "column", "text", "what", "do")}
	p.err = p.s.row()
	return p
}

// Add writes a problem.
func (p *Problems) Add(one problem.Problem) {
	if p.err != nil {
		return
	}
	place := one.Column
	if one.Record > 0 {
		place = strings.TrimSuffix(fmt.Sprintf("record %d, %s", one.Record, place), ", ")
	}
	p.s.text(one.File)
	if one.Line > 0 {
		p.s.int(one.Line)
	} else {
		p.s.text("")
	}
	p.s.text(place)
	p.s.text(one.Text)
	p.s.text(one.What)
	p.s.text(one.Do)
	p.err = p.s.row()
}

// Close ends the file and returns the first error of writing it.
func (p *Problems) Close() error {
	if err := p.s.flush(); p.err == nil {
		p.err = err
	}
	return p.err
}
