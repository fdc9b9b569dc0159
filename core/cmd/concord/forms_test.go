package main

import "testing"

// Files as programs write them, and what to say where they leave something open.
func TestForms(t *testing.T) {
	golden(t, "mturk-batch", "fit -method majority -json mturk-batch.csv")
	golden(t, "r-table", "fit -method majority -roles task=photo,worker=who,label=said -json r-table.txt")
	golden(t, "pandas", "agree pandas.csv")
	golden(t, "lists", "fit -method majority -out OUT lists.csv")
	golden(t, "preamble", "fit -method majority preamble.csv")
	golden(t, "as-is", "fit -method majority -as-is preamble.csv")
	golden(t, "header-line", "fit -method majority -header-line 4 -json preamble.csv")
	golden(t, "bad-header-line", "fit -header-line -1 preamble.csv")
	golden(t, "tildes", "fit -method majority -delimiter ~ tildes.txt")
	golden(t, "bars", "fit -method majority -delimiter ¦ bars.txt")
	golden(t, "comma", "fit -method majority -delimiter comma labels.csv")
	golden(t, "anonymous", "fit -method majority -anonymous -json noworker.csv")
	golden(t, "anonymous-worker", "fit -method majority -anonymous -roles worker=worker labels.csv")
	golden(t, "anonymous-agree", "agree -anonymous labels.csv")
	golden(t, "one-role", "fit -method majority -roles label=nice -json ratings.csv")
	golden(t, "one-role-guessed", "fit -method majority -roles label=said pandas.csv")
	golden(t, "prodigy-files", "fit -method majority -out OUT prodigy-ann.jsonl prodigy-joe.jsonl prodigy-kim.jsonl")
}
