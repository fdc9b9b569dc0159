package session

import (
	"errors"
	"io"
	"slices"

	"concord/core/api"
	"concord/core/job"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/scan"
)

// Problems are the first problems of a file that was read in a role, and what it takes to find all of them again.
type Problems struct {
	api.Problems
	file *File
	role string
}

// EachProblem passes every problem to tell. If there are more than were kept, it reads the file again.
func (s *Session) EachProblem(c *job.Job, p Problems, tell func(api.Problem)) error {
	if p.Count == len(p.First) {
		for _, one := range p.First {
			tell(one)
		}
		return nil
	}
	c.Found = tell
	defer func() { c.Found = nil }()
	if p.role == api.RoleLabels {
		return eachSection(c, p.file, func(one *File) error {
			_, err := readAll(c, one, func(name string, r io.Reader, g *layout.Layout, o scan.Options) (none struct{}, err error) {
				return none, labels.Check(name, r, g, o)
			})
			return err
		})
	}
	read := p.file.Choices()
	_, _, err := s.With(c, p.role, p.file.Source, nil, &read) // what it finds is not wanted
	var no *api.Fault
	if errors.As(err, &no) && no.Count == p.Count {
		return nil // for these rows
	}
	return err
}

// shown is how many problems a reply has.
const shown = 20

func firstFew(all []api.Problem) []api.Problem {
	return slices.Clip(all[:min(shown, len(all))])
}

// faulty returns err, as a fault if it is one of the file.
func faulty(err error) error {
	if f := asFault(err); f != nil {
		return f
	}
	return err
}

// asFault returns an error of reading a file as the page shows it, or nil if it is no fault of the file.
func asFault(err error) *api.Fault {
	var (
		r   *api.Fault
		bad *api.BadRows
		one *api.Problem
	)
	switch {
	case errors.As(err, &r):
		return r
	case errors.As(err, &bad):
		r = &api.Fault{Message: bad.Error(), CanSkip: bad.Good > 0, Good: bad.Good}
		r.Problems, r.Count = firstFew(bad.Problems.First), bad.Problems.Count
		r.Several = slices.ContainsFunc(bad.Problems.First, func(p api.Problem) bool { return errors.Is(p.Err, api.ErrSeveral) })
		return r
	case errors.As(err, &one):
		return &api.Fault{Message: one.Error(), Problems: []api.Problem{*one}, Count: 1, HeaderLine: one.Header,
			Many: errors.Is(one.Err, api.ErrManyClasses), NoWorker: errors.Is(one.Err, api.ErrNoWorker),
			Prior: errors.Is(one.Err, api.ErrNoPrior)}
	}
	return nil
}
