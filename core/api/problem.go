package api

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"concord/internal/humanize"
)

// ErrManyClasses is the cause of a Problem that Choices.ManyClasses overrules.
var ErrManyClasses = errors.New("very many different labels")

// ErrSeveral is the cause of a Problem that Choices.Sets resolves: tasks may have several labels.
var ErrSeveral = errors.New("several labels")

// ErrNoWorker is the cause of a Problem that Choices.Anonymous resolves: nobody knows the workers.
var ErrNoWorker = errors.New("no column says who gave a label")

// ErrForeign is the cause of a Problem of a format that is known, and not read.
var ErrForeign = errors.New("a format that is not read")

// ErrNoPrior is the cause of a Problem that Choices.Mode resolves: what is known of workers is enough for a prior, and for nothing else.
var ErrNoPrior = errors.New("enough for a prior alone")

// Problem is one thing wrong with the input. It is an error.
type Problem struct {
	File   string `json:"file"`
	Line   int    `json:"line,omitempty"`   // 1 for the first line of the file; 0: the file as a whole
	Record int    `json:"record,omitempty"` // the record, where lines alone do not tell; else 0
	Column string `json:"column,omitempty"` // the column's name, or "column 3"; empty: the row as a whole
	Text   string `json:"text,omitempty"`   // the offending text, shortened, made printable
	What   string `json:"what"`             // what is wrong and what was expected
	Do     string `json:"do,omitempty"`     // what the user can do about it
	Mended bool   `json:"mended,omitempty"` // it is no longer wrong: What says what was done about it
	Header int    `json:"-"`                // the line that the table may begin on, where something else stands above it; else 0
	Err    error  `json:"-"`                // the cause, where there is one: a sentinel of package table, a failed read
}

// Error says where, what and what to do, in one line.
func (p *Problem) Error() string {
	var b strings.Builder
	b.WriteString(p.File)
	if p.Line > 0 {
		fmt.Fprintf(&b, ", line %d", p.Line)
	}
	if p.Record > 0 {
		fmt.Fprintf(&b, ", record %s", humanize.Number(p.Record))
	}
	switch {
	case strings.HasPrefix(p.Column, "column "):
		fmt.Fprintf(&b, ", %s", p.Column)
	case p.Column != "":
		fmt.Fprintf(&b, ", column “%s”", Printable(p.Column))
	}
	if b.Len() > 0 {
		b.WriteString(": ")
	}
	b.WriteString(p.What)
	if p.Text != "" {
		fmt.Fprintf(&b, ": “%s”", p.Text)
	}
	b.WriteString(".")
	if p.Do != "" {
		fmt.Fprintf(&b, " %s.", p.Do)
	}
	return b.String()
}

// Unwrap returns the cause.
func (p *Problem) Unwrap() error { return p.Err }

// maxProblems is how many problems are kept.
const maxProblems = 1000

// Problems are the problems of single rows: the first thousand in full, and their number.
type Problems struct {
	First []Problem
	Count int
}

func (p *Problems) Add(one Problem) {
	if len(p.First) < maxProblems {
		p.First = append(p.First, one)
	}
	p.Count++
}

// BadRows is the error of a file with rows that can't be used. Reading it again with Choices.Skip
// leaves them out.
type BadRows struct {
	Problems Problems
	Good     int // rows that would remain
}

// Error names the first problem and counts the others.
func (e *BadRows) Error() string {
	s := e.Problems.First[0].Error()
	if more := e.Problems.Count - 1; more > 0 {
		s += fmt.Sprintf(" And %s more.", humanize.Count(more, "problem"))
	}
	return s
}

// Unwrap returns the first problem.
func (e *BadRows) Unwrap() error { return &e.Problems.First[0] }

// Printable shortens a text and escapes what can't be seen: control, zero-width and bidirectional
// characters, and bytes that are not UTF-8.
func Printable(text string) string {
	const most = 60 // characters
	short, n := text, 0
	for i := range text {
		if n == most {
			short = text[:i]
			break
		}
		n++
	}
	q := strconv.Quote(short)
	q = strings.ReplaceAll(q[1:len(q)-1], `\"`, `"`)
	q = strings.ReplaceAll(q, `\\`, `\`)
	if len(short) < len(text) || !utf8.ValidString(text) && len(text) > 4*most {
		q += "…"
	}
	return q
}
