package main

import "testing"

// A question is chosen by its column alone: the other roles are as detected, and the
// truth is that of the question.
func TestQuestionByItsColumn(t *testing.T) {
	golden(t, "question", "fit -method majority -roles label=colour questions.csv")
	golden(t, "question-truth", "fit -method majority -roles label=colour,truth=animal_gold questions.csv")
	golden(t, "question-missing", "fit -method majority -roles label=nothing questions.csv")
}
