package model

import (
	"slices"

	"concord/app/model/files"
	"concord/app/model/verdict"
	"concord/core/api"
)

// DropImages takes images and texts that show tasks.
type DropImages struct{ Files []verdict.Exhibit }

// apply shows the files with the tasks that are named like them, or whose content names them.
func (m DropImages) apply(s *State) []Cmd {
	s.Dragging = false
	if len(m.Files) == 0 {
		s.Note = "There are no images, texts or tables in that folder."
		return nil
	}
	s.Images = s.Images.With(m.Files...)
	s.Note = verdict.Counted(m.Files) + " added, matched to tasks by name. They stay in this browser."
	return nil
}

// What labels tasks that nobody labelled.
type (
	StartLabelling struct{}                 // or go on where it was left
	LabelFiles     struct{ Classes string } // that were dropped without labels, with these labels, divided by commas
	SetLabelling   struct{ To verdict.Labelling }
	UseLabels      struct{} // add them to those of the file
)

func (m SetLabelling) apply(s *State) []Cmd { return put(&s.Labelling, m.To) }

// CanLabel reports whether there are tasks that nobody labelled, as far as the page knows, and the user can be one more worker.
func (s State) CanLabel() bool {
	c := s.Counts()
	return c != nil && c.Kind.Can(api.AskLabel) && !c.Anonymous &&
		len(s.Images)+verdict.Blanks(s.Features.Opened, s.Texts.Opened, s.Predict.Opened) > 0
}

func (StartLabelling) apply(s *State) []Cmd {
	if !s.CanLabel() || s.Busy() {
		return nil
	}
	if s.Labelling.Open = true; len(s.Labelling.Own()) > 0 {
		return nil
	}
	s.Labelling = verdict.Labelling{Open: true, Classes: s.Counts().ClassNames}
	s.blanks = s.id()
	return []Cmd{Send{Request: api.Request{ID: s.blanks, Unseen: &api.Unseen{Images: s.Images.Names()}}}}
}

func (m LabelFiles) apply(s *State) []Cmd {
	if s.Labels.Opened != nil || len(s.Images) == 0 || s.Busy() {
		return nil
	}
	classes, names := verdict.Classes(m.Classes), s.Images.Names()
	switch l := s.Labelling; {
	case len(classes) < 2:
		s.Note = "Name at least two labels, with commas between them."
		return []Cmd{Focus{ID: "own-classes"}}
	case len(l.Own()) > 0 && l.Of == len(names): // go on where it was left
		s.Labelling.Open, s.Labelling.Classes = true, classes
	default:
		s.Labelling = verdict.OfFiles(names, classes)
	}
	return nil
}

// apply reads the labels again with the user's own. What was amended stays, and the result follows. Where there were none, the
// user's own are the labels.
func (UseLabels) apply(s *State) []Cmd {
	own := s.Labelling.Own()
	if s.Busy() || len(own) == 0 {
		return nil
	}
	if s.Labels.Opened == nil {
		table := s.Labelling.Table()
		s.Labelling.Open = false // until they are read
		return Pick{Role: api.RoleLabels, File: files.File{Name: "own-labels.csv", Size: int64(len(table)), Handle: table}}.apply(s)
	}
	amend := s.Amend
	amend.Review = append(slices.Clip(amend.Review), s.Labelling.Gold(s.Counts().Tasks)...)
	cmds := s.redraft(api.RoleLabels, "label-more", func(r *api.Choices) { r.Own = append(slices.Clip(r.Own), own...) })
	if r := s.Labels.Reading; r != nil {
		r := *r
		r.Origin.Amend, s.Labels.Reading = &amend, &r
		if s.Labelling = (verdict.Labelling{}); s.Result != nil {
			s.refit = &s.Result.Setup
		}
	}
	return cmds
}
