package main

import "testing"

func TestChoices(t *testing.T) {
	golden(t, "choices", "fit -method majority -json -drop -again last -missing NA,-1 toloka.tsv")
	golden(t, "bad-choice", "fit -method majority -again best toloka.tsv")
}
