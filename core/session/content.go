package session

import (
	"io"

	"concord/core/job"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/scan"
	"concord/core/sidefile"
	"concord/core/wire"
)

// content is what a file says of what workers saw, once that has been asked for: few ask, and it takes a pass over the file.
type content struct {
	*sidefile.Content
	isRead bool
}

// Content returns what workers saw of a task: what the file of labels says, then the file of texts. What can't be read again says
// nothing; the error is that of a cancelled job.
func (s *Session) Content(c *job.Job, task string) (all []wire.Shown, err error) {
	if err := s.readContent(c); err != nil {
		return nil, err
	}
	add := func(x content) {
		for column, text := range x.Of(task) {
			all = append(all, wire.Shown{Column: column, Text: text})
		}
	}
	add(s.Labels.content)
	if s.Texts.there() {
		add(s.Texts.content)
	}
	return all, nil
}

func (s *Session) readContent(c *job.Job) error {
	if l := s.Labels; !l.content.isRead {
		x := sidefile.NewContent(l.Full.Tasks.Len(), l.Full.Tasks.Find)
		err := eachSection(c, &l.File, func(one *File) error {
			if one.Found == nil || one.Found.Column(layout.Content) < 0 {
				return nil
			}
			_, err := readAll(c, one, func(name string, r io.Reader, g *layout.Layout, o scan.Options) (none struct{}, err error) {
				return none, x.Read(name, r, g, o)
			})
			return err
		})
		if c.Ctx.Err() != nil {
			return c.Ctx.Err()
		}
		l.content.isRead = true
		if err == nil {
			l.content.Content = x
		}
	}
	if t := s.Texts; t.there() && !t.content.isRead {
		x, err := readTexts(c, t, s.Labels.Full)
		if c.Ctx.Err() != nil {
			return c.Ctx.Err()
		}
		t.content.isRead = true
		if err == nil {
			t.content.Content = x
		}
	}
	return nil
}

func readTexts(c *job.Job, t *Texts, set *labels.Set) (*sidefile.Content, error) {
	return readAll(c, &t.File, func(name string, r io.Reader, _ *layout.Layout, o scan.Options) (*sidefile.Content, error) {
		return sidefile.ReadTexts(name, r, t.Found, set, o)
	})
}
