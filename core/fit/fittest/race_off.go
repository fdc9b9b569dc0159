//go:build !race

package fittest

const raceDetector = false
