package model

import (
	"fmt"
	"slices"
	"strings"

	"concord/app/format"
	"concord/core/wire"
)

// Done by the user.
type (
	PickMany struct{ Files []File }
	SetTaken struct {
		Item int
		Role string
	} // what a file is
	OpenBatch struct{}          // open them all
	DropBatch struct{}          // open none
	SetByFile struct{ By bool } // each of several files of labels is one worker's
)

// pickMany has each file recognised.
func (s State) pickMany(files []File) (State, []Cmd) {
	if s.Run != nil {
		s.Note = "A fit is running. Cancel it before you open other files."
		return s, nil
	}
	if len(files) == 1 {
		return Update(s, Pick{Role: RoleLabels, File: files[0]})
	}
	s.Dragging, s.Pasting, s.Note = false, false, ""
	b := &Batch{}
	var cmds []Cmd
	for _, f := range files {
		id := s.id()
		b.Items = append(b.Items, Item{File: f, asked: id})
		open := &wire.Open{Look: true, File: &wire.File{Name: f.Name, Size: f.Size}}
		cmds = append(cmds, Send{Request: wire.Request{ID: id, Open: open}, File: f})
	}
	s.Batch = b
	return s, append(cmds, Focus{ID: "batch-title"})
}

// recognised takes in what a file seems to be; it reports whether the reply is
// about one.
func (s *State) recognised(r wire.Reply) bool {
	if s.Batch == nil || r.ID == 0 {
		return false
	}
	n := slices.IndexFunc(s.Batch.Items, func(i Item) bool { return i.asked == r.ID })
	if n < 0 {
		return false
	}
	b := s.Batch.clone()
	item := &b.Items[n]
	item.asked = 0
	switch {
	case r.Opened != nil:
		item.Role, item.Why, item.Opened = r.Opened.Role, r.Opened.Why, r.Opened
	case r.Fault != nil:
		item.Fault = r.Fault.Message
		if p := r.Fault.Problems; len(p) == 1 { // the place and the text say little here
			item.Fault = strings.TrimSuffix(p[0].What+". "+p[0].Do, ". ")
		}
	}
	if !b.Recognising() {
		b.settle()
		s.Note = fmt.Sprintf("%s: look what each was taken for, then open them.", format.Plural(len(b.Items), "file"))
	}
	s.Batch = b
	return true
}

// taken changes what a file is taken for.
func (s State) taken(m SetTaken) State {
	if s.Batch == nil || m.Item < 0 || m.Item >= len(s.Batch.Items) {
		return s
	}
	b := s.Batch.clone()
	b.Items[m.Item].Role, b.Items[m.Item].Why = m.Role, "your choice"
	s.Batch = b
	return s
}

// apply opens the files, one role after the other.
func (OpenBatch) apply(s State) (State, []Cmd) {
	if s.Batch == nil || s.Batch.Recognising() || s.Batch.Trouble(s.Labels.Opened != nil) != "" || s.Busy() {
		return s, nil
	}
	var queue []Item
	for _, role := range All() {
		var same []Item
		for _, i := range s.Batch.Items {
			if i.Role == role {
				same = append(same, i)
			}
		}
		if len(same) > 0 {
			queue = append(queue, together(same))
		}
	}
	s.Batch = &Batch{queue: queue, all: s.Batch.Items}
	return s.nextOfBatch()
}

// stopped drops the files that were to follow one that could not be opened: they
// are of no use without it. Where nothing else is open, dismissing the problem
// asks again what each of them is.
func (s State) stopped(role string, f *wire.Fault) (State, []Cmd) {
	b := s.Batch
	s.Batch = nil
	s, cmds := s.faulted(role, f)
	if b != nil && role == RoleLabels && s.Labels.Fault != nil && s.Labels.Opened == nil {
		s.Labels.Among = b.all
	}
	return s, cmds
}

// nextOfBatch opens the next file, if there is one and nothing is being read.
func (s State) nextOfBatch() (State, []Cmd) {
	if s.Batch == nil || s.Batch.Items != nil || s.Reading() != nil {
		return s, nil
	}
	if len(s.Batch.queue) == 0 || s.faulty() != nil {
		s.Batch = nil // what went wrong is shown where it belongs
		return s, nil
	}
	next := s.Batch.queue[0]
	s.Batch = &Batch{queue: s.Batch.queue[1:], all: s.Batch.all}
	from := Origin{Name: next.File.Name, File: next.File}
	for _, f := range next.Files {
		from.Files = append(from.Files, wire.File{Name: f.Name, Size: f.Size})
	}
	return s.open(next.Role, from, Change)
}

func (m PickMany) apply(s State) (State, []Cmd) { return s.pickMany(m.Files) }

func (m SetTaken) apply(s State) (State, []Cmd) { return s.taken(m), nil }
