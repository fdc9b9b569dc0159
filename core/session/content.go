package session

import (
	"io"
	"math"
	"path"
	"strings"

	"concord/core/api"
	"concord/core/job"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/scan"
	"concord/core/sidefile"
	"concord/internal/humanize"
)

// content is what a file says of what workers saw, once that has been asked for: few ask, and it takes a pass over the file.
type content struct {
	*sidefile.Content
	isRead bool
}

// Content returns what workers saw of a task: what the file of labels says, then the file of texts. What can't be read again says
// nothing; the error is that of a cancelled job.
func (s *Session) Content(c *job.Job, task string) (all []api.Content, err error) {
	if err := s.readContent(c); err != nil {
		return nil, err
	}
	add := func(x content) {
		for column, text := range x.Of(task) {
			all = append(all, api.Content{Column: column, Text: text})
		}
	}
	add(s.Labels.content)
	add(s.texts())
	return all, nil
}

// TextOf returns what tells the text of a task, as it is, where a file of texts is open beside the labels.
func (s *Session) TextOf(c *job.Job) (func(task string) []api.Content, error) {
	if err := s.readContent(c); err != nil {
		return nil, err
	}
	x := s.texts()
	if x.Content == nil {
		return func(string) []api.Content { return nil }, nil
	}
	if x.Left > 0 {
		return nil, api.Refuse("There is no room here for the texts of %s. Close the file of texts, or use the shell program.",
			humanize.Count(x.Left, "task"))
	}
	return func(task string) (all []api.Content) {
		for n, name := range x.Names {
			if text := x.Cell(task, n); text != "" {
				all = append(all, api.Content{Column: name, Text: text})
			}
		}
		return all
	}, nil
}

// Shown returns the columns that say what workers saw of tasks, and what they say, as it is: those of the file of labels, then the one
// of the file of texts. Left counts the tasks of which there is no room to keep anything.
func (s *Session) Shown(c *job.Job) (names []string, cell func(task string, column int) string, left int, err error) {
	if err := s.readContent(c); err != nil {
		return nil, nil, 0, err
	}
	var columns []func(task string) string
	for _, x := range []content{s.Labels.content, s.texts()} {
		if x.Content == nil {
			continue
		}
		left += x.Left
		for n, name := range x.Names {
			names = append(names, name)
			columns = append(columns, func(task string) string { return x.Cell(task, n) })
		}
	}
	return names, func(task string, column int) string { return columns[column](task) }, left, nil
}

// texts is what the file of texts says.
func (s *Session) texts() content {
	if s.Texts.there() {
		return s.Texts.content
	}
	return content{}
}

const (
	// mostContent is how much is kept of what workers saw of all tasks where memory is limited: a tab has some two gigabytes for labels and
	// fits.
	mostContent = 64 << 20
	// allContent is how much is kept elsewhere: as much as can be counted, with room for a last record.
	allContent = math.MaxInt32 - 64<<20
)

func (s *Session) readContent(c *job.Job) error {
	most := allContent
	if c.Host.MemoryLimit > 0 {
		most = mostContent
	}
	if l := s.Labels; !l.content.isRead {
		x := sidefile.NewContent(l.Full, most)
		err := eachSection(c, &l.File, func(one *File) error {
			if one.Found == nil || one.Found.Column(layout.Content) < 0 && one.Found.Column(layout.Length) < 0 {
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
		x, err := readTexts(c, t, s.Labels.Full, most)
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

func readTexts(c *job.Job, t *Texts, set *labels.Set, most int) (*sidefile.Content, error) {
	return readAll(c, &t.File, func(name string, r io.Reader, _ *layout.Layout, o scan.Options) (*sidefile.Content, error) {
		return sidefile.ReadTexts(name, r, t.Found, set, most, o)
	})
}

// mostBlank is how many tasks that nobody labelled a reply lists: more than anybody labels in one sitting.
const mostBlank = 200

// Unseen returns the tasks that nobody labelled: of the texts, the features and the tasks to predict, then images that no task
// is named like, nor names. It is asked again once the user has labelled some.
func (s *Session) Unseen(c *job.Job, q *api.Unseen) (*api.Unlabelled, error) {
	if err := s.readContent(c); err != nil {
		return nil, err
	}
	out, listed := &api.Unlabelled{Tasks: []api.Blank{}}, map[string]bool{}
	tasks := s.Labels.Full.Tasks
	add := func(name string) {
		if _, labelled := tasks.Find(name); labelled || listed[name] {
			return
		}
		listed[name] = true
		if out.Of++; out.Of <= mostBlank {
			out.Tasks = append(out.Tasks, api.Blank{Name: name})
		}
	}
	if s.Texts.there() {
		for _, name := range s.Texts.Unknown {
			add(name)
		}
	}
	if s.Features.there() {
		for _, name := range s.Features.Unknown {
			add(name)
		}
	}
	if n := s.Unlabelled; n != nil && !n.Stale {
		for _, name := range n.tasks {
			add(name)
		}
	}
	if len(q.Images) > 0 {
		named, bare, err := s.named(c)
		if err != nil {
			return nil, err
		}
		for _, file := range q.Images {
			if name, stem := api.FileKeys(file); !named[name] && !named[stem] {
				if bare {
					file = strings.TrimSuffix(file, path.Ext(file))
				}
				add(file)
			}
		}
	}
	for n := range out.Tasks {
		var err error
		if out.Tasks[n].Content, err = s.Content(c, out.Tasks[n].Name); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// named returns the files that labelled tasks are named like, or that their content names, as api.FileKeys has them; and whether
// tasks are named without extension.
func (s *Session) named(c *job.Job) (keys map[string]bool, bare bool, err error) {
	keys, bare = map[string]bool{}, true
	note := func(text string) {
		name, stem := api.FileKeys(text)
		keys[name], keys[stem] = true, true
	}
	tasks := s.Labels.Full.Tasks
	err = c.Over(tasks.Len(), func(i int) {
		name := tasks.At(i)
		bare = bare && path.Ext(name) == ""
		note(name)
		for _, text := range s.Labels.content.Of(name) {
			note(text)
		}
	})
	return keys, bare, err
}
