package model

import (
	"slices"

	"concord/app/format"
	"concord/app/model/files"
	"concord/core/api"
)

// Done by the user.
type (
	PickMany struct{ Files []files.File }
	SetTaken struct {
		Item int
		Role string
	} // what a file is
	OpenBatch struct{} // open them all
	DropBatch struct{} // open none
)

// apply has each file recognised.
func (m PickMany) apply(s *State) []Cmd {
	if s.Run != nil {
		s.Note = "A run is in progress. Cancel it before you open other files."
		return nil
	}
	if len(m.Files) == 1 {
		return Pick{Role: api.RoleLabels, File: m.Files[0]}.apply(s)
	}
	s.Dragging, s.Pasting, s.Note = false, false, ""
	b := &files.Batch{}
	var cmds []Cmd
	for _, f := range m.Files {
		id := s.id()
		b.Items = append(b.Items, files.Item{File: f, Awaits: id})
		open := &api.Open{Look: true, File: &api.File{Name: f.Name, Size: f.Size}}
		cmds = append(cmds, Send{Request: api.Request{ID: id, Open: open}, File: f})
	}
	s.Batch = b
	return append(cmds, Focus{ID: "batch-title"})
}

// recognised takes in what a file seems to be; it reports whether the reply is about one.
func (s *State) recognised(r api.Reply) (yes bool, cmds []Cmd) {
	if s.Batch == nil || r.ID == 0 {
		return false, nil
	}
	n := slices.IndexFunc(s.Batch.Items, func(i files.Item) bool { return i.Awaits == r.ID })
	if n < 0 {
		return false, nil
	}
	if r.Progress != nil {
		return true, nil // its line says so already: “Looking …”
	}
	b := s.Batch.Clone()
	b.Items[n].Recognised(r)
	s.Batch = b
	switch {
	case b.Recognising():
	case len(b.In(api.RoleRecipe)) == 1: // which says what each one is
		return true, OpenBatch{}.apply(s)
	default:
		b.Settle()
		s.Note = format.Plural(len(b.Items), "file") + ": check what each one is, then open them."
	}
	return true, nil
}

// apply changes what a file is taken for.
func (m SetTaken) apply(s *State) []Cmd {
	if s.Batch == nil || m.Item < 0 || m.Item >= len(s.Batch.Items) {
		return nil
	}
	b := s.Batch.Clone()
	b.Items[m.Item].Role, b.Items[m.Item].Why = m.Role, "your choice"
	s.Batch = b
	return nil
}

// apply opens the files, one role after the other.
func (OpenBatch) apply(s *State) []Cmd {
	if s.Batch == nil || s.Batch.Recognising() || s.Batch.Trouble(s.Labels.Opened != nil) != "" || s.Busy() {
		return nil
	}
	var queue []files.Item
	for _, role := range api.Roles() {
		if same := s.Batch.In(role.Name); len(same) > 0 {
			queue = append(queue, files.Together(same))
		}
	}
	if recipe := s.Batch.In(api.RoleRecipe); len(recipe) > 0 {
		others := slices.DeleteFunc(slices.Clone(s.Batch.Items), func(i files.Item) bool { return i.Role == api.RoleRecipe || i.Role == "" })
		queue = append(recipe, others...)
		for n := range queue {
			queue[n].Role = api.RoleRecipe
		}
	}
	s.Batch = &files.Batch{Queue: queue, About: s.Batch.Items}
	return s.nextOfBatch()
}

// stopped drops the files that were to follow one that could not be opened. If nothing
// else is open, dismissing the problem asks again what each of them is.
func (s *State) stopped(role string, f *api.Fault) []Cmd {
	b := s.Batch
	if !f.Awaits {
		s.Batch = nil
	}
	if role == api.RoleLabels && f.Seems != nil && f.Seems.Role == api.RoleRecipe {
		from := s.Labels.Reading.Origin
		s.Labels.Reading = nil
		return s.open(api.RoleRecipe, from, files.Change)
	}
	cmds := s.faulted(role, f)
	if b != nil && role == api.RoleLabels && s.Labels.Fault != nil && s.Labels.Opened == nil {
		s.Labels.Among = b.About
	}
	return cmds
}

// nextOfBatch opens the next file, if there is one and nothing is being read.
func (s *State) nextOfBatch() []Cmd {
	if s.Batch == nil || s.Batch.Items != nil || s.Reading() != nil {
		return nil
	}
	if len(s.Batch.Queue) == 0 || s.Faulty() != nil && !s.Recipe.Waits() {
		s.Batch = nil // what went wrong is shown where it belongs
		return nil
	}
	next := s.Batch.Queue[0]
	s.Batch = &files.Batch{Queue: s.Batch.Queue[1:], About: s.Batch.About}
	from := files.Origin{Name: next.File.Name, File: next.File}
	for _, f := range next.Files {
		from.Files = append(from.Files, api.File{Name: f.Name, Size: f.Size})
	}
	return s.open(next.Role, from, files.Change)
}
