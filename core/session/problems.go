package session

import (
	"errors"
	"io"
	"slices"

	"concord/core/job"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/problem"
	"concord/core/scan"
	"concord/core/wire"
)

type Problem = problem.Problem

// listed are the problems of a file that was read in a role: the first of them, and
// what it takes to find all of them again.
type Problems struct {
	problem.Problems
	file *File
	role string
}

// EachProblem passes every problem to tell. If there are more than were kept, it reads the file again.
func (s *Session) EachProblem(c *job.Job, p Problems, tell func(Problem)) error {
	if p.Count == len(p.First) {
		for _, one := range p.First {
			tell(one)
		}
		return nil
	}
	c.Found = tell
	defer func() { c.Found = nil }()
	if p.role == wire.RoleLabels {
		return eachSection(c, p.file, func(one *File) error {
			_, err := readAll(c, one, func(name string, r io.Reader, g *layout.Layout, o scan.Options) (none struct{}, err error) {
				return none, labels.Check(name, r, g, o)
			})
			return err
		})
	}
	_, _, err := s.With(c, p.role, p.file.Source, nil, &p.file.Read) // what it finds is not wanted
	var no *wire.Fault
	if errors.As(err, &no) && no.Count == p.Count {
		return nil // for these rows
	}
	return err
}

// shown is how many problems travel with a reply.
const shown = 20

func problems(p problem.Problems) (first []wire.Problem, count int) {
	for _, one := range p.First[:min(shown, len(p.First))] {
		first = append(first, WireProblem(one))
	}
	return first, p.Count
}

// WireProblem converts a problem for a reply.
func WireProblem(p problem.Problem) wire.Problem {
	return wire.Problem{File: p.File, Line: p.Line, Record: p.Record, Column: p.Column, Text: p.Text, What: p.What, Do: p.Do}
}

// asFault turns an error of intake into what the page shows. It returns nil
// for what is no fault of the file.
func asFault(err error) *wire.Fault {
	var (
		r   *wire.Fault
		bad *problem.BadRows
		one *problem.Problem
	)
	switch {
	case errors.As(err, &r):
		return r
	case errors.As(err, &bad):
		r = &wire.Fault{Message: bad.Error(), CanSkip: bad.Good > 0, Good: bad.Good}
		r.Problems, r.Count = problems(bad.Problems)
		r.Several = slices.ContainsFunc(bad.Problems.First, func(p Problem) bool { return errors.Is(p.Err, problem.ErrSeveral) })
		return r
	case errors.As(err, &one):
		return &wire.Fault{Message: one.Error(), Problems: []wire.Problem{WireProblem(*one)}, Count: 1,
			Many:     errors.Is(one.Err, problem.ErrManyClasses),
			NoWorker: errors.Is(one.Err, problem.ErrNoWorker), HeaderLine: one.Header}
	}
	return nil
}
