//go:build race

package fittest

const raceDetector = true
