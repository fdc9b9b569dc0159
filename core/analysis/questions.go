package analysis

import (
	"cmp"
	"errors"

	"concord/core/api"
	"concord/core/job"
	"concord/core/session"
	"concord/core/sheet"
)

// Questions are the answers to all questions of a file of labels.
type Questions struct {
	Found *api.Questions
	Table *sheet.Table // the labels of all; nil: there are none
}

// Questions reads each question of the file of l in turn, as l was read, and fits it. Of what is open beside the labels only what the file
// itself holds is used: the rest is about the question that is loaded.
func (of Methods) Questions(c *job.Job, l *session.Labels, f *api.Fit) (*Questions, error) {
	read := l.Choices()
	if len(read.Questions) < 2 {
		return nil, api.Refuse("%s has answers to one question only.", l.Source.Name())
	}
	x := &Questions{Found: &api.Questions{}}
	var names []string
	var tables []*sheet.Table
	for n, name := range read.Questions {
		c.Work = api.Progress{At: n + 1, Of: len(read.Questions)}
		q := api.Question{Name: name}
		r, err := of.answer(c, l, f, &q)
		var no *api.Fault
		switch {
		case c.Ctx.Err() != nil:
			return nil, c.Ctx.Err()
		case errors.As(err, &no):
			q.Why = no.Message
		case err != nil:
			return nil, err
		default:
			answers := new(*r.Answers)
			if answers.Place, err = r.places(c); err != nil {
				return nil, err
			}
			if answers.Content, err = r.content(c); err != nil {
				return nil, err
			}
			names, tables = append(names, name), append(tables, answers.LabelTable())
		}
		x.Found.Found = append(x.Found.Found, q)
	}
	if tables != nil {
		x.Table = sheet.Stack(api.FileQuestions, "question", names, tables)
	}
	x.Found.Seconds = c.Seconds()
	return x, nil
}

// answer fits the question that q names, and fills in what comes of it.
func (of Methods) answer(c *job.Job, l *session.Labels, f *api.Fit, q *api.Question) (*Result, error) {
	read := l.Choices().Asking(q.Name)
	s, opened, err := new(session.Session).With(c, api.RoleLabels, l.Source, l.Files, &read)
	if err != nil {
		return nil, err
	}
	for _, held := range opened.Embedded {
		with, _, err := s.With(c, held.Role, l.Source, l.Files, &held.Read)
		var no *session.Failed
		switch {
		case err == nil:
			s = with
		case !errors.As(err, &no): // else the labels do without
			return nil, err
		}
	}
	n := s.Labels.Counts
	q.Tasks, q.Labels, q.Workers, q.Classes = n.Tasks, n.Labels, n.Workers, n.Classes
	one := *f
	one.Method = cmp.Or(f.Method, s.Begin(of.For(s.Parts(api.RoleLabels))).Method)
	r, err := of.Run(c, s, &one, nil)
	if err != nil {
		return nil, err
	}
	if r, err = r.Under(c, s); err != nil {
		return nil, err
	}
	agreed, err := Agree(c, s, &api.Agree{Seed: f.Seed})
	if err != nil {
		return nil, err
	}
	q.Method, q.Alpha, q.Expected = r.Entry.Title, agreed.OnScale(n.Kind), r.Expected
	if r.Expected != nil {
		q.Use, q.Reason = api.UseOf(r.Expected, r.Open())
	}
	return r, nil
}
