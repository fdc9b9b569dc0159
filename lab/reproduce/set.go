package main

import "concord/lab/dataset"

// set is a data set with its truth.
type set struct{ *dataset.Set }

func load(data, name, file string) (*set, error) {
	s, err := dataset.Load(data, name, file)
	return &set{s}, err
}
