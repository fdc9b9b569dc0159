//go:build !linux

// Package mapped is memory in files that the system maps: of it as much is in memory as there is room for.
package mapped

import "errors"

// Files is none here.
type Files struct{}

// New returns an error.
func New(string) (*Files, error) { return nil, errors.New("it needs Linux") }

// Err returns nothing.
func (*Files) Err() error { return nil }

// Take implements scratch.Space.
func (*Files) Take(int) []byte { return nil }

// Give implements scratch.Space.
func (*Files) Give([]byte) {}
