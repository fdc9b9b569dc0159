package main

import "testing"

// A question is chosen by its column alone: the other roles are as detected, and the
// truth is that of the question.
func TestQuestionByItsColumn(t *testing.T) {
	golden(t, "question", "fit -method majority -roles label=colour questions.csv")
	golden(t, "question-truth", "fit -method majority -roles label=colour,truth=animal_gold questions.csv")
	golden(t, "question-missing", "fit -method majority -roles label=nothing questions.csv")
}

// What is misspelt, and what may mean that there is no answer, is pointed out, and
// mended by a flag.
func TestLabelsToMend(t *testing.T) {
	golden(t, "typos", "fit -method majority typos.csv")
	golden(t, "typos-mended", "fit -method majority -merge catt=cat -missing NA,n/a,unknown -merge-alike typos.csv")
	golden(t, "typos-how", "fit -merge catt typos.csv")
}

// Several rows by one worker on one task: the shell says what they may be.
func TestSeveralRowsOfAWorker(t *testing.T) {
	golden(t, "ticks", "fit -method majority ticks.csv")
	golden(t, "ticks-sets", "fit -method majority -multilabel rows ticks.csv")
}
