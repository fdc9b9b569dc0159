package main

import "testing"

func TestShapes(t *testing.T) {
	golden(t, "shapes", "fit -method majority -numeric no -as json,ndjson,label-studio-tasks,crowd-kit,hugging-face -out OUT -roles "+
		"task=what,worker=1,label=said semicolons.csv")
	golden(t, "no-shape", "fit -as pdf -out OUT labels.csv")
	golden(t, "shape-nowhere", "fit -as json labels.csv")
}
