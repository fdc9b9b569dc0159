package model

import (
	"concord/app/format"
	"concord/app/model/files"
	"concord/app/model/job"
	"concord/core/api"
)

type (
	// AskQuestion reads the answers to another question of the file; From is the id of the control.
	AskQuestion struct{ Question, From string }
	// FitQuestions fits all of them.
	FitQuestions struct{}
)

func (m AskQuestion) apply(s *State) []Cmd {
	if s.Busy() {
		s.Note = s.busyWith()
		return nil
	}
	if m.Question == s.Labels.Draft.Question {
		return nil
	}
	return s.redraft(api.RoleLabels, m.From, files.Choosing("question", m.Question))
}

// QuestionsBlocked says why the questions of the file can't be fitted now, or "".
func (s State) QuestionsBlocked() string {
	m, ok := s.MethodNamed(s.Stated)
	switch {
	case s.Busy():
		return s.busyWith()
	case ok:
		return s.Setup.Mend(m)
	}
	return s.Setup.WrongForAll()
}

// apply fits each by the method that the user chose, or by the one to begin with on its labels.
func (FitQuestions) apply(s *State) []Cmd {
	if s.Labels.Opened == nil || s.Labels.Asks() != "" || s.QuestionsBlocked() != "" {
		return nil
	}
	fit := s.Setup.Fit()
	if s.Stated == "" {
		fit.Method, fit.Values = "", nil
	}
	return s.begin(job.Run{Setup: s.Setup, Title: "all questions", From: "fit-questions"}, api.Request{Each: fit})
}

// answered shows what came of all questions.
func (s *State) answered(q *api.Questions) []Cmd {
	s.Questions = q
	s.Note = format.Plural(len(q.Found), "question") + " fitted."
	return []Cmd{Focus{ID: "fit-questions"}}
}
